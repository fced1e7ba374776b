// The UUIDs that TypeIDs are made of: version 7, in typeid and in id types.
#pragma once

#include "codec/octets.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Strictly increasing within the session, for all type prefixes together, whatever the clock does.
codec::uuid new_uuidv7();

// At a time given by the user; raises 22008 if it is out of range.
codec::uuid new_uuidv7_at(TimestampTz t);
// The same with random bits in place of the fraction of the millisecond.
codec::uuid new_uuidv7_within_ms(TimestampTz t);

// The least (or the greatest) UUID of that millisecond.
codec::uuid uuidv7_bound(TimestampTz t, bool greatest);

// The millisecond in which it was made; false unless it is of version 7.
bool uuidv7_timestamp(const codec::uuid &id, TimestampTz *made);

} // namespace base62id::pg
