#include <ctime>
#include <limits>

#include "codec/uid11_profiles.hpp"

#include "pg/generate/clock.hpp"

namespace base62id::pg {

constexpr std::int64_t postgres_epoch_us =
    std::int64_t{POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE} * USECS_PER_DAY; // 2000-01-01, in unix microseconds

std::uint64_t clock_unix_ns() {
    timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        ereport(ERROR, (errcode(ERRCODE_SYSTEM_ERROR), errmsg("could not read the system clock: %m")));
    // As unsigned numbers, the seconds before 1970 are beyond the limit, too.
    constexpr std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / 1'000'000'000;
    if (static_cast<std::uint64_t>(now.tv_sec) >= limit) [[unlikely]]
        ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                        errmsg("system clock is before 1970-01-01 or after 2554-07-21")));
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

std::uint64_t clock_xid_ms() {
    timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 0;
    const std::int64_t ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 - codec::xid_epoch_ms;
    return ms < 0 || ms >> codec::xid::time_bits != 0 ? 0 : static_cast<std::uint64_t>(ms);
}

TimestampTz timestamp_of_unix_us(std::int64_t us) { return us - postgres_epoch_us; }

const char *text_of_xid_ms(std::uint64_t ms) {
    return timestamptz_to_str(timestamp_of_unix_ms(static_cast<std::int64_t>(ms) + codec::xid_epoch_ms));
}

void raise_time_out_of_range(const time_window &window) {
    // Two buffers: timestamptz_to_str has one.
    const char *first = pstrdup(timestamptz_to_str(timestamp_of_unix_us(window.first_us)));
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("timestamp out of range for %s", window.what),
                    errdetail("It can hold times from %s to before %s.", first,
                              timestamptz_to_str(timestamp_of_unix_us(window.limit_us)))));
}

std::int64_t unix_us(TimestampTz t, const time_window &window) {
    // The infinities are the ends of the range of TimestampTz.
    if (t < window.first_us - postgres_epoch_us || t >= window.limit_us - postgres_epoch_us)
        raise_time_out_of_range(window);
    return t + postgres_epoch_us;
}

} // namespace base62id::pg
