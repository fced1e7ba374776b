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

/// A statement, and the compiler's error.
const MISTAKES: [(&str, &str); 20] = [
    ("find(OrderId::generate());", "E0308"),
    ("find(\"user_01h455vb4pex5vsknk084sn02q\");", "E0308"),
    ("find(String::new());", "E0308"),
    ("find([0; 16]);", "E0308"),
    ("find(UserId::parse(\"\"));", "E0308"),
    (
        "let _ = UserId::generate() == OrderId::generate();",
        "E0308",
    ),
    ("let _ = UserId::generate() < OrderId::generate();", "E0308"),
    ("let _ = UserId::generate() == \"\";", "E0308"),
    ("let _: UserId = OrderId::generate().into();", "E0277"),
    ("let _: OrderId = [0u8; 16].into();", "E0277"),
    ("let _: &str = &UserId::generate();", "E0308"),
    ("MemberId::generate();", "E0599"),
    ("MemberId::from_uuid([0; 16]);", "E0599"),
    ("InvoiceId::generate();", "E0599"),
    ("UserId::numbers();", "E0599"),
    ("InvoiceId::numbers(&[0; 16]);", "E0061"),
    ("TicketId::numbers();", "E0061"),
    ("InvoiceId::numbers().decode(UserId::generate());", "E0308"),
    ("UserId::generate_at(0, &mut base62id::random);", "E0308"),
    ("base62id::Xid::generate();", "E0599"),
];

/// A definition, and what the compiler says of it.
const DEFINITIONS: [(&str, &str); 14] = [
    ("X, \"\"", "a type prefix has 1 to 63 characters"),
    ("X, \"User\"", "a type prefix has 1 to 63 characters"),
    ("X, \"user_\"", "a type prefix has 1 to 63 characters"),
    ("X, \"_user\"", "a type prefix has 1 to 63 characters"),
    ("X, \"u1\"", "a type prefix has 1 to 63 characters"),
    (
        "X, \"1u\", notation = Hex",
        "a type prefix has 1 to 63 characters",
    ),
    (
        "X, \"a-b\", notation = Ulid",
        "a type prefix has 1 to 63 characters",
    ),
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

/// The library that this test was built with: the newest that lies beside it.
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
            "2021",
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
    assert_eq!(out.status.success(), said.is_empty(), "{said}");
    said
}

#[test]
fn mistakes_do_not_compile() {
    assert_eq!(
        compiled(&format!(
            "{KINDS} pub fn right() {{ find(UserId::generate()); }}"
        )),
        ""
    );
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
    for (definition, words) in DEFINITIONS {
        let said = compiled(&format!("base62id::kind!({definition});"));
        assert!(
            said.contains(words),
            "{definition} does not say {words}: {said}"
        );
    }
}
