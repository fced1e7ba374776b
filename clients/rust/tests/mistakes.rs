//! What must not compile.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

const KINDS: &str = r#"
base62id::kind!(UserId, "user");
base62id::kind!(OrderId, "order", notation = Ulid);
base62id::kind!(MemberId, "member", masked);
base62id::kind!(InvoiceId, "inv", notation = Uid11);
base62id::kind!(TicketId, "ticket", notation = Uid11, masked);
fn find(_: UserId) {}
"#;

/// All that the mistakes do wrong, done right: none of them is one because a name is gone.
const RIGHT: &str = r#"
find(UserId::generate());
find(UserId::from_uuid([0; 16]));
find(UserId::parse("").expect("an id"));
let _ = UserId::generate() == UserId::generate();
let _ = UserId::generate() < UserId::generate();
let _ = UserId::from_uuid(OrderId::generate().to_uuid());
let _: String = UserId::generate().into();
let _: &str = &UserId::generate().text();
UserId::generate_at(std::time::UNIX_EPOCH, &mut base62id::random);
MemberId::parse("");
TicketId::numbers(&[0; 16]);
InvoiceId::numbers().decode(InvoiceId::numbers().encode(1));
base62id::Xid::parse("");
"#;

// Codes of rustc's errors.
const MISMATCHED_TYPES: &str = "E0308";
const TRAIT_NOT_IMPLEMENTED: &str = "E0277";
const NO_SUCH_FUNCTION: &str = "E0599";
const WRONG_NUMBER_OF_ARGUMENTS: &str = "E0061";

/// A statement, and the compiler's error.
const MISTAKES: [(&str, &str); 20] = [
    ("find(OrderId::generate());", MISMATCHED_TYPES),
    (
        "find(\"user_01h455vb4pex5vsknk084sn02q\");",
        MISMATCHED_TYPES,
    ),
    ("find(String::new());", MISMATCHED_TYPES),
    ("find([0; 16]);", MISMATCHED_TYPES),
    ("find(UserId::parse(\"\"));", MISMATCHED_TYPES),
    (
        "let _ = UserId::generate() == OrderId::generate();",
        MISMATCHED_TYPES,
    ),
    (
        "let _ = UserId::generate() < OrderId::generate();",
        MISMATCHED_TYPES,
    ),
    ("let _ = UserId::generate() == \"\";", MISMATCHED_TYPES),
    (
        "let _: UserId = OrderId::generate().into();",
        TRAIT_NOT_IMPLEMENTED,
    ),
    ("let _: OrderId = [0u8; 16].into();", TRAIT_NOT_IMPLEMENTED),
    ("let _: &str = &UserId::generate();", MISMATCHED_TYPES),
    ("MemberId::generate();", NO_SUCH_FUNCTION),
    ("MemberId::from_uuid([0; 16]);", NO_SUCH_FUNCTION),
    ("InvoiceId::generate();", NO_SUCH_FUNCTION),
    ("UserId::numbers();", NO_SUCH_FUNCTION),
    ("InvoiceId::numbers(&[0; 16]);", WRONG_NUMBER_OF_ARGUMENTS),
    ("TicketId::numbers();", WRONG_NUMBER_OF_ARGUMENTS),
    (
        "InvoiceId::numbers().decode(UserId::generate());",
        MISMATCHED_TYPES,
    ),
    (
        "UserId::generate_at(0, &mut base62id::random);",
        MISMATCHED_TYPES,
    ),
    ("base62id::Xid::generate();", NO_SUCH_FUNCTION),
];

/// The prefixes that every notation but `TypeID` has, and the longest one.
const RIGHT_DEFINITIONS: &str = r#"
base62id::kind!(A, "u1", notation = Hex);
base62id::kind!(B, "aB", notation = Ulid);
base62id::kind!(C, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
"#;

const RULE_OF_TYPEID: &str = "a type prefix has 1 to 63 characters, a to z and, inside, _";
const RULE_OF_OTHERS: &str = "a type prefix has 1 to 63 characters, letters, digits and _, begins \
                              with a letter and does not end with _";

/// A definition, and what the compiler says of it.
const DEFINITIONS: [(&str, &str); 16] = [
    ("X, \"\"", RULE_OF_TYPEID),
    ("X, \"User\"", RULE_OF_TYPEID),
    ("X, \"user_\"", RULE_OF_TYPEID),
    ("X, \"_user\"", RULE_OF_TYPEID),
    ("X, \"u1\"", RULE_OF_TYPEID),
    (
        "X, \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        RULE_OF_TYPEID,
    ),
    ("X, \"1u\", notation = Hex", RULE_OF_OTHERS),
    ("X, \"a-b\", notation = Ulid", RULE_OF_OTHERS),
    ("X, \"user_\", notation = Uid11", RULE_OF_OTHERS),
    (
        "X, \"user\", notation = Baseuid",
        "`Baseuid` found for enum `Notation`",
    ),
    ("X, \"user\", notation = \"ulid\"", "there is no option"),
    ("X, \"user\", mask", "there is no option `mask`"),
    (
        "X, \"user\", masked, accept_uuid",
        "a masked id type does not accept UUIDs",
    ),
    (
        "X, \"user\", notation = Uid11, accept_uuid",
        "numbers are no UUIDs to accept",
    ),
    ("X, user", "no rules expected"),
    ("X", "unexpected end of macro invocation"),
];

/// The newest library beside this test. It may have other features than this test was built with,
/// but the mistakes are mistakes with all of them.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("this program");
    let beside = test
        .parent()
        .expect("a directory")
        .read_dir()
        .expect("a directory");
    let built = |file: &std::fs::DirEntry| {
        file.metadata()
            .and_then(|about| about.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let of_ours = |name: &str| name.starts_with("libbase62id-") && name.ends_with("rlib");
    beside
        .map(|file| file.expect("a file"))
        .filter(|file| file.file_name().to_str().map_or(false, of_ours))
        .max_by_key(built)
        .expect("the library")
        .path()
}

/// What the compiler says of a program; nothing where it compiles.
fn compiled(program: &str) -> String {
    compiled_of_edition("2021", program)
}

fn compiled_of_edition(edition: &str, program: &str) -> String {
    use std::io::Write;

    // rustc makes its temporary files beside what it writes, so that /dev/null would not do.
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let output = format!("{}/mistake-{number}.rmeta", env!("CARGO_TARGET_TMPDIR"));
    let library = library();
    let dependencies = library.parent().expect("a directory");
    let mut compiler = Command::new("rustc")
        .args([
            "--edition",
            edition,
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "-A",
            "warnings",
        ])
        .args(["--crate-name", "mistake", "-o", &output, "-"])
        .arg("--extern")
        .arg(format!("base62id={}", library.display()))
        .arg("-L")
        .arg(dependencies)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("rustc");
    let input = compiler.stdin.take();
    input
        .expect("a pipe")
        .write_all(program.as_bytes())
        .expect("a program");
    let out = compiler.wait_with_output().expect("rustc");
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    // A program that compiles says nothing, as warnings are allowed; else rustc itself is broken.
    assert_eq!(out.status.success(), said.is_empty(), "{said}");
    said
}

#[test]
fn mistakes_do_not_compile() {
    let right = format!("{KINDS} pub fn right() {{ {RIGHT} }}");
    assert_eq!(compiled(&right), "");
    for (statement, words) in MISTAKES {
        let said = compiled(&format!("{KINDS} pub fn mistake() {{ {statement} }}"));
        assert!(
            said.contains(words),
            "{statement} does not say {words}: {said}"
        );
    }
}

#[test]
fn wrong_definitions_do_not_compile() {
    for edition in ["2018", "2021"] {
        assert_eq!(compiled_of_edition(edition, RIGHT_DEFINITIONS), "");
    }
    for (definition, words) in DEFINITIONS {
        let said = compiled(&format!("base62id::kind!({definition});"));
        assert!(
            said.contains(words),
            "{definition} does not say {words}: {said}"
        );
    }
}
