#include <ctime>
#include <limits>

#include "generator.hpp"

namespace base62id::pg {

namespace {

// Random octets in stock.  One call of the system's source costs about as much for 4 KB as for 16 octets.
// The owner is checked by MyProcPid: a forked child must not hand out its parent's stock.  What is handed
// out is wiped, so that no id can be read from memory before or after it is made.
struct random_stock {
    int owner;
    std::size_t left; // the unused octets are at the end
    std::uint8_t octets[4096];
};
random_stock stock;

void refill() {
    stock.left = 0;
    stock.owner = 0;
    if (!pg_strong_random(stock.octets, sizeof stock.octets))
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values")));
    stock.owner = MyProcPid;
    stock.left = sizeof stock.octets;
}

constexpr std::int64_t postgres_epoch_us =
    std::int64_t{POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE} * USECS_PER_DAY; // 2000-01-01, in unix microseconds

} // namespace

void random_octets(void *to, std::size_t n) {
    if (stock.owner != MyProcPid || stock.left < n) [[unlikely]]
        refill();
    std::uint8_t *from = stock.octets + (sizeof stock.octets - stock.left);
    std::memcpy(to, from, n);
    std::memset(from, 0, n);
    stock.left -= n;
}

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

TimestampTz timestamp_of_unix_us(std::int64_t us) { return us - postgres_epoch_us; }

void raise_time_out_of_range(const char *what, std::int64_t first_us, std::int64_t limit_us) {
    // Two buffers: timestamptz_to_str has one.
    const char *first = pstrdup(timestamptz_to_str(timestamp_of_unix_us(first_us)));
    ereport(ERROR,
            (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("timestamp out of range for %s", what),
             errdetail("It can hold times from %s to before %s.", first,
                       timestamptz_to_str(timestamp_of_unix_us(limit_us)))));
}

std::int64_t unix_us(TimestampTz t, const char *what, std::int64_t first_us, std::int64_t limit_us) {
    // The infinities are the ends of the range of TimestampTz.
    if (t < first_us - postgres_epoch_us || t >= limit_us - postgres_epoch_us)
        raise_time_out_of_range(what, first_us, limit_us);
    return t + postgres_epoch_us;
}

} // namespace base62id::pg
