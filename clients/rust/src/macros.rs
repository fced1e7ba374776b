//! What makes a type of a kind.

/// Makes a type of the ids of a kind: its name, its type prefix, and how it differs from a `TypeID`.
///
/// | option | |
/// |---|---|
/// | `notation = Ulid` | a name of [`Notation`](crate::Notation) |
/// | `masked` | the id type has a mask key: the server alone makes ids and knows their UUIDs |
/// | `accept_uuid` | a UUID's own text is read, too |
/// | `sql = "shop_user_id"` | the name of the id type on the server; without it, the prefix and `_id` |
///
/// A prefix that is none does not compile, nor do options that do not go together. The type is
/// `Copy`, `Ord` and `Hash`, as its UUIDs are; `FromStr` and `Display` are its text. It has
///
/// - `parse(text)`, which reads what the input of the id type on the server reads, and `is(text)`,
///   which takes the canonical text alone; `text()`, which allocates nothing;
/// - where it is not masked, `generate()`, whose ids ascend within a process while the clock stands
///   still or steps back by up to ten seconds; `generate_at(time, random)`, which neither reads nor
///   changes what `generate` goes by; `from_uuid`, `to_uuid`, `timestamp`, and `prefix_range(text)`,
///   the first and the last id that begins with a text, for `WHERE id BETWEEN $1 AND $2`;
/// - of the notation [`Uid11`](crate::Notation::Uid11), `numbers`.
///
/// With the feature `postgres` or `sqlx` it goes into and comes out of columns of core's uuid, of
/// the id type, of typeid and of text. Of sqlx a parameter is declared as uuid, which a column of
/// uuid takes, and one of an id type that accepts UUIDs; with `sql` it is declared as that type.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// base62id::kind!(
///     /// A user.
///     pub UserId, "user"
/// );
/// base62id::kind!(OrderId, "order", notation = Ulid, accept_uuid, sql = "shop_order_id");
/// base62id::kind!(MemberId, "member", masked);
///
/// let id: UserId = "user_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(id.to_string(), "user_01h455vb4pex5vsknk084sn02q");
/// assert_eq!(id, UserId::from_uuid(id.to_uuid()));
/// assert_eq!(id.timestamp(), Some(UNIX_EPOCH + Duration::from_millis(1_688_096_058_518)));
///
/// assert!(UserId::generate() < UserId::generate());
/// let at = UNIX_EPOCH + Duration::from_secs(1_577_836_800);
/// let then = UserId::generate_at(at, &mut base62id::random)?;
/// assert!(then < id);
///
/// let order = OrderId::parse("01890a5d-ac96-774b-bcce-b302099a8057")?;
/// assert_eq!(&*order.text(), "order_01H455VB4PEX5VSKNK084SN02Q");
/// assert!(OrderId::is("order_01H455VB4PEX5VSKNK084SN02Q"));
/// assert!(!OrderId::is("order_01h455vb4pex5vsknk084sn02q"));
/// assert!(MemberId::parse("member_01h455vb4pex5vsknk084sn02q").is_err()); // of version 7
///
/// let (first, last) = UserId::prefix_range("user_01h4").expect("ids that begin so");
/// assert!(first <= id && id <= last);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail
/// base62id::kind!(UserId, "User"); // a type prefix of TypeID is in small letters
/// ```
#[macro_export]
macro_rules! kind {
    ($(#[$meta:meta])* $visibility:vis $name:ident, $prefix:literal $(, $($options:tt)*)?) => {
        $crate::__kind_options!(
            { $(#[$meta])* $visibility $name, $prefix } [Typeid] [false] [false] []
            $($($options)*)?
        );
    };
}

/// Reads the options, one at a time.
#[doc(hidden)]
#[macro_export]
macro_rules! __kind_options {
    ($head:tt $n:tt $m:tt $a:tt $s:tt notation = $notation:ident $(, $($rest:tt)*)?) => {
        $crate::__kind_options!($head [$notation] $m $a $s $($($rest)*)?);
    };
    ($head:tt $n:tt $m:tt $a:tt $s:tt masked $(, $($rest:tt)*)?) => {
        $crate::__kind_options!($head $n [true] $a $s $($($rest)*)?);
    };
    ($head:tt $n:tt $m:tt $a:tt $s:tt accept_uuid $(, $($rest:tt)*)?) => {
        $crate::__kind_options!($head $n $m [true] $s $($($rest)*)?);
    };
    ($head:tt $n:tt $m:tt $a:tt $s:tt sql = $sql:literal $(, $($rest:tt)*)?) => {
        $crate::__kind_options!($head $n $m $a [$sql] $($($rest)*)?);
    };
    ($head:tt $n:tt [true] [true] $s:tt) => {
        compile_error!("a masked id type does not accept UUIDs");
    };
    ($head:tt [Uid11] $m:tt [true] $s:tt) => {
        compile_error!("numbers are no UUIDs to accept");
    };
    ({ $($head:tt)* } [$n:ident] $m:tt $a:tt $s:tt) => {
        $crate::__kind_checked!({ $($head)* } [$n] $m $a $s);
    };
    ($head:tt $n:tt $m:tt $a:tt $s:tt $($other:tt)+) => {
        compile_error!(concat!(
            "there is no option `", stringify!($($other)+),
            "`, but: notation = ..., masked, accept_uuid, sql = \"...\""
        ));
    };
}

/// Checks the prefix, and chooses what the type has.
#[doc(hidden)]
#[macro_export]
macro_rules! __kind_checked {
    (
        { $(#[$meta:meta])* $visibility:vis $name:ident, $prefix:literal }
        [$n:ident] [$m:tt] [$a:tt] [$($sql:literal)?]
    ) => {
        const _: () = assert!(
            $crate::private::is_prefix($prefix, $crate::Notation::$n),
            "{}",
            $crate::private::prefix_rule($crate::Notation::$n)
        );
        $crate::__kind_parts!(
            { $(#[$meta])* $visibility $name } [$n] [$m]
            [$crate::Kind::checked($prefix, $crate::Notation::$n, $m, $a)]
            [$crate::__kind_sql!($prefix, $($sql)?)]
            [$($sql)?]
        );
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __kind_sql {
    ($prefix:literal,) => {
        concat!($prefix, "_id")
    };
    ($prefix:literal, $sql:literal) => {
        $sql
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __kind_parts {
    ({ $($head:tt)* } [Uid11] [false] [$kind:expr] [$sql:expr] $s:tt) => {
        $crate::__id_type!({ $($head)* } [8] [$kind] [$sql] [named]);
        $crate::__number_type!({ $($head)* } []);
    };
    ({ $($head:tt)* } [Uid11] [true] [$kind:expr] [$sql:expr] $s:tt) => {
        $crate::__id_type!({ $($head)* } [8] [$kind] [$sql] [named]);
        $crate::__number_type!({ $($head)* } [key]);
    };
    ({ $($head:tt)* } [$n:ident] [true] [$kind:expr] [$sql:expr] $s:tt) => {
        $crate::__id_type!({ $($head)* } [16] [$kind] [$sql] [named]);
    };
    ({ $($head:tt)* } [$n:ident] [false] [$kind:expr] [$sql:expr] []) => {
        $crate::__id_type!({ $($head)* } [16] [$kind] [$sql] [uuid]);
        $crate::__uuid_type!({ $($head)* });
    };
    ({ $($head:tt)* } [$n:ident] [false] [$kind:expr] [$sql:expr] [$given:literal]) => {
        $crate::__id_type!({ $($head)* } [16] [$kind] [$sql] [uuid_as_named]);
        $crate::__uuid_type!({ $($head)* });
    };
}

/// What every type has.
#[doc(hidden)]
#[macro_export]
macro_rules! __id_type {
    (
        { $(#[$meta:meta])* $visibility:vis $name:ident }
        [$size:literal] [$kind:expr] [$sql:expr] [$declared:ident]
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility struct $name([u8; $size]);

        #[allow(dead_code)]
        impl $name {
            /// The id that a text is, as the input of the id type on the server reads it.
            ///
            /// # Errors
            ///
            /// Where the text is no id of this kind.
            #[inline]
            pub fn parse(text: &str) -> Result<Self, $crate::InvalidId> {
                let number = <Self as $crate::Id>::KIND.read(text)?;
                Ok(Self($crate::private::Octets::of(number)))
            }

            /// Whether this is the canonical text of an id.
            #[must_use]
            #[inline]
            pub fn is(text: &str) -> bool {
                <Self as $crate::Id>::KIND.is(text)
            }

            /// The text, without an allocation.
            #[must_use]
            #[inline]
            pub fn text(self) -> $crate::Text {
                <Self as $crate::Id>::KIND.write($crate::private::Octets::number(self.0))
            }
        }

        impl $crate::Id for $name {
            const KIND: $crate::Kind<'static> = $kind;

            fn text(self) -> $crate::Text {
                $name::text(self)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::InvalidId;

            #[inline]
            fn from_str(text: &str) -> Result<Self, $crate::InvalidId> {
                Self::parse(text)
            }
        }

        impl ::std::convert::TryFrom<&str> for $name {
            type Error = $crate::InvalidId;

            #[inline]
            fn try_from(text: &str) -> Result<Self, $crate::InvalidId> {
                Self::parse(text)
            }
        }

        impl From<$name> for String {
            #[inline]
            fn from(id: $name) -> String {
                id.text().into()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.text(), f)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.text())
            }
        }

        $crate::__serde!($name);
        $crate::__column!($name, $sql, $declared);
        $crate::__postgres_traits!($name);
        $crate::__sqlx_traits!($name, $declared);
    };
}

/// What a type of UUIDs has that are not masked.
#[doc(hidden)]
#[macro_export]
macro_rules! __uuid_type {
    ({ $(#[$meta:meta])* $visibility:vis $name:ident }) => {
        #[allow(dead_code)]
        impl $name {
            /// A new id. All that one process makes ascend while the clock stands still or steps
            /// back by up to ten seconds.
            ///
            /// # Panics
            ///
            /// Where the system has no random octets, or its clock is before 1970 or behind 10889.
            #[must_use]
            pub fn generate() -> Self {
                Self($crate::private::Octets::of(
                    <Self as $crate::Id>::KIND.next(),
                ))
            }

            /// An id of a time, for data of the past and for tests: it neither reads nor changes
            /// what `generate` goes by. `random` is asked once, for ten octets.
            ///
            /// # Errors
            ///
            /// Where the time is before 1970 or from 10889 on.
            pub fn generate_at(
                at: ::std::time::SystemTime,
                random: &mut impl FnMut(&mut [u8]),
            ) -> Result<Self, $crate::TimeOutOfRange> {
                let number = <Self as $crate::Id>::KIND.at(at, random)?;
                Ok(Self($crate::private::Octets::of(number)))
            }

            /// The id of a UUID.
            #[must_use]
            pub const fn from_uuid(uuid: [u8; 16]) -> Self {
                Self(uuid)
            }

            /// The UUID of the id.
            #[must_use]
            pub const fn to_uuid(self) -> [u8; 16] {
                self.0
            }

            /// When the id was made, if it says so.
            #[must_use]
            pub fn timestamp(self) -> Option<::std::time::SystemTime> {
                <Self as $crate::Id>::KIND.time_of($crate::private::Octets::number(self.0))
            }

            /// The first and the last id that begins with a text, both inclusive; none where no id
            /// does.
            #[must_use]
            pub fn prefix_range(text: &str) -> Option<(Self, Self)> {
                let (first, last) = <Self as $crate::Id>::KIND.range_of(text)?;
                let of = |number| Self($crate::private::Octets::of(number));
                Some((of(first), of(last)))
            }

            /// The UUID that a column of core's uuid is sent for the text of an id.
            ///
            /// # Errors
            ///
            /// Where the text is no id of this kind.
            pub fn to_column(text: &str) -> Result<[u8; 16], $crate::InvalidId> {
                Self::parse(text).map(Self::to_uuid)
            }

            /// The id of the text that a column gives: of a UUID's or, where the column has been
            /// converted to the id type, of an id's.
            ///
            /// # Errors
            ///
            /// Where the text is neither.
            pub fn from_column(text: &str) -> Result<Self, $crate::InvalidId> {
                let number = <Self as $crate::Id>::KIND.from_column(text)?;
                Ok(Self($crate::private::Octets::of(number)))
            }
        }

        impl AsRef<[u8; 16]> for $name {
            fn as_ref(&self) -> &[u8; 16] {
                &self.0
            }
        }

        $crate::__uuid!($name);
    };
}

/// What a type of numbers has.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_type {
    ({ $(#[$meta:meta])* $visibility:vis $name:ident } [$($key:ident)?]) => {
        impl $crate::private::NumberId for $name {
            fn of_block(block: u64) -> Self {
                Self(block.to_be_bytes())
            }

            fn block(self) -> u64 {
                u64::from_be_bytes(self.0)
            }
        }

        #[allow(dead_code)]
        impl $name {
            /// Converts between numbers and ids, under the mask key where the kind is masked.
            #[must_use]
            pub fn numbers($($key: &[u8; 16])?) -> $crate::Numbers<Self> {
                $crate::Numbers::new($crate::__some!($($key)?))
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __some {
    () => {
        None
    };
    ($key:ident) => {
        Some($key)
    };
}

// Of a feature that is not there, nothing. -------------------------------------------------------

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($($part:tt)*) => {};
}

#[cfg(not(any(feature = "postgres", feature = "sqlx")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __column {
    ($($part:tt)*) => {};
}

#[cfg(not(feature = "postgres"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __postgres_traits {
    ($($part:tt)*) => {};
}

#[cfg(not(feature = "sqlx"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_traits {
    ($($part:tt)*) => {};
}

#[cfg(not(feature = "uuid"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __uuid {
    ($name:ident) => {};
}

#[cfg(feature = "uuid")]
#[doc(hidden)]
#[macro_export]
macro_rules! __uuid {
    ($name:ident) => {
        impl From<$crate::private::Uuid> for $name {
            fn from(uuid: $crate::private::Uuid) -> Self {
                Self(uuid.into_bytes())
            }
        }

        impl From<$name> for $crate::private::Uuid {
            fn from(id: $name) -> Self {
                Self::from_bytes(id.0)
            }
        }
    };
}
