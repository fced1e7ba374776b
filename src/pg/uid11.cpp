// uid11 in SQL: the type, the profile xid and the other profiles.
#include "generator.hpp"
#include "io.hpp"
#include "prefix.hpp"
#include "sort.hpp"
#include "record.hpp"

using namespace base62id;
using self = pg::uid11_type;

// --- the type ---

B62_FN(uid11_in) { return pg::in<self>(fcinfo); }
B62_FN(uid11_out) { return pg::out<self>(fcinfo); }
B62_FN(uid11_recv) { return pg::recv<self>(fcinfo); }
B62_FN(uid11_send) { return pg::send<self>(fcinfo); }
B62_FN(uid11_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(uid11_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(uid11_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(uid11_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(uid11_larger) { return pg::larger<self>(fcinfo); }
B62_FN(uid11_starts_with) { return pg::prefix_match<pg::text_prefix<self>>(fcinfo); }
B62_FN(uid11_prefix_lower) { return pg::prefix_bound<pg::text_prefix<self>, false>(fcinfo); }
B62_FN(uid11_prefix_upper) { return pg::prefix_bound<pg::text_prefix<self>, true>(fcinfo); }
B62_FN(uid11_prefix_support) { return pg::prefix_support<pg::text_prefix<self>>(fcinfo); }
B62_FN(uid11_prefixsel) { return pg::prefix_selectivity<pg::text_prefix<self>>(fcinfo); }
B62_FN(uid11_eq) { PG_RETURN_BOOL(pg::equal_args<self>(fcinfo)); }
B62_FN(uid11_ne) { PG_RETURN_BOOL(!pg::equal_args<self>(fcinfo)); }
B62_FN(uid11_lt) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) < 0); }
B62_FN(uid11_le) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) <= 0); }
B62_FN(uid11_gt) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) > 0); }
B62_FN(uid11_ge) { PG_RETURN_BOOL(pg::compare_args<self>(fcinfo) >= 0); }
B62_FN(uid11_cmp) { PG_RETURN_INT32(pg::compare_args<self>(fcinfo)); }
B62_FN(uid11_hash) { return pg::hash<self>(fcinfo); }
B62_FN(uid11_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(uid11_sortsupport) { return pg::sortsupport<self>(fcinfo); }
B62_FN(uid11_brin_distance) { return pg::brin_distance<self>(fcinfo); }
#ifdef B62_HAVE_SKIP_SUPPORT
B62_FN(uid11_skipsupport) { return pg::skipsupport<self>(fcinfo); }
#endif

// --- numbers ---

namespace {

[[noreturn]] void raise_out_of_range(const char *type) {
    ereport(ERROR,
            (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("value out of range for type %s", type)));
}

// False where `n` is no integer of 0 to 2^64 - 1.
bool uint64_of_numeric(Numeric n, std::uint64_t *out) {
    if (numeric_is_nan(n) || numeric_is_inf(n))
        return false;
    char *digits = numeric_normalize(n); // without trailing zeros behind the point
    std::uint64_t v = 0;
    bool good = true;
    for (const char *p = digits; *p != '\0' && good; ++p)
        good = *p >= '0' && *p <= '9' && !__builtin_mul_overflow(v, std::uint64_t{10}, &v) &&
               !__builtin_add_overflow(v, static_cast<std::uint64_t>(*p - '0'), &v);
    pfree(digits);
    *out = v;
    return good;
}

Datum numeric_of_uint64(std::uint64_t v) {
    if (v <= static_cast<std::uint64_t>(PG_INT64_MAX))
        return NumericGetDatum(int64_to_numeric(static_cast<int64>(v)));
    // 2 * floor(v / 2) + v % 2, each part a bigint.
    const Datum half = NumericGetDatum(int64_to_numeric(static_cast<int64>(v >> 1)));
    const Datum odd = NumericGetDatum(int64_to_numeric(static_cast<int64>(v & 1)));
    return DirectFunctionCall2(numeric_add, DirectFunctionCall2(numeric_add, half, half), odd);
}

} // namespace

B62_FN(uid11_encode) {
    std::uint64_t v;
    if (!uint64_of_numeric(PG_GETARG_NUMERIC(0), &v))
        PG_RETURN_NULL();
    return pg::text_datum<self>(self::put(v));
}
B62_FN(uid11_decode) { return pg::decode<self>(fcinfo); }

B62_FN(uid11_from_numeric) {
    std::uint64_t v;
    if (!uint64_of_numeric(PG_GETARG_NUMERIC(0), &v))
        raise_out_of_range(self::shape.type);
    return self::put(v);
}
B62_FN(uid11_to_numeric) { return numeric_of_uint64(self::get(PG_GETARG_DATUM(0))); }

B62_FN(uid11_from_bigint) {
    const int64 v = PG_GETARG_INT64(0);
    if (v < 0)
        raise_out_of_range(self::shape.type);
    return self::put(static_cast<std::uint64_t>(v));
}
B62_FN(uid11_to_bigint) {
    const std::uint64_t v = self::get(PG_GETARG_DATUM(0));
    if (v > static_cast<std::uint64_t>(PG_INT64_MAX))
        raise_out_of_range("bigint");
    PG_RETURN_INT64(static_cast<int64>(v));
}

// Section 4; a prefix has 1 to 11 symbols.
B62_FN(uid11_prefix_range) {
    const std::string_view prefix = pg::text_arg(fcinfo, 0);
    Datum bounds[2] = {};
    const bool some = !prefix.empty() && self::prefix_range(prefix, &bounds[0], &bounds[1]);
    return pg::record(fcinfo, bounds, !some);
}

// --- profiles: time ---

namespace {

constexpr std::int64_t epoch_us = codec::xid_epoch_ms * 1000;

// The times that a field of that many bits can hold.
template <class Profile>
struct times {
    static constexpr std::int64_t limit_us = epoch_us + (std::int64_t{1} << Profile::time_bits) * 1000;

    // Milliseconds since the epoch.
    static std::uint64_t of(TimestampTz t) {
        return static_cast<std::uint64_t>(pg::unix_us(t, Profile::what, epoch_us, limit_us) - epoch_us) /
               1000;
    }
    static std::uint64_t now() {
        const auto us = static_cast<std::int64_t>(pg::clock_unix_ns() / 1000);
        if (us < epoch_us || us >= limit_us)
            pg::raise_time_out_of_range(Profile::what, epoch_us, limit_us);
        return static_cast<std::uint64_t>(us - epoch_us) / 1000;
    }
};
struct xid_profile : codec::xid {
    static constexpr const char *what = "an xid";
};
struct snowish_profile : codec::snowish {
    static constexpr const char *what = "a snowish uid11";
};
struct ts_seq_rand_profile : codec::ts_seq_rand {
    static constexpr const char *what = "a ts_seq_rand uid11";
};
using xid_times = times<xid_profile>;

Datum timestamp_of(std::uint64_t ms) {
    return TimestampTzGetDatum(pg::timestamp_of_unix_ms(codec::xid_epoch_ms + static_cast<std::int64_t>(ms)));
}

std::uint32_t random_bits(int bits) {
    std::uint32_t v;
    pg::random_octets(&v, sizeof v);
    return v >> (32 - bits);
}

} // namespace

// --- profile xid (section 8) ---

// The count within the millisecond, spread over the 22 bits by a permutation of that millisecond: a draw
// without replacement, so two ids of one server never are the same.
B62_FN(xid_new) {
    pg::shared_counters &counters = pg::counters();
    const std::uint64_t word =
        pg::advance(counters.xid, xid_times::now(), codec::xid::random_bits, codec::xid::time_bits);
    const std::uint64_t ms = codec::xid::time(word);

    static std::uint64_t spread_ms = ~std::uint64_t{0}; // the millisecond of `spread`
    static codec::permutation22 spread;
    if (ms != spread_ms) {
        spread = codec::permutation22(counters.secret, ms);
        spread_ms = ms;
    }
    return self::put(codec::xid::pack(ms, spread(codec::xid::random(word))));
}

B62_FN(xid_new_at) {
    return self::put(
        codec::xid::pack(xid_times::of(PG_GETARG_TIMESTAMPTZ(0)), random_bits(codec::xid::random_bits)));
}

B62_FN(xid_pack) {
    const int32 random = PG_GETARG_INT32(1);
    if (random < 0 || static_cast<std::uint32_t>(random) >= codec::xid::random_limit)
        ereport(
            ERROR,
            (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("random field of an xid is out of range"),
             errdetail("It has %d bits: 0 to %u.", codec::xid::random_bits, codec::xid::random_limit - 1)));
    return self::put(
        codec::xid::pack(xid_times::of(PG_GETARG_TIMESTAMPTZ(0)), static_cast<std::uint32_t>(random)));
}

B62_FN(xid_timestamp) { return timestamp_of(codec::xid::time(self::get(PG_GETARG_DATUM(0)))); }
B62_FN(xid_random) { PG_RETURN_INT32(static_cast<int32>(codec::xid::random(self::get(PG_GETARG_DATUM(0))))); }

B62_FN(xid_parse) {
    const std::uint64_t v = self::get(self::parse(pg::text_arg(fcinfo, 0), nullptr));
    const Datum fields[] = {timestamp_of(codec::xid::time(v)),
                            Int32GetDatum(static_cast<int32>(codec::xid::random(v)))};
    return pg::record(fcinfo, fields);
}

// Section 8.4, prefix-aware: the fields of both bounds.
B62_FN(xid_parse_prefix) {
    const std::string_view prefix = pg::text_arg(fcinfo, 0);
    Datum lower = 0, upper = 0;
    const bool some = !prefix.empty() && self::prefix_range(prefix, &lower, &upper);
    const std::uint64_t from = self::get(lower), to = self::get(upper);
    const Datum fields[] = {timestamp_of(codec::xid::time(from)), timestamp_of(codec::xid::time(to)),
                            Int32GetDatum(static_cast<int32>(codec::xid::random(from))),
                            Int32GetDatum(static_cast<int32>(codec::xid::random(to)))};
    return pg::record(fcinfo, fields, !some);
}

B62_FN(xid_min) { return self::put(codec::xid::pack(xid_times::of(PG_GETARG_TIMESTAMPTZ(0)), 0)); }
B62_FN(xid_max) {
    return self::put(codec::xid::pack(xid_times::of(PG_GETARG_TIMESTAMPTZ(0)), codec::xid::random_limit - 1));
}

B62_FN(xid_generator_scope) { PG_RETURN_TEXT_P(cstring_to_text(pg::counters_scope())); }

// --- the other profiles of section 5 ---

B62_FN(uid11_fullrand_new) { return self::put(pg::random_word()); }
B62_FN(uid11_fullrand_parse) { return numeric_of_uint64(self::get(PG_GETARG_DATUM(0))); }

B62_FN(uid11_snowish_new) {
    using profile = snowish_profile;
    const int32 machine = PG_GETARG_INT32(0);
    if (machine < 0 || static_cast<std::uint32_t>(machine) >= profile::machine_limit)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("machine number %d is out of range", machine),
                 errdetail("It has %d bits: 0 to %u.", profile::machine_bits, profile::machine_limit - 1)));
    const std::uint64_t word = pg::advance(pg::counters().snowish, times<profile>::now(),
                                           profile::sequence_bits, profile::time_bits);
    return self::put(profile::pack(word >> profile::sequence_bits, static_cast<std::uint32_t>(machine),
                                   static_cast<std::uint32_t>(word) & (profile::sequence_limit - 1)));
}
B62_FN(uid11_snowish_parse) {
    const std::uint64_t v = self::get(PG_GETARG_DATUM(0));
    const Datum fields[] = {timestamp_of(codec::snowish::time(v)),
                            Int32GetDatum(static_cast<int32>(codec::snowish::machine(v))),
                            Int32GetDatum(static_cast<int32>(codec::snowish::sequence(v)))};
    return pg::record(fcinfo, fields);
}

B62_FN(uid11_ts_seq_rand_new) {
    using profile = ts_seq_rand_profile;
    const std::uint64_t word = pg::advance(pg::counters().ts_seq_rand, times<profile>::now(),
                                           profile::sequence_bits, profile::time_bits);
    return self::put(profile::pack(word >> profile::sequence_bits,
                                   static_cast<std::uint32_t>(word) & (profile::sequence_limit - 1),
                                   random_bits(profile::random_bits)));
}
B62_FN(uid11_ts_seq_rand_parse) {
    const std::uint64_t v = self::get(PG_GETARG_DATUM(0));
    const Datum fields[] = {timestamp_of(codec::ts_seq_rand::time(v)),
                            Int32GetDatum(static_cast<int32>(codec::ts_seq_rand::sequence(v))),
                            Int32GetDatum(static_cast<int32>(codec::ts_seq_rand::random(v)))};
    return pg::record(fcinfo, fields);
}
