//! What drivers read and write, of whatever type their column is.

use std::fmt::Display;

use crate::{Id, InvalidId, Kind};

/// An id in a column.
pub trait Column: Copy + Display + Sized {
    /// The name of the id type on the server.
    const SQL: &'static str;
    /// Whether it also goes into a column of core's uuid.
    const IN_UUID: bool;
    /// Whether it also goes into a column of the type typeid.
    const IN_TYPEID: bool;

    /// Of what the server sends in binary; `typeid`: of the type typeid, with the type prefix.
    ///
    /// # Errors
    ///
    /// Where that is no such id.
    fn of_binary(octets: &[u8], typeid: bool) -> Result<Self, InvalidId>;

    /// What the server receives in binary.
    fn binary(self, typeid: bool) -> Vec<u8>;

    /// Of what the server sends as text, of a uuid or of an id.
    ///
    /// # Errors
    ///
    /// Where that is no such id.
    fn of_text(text: &str) -> Result<Self, InvalidId>;
}

/// The number of what the server sends in binary.
///
/// # Errors
///
/// Where that is no id of the kind.
pub fn number_of(kind: &Kind<'_>, octets: &[u8], typeid: bool) -> Result<u128, InvalidId> {
    if !typeid {
        return kind.of_octets(octets);
    }
    let of_kind = octets.strip_prefix(kind.prefix().as_bytes());
    let uuid = of_kind.filter(|uuid| uuid.len() == 16);
    uuid.map_or_else(
        || {
            let reason = "its type prefix is another one".to_owned();
            Err(InvalidId::new(kind.to_string(), "", reason))
        },
        |uuid| kind.of_octets(uuid),
    )
}

/// What the server receives in binary.
#[must_use]
pub fn binary_of<I: Id>(octets: &[u8], typeid: bool) -> Vec<u8> {
    let prefix = if typeid { I::KIND.prefix() } else { "" };
    [prefix.as_bytes(), octets].concat()
}

#[doc(hidden)]
#[macro_export]
macro_rules! __column {
    ($name:ident, $sql:expr, $declared:ident) => {
        impl $crate::columns::Column for $name {
            const SQL: &'static str = $sql;
            const IN_UUID: bool = $crate::__in_uuid!($declared);
            const IN_TYPEID: bool = Self::IN_UUID
                && matches!(
                    <Self as $crate::Id>::KIND.notation(),
                    $crate::Notation::Typeid
                );

            fn of_binary(octets: &[u8], typeid: bool) -> Result<Self, $crate::InvalidId> {
                let kind = <Self as $crate::Id>::KIND;
                let number = $crate::columns::number_of(&kind, octets, typeid)?;
                Ok(Self($crate::private::Octets::of(number)))
            }

            fn binary(self, typeid: bool) -> Vec<u8> {
                $crate::columns::binary_of::<Self>(&self.0, typeid)
            }

            fn of_text(text: &str) -> Result<Self, $crate::InvalidId> {
                let kind = <Self as $crate::Id>::KIND;
                let number = if Self::IN_UUID {
                    kind.from_column(text)
                } else {
                    kind.read(text)
                };
                Ok(Self($crate::private::Octets::of(number?)))
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __in_uuid {
    (named) => {
        false
    };
    ($declared:ident) => {
        true
    };
}
