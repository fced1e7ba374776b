// BaseUid in SQL: the type baseuid, its generator, and the conversion to UUIDv8.
#include "codec/baseuid.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/random.hpp"
#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::fixed_traits<codec::baseuid>;

B62_TYPE(baseuid, self)

namespace {

// Up to the first microsecond whose time field needs a 49th bit.
constexpr pg::time_window window{"a baseuid", 0,
                                 ((codec::baseuid::time_limit << codec::baseuid::time_shift) + 999) / 1000};

std::uint64_t last_time = 0; // of this session

Datum make(std::uint64_t time) {
    const auto high = pg::random_bits<std::uint8_t>();
    const auto low = pg::random_bits<std::uint64_t>();
    return self::put(codec::baseuid::make(time, high, low));
}

// The time fields that a microsecond of the user falls into: mostly one, sometimes two.
std::uint64_t time_field(TimestampTz t, int ns_within) {
    const auto us = static_cast<std::uint64_t>(pg::unix_us(t, window));
    return pg::min((us * 1000 + static_cast<std::uint64_t>(ns_within)) >> codec::baseuid::time_shift,
                   codec::baseuid::time_limit - 1);
}

TimestampTz timestamp_of(const self::value &v) {
    const std::uint64_t ns = codec::baseuid::time(v) << codec::baseuid::time_shift;
    return pg::timestamp_of_unix_us(static_cast<std::int64_t>(ns / 1000));
}

} // namespace

// Strictly increasing within the session: the time field goes up by at least one unit an id.
B62_FN(baseuid_new) {
    const std::uint64_t now = pg::clock_unix_ns() >> codec::baseuid::time_shift;
    const std::uint64_t time = now > last_time ? now : last_time + 1;
    if (time >= codec::baseuid::time_limit)
        pg::raise_time_out_of_range(window);
    const Datum d = make(time);
    last_time = time;
    return d;
}

B62_FN(baseuid_new_at) { return make(time_field(PG_GETARG_TIMESTAMPTZ(0), 0)); }

B62_FN(baseuid_min) { return self::put(codec::baseuid::make(time_field(PG_GETARG_TIMESTAMPTZ(0), 0), 0, 0)); }
B62_FN(baseuid_max) {
    return self::put(
        codec::baseuid::make(time_field(PG_GETARG_TIMESTAMPTZ(0), 999), 0xff, ~std::uint64_t{0}));
}

B62_FN(baseuid_timestamp) { PG_RETURN_TIMESTAMPTZ(timestamp_of(self::get(PG_GETARG_DATUM(0)))); }

B62_FN(baseuid_encode) {
    const std::string_view octets = pg::text_arg(fcinfo, 0);
    if (octets.size() != self::size)
        PG_RETURN_NULL();
    return pg::text_datum<self>(PointerGetDatum(octets.data()));
}
B62_FN(baseuid_decode) { return pg::decode<self>(fcinfo); }

B62_FN(baseuid_to_uuid) { return pg::uuid_datum(codec::baseuid::to_uuid(self::get(PG_GETARG_DATUM(0)))); }

B62_FN(baseuid_from_uuid) {
    codec::baseuid::value v;
    if (!codec::baseuid::from_uuid(pg::uuid_of(PG_GETARG_DATUM(0)), v))
        PG_RETURN_NULL();
    return self::put(v);
}

// The explicit cast: as baseuid_from_uuid, but an error if the UUID is no BaseUid.
B62_FN(uuid_to_baseuid) {
    codec::baseuid::value v;
    if (!codec::baseuid::from_uuid(pg::uuid_of(PG_GETARG_DATUM(0)), v))
        ereport(
            ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid is no baseuid"),
             errdetail(
                 "A baseuid as uuid has version 8, the variant bits 10, and its last two bits are zero.")));
    return self::put(v);
}
