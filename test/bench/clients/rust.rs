// Prints CELL, PACKAGE and calls per second, for scripts/bench-clients.
use base62id::{Base62id, Ulid};
use std::hint::black_box;

base62id::kind!(UserId, "user");
base62id::kind!(InvoiceId, "inv", notation = Uid11, masked);

#[repr(C)]
struct Timespec(i64, i64);
extern "C" {
    fn clock_gettime(clock: i32, time: &mut Timespec) -> i32;
}

fn cpu_time() -> f64 {
    let mut time = Timespec(0, 0);
    assert_eq!(unsafe { clock_gettime(2, &mut time) }, 0); // CLOCK_PROCESS_CPUTIME_ID of Linux
    time.0 as f64 + time.1 as f64 / 1e9
}

fn seconds(call: &dyn Fn(), calls: usize) -> f64 {
    let begun = cpu_time();
    for _ in 0..calls {
        call();
    }
    (cpu_time() - begun) / calls as f64
}

#[inline(never)]
fn empty(name: &str, text: &str, prefix: &str) {
    black_box((name, text, prefix));
}

fn main() {
    let text = "01890a5d-ac96-774b-bcce-b302099a8057";
    let uuid = UserId::from_column(text).unwrap().to_uuid();
    let id = UserId::from_uuid(uuid);
    let (id_text, ulid) = (id.to_string(), Ulid::from_uuid(uuid).to_string());
    let base62id = Base62id::from_uuid(uuid).to_string();
    let invoices = InvoiceId::numbers(b"0123456789abcdef");
    let masked = invoices.encode(123456789);
    let theirs = uuid::Uuid::from_bytes(uuid);
    let made = || drop(black_box(uuid::Uuid::new_v4().to_string()));
    let read = || drop(black_box(uuid::Uuid::parse_str(black_box(text))));
    let written = || drop(black_box(black_box(theirs).to_string()));
    type Call<'a> = &'a dyn Fn();
    let cells: [(&str, Call, &str, Option<Call>); 14] = [
        (
            "an empty call",
            &|| empty("typeid", black_box(&id_text), "user"),
            "",
            None,
        ),
        (
            "new TypeID",
            &|| drop(black_box(String::from(UserId::generate()))),
            "uuid, text",
            Some(&made),
        ),
        (
            "new ULID",
            &|| drop(black_box(String::from(Ulid::generate()))),
            "uuid, text",
            Some(&made),
        ),
        (
            "new UUID version 7",
            &|| drop(black_box(UserId::generate())),
            "uuid",
            Some(&|| {
                black_box(uuid::Uuid::new_v4());
            }),
        ),
        (
            "new base62id",
            &|| drop(black_box(String::from(Base62id::generate()))),
            "uuid, text",
            Some(&made),
        ),
        (
            "read TypeID",
            &|| drop(black_box(UserId::parse(black_box(&id_text)))),
            "uuid",
            Some(&read),
        ),
        (
            "read ULID",
            &|| drop(black_box(Ulid::parse(black_box(&ulid)))),
            "uuid",
            Some(&read),
        ),
        (
            "validate TypeID",
            &|| drop(black_box(UserId::is(black_box(&id_text)))),
            "uuid",
            Some(&read),
        ),
        (
            "TypeID to UUID",
            &|| drop(black_box(UserId::to_column(black_box(&id_text)))),
            "uuid",
            Some(&read),
        ),
        (
            "base62id to UUID",
            &|| drop(black_box(Base62id::to_column(black_box(&base62id)))),
            "uuid",
            Some(&read),
        ),
        (
            "TypeID from UUID",
            &|| drop(black_box(String::from(UserId::from_uuid(black_box(uuid))))),
            "uuid, text",
            Some(&written),
        ),
        (
            "base62id from UUID",
            &|| {
                drop(black_box(String::from(Base62id::from_uuid(black_box(
                    uuid,
                )))))
            },
            "uuid, text",
            Some(&written),
        ),
        (
            "mask a number",
            &|| {
                drop(black_box(String::from(
                    invoices.encode(black_box(123456789)),
                )))
            },
            "",
            None,
        ),
        (
            "unmask a number",
            &|| drop(black_box(invoices.decode(black_box(masked)))),
            "",
            None,
        ),
    ];
    for (cell, ours, name, other) in cells {
        let packages: Vec<(&str, Call)> = std::iter::once(("base62id", ours))
            .chain(other.map(|other| (name, other)))
            .collect();
        let mut best: Vec<f64> = packages
            .iter()
            .map(|(_, call)| seconds(call, 300))
            .collect();
        for _ in 0..15 {
            for (best, (_, call)) in best.iter_mut().zip(&packages) {
                *best = best.min(seconds(call, (0.01 / *best) as usize + 1));
            }
        }
        for (best, (name, _)) in best.iter().zip(&packages) {
            println!("{cell}\t{name}\t{:.0}", 1.0 / best);
        }
    }
}
