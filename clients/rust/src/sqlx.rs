//! Ids as parameters and results of sqlx.

pub use ::sqlx::encode::IsNull;
pub use ::sqlx::error::BoxDynError;
pub use ::sqlx::postgres::types::Oid;
pub use ::sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueRef};
use ::sqlx::postgres::{PgTypeKind, PgValueFormat};
pub use ::sqlx::{Decode, Encode, Postgres, Type};
use ::sqlx::{TypeInfo, ValueRef};

use crate::columns::Column;
use crate::AsUuid;

const UUID: Oid = Oid(2950);
const UUIDS: Oid = Oid(2951);

/// The type itself, or that of the domain over it.
fn base_type(ty: &PgTypeInfo) -> &PgTypeInfo {
    if let PgTypeKind::Domain(base) = ty.kind() {
        return base_type(base);
    }
    ty
}

/// The name of a type, in small letters and without its schema; that of core's is in capitals.
fn name_of(ty: &PgTypeInfo) -> String {
    let name = base_type(ty).name();
    name.rsplit('.')
        .next()
        .unwrap_or_default()
        .trim_matches('"')
        .to_ascii_lowercase()
}

fn is_text(name: &str) -> bool {
    matches!(name, "text" | "varchar" | "char")
}

/// The type of a parameter: uuid, which a column of uuid takes and one of an id type that accepts
/// UUIDs; or the id type.
#[must_use]
pub fn declared<C: Column>(as_uuid: bool) -> PgTypeInfo {
    if as_uuid {
        return PgTypeInfo::with_oid(UUID);
    }
    PgTypeInfo::with_name(C::SQL)
}

/// The type of a list.
#[must_use]
pub fn declared_list<C: Column>(as_uuid: bool) -> PgTypeInfo {
    if as_uuid {
        return PgTypeInfo::with_oid(UUIDS);
    }
    PgTypeInfo::array_of(C::SQL)
}

/// Whether ids of the kind can be in a column of the type.
#[must_use]
pub fn compatible<C: Column>(ty: &PgTypeInfo) -> bool {
    let name = name_of(ty);
    name == C::SQL.to_ascii_lowercase()
        || C::IN_UUID && name == "uuid"
        || C::IN_TYPEID && name == "typeid"
        || is_text(&name)
}

/// Whether it is a list of what can have ids of the kind.
#[must_use]
pub fn is_list_of<T: Type<Postgres>>(ty: &PgTypeInfo) -> bool {
    matches!(ty.kind(), PgTypeKind::Array(element) if T::compatible(element))
}

/// Reads an id from a column.
///
/// # Errors
///
/// Where the column has none of the kind.
pub fn decode<C: Column>(value: &PgValueRef<'_>) -> Result<C, BoxDynError> {
    // An element of a list says its own type.
    let name = name_of(&value.type_info());
    if value.format() == PgValueFormat::Text || is_text(&name) {
        return Ok(C::of_text(value.as_str()?)?);
    }
    Ok(C::of_binary(value.as_bytes()?, name == "typeid")?)
}

impl<T: Type<Postgres>> Type<Postgres> for AsUuid<T> {
    fn type_info() -> PgTypeInfo {
        T::type_info()
    }

    fn compatible(ty: &PgTypeInfo) -> bool {
        let ours = || matches!(&*name_of(ty), "base62id" | "base64uuid" | "ulid");
        T::compatible(base_type(ty)) || ours()
    }
}

impl<T: Type<Postgres> + PgHasArrayType> PgHasArrayType for AsUuid<T> {
    fn array_type_info() -> PgTypeInfo {
        T::array_type_info()
    }

    fn array_compatible(ty: &PgTypeInfo) -> bool {
        is_list_of::<Self>(ty)
    }
}

impl<'q, T: Encode<'q, Postgres>> Encode<'q, Postgres> for AsUuid<T> {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.0.encode_by_ref(buffer)
    }
}

impl<'r, T: Decode<'r, Postgres>> Decode<'r, Postgres> for AsUuid<T> {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        T::decode(value).map(Self)
    }
}

#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_traits {
    ($name:ident, $declared:ident) => {
        impl $crate::sqlx::Type<$crate::sqlx::Postgres> for $name {
            fn type_info() -> $crate::sqlx::PgTypeInfo {
                $crate::sqlx::declared::<Self>($crate::__declared_as_uuid!($declared))
            }

            fn compatible(ty: &$crate::sqlx::PgTypeInfo) -> bool {
                $crate::sqlx::compatible::<Self>(ty)
            }
        }

        impl $crate::sqlx::PgHasArrayType for $name {
            fn array_type_info() -> $crate::sqlx::PgTypeInfo {
                $crate::sqlx::declared_list::<Self>($crate::__declared_as_uuid!($declared))
            }

            fn array_compatible(ty: &$crate::sqlx::PgTypeInfo) -> bool {
                $crate::sqlx::is_list_of::<Self>(ty)
            }
        }

        impl $crate::sqlx::Encode<'_, $crate::sqlx::Postgres> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut $crate::sqlx::PgArgumentBuffer,
            ) -> Result<$crate::sqlx::IsNull, $crate::sqlx::BoxDynError> {
                use $crate::columns::Column;
                let as_uuid = $crate::__declared_as_uuid!($declared);
                buffer.extend_from_slice(&self.binary(!as_uuid && Self::SQL == "typeid"));
                Ok($crate::sqlx::IsNull::No)
            }
        }

        impl<'r> $crate::sqlx::Decode<'r, $crate::sqlx::Postgres> for $name {
            fn decode(
                value: $crate::sqlx::PgValueRef<'r>,
            ) -> Result<Self, $crate::sqlx::BoxDynError> {
                $crate::sqlx::decode(&value)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __declared_as_uuid {
    (uuid) => {
        true
    };
    ($declared:ident) => {
        false
    };
}
