//! Kinds of ids, and what reads and writes them.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::codec::{self, format_of, Format, Text, LONGEST};
use crate::error::{cut, InvalidId, InvalidKind, TimeOutOfRange};
use crate::generate;

/// How the suffix of an id is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// 26 characters of base 32 in lower case, as the `TypeID` specification has it.
    Typeid,
    /// 26 characters of base 32 in upper case, read in either case.
    Ulid,
    /// 22 letters and digits, the first a letter.
    Base62id,
    /// 22 characters of an alphabet for URLs.
    Base64uuid,
    /// The 36 characters of the UUID, read in either case.
    Uuid,
    /// The 32 digits of the UUID, read in either case.
    Hex,
    /// 11 characters of base 58, of a number of 64 bits.
    Uid11,
}

impl Notation {
    /// The name of the notation on the server.
    #[must_use]
    pub fn name(self) -> &'static str {
        format_of(self).name
    }
}

/// What ids identify, as the id type on the server was created: its type prefix and its notation.
///
/// [`kind!`](crate::kind) makes a type of a kind. A program that knows its kinds only when it runs
/// makes them here; their ids are texts.
///
/// ```
/// use base62id::{Kind, Notation};
///
/// let kind = Kind::new("user", Notation::Ulid, false, false)?;
/// let id = kind.parse("user_01h455vb4pex5vsknk084sn02q")?;
/// assert_eq!(&*id, "user_01H455VB4PEX5VSKNK084SN02Q");
/// assert!(Kind::new("user_", Notation::Ulid, false, false).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind<'a> {
    prefix: &'a str,
    notation: Notation,
    masked: bool,
    accept_uuid: bool,
}

/// Whether a type prefix can stand before the notation: the `TypeID` specification has small letters
/// and underscores, the other notations take what people have.
#[doc(hidden)]
#[must_use]
pub const fn is_prefix(prefix: &str, notation: Notation) -> bool {
    let prefix = prefix.as_bytes();
    if prefix.is_empty() || prefix.len() > 63 || prefix[0] == b'_' {
        return false;
    }
    if prefix[prefix.len() - 1] == b'_' || prefix[0].is_ascii_digit() {
        return false;
    }
    let mut i = 0;
    while i < prefix.len() {
        let fits = match notation {
            Notation::Typeid => prefix[i].is_ascii_lowercase(),
            _ => prefix[i].is_ascii_alphanumeric(),
        };
        if !fits && prefix[i] != b'_' {
            return false;
        }
        i += 1;
    }
    true
}

/// The rule of [`is_prefix`] in words.
#[doc(hidden)]
#[must_use]
pub const fn prefix_rule(notation: Notation) -> &'static str {
    match notation {
        Notation::Typeid => "a type prefix has 1 to 63 characters, a to z and, inside, _",
        _ => {
            "a type prefix has 1 to 63 characters, letters, digits and _, begins with a letter \
             and does not end with _"
        }
    }
}

pub(crate) fn is_typeid_prefix(prefix: &str) -> bool {
    is_prefix(prefix, Notation::Typeid)
}

pub(crate) fn unquoted(text: &str) -> &str {
    let inside = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or(text)
}

pub(crate) fn is_version(version: u128, number: u128) -> bool {
    number >> 76 & 15 == version && number >> 62 & 3 == 2
}

impl<'a> Kind<'a> {
    /// A kind of `prefix`.
    ///
    /// # Errors
    ///
    /// [`InvalidKind`] where the prefix is none, or where a kind that is masked or of numbers is to
    /// accept UUIDs.
    pub fn new(
        prefix: &'a str,
        notation: Notation,
        masked: bool,
        accept_uuid: bool,
    ) -> Result<Self, InvalidKind> {
        if !is_prefix(prefix, notation) {
            return Err(InvalidKind(prefix_rule(notation)));
        }
        if accept_uuid && masked {
            return Err(InvalidKind("a masked id type does not accept UUIDs"));
        }
        if accept_uuid && notation == Notation::Uid11 {
            return Err(InvalidKind("numbers are no UUIDs to accept"));
        }
        Ok(Self {
            prefix,
            notation,
            masked,
            accept_uuid,
        })
    }

    /// Of what has been checked: by the macro, or as a system.
    #[doc(hidden)]
    #[must_use]
    pub const fn checked(
        prefix: &'a str,
        notation: Notation,
        masked: bool,
        accept_uuid: bool,
    ) -> Self {
        Self {
            prefix,
            notation,
            masked,
            accept_uuid,
        }
    }

    /// The type prefix, and an empty text of a system.
    #[must_use]
    pub const fn prefix(&self) -> &'a str {
        self.prefix
    }

    /// The notation.
    #[must_use]
    pub const fn notation(&self) -> Notation {
        self.notation
    }

    /// Whether the ids are masked: the server alone makes them and knows their UUIDs.
    #[must_use]
    pub const fn masked(&self) -> bool {
        self.masked
    }

    /// Whether a UUID's own text is read, too.
    #[must_use]
    pub const fn accept_uuid(&self) -> bool {
        self.accept_uuid
    }

    pub(crate) fn format(&self) -> &'static Format {
        format_of(self.notation)
    }

    /// The number of what the input of the id type on the server reads.
    #[doc(hidden)]
    #[inline]
    pub fn read(&self, text: &str) -> Result<u128, InvalidId> {
        // Length first: a long text costs no more than a short one.
        if text.len() > LONGEST {
            return Err(self.too_long(text));
        }
        let (format, bare) = (self.format(), unquoted(text));
        let suffix = self.suffix_of(bare);
        let of_uuid = || {
            if self.accept_uuid {
                codec::UUID.read(bare.as_bytes())
            } else {
                None
            }
        };
        let number = suffix
            .and_then(|suffix| format.read(suffix.as_bytes()))
            .or_else(of_uuid);
        match number {
            None => Err(self.fault(bare, text)),
            Some(number) if self.masked && format.stores_uuid() && !is_version(4, number) => {
                let reason = "its UUID is not of version 4, as that of every masked id is";
                Err(InvalidId::new(self.to_string(), text, reason.to_owned()))
            }
            Some(number) => Ok(number),
        }
    }

    /// The text of a number.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn write(&self, number: u128) -> Text {
        self.format().text(self.prefix, number)
    }

    /// What stands behind the type prefix and its underscore.
    fn suffix_of<'t>(&self, bare: &'t str) -> Option<&'t str> {
        if self.prefix.is_empty() {
            return Some(bare);
        }
        bare.strip_prefix(self.prefix)
            .and_then(|rest| rest.strip_prefix('_'))
    }

    #[cold]
    fn too_long(&self, text: &str) -> InvalidId {
        let reason = format!("{} bytes are more than any id has", text.len());
        InvalidId::new(self.to_string(), text, reason)
    }

    /// What is wrong with a text that is no id of the kind.
    #[cold]
    fn fault(&self, bare: &str, whole: &str) -> InvalidId {
        let typeid = self.notation == Notation::Typeid;
        if let Some(suffix) = self.suffix_of(bare) {
            // Of a TypeID the last underscore ends the type prefix: here that is a longer one.
            if !typeid || !suffix.contains('_') {
                return suffix_fault(self.format(), &self.to_string(), suffix, whole);
            }
        }
        // In a suffix of base64uuid may be underscores.
        let separator = match self.notation {
            Notation::Base64uuid => bare.len().checked_sub(self.format().length + 1),
            _ => bare.rfind('_'),
        };
        let found = separator.and_then(|at| bare.get(..at)).unwrap_or("");
        let reason = if found.is_empty() {
            format!("it does not begin with \"{}_\"", self.prefix)
        } else if typeid && !is_typeid_prefix(found) {
            format!("{}, not {:?}", prefix_rule(self.notation), cut(found))
        } else {
            format!("the type prefix is {:?}, not {:?}", cut(found), self.prefix)
        };
        InvalidId::new(self.to_string(), whole, reason)
    }

    /// The canonical text of an id, as the input of the id type on the server gives it.
    ///
    /// # Errors
    ///
    /// [`InvalidId`] where the text is no id of this kind.
    pub fn parse(&self, text: &str) -> Result<Text, InvalidId> {
        Ok(self.write(self.read(text)?))
    }

    /// Whether this is the canonical text of an id, which [`parse`](Self::parse) gives back
    /// unchanged.
    #[must_use]
    #[inline]
    pub fn is(&self, text: &str) -> bool {
        self.read(text)
            .map_or(false, |number| &*self.write(number) == text)
    }

    /// What a JSON Schema says of an id's text: a regular expression. Every id matches, and of some
    /// notations a few other texts, which [`parse`](Self::parse) refuses.
    #[must_use]
    pub fn pattern(&self) -> String {
        let lead = if self.prefix.is_empty() { "" } else { "_" };
        let own = format!("{}{lead}{}", self.prefix, self.format().pattern);
        if self.accept_uuid {
            return format!("^(?:{own}|{})$", codec::UUID.pattern);
        }
        format!("^{own}$")
    }

    /// When the id of a number was made.
    #[doc(hidden)]
    #[must_use]
    pub fn time_of(&self, number: u128) -> Option<SystemTime> {
        let of_ulid = self.notation == Notation::Ulid && self.prefix.is_empty();
        if self.masked || !self.format().stores_uuid() || !(of_ulid || is_version(7, number)) {
            return None;
        }
        Some(UNIX_EPOCH + Duration::from_millis(u64::try_from(number >> 80).ok()?))
    }

    /// The numbers of the first and of the last id that begins with a text.
    #[doc(hidden)]
    #[must_use]
    pub fn range_of(&self, text: &str) -> Option<(u128, u128)> {
        let format = self.format();
        if text.len() > LONGEST || self.masked || !format.stores_uuid() {
            return None;
        }
        let beginning = match self.suffix_of(text) {
            Some(beginning) => beginning,
            // Of a beginning of the prefix, all ids.
            None if self.prefix.starts_with(text) => "",
            None => return None,
        };
        let fits = |(at, octet)| format.fits(at, octet);
        if beginning.len() > format.length || !beginning.bytes().enumerate().all(fits) {
            return None;
        }
        let (zero, top) = (
            format.alphabet[0],
            format.alphabet[format.alphabet.len() - 1],
        );
        let filled = |with: u8| {
            let mut suffix = [0; LONGEST];
            for (at, octet) in suffix[..format.length].iter_mut().enumerate() {
                let given = beginning.as_bytes().get(at).copied();
                *octet = given.unwrap_or(if format.is_hyphen(at) { b'-' } else { with });
            }
            self.in_own_case(&mut suffix[..format.length]);
            suffix
        };
        let (from, to) = (filled(zero), filled(top));
        let from = std::cmp::max(&from[..format.length], format.first.as_bytes());
        let to = std::cmp::min(&to[..format.length], format.last.as_bytes());
        if from > to {
            return None;
        }
        Some((format.read(from)?, format.read(to)?))
    }

    /// Letters in the case of the alphabet, where both are read.
    fn in_own_case(&self, suffix: &mut [u8]) {
        match self.notation {
            Notation::Ulid => suffix.make_ascii_uppercase(),
            Notation::Uuid | Notation::Hex => suffix.make_ascii_lowercase(),
            _ => {}
        }
    }

    /// The number of what a column of core's uuid gives: a UUID's text or, where it has been
    /// converted to the id type, an id.
    #[doc(hidden)]
    pub fn from_column(&self, text: &str) -> Result<u128, InvalidId> {
        codec::UUID
            .read(text.as_bytes())
            .map_or_else(|| self.read(text), Ok)
    }

    fn is_system_ulid(&self) -> bool {
        self.notation == Notation::Ulid && self.prefix.is_empty()
    }

    /// The number of a new id.
    #[doc(hidden)]
    #[must_use]
    pub fn next(&self) -> u128 {
        generate::next(self.is_system_ulid())
    }

    /// The number of an id of a time.
    #[doc(hidden)]
    pub fn at(
        &self,
        at: SystemTime,
        random: &mut impl FnMut(&mut [u8]),
    ) -> Result<u128, TimeOutOfRange> {
        generate::at(self.is_system_ulid(), at, random)
    }

    /// The number of what the server sends in binary.
    #[doc(hidden)]
    pub fn of_octets(&self, octets: &[u8]) -> Result<u128, InvalidId> {
        self.format().of_octets(octets).ok_or_else(|| {
            let reason = format!("{} octets, not {}", octets.len(), self.format().size);
            InvalidId::new(self.to_string(), "", reason)
        })
    }

    /// How many octets the server sends of an id.
    #[doc(hidden)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.format().size
    }
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.prefix.is_empty() {
            return f.write_str(self.notation.name());
        }
        write!(f, "{} id ({})", self.prefix, self.notation.name())
    }
}

/// What is wrong with a suffix that is not read.
#[cold]
pub(crate) fn suffix_fault(format: &Format, kind: &str, suffix: &str, whole: &str) -> InvalidId {
    let mut error = InvalidId::new(kind.to_owned(), whole, String::new());
    if suffix.len() != format.length {
        let of = if suffix == unquoted(whole) {
            "it"
        } else {
            "its suffix"
        };
        error.reason = format!("{of} has {} bytes, not {}", suffix.len(), format.length);
        return error;
    }
    let wrong = |(at, character): &(usize, char)| {
        !character.is_ascii() || !format.fits(*at, *character as u8)
    };
    if let Some((at, character)) = suffix.char_indices().find(wrong) {
        let character = character.to_string();
        let position = at + 1 + whole.rfind(suffix).unwrap_or(0);
        error.position = Some(position);
        error.reason = if format.is_hyphen(at) {
            format!("{character:?} at position {position} is no hyphen")
        } else {
            let name = format.name;
            format!("{character:?} at position {position} is not in the alphabet of {name}")
        };
        return error;
    }
    error.reason = format!("its number is none of a {}", format.name);
    error
}

/// What every type of [`kind!`](crate::kind) has, for generic programs.
///
/// ```
/// use base62id::Id;
///
/// base62id::kind!(UserId, "user");
///
/// fn pattern_of<I: Id>() -> String {
///     I::KIND.pattern()
/// }
/// assert_eq!(pattern_of::<UserId>(), "^user_[0-7][0-9a-hjkmnp-tv-z]{25}$");
/// ```
pub trait Id:
    Copy + Ord + std::hash::Hash + fmt::Display + fmt::Debug + std::str::FromStr<Err = InvalidId>
{
    /// The kind.
    const KIND: Kind<'static>;

    /// The text, without an allocation.
    fn text(self) -> Text;
}
