//! What is no id, and what is no kind.

use std::error::Error;
use std::fmt;

/// A text, or octets, that are no id of a kind.
///
/// ```
/// base62id::kind!(UserId, "user");
///
/// let error = "user_01h455vb4pex5vsknk084sn02u".parse::<UserId>().unwrap_err();
/// assert_eq!(error.position(), Some(31));
/// assert_eq!(error.sqlstate(), "22P02");
/// assert_eq!(
///     error.to_string(),
///     "invalid user id (typeid) \"user_01h455vb4pex5vsknk084sn02u\": \
///      \"u\" at position 31 is not in the alphabet of typeid",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidId {
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) reason: String,
    pub(crate) position: Option<usize>,
}

/// How much of a text a message repeats, in characters.
const REPEATED: usize = 100;

pub(crate) fn cut(text: &str) -> String {
    text.chars().take(REPEATED).collect()
}

impl InvalidId {
    pub(crate) fn new(kind: String, text: &str, reason: String) -> Self {
        Self {
            kind,
            text: cut(text),
            reason,
            position: None,
        }
    }

    /// The kind, by its type prefix and notation, or the system.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What is wrong.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The position of the character that is wrong, from 1 on.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        self.position
    }

    /// The SQLSTATE that the server raises for such a text.
    #[must_use]
    pub fn sqlstate(&self) -> &'static str {
        "22P02"
    }
}

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.is_empty() {
            return write!(f, "invalid {}: {}", self.kind, self.reason);
        }
        write!(f, "invalid {} {:?}: {}", self.kind, self.text, self.reason)
    }
}

impl Error for InvalidId {}

/// A definition of a kind that is none; [`kind!`](crate::kind) does not compile then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidKind(pub(crate) &'static str);

impl fmt::Display for InvalidKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for InvalidKind {}

/// A time before 1970, or from 10889 on, which no id has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOutOfRange;

impl fmt::Display for TimeOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the time of an id is between 1970 and 10889")
    }
}

impl Error for TimeOutOfRange {}
