// xid and the other profiles of uid11 in SQL.
#include "codec/counter.hpp"

#include "pg/generate/cluster.hpp"
#include "pg/generate/counters.hpp"
#include "pg/generate/clock.hpp"
#include "pg/generate/random.hpp"
#include "pg/type/id_traits.hpp"
#include "pg/server/result_row.hpp"

using namespace base62id;
using self = pg::fixed_values<std::uint64_t>;

// --- time ---

template <class Profile>
constexpr pg::millisecond_field time_of(const char *what) {
    return {what, codec::xid_epoch_ms, Profile::time_bits};
}
constexpr pg::millisecond_field xid_time = time_of<codec::xid>("an xid"),
                                snowish_time = time_of<codec::snowish>("a snowish uid11"),
                                ts_seq_rand_time = time_of<codec::ts_seq_rand>("a ts_seq_rand uid11");

// All of them have the same epoch.
static Datum timestamp_of(std::uint64_t ms) { return TimestampTzGetDatum(xid_time.timestamp(ms)); }

// The argument of a function that reads a profile's fields.
template <class Profile>
static std::uint64_t payload_of(FunctionCallInfo fcinfo, const char *what) {
    const std::uint64_t v = self::get(PG_GETARG_DATUM(0));
    if ((v & Profile::reserved) != 0)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uid11 is not %s", what),
                        errdetail("A bit that the profile reserves, and that is 0 in all its ids, is 1.")));
    return v;
}

static std::uint32_t random_bits(int bits) { return pg::random_bits<std::uint32_t>() >> (32 - bits); }

// --- profile xid (section 8); of texts, uid11.cpp ---

B62_FN(xid_new) { return self::put(pg::next_xid(xid_time.now())); }

B62_FN(xid_new_at) {
    return self::put(
        codec::xid::pack(xid_time.of(PG_GETARG_TIMESTAMPTZ(0)), random_bits(codec::xid::random_bits)));
}

B62_FN(xid_pack) {
    const int32 random = PG_GETARG_INT32(1);
    if (random < 0 || static_cast<std::uint32_t>(random) >= codec::xid::random_limit)
        ereport(
            ERROR,
            (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("random field of an xid is out of range"),
             errdetail("It has %d bits: 0 to %u.", codec::xid::random_bits, codec::xid::random_limit - 1)));
    return self::put(
        codec::xid::pack(xid_time.of(PG_GETARG_TIMESTAMPTZ(0)), static_cast<std::uint32_t>(random)));
}

B62_FN(xid_timestamp) { return timestamp_of(codec::xid::time(self::get(PG_GETARG_DATUM(0)))); }
B62_FN(xid_random) { PG_RETURN_INT32(static_cast<int32>(codec::xid::random(self::get(PG_GETARG_DATUM(0))))); }

B62_FN(xid_min) { return self::put(codec::xid::pack(xid_time.of(PG_GETARG_TIMESTAMPTZ(0)), 0)); }
B62_FN(xid_max) {
    return self::put(codec::xid::pack(xid_time.of(PG_GETARG_TIMESTAMPTZ(0)), codec::xid::random_limit - 1));
}

B62_FN(xid_generator_scope) { PG_RETURN_TEXT_P(cstring_to_text(pg::xid_scope())); }

// --- the other profiles of section 5 ---

B62_FN(uid11_fullrand_new) { return self::put(pg::random_bits<std::uint64_t>()); }

B62_FN(uid11_snowish_new) {
    using profile = codec::snowish;
    const int32 machine = PG_GETARG_INT32(0);
    if (machine < 0 || static_cast<std::uint32_t>(machine) >= profile::machine_limit)
        ereport(ERROR,
                (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                 errmsg("machine number %d is out of range", machine),
                 errdetail("It has %d bits: 0 to %u.", profile::machine_bits, profile::machine_limit - 1)));
    return self::put(pg::next_snowish(snowish_time.now(), machine));
}
B62_FN(uid11_snowish_new_here) { return self::put(pg::next_snowish_here(snowish_time.now())); }
B62_FN(uid11_snowish_parse) {
    const std::uint64_t v = payload_of<codec::snowish>(fcinfo, snowish_time.window.what);
    const Datum fields[] = {timestamp_of(codec::snowish::time(v)),
                            Int32GetDatum(static_cast<int32>(codec::snowish::machine(v))),
                            Int32GetDatum(static_cast<int32>(codec::snowish::sequence(v)))};
    return pg::record(fcinfo, fields);
}

B62_FN(uid11_ts_seq_rand_new) {
    using profile = codec::ts_seq_rand;
    const std::uint64_t word = pg::next_ts_seq_rand(ts_seq_rand_time.now());
    return self::put(profile::pack(word >> profile::sequence_bits,
                                   static_cast<std::uint32_t>(word) & (profile::sequence_limit - 1),
                                   random_bits(profile::random_bits)));
}
B62_FN(uid11_ts_seq_rand_parse) {
    const std::uint64_t v = payload_of<codec::ts_seq_rand>(fcinfo, ts_seq_rand_time.window.what);
    const Datum fields[] = {timestamp_of(codec::ts_seq_rand::time(v)),
                            Int32GetDatum(static_cast<int32>(codec::ts_seq_rand::sequence(v))),
                            Int32GetDatum(static_cast<int32>(codec::ts_seq_rand::random(v)))};
    return pg::record(fcinfo, fields);
}
