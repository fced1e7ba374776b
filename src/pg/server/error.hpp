// What a codec reports, as PostgreSQL errors.  SQLSTATEs: text input 22P02, binary input 22P03, a number
// that a payload cannot hold 22003, a time that an id cannot hold 22008, a bad type prefix 22023.
#pragma once

#include "codec/result.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

// How a type's text is described in a DETAIL.
struct text_shape {
    const char *type; // SQL name
    int symbols;      // how many symbols a text has; 0 for typeid
    int bits;         // how many bits the symbols may spell
};

// The DETAIL for a text that is no id.  To be called inside of ereport or ereturn.
int detail_of(codec::result r, const text_shape &shape);

// The DETAIL for a bad type prefix; positions count from the start of the prefix.
int prefix_detail_of(codec::result r);

// Raises 22023 for a type prefix.
[[noreturn]] void raise_bad_prefix(codec::result r);

// Raises 22P03: `type` was sent octets that are none of its values; `detail` says why.
[[noreturn]] void raise_bad_binary(const char *type, const char *detail);

} // namespace base62id::pg
