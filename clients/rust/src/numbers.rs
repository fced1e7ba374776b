//! Numbers as ids, and under a mask.

use std::fmt;
use std::marker::PhantomData;

use crate::{InvalidId, Kind, Text};

/// Converts between an `i64` and the id that an id type in the notation uid11 shows of it; made by
/// the `numbers` of a kind.
///
/// ```
/// base62id::kind!(InvoiceId, "inv", notation = Uid11);
/// base62id::kind!(TicketId, "ticket", notation = Uid11, masked);
///
/// let invoices = InvoiceId::numbers();
/// let id = invoices.encode(42);
/// assert_eq!(id.to_string(), "inv_1111111111j");
/// assert_eq!(invoices.decode(id), 42);
///
/// let key: [u8; 16] = *b"sixteen octets !";
/// let tickets = TicketId::numbers(&key);
/// assert_eq!(tickets.decode(tickets.encode(42)), 42);
/// ```
#[derive(Clone)]
pub struct Numbers<I> {
    mask: Option<[u32; 27]>,
    of: PhantomData<fn() -> I>,
}

/// The ids of numbers.
#[doc(hidden)]
pub trait NumberId: crate::Id {
    fn of_block(block: u64) -> Self;
    fn block(self) -> u64;
}

impl<I: NumberId> Numbers<I> {
    #[doc(hidden)]
    #[must_use]
    pub fn new(key: Option<&[u8; 16]>) -> Self {
        let prefix = I::KIND.prefix();
        Self {
            mask: key.map(|key| round_keys(key, prefix)),
            of: PhantomData,
        }
    }

    /// The id of a number.
    #[must_use]
    pub fn encode(&self, number: i64) -> I {
        I::of_block(encoded(number, self.mask.as_ref()))
    }

    /// The number of an id. Every id of a masked kind has one: nothing shows another key.
    #[must_use]
    pub fn decode(&self, id: I) -> i64 {
        decoded(id.block(), self.mask.as_ref())
    }
}

fn encoded(number: i64, mask: Option<&[u32; 27]>) -> u64 {
    let octets = number.to_be_bytes();
    mask.map_or(u64::from_be_bytes(octets), |keys| {
        let (mut x, mut y) = words(octets);
        for key in keys {
            (x, y) = speck_round(x, y, *key);
        }
        block_of(x, y)
    })
}

fn decoded(block: u64, mask: Option<&[u32; 27]>) -> i64 {
    let block = mask.map_or(block, |keys| {
        let (mut x, mut y) = words(block.to_be_bytes());
        for key in keys.iter().rev() {
            y = (y ^ x).rotate_right(3);
            x = (x ^ key).wrapping_sub(y).rotate_left(8);
        }
        block_of(x, y)
    });
    i64::from_be_bytes(block.to_be_bytes())
}

/// For the tests, whose kinds are known only when they run.
#[doc(hidden)]
#[must_use]
pub fn encode_number(kind: &Kind<'_>, number: i64, key: Option<&[u8; 16]>) -> Text {
    let mask = key.map(|key| round_keys(key, kind.prefix()));
    kind.write(encoded(number, mask.as_ref()).into())
}

/// For the tests, whose kinds are known only when they run.
#[doc(hidden)]
pub fn decode_number(kind: &Kind<'_>, id: &str, key: Option<&[u8; 16]>) -> Result<i64, InvalidId> {
    let mask = key.map(|key| round_keys(key, kind.prefix()));
    let number = kind.read(id)?;
    Ok(decoded(
        u64::try_from(number).expect("64 bits"),
        mask.as_ref(),
    ))
}

/// Nothing of the mask key.
impl<I> fmt::Debug for Numbers<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbers").finish_non_exhaustive()
    }
}

fn words(octets: [u8; 8]) -> (u32, u32) {
    let word = |octets: &[u8]| octets.iter().fold(0, |word, o| word << 8 | u32::from(*o));
    (word(&octets[..4]), word(&octets[4..]))
}

fn block_of(x: u32, y: u32) -> u64 {
    u64::from(x) << 32 | u64::from(y)
}

/// Of Speck64/128.
fn speck_round(x: u32, y: u32, key: u32) -> (u32, u32) {
    let x = x.rotate_right(8).wrapping_add(y) ^ key;
    (x, y.rotate_left(3) ^ x)
}

/// The round keys of a type prefix, as the server derives them: by HMAC-SHA-256.
fn round_keys(key: &[u8; 16], prefix: &str) -> [u32; 27] {
    let padded = |pad: u8| (0..64).map(move |i| key.get(i).unwrap_or(&0) ^ pad);
    let message = b"base62id number mask\0"
        .iter()
        .copied()
        .chain(prefix.bytes());
    let inner = sha256(padded(0x36).chain(message).collect());
    let mac = sha256(padded(0x5c).chain(inner).collect());
    let mut words = [0u32; 4];
    for (word, octets) in words.iter_mut().zip(mac.chunks(4)) {
        *word = octets
            .iter()
            .rev()
            .fold(0, |word, octet| word << 8 | u32::from(*octet));
    }
    let mut keys = [0; 27];
    for (i, key) in (0u32..).zip(keys.iter_mut()) {
        *key = words[0];
        let at = 1 + i as usize % 3;
        (words[at], words[0]) = speck_round(words[at], words[0], i);
    }
    keys
}

// The standard library has no SHA-256. Its constants, of FIPS 180-4.
#[rustfmt::skip]
const SHA256: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];
const SHA256_BEGIN: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

fn sha256(mut message: Vec<u8>) -> Vec<u8> {
    let bits = 8 * message.len() as u64;
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend(bits.to_be_bytes());
    let mut state = SHA256_BEGIN;
    for block in message.chunks(64) {
        let added = compressed(state, block);
        for (word, more) in state.iter_mut().zip(added) {
            *word = word.wrapping_add(more);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn compressed(mut v: [u32; 8], block: &[u8]) -> [u32; 8] {
    let big_endian = |octets: &[u8]| octets.iter().fold(0, |word, o| word << 8 | u32::from(*o));
    let mut w: Vec<u32> = block.chunks(4).map(big_endian).collect();
    for i in 16..64 {
        let (early, late) = (w[i - 15], w[i - 2]);
        let s0 = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let s1 = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        w.push(
            w[i - 16]
                .wrapping_add(s0)
                .wrapping_add(w[i - 7])
                .wrapping_add(s1),
        );
    }
    for (constant, word) in SHA256.iter().zip(w) {
        let sum1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
        let chosen = (v[4] & v[5]) ^ (!v[4] & v[6]);
        let one = v[7].wrapping_add(sum1).wrapping_add(chosen);
        let one = one.wrapping_add(*constant).wrapping_add(word);
        let sum0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
        let two = sum0.wrapping_add((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        v.rotate_right(1);
        v[4] = v[4].wrapping_add(one);
        v[0] = one.wrapping_add(two);
    }
    v
}
