//! Ids as parameters and results of tokio-postgres and postgres.

use std::error::Error;

pub use ::bytes::BytesMut;
pub use ::postgres_types as driver;
use ::postgres_types::{to_sql_checked, Kind};
pub use ::postgres_types::{FromSql, IsNull, ToSql, Type};

use crate::columns::Column;
use crate::AsUuid;

/// What goes wrong between a value and a column.
pub type Failure = Box<dyn Error + Sync + Send>;

/// The type itself, or that of the domain over it.
fn base_type(ty: &Type) -> &Type {
    if let Kind::Domain(base) = ty.kind() {
        return base_type(base);
    }
    ty
}

fn is_text(ty: &Type) -> bool {
    matches!(*base_type(ty), Type::TEXT | Type::VARCHAR | Type::BPCHAR)
}

/// Whether ids of the kind can be in a column of the type.
#[must_use]
pub fn accepts<C: Column>(ty: &Type) -> bool {
    let base = base_type(ty);
    base.name() == C::SQL
        || C::IN_UUID && *base == Type::UUID
        || C::IN_TYPEID && base.name() == "typeid"
        || is_text(ty)
}

/// Writes an id for a column of the type.
///
/// # Errors
///
/// None; the type of the result is the driver's.
pub fn to_sql<C: Column>(id: C, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
    if is_text(ty) {
        out.extend_from_slice(id.to_string().as_bytes());
    } else {
        out.extend_from_slice(&id.binary(base_type(ty).name() == "typeid"));
    }
    Ok(IsNull::No)
}

/// Reads an id from a column of the type.
///
/// # Errors
///
/// Where the column has none of the kind.
pub fn from_sql<C: Column>(ty: &Type, raw: &[u8]) -> Result<C, Failure> {
    if is_text(ty) {
        return Ok(C::of_text(std::str::from_utf8(raw)?)?);
    }
    Ok(C::of_binary(raw, base_type(ty).name() == "typeid")?)
}

fn holds_uuid(ty: &Type) -> bool {
    let base = base_type(ty);
    *base == Type::UUID || matches!(base.name(), "base62id" | "base64uuid" | "ulid")
}

impl<T: ToSql> ToSql for AsUuid<T> {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        self.0.to_sql(&Type::UUID, out)
    }

    fn accepts(ty: &Type) -> bool {
        holds_uuid(ty)
    }

    to_sql_checked!();
}

impl<'a, T: FromSql<'a>> FromSql<'a> for AsUuid<T> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
        T::from_sql(&Type::UUID, raw).map(Self)
    }

    fn accepts(ty: &Type) -> bool {
        holds_uuid(ty)
    }
}

#[doc(hidden)]
#[macro_export]
macro_rules! __postgres_traits {
    ($name:ident) => {
        impl $crate::postgres::ToSql for $name {
            fn to_sql(
                &self,
                ty: &$crate::postgres::Type,
                out: &mut $crate::postgres::BytesMut,
            ) -> Result<$crate::postgres::IsNull, $crate::postgres::Failure> {
                $crate::postgres::to_sql(*self, ty, out)
            }

            fn accepts(ty: &$crate::postgres::Type) -> bool {
                $crate::postgres::accepts::<Self>(ty)
            }

            $crate::postgres::driver::to_sql_checked!();
        }

        impl<'a> $crate::postgres::FromSql<'a> for $name {
            fn from_sql(
                ty: &$crate::postgres::Type,
                raw: &'a [u8],
            ) -> Result<Self, $crate::postgres::Failure> {
                $crate::postgres::from_sql(ty, raw)
            }

            fn accepts(ty: &$crate::postgres::Type) -> bool {
                $crate::postgres::accepts::<Self>(ty)
            }
        }
    };
}
