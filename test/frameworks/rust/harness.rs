// Prints what test/frameworks/framework.py reads.
use std::future::Future;
use std::io::Read;
use std::process::Command;

use base62id::{Kind, Notation};

pub const MALFORMED: &str = "user_01h455vb4pex5vsknk084sn02u"; // u is not in the alphabet
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

pub fn say(fields: &[&str]) {
    let fields: Vec<String> = fields
        .iter()
        .map(|f| f.replace('\t', " ").replace('\n', "\\n"))
        .collect();
    println!("{}", fields.join("\t"));
}

pub async fn run(kind: &str, what: &str, how: &str, test: impl Future<Output = Outcome>) {
    match test.await {
        Ok(()) => say(&[kind, what, how]),
        Err(error) => say(&["fail", what, &format!("{error:?}")]),
    }
}

pub fn ensure(truth: bool, what: &str) -> Outcome {
    if truth {
        Ok(())
    } else {
        Err(format!("not true: {what}").into())
    }
}

pub fn psql(words: &[&str]) -> String {
    let out = Command::new("psql")
        .args(["-XAtq", "-v", "ON_ERROR_STOP=1"])
        .args(words)
        .output()
        .expect("psql");
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

pub fn psql_file(variable: &str) {
    psql(&["-f", &std::env::var(variable).expect(variable)]);
}

pub fn make_typed() {
    psql(&["-c", "SELECT typeid_create_type('team_id', 'team')"]);
    psql(&[
        "-c",
        "CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)",
    ]);
    psql(&[
        "-c",
        "INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n; ANALYZE teams",
    ]);
}

/// Makes an id type in each notation but TypeID's, with a table: the types' names, type prefixes and notations.
pub fn notated() -> Vec<(String, String, String)> {
    psql_file("NOTATED");
    let kinds = psql(&[
        "-c",
        "SELECT type, prefix, notation FROM typeid_types() WHERE notation <> 'typeid'",
    ]);
    let fields = |line: &str| line.split('|').map(str::to_owned).collect::<Vec<_>>();
    kinds
        .lines()
        .map(|line| {
            fields(line)
                .try_into()
                .map(|[t, p, n]: [String; 3]| (t, p, n))
                .expect("three fields")
        })
        .collect()
}

/// An id of the client's own, of a kind that the test names.
pub fn new_id(prefix: &str) -> String {
    let kind = Kind::new(prefix, Notation::Typeid, false, false).expect("a kind");
    kind.write(kind.next()).into()
}

/// The lines of a file, each in four fields.
pub fn lines_of<const N: usize>(variable: &str) -> Vec<[String; N]> {
    let file = std::fs::read_to_string(std::env::var(variable).expect(variable)).expect(variable);
    let fields = |line: &str| {
        line.split('\t')
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .try_into()
            .expect("as many fields")
    };
    file.lines().map(fields).collect()
}

// Of an application that knows UUIDs.

pub const ADA: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
pub const GRACE: &str = "11111111-2222-4333-8444-555555555555";

/// The text of a new UUID.
pub fn fresh() -> String {
    let mut text = String::new();
    std::fs::File::open("/proc/sys/kernel/random/uuid")
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text.trim().to_owned()
}

pub fn want<T: PartialEq + std::fmt::Debug>(got: T, wanted: T) -> Outcome {
    if got == wanted {
        Ok(())
    } else {
        Err(format!("{got:?}, not {wanted:?}").into())
    }
}

pub fn cell(operation: &str, outcome: Outcome) {
    let how = match outcome {
        Ok(()) => "ok".to_owned(),
        Err(error) => {
            eprintln!("{operation}: {error:?}");
            // The name of the variant that says what is wrong, as WrongType or ColumnDecode.
            let text = format!("{error:?}");
            let known = ["WrongType", "ColumnDecode", "ToSql", "FromSql"];
            known
                .iter()
                .find(|name| text.contains(**name))
                .map_or("an error", |name| name)
                .to_owned()
        }
    };
    println!("{operation}\t{how}");
}
