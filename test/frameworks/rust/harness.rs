// Prints what test/frameworks/run reads.
use std::future::Future;
use std::process::Command;

use crate::base62id::{self, NAMES};

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

/// An id of the client's own; the server's clock and randomness will do here.
pub fn new_id(prefix: &str) -> String {
    let uuid = std::fs::read_to_string("/proc/sys/kernel/random/uuid").expect("a UUID");
    let octets: Vec<u8> = hex(&uuid.trim().replace('-', ""));
    base62id::encode("typeid", &[prefix.as_bytes(), &octets].concat()).expect("an id")
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal"))
        .collect()
}

pub struct Vector {
    pub name: String,
    pub text: String,
    pub octets: Vec<u8>,
}

pub fn vectors() -> (Vec<Vector>, Vec<(String, String)>) {
    use serde_json::Value;
    let load = |name: &str| -> Value {
        let path = format!("{}/{name}.json", std::env::var("VECTORS").expect("VECTORS"));
        serde_json::from_str(&std::fs::read_to_string(path).expect("vectors")).expect("JSON")
    };
    let string = |v: &Value, key: &str| v[key].as_str().unwrap_or_default().to_owned();
    let octets = |v: &Value| match (v["hex"].as_str(), v["payload"].as_str()) {
        (Some(text), _) => hex(text),
        (_, Some(number)) => number.parse::<u64>().expect("a payload").to_be_bytes().to_vec(),
        _ => [string(v, "prefix").into_bytes(), hex(&string(v, "uuid").replace('-', ""))].concat(),
    };
    let (mut valid, mut invalid) = (vec![], vec![]);
    for name in NAMES {
        let file = load(name);
        let key = ["uuid", "ulid", "baseuid", "payload", "typeid"].into_iter().find(|k| file[*k].is_array());
        for v in file[key.expect("vectors")].as_array().expect("a list") {
            valid.push(Vector { name: name.into(), text: string(v, "text"), octets: octets(v) });
        }
        let key = if file["invalid_uuid_text"].is_array() { "invalid_uuid_text" } else { "invalid_text" };
        for v in file[key].as_array().expect("a list") {
            invalid.push((name.to_owned(), string(v, "text")));
        }
    }
    for v in load("typeid-official-valid").as_array().expect("a list") {
        valid.push(Vector { name: "typeid".into(), text: string(v, "typeid"), octets: octets(v) });
    }
    for v in load("typeid-official-invalid").as_array().expect("a list") {
        invalid.push(("typeid".into(), string(v, "typeid")));
    }
    assert!(valid.len() > 400 && invalid.len() > 90);
    (valid, invalid)
}

pub async fn check_vectors() {
    run("ok", "base62id.rs passes the vectors", "", async {
        let (valid, invalid) = vectors();
        for v in &valid {
            ensure(base62id::decode(&v.name, &v.text)? == v.octets, &v.text)?;
            ensure(base62id::decode(&v.name, &format!("\"{}\"", v.text))? == v.octets, &v.text)?;
            ensure(base62id::encode(&v.name, &v.octets)? == v.text, &v.text)?;
            if v.name == "ulid" {
                ensure(base62id::decode(&v.name, &v.text.to_lowercase())? == v.octets, &v.text)?;
            }
        }
        for (name, text) in &invalid {
            ensure(base62id::decode(name, text).is_err(), text)?;
        }
        Ok(())
    })
    .await;
}
