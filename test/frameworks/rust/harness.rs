// Prints what test/frameworks/run reads.
use std::future::Future;
use std::process::Command;

use crate::base62id;

pub const MALFORMED: &str = "user_01h455vb4pex5vsknk084sn02u"; // u is not in the alphabet
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

pub fn say(fields: &[&str]) {
    let fields: Vec<String> = fields.iter().map(|f| f.replace('\t', " ").replace('\n', "\\n")).collect();
    println!("{}", fields.join("\t"));
}

pub async fn run(kind: &str, what: &str, how: &str, test: impl Future<Output = Outcome>) {
    match test.await {
        Ok(()) => say(&[kind, what, how]),
        Err(error) => say(&["fail", what, &format!("{error:?}")]),
    }
}

pub fn ensure(truth: bool, what: &str) -> Outcome {
    if truth { Ok(()) } else { Err(format!("not true: {what}").into()) }
}

pub fn psql(words: &[&str]) -> String {
    let out =
        Command::new("psql").args(["-XAtq", "-v", "ON_ERROR_STOP=1"]).args(words).output().expect("psql");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

pub fn psql_file(variable: &str) {
    psql(&["-f", &std::env::var(variable).expect(variable)]);
}

pub fn have_typed() -> bool {
    psql(&["-c", "SELECT count(*) FROM pg_proc WHERE proname = 'typeid_create_type'"]) == "1"
}

pub fn make_typed() {
    psql(&["-c", "SELECT typeid_create_type('team_id', 'team')"]);
    psql(&["-c", "CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)"]);
    psql(&["-c", "INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n"]);
    psql(&["-c", "ANALYZE teams"]);
}

/// Makes a typed id in each notation but TypeID's, with a table: the types' names, type prefixes and notations.
pub fn notated() -> Vec<(String, String, String)> {
    psql_file("NOTATED");
    let kinds = psql(&["-c", "SELECT type, prefix, notation FROM typeid_types() WHERE notation <> 'typeid'"]);
    let fields = |line: &str| line.split('|').map(str::to_owned).collect::<Vec<_>>();
    kinds.lines().map(|line| fields(line).try_into().map(|[t, p, n]: [String; 3]| (t, p, n)).expect("three fields")).collect()
}

/// An id of the client's own.
pub fn new_id(prefix: &str) -> String {
    base62id::new_id(prefix).expect("an id")
}

/// The lines of a file, each in four fields.
pub fn lines_of<const N: usize>(variable: &str) -> Vec<[String; N]> {
    let file = std::fs::read_to_string(std::env::var(variable).expect(variable)).expect(variable);
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().expect("as many fields");
    file.lines().map(fields).collect()
}

/// What test/client-codecs does not ask of the codec.
pub async fn check_functions() {
    const TEXT: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
    const ID: &str = "user_01h455vb4pex5vsknk084sn02q";
    run("ok", "UUIDs both ways, and nonsense is none", "", async {
        let uuid = base62id::parse_uuid(TEXT)?;
        ensure(base62id::from_uuid("typeid", &uuid, "user")? == ID, "from a UUID")?;
        ensure(base62id::format_uuid(&base62id::to_uuid("typeid", ID)?) == TEXT, "to a UUID")?;
        for name in std::env::var("UUID_TYPES")?.split(' ') {
            ensure(base62id::parse(name, TEXT)? == base62id::from_uuid(name, &uuid, "")?, name)?;
            ensure(!base62id::is_valid(name, TEXT), name)?;
        }
        for wrong in ["", "zz", "01890a5d-ac96-774b-bcce-b302099a805z", "01890a5dac96774bbcceb302099a8057"] {
            ensure(base62id::parse_uuid(wrong).is_err(), wrong)?;
        }
        ensure(base62id::from_uuid("uid11", &uuid, "").is_err(), "a uid11 is no UUID")?;
        ensure(base62id::decode("nope", "").is_err(), "a name that is none")
    })
    .await;
    run("ok", "messages name what was found", "", async {
        for (text, words) in [
            ("order_01h455vb4pex5vsknk084sn02q", "the type prefix is \"order\", not \"user\""),
            (MALFORMED, "\"u\" at position 31"),
            ("user_1", "1 octets, not 26 symbols"),
            ("User_01h455vb4pex5vsknk084sn02q", "not \"User\""),
        ] {
            let error = base62id::parse_in("typeid", text, "user").expect_err(text).to_string();
            ensure(error.contains(words), &error)?;
        }
        Ok(())
    })
    .await;
    run("ok", "new ids ascend, and have their time", "", async {
        let (mut id, mut ulid) = (String::new(), String::new());
        for i in 0..20000 {
            let (next, next_ulid) = (base62id::new_id("user")?, base62id::new_ulid()?);
            ensure(id < next && ulid < next_ulid, &next)?;
            if i == 0 {
                for (name, made) in [("typeid", &next), ("ulid", &next_ulid)] {
                    let age = base62id::timestamp(name, made)?.expect("a time").elapsed().unwrap_or_default();
                    ensure(age.as_secs() < 60, made)?;
                }
            }
            (id, ulid) = (next, next_ulid);
        }
        let (first, second) = (base62id::new_uuid()?, base62id::new_uuid()?);
        ensure(first < second && first[6] >> 4 == 7 && first[8] >> 6 == 2, "UUIDs of version 7")?;
        ensure(base62id::type_prefix(&id) == "user" && base62id::suffix(&id)? == id[5..], &id)?;
        for (function, name) in [("xid", "uid11"), ("baseuid", "baseuid")] {
            let row = psql(&["-c", &format!("SELECT id, (extract(epoch FROM {function}_timestamp(id)) * 1000000)::bigint FROM {function}_min('2026-02-03 04:05:06.789+00') AS id")]);
            let (id, time) = row.split_once('|').expect("two fields");
            let made = base62id::timestamp(name, id)?.expect("a time").duration_since(std::time::UNIX_EPOCH)?;
            ensure(made.as_micros().to_string() == time, &row)?;
        }
        for notation in std::env::var("UUID_TYPES")?.split(' ').chain(["typeid"]) {
            let mut last = String::new();
            for _ in 0..1000 {
                let id = base62id::new_id_in(notation, "us_er")?;
                ensure(last < id && base62id::parse_in(notation, &id, "us_er")? == id, &id)?;
                last = id;
            }
        }
        ensure(base62id::parse_in("baseuid", "user_11111111111", "user").is_err(), "baseuid is no notation")?;
        let far = base62id::timestamp("ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")?.expect("a time").duration_since(std::time::UNIX_EPOCH)?;
        ensure(far.as_millis() == (1 << 48) - 1, "the year 10889")?;
        Ok(())
    })
    .await;
}

// Of the tests over columns of uuid.
