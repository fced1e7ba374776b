// The file of the data directory that says which times the ids of this server's number may have had.
#pragma once

#include "codec/uid11_profiles.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Ids are made up to a reserved time only; times are those of xid.
inline constexpr std::uint64_t reserve_ahead_ms = 2'000, renew_when_left_ms = 1'000;
inline constexpr std::uint64_t last_reservable_ms = (std::uint64_t{1} << codec::xid::time_bits) - 1;

// Raises an error where it cannot be made durable.
void write_reserved(std::uint64_t ms);

// What this server knows of ids that were made before it started.
struct past_ids {
    std::uint64_t until_ms; // none is later, as far as it is known; 0: there are none
    bool replayed; // this server was promoted or restored, and knows the last commit that it received
    bool unknown;  // it was, and does not know any more
};
past_ids find_past_ids();

// For errors: how to go on after a clock that was wrong.
int reserved_hint();

} // namespace base62id::pg
