// Prints CELL, PACKAGE and calls per second, for scripts/bench-clients.
#[path = "base62id.rs"]
mod base62id;
use base62id::*;
use std::hint::black_box;

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
    let uuid = parse_uuid(text).unwrap();
    let id = from_uuid("typeid", &uuid, "user").unwrap();
    let ulid = from_uuid("ulid", &uuid, "").unwrap();
    let base62id = from_uuid("base62id", &uuid, "").unwrap();
    let key = *b"0123456789abcdef";
    let masked = from_number(123456789, "inv", Some(&key)).unwrap();
    let theirs = uuid::Uuid::from_bytes(uuid);
    let made = || drop(black_box(uuid::Uuid::new_v4().to_string()));
    let read = || drop(black_box(uuid::Uuid::parse_str(black_box(text))));
    let written = || drop(black_box(black_box(theirs).to_string()));
    type Call<'a> = &'a dyn Fn();
    let cells: [(&str, Call, &str, Option<Call>); 14] = [
        ("an empty call", &|| empty("typeid", black_box(&id), "user"), "", None),
        ("new TypeID", &|| drop(black_box(new_id("user"))), "uuid, text", Some(&made)),
        ("new ULID", &|| drop(black_box(new_ulid())), "uuid, text", Some(&made)),
        ("new UUID version 7", &|| drop(black_box(new_uuid())), "uuid", Some(&|| { black_box(uuid::Uuid::new_v4()); })),
        ("new base62id", &|| drop(black_box(new_id_in("base62id", ""))), "uuid, text", Some(&made)),
        ("read TypeID", &|| drop(black_box(parse_in("typeid", black_box(&id), "user"))), "uuid", Some(&read)),
        ("read ULID", &|| drop(black_box(parse("ulid", black_box(&ulid)))), "uuid", Some(&read)),
        ("validate TypeID", &|| drop(black_box(is_valid_in("typeid", black_box(&id), "user"))), "uuid", Some(&read)),
        ("TypeID to UUID", &|| drop(black_box(to_uuid("typeid", black_box(&id)))), "uuid", Some(&read)),
        ("base62id to UUID", &|| drop(black_box(to_uuid("base62id", black_box(&base62id)))), "uuid", Some(&read)),
        ("TypeID from UUID", &|| drop(black_box(from_uuid("typeid", black_box(&uuid), "user"))), "uuid, text", Some(&written)),
        ("base62id from UUID", &|| drop(black_box(from_uuid("base62id", black_box(&uuid), ""))), "uuid, text", Some(&written)),
        ("mask a number", &|| drop(black_box(from_number(123456789, "inv", Some(&key)))), "", None),
        ("unmask a number", &|| drop(black_box(to_number(black_box(&masked), "inv", Some(&key)))), "", None),
    ];
    for (cell, ours, name, other) in cells {
        let packages: Vec<(&str, Call)> = std::iter::once(("base62id", ours)).chain(other.map(|other| (name, other))).collect();
        let mut best: Vec<f64> = packages.iter().map(|(_, call)| seconds(call, 300)).collect();
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
