// ULID in SQL: the type ulid, the functions that convert uuid, and its generator.
#include "codec/crockford.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/random.hpp"
#include "pg/systems/ulid_sort.hpp"
#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_traits<codec::ulid>;

B62_UUID_TYPE(ulid, self)
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
    codec::uuid id;
    if (!codec::crockford::read<codec::ulid>(pg::text_arg(fcinfo, 0), id))
        PG_RETURN_NULL();
    return pg::encode_uuid<codec::ulid>(id);
}

namespace {

constexpr pg::millisecond_field time_field{"a ulid", 0, codec::ulid::time_bits};

TimestampTz timestamp_of(const codec::uuid &id) { return time_field.timestamp(codec::ulid::unix_ms(id)); }

} // namespace

B62_FN(ulid_timestamp) { PG_RETURN_TIMESTAMPTZ(timestamp_of(self::get(PG_GETARG_DATUM(0)))); }

// --- generator ---

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

std::uint64_t ms_arg(FunctionCallInfo fcinfo) { return time_field.of(PG_GETARG_TIMESTAMPTZ(0)); }

} // namespace

// Strictly increasing within the session, whatever the clock does.
B62_FN(ulid_generate) {
    codec::uuid id = last.owner == MyProcPid ? last.id : codec::uuid{};
    if (!codec::ulid::next(id, pg::clock_unix_ns() / 1'000'000, random_bits))
        pg::raise_time_out_of_range(time_field.window);
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
