//! Every case of the conformance kit, which all languages answer alike. A test has the name of its
//! file; conformance/README.md says what its cases have. The kit lies
//! beside the clients in their repository and not in the package.

mod json;

use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use base62id::{Base62id, Base64uuid, Baseuid, Id, InvalidId, Kind, Notation, Ulid, Xid};
use json::Json;

fn kit(name: &str) -> Option<Json> {
    let told = std::env::var_os("BASE62ID_CONFORMANCE");
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let file = told.clone().map_or(beside, PathBuf::from).join(name);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(Json::parse(&text)),
        Err(error) if told.is_some() => panic!("{}: {error}", file.display()),
        Err(_) => {
            eprintln!("there is no conformance kit beside the package");
            None
        }
    }
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

/// A kind with a prefix, or none of a wrong definition.
fn kind(definition: &Json) -> Option<Kind<'_>> {
    let wanted = definition.text("notation").unwrap_or("typeid");
    let notation = NOTATIONS
        .into_iter()
        .find(|notation| notation.name() == wanted)?;
    let (masked, accept_uuid) = (definition.is("masked"), definition.is("acceptUuid"));
    Kind::new(definition.text("prefix")?, notation, masked, accept_uuid).ok()
}

/// What a system or a kind answers.
enum Asked<'a> {
    Kind(Kind<'a>),
    System(&'a str),
}

impl<'a> Asked<'a> {
    fn of(definition: &'a Json) -> Self {
        match definition.text("system") {
            Some(system) => Asked::System(system),
            None => Asked::Kind(kind(definition).expect("a kind")),
        }
    }

    fn parse(&self, text: &str) -> Result<String, InvalidId> {
        match self {
            Asked::Kind(kind) => kind.parse(text).map(String::from),
            Asked::System("base62id") => Base62id::parse(text).map(String::from),
            Asked::System("base64uuid") => Base64uuid::parse(text).map(String::from),
            Asked::System("ulid") => Ulid::parse(text).map(String::from),
            Asked::System("baseuid") => Baseuid::parse(text).map(String::from),
            Asked::System("xid") => Xid::parse(text).map(String::from),
            Asked::System(other) => panic!("{other}"),
        }
    }

    fn is(&self, text: &str) -> bool {
        match self {
            Asked::Kind(kind) => kind.is(text),
            Asked::System("base62id") => Base62id::is(text),
            Asked::System("base64uuid") => Base64uuid::is(text),
            Asked::System("ulid") => Ulid::is(text),
            Asked::System("baseuid") => Baseuid::is(text),
            Asked::System("xid") => Xid::is(text),
            Asked::System(other) => panic!("{other}"),
        }
    }

    /// The kind of the ids, where they are UUIDs.
    fn uuid_kind(&self) -> Option<Kind<'a>> {
        let kind = match self {
            Asked::Kind(kind) => *kind,
            Asked::System("base62id") => Base62id::KIND,
            Asked::System("base64uuid") => Base64uuid::KIND,
            Asked::System("ulid") => Ulid::KIND,
            Asked::System(_) => return None,
        };
        (!kind.masked() && kind.notation() != Notation::Uid11).then_some(kind)
    }

    fn milliseconds(&self, id: &str) -> Option<u128> {
        let time = match self {
            Asked::System("baseuid") => id.parse::<Baseuid>().expect("an id").timestamp(),
            Asked::System("xid") => id.parse::<Xid>().expect("an id").timestamp(),
            _ => {
                let kind = self.uuid_kind()?;
                kind.time_of(kind.read(id).expect("an id"))?
            }
        };
        Some(
            time.duration_since(UNIX_EPOCH)
                .expect("behind 1970")
                .as_millis(),
        )
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

/// Asks all cases of a file.
fn each_case(name: &str, least: usize, ask: impl Fn(&Asked<'_>, &Json, &Json)) {
    let groups = match kit(name) {
        Some(groups) => groups,
        None => return,
    };
    let mut count = 0;
    for group in groups.list() {
        let asked = Asked::of(group.get("kind").expect("a kind"));
        for case in group.get("cases").expect("cases").list() {
            ask(&asked, group, case);
            count += 1;
        }
    }
    assert!(count >= least, "{count} cases of {name}");
}

#[test]
fn definitions() {
    let cases = match kit("definitions.json") {
        Some(cases) => cases,
        None => return,
    };
    for case in cases.list() {
        let definition = case.get("kind").expect("a kind");
        assert_eq!(
            kind(definition).is_some(),
            case.is("valid"),
            "{definition:?}"
        );
    }
    assert!(cases.list().len() > 100);
}

/// The milliseconds where the year 10000 begins.
const YEAR_10000: u128 = 253_402_300_800_000;

#[test]
fn vectors() {
    each_case("vectors.json", 350, |asked, _, case| {
        let id = case.text("id").expect("an id");
        assert_eq!(asked.parse(id).as_deref(), Ok(id));
        assert_eq!(asked.parse(&format!("\"{id}\"")).as_deref(), Ok(id));
        assert!(asked.is(id), "{id}");
        if let Some(uuid) = case.text("uuid") {
            let kind = asked.uuid_kind().expect("a kind of UUIDs");
            let number = kind.read(id).expect("an id");
            assert_eq!(uuid_text(number), uuid, "{id}");
            assert_eq!(&*kind.write(number), id);
            assert_eq!(kind.from_column(uuid), Ok(number), "{id}");
        }
        let made = asked.milliseconds(id);
        match case.number::<u128>("timestamp") {
            Some(wanted) => assert_eq!(made, Some(wanted), "{id}"),
            // Not every language has the time of a ULID behind the year 9999.
            None => assert!(made.map_or(true, |ms| ms >= YEAR_10000), "{id}"),
        }
    });
}

#[test]
fn verdicts() {
    each_case("verdicts.json", 1500, |asked, _, case| {
        let text = case.text("text").expect("a text");
        let wanted = case.text("id");
        let parsed = asked.parse(text);
        assert_eq!(parsed.as_deref().ok(), wanted, "{text:?}");
        assert_eq!(asked.is(text), wanted == Some(text), "{text:?}");
        if let Err(error) = parsed {
            assert_eq!(error.sqlstate(), "22P02");
            assert!(error.to_string().len() < 900, "{error}");
        }
    });
}

#[test]
fn ranges() {
    each_case("ranges.json", 900, |asked, _, case| {
        let text = case.text("text").expect("a text");
        let range = asked.uuid_kind().and_then(|kind| kind.range_of(text));
        let texts = range.map(|(first, last)| (uuid_text(first), uuid_text(last)));
        let first = texts.as_ref().map(|texts| &*texts.0);
        let last = texts.as_ref().map(|texts| &*texts.1);
        assert_eq!(
            (first, last),
            (case.text("first"), case.text("last")),
            "{text:?}"
        );
    });
}

fn octets(hex: &str) -> Vec<u8> {
    let octet = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("an octet");
    (0..hex.len() / 2).map(octet).collect()
}

base62id::kind!(Inv, "inv", notation = Uid11);

#[test]
fn numbers() {
    each_case("numbers.json", 80, |asked, group, case| {
        let number: i64 = case
            .text("number")
            .expect("a number")
            .parse()
            .expect("a number");
        let id = case.text("id").expect("an id");
        let kind = match asked {
            Asked::Kind(kind) => kind,
            Asked::System(system) => panic!("{system}"),
        };
        let key = group.text("key").map(octets);
        assert_eq!(kind.masked(), key.is_some());
        let key: Option<[u8; 16]> = key.map(|key| key.try_into().expect("16 octets"));
        let encoded = base62id::private::encode_number(kind, number, key.as_ref());
        assert_eq!(&*encoded, id, "{number}");
        let decoded = base62id::private::decode_number(kind, id, key.as_ref());
        assert_eq!(decoded, Ok(number), "{id}");
    });
    assert_eq!(Inv::numbers().encode(42).to_string(), "inv_1111111111j");
}

#[test]
fn patterns() {
    let cases = match kit("patterns.json") {
        Some(cases) => cases,
        None => return,
    };
    for case in cases.list() {
        let definition = case.get("kind").expect("a kind");
        let pattern = match definition.text("system") {
            None => kind(definition).expect("a kind").pattern(),
            Some("baseuid") => continue, // it has no `Kind`, and no pattern
            Some("xid") => Xid::KIND.pattern(),
            Some(_) => Asked::of(definition).uuid_kind().expect("a kind").pattern(),
        };
        assert_eq!(Some(&*pattern), case.text("pattern"), "{definition:?}");
    }
    assert!(cases.list().len() > 20);
}

#[test]
fn generated() {
    each_case("generated.json", 100, |asked, _, case| {
        let kind = asked.uuid_kind().expect("a kind of UUIDs");
        let at = UNIX_EPOCH + Duration::from_millis(case.number("at").expect("a time"));
        let id = case.text("id").expect("an id");
        let random = case.text("random");
        let seed = case.number::<u32>("seed");
        assert!(random.is_some() || seed.is_some(), "{case:?}");
        if let Some(random) = random {
            let octets = octets(random);
            let number = kind.at(at, &mut |into: &mut [u8]| into.copy_from_slice(&octets));
            assert_eq!(&*kind.write(number.expect("a time of ids")), id);
        }
        #[cfg(feature = "testing")]
        if let Some(seed) = seed {
            let number = kind.at(at, &mut base62id::testing::seeded(seed));
            assert_eq!(&*kind.write(number.expect("a time of ids")), id);
        }
    });
}

#[cfg(feature = "testing")]
#[test]
fn clock() {
    use base62id::testing::{with, Source};
    use std::cell::Cell;
    use std::rc::Rc;

    base62id::kind!(UserId, "user");

    let cases = match kit("clock.json") {
        Some(cases) => cases,
        None => return,
    };
    for case in cases.list() {
        for kind in [UserId::KIND, Ulid::KIND] {
            let now = Rc::new(Cell::new(UNIX_EPOCH));
            let clock = Rc::clone(&now);
            with(Source::new().now(move || clock.get()), || {
                let mut last = 0;
                for step in case.get("steps").expect("steps").list() {
                    let ms: u64 = step.number("now").expect("a time");
                    now.set(UNIX_EPOCH + Duration::from_millis(ms));
                    let number = kind.next();
                    assert_eq!(Some(number >> 80), step.number("timestamp"), "{case:?}");
                    assert_eq!(number > last, step.is("ascends"), "{kind} {case:?}");
                    last = number;
                }
            });
        }
    }
    assert!(cases.list().len() > 4);
}
