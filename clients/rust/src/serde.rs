//! Ids as texts.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use ::serde::de::{Error, Visitor};
pub use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err = crate::InvalidId>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of an id")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Reads a text.
///
/// # Errors
///
/// Where that is no id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err = crate::InvalidId>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(TextVisitor(PhantomData))
}

#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($name:ident) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(&self.text())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::serde::deserialize(from)
            }
        }
    };
}
