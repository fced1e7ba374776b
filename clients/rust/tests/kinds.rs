//! What a type of `kind!` does, beside the conformance kit.

use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base62id::{Id, Kind, Notation, TimeOutOfRange, Typeid, Ulid};

base62id::kind!(
    /// A user.
    pub UserId, "user"
);
base62id::kind!(
    OrderId,
    "order",
    notation = Ulid,
    accept_uuid,
    sql = "shop_order_id"
);
base62id::kind!(MemberId, "member", masked);
base62id::kind!(FileId, "s3", notation = Uuid);
base62id::kind!(InvoiceId, "inv", notation = Uid11);
base62id::kind!(TicketId, "ticket", notation = Uid11, masked);

const UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
const USER: &str = "user_01h455vb4pex5vsknk084sn02q";
const ORDER: &str = "order_01H455VB4PEX5VSKNK084SN02Q";

#[test]
fn equality_order_and_hashing() {
    let id: OrderId = ORDER.parse().expect("an id");
    let same = OrderId::try_from(&*ORDER.to_lowercase()).expect("an id");
    assert_eq!(id, same);
    assert_eq!(HashSet::from([id, same]).len(), 1);
    let ids: Vec<UserId> = (0..1000).map(|_| UserId::generate()).collect();
    assert!(ids
        .windows(2)
        .all(|two| two[0] < two[1] && *two[0].text() < *two[1].text()));
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    let copied = id;
    assert_eq!(copied.as_ref(), &id.to_uuid());
}

#[test]
fn an_id_is_written_and_read_as_its_text_and_its_uuid() {
    let id: UserId = USER.parse().expect("an id");
    assert_eq!(id.to_string(), USER);
    assert_eq!(
        format!("{id:?} {id:>33}|{id:33}|"),
        format!("UserId({USER})   {USER}|{USER}  |")
    );
    assert_eq!(String::from(id), USER);
    assert_eq!(&*id.text(), USER);
    assert_eq!(UserId::KIND.to_string(), "user id (typeid)");
    assert_eq!(UserId::from_column(UUID), Ok(id));
    assert_eq!(UserId::to_column(USER), Ok(id.to_uuid()));
    assert!(UserId::to_column(UUID).is_err());
    assert_eq!(
        FileId::from_column(UUID).expect("an id").to_string(),
        format!("s3_{UUID}")
    );
    assert_eq!(
        "user_".parse::<Typeid>().map(|id| id.to_string()).ok(),
        None
    );
    let typeid: Typeid = USER.parse().expect("an id");
    assert_eq!((typeid.prefix(), typeid.to_uuid()), ("user", id.to_uuid()));
    assert_eq!(typeid.timestamp(), id.timestamp());
}

#[test]
fn an_error_says_what_is_wrong_and_where() {
    let cases: [(&str, Option<usize>, &str); 9] = [
        (
            "user_01h455vb4pex5vsknk084sn02u",
            Some(31),
            "\"u\" at position 31 is not in the alphabet",
        ),
        (
            "\"user_01h455vb4pex5vsknk084sn02u\"",
            Some(32),
            "\"u\" at position 32",
        ),
        (
            "user_01h455vb4pex5vsknk084sné2q",
            None,
            "its suffix has 27 bytes, not 26",
        ),
        ("user_1", None, "its suffix has 1 bytes, not 26"),
        (
            "user_81h455vb4pex5vsknk084sn02q",
            None,
            "its number is none of a typeid",
        ),
        (ORDER, None, "the type prefix is \"order\", not \"user\""),
        (
            "user_admin_01h455vb4pex5vsknk084sn02q",
            None,
            "is \"user_admin\", not \"user\"",
        ),
        ("User_01h455vb4pex5vsknk084sn02q", None, "_, not \"User\""),
        (UUID, None, "it does not begin with \"user_\""),
    ];
    for (text, position, words) in cases {
        let error = UserId::parse(text).expect_err(text);
        assert_eq!(error.position(), position, "{error}");
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(
            (error.sqlstate(), error.kind()),
            ("22P02", "user id (typeid)")
        );
        assert!(!UserId::is(text));
    }
    let error = FileId::parse("s3_01890a5d0ac96-774b-bcce-b302099a8057").expect_err("no hyphen");
    assert_eq!(error.position(), Some(12), "{error}");
    let error = MemberId::parse("member_01h455vb4pex5vsknk084sn02q").expect_err("version 7");
    assert!(error.reason().contains("version 4"), "{error}");
}

#[test]
fn the_error_of_a_long_text_is_short() {
    for character in ["x", "é", "\"", "_"] {
        let error = UserId::parse(&character.repeat(1 << 20)).expect_err("a long text");
        assert!(error.to_string().len() < 900, "{}", error.to_string().len());
        assert!(Typeid::parse(&character.repeat(1 << 20)).is_err());
        assert_eq!(UserId::prefix_range(&character.repeat(1 << 20)), None);
    }
}

#[test]
fn a_wrong_definition_is_an_error_that_says_the_rule() {
    for prefix in ["", "_", "user_", "User", "u1", &*"a".repeat(64)] {
        let error = Kind::new(prefix, Notation::Typeid, false, false).expect_err(prefix);
        assert_eq!(
            error.to_string(),
            "a type prefix has 1 to 63 characters, a to z and, inside, _"
        );
    }
    for prefix in ["", "_", "user_", "1u", "a-b", "é"] {
        let error = Kind::new(prefix, Notation::Hex, false, false).expect_err(prefix);
        assert_eq!(
            error.to_string(),
            "a type prefix has 1 to 63 characters, letters, digits and _, begins with a letter \
             and does not end with _"
        );
    }
    assert!(Kind::new("s3", Notation::Hex, false, false).is_ok());
    assert!(Kind::new("user", Notation::Typeid, true, true).is_err());
    assert!(Kind::new("user", Notation::Uid11, false, true).is_err());
}

#[test]
fn an_id_of_a_time_has_it_and_changes_no_later_id() {
    let before = UserId::generate();
    let at = UNIX_EPOCH + Duration::new(4_736_880_000, 123_456_789);
    for _ in 0..3 {
        let id = UserId::generate_at(at, &mut base62id::random).expect("a time of ids");
        assert_eq!(
            id.timestamp(),
            Some(UNIX_EPOCH + Duration::from_millis(4_736_880_000_123))
        );
    }
    // Five seconds: what is more than ten ahead of the clock would not be believed anyway.
    let soon = SystemTime::now() + Duration::from_secs(5);
    let soon = UserId::generate_at(soon, &mut base62id::random).expect("a time of ids");
    let after = UserId::generate();
    assert!(before < after && after < soon, "it changes what comes next");
    // All ten octets are asked for, once.
    let mut asked = Vec::new();
    let id = UserId::generate_at(UNIX_EPOCH, &mut |octets: &mut [u8]| {
        asked.push(octets.len());
        octets.fill(255);
    });
    assert_eq!(asked, [10]);
    let uuid = id.expect("a time of ids").to_uuid();
    assert_eq!(
        u128::from_be_bytes(uuid),
        0x0000_0000_0000_7fff_bfff_ffff_ffff_ffff
    );
    // A time has 48 bits.
    let limit = UNIX_EPOCH + Duration::from_millis(1 << 48);
    let early = UNIX_EPOCH - Duration::from_nanos(1);
    for wrong in [early, limit, limit + Duration::from_secs(1 << 40)] {
        let error = UserId::generate_at(wrong, &mut base62id::random).expect_err("no time of ids");
        assert_eq!(error, TimeOutOfRange);
    }
    let last = limit - Duration::from_millis(1);
    assert!(UserId::generate_at(last, &mut base62id::random).is_ok());
}

#[test]
fn a_number_comes_back_from_its_id_and_nothing_shows_the_key() {
    let key = *b"secretsecretsecr";
    let (invoices, tickets) = (InvoiceId::numbers(), TicketId::numbers(&key));
    for number in [0, 1, 42, -1, i64::MAX, i64::MIN] {
        assert_eq!(invoices.decode(invoices.encode(number)), number);
        assert_eq!(tickets.decode(tickets.encode(number)), number);
    }
    let other = TicketId::numbers(b"otherotherothero");
    assert_ne!(other.decode(tickets.encode(42)), 42);
    let said = format!("{tickets:?} {tickets:#?}");
    // 115 is the octet of an s.
    assert!(!said.contains("115") && said.len() < 100, "{said}");
}

#[test]
fn threads_make_no_id_twice() {
    let mut made: Vec<[u8; 16]> = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let ids: Vec<UserId> = (0..2000).map(|_| UserId::generate()).collect();
                    assert!(ids.windows(2).all(|two| two[0] < two[1]));
                    ids
                })
            })
            .collect();
        for worker in workers {
            made.extend(
                worker
                    .join()
                    .expect("a worker")
                    .iter()
                    .map(|id| id.to_uuid()),
            );
        }
    });
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), 16_000);
    let made = Ulid::generate().timestamp().expect("a time");
    let age = SystemTime::now().duration_since(made);
    let age = age.unwrap_or_else(|made_later| made_later.duration());
    assert!(age < Duration::from_secs(60), "{age:?}");
}

#[cfg(feature = "testing")]
#[test]
fn a_source_makes_the_same_ids_again_and_is_undone_at_the_end() {
    use base62id::testing::{seeded, with, Source};

    let new_year = UNIX_EPOCH + Duration::from_secs(1_767_225_600);
    let some = || {
        with(Source::new().at(new_year).seed(7), || {
            let ids = [UserId::generate().to_uuid(), UserId::generate().to_uuid()];
            (ids, Ulid::generate())
        })
    };
    assert_eq!(some(), some());
    assert_ne!(some().0[0], some().0[1]);
    // One source in another; and after a panic the system's clock is in force again.
    with(Source::new().at(new_year), || {
        let inner = with(Source::new().at(UNIX_EPOCH), UserId::generate);
        assert_eq!(inner.timestamp(), Some(UNIX_EPOCH));
        assert_eq!(UserId::generate().timestamp(), Some(new_year));
    });
    let panicked = std::panic::catch_unwind(|| {
        with(Source::new().at(UNIX_EPOCH), || panic!("of a test"));
    });
    assert!(panicked.is_err() && UserId::generate().timestamp() != Some(UNIX_EPOCH));
    // Where the random octets overflow, ids go on to the next millisecond.
    with(
        Source::new().at(new_year).random(|octets| octets.fill(255)),
        || {
            let (first, second) = (UserId::generate(), UserId::generate());
            assert!(first < second);
            assert_eq!(
                second.timestamp(),
                Some(new_year + Duration::from_millis(1))
            );
            let (first, second) = (Ulid::generate(), Ulid::generate());
            assert!(first < second);
            assert_eq!(
                second.timestamp(),
                Some(new_year + Duration::from_millis(1))
            );
        },
    );
    let (mut once, mut twice) = ([0; 10], [0; 10]);
    let mut source = seeded(42);
    source(&mut once[..5]);
    source(&mut once[5..]);
    seeded(42)(&mut twice);
    assert_eq!(once, twice);
}

#[cfg(feature = "uuid")]
#[test]
fn an_id_becomes_a_uuid_of_the_crate_uuid_and_comes_back() {
    let id: UserId = USER.parse().expect("an id");
    let uuid = uuid::Uuid::from(id);
    assert_eq!(uuid.to_string(), UUID);
    assert_eq!(UserId::from(uuid), id);
}
