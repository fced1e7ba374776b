// Strong random bits, the clock, and the times that a user gives.
#pragma once

#include "pg.hpp"

namespace base62id::pg {

// --- randomness ---

// Fills `to` from the server's strong source (pg_strong_random), by way of a buffer of this process.
// Raises XX000 where the source refuses.
void random_octets(void *to, std::size_t n);

inline std::uint64_t random_word() {
    std::uint64_t v;
    random_octets(&v, sizeof v);
    return v;
}

// --- time ---

// Nanoseconds since 1970 by the real-time clock; raises 58000 where it cannot be read, 22008 before 1970
// and from 2554 on, where 64 bits end.
std::uint64_t clock_unix_ns();

// A user's time in microseconds since 1970, checked against [first, limit); raises 22008 with the bounds
// in the DETAIL, also for infinities.  `what` names the id, as in "an xid".
std::int64_t unix_us(TimestampTz t, const char *what, std::int64_t first_us, std::int64_t limit_us);

// Raises 22008 for a time of the clock outside of what an id holds.
[[noreturn]] void raise_time_out_of_range(const char *what, std::int64_t first_us, std::int64_t limit_us);

TimestampTz timestamp_of_unix_us(std::int64_t us);
inline TimestampTz timestamp_of_unix_ms(std::int64_t ms) { return timestamp_of_unix_us(ms * 1000); }

} // namespace base62id::pg
