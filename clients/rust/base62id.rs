//! The ids of the PostgreSQL extension base62id: text to octets and back, and a type for tokio-postgres and sqlx.
//!
//!     client.query("SELECT id FROM users WHERE id = $1", &[&Id::from("user_01h4…")])
//!     client.query("SELECT id FROM users WHERE id = ANY ($1)", &[&vec![Id::from(…)]])
//!     base62id::parse("typeid", text)      // the canonical text, or an Error
//!
//! One file. With the feature "sqlx" it implements sqlx's traits, without it those of postgres-types.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Error {}

/// A number of so many octets, with a mark before it, as symbols of an alphabet.
struct Format {
    name: &'static str,
    alphabet: &'static [u8],
    length: usize,
    size: usize,
    mark: u8,
}

const SUFFIX: Format =
    Format { name: "typeid", alphabet: b"0123456789abcdefghjkmnpqrstvwxyz", length: 26, size: 16, mark: 0 };
const FORMATS: [Format; 5] = [
    Format {
        name: "base62id",
        alphabet: b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        length: 22,
        size: 16,
        mark: 2,
    },
    Format {
        name: "base64uuid",
        alphabet: b"$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
        length: 22,
        size: 16,
        mark: 4,
    },
    Format {
        name: "uid11",
        alphabet: b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        length: 11,
        size: 8,
        mark: 0,
    },
    Format {
        name: "baseuid",
        alphabet: b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
        length: 20,
        size: 15,
        mark: 0,
    },
    Format { name: "ulid", alphabet: b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26, size: 16, mark: 0 },
];
pub const NAMES: [&str; 6] = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];

fn format(name: &str) -> Result<&'static Format, Error> {
    FORMATS.iter().find(|f| f.name == name).ok_or_else(|| Error(format!("{name} is no type of base62id")))
}

impl Format {
    fn decode(&self, text: &str) -> Result<Vec<u8>, Error> {
        let upper;
        let symbols = if self.name == "ulid" {
            upper = text.to_ascii_uppercase();
            upper.as_bytes()
        } else {
            text.as_bytes()
        };
        if symbols.len() != self.length {
            return Err(Error(format!(
                "{} has {} symbols, not {} octets",
                self.name,
                self.length,
                symbols.len()
            )));
        }
        let mut octets = vec![0u8; self.size + 1];
        for (position, symbol) in symbols.iter().enumerate() {
            let value = self.alphabet.iter().position(|a| a == symbol).ok_or_else(|| {
                Error(format!(
                    "the symbol at position {} is not in the alphabet of {}",
                    position + 1,
                    self.name
                ))
            })?;
            let mut carry = value;
            for octet in octets.iter_mut().rev() {
                carry += *octet as usize * self.alphabet.len();
                *octet = carry as u8;
                carry >>= 8;
            }
            if carry != 0 {
                return Err(Error(format!("the value is not one of {}", self.name)));
            }
        }
        if octets.remove(0) != self.mark {
            return Err(Error(format!("the value is not one of {}", self.name)));
        }
        Ok(octets)
    }

    fn encode(&self, octets: &[u8]) -> Result<String, Error> {
        if octets.len() != self.size {
            return Err(Error(format!("{} has {} octets, not {}", self.name, self.size, octets.len())));
        }
        let mut number = vec![self.mark];
        number.extend_from_slice(octets);
        let mut text = vec![0u8; self.length];
        for symbol in text.iter_mut().rev() {
            let mut rest = 0;
            for octet in number.iter_mut() {
                rest = rest << 8 | *octet as usize;
                *octet = (rest / self.alphabet.len()) as u8;
                rest %= self.alphabet.len();
            }
            *symbol = self.alphabet[rest];
        }
        Ok(String::from_utf8(text).expect("alphabets are ASCII"))
    }
}

fn check_prefix(prefix: &[u8]) -> Result<(), Error> {
    let good = prefix.len() <= 63
        && prefix.iter().all(|c| c.is_ascii_lowercase() || *c == b'_')
        && prefix.first() != Some(&b'_')
        && prefix.last() != Some(&b'_');
    if good {
        Ok(())
    } else {
        Err(Error("the type prefix has 1 to 63 symbols of a to z, and _ inside".into()))
    }
}

/// The octets that PostgreSQL sends and receives. Like the type's input it takes one pair of double quotes, too.
pub fn decode(name: &str, text: &str) -> Result<Vec<u8>, Error> {
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    let text = if quoted { &text[1..text.len() - 1] } else { text };
    if name != "typeid" {
        return format(name)?.decode(text);
    }
    let (prefix, suffix) = text.rsplit_once('_').map_or(("", text), |(p, s)| (p, s));
    check_prefix(prefix.as_bytes())?;
    if prefix.is_empty() && text.starts_with('_') {
        return Err(Error("a typeid without a type prefix has no separator".into()));
    }
    Ok([prefix.as_bytes(), &SUFFIX.decode(suffix)?].concat())
}

/// The text of an id's octets.
pub fn encode(name: &str, octets: &[u8]) -> Result<String, Error> {
    if name != "typeid" {
        return format(name)?.encode(octets);
    }
    let (prefix, uuid) = octets.split_at(octets.len().saturating_sub(16));
    check_prefix(prefix)?;
    let suffix = SUFFIX.encode(uuid)?;
    let prefix = std::str::from_utf8(prefix).expect("letters");
    Ok(if prefix.is_empty() { suffix } else { format!("{prefix}_{suffix}") })
}

/// The canonical text of an id.
pub fn parse(name: &str, text: &str) -> Result<String, Error> {
    encode(name, &decode(name, text)?)
}

/// An id as a parameter and as a result. The column says of which type it is; a malformed one is an error.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub String);

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Id(text.into())
    }
}
impl From<String> for Id {
    fn from(text: String) -> Self {
        Id(text)
    }
}
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(not(feature = "sqlx"))]
mod postgres_types_impl {
    use super::{Id, NAMES, decode, encode};
    use bytes::BytesMut;
    use postgres_types::{FromSql, IsNull, Kind, ToSql, Type, to_sql_checked};
    use std::error::Error;

    type Anything = Box<dyn Error + Sync + Send>;

    // The type itself, or that of the domain over it.
    fn name_of(ty: &Type) -> Option<&str> {
        match ty.kind() {
            Kind::Domain(base) => name_of(base),
            Kind::Simple => NAMES.iter().find(|n| **n == ty.name()).copied(),
            _ => None,
        }
    }

    impl ToSql for Id {
        fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Anything> {
            match name_of(ty) {
                Some(name) => out.extend_from_slice(&decode(name, &self.0)?),
                None => out.extend_from_slice(self.0.as_bytes()), // text, as in id ^@ $1
            }
            Ok(IsNull::No)
        }

        fn accepts(ty: &Type) -> bool {
            name_of(ty).is_some() || matches!(*ty, Type::TEXT | Type::VARCHAR)
        }

        to_sql_checked!();
    }

    impl<'a> FromSql<'a> for Id {
        fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Anything> {
            Ok(Id(match name_of(ty) {
                Some(name) => encode(name, raw)?,
                None => String::from_utf8(raw.to_vec())?,
            }))
        }

        fn accepts(ty: &Type) -> bool {
            <Id as ToSql>::accepts(ty)
        }
    }
}

// sqlx wants one type in SQL for each type in Rust: id!(Typeid, "typeid", "typeid"), and for a typed id
// id!(UserId, "user_id", "typeid", "user").
#[cfg(feature = "sqlx")]
#[macro_export]
macro_rules! id {
    ($rust:ident, $sql:literal, $format:literal) => {
        $crate::id!($rust, $sql, $format, "");
    };
    ($rust:ident, $sql:literal, $format:literal, $prefix:literal) => {
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $rust(pub String);

        impl sqlx::Type<sqlx::Postgres> for $rust {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::with_name($sql)
            }
        }

        impl sqlx::postgres::PgHasArrayType for $rust {
            fn array_type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::array_of($sql)
            }
        }

        impl sqlx::Encode<'_, sqlx::Postgres> for $rust {
            fn encode_by_ref(
                &self,
                buffer: &mut sqlx::postgres::PgArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                let octets = $crate::base62id::decode($format, &self.0)?;
                let octets = octets.strip_prefix($prefix.as_bytes()).ok_or("another type prefix")?;
                buffer.extend_from_slice(octets);
                Ok(sqlx::encode::IsNull::No)
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $rust {
            fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                Ok($rust(match value.format() {
                    sqlx::postgres::PgValueFormat::Text => value.as_str()?.to_owned(),
                    sqlx::postgres::PgValueFormat::Binary => {
                        let octets = [$prefix.as_bytes(), value.as_bytes()?].concat();
                        $crate::base62id::encode($format, &octets)?
                    }
                }))
            }
        }
    };
}
