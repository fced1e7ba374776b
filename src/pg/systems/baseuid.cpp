// BaseUid in SQL: the type baseuid, its generator, and the conversion to UUIDv8.
#include "codec/baseuid.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/random.hpp"
#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::fixed_traits<codec::baseuid>;
using role = pg::search_role;

B62_FN(baseuid_in) { return pg::in<self>(fcinfo); }
B62_FN(baseuid_out) { return pg::out<self>(fcinfo); }
B62_FN(baseuid_recv) { return pg::recv<self>(fcinfo); }
B62_FN(baseuid_send) { return pg::send<self>(fcinfo); }
B62_FN(baseuid_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(baseuid_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(baseuid_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(baseuid_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(baseuid_prefixsel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(baseuid_prefix_lower) { return pg::prefix_lower<self>(fcinfo); }
B62_FN(baseuid_prefix_upper) { return pg::prefix_upper<self>(fcinfo); }
B62_FN(baseuid_like_start) { return pg::like_start<self>(fcinfo); }
B62_FN(baseuid_starts_with) { return pg::search_match<self, role::starts_with>(fcinfo); }
B62_FN(baseuid_like) { return pg::search_match<self, role::like>(fcinfo); }
B62_FN(baseuid_not_like) { return pg::search_match<self, role::not_like>(fcinfo); }
B62_FN(baseuid_ilike) { return pg::search_match<self, role::ilike>(fcinfo); }
B62_FN(baseuid_not_ilike) { return pg::search_match<self, role::not_ilike>(fcinfo); }

B62_FN(baseuid_eq) { return pg::eq<self>(fcinfo); }
B62_FN(baseuid_ne) { return pg::ne<self>(fcinfo); }
B62_FN(baseuid_lt) { return pg::lt<self>(fcinfo); }
B62_FN(baseuid_le) { return pg::le<self>(fcinfo); }
B62_FN(baseuid_gt) { return pg::gt<self>(fcinfo); }
B62_FN(baseuid_ge) { return pg::ge<self>(fcinfo); }
B62_FN(baseuid_cmp) { return pg::cmp<self>(fcinfo); }
B62_FN(baseuid_sortsupport) { return pg::sortsupport<self>(fcinfo); }
B62_FN(baseuid_brin_distance) { return pg::brin_distance<self>(fcinfo); }
B62_FN(baseuid_hash) { return pg::hash<self>(fcinfo); }
B62_FN(baseuid_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(baseuid_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(baseuid_larger) { return pg::larger<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(baseuid_skipsupport, pg::skipsupport<self>)

B62_FN(baseuid_gist_consistent) { return pg::gist::consistent<self>(fcinfo); }
B62_FN(baseuid_gist_compress) { return pg::gist::compress<self>(fcinfo); }
B62_FN(baseuid_gist_fetch) { return pg::gist::fetch<self>(fcinfo); }
B62_FN(baseuid_gin_extract_query) { return pg::gin::extract_query<self>(fcinfo); }
B62_FN(baseuid_gin_compare_partial) { return pg::gin::compare_partial<self>(fcinfo); }

// Up to the first microsecond whose time field needs a 49th bit.
constexpr pg::time_window window{"a baseuid", 0,
                                 ((codec::baseuid::time_limit << codec::baseuid::time_shift) + 999) / 1000};

static std::uint64_t last_time = 0; // of this session

static Datum new_baseuid(std::uint64_t time) {
    const auto high = pg::random_bits<std::uint8_t>();
    const auto low = pg::random_bits<std::uint64_t>();
    return self::put(codec::baseuid::make(time, high, low));
}

// The time fields that a microsecond of the user falls into: mostly one, sometimes two.
static std::uint64_t time_field(TimestampTz t, int ns_within) {
    const auto us = static_cast<std::uint64_t>(pg::unix_us(t, window));
    return pg::min((us * 1000 + static_cast<std::uint64_t>(ns_within)) >> codec::baseuid::time_shift,
                   codec::baseuid::time_limit - 1);
}

static TimestampTz timestamp_of(const self::value &v) {
    const std::uint64_t ns = codec::baseuid::time(v) << codec::baseuid::time_shift;
    return pg::timestamp_of_unix_us(static_cast<std::int64_t>(ns / 1000));
}

// Strictly increasing within the session: the time field goes up by at least one unit an id.
B62_FN(baseuid_new) {
    const std::uint64_t now = pg::clock_unix_ns() >> codec::baseuid::time_shift;
    const std::uint64_t time = now > last_time ? now : last_time + 1;
    if (time >= codec::baseuid::time_limit)
        pg::raise_time_out_of_range(window);
    const Datum d = new_baseuid(time);
    last_time = time;
    return d;
}

B62_FN(baseuid_new_at) { return new_baseuid(time_field(PG_GETARG_TIMESTAMPTZ(0), 0)); }

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
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid is not a baseuid"),
             errdetail(
                 "A baseuid as uuid has version 8, the variant bits 10, and its last two bits are zero.")));
    return self::put(v);
}
