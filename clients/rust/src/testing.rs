//! Another clock and other random octets for the ids that a test makes.
//!
//! ```
//! use std::time::{Duration, UNIX_EPOCH};
//! use base62id::testing::{self, Source};
//!
//! base62id::kind!(UserId, "user");
//!
//! let new_year = UNIX_EPOCH + Duration::from_secs(1_767_225_600);
//! let id = testing::with(Source::new().at(new_year).seed(42), UserId::generate);
//! assert_eq!(id.to_string(), "user_01kdvdna00fst82n246qv91h94");
//! ```

use std::cell::RefCell;
use std::time::SystemTime;

use crate::generate::{milliseconds_of_clock, random, Source as Octets, State};

/// Where the time and the random octets of ids come from; what is not given is the system's.
#[derive(Default)]
pub struct Source {
    now: Option<Box<dyn FnMut() -> SystemTime>>,
    random: Option<Fill>,
}

type Fill = Box<dyn FnMut(&mut [u8])>;

impl Source {
    /// The system's.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A clock that stands still.
    #[must_use]
    pub fn at(self, at: SystemTime) -> Self {
        self.now(move || at)
    }

    /// A clock.
    #[must_use]
    pub fn now(self, now: impl FnMut() -> SystemTime + 'static) -> Self {
        Self {
            now: Some(Box::new(now)),
            ..self
        }
    }

    /// The octets of [`seeded`].
    #[must_use]
    pub fn seed(self, seed: u32) -> Self {
        self.random(seeded(seed))
    }

    /// What fills octets.
    #[must_use]
    pub fn random(self, random: impl FnMut(&mut [u8]) + 'static) -> Self {
        Self {
            random: Some(Box::new(random)),
            ..self
        }
    }
}

impl Octets for Source {
    fn now(&mut self) -> u64 {
        milliseconds_of_clock(self.now.as_mut().map_or_else(SystemTime::now, |now| now()))
    }

    fn fill(&mut self, octets: &mut [u8], _: u64) {
        match &mut self.random {
            Some(fill) => fill(octets),
            None => random(octets),
        }
    }
}

thread_local! {
    #[allow(clippy::missing_const_for_thread_local)] // of Rust 1.59 and newer
    static CURRENT: RefCell<Option<(Source, State)>> = RefCell::new(None);
}

/// Runs `test`, in which this thread makes all ids of `source`. What was made before does not matter
/// to them, nor they to what is made after.
pub fn with<R>(source: Source, test: impl FnOnce() -> R) -> R {
    struct Undo(Option<(Source, State)>);
    impl Drop for Undo {
        fn drop(&mut self) {
            let before = self.0.take();
            CURRENT.with(|current| *current.borrow_mut() = before);
        }
    }
    let begun = Some((source, State::NEW));
    let _undo = Undo(CURRENT.with(|current| std::mem::replace(&mut *current.borrow_mut(), begun)));
    test()
}

pub(crate) fn next(ulid: bool) -> Option<u128> {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        let (source, state) = current.as_mut()?;
        Some(state.next(source, ulid))
    })
}

/// Fills octets, the same for the same seed in the clients of all languages, as the conformance kit
/// defines it: an xorshift of 32 bits, for tests and for nothing else.
///
/// ```
/// let mut octets = [0; 10];
/// base62id::testing::seeded(42)(&mut octets);
/// assert_eq!(octets, [0x2e, 0x74, 0xc1, 0x54, 0x44, 0x35, 0xf6, 0x90, 0xc5, 0x24]);
/// ```
pub fn seeded(seed: u32) -> impl FnMut(&mut [u8]) {
    let mut state = (seed ^ 0x9e37_79b9).max(1);
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_be_bytes()[0]
    };
    for _ in 0..16 {
        next();
    }
    move |octets| octets.fill_with(&mut next)
}
