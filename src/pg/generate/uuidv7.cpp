#include "codec/uuidv7.hpp"

#include "pg/generate/uuidv7.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/random.hpp"

namespace base62id::pg {

using codec::uuidv7;

constexpr time_window window{"a UUID of version 7", 0,
                             static_cast<std::int64_t>(uuidv7::tick_limit >> uuidv7::subms_bits) * 1000};

constexpr std::uint64_t below_ms = (std::uint64_t{1} << uuidv7::subms_bits) - 1;

static std::uint64_t last_tick = 0; // of this session

static std::uint64_t tick_of(TimestampTz t) {
    return uuidv7::tick_of_us(static_cast<std::uint64_t>(unix_us(t, window)));
}

codec::uuid new_uuidv7() {
    const std::uint64_t now = uuidv7::tick_of_ns(clock_unix_ns());
    const std::uint64_t tick = now > last_tick ? now : last_tick + 1;
    if (tick >= uuidv7::tick_limit)
        raise_time_out_of_range(window);
    const codec::uuid id = uuidv7::make(tick, random_bits<std::uint64_t>() >> 2);
    last_tick = tick;
    return id;
}

codec::uuid new_uuidv7_at(TimestampTz t) {
    return uuidv7::make(tick_of(t), random_bits<std::uint64_t>() >> 2);
}

codec::uuid new_uuidv7_within_ms(TimestampTz t) {
    const std::uint64_t ms = tick_of(t) & ~below_ms;
    return uuidv7::make(ms | (random_bits<std::uint16_t>() & below_ms), random_bits<std::uint64_t>() >> 2);
}

codec::uuid uuidv7_bound(TimestampTz t, bool greatest) {
    return greatest ? uuidv7::make(tick_of(t) | below_ms, uuidv7::random_limit - 1)
                    : uuidv7::make(tick_of(t) & ~below_ms, 0);
}

bool uuidv7_timestamp(const codec::uuid &id, TimestampTz *made) {
    if (!uuidv7::is(id))
        return false;
    *made = timestamp_of_unix_ms(static_cast<std::int64_t>(uuidv7::unix_ms(id)));
    return true;
}

} // namespace base62id::pg
