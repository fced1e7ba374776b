// The clock, and the times that a user gives.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Nanoseconds since 1970; raises 58000 if the clock cannot be read, 22008 before 1970 and from 2554 on.
std::uint64_t clock_unix_ns();
// The same in milliseconds of xid, or 0 if there is no such time.
std::uint64_t clock_xid_ms();

// The times that an id can hold, in microseconds since 1970, and what the id is called: "an xid".
struct time_window {
    const char *what;
    std::int64_t first_us, limit_us;
};

// A user's time in microseconds since 1970; raises 22008 if it is out of range or infinite.
std::int64_t unix_us(TimestampTz t, const time_window &window);

// Raises 22008 for a time of the clock outside of what an id holds.
[[noreturn]] void raise_time_out_of_range(const time_window &window);

TimestampTz timestamp_of_unix_us(std::int64_t us);
// A time in milliseconds of xid, for messages; kept until the next call of timestamptz_to_str().
const char *text_of_xid_ms(std::uint64_t ms);
inline TimestampTz timestamp_of_unix_ms(std::int64_t ms) { return timestamp_of_unix_us(ms * 1000); }

// A field of an id that counts milliseconds from an epoch.
struct millisecond_field {
    time_window window;

    constexpr millisecond_field(const char *what, std::int64_t epoch_unix_ms, int bits)
        : window{what, epoch_unix_ms * 1000, (epoch_unix_ms + (std::int64_t{1} << bits)) * 1000} {}

    // The field at a user's time, and now; both raise 22008 if it cannot hold the time.
    std::uint64_t of(TimestampTz t) const {
        return static_cast<std::uint64_t>(unix_us(t, window) - window.first_us) / 1000;
    }
    std::uint64_t now() const {
        const auto us = static_cast<std::int64_t>(clock_unix_ns() / 1000);
        if (us < window.first_us || us >= window.limit_us)
            raise_time_out_of_range(window);
        return static_cast<std::uint64_t>(us - window.first_us) / 1000;
    }
    TimestampTz timestamp(std::uint64_t ms) const {
        return timestamp_of_unix_us(window.first_us + static_cast<std::int64_t>(ms) * 1000);
    }
};

} // namespace base62id::pg
