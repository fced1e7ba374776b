// ULID in SQL: the type ulid, the functions that convert uuid, and its generator.
#include "codec/ulid.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/random.hpp"
#include "pg/systems/ulid_sort.hpp"
#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_traits<codec::ulid>;
using role = pg::search_role;

B62_FN(ulid_in) { return pg::in<self>(fcinfo); }
B62_FN(ulid_out) { return pg::out<self>(fcinfo); }
B62_FN(ulid_recv) { return pg::recv<self>(fcinfo); }
B62_FN(ulid_send) { return pg::send<self>(fcinfo); }
B62_FN(ulid_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(ulid_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(ulid_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(ulid_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(ulid_prefixsel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(ulid_prefix_lower) { return pg::prefix_lower<self>(fcinfo); }
B62_FN(ulid_prefix_upper) { return pg::prefix_upper<self>(fcinfo); }
B62_FN(ulid_like_start) { return pg::like_start<self>(fcinfo); }
B62_FN(ulid_starts_with) { return pg::search_match<self, role::starts_with>(fcinfo); }
B62_FN(ulid_like) { return pg::search_match<self, role::like>(fcinfo); }
B62_FN(ulid_not_like) { return pg::search_match<self, role::not_like>(fcinfo); }
B62_FN(ulid_ilike) { return pg::search_match<self, role::ilike>(fcinfo); }
B62_FN(ulid_not_ilike) { return pg::search_match<self, role::not_ilike>(fcinfo); }
B62_FN(ulid_to_name) { return pg::to_name<self>(fcinfo); }

// Core's own functions: these 16 bytes sort as a uuid.  GiST and GIN are in uuid.cpp.
B62_FN(ulid_eq) { return uuid_eq(fcinfo); }
B62_FN(ulid_ne) { return uuid_ne(fcinfo); }
B62_FN(ulid_lt) { return uuid_lt(fcinfo); }
B62_FN(ulid_le) { return uuid_le(fcinfo); }
B62_FN(ulid_gt) { return uuid_gt(fcinfo); }
B62_FN(ulid_ge) { return uuid_ge(fcinfo); }
B62_FN(ulid_cmp) { return uuid_cmp(fcinfo); }
B62_FN(ulid_brin_distance) { return brin_minmax_multi_distance_uuid(fcinfo); }
B62_FN(ulid_hash) { return pg::hash<self>(fcinfo); }
B62_FN(ulid_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(ulid_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(ulid_larger) { return pg::larger<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(ulid_skipsupport, uuid_skipsupport)
B62_FN(ulid_sortsupport) {
    auto *ssup = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    ssup->comparator = pg::sort_compare<self>;
    if (ssup->abbreviate)
        pg::abbreviation<pg::ulid_sort_key>::install(ssup);
    PG_RETURN_VOID();
}

B62_FN(ulid_encode_uuid) { return pg::encode_uuid<codec::ulid>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(ulid_encode_text) { return pg::encode_uuid_text<codec::ulid>(fcinfo); }
B62_FN(ulid_decode) { return pg::decode_to_uuid<codec::ulid>(fcinfo); }

B62_FN(ulid_normalize) {
    text *id = pg::normalize_ulid(pg::text_arg(fcinfo, 0));
    if (id == nullptr)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(id);
}

constexpr pg::millisecond_field ms_field{"a ulid", 0, codec::ulid::time_bits};

static TimestampTz timestamp_of(const codec::uuid &id) {
    return ms_field.timestamp(codec::ulid::unix_ms(id));
}

B62_FN(ulid_timestamp) { PG_RETURN_TIMESTAMPTZ(timestamp_of(self::get(PG_GETARG_DATUM(0)))); }

namespace {

// The last id of this session.  Its owner is checked by MyProcPid: a forked child that counted on from its
// parent's id would make the ids that the parent, or another child, makes.
struct {
    int owner;
    codec::uuid id;
} last;

void random_bits(std::uint16_t &high, std::uint64_t &low) {
    high = pg::random_bits<std::uint16_t>();
    low = pg::random_bits<std::uint64_t>();
}

std::uint64_t ms_arg(FunctionCallInfo fcinfo) { return ms_field.of(PG_GETARG_TIMESTAMPTZ(0)); }

} // namespace

// Strictly increasing within the session, whatever the clock does.
B62_FN(ulid_generate) {
    codec::uuid id = last.owner == MyProcPid ? last.id : codec::uuid{};
    if (!codec::ulid::next(id, pg::clock_unix_ns() / 1'000'000, random_bits))
        pg::raise_time_out_of_range(ms_field.window);
    last = {MyProcPid, id};
    return self::put(id);
}

B62_FN(ulid_generate_at) {
    const std::uint64_t ms = ms_arg(fcinfo);
    std::uint16_t high;
    std::uint64_t low;
    random_bits(high, low);
    return self::put(codec::ulid::make(ms, high, low));
}

// The least and the greatest id of that millisecond.
B62_FN(ulid_min) { return self::put(codec::ulid::make(ms_arg(fcinfo), 0, 0)); }
B62_FN(ulid_max) { return self::put(codec::ulid::make(ms_arg(fcinfo), 0xffff, ~std::uint64_t{0})); }
