//! The systems: kinds without a type prefix.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::codec::{self, Text, LONGEST};
use crate::error::{cut, InvalidId};
use crate::kind::{is_typeid_prefix, is_version, prefix_rule, suffix_fault, unquoted};
use crate::private::Octets;
use crate::{Kind, Notation};

macro_rules! system {
    ($(#[$meta:meta])* $name:ident, $notation:ident, $sql:literal) => {
        crate::__id_type!(
            { $(#[$meta])* pub $name }
            [16] [Kind::checked("", Notation::$notation, false, true)] [$sql] [uuid]
        );
        crate::__uuid_type!({ pub $name });
    };
}

system!(
    /// The system Base62id: a UUID in 22 letters and digits, the first a letter.
    ///
    /// ```
    /// let id: base62id::Base62id = "01890a5d-ac96-774b-bcce-b302099a8057".parse()?;
    /// assert_eq!(id.to_string(), "Fd1grph2uh4xkiIkpsM2dD");
    /// # Ok::<(), base62id::InvalidId>(())
    /// ```
    Base62id,
    Base62id,
    "base62id"
);
system!(
    /// The system `Base64UUID`: a UUID in 22 characters of an alphabet for URLs.
    ///
    /// ```
    /// let id: base62id::Base64uuid = "01890a5d-ac96-774b-bcce-b302099a8057".parse()?;
    /// assert_eq!(id.to_string(), "F0XFdSf8OrHvnDgk78ac0M");
    /// # Ok::<(), base62id::InvalidId>(())
    /// ```
    Base64uuid,
    Base64uuid,
    "base64uuid"
);
system!(
    /// The system ULID: a time and 80 random bits in 26 characters.
    ///
    /// ```
    /// let id: base62id::Ulid = "01arz3ndektsv4rrffq69g5fav".parse()?;
    /// assert_eq!(id.to_string(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    /// assert!(id < base62id::Ulid::generate());
    /// # Ok::<(), base62id::InvalidId>(())
    /// ```
    Ulid,
    Ulid,
    "ulid"
);

crate::__id_type!(
    {
        /// A uid11 of the server's `xid_new()`: a time and a counter in 11 characters.
        ///
        /// ```
        /// let id: base62id::Xid = "jpXCZedGfVQ".parse()?;
        /// assert!(id.timestamp() > std::time::SystemTime::UNIX_EPOCH);
        /// # Ok::<(), base62id::InvalidId>(())
        /// ```
        pub Xid
    }
    [8] [Kind::checked("", Notation::Uid11, false, false)] ["uid11"] [named]
);

impl Xid {
    /// When the id was made.
    #[must_use]
    pub fn timestamp(self) -> SystemTime {
        /// The milliseconds since 1970 with which it begins to count.
        const EPOCH: u64 = 1_321_009_871_111;
        const COUNTER_BITS: u32 = 22;
        let ms = (u64::from_be_bytes(self.0) >> COUNTER_BITS) + EPOCH;
        UNIX_EPOCH + Duration::from_millis(ms)
    }
}

/// What the text of a type says, where no kind does.
macro_rules! text_traits {
    ($name:ident) => {
        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                Self::parse(text)
            }
        }

        impl TryFrom<&str> for $name {
            type Error = InvalidId;

            fn try_from(text: &str) -> Result<Self, InvalidId> {
                Self::parse(text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.text().into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.text(), f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.text())
            }
        }

        crate::__serde!($name);
    };
}

fn checked_length(kind: &str, text: &str) -> Result<(), InvalidId> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let reason = format!("{} bytes are more than any id has", text.len());
    Err(InvalidId::new(kind.to_owned(), text, reason))
}

/// The system `BaseUid`: a time and 72 bits in 20 characters. The server generates them.
///
/// ```
/// let id: base62id::Baseuid = "ANjssJky------------".parse()?;
/// assert!(id.timestamp() > std::time::SystemTime::UNIX_EPOCH);
/// # Ok::<(), base62id::InvalidId>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Baseuid([u8; 15]);

impl Baseuid {
    /// The id that a text is, as the type on the server reads it.
    ///
    /// # Errors
    ///
    /// Where the text is no `BaseUid`.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        checked_length("baseuid", text)?;
        let bare = unquoted(text);
        let number = codec::BASEUID.read(bare.as_bytes());
        let fault = || suffix_fault(&codec::BASEUID, "baseuid", bare, text);
        Ok(Self(Octets::of(number.ok_or_else(fault)?)))
    }

    /// Whether this is the canonical text of an id.
    #[must_use]
    pub fn is(text: &str) -> bool {
        Self::parse(text).map_or(false, |id| &*id.text() == text)
    }

    /// The text, without an allocation.
    #[must_use]
    pub fn text(self) -> Text {
        codec::BASEUID.text("", Octets::number(self.0))
    }

    /// When the id was made.
    #[must_use]
    pub fn timestamp(self) -> SystemTime {
        // 48 bits of the nanoseconds since 1970 without their last 15, before 72 others.
        let units = self.0[..6]
            .iter()
            .fold(0, |units, octet| units << 8 | u64::from(*octet));
        UNIX_EPOCH + Duration::from_nanos(units << 15)
    }
}

text_traits!(Baseuid);

/// What the type typeid takes: a `TypeID` of any type prefix, or of none. A new one has a prefix, and
/// so a kind of its own.
///
/// ```
/// let id: base62id::Typeid = "user_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(id.prefix(), "user");
/// # Ok::<(), base62id::InvalidId>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Typeid {
    /// The type prefix, and zeros.
    prefix: [u8; 63],
    uuid: [u8; 16],
}

impl Typeid {
    fn of(prefix: &str, number: u128) -> Self {
        let mut room = [0; 63];
        room[..prefix.len()].copy_from_slice(prefix.as_bytes());
        Self {
            prefix: room,
            uuid: number.to_be_bytes(),
        }
    }

    /// The id that a text is, by the `TypeID` specification.
    ///
    /// # Errors
    ///
    /// Where the text is no `TypeID`.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        checked_length("typeid", text)?;
        let bare = unquoted(text);
        let (prefix, suffix) = bare.rsplit_once('_').unwrap_or(("", bare));
        if suffix.len() < bare.len() && !is_typeid_prefix(prefix) {
            return Err(Self::wrong_prefix(prefix, text));
        }
        let number = codec::TYPEID.read(suffix.as_bytes());
        let fault = || suffix_fault(&codec::TYPEID, "typeid", suffix, text);
        Ok(Self::of(prefix, number.ok_or_else(fault)?))
    }

    fn wrong_prefix(prefix: &str, text: &str) -> InvalidId {
        let rule = prefix_rule(Notation::Typeid);
        InvalidId::new(
            "typeid".to_owned(),
            text,
            format!("{rule}, not {:?}", cut(prefix)),
        )
    }

    /// Whether this is the canonical text of an id.
    #[must_use]
    pub fn is(text: &str) -> bool {
        Self::parse(text).map_or(false, |id| &*id.text() == text)
    }

    /// The type prefix, and an empty text where there is none.
    #[must_use]
    pub fn prefix(&self) -> &str {
        let length = self
            .prefix
            .iter()
            .position(|octet| *octet == 0)
            .unwrap_or(63);
        std::str::from_utf8(&self.prefix[..length]).unwrap_or_default()
    }

    /// The UUID of the id.
    #[must_use]
    pub fn to_uuid(self) -> [u8; 16] {
        self.uuid
    }

    /// When the id was made, if it says so.
    #[must_use]
    pub fn timestamp(self) -> Option<SystemTime> {
        let number = u128::from_be_bytes(self.uuid);
        let ms = u64::try_from(number >> 80).ok()?;
        is_version(7, number).then(|| UNIX_EPOCH + Duration::from_millis(ms))
    }

    /// The text, without an allocation.
    #[must_use]
    pub fn text(self) -> Text {
        codec::TYPEID.text(self.prefix(), u128::from_be_bytes(self.uuid))
    }
}

text_traits!(Typeid);

#[cfg(any(feature = "postgres", feature = "sqlx"))]
mod columns {
    use super::{codec, is_typeid_prefix, Baseuid, InvalidId, Octets, Typeid};
    use crate::columns::Column;

    impl Column for Baseuid {
        const SQL: &'static str = "baseuid";
        const IN_UUID: bool = false;
        const IN_TYPEID: bool = false;

        fn of_binary(octets: &[u8], _: bool) -> Result<Self, InvalidId> {
            let fault = || {
                let reason = format!("{} octets, not 15", octets.len());
                InvalidId::new("baseuid".to_owned(), "", reason)
            };
            Ok(Self(Octets::of(
                codec::BASEUID.of_octets(octets).ok_or_else(fault)?,
            )))
        }

        fn binary(self, _: bool) -> Vec<u8> {
            self.0.to_vec()
        }

        fn of_text(text: &str) -> Result<Self, InvalidId> {
            Self::parse(text)
        }
    }

    impl Column for Typeid {
        const SQL: &'static str = "typeid";
        const IN_UUID: bool = false;
        const IN_TYPEID: bool = false;

        fn of_binary(octets: &[u8], _: bool) -> Result<Self, InvalidId> {
            let (prefix, uuid) = octets.split_at(octets.len().saturating_sub(16));
            let prefix = std::str::from_utf8(prefix).unwrap_or("?");
            if !prefix.is_empty() && !is_typeid_prefix(prefix) {
                return Err(Typeid::wrong_prefix(prefix, ""));
            }
            let fault = || {
                let reason = format!("{} octets, not 16", octets.len());
                InvalidId::new("typeid".to_owned(), "", reason)
            };
            Ok(Self::of(
                prefix,
                codec::TYPEID.of_octets(uuid).ok_or_else(fault)?,
            ))
        }

        fn binary(self, _: bool) -> Vec<u8> {
            [self.prefix().as_bytes(), &self.uuid].concat()
        }

        fn of_text(text: &str) -> Result<Self, InvalidId> {
            Self::parse(text)
        }
    }

    crate::__postgres_traits!(Baseuid);
    crate::__postgres_traits!(Typeid);
    crate::__sqlx_traits!(Baseuid, named);
    crate::__sqlx_traits!(Typeid, named);
}
