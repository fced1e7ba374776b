//! The octets of ids.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A number as the octets of an id.
#[doc(hidden)]
pub trait Octets: Copy {
    fn of(number: u128) -> Self;
    fn number(self) -> u128;
}

impl Octets for [u8; 16] {
    #[inline]
    fn of(number: u128) -> Self {
        number.to_be_bytes()
    }

    #[inline]
    fn number(self) -> u128 {
        u128::from_be_bytes(self)
    }
}

impl Octets for [u8; 15] {
    fn of(number: u128) -> Self {
        let [_, octets @ ..] = number.to_be_bytes();
        octets
    }

    fn number(self) -> u128 {
        self.iter()
            .fold(0, |number, octet| number << 8 | u128::from(*octet))
    }
}

impl Octets for [u8; 8] {
    fn of(number: u128) -> Self {
        let [_, _, _, _, _, _, _, _, octets @ ..] = number.to_be_bytes();
        octets
    }

    fn number(self) -> u128 {
        u64::from_be_bytes(self).into()
    }
}

/// For a program that knows UUIDs, over columns of uuid, base62id, base64uuid and ulid: it takes
/// whatever has the driver's traits for a uuid.
///
/// ```
/// # struct Uuid;
/// type Id = base62id::AsUuid<Uuid>; // of the crate uuid
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AsUuid<T>(pub T);

impl<T> From<T> for AsUuid<T> {
    fn from(uuid: T) -> Self {
        Self(uuid)
    }
}

impl<T> Deref for AsUuid<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromStr> FromStr for AsUuid<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        text.parse().map(Self)
    }
}

impl<T: fmt::Display> fmt::Display for AsUuid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
