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

use std::fmt;
use std::io::Read;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Error {}

/// A number of so many octets, with a mark before it, as symbols of an alphabet, and their pattern.
struct Format {
    name: &'static str,
    alphabet: &'static [u8],
    length: usize,
    size: usize,
    mark: u8,
    pattern: &'static str,
}

const fn of(name: &'static str, alphabet: &'static [u8], length: usize, size: usize, mark: u8, pattern: &'static str) -> Format {
    Format { name, alphabet, length, size, mark, pattern }
}

const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE64: &[u8] = b"$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BASE64_OF_BASEUID: &[u8] = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BASE58: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const SUFFIX: Format = of("typeid", b"0123456789abcdefghjkmnpqrstvwxyz", 26, 16, 0, "[0-7][0-9a-hjkmnp-tv-z]{25}");
const FORMATS: [Format; 5] = [
    of("base62id", BASE62, 22, 16, 2, "[F-N][0-9A-Za-z]{21}"),
    of("base64uuid", BASE64, 22, 16, 4, "[F-I][$0-9A-Z_a-z]{21}"),
    of("uid11", BASE58, 11, 8, 0, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"),
    of("baseuid", BASE64_OF_BASEUID, 20, 15, 0, "[-0-9A-Z_a-z]{20}"),
    of("ulid", b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 16, 0, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"),
];
pub const NAMES: [&str; 6] = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];

fn format(name: &str) -> Result<&'static Format, Error> {
    FORMATS.iter().find(|f| f.name == name).ok_or_else(|| Error(format!("no id is of the name {name:?}, but: {}", NAMES.join(", "))))
}

impl Format {
    fn decode(&self, given: &str, whole: &str) -> Result<Vec<u8>, Error> {
        let upper;
        let symbols = if self.name == "ulid" {
            upper = given.to_ascii_uppercase();
            upper.as_bytes()
        } else {
            given.as_bytes()
        };
        if symbols.len() != self.length {
            let found = format!("{} octets, not {} symbols", symbols.len(), self.length);
            return Err(invalid(self.name, whole, &found));
        }
        let none = || invalid(self.name, whole, &format!("its number is none of a {}", self.name));
        let mut octets = vec![0u8; self.size + 1];
        for (position, symbol) in symbols.iter().enumerate() {
            let value = self.alphabet.iter().position(|a| a == symbol).ok_or_else(|| {
                let at = position + 1 + whole.rfind(given).unwrap_or(0);
                let found = String::from_utf8_lossy(&given.as_bytes()[position..=position]).into_owned();
                invalid(self.name, whole, &format!("{found:?} at position {at} is not in its alphabet"))
            })?;
            let mut carry = value;
            for octet in octets.iter_mut().rev() {
                carry += *octet as usize * self.alphabet.len();
                *octet = carry as u8;
                carry >>= 8;
            }
            if carry != 0 {
                return Err(none());
            }
        }
        if octets.remove(0) != self.mark {
            return Err(none());
        }
        Ok(octets)
    }

    fn encode(&self, octets: &[u8]) -> Result<String, Error> {
        if octets.len() != self.size {
            return Err(Error(format!("invalid {}: {} octets, not {}", self.name, octets.len(), self.size)));
        }
        let mut number = vec![self.mark];
        number.extend_from_slice(octets);
        let mut text = vec![0u8; self.length];
        for symbol in text.iter_mut().rev() {
            let mut rest = 0;
            for octet in number.iter_mut() {
                rest = rest << 8 | *octet as usize;
                *octet = (rest / self.alphabet.len()) as u8;
                rest %= self.alphabet.len();
            }
            *symbol = self.alphabet[rest];
        }
        Ok(String::from_utf8(text).expect("alphabets are ASCII"))
    }
}

fn invalid(name: &str, text: &str, reason: &str) -> Error {
    let text: String = text.chars().take(100).collect();
    Error(format!("invalid {name} {text:?}: {reason}"))
}

fn check_prefix(prefix: &[u8], whole: &str) -> Result<(), Error> {
    let good = prefix.len() <= 63
        && prefix.iter().all(|c| c.is_ascii_lowercase() || *c == b'_')
        && prefix.first() != Some(&b'_')
        && prefix.last() != Some(&b'_');
    if good {
        return Ok(());
    }
    let found: String = String::from_utf8_lossy(prefix).chars().take(100).collect();
    let rule = "a type prefix has at most 63 symbols of a to z, and _ inside";
    Err(invalid("typeid", whole, &format!("{rule}, not {found:?}")))
}

fn unquoted(text: &str) -> &str {
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    if quoted { &text[1..text.len() - 1] } else { text }
}

/// The octets of an id's own text, bare or in one pair of double quotes: what PostgreSQL sends and receives.
pub fn decode(name: &str, text: &str) -> Result<Vec<u8>, Error> {
    let bare = unquoted(text);
    if name != "typeid" {
        return format(name)?.decode(bare, text);
    }
    let (prefix, suffix) = bare.rsplit_once('_').unwrap_or(("", bare));
    if prefix.is_empty() && suffix.len() < bare.len() {
        return Err(invalid(name, text, "a separator without a type prefix"));
    }
    check_prefix(prefix.as_bytes(), text)?;
    Ok([prefix.as_bytes(), &SUFFIX.decode(suffix, text)?].concat())
}

/// The text of an id's octets.
pub fn encode(name: &str, octets: &[u8]) -> Result<String, Error> {
    if name != "typeid" {
        return format(name)?.encode(octets);
    }
    let (prefix, uuid) = octets.split_at(octets.len().saturating_sub(16));
    check_prefix(prefix, "")?;
    let suffix = SUFFIX.encode(uuid)?;
    let prefix = std::str::from_utf8(prefix).expect("letters");
    Ok(if prefix.is_empty() { suffix } else { format!("{prefix}_{suffix}") })
}

/// What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's own
/// text.
pub fn parse(name: &str, text: &str) -> Result<String, Error> {
    if name != "typeid" && is_uuid(name) {
        if let Ok(uuid) = parse_uuid(unquoted(text)) {
            return from_uuid(name, &uuid, "");
        }
    }
    encode(name, &decode(name, text)?)
}

/// Whether this is the text of an id, as ..._is_valid says on the server.
pub fn is_valid(name: &str, text: &str) -> bool {
    decode(name, text).is_ok()
}

fn pattern_of(text: String, accept_uuid: bool) -> String {
    let uuid = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
    if accept_uuid { format!("^(?:{text}|{uuid})$") } else { format!("^{text}$") }
}

/// For JSON Schema: every id matches, and of base62id, uid11 and masked types a few other texts, which parse and parse_made
/// refuse.
pub fn pattern(name: &str) -> Result<String, Error> {
    if name == "typeid" {
        return Ok(pattern_of(format!("(?:[a-z](?:[a-z_]{{0,61}}[a-z])?_)?{}", SUFFIX.pattern), false));
    }
    Ok(pattern_of(format(name)?.pattern.to_owned(), is_uuid(name)))
}

/// That of a typed id.
pub fn pattern_made(notation: &str, prefix: &str, made: Made) -> Result<String, Error> {
    check_prefix(prefix.as_bytes(), "")?;
    Ok(pattern_of(lead(prefix) + self::notation(notation)?.pattern, made.accept_uuid))
}

/// The type prefix of a typeid.
pub fn type_prefix(id: &str) -> &str {
    type_prefix_in("typeid", id)
}

// Typed ids: what typeid_create_type(name, prefix, notation) makes. A notation is typeid, ulid, base62id, base64uuid or uid11; of a
// type that masks, octets and UUIDs are those of the façade.

fn notation(name: &str) -> Result<&'static Format, Error> {
    let found = if name == "typeid" { &SUFFIX } else { format(name)? };
    if found.size == 16 || name == "uid11" { Ok(found) } else { Err(Error(format!("{name} is no notation of typed ids"))) }
}

fn lead(prefix: &str) -> String {
    if prefix.is_empty() { String::new() } else { format!("{prefix}_") }
}

/// The octets of a typed id with this type prefix, as its type sends and receives them.
pub fn decode_in(notation: &str, text: &str, prefix: &str) -> Result<Vec<u8>, Error> {
    let format = self::notation(notation)?;
    check_prefix(prefix.as_bytes(), "")?;
    let found = type_prefix_in(notation, text);
    if notation == "typeid" {
        check_prefix(found.as_bytes(), text)?;
    }
    match unquoted(text).strip_prefix(&lead(prefix)) {
        // Behind a TypeID's prefix there is no underscore.
        Some(symbols) if notation != "typeid" || found == prefix => format.decode(symbols, text),
        _ => Err(invalid(notation, text, &format!("the type prefix is {found:?}, not {prefix:?}"))),
    }
}

/// The text of a typed id's octets.
pub fn encode_in(notation: &str, octets: &[u8], prefix: &str) -> Result<String, Error> {
    check_prefix(prefix.as_bytes(), "")?;
    Ok(lead(prefix) + &self::notation(notation)?.encode(octets)?)
}

/// What the input of a typed id's type makes of a text: the canonical id.
pub fn parse_in(notation: &str, text: &str, prefix: &str) -> Result<String, Error> {
    encode_in(notation, &decode_in(notation, text, prefix)?, prefix)
}

/// What typeid_create_type was given beside the notation and the prefix: whether the type masks, so that a UUID which is
/// not of version 4 is refused, and whether it reads a UUID's own text, too.
#[derive(Debug, Clone, Copy, Default)]
pub struct Made {
    pub masked: bool,
    pub accept_uuid: bool,
}

/// As parse_in, of a type that was made with more than a notation.
pub fn parse_made(notation: &str, text: &str, prefix: &str, made: Made) -> Result<String, Error> {
    let octets = match parse_uuid(unquoted(text)) {
        Ok(uuid) if made.accept_uuid => uuid.to_vec(),
        _ => decode_in(notation, text, prefix)?,
    };
    if made.masked && octets.len() == 16 && (octets[6] >> 4 != 4 || octets[8] >> 6 != 2) {
        return Err(invalid(notation, text, "its UUID is not of version 4, as that of every masked id is"));
    }
    encode_in(notation, &octets, prefix)
}

/// Whether this is the text of a typed id with this type prefix.
pub fn is_valid_in(notation: &str, text: &str, prefix: &str) -> bool {
    decode_in(notation, text, prefix).is_ok()
}

/// The type prefix of a typed id: behind it stand an underscore and as many symbols as the notation has, among which may
/// be underscores.
pub fn type_prefix_in<'a>(notation: &str, id: &'a str) -> &'a str {
    let bare = unquoted(id);
    let separator = match format(notation) {
        Ok(format) => bare.len().checked_sub(format.length + 1),
        Err(_) => bare.rfind('_'), // typeid
    };
    separator.and_then(|at| bare.get(..at)).unwrap_or("")
}

/// The typed id of a bigint, in the notation uid11; with a mask key, as a type that masks by that key shows it.
pub fn from_number(number: i64, prefix: &str, key: Option<&[u8; 16]>) -> Result<String, Error> {
    let (mut x, mut y) = ((number as u64 >> 32) as u32, number as u32);
    if let Some(key) = key {
        for k in round_keys(key, prefix) {
            (x, y) = round(x, y, k);
        }
    }
    encode_in("uid11", &(u64::from(x) << 32 | u64::from(y)).to_be_bytes(), prefix)
}

/// The bigint of a typed id. Of a masked type every text has one: nothing shows another key.
pub fn to_number(text: &str, prefix: &str, key: Option<&[u8; 16]>) -> Result<i64, Error> {
    let octets = decode_in("uid11", text, prefix)?;
    let number = octets.iter().fold(0u64, |number, octet| number << 8 | u64::from(*octet));
    let (mut x, mut y) = ((number >> 32) as u32, number as u32);
    if let Some(key) = key {
        for k in round_keys(key, prefix).into_iter().rev() {
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

// The standard library has no SHA-256. Its constants are the first 32 bits behind the point of roots of primes.
fn sha256(mut message: Vec<u8>) -> Vec<u8> {
    let behind_point = |root: f64| (root.fract() * 4294967296.0) as u32;
    let primes: Vec<f64> = (2..312u32).filter(|n| (2..*n).all(|d| n % d != 0)).map(f64::from).collect();
    let mut state: Vec<u32> = primes[..8].iter().map(|p| behind_point(p.sqrt())).collect();
    let bits = 8 * message.len() as u64;
    message.push(128);
    message.resize((message.len() + 63) / 64 * 64 - 8 + if message.len() % 64 > 56 { 64 } else { 0 }, 0);
    message.extend(bits.to_be_bytes());
    for block in message.chunks(64) {
        let mut w: Vec<u32> = block.chunks(4).map(|o| o.iter().fold(0, |word, octet| word << 8 | u32::from(*octet))).collect();
        let mut v = state.clone();
        for i in 0..64 {
            if i >= 16 {
                let (early, late) = (w[i - 15], w[i - 2]);
                let s0 = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
                let s1 = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
                w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
            }
            let sum1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let chosen = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = [sum1, chosen, behind_point(primes[i].cbrt()), w[i]].iter().fold(v[7], |sum, n| sum.wrapping_add(*n));
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
    name == "typeid" || format(name).map_or(false, |f| f.size == 16)
}

/// A UUID of its own text, 36 characters.
pub fn parse_uuid(text: &str) -> Result<[u8; 16], Error> {
    let wrong = || invalid("uuid", text, "not 32 hexadecimal digits in groups of 8-4-4-4-12");
    let hyphens = [8, 13, 18, 23];
    let fits = |(i, c): (usize, u8)| if hyphens.contains(&i) { c == b'-' } else { c.is_ascii_hexdigit() };
    if text.len() != 36 || !text.bytes().enumerate().all(fits) {
        return Err(wrong());
    }
    let number = u128::from_str_radix(&text.replace('-', ""), 16).map_err(|_| wrong())?;
    Ok(number.to_be_bytes())
}

/// A UUID's own text.
pub fn format_uuid(uuid: &[u8; 16]) -> String {
    let hex = format!("{:032x}", u128::from_be_bytes(*uuid));
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// The UUID of a typeid, base62id, base64uuid or ulid.
pub fn to_uuid(name: &str, text: &str) -> Result<[u8; 16], Error> {
    if !is_uuid(name) {
        return Err(Error(format!("a {name} is no UUID")));
    }
    let octets = decode(name, &parse(name, text)?)?;
    let mut uuid = [0; 16];
    uuid.copy_from_slice(&octets[octets.len() - 16..]);
    Ok(uuid)
}

/// The id of a UUID, with a type prefix if there is one: then the name is that of a notation.
pub fn from_uuid(name: &str, uuid: &[u8; 16], prefix: &str) -> Result<String, Error> {
    if !is_uuid(name) {
        return Err(Error(format!("a {name} is no UUID")));
    }
    encode_in(name, uuid, prefix)
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
struct Ascending {
    bits: u32,
    ms: u64,
    rest: u128,
}

static UUIDS: Mutex<Ascending> = Mutex::new(Ascending { bits: 74, ms: 0, rest: 0 });
static ULIDS: Mutex<Ascending> = Mutex::new(Ascending { bits: 80, ms: 0, rest: 0 });

// The standard library has no randomness: this reads that of a Unix. Elsewhere call a crate in its place.
fn random(bits: u32) -> Result<u128, Error> {
    let mut octets = [0; 16];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut file| file.read_exact(&mut octets))
        .map_err(|error| Error(format!("no random octets: {error}")))?;
    Ok(u128::from_be_bytes(octets) >> (128 - bits))
}

impl Ascending {
    fn next(&mut self, step: u128) -> Result<u128, Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        // Else the clock stands still or has stepped back.
        if now <= self.ms && (self.rest + step) >> self.bits == 0 {
            self.rest += step;
        } else {
            (self.ms, self.rest) = (now.max(self.ms + 1), random(self.bits)?);
        }
        Ok(u128::from(self.ms) << 80 | self.rest)
    }
}

fn next(last: &Mutex<Ascending>, step: u128) -> Result<u128, Error> {
    last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next(step)
}

/// A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of new_id.
pub fn new_uuid() -> Result<[u8; 16], Error> {
    // A random step keeps the next id from being guessed.
    let made = next(&UUIDS, 1 + random(32)?)?;
    let (rest, low) = (made & ((1 << 74) - 1), made & ((1 << 62) - 1));
    Ok((made >> 80 << 80 | 7 << 76 | rest >> 62 << 64 | 2 << 62 | low).to_be_bytes())
}

/// A new typeid. All that one process makes of a type prefix ascend strictly.
pub fn new_id(prefix: &str) -> Result<String, Error> {
    new_id_in("typeid", prefix)
}

/// A new typed id. All that one process makes of a type ascend strictly.
pub fn new_id_in(notation: &str, prefix: &str) -> Result<String, Error> {
    from_uuid(notation, &new_uuid()?, prefix)
}

/// A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond.
pub fn new_ulid() -> Result<String, Error> {
    encode("ulid", &next(&ULIDS, 1)?.to_be_bytes())
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
mod postgres_types_impl {
    use super::{AsUuid, Id, NAMES, decode, encode, is_uuid, parse};
    use bytes::BytesMut;
    use postgres_types::{FromSql, IsNull, Kind, ToSql, Type, to_sql_checked};
    use std::error::Error;

    type Anything = Box<dyn Error + Sync + Send>;

    // The type itself, or that of the domain over it.
    fn name_of(ty: &Type) -> Option<&str> {
        match ty.kind() {
            Kind::Domain(base) => name_of(base),
            Kind::Simple => NAMES.iter().find(|n| **n == ty.name()).copied(),
            _ => None,
        }
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
        *ty == Type::UUID || name_of(ty).is_some_and(|name| name != "typeid" && is_uuid(name))
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
mod sqlx_impl {
    use super::AsUuid;
    use sqlx::encode::IsNull;
    use sqlx::error::BoxDynError;
    use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueRef};
    use sqlx::{Decode, Encode, Postgres, Type, TypeInfo};

    fn name_of(ty: &PgTypeInfo) -> &str {
        ty.name().rsplit('.').next().unwrap_or_default() // behind a schema
    }

    impl<T: Type<Postgres>> Type<Postgres> for AsUuid<T> {
        fn type_info() -> PgTypeInfo {
            T::type_info()
        }

        fn compatible(ty: &PgTypeInfo) -> bool {
            T::compatible(ty) || ["base62id", "base64uuid", "ulid"].contains(&name_of(ty))
        }
    }

    impl<T: PgHasArrayType> PgHasArrayType for AsUuid<T> {
        fn array_type_info() -> PgTypeInfo {
            T::array_type_info()
        }

        fn array_compatible(ty: &PgTypeInfo) -> bool {
            T::array_compatible(ty) || ["base62id[]", "base64uuid[]", "ulid[]"].contains(&name_of(ty))
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

        impl sqlx::Type<sqlx::Postgres> for $rust {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::with_name($sql)
            }
        }

        impl sqlx::postgres::PgHasArrayType for $rust {
            fn array_type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::array_of($sql)
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
