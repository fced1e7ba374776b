//! New ids: a time, and numbers that ascend within it.

use std::fs::File;
use std::io::Read;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::TimeOutOfRange;

/// Behind the 48 bits of the time stand ten octets, in a UUID with its version and its variant.
const RANDOM_OCTETS: usize = 10;
const TIME_LIMIT: u64 = 1 << 48;
/// A clock that steps back by more was wrong before, or is a test's: ids follow it. Milliseconds.
const STEP_BACK_LIMIT: u64 = 10_000;
/// Random octets of a copied machine are those of its copy: none is older than this. Milliseconds.
const RANDOM_AGE: u64 = 1_000;

/// Where time and random octets come from.
pub(crate) trait Source {
    /// Milliseconds since 1970.
    fn now(&mut self) -> u64;
    fn fill(&mut self, octets: &mut [u8], now: u64);
}

/// What was made last: a millisecond, and a number of so many bits that ascends within it.
#[derive(Clone, Copy)]
struct Ascending {
    ms: Option<u64>,
    rest: u128,
    bits: u32,
}

/// Of this process, or of a test's source.
pub(crate) struct State {
    uuids: Ascending,
    ulids: Ascending,
}

impl State {
    pub(crate) const NEW: State = State {
        // Beside the time, the version and the variant.
        uuids: Ascending {
            ms: None,
            rest: 0,
            bits: 74,
        },
        ulids: Ascending {
            ms: None,
            rest: 0,
            bits: 80,
        },
    };

    /// Ids ascend while the clock stands still or steps back a little.
    pub(crate) fn next(&mut self, source: &mut impl Source, ulid: bool) -> u128 {
        let last = if ulid {
            &mut self.ulids
        } else {
            &mut self.uuids
        };
        let now = source.now();
        match last.ms {
            Some(ms) if now <= ms && ms - now <= STEP_BACK_LIMIT => {
                // The step of the ULID specification, or one that keeps the next UUID from being
                // guessed.
                let mut step = [0; 4];
                if !ulid {
                    source.fill(&mut step, now);
                }
                last.rest += 1 + u128::from(u32::from_le_bytes(step));
                if last.rest >> last.bits != 0 {
                    last.ms = Some(ms + 1);
                    last.rest = begun(source, now, last.bits);
                }
            }
            _ => {
                last.ms = Some(now);
                last.rest = begun(source, now, last.bits);
            }
        }
        number_of(last.ms.unwrap_or(now), last.rest, last.bits)
    }
}

fn begun(source: &mut impl Source, now: u64, bits: u32) -> u128 {
    let mut octets = [0; RANDOM_OCTETS];
    source.fill(&mut octets, now);
    rest_of(octets, bits)
}

/// The octets behind the time, in a UUID without its version and its variant.
fn rest_of(octets: [u8; RANDOM_OCTETS], bits: u32) -> u128 {
    let number = octets
        .iter()
        .fold(0, |number, octet| number << 8 | u128::from(*octet));
    if bits == 80 {
        return number;
    }
    (number >> 64 & 0xfff) << 62 | number & ((1 << 62) - 1)
}

fn number_of(ms: u64, rest: u128, bits: u32) -> u128 {
    if bits == 80 {
        return u128::from(ms) << 80 | rest;
    }
    let (version, variant) = (7 << 76, 2 << 62);
    u128::from(ms) << 80 | version | rest >> 62 << 64 | variant | rest & ((1 << 62) - 1)
}

fn milliseconds(at: SystemTime) -> Option<u64> {
    let since = at.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis())
        .ok()
        .filter(|ms| *ms < TIME_LIMIT)
}

pub(crate) fn milliseconds_of_clock(clock: SystemTime) -> u64 {
    milliseconds(clock).expect("the clock is between 1970 and 10889")
}

/// Random octets from the system's strong source: what [`generate_at`](crate::kind) of a kind takes
/// where none are given by a test.
///
/// The standard library has none: this reads `/dev/urandom` of a Unix. It is opened anew each time,
/// as a process that closes all its files may have another one under the same number.
///
/// # Panics
///
/// Where the system has no such file.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// base62id::kind!(UserId, "user");
///
/// let at = UNIX_EPOCH + Duration::from_secs(1_577_836_800);
/// let id = UserId::generate_at(at, &mut base62id::random)?;
/// assert_eq!(id.timestamp(), Some(at));
/// # Ok::<(), base62id::TimeOutOfRange>(())
/// ```
pub fn random(octets: &mut [u8]) {
    File::open("/dev/urandom")
        .and_then(|mut file| file.read_exact(octets))
        .expect("the system has random octets");
}

/// The system's clock, and a pool of random octets.
struct System {
    process: u32,
    pool: [u8; 1024],
    used: usize,
    filled: u64,
}

impl Source for System {
    fn now(&mut self) -> u64 {
        milliseconds_of_clock(SystemTime::now())
    }

    fn fill(&mut self, octets: &mut [u8], now: u64) {
        let aged = now.abs_diff(self.filled) > RANDOM_AGE;
        if self.used + octets.len() > self.pool.len() || aged {
            random(&mut self.pool);
            (self.used, self.filled) = (0, now);
        }
        let left = &mut self.pool[self.used..self.used + octets.len()];
        octets.copy_from_slice(left);
        left.fill(0);
        self.used += octets.len();
    }
}

static OWN: Mutex<(System, State)> = Mutex::new((
    System {
        process: 0,
        pool: [0; 1024],
        used: 1024,
        filled: 0,
    },
    State::NEW,
));

pub(crate) fn next(ulid: bool) -> u128 {
    #[cfg(feature = "testing")]
    if let Some(number) = crate::testing::next(ulid) {
        return number;
    }
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let (system, state) = &mut *own;
    // A forked process has none of its parent's random octets, and begins anew.
    let process = std::process::id();
    if system.process != process {
        system.process = process;
        system.used = system.pool.len();
        *state = State::NEW;
    }
    state.next(system, ulid)
}

pub(crate) fn at(
    ulid: bool,
    at: SystemTime,
    random: &mut impl FnMut(&mut [u8]),
) -> Result<u128, TimeOutOfRange> {
    let ms = milliseconds(at).ok_or(TimeOutOfRange)?;
    let mut octets = [0; RANDOM_OCTETS];
    random(&mut octets);
    let bits = if ulid { 80 } else { 74 };
    Ok(number_of(ms, rest_of(octets, bits), bits))
}
