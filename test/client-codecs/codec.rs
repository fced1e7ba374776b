// Stands beside codec.rs, which is base62id.rs without the drivers' traits that end it.
#[path = "base62id.rs"]
mod base62id;
use base62id::*;
use std::io::{BufRead, Write};

extern "C" {
    fn fork() -> i32;
    fn wait(status: *mut i32) -> i32;
}

fn made(count: usize) -> String {
    let line = |_| format!("{}\n{}\n{}\n", new_id("user").unwrap(), format_uuid(&new_uuid().unwrap()), new_ulid().unwrap());
    (0..count).map(line).collect()
}

fn answer(f: &[&str]) -> Option<String> {
    let (name, prefix, text, a) = (f[1], f[2], f[3], *f.get(4).unwrap_or(&""));
    let made = Made { masked: a == "t", accept_uuid: f.get(5) == Some(&"t") };
    Some(match f[0] {
        "decode" => {
            let octets = decode(name, text).ok()?;
            let hex: String = octets.iter().map(|o| format!("{o:02x}")).collect();
            format!("{hex}\t{}", encode(name, &octets).unwrap())
        }
        "parse" if prefix == "-" => format!("{}\t{}", parse(name, text).unwrap_or_default(), is_valid(name, text) as i32),
        "parse" => {
            let id = parse_made(name, text, prefix, made);
            let valid = if made.masked || made.accept_uuid { id.is_ok() } else { is_valid_in(name, text, prefix) };
            if let Ok(id) = &id {
                let octets = decode_in(name, id, prefix).unwrap();
                assert!(encode_in(name, &octets, prefix).unwrap() == *id && type_prefix_in(name, id) == prefix, "{id}");
            }
            format!("{}\t{}", id.unwrap_or_default(), valid as i32)
        }
        "pattern" if prefix == "-" => pattern(name).unwrap(),
        "pattern" => pattern_made(name, prefix, Made { masked: false, accept_uuid: text == "t" }).unwrap(),
        "range" => {
            let (first, last) = prefix_range(name, text, prefix).unwrap()?;
            format!("{}\t{}", format_uuid(&first), format_uuid(&last))
        }
        "column" => {
            let uuid = format_uuid(&to_column(name, text, prefix, a == "t").ok()?);
            format!("{uuid}\t{}", from_column(name, &uuid, prefix).unwrap())
        }
        "number" => {
            let octets: Vec<u8> = (0..a.len() / 2).map(|i| u8::from_str_radix(&a[2 * i..2 * i + 2], 16).unwrap()).collect();
            let key: Option<&[u8; 16]> = octets.as_slice().try_into().ok();
            let number = to_number(text, prefix, key).map_or(String::new(), |number| number.to_string());
            format!("{}\t{number}", from_number(f[5].parse().unwrap(), prefix, key).unwrap())
        }
        "keys" => {
            let mut key: [u8; 16] = text.as_bytes().try_into().unwrap();
            let mut shown = |i| {
                key[15] = i;
                let shown = from_number(42, prefix, Some(&key)).unwrap();
                assert_eq!(to_number(&shown, prefix, Some(&key)), Ok(42));
                shown
            };
            let texts: Vec<String> = (0..200).map(&mut shown).collect();
            (texts == (0..200).map(&mut shown).collect::<Vec<_>>()).to_string()
        }
        _ => {
            let text = text.repeat(1_000_000);
            let error = if prefix == "-" { parse(name, &text) } else { parse_in(name, &text, prefix) }.unwrap_err();
            (error.to_string().chars().count() < 400).to_string()
        }
    })
}

fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
        "workers" => std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| std::io::stdout().write_all(made(12_500).as_bytes()).unwrap());
            }
        }),
        "forks" => {
            made(1);
            for _ in 0..2 {
                if unsafe { fork() } == 0 {
                    (0..2000).for_each(|_| std::io::stdout().write_all(made(25).as_bytes()).unwrap()); // as much as a pipe takes at once
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
                writeln!(out, "{}", answer(&line.split('\t').collect::<Vec<_>>()).unwrap_or_default()).unwrap();
            }
        }
    }
}
