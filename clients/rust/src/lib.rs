//! The ids of the `PostgreSQL` extension base62id: made, read and checked without the server.
//!
//! A kind says what an id identifies. [`kind!`] makes a type of it, so that the ids of two kinds are
//! of two types and the compiler tells them apart:
//!
//! ```
//! base62id::kind!(pub UserId, "user");
//! base62id::kind!(pub OrderId, "order", notation = Ulid, accept_uuid);
//!
//! let id = UserId::generate();                            // user_01h455vb4pex5vsknk084sn02q
//! let again: UserId = id.to_string().parse()?;
//! assert_eq!(again, id);
//! assert!("order_1".parse::<OrderId>().is_err());
//! # Ok::<(), base62id::InvalidId>(())
//! ```
//!
//! Without features the crate depends on no other one. `serde` has ids as texts, `uuid` converts
//! them to and from `uuid::Uuid`, `postgres` and `sqlx` have them as parameters and results of
//! queries; `testing` has [`testing`](crate::testing) for the tests of a program.

mod codec;
#[cfg(any(feature = "postgres", feature = "sqlx"))]
#[doc(hidden)]
pub mod columns;
mod error;
mod generate;
mod kind;
mod macros;
mod numbers;
mod systems;
mod uuids;

#[cfg(feature = "postgres")]
#[doc(hidden)]
pub mod postgres;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde;
#[cfg(feature = "sqlx")]
#[doc(hidden)]
pub mod sqlx;
#[cfg(feature = "testing")]
pub mod testing;

pub use codec::Text;
pub use error::{InvalidId, InvalidKind, TimeOutOfRange};
pub use generate::random;
pub use kind::{Id, Kind, Notation};
pub use numbers::Numbers;
pub use systems::{Base62id, Base64uuid, Baseuid, Typeid, Ulid, Xid};
pub use uuids::AsUuid;

/// What the macros call.
#[doc(hidden)]
pub mod private {
    pub use crate::kind::{is_prefix, prefix_rule};
    pub use crate::numbers::{decode_number, encode_number, NumberId};
    pub use crate::uuids::Octets;
    #[cfg(feature = "uuid")]
    pub use ::uuid::Uuid;
}
