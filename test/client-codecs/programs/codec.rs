//! Answers test/client-codecs; lines.py there says what.

use base62id::{Base62id, Base64uuid, Baseuid, Id, InvalidId, Kind, Notation, Ulid, Xid};
use std::io::{BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

base62id::kind!(UserId, "user");

extern "C" {
    fn fork() -> i32;
    fn wait(status: *mut i32) -> i32;
}

fn made(count: usize) -> String {
    let line = |_| {
        format!(
            "{}\n{}\n{}\n",
            UserId::generate(),
            Base62id::generate(),
            Ulid::generate()
        )
    };
    (0..count).map(line).collect()
}

const NOTATIONS: [Notation; 7] = [
    Notation::Typeid,
    Notation::Ulid,
    Notation::Base62id,
    Notation::Base64uuid,
    Notation::Uuid,
    Notation::Hex,
    Notation::Uid11,
];

fn notation(name: &str) -> Option<Notation> {
    NOTATIONS
        .into_iter()
        .find(|notation| notation.name() == name)
}

/// What a kind, or a system, answers.
enum Asked<'a> {
    Kind(Kind<'a>),
    Baseuid,
}

impl<'a> Asked<'a> {
    fn of(name: &str, prefix: &'a str, masked: bool, accepts: bool) -> Result<Self, String> {
        Ok(match (prefix, name) {
            ("-", "base62id") => Asked::Kind(Base62id::KIND),
            ("-", "base64uuid") => Asked::Kind(Base64uuid::KIND),
            ("-", "ulid") => Asked::Kind(Ulid::KIND),
            ("-", "xid") => Asked::Kind(Xid::KIND),
            ("-", "baseuid") => Asked::Baseuid,
            _ => {
                let notation = notation(name).ok_or("no notation")?;
                let kind = Kind::new(prefix, notation, masked, accepts);
                Asked::Kind(kind.map_err(|error| error.to_string())?)
            }
        })
    }

    fn parse(&self, text: &str) -> Result<String, InvalidId> {
        match self {
            Asked::Kind(kind) => kind.parse(text).map(String::from),
            Asked::Baseuid => Baseuid::parse(text).map(String::from),
        }
    }

    fn is(&self, text: &str) -> bool {
        match self {
            Asked::Kind(kind) => kind.is(text),
            Asked::Baseuid => Baseuid::is(text),
        }
    }

    fn kind(&self) -> &Kind<'a> {
        match self {
            Asked::Kind(kind) => kind,
            Asked::Baseuid => panic!("a system without UUIDs"),
        }
    }

    fn time(&self, text: &str) -> Option<SystemTime> {
        match self {
            Asked::Baseuid => Some(text.parse::<Baseuid>().unwrap().timestamp()),
            Asked::Kind(kind) if *kind == Xid::KIND => {
                Some(text.parse::<Xid>().unwrap().timestamp())
            }
            Asked::Kind(kind) => kind.time_of(kind.read(text).unwrap()),
        }
    }
}

fn uuid_text(number: u128) -> String {
    let hex = format!("{number:032x}");
    [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ]
    .join("-")
}

/// What reads UUIDs' texts, and nothing else.
fn uuid(text: &str) -> Option<u128> {
    let kind = Kind::new("u", Notation::Uuid, false, false).unwrap();
    kind.read(&format!("u_{text}"))
        .ok()
        .filter(|_| !text.starts_with('"'))
}

fn key_of(hex: &str) -> Option<[u8; 16]> {
    let octet = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
    (0..hex.len() / 2)
        .map(octet)
        .collect::<Vec<_>>()
        .try_into()
        .ok()
}

fn answer(f: &[&str]) -> Option<String> {
    let (name, prefix, text) = (f[1], f[2], f[3]);
    let (a, b) = (*f.get(4).unwrap_or(&""), *f.get(5).unwrap_or(&""));
    if f[0] == "number" || f[0] == "keys" {
        return Some(answer_number(f[0], prefix, text, a, b));
    }
    if f[0] == "long" {
        return Some(long(name, prefix, text));
    }
    let (masked, accepts) = (
        f[0] == "parse" && a == "t",
        b == "t" || f[0] == "column" && a == "t",
    );
    let asked = match Asked::of(name, prefix, masked, accepts) {
        Ok(asked) => asked,
        Err(error) => return Some(error),
    };
    Some(match f[0] {
        "parse" => format!(
            "{}\t{}",
            asked.parse(text).unwrap_or_default(),
            i32::from(asked.is(text))
        ),
        "range" => {
            let (first, last) = asked.kind().range_of(text)?;
            format!("{}\t{}", uuid_text(first), uuid_text(last))
        }
        "column" => {
            let kind = asked.kind();
            let uuid = uuid_text(kind.read(text).ok()?);
            format!("{uuid}\t{}", kind.write(kind.from_column(&uuid).unwrap()))
        }
        "uuid" => {
            let kind = asked.kind();
            let id = kind.write(uuid(text)?);
            format!("{id}\t{}", uuid_text(kind.read(&id).unwrap()))
        }
        "time" => asked
            .time(text)?
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_millis()
            .to_string(),
        "made" => {
            let kind = asked.kind();
            let made: Vec<String> = (0..1000).map(|_| kind.write(kind.next()).into()).collect();
            let age = asked.time(&made[0]).unwrap().elapsed().unwrap_or_default();
            let read = made.iter().all(|id| asked.parse(id).as_ref() == Ok(id));
            (read && made.windows(2).all(|two| two[0] < two[1]) && age.as_secs() < 60).to_string()
        }
        "message" => {
            let error = asked.parse(text).unwrap_err().to_string();
            if error.contains(a) {
                "true".to_owned()
            } else {
                error
            }
        }
        _ => "?".to_owned(),
    })
}

fn answer_number(operation: &str, prefix: &str, text: &str, key: &str, number: &str) -> String {
    use base62id::private::{decode_number, encode_number};

    if operation == "keys" {
        return keys(text);
    }
    let key = key_of(key);
    let kind = match Kind::new(prefix, Notation::Uid11, key.is_some(), false) {
        Ok(kind) => kind,
        Err(error) => return error.to_string(),
    };
    let shown = encode_number(&kind, number.parse().unwrap(), key.as_ref());
    let back = decode_number(&kind, text, key.as_ref());
    format!(
        "{shown}\t{}",
        back.map_or(String::new(), |number| number.to_string())
    )
}

fn keys(text: &str) -> String {
    base62id::kind!(InvId, "inv", notation = Uid11, masked);

    let mut key: [u8; 16] = text.as_bytes().try_into().unwrap();
    let mut said = String::new();
    let mut shown = |i| {
        key[15] = i;
        let numbers = InvId::numbers(&key);
        let id = numbers.encode(42);
        assert_eq!(numbers.decode(id), 42);
        said += &format!("{numbers:?} {:#?}", numbers.clone());
        id
    };
    let ids: Vec<InvId> = (0..200).map(&mut shown).collect();
    let again = ids == (0..200).map(&mut shown).collect::<Vec<_>>();
    let distinct = ids.iter().collect::<std::collections::HashSet<_>>().len() == 200;
    (again && distinct && !said.contains("secret") && !said.contains("115")).to_string()
}

/// Whether of a long text, wherever it is given, little is said. Of a million symbols, what reads
/// each with each does not come back before the test is given up.
fn long(name: &str, prefix: &str, symbol: &str) -> String {
    let longest = longest_said(name, prefix, &symbol.repeat(1_000_000));
    if longest < 1200 {
        true.to_string()
    } else {
        longest.to_string()
    }
}

fn longest_said(name: &str, prefix: &str, text: &str) -> usize {
    let mut said = vec![
        format!("{:?}", notation(text)),
        format!(
            "{:?}",
            Kind::new(text, Notation::Typeid, false, false).err()
        ),
        format!("{:?}", Kind::new(text, Notation::Hex, false, false).err()),
    ];
    for masked in [false, true] {
        let asked = Asked::of(name, prefix, masked, false).unwrap();
        said.push(format!("{:?} {}", asked.parse(text), asked.is(text)));
        said.push(asked.parse(text).unwrap_err().to_string());
        if let Asked::Kind(kind) = asked {
            said.push(format!(
                "{:?} {:?}",
                kind.from_column(text),
                kind.range_of(text)
            ));
            said.push(format!("{:?}", kind.of_octets(text.as_bytes())));
        }
    }
    said.iter().map(|one| one.chars().count()).max().unwrap()
}

fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
        "workers" => std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    std::io::stdout()
                        .write_all(made(12_500).as_bytes())
                        .unwrap()
                });
            }
        }),
        "forks" => {
            made(1);
            for _ in 0..2 {
                if unsafe { fork() } == 0 {
                    // As much as a pipe takes at once.
                    let write = || std::io::stdout().write_all(made(25).as_bytes());
                    (0..2000).for_each(|_| write().unwrap());
                    return;
                }
            }
            for _ in 0..2 {
                unsafe { wait(std::ptr::null_mut()) };
            }
        }
        _ => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            for line in std::io::stdin().lock().lines() {
                let line = line.unwrap();
                let fields: Vec<&str> = line.split('\t').collect();
                writeln!(out, "{}", answer(&fields).unwrap_or_default()).unwrap();
            }
        }
    }
}
