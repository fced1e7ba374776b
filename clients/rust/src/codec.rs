//! Numbers as the characters of a notation, and back.

// What is called for each id, of a notation that is known there.
#![allow(clippy::inline_always)]

use std::fmt;
use std::ops::Deref;

use crate::kind::Notation;

/// How a number of `size` octets is written.
pub(crate) struct Format {
    pub(crate) name: &'static str,
    pub(crate) alphabet: &'static [u8],
    pub(crate) length: usize,
    pub(crate) size: usize,
    /// The suffix as a regular expression, for JSON Schema.
    pub(crate) pattern: &'static str,
    /// The texts of the lowest and of the highest number.
    pub(crate) first: &'static str,
    pub(crate) last: &'static str,
    /// The value of each octet; `NO_VALUE` of one that is not in the alphabet.
    values: [u8; 256],
    radix: Radix,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Radix {
    Base32,
    Base58,
    Base62,
    Base64,
    /// Base 64 behind the mark 4.
    Marked64,
    Hex,
    Uuid,
}

const NO_VALUE: u8 = 255;
/// The octets of the longest text that can be an id: 63 of a type prefix, an underscore, 36 of a
/// UUID, two quotes.
pub(crate) const LONGEST: usize = 102;
/// Where a UUID's text has its hyphens.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

const BASE32: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
const BASE32_OF_ULID: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE58: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE64: &[u8] = b"$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BASE64_OF_BASEUID: &[u8] =
    b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const HEX: &[u8] = b"0123456789abcdef";

const fn values_of(alphabet: &[u8], in_either_case: bool) -> [u8; 256] {
    const CASE_BIT: usize = 32;
    let mut values = [NO_VALUE; 256];
    let mut i = 0;
    while i < alphabet.len() {
        #[allow(clippy::cast_possible_truncation)] // an alphabet has 64 characters at most
        let value = i as u8;
        values[alphabet[i] as usize] = value;
        if in_either_case && i > 9 {
            values[alphabet[i] as usize ^ CASE_BIT] = value;
        }
        i += 1;
    }
    values
}

pub(crate) static TYPEID: Format = Format {
    name: "typeid",
    alphabet: BASE32,
    length: 26,
    size: 16,
    pattern: "[0-7][0-9a-hjkmnp-tv-z]{25}",
    first: "00000000000000000000000000",
    last: "7zzzzzzzzzzzzzzzzzzzzzzzzz",
    values: values_of(BASE32, false),
    radix: Radix::Base32,
};
pub(crate) static ULID: Format = Format {
    name: "ulid",
    alphabet: BASE32_OF_ULID,
    length: 26,
    size: 16,
    pattern: "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}",
    first: "00000000000000000000000000",
    last: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    values: values_of(BASE32_OF_ULID, true),
    radix: Radix::Base32,
};
pub(crate) static BASE62ID: Format = Format {
    name: "base62id",
    alphabet: BASE62,
    length: 22,
    size: 16,
    pattern: "[F-N][0-9A-Za-z]{21}",
    first: "Fa84QWiAxLXUJaHZmEVPEG",
    last: "NNC6dn4GR1JETNQMfLl6qN",
    values: values_of(BASE62, false),
    radix: Radix::Base62,
};
pub(crate) static BASE64UUID: Format = Format {
    name: "base64uuid",
    alphabet: BASE64,
    length: 22,
    size: 16,
    pattern: "[F-I][$0-9A-Z_a-z]{21}",
    first: "F$$$$$$$$$$$$$$$$$$$$$",
    last: "Izzzzzzzzzzzzzzzzzzzzz",
    values: values_of(BASE64, false),
    radix: Radix::Marked64,
};
pub(crate) static UUID: Format = Format {
    name: "uuid",
    alphabet: HEX,
    length: 36,
    size: 16,
    pattern: "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
    first: "00000000-0000-0000-0000-000000000000",
    last: "ffffffff-ffff-ffff-ffff-ffffffffffff",
    values: values_of(HEX, true),
    radix: Radix::Uuid,
};
pub(crate) static HEXADECIMAL: Format = Format {
    name: "hex",
    alphabet: HEX,
    length: 32,
    size: 16,
    pattern: "[0-9a-fA-F]{32}",
    first: "00000000000000000000000000000000",
    last: "ffffffffffffffffffffffffffffffff",
    values: values_of(HEX, true),
    radix: Radix::Hex,
};
pub(crate) static UID11: Format = Format {
    name: "uid11",
    alphabet: BASE58,
    length: 11,
    size: 8,
    pattern: "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}",
    first: "11111111111",
    last: "jpXCZedGfVQ",
    values: values_of(BASE58, false),
    radix: Radix::Base58,
};
pub(crate) static BASEUID: Format = Format {
    name: "baseuid",
    alphabet: BASE64_OF_BASEUID,
    length: 20,
    size: 15,
    pattern: "[-0-9A-Z_a-z]{20}",
    first: "--------------------",
    last: "zzzzzzzzzzzzzzzzzzzz",
    values: values_of(BASE64_OF_BASEUID, false),
    radix: Radix::Base64,
};

pub(crate) fn format_of(notation: Notation) -> &'static Format {
    match notation {
        Notation::Typeid => &TYPEID,
        Notation::Ulid => &ULID,
        Notation::Base62id => &BASE62ID,
        Notation::Base64uuid => &BASE64UUID,
        Notation::Uuid => &UUID,
        Notation::Hex => &HEXADECIMAL,
        Notation::Uid11 => &UID11,
    }
}

// Two characters at a time.
static PAIRS: [[u8; 2]; 62 * 62] = pairs(BASE62);
static PAIRS_OF_TYPEID: [[u8; 2]; 32 * 32] = pairs(BASE32);
static PAIRS_OF_ULID: [[u8; 2]; 32 * 32] = pairs(BASE32_OF_ULID);

const fn pairs<const N: usize>(alphabet: &[u8]) -> [[u8; 2]; N] {
    let mut pairs = [[0; 2]; N];
    let mut i = 0;
    while i < N {
        pairs[i] = [alphabet[i / alphabet.len()], alphabet[i % alphabet.len()]];
        i += 1;
    }
    pairs
}

const FIVE_OF_58: u64 = 58u64.pow(5);
const FIVE_OF_62: u64 = 62u64.pow(5);
const TEN_OF_62: u64 = 62u64.pow(10);
/// The marks 2 and 3 before the 128 bits of a base62id, as so many times 62^10 and a rest.
const MARKS: [(u128, u64); 2] = [mark(2), mark(3)];

#[allow(clippy::cast_possible_truncation)] // a rest is less than 62^10
const fn mark(mark: u128) -> (u128, u64) {
    let ten = TEN_OF_62 as u128;
    let (tens, rest) = (u128::MAX / ten, u128::MAX % ten + 1);
    (tens * mark + rest * mark / ten, (rest * mark % ten) as u64)
}

#[allow(clippy::cast_possible_truncation)]
#[inline]
const fn halves(number: u128) -> (u64, u64) {
    ((number >> 64) as u64, number as u64)
}

#[inline]
fn joined(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

impl Format {
    pub(crate) fn stores_uuid(&self) -> bool {
        self.size == 16
    }

    /// Whether a UUID's text has a hyphen at this place.
    pub(crate) fn is_hyphen(&self, at: usize) -> bool {
        self.radix == Radix::Uuid && HYPHENS.contains(&at)
    }

    /// Whether the octet can stand at this place of a suffix.
    pub(crate) fn fits(&self, at: usize, octet: u8) -> bool {
        if self.is_hyphen(at) {
            return octet == b'-';
        }
        self.values[octet as usize] != NO_VALUE
    }

    /// Characters as a number in a base; the bits of their values are put into `seen`.
    #[inline(always)]
    fn digits(&self, characters: &[u8], base: u64, seen: &mut u8) -> u64 {
        characters.iter().fold(0, |number, character| {
            let value = self.values[*character as usize];
            *seen |= value;
            // What is no number in this base is none in the end: it may wrap around.
            number.wrapping_mul(base).wrapping_add(u64::from(value))
        })
    }

    /// The number of a suffix, modulo 2^128: the marks of base62id and base64uuid fall off.
    #[inline]
    pub(crate) fn read(&self, suffix: &[u8]) -> Option<u128> {
        let mut seen = 0;
        let mut part = |base, characters: &[u8]| self.digits(characters, base, &mut seen);
        let (number, in_range) = match self.radix {
            Radix::Base32 => {
                // Three bits and 12 characters, one whose bits are of both words, 12 characters.
                let s: &[u8; 26] = suffix.try_into().ok()?;
                let (high, both, low) =
                    (part(32, &s[..13]), part(32, &s[13..14]), part(32, &s[14..]));
                (joined(high << 1 | both >> 4, both << 60 | low), s[0] < b'8')
            }
            Radix::Base58 => {
                let s: &[u8; 11] = suffix.try_into().ok()?;
                let ten = part(58, &s[..5])
                    .wrapping_mul(FIVE_OF_58)
                    .wrapping_add(part(58, &s[5..10]));
                let number = u128::from(ten) * 58 + u128::from(part(58, &s[10..]));
                (number, number >> 64 == 0)
            }
            Radix::Base62 => {
                let s: &[u8; 22] = suffix.try_into().ok()?;
                let two = part(62, &s[..2]);
                let ten = part(62, &s[2..7])
                    .wrapping_mul(FIVE_OF_62)
                    .wrapping_add(part(62, &s[7..12]));
                let low = part(62, &s[12..17])
                    .wrapping_mul(FIVE_OF_62)
                    .wrapping_add(part(62, &s[17..]));
                let high = u128::from(two) * u128::from(TEN_OF_62) + u128::from(ten);
                let number = high.wrapping_mul(TEN_OF_62.into()).wrapping_add(low.into());
                (number, (high, low) >= MARKS[0] && (high, low) < MARKS[1])
            }
            Radix::Base64 => {
                let s: &[u8; 20] = suffix.try_into().ok()?;
                let (high, low) = (part(64, &s[..10]), part(64, &s[10..]));
                (u128::from(high) << 60 | u128::from(low), true)
            }
            Radix::Marked64 => {
                let s: &[u8; 22] = suffix.try_into().ok()?;
                let (two, high, low) = (part(64, &s[..2]), part(64, &s[2..12]), part(64, &s[12..]));
                let number = u128::from(two) << 120 | u128::from(high) << 60 | u128::from(low);
                (number, (b'F'..=b'I').contains(&s[0]))
            }
            Radix::Hex => {
                let s: &[u8; 32] = suffix.try_into().ok()?;
                (joined(part(16, &s[..16]), part(16, &s[16..])), true)
            }
            Radix::Uuid => {
                let s: &[u8; 36] = suffix.try_into().ok()?;
                let high =
                    part(16, &s[..8]) << 32 | part(16, &s[9..13]) << 16 | part(16, &s[14..18]);
                let low = part(16, &s[19..23]) << 48 | part(16, &s[24..]);
                (joined(high, low), HYPHENS.iter().all(|at| s[*at] == b'-'))
            }
        };
        (in_range && seen < 64).then_some(number)
    }

    /// The characters of a number.
    #[inline]
    pub(crate) fn write(&self, suffix: &mut [u8], number: u128) {
        match self.radix {
            Radix::Base32 => write_base32(suffix, number, self.alphabet),
            Radix::Base62 => write_base62(suffix, number),
            Radix::Base58 => {
                let mut rest = halves(number).1;
                for character in suffix.iter_mut().rev() {
                    *character = self.alphabet[(rest % 58) as usize];
                    rest /= 58;
                }
            }
            Radix::Base64 | Radix::Marked64 => {
                let mut rest = number;
                for character in suffix.iter_mut().rev() {
                    *character = self.alphabet[(halves(rest).1 & 63) as usize];
                    rest >>= 6;
                }
                if self.radix == Radix::Marked64 {
                    suffix[0] = self.alphabet[16 + self.values[suffix[0] as usize] as usize];
                }
            }
            Radix::Hex | Radix::Uuid => {
                let mut rest = number;
                for at in (0..self.length).rev() {
                    if self.is_hyphen(at) {
                        suffix[at] = b'-';
                        continue;
                    }
                    suffix[at] = self.alphabet[(halves(rest).1 & 15) as usize];
                    rest >>= 4;
                }
            }
        }
    }

    /// A type prefix, an underscore and the characters of a number; of no prefix the latter alone.
    #[inline]
    pub(crate) fn text(&self, prefix: &str, number: u128) -> Text {
        let mut text = Text {
            room: [0; LONGEST],
            length: 0,
        };
        let mut at = prefix.len();
        text.room[..at].copy_from_slice(prefix.as_bytes());
        if at > 0 {
            text.room[at] = b'_';
            at += 1;
        }
        self.write(&mut text.room[at..at + self.length], number);
        text.length = at + self.length;
        text
    }

    /// The number of as many octets as the format has.
    pub(crate) fn of_octets(&self, octets: &[u8]) -> Option<u128> {
        let number = |number: u128, octet: &u8| number << 8 | u128::from(*octet);
        (octets.len() == self.size).then(|| octets.iter().fold(0, number))
    }
}

/// Ten bits a pair, of which one is of both words.
#[inline(always)]
fn write_base32(suffix: &mut [u8], number: u128, alphabet: &[u8]) {
    let (high, low) = halves(number);
    let pairs = if alphabet[31] == b'Z' {
        &PAIRS_OF_ULID
    } else {
        &PAIRS_OF_TYPEID
    };
    let suffix: &mut [u8; 26] = suffix.try_into().expect("26 characters");
    let mut put = |at: usize, bits: u64| {
        suffix[at..at + 2].copy_from_slice(&pairs[(bits & 1023) as usize]);
    };
    for i in 0..6 {
        put(2 * i, high >> (56 - 10 * i));
        put(14 + 2 * i, low >> (50 - 10 * i));
    }
    put(12, high << 4 | low >> 60);
}

/// Under the mark 2, by long division.
#[inline(always)]
fn write_base62(suffix: &mut [u8], number: u128) {
    const TWO: u64 = 62 * 62;
    const FOUR: u64 = TWO * TWO;
    let (high, low) = halves(number);
    let (top, rest) = divide_by_ten(2, high);
    let (middle, last) = divide_by_ten(rest, low);
    let (two, ten) = divide_by_ten(top, middle);
    let suffix: &mut [u8; 22] = suffix.try_into().expect("22 characters");
    let mut put = |at: usize, pair: u64| {
        suffix[at..at + 2].copy_from_slice(&PAIRS[usize::try_from(pair).expect("a pair")]);
    };
    put(0, two);
    for (at, ten) in [(2, ten), (12, last)] {
        let (six, four) = (ten / FOUR, ten % FOUR);
        put(at, six / FOUR);
        put(at + 2, six / TWO % TWO);
        put(at + 4, six % TWO);
        put(at + 6, four / TWO);
        put(at + 8, four % TWO);
    }
}

/// A number below 2^64 * 62^10, divided by 62^10 with a rest, by two products: Möller and Granlund,
/// "Improved division by invariant integers" (2011), algorithm 4.
#[allow(clippy::cast_possible_truncation)]
#[inline(always)]
fn divide_by_ten(high: u64, low: u64) -> (u64, u64) {
    const DIVISOR: u64 = TEN_OF_62 << 4; // its first bit is set
    const INVERSE: u64 = (u128::MAX / DIVISOR as u128 - (1 << 64)) as u64;
    let (high, low) = (high << 4 | low >> 60, low << 4);
    let product = u128::from(INVERSE) * u128::from(high) + joined(high, low);
    let mut quotient = halves(product).0.wrapping_add(1);
    let mut rest = low.wrapping_sub(quotient.wrapping_mul(DIVISOR));
    if rest > halves(product).1 {
        quotient = quotient.wrapping_sub(1);
        rest = rest.wrapping_add(DIVISOR);
    }
    if rest >= DIVISOR {
        quotient += 1;
        rest -= DIVISOR;
    }
    (quotient, rest >> 4)
}

/// The text of an id, without an allocation: it derefs to `str`.
///
/// ```
/// base62id::kind!(UserId, "user");
///
/// let id: UserId = "user_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(&*id.text(), "user_01h455vb4pex5vsknk084sn02q");
/// # Ok::<(), base62id::InvalidId>(())
/// ```
#[derive(Clone, Copy)]
pub struct Text {
    room: [u8; LONGEST],
    length: usize,
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(&self.room[..self.length]).expect("alphabets and prefixes are ASCII")
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        (*text).to_owned()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
