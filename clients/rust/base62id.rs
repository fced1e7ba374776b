//! The ids of the PostgreSQL extension base62id: text to octets and back, and a type for tokio-postgres and sqlx.
//!
//!     client.query("SELECT id FROM users WHERE id = $1", &[&Id::from("user_01h4…")])
//!     client.query("SELECT id FROM users WHERE id = ANY ($1)", &[&vec![Id::from(…)]])
//!     base62id::parse("typeid", text)      // the canonical text, or an Error
//!     base62id::parse_in("ulid", text, "prod")  // the same of a typed id, by its notation and its type prefix
//!     type Uuid = base62id::AsUuid<uuid::Uuid>;  // for a program of UUIDs, which reads and writes them on
//!     base62id::new_id("user")             // user_01h455vb4pex5vsknk084sn02q
//!
//! One file. With the feature "sqlx" it implements sqlx's traits, without it those of postgres-types.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Error {}

/// A number of so many octets as symbols of an alphabet: the first text and the last, their pattern, and the values of octets,
/// of which 64 and more are none.
struct Format {
    name: &'static str,
    alphabet: &'static [u8],
    length: usize,
    size: usize,
    first: &'static str,
    last: &'static str,
    pattern: &'static str,
    values: [u8; 256],
}

const fn of(name: &'static str, alphabet: &'static [u8], size: usize, first: &'static str, last: &'static str, pattern: &'static str) -> Format {
    let mut values = [255; 256];
    let mut i = 0;
    while i < alphabet.len() {
        values[alphabet[i] as usize] = i as u8;
        if i > 9 && alphabet.len() == 32 && alphabet[31] == b'Z' {
            values[alphabet[i] as usize | 32] = i as u8; // a ULID's letters in lower case
        }
        i += 1;
    }
    Format { name, alphabet, length: first.len(), size, first, last, pattern, values }
}

const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE64: &[u8] = b"$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BASE64_OF_BASEUID: &[u8] = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BASE58: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const OF_TYPEID: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
const OF_ULID: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID_PATTERN: &str = "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}";
static TYPEID: Format = of("typeid", OF_TYPEID, 16, "00000000000000000000000000", "7zzzzzzzzzzzzzzzzzzzzzzzzz", "[0-7][0-9a-hjkmnp-tv-z]{25}");
static BASE62ID: Format = of("base62id", BASE62, 16, "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN", "[F-N][0-9A-Za-z]{21}");
static BASE64UUID: Format = of("base64uuid", BASE64, 16, "F$$$$$$$$$$$$$$$$$$$$$", "Izzzzzzzzzzzzzzzzzzzzz", "[F-I][$0-9A-Z_a-z]{21}");
static UID11: Format = of("uid11", BASE58, 8, "11111111111", "jpXCZedGfVQ", "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}");
static BASEUID: Format = of("baseuid", BASE64_OF_BASEUID, 15, "--------------------", "zzzzzzzzzzzzzzzzzzzz", "[-0-9A-Z_a-z]{20}");
static ULID: Format = of("ulid", OF_ULID, 16, "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", ULID_PATTERN);
pub const NAMES: [&str; 6] = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];
const LONGEST: usize = 92; // octets: 63 of a type prefix, "_", 26 symbols, two quotes
const FIVE: u64 = 62u64.pow(5);
const TEN: u64 = 62u64.pow(10);
static PAIRS: [[u8; 2]; 3844] = pairs(BASE62);
static PAIRS_OF_TYPEID: [[u8; 2]; 1024] = pairs(OF_TYPEID);
static PAIRS_OF_ULID: [[u8; 2]; 1024] = pairs(OF_ULID);

const fn pairs<const N: usize>(alphabet: &[u8]) -> [[u8; 2]; N] {
    let mut pairs = [[0; 2]; N];
    let mut i = 0;
    while i < N {
        pairs[i] = [alphabet[i / alphabet.len()], alphabet[i % alphabet.len()]];
        i += 1;
    }
    pairs
}

/// As so many tens and a rest: the marks 2 and 3 of base62id, each times 2^128.
const MARKS: [(u128, u64); 2] = [mark(2), mark(3)];

const fn mark(mark: u128) -> (u128, u64) {
    let (tens, rest) = (u128::MAX / TEN as u128, u128::MAX % TEN as u128 + 1);
    (tens * mark + rest * mark / TEN as u128, (rest * mark % TEN as u128) as u64)
}

#[inline]
fn format(name: &str) -> Result<&'static Format, Error> {
    Ok(match name {
        "typeid" => &TYPEID,
        "base62id" => &BASE62ID,
        "base64uuid" => &BASE64UUID,
        "uid11" => &UID11,
        "baseuid" => &BASEUID,
        "ulid" => &ULID,
        _ => return Err(no_name(name)),
    })
}

#[cold]
fn no_name(name: &str) -> Error {
    Error(format!("no id is of the name {:?}, but: {}", cut(name), NAMES.join(", ")))
}

/// A number below 2^64 * TEN, divided by TEN with a rest, by two products: Möller and Granlund, Improved division by invariant integers
/// (2011), algorithm 4.
#[inline(always)]
fn div_ten(high: u64, low: u64) -> (u64, u64) {
    const DIVISOR: u64 = TEN << 4; // the first bit is set
    const INVERSE: u64 = (u128::MAX / DIVISOR as u128 - (1 << 64)) as u64;
    let (high, low) = (high << 4 | low >> 60, low << 4);
    let quotient = u128::from(INVERSE) * u128::from(high) + (u128::from(high) << 64 | u128::from(low));
    let mut found = ((quotient >> 64) as u64).wrapping_add(1);
    let mut rest = low.wrapping_sub(found.wrapping_mul(DIVISOR));
    if rest > quotient as u64 {
        found = found.wrapping_sub(1);
        rest = rest.wrapping_add(DIVISOR);
    }
    if rest >= DIVISOR {
        found += 1;
        rest -= DIVISOR;
    }
    (found, rest >> 4)
}

impl Format {
    /// Symbols as a number in so many bits, or in a base; the values of all of them are put into `seen`.
    #[inline(always)]
    fn digits(&self, symbols: &[u8], base: u64, seen: &mut u8) -> u64 {
        symbols.iter().fold(0, |n, symbol| {
            let value = self.values[*symbol as usize];
            *seen |= value;
            n * base + u64::from(value)
        })
    }

    /// The number of symbols, modulo 2^128: the marks of base62id and base64uuid fall off. Nothing of what is no id.
    #[inline]
    fn read(&self, symbols: &[u8]) -> Option<u128> {
        let mut seen = 0;
        let mut part = |base, symbols: &[u8]| self.digits(symbols, base, &mut seen);
        let (number, in_range) = match self.alphabet.len() {
            32 => {
                // 3 and 12 * 5 bits, 5 that are of both words, 12 * 5.
                let s: &[u8; 26] = symbols.try_into().ok()?;
                let (high, both, low) = (part(32, &s[..13]), part(32, &s[13..14]), part(32, &s[14..]));
                (u128::from(high << 1 | both >> 4) << 64 | u128::from(both << 60 | low), s[0] < b'8')
            }
            64 if self.size == 16 => {
                let s: &[u8; 22] = symbols.try_into().ok()?;
                let number = u128::from(part(64, &s[..2])) << 120 | u128::from(part(64, &s[2..12])) << 60;
                (number | u128::from(part(64, &s[12..])), (b'F'..=b'I').contains(&s[0]))
            }
            64 => {
                let s: &[u8; 20] = symbols.try_into().ok()?;
                (u128::from(part(64, &s[..10])) << 60 | u128::from(part(64, &s[10..])), true)
            }
            62 => {
                let s: &[u8; 22] = symbols.try_into().ok()?;
                let low = part(62, &s[12..17]) * FIVE + part(62, &s[17..]);
                let high = u128::from(part(62, &s[..2])) * u128::from(TEN) + u128::from(part(62, &s[2..7]) * FIVE + part(62, &s[7..12]));
                (high.wrapping_mul(TEN.into()).wrapping_add(low.into()), (high, low) >= MARKS[0] && (high, low) < MARKS[1])
            }
            _ => {
                let s: &[u8; 11] = symbols.try_into().ok()?;
                let ten = part(58, &s[..5]) * 58u64.pow(5) + part(58, &s[5..10]);
                let number = u128::from(ten) * 58 + u128::from(part(58, &s[10..]));
                (number, number >> 64 == 0)
            }
        };
        (in_range && seen < 64).then_some(number)
    }

    /// What is wrong with symbols, of a whole text, that are not read.
    #[cold]
    fn fault(&self, given: &str, whole: &str) -> Error {
        if given.len() != self.length {
            return invalid(self.name, whole, &format!("{} octets, not {} symbols", given.len(), self.length));
        }
        match given.bytes().position(|symbol| self.values[symbol as usize] > 63) {
            Some(position) => {
                let at = position + 1 + whole.rfind(given).unwrap_or(0);
                let found = String::from_utf8_lossy(&given.as_bytes()[position..=position]).into_owned();
                invalid(self.name, whole, &format!("{found:?} at position {at} is not in its alphabet"))
            }
            None => invalid(self.name, whole, &format!("its number is none of a {}", self.name)),
        }
    }

    #[inline]
    fn number(&self, given: &str, whole: &str) -> Result<u128, Error> {
        self.read(given.as_bytes()).ok_or_else(|| self.fault(given, whole))
    }

    /// The canonical text of an id that was read: of a ULID in upper case.
    #[inline]
    fn canonical<'a>(&self, bare: &'a str) -> Cow<'a, str> {
        let (lead, symbols) = bare.split_at(bare.len() - self.length);
        let has_lower = |s: &[u8; 26]| s.iter().fold(false, |lower, c| lower | c.is_ascii_lowercase());
        if self.name == "ulid" && symbols.as_bytes().try_into().map_or(false, has_lower) {
            return Cow::Owned(lead.to_owned() + &symbols.to_ascii_uppercase());
        }
        Cow::Borrowed(bare)
    }

    /// The symbols of a number.
    #[inline]
    fn write(&self, symbols: &mut [u8], mut number: u128) {
        let alphabet = self.alphabet;
        let put = |symbols: &mut [u8], mut number: u64, base: u64| {
            for symbol in symbols.iter_mut().rev() {
                *symbol = alphabet[(number % base) as usize];
                number /= base;
            }
        };
        match alphabet.len() {
            62 => {
                // Under the mark 2.
                let (top, rest) = div_ten(2, (number >> 64) as u64);
                let (middle, low) = div_ten(rest, number as u64);
                let (two, high) = div_ten(top, middle);
                let symbols: &mut [u8; 22] = symbols.try_into().expect("22 symbols");
                let mut put = |at: usize, pair: u32| symbols[at..at + 2].copy_from_slice(&PAIRS[pair as usize]);
                put(0, two as u32);
                for (at, ten) in [(2, high), (12, low)] {
                    let (six, four) = (ten / (3844 * 3844), (ten % (3844 * 3844)) as u32);
                    let (two, middle) = ((six / (3844 * 3844)) as u32, (six % (3844 * 3844)) as u32);
                    put(at, two);
                    put(at + 2, middle / 3844);
                    put(at + 4, middle % 3844);
                    put(at + 6, four / 3844);
                    put(at + 8, four % 3844);
                }
            }
            58 => put(&mut symbols[..11], number as u64, 58),
            32 => {
                // Ten bits a pair, of which one is of both words.
                let (high, low) = ((number >> 64) as u64, number as u64);
                let pairs = if alphabet[31] == b'Z' { &PAIRS_OF_ULID } else { &PAIRS_OF_TYPEID };
                let symbols: &mut [u8; 26] = symbols.try_into().expect("26 symbols");
                let mut put = |at: usize, bits: u64| symbols[at..at + 2].copy_from_slice(&pairs[bits as usize & 1023]);
                for i in 0..6 {
                    put(2 * i, high >> (56 - 10 * i));
                    put(14 + 2 * i, low >> (50 - 10 * i));
                }
                put(12, high << 4 | low >> 60);
            }
            _ => {
                for symbol in symbols[..self.length].iter_mut().rev() {
                    *symbol = alphabet[number as usize & 63];
                    number >>= 6;
                }
                if self.size == 16 {
                    symbols[0] = alphabet[16 + self.values[symbols[0] as usize] as usize]; // the mark 4
                }
            }
        }
    }

    #[inline]
    fn text(&self, prefix: &str, number: u128) -> String {
        let mut room = [0; LONGEST];
        let mut at = prefix.len();
        room[..at].copy_from_slice(prefix.as_bytes());
        if at > 0 {
            room[at] = b'_';
            at += 1;
        }
        self.write(&mut room[at..at + self.length], number);
        std::str::from_utf8(&room[..at + self.length]).expect("alphabets are ASCII").to_owned()
    }

    fn encode(&self, octets: &[u8], prefix: &str) -> Result<String, Error> {
        if octets.len() != self.size {
            return Err(Error(format!("invalid {}: {} octets, not {}", self.name, octets.len(), self.size)));
        }
        Ok(self.text(prefix, octets.iter().fold(0, |number, octet| number << 8 | u128::from(*octet))))
    }

    /// The type prefix and the number of an id.
    #[inline]
    fn split<'a>(&self, bare: &'a str, whole: &str) -> Result<(&'a str, u128), Error> {
        if self.name != "typeid" {
            return Ok(("", self.number(bare, whole)?));
        }
        // The commonest first: of what is read, the last underscore stands here.
        let at = bare.len().saturating_sub(27);
        if at > 0 && bare.as_bytes()[at] == b'_' && is_prefix(&bare.as_bytes()[..at]) {
            if let Some(number) = self.read(&bare.as_bytes()[at + 1..]) {
                return Ok((&bare[..at], number));
            }
        }
        let (prefix, suffix) = bare.rsplit_once('_').unwrap_or(("", bare));
        if prefix.is_empty() && suffix.len() < bare.len() {
            return Err(invalid(self.name, whole, "a separator without a type prefix"));
        }
        check_prefix(prefix.as_bytes(), whole)?;
        Ok((prefix, self.number(suffix, whole)?))
    }

    /// The number of a typed id. Behind a TypeID's prefix there is no underscore, which is none of its symbols.
    #[inline]
    fn behind(&self, text: &str, prefix: &str) -> Result<u128, Error> {
        check_length(self.name, text)?;
        let bare = unquoted(text);
        let rest = if prefix.is_empty() { Some(bare) } else { bare.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_')) };
        if let Some(number) = rest.and_then(|symbols| self.read(symbols.as_bytes())) {
            return Ok(number);
        }
        Err(self.fault_behind(text, prefix, rest))
    }

    #[cold]
    fn fault_behind(&self, text: &str, prefix: &str, rest: Option<&str>) -> Error {
        match rest {
            Some(symbols) if self.name != "typeid" || !symbols.contains('_') => self.fault(symbols, text),
            _ => {
                let found = type_prefix_in(self.name, text);
                let other = || invalid(self.name, text, &format!("the type prefix is {found:?}, not {prefix:?}"));
                if self.name == "typeid" { check_prefix(found.as_bytes(), text).err().unwrap_or_else(other) } else { other() }
            }
        }
    }
}

fn cut(text: &str) -> String {
    text.chars().take(100).collect()
}

fn invalid(name: &str, text: &str, reason: &str) -> Error {
    Error(format!("invalid {name} {:?}: {reason}", cut(text)))
}

#[inline]
fn check_length(name: &str, text: &str) -> Result<(), Error> {
    if text.len() <= LONGEST { Ok(()) } else { Err(too_long(name, text)) }
}

#[cold]
fn too_long(name: &str, text: &str) -> Error {
    invalid(name, text, &format!("{} octets, which are more than any id has", text.len()))
}

#[inline]
fn is_prefix(prefix: &[u8]) -> bool {
    prefix.len() <= 63
        && prefix.iter().fold(true, |good, c| good & (c.is_ascii_lowercase() | (*c == b'_')))
        && prefix.first() != Some(&b'_')
        && prefix.last() != Some(&b'_')
}

#[inline]
fn check_prefix(prefix: &[u8], whole: &str) -> Result<(), Error> {
    if is_prefix(prefix) { Ok(()) } else { Err(no_prefix(prefix, whole)) }
}

#[cold]
fn no_prefix(prefix: &[u8], whole: &str) -> Error {
    let found = cut(&String::from_utf8_lossy(&prefix[..prefix.len().min(400)]));
    let rule = "a type prefix has at most 63 symbols of a to z, and _ inside";
    invalid("typeid", whole, &format!("{rule}, not {found:?} of {} octets", prefix.len()))
}

#[inline]
fn unquoted(text: &str) -> &str {
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    if quoted { &text[1..text.len() - 1] } else { text }
}

/// The octets of an id's own text, bare or in one pair of double quotes: what PostgreSQL sends and receives.
pub fn decode(name: &str, text: &str) -> Result<Vec<u8>, Error> {
    let format = format(name)?;
    check_length(name, text)?;
    let (prefix, number) = format.split(unquoted(text), text)?;
    Ok([prefix.as_bytes(), &number.to_be_bytes()[16 - format.size..]].concat())
}

/// The text of an id's octets.
pub fn encode(name: &str, octets: &[u8]) -> Result<String, Error> {
    let format = format(name)?;
    let (prefix, number) = octets.split_at(if name == "typeid" { octets.len().saturating_sub(16) } else { 0 });
    check_prefix(prefix, "")?;
    format.encode(number, std::str::from_utf8(prefix).expect("letters"))
}

/// What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's own
/// text.
#[inline]
pub fn parse<'a>(name: &str, text: &'a str) -> Result<Cow<'a, str>, Error> {
    let format = format(name)?;
    check_length(name, text)?;
    let bare = unquoted(text);
    if name != "typeid" && format.size == 16 {
        if let Some(uuid) = read_uuid(bare) {
            return Ok(Cow::Owned(format.text("", uuid)));
        }
    }
    format.split(bare, text)?;
    Ok(format.canonical(bare))
}

/// Whether this is the text of an id, as ..._is_valid says on the server.
#[inline]
pub fn is_valid(name: &str, text: &str) -> bool {
    text.len() <= LONGEST && format(name).map_or(false, |format| format.split(unquoted(text), text).is_ok())
}

fn pattern_of(text: String, accept_uuid: bool) -> String {
    let uuid = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
    if accept_uuid { format!("^(?:{text}|{uuid})$") } else { format!("^{text}$") }
}

/// For JSON Schema: every id matches, and of base62id, uid11 and masked types a few other texts, which parse and parse_made
/// refuse.
pub fn pattern(name: &str) -> Result<String, Error> {
    let format = format(name)?;
    if name == "typeid" {
        return Ok(pattern_of(format!("(?:[a-z](?:[a-z_]{{0,61}}[a-z])?_)?{}", format.pattern), false));
    }
    Ok(pattern_of(format.pattern.to_owned(), format.size == 16))
}

/// That of a typed id.
pub fn pattern_made(notation: &str, prefix: &str, made: Made) -> Result<String, Error> {
    let format = self::notation(notation, prefix)?;
    Ok(pattern_of(lead(prefix) + format.pattern, made.accept_uuid))
}

/// The type prefix of a typeid.
pub fn type_prefix(id: &str) -> &str {
    type_prefix_in("typeid", id)
}

// Typed ids: what typeid_create_type(name, prefix, notation) makes. A notation is typeid, ulid, base62id, base64uuid or uid11; of a
// type that masks, octets and UUIDs are those of the façade.

/// The format of a notation, where the type prefix is one.
#[inline]
fn notation(name: &str, prefix: &str) -> Result<&'static Format, Error> {
    let found = format(name)?;
    check_prefix(prefix.as_bytes(), "")?;
    if name != "baseuid" { Ok(found) } else { Err(Error(format!("{name} is no notation of typed ids"))) }
}

/// That of ids that are UUIDs.
#[inline]
fn uuids(name: &str, prefix: &str) -> Result<&'static Format, Error> {
    let found = format(name)?;
    check_prefix(prefix.as_bytes(), "")?;
    if found.size == 16 { Ok(found) } else { Err(Error(format!("a {name} is no UUID"))) }
}

fn lead(prefix: &str) -> String {
    if prefix.is_empty() { String::new() } else { format!("{prefix}_") }
}

/// The octets of a typed id with this type prefix, as its type sends and receives them.
pub fn decode_in(notation: &str, text: &str, prefix: &str) -> Result<Vec<u8>, Error> {
    let format = self::notation(notation, prefix)?;
    Ok(format.behind(text, prefix)?.to_be_bytes()[16 - format.size..].to_vec())
}

/// The text of a typed id's octets.
pub fn encode_in(notation: &str, octets: &[u8], prefix: &str) -> Result<String, Error> {
    self::notation(notation, prefix)?.encode(octets, prefix)
}

/// What the input of a typed id's type makes of a text: the canonical id.
#[inline]
pub fn parse_in<'a>(notation: &str, text: &'a str, prefix: &str) -> Result<Cow<'a, str>, Error> {
    parse_made(notation, text, prefix, Made::default())
}

/// What typeid_create_type was given beside the notation and the prefix: whether the type masks, so that a UUID which is
/// not of version 4 is refused, and whether it reads a UUID's own text, too.
#[derive(Debug, Clone, Copy, Default)]
pub struct Made {
    pub masked: bool,
    pub accept_uuid: bool,
}

/// As parse_in, of a type that was made with more than a notation.
#[inline]
pub fn parse_made<'a>(notation: &str, text: &'a str, prefix: &str, made: Made) -> Result<Cow<'a, str>, Error> {
    let format = self::notation(notation, prefix)?;
    let bare = unquoted(text);
    let uuid = if made.accept_uuid { read_uuid(bare) } else { None };
    let number = uuid.map_or_else(|| format.behind(text, prefix), Ok)?;
    if made.masked && format.size == 16 && (number >> 76 & 15 != 4 || number >> 62 & 3 != 2) {
        return Err(invalid(notation, text, "its UUID is not of version 4, as that of every masked id is"));
    }
    Ok(if uuid.is_some() { Cow::Owned(format.text(prefix, number)) } else { format.canonical(bare) })
}

/// Whether this is the text of a typed id with this type prefix.
#[inline]
pub fn is_valid_in(notation: &str, text: &str, prefix: &str) -> bool {
    self::notation(notation, prefix).map_or(false, |format| format.behind(text, prefix).is_ok())
}

/// The type prefix of a typed id: behind it stand an underscore and as many symbols as the notation has, among which may
/// be underscores.
pub fn type_prefix_in<'a>(notation: &str, id: &'a str) -> &'a str {
    let bare = unquoted(id);
    let separator = match format(notation) {
        Ok(format) if notation != "typeid" => bare.len().checked_sub(format.length + 1),
        _ => bare.rfind('_'),
    };
    let separator = separator.filter(|_| id.len() <= LONGEST);
    separator.and_then(|at| bare.get(..at)).unwrap_or("")
}

/// Over a column of uuid: the first and the last UUID whose id begins with a text, if there is one.
#[allow(clippy::type_complexity)]
pub fn prefix_range(notation: &str, text: &str, prefix: &str) -> Result<Option<([u8; 16], [u8; 16])>, Error> {
    let format = uuids(notation, prefix)?;
    if text.len() > LONGEST {
        return Ok(None);
    }
    let lead = lead(prefix);
    let given = match text.strip_prefix(&lead) {
        Some(given) if notation == "ulid" => given.to_ascii_uppercase(),
        Some(given) => given.to_owned(),
        None if lead.starts_with(text) => String::new(),
        None => return Ok(None),
    };
    if given.len() > format.length || given.bytes().any(|symbol| format.values[symbol as usize] > 63) {
        return Ok(None);
    }
    let filled = |symbol: u8| given.clone() + &char::from(symbol).to_string().repeat(format.length - given.len());
    let (from, to) = (filled(format.alphabet[0]), filled(format.alphabet[format.alphabet.len() - 1]));
    let (from, to) = (from.as_str().max(format.first), to.as_str().min(format.last));
    let uuid = |symbols: &str| Ok(format.number(symbols, symbols)?.to_be_bytes());
    if from > to { Ok(None) } else { Ok(Some((uuid(from)?, uuid(to)?))) }
}

/// The UUID, for such a column, of an id of this kind; of a UUID's own text where accept_uuid says so.
pub fn to_column(notation: &str, given: &str, prefix: &str, accept_uuid: bool) -> Result<[u8; 16], Error> {
    let format = uuids(notation, prefix)?;
    match read_uuid(unquoted(given)) {
        Some(uuid) if accept_uuid => Ok(uuid.to_be_bytes()),
        _ => Ok(format.behind(given, prefix)?.to_be_bytes()),
    }
}

/// The id of what such a column gives: a UUID's text (of its octets: from_uuid), or, where the column is of the typed id by now, an id
/// of this kind.
pub fn from_column(notation: &str, value: &str, prefix: &str) -> Result<String, Error> {
    from_uuid(notation, &to_column(notation, value, prefix, true)?, prefix)
}

/// The typed id of a bigint, in the notation uid11; with a mask key, as a type that masks by that key shows it.
pub fn from_number(number: i64, prefix: &str, key: Option<&[u8; 16]>) -> Result<String, Error> {
    let format = notation("uid11", prefix)?;
    let (mut x, mut y) = ((number as u64 >> 32) as u32, number as u32);
    if let Some(key) = key {
        for k in schedule(key, prefix) {
            (x, y) = round(x, y, k);
        }
    }
    Ok(format.text(prefix, u128::from(x) << 32 | u128::from(y)))
}

/// The bigint of a typed id. Of a masked type every text has one: nothing shows another key.
pub fn to_number(text: &str, prefix: &str, key: Option<&[u8; 16]>) -> Result<i64, Error> {
    let format = notation("uid11", prefix)?;
    let number = format.behind(text, prefix)? as u64;
    let (mut x, mut y) = ((number >> 32) as u32, number as u32);
    if let Some(key) = key {
        for k in schedule(key, prefix).into_iter().rev() {
            y = (y ^ x).rotate_right(3);
            x = (x ^ k).wrapping_sub(y).rotate_left(8);
        }
    }
    Ok((u64::from(x) << 32 | u64::from(y)) as i64)
}

// Of Speck64/128.
fn round(x: u32, y: u32, key: u32) -> (u32, u32) {
    let x = x.rotate_right(8).wrapping_add(y) ^ key;
    (x, y.rotate_left(3) ^ x)
}

/// A mask key, a type prefix, and their round keys.
type Schedule = ([u8; 16], String, [u32; 27]);

/// Of the last 64 masks, the one that was used last at the end.
static SCHEDULES: Mutex<Vec<Schedule>> = Mutex::new(Vec::new());

fn schedule(key: &[u8; 16], prefix: &str) -> [u32; 27] {
    let mut kept = SCHEDULES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match kept.iter().rposition(|(of, with, _)| of == key && with == prefix) {
        Some(at) => kept[at..].rotate_left(1),
        None => {
            if kept.len() == 64 {
                kept.remove(0);
            }
            kept.push((*key, prefix.to_owned(), round_keys(key, prefix)));
        }
    }
    kept[kept.len() - 1].2
}

fn round_keys(key: &[u8; 16], prefix: &str) -> [u32; 27] {
    let pad = |octet: u8| (0..64).map(move |i| key.get(i).unwrap_or(&0) ^ octet);
    let inner = sha256(pad(0x36).chain(*b"base62id number mask\0").chain(prefix.bytes()).collect());
    let mac = sha256(pad(0x5c).chain(inner).collect());
    let mut word = [0u32; 4];
    for (word, octets) in word.iter_mut().zip(mac.chunks(4)) {
        *word = octets.iter().rev().fold(0, |word, octet| word << 8 | u32::from(*octet));
    }
    let mut keys = [0; 27];
    for (i, k) in keys.iter_mut().enumerate() {
        *k = word[0];
        (word[1 + i % 3], word[0]) = round(word[1 + i % 3], word[0], i as u32);
    }
    keys
}

// The standard library has no SHA-256. Its constants, of FIPS 180-4.
#[rustfmt::skip]
const SHA256: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

fn sha256(mut message: Vec<u8>) -> Vec<u8> {
    let mut state: [u32; 8] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
    let bits = 8 * message.len() as u64;
    message.push(128);
    message.resize((message.len() + 63) / 64 * 64 - 8 + if message.len() % 64 > 56 { 64 } else { 0 }, 0);
    message.extend(bits.to_be_bytes());
    for block in message.chunks(64) {
        let mut w: Vec<u32> = block.chunks(4).map(|o| o.iter().fold(0, |word, octet| word << 8 | u32::from(*octet))).collect();
        let mut v = state;
        for i in 0..64 {
            if i >= 16 {
                let (early, late) = (w[i - 15], w[i - 2]);
                let s0 = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
                let s1 = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
                w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
            }
            let sum1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let chosen = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = [sum1, chosen, SHA256[i], w[i]].iter().fold(v[7], |sum, n| sum.wrapping_add(*n));
            let sum0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let t2 = sum0.wrapping_add((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(t2);
        }
        state.iter_mut().zip(v).for_each(|(s, v)| *s = s.wrapping_add(v));
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// The 26 symbols of a typeid behind its type prefix.
pub fn suffix(id: &str) -> Result<String, Error> {
    let id = parse("typeid", id)?;
    Ok(id[id.len() - 26..].to_owned())
}

fn is_uuid(name: &str) -> bool {
    format(name).map_or(false, |f| f.size == 16)
}

fn read_uuid(text: &str) -> Option<u128> {
    let text = text.as_bytes();
    if text.len() != 36 || [8, 13, 18, 23].iter().any(|at| text[*at] != b'-') {
        return None;
    }
    let mut number = 0;
    for part in [0..8, 9..13, 14..18, 19..23, 24..36] {
        for symbol in &text[part] {
            number = number << 4 | u128::from((*symbol as char).to_digit(16)?);
        }
    }
    Some(number)
}

/// A UUID of its own text, 36 characters.
pub fn parse_uuid(text: &str) -> Result<[u8; 16], Error> {
    let uuid = read_uuid(text).ok_or_else(|| invalid("uuid", text, "not 32 hexadecimal digits in groups of 8-4-4-4-12"))?;
    Ok(uuid.to_be_bytes())
}

/// A UUID's own text.
pub fn format_uuid(uuid: &[u8; 16]) -> String {
    let mut text = String::with_capacity(36);
    for (i, octet) in uuid.iter().enumerate() {
        if [4, 6, 8, 10].contains(&i) {
            text.push('-');
        }
        for digit in [octet >> 4, octet & 15] {
            text.push(char::from(b"0123456789abcdef"[digit as usize]));
        }
    }
    text
}

/// The UUID of a typeid, base62id, base64uuid or ulid.
#[inline]
pub fn to_uuid(name: &str, text: &str) -> Result<[u8; 16], Error> {
    let format = uuids(name, "")?;
    check_length(name, text)?;
    let bare = unquoted(text);
    match read_uuid(bare) {
        Some(uuid) if name != "typeid" => Ok(uuid.to_be_bytes()),
        _ => Ok(format.split(bare, text)?.1.to_be_bytes()),
    }
}

/// The id of a UUID, with a type prefix if there is one: then the name is that of a notation.
#[inline]
pub fn from_uuid(name: &str, uuid: &[u8; 16], prefix: &str) -> Result<String, Error> {
    Ok(uuids(name, prefix)?.text(prefix, u128::from_be_bytes(*uuid)))
}

/// When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; None for other UUIDs.
pub fn timestamp(name: &str, text: &str) -> Result<Option<SystemTime>, Error> {
    let octets = decode(name, &parse(name, text)?)?;
    let octets = if name == "typeid" { &octets[octets.len() - 16..] } else { &octets[..] };
    let first = octets[..8].iter().fold(0u64, |number, octet| number << 8 | u64::from(*octet));
    let version_7 = || octets[6] >> 4 == 7 && octets[8] >> 6 == 2;
    let microseconds = match name {
        "uid11" => ((first >> 22) + 1321009871111) * 1000,
        "baseuid" => (first >> 16 << 15) / 1000,
        "ulid" => (first >> 16) * 1000,
        _ if version_7() => (first >> 16) * 1000,
        _ => return Ok(None),
    };
    Ok(Some(UNIX_EPOCH + Duration::from_micros(microseconds)))
}

/// What comes after the last id: a millisecond, and a number of so many bits that ascends within it.
#[derive(Clone, Copy)]
struct Ascending {
    bits: u32,
    ms: u64,
    rest: u128,
}

/// The last UUID and the last ULID of this process, and random octets from the system's strong source: none is older than a
/// second, and a forked process begins anew.
struct Session {
    uuid: Ascending, // 74 bits beside the time, the version and the variant
    ulid: Ascending,
    process: u32,
    pool: [u8; 1024],
    at: usize,
    filled: u64,
}

const NONE: Ascending = Ascending { bits: 0, ms: 0, rest: 0 };
static SESSION: Mutex<Session> = Mutex::new(Session { uuid: NONE, ulid: NONE, process: 0, pool: [0; 1024], at: 1024, filled: 0 });

impl Session {
    // The standard library has no randomness: this reads that of a Unix. Elsewhere call a crate in its place. The file is not kept
    // open, as a process that closes all its files may have another under the same number.
    fn random<const N: usize>(&mut self, now: u64) -> Result<[u8; N], Error> {
        if self.at + N > self.pool.len() || now.abs_diff(self.filled) > 1000 {
            File::open("/dev/urandom")
                .and_then(|mut file| file.read_exact(&mut self.pool))
                .map_err(|error| Error(format!("no random octets: {error}")))?;
            (self.at, self.filled) = (0, now);
        }
        let mut octets = [0; N];
        octets.swap_with_slice(&mut self.pool[self.at..self.at + N]); // which are cleared
        self.at += N;
        Ok(octets)
    }

    fn following(&mut self, last: Ascending, guessable: bool) -> Result<Ascending, Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let mut next = last;
        if now <= next.ms {
            // The clock stands still or has stepped back.
            next.rest += if guessable { 1 } else { 1 + u128::from(u32::from_be_bytes(self.random(now)?)) };
        }
        if now > next.ms || next.rest >> next.bits != 0 {
            next.ms = now.max(next.ms + 1);
            next.rest = u128::from_be_bytes(self.random(now)?) >> (128 - next.bits);
        }
        Ok(next)
    }
}

fn session() -> MutexGuard<'static, Session> {
    let mut session = SESSION.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let process = std::process::id();
    if session.process != process {
        session.process = process;
        session.at = session.pool.len();
        session.uuid = Ascending { bits: 74, ..NONE };
        session.ulid = Ascending { bits: 80, ..NONE };
    }
    session
}

fn next_uuid() -> Result<u128, Error> {
    let mut session = session();
    // A random step keeps the next id from being guessed.
    let last = session.uuid;
    session.uuid = session.following(last, false)?;
    let Ascending { ms, rest, .. } = session.uuid;
    Ok(u128::from(ms) << 80 | 7 << 76 | rest >> 62 << 64 | 2 << 62 | rest & ((1 << 62) - 1))
}

/// A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of new_id.
pub fn new_uuid() -> Result<[u8; 16], Error> {
    Ok(next_uuid()?.to_be_bytes())
}

/// A new typeid. All that one process makes of a type prefix ascend strictly.
pub fn new_id(prefix: &str) -> Result<String, Error> {
    new_id_in("typeid", prefix)
}

/// A new typed id. All that one process makes of a type ascend strictly.
pub fn new_id_in(notation: &str, prefix: &str) -> Result<String, Error> {
    Ok(uuids(notation, prefix)?.text(prefix, next_uuid()?))
}

/// A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond.
pub fn new_ulid() -> Result<String, Error> {
    let mut session = session();
    let last = session.ulid;
    session.ulid = session.following(last, true)?;
    let Ascending { ms, rest, .. } = session.ulid;
    Ok(uuids("ulid", "")?.text("", u128::from(ms) << 80 | rest))
}

/// An id as a parameter and as a result. The column says of which type it is; a malformed one is an error.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub String);

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Id(text.into())
    }
}
impl From<String> for Id {
    fn from(text: String) -> Self {
        Id(text)
    }
}
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a program that knows UUIDs reads and writes in columns of base62id, base64uuid and ulid, and in those of uuid:
/// `type Uuid = base62id::AsUuid<uuid::Uuid>`. It takes whatever implements the driver's traits for uuid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct AsUuid<T>(pub T);

impl<T> From<T> for AsUuid<T> {
    fn from(uuid: T) -> Self {
        AsUuid(uuid)
    }
}
impl<T> std::ops::Deref for AsUuid<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
impl<T: std::str::FromStr> std::str::FromStr for AsUuid<T> {
    type Err = T::Err;
    fn from_str(text: &str) -> Result<Self, T::Err> {
        text.parse().map(AsUuid)
    }
}
impl<T: fmt::Display> fmt::Display for AsUuid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(not(feature = "sqlx"))]
pub use postgres_types_impl::base_type;

#[cfg(not(feature = "sqlx"))]
mod postgres_types_impl {
    use super::{AsUuid, Id, NAMES, decode, encode, is_uuid, parse};
    use bytes::BytesMut;
    use postgres_types::{FromSql, IsNull, Kind, ToSql, Type, to_sql_checked};
    use std::error::Error;

    type Anything = Box<dyn Error + Sync + Send>;

    /// The type itself, or that of the domain over it.
    pub fn base_type(ty: &Type) -> &Type {
        if let Kind::Domain(base) = ty.kind() { base_type(base) } else { ty }
    }

    fn name_of(ty: &Type) -> Option<&str> {
        let name = base_type(ty).name();
        NAMES.iter().find(|n| **n == name).copied()
    }

    impl ToSql for Id {
        fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Anything> {
            match name_of(ty) {
                Some(name) => out.extend_from_slice(&decode(name, &parse(name, &self.0)?)?),
                None => out.extend_from_slice(self.0.as_bytes()), // text, as in id ^@ $1
            }
            Ok(IsNull::No)
        }

        fn accepts(ty: &Type) -> bool {
            name_of(ty).is_some() || matches!(*ty, Type::TEXT | Type::VARCHAR)
        }

        to_sql_checked!();
    }

    impl<'a> FromSql<'a> for Id {
        fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Anything> {
            Ok(Id(match name_of(ty) {
                Some(name) => encode(name, raw)?,
                None => String::from_utf8(raw.to_vec())?,
            }))
        }

        fn accepts(ty: &Type) -> bool {
            <Id as ToSql>::accepts(ty)
        }
    }

    fn holds_uuid(ty: &Type) -> bool {
        *base_type(ty) == Type::UUID || name_of(ty).is_some_and(|name| name != "typeid" && is_uuid(name))
    }

    impl<T: ToSql> ToSql for AsUuid<T> {
        fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Anything> {
            self.0.to_sql(&Type::UUID, out)
        }

        fn accepts(ty: &Type) -> bool {
            holds_uuid(ty)
        }

        to_sql_checked!();
    }

    impl<'a, T: FromSql<'a>> FromSql<'a> for AsUuid<T> {
        fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Anything> {
            T::from_sql(&Type::UUID, raw).map(AsUuid)
        }

        fn accepts(ty: &Type) -> bool {
            holds_uuid(ty)
        }
    }
}

// sqlx: a parameter is a uuid, which the server takes for all of them.
#[cfg(feature = "sqlx")]
pub use sqlx_impl::{base_type, is_array_of, is_one_of};

#[cfg(feature = "sqlx")]
mod sqlx_impl {
    use super::AsUuid;
    use sqlx::encode::IsNull;
    use sqlx::error::BoxDynError;
    use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgTypeKind, PgValueRef};
    use sqlx::{Decode, Encode, Postgres, Type, TypeInfo};

    /// The type itself, or that of the domain over it.
    pub fn base_type(ty: &PgTypeInfo) -> &PgTypeInfo {
        if let PgTypeKind::Domain(base) = ty.kind() { base_type(base) } else { ty }
    }

    /// Of a name in small letters, which may have a schema before it; core's names are in capitals.
    pub fn is_one_of(ty: &PgTypeInfo, names: &[&str]) -> bool {
        let name = base_type(ty).name().rsplit('.').next().unwrap_or_default();
        names.contains(&name.to_ascii_lowercase().as_str())
    }

    pub fn is_array_of<T: Type<Postgres>>(ty: &PgTypeInfo) -> bool {
        matches!(ty.kind(), PgTypeKind::Array(element) if T::compatible(element))
    }

    impl<T: Type<Postgres>> Type<Postgres> for AsUuid<T> {
        fn type_info() -> PgTypeInfo {
            T::type_info()
        }

        fn compatible(ty: &PgTypeInfo) -> bool {
            T::compatible(base_type(ty)) || is_one_of(ty, &["base62id", "base64uuid", "ulid"])
        }
    }

    impl<T: Type<Postgres> + PgHasArrayType> PgHasArrayType for AsUuid<T> {
        fn array_type_info() -> PgTypeInfo {
            T::array_type_info()
        }

        fn array_compatible(ty: &PgTypeInfo) -> bool {
            is_array_of::<Self>(ty)
        }
    }

    impl<'q, T: Encode<'q, Postgres>> Encode<'q, Postgres> for AsUuid<T> {
        fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
            self.0.encode_by_ref(buffer)
        }
    }

    impl<'r, T: Decode<'r, Postgres>> Decode<'r, Postgres> for AsUuid<T> {
        fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
            // An element of an array says its own type; in text it is a UUID where base62id.output is uuid.
            T::decode(value).map(AsUuid)
        }
    }
}

// sqlx wants one type in SQL for each type in Rust: id!(Typeid, "typeid", "typeid"), and for a typed id its notation and its
// type prefix: id!(UserId, "user_id", "typeid", "user"), id!(ProductId, "product_id", "ulid", "prod").
#[cfg(feature = "sqlx")]
#[macro_export]
macro_rules! id {
    ($rust:ident, $sql:literal, $format:literal) => {
        $crate::id!(
            @make $rust,
            $sql,
            |text: &str| $crate::base62id::decode($format, &$crate::base62id::parse($format, text)?),
            |octets: &[u8]| $crate::base62id::encode($format, octets)
        );
    };
    ($rust:ident, $sql:literal, $notation:literal, $prefix:literal) => {
        $crate::id!(
            @make $rust,
            $sql,
            |text: &str| $crate::base62id::decode_in($notation, text, $prefix),
            |octets: &[u8]| $crate::base62id::encode_in($notation, octets, $prefix)
        );
    };
    (@make $rust:ident, $sql:literal, $octets:expr, $text:expr) => {
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $rust(pub String);

        impl TryFrom<&str> for $rust {
            type Error = $crate::base62id::Error;
            fn try_from(text: &str) -> Result<Self, Self::Error> {
                let octets: Result<Vec<u8>, Self::Error> = ($octets)(text);
                ($text)(octets?.as_slice()).map(Self)
            }
        }

        impl std::fmt::Display for $rust {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl sqlx::Type<sqlx::Postgres> for $rust {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::with_name($sql)
            }
            fn compatible(ty: &sqlx::postgres::PgTypeInfo) -> bool {
                *$crate::base62id::base_type(ty) == Self::type_info()
            }
        }

        impl sqlx::postgres::PgHasArrayType for $rust {
            fn array_type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::array_of($sql)
            }
            fn array_compatible(ty: &sqlx::postgres::PgTypeInfo) -> bool {
                $crate::base62id::is_array_of::<Self>(ty)
            }
        }

        impl sqlx::Encode<'_, sqlx::Postgres> for $rust {
            fn encode_by_ref(
                &self,
                buffer: &mut sqlx::postgres::PgArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                let octets: Result<Vec<u8>, $crate::base62id::Error> = ($octets)(self.0.as_str());
                buffer.extend_from_slice(&octets?);
                Ok(sqlx::encode::IsNull::No)
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $rust {
            fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                Ok($rust(match value.format() {
                    sqlx::postgres::PgValueFormat::Text => value.as_str()?.to_owned(),
                    sqlx::postgres::PgValueFormat::Binary => ($text)(value.as_bytes()?)?,
                }))
            }
        }
    };
}

/// An id in a program over a column of core's uuid, or of the typed id by now: stored_id!(UserId, "user_id", "typeid", "user").
/// It is made by UserId::try_from, which refuses another kind, so that none reaches the server.
#[macro_export]
macro_rules! stored_id {
    ($rust:ident, $sql:literal, $notation:literal, $prefix:literal) => {
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $rust(String);

        #[allow(dead_code)]
        impl $rust {
            pub fn generate() -> Result<Self, $crate::base62id::Error> {
                $crate::base62id::new_id_in($notation, $prefix).map(Self)
            }
            pub fn as_str(&self) -> &str {
                &self.0
            }
            /// The first and the last id that begin with a text: WHERE id BETWEEN $1 AND $2.
            pub fn range(text: &str) -> Result<Option<(Self, Self)>, $crate::base62id::Error> {
                let id = |uuid| $crate::base62id::from_uuid($notation, uuid, $prefix).map(Self);
                match $crate::base62id::prefix_range($notation, text, $prefix)? {
                    Some((first, last)) => Ok(Some((id(&first)?, id(&last)?))),
                    None => Ok(None),
                }
            }
            fn octets(&self) -> Result<[u8; 16], $crate::base62id::Error> {
                $crate::base62id::to_column($notation, &self.0, $prefix, false)
            }
            fn from_octets(octets: &[u8]) -> Result<Self, $crate::base62id::Error> {
                $crate::base62id::encode_in($notation, octets, $prefix).map(Self)
            }
        }
        impl TryFrom<&str> for $rust {
            type Error = $crate::base62id::Error;
            fn try_from(text: &str) -> Result<Self, Self::Error> {
                $crate::base62id::parse_in($notation, text, $prefix).map(|id| Self(id.into_owned()))
            }
        }
        impl std::fmt::Display for $rust {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        #[cfg(not(feature = "sqlx"))]
        impl postgres_types::ToSql for $rust {
            fn to_sql(
                &self,
                _: &postgres_types::Type,
                out: &mut bytes::BytesMut,
            ) -> Result<postgres_types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
                out.extend_from_slice(&self.octets()?);
                Ok(postgres_types::IsNull::No)
            }
            fn accepts(ty: &postgres_types::Type) -> bool {
                let base = $crate::base62id::base_type(ty);
                *base == postgres_types::Type::UUID || base.name() == $sql
            }
            postgres_types::to_sql_checked!();
        }
        #[cfg(not(feature = "sqlx"))]
        impl<'a> postgres_types::FromSql<'a> for $rust {
            fn from_sql(
                _: &postgres_types::Type,
                raw: &'a [u8],
            ) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
                Ok(Self::from_octets(raw)?)
            }
            fn accepts(ty: &postgres_types::Type) -> bool {
                <Self as postgres_types::ToSql>::accepts(ty)
            }
        }

        // The parameter is a uuid, which is cast where the column has moved.
        #[cfg(feature = "sqlx")]
        impl sqlx::Type<sqlx::Postgres> for $rust {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::with_oid(sqlx::postgres::types::Oid(2950))
            }
            fn compatible(ty: &sqlx::postgres::PgTypeInfo) -> bool {
                $crate::base62id::is_one_of(ty, &["uuid", $sql])
            }
        }
        #[cfg(feature = "sqlx")]
        impl sqlx::postgres::PgHasArrayType for $rust {
            fn array_type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::with_oid(sqlx::postgres::types::Oid(2951))
            }
            fn array_compatible(ty: &sqlx::postgres::PgTypeInfo) -> bool {
                $crate::base62id::is_array_of::<Self>(ty)
            }
        }
        #[cfg(feature = "sqlx")]
        impl sqlx::Encode<'_, sqlx::Postgres> for $rust {
            fn encode_by_ref(
                &self,
                buffer: &mut sqlx::postgres::PgArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                buffer.extend_from_slice(&self.octets()?);
                Ok(sqlx::encode::IsNull::No)
            }
        }
        #[cfg(feature = "sqlx")]
        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $rust {
            fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                Ok(match value.format() {
                    sqlx::postgres::PgValueFormat::Text => {
                        Self($crate::base62id::from_column($notation, value.as_str()?, $prefix)?)
                    }
                    sqlx::postgres::PgValueFormat::Binary => Self::from_octets(value.as_bytes()?)?,
                })
            }
        }
    };
}
