// The clock, and the times that a user gives.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Nanoseconds since 1970 by the real-time clock; raises 58000 where it cannot be read, 22008 before 1970
// and from 2554 on, where 64 bits end.
std::uint64_t clock_unix_ns();

// The times that an id can hold, in microseconds since 1970, and what the id is called: "an xid".
struct time_window {
    const char *what;
    std::int64_t first_us, limit_us;
};

// A user's time in microseconds since 1970; raises 22008 where it is outside, also for infinities.
std::int64_t unix_us(TimestampTz t, const time_window &window);

// Raises 22008 for a time of the clock outside of what an id holds.
[[noreturn]] void raise_time_out_of_range(const time_window &window);

TimestampTz timestamp_of_unix_us(std::int64_t us);
inline TimestampTz timestamp_of_unix_ms(std::int64_t ms) { return timestamp_of_unix_us(ms * 1000); }

} // namespace base62id::pg
