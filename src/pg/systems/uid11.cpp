// uid11 in SQL: the type and its numbers.
#include <charconv>

#include "codec/uid11.hpp"

#include "pg/server/result_row.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::fixed_traits<codec::uid11>;
using role = pg::search_role;

B62_FN(uid11_in) { return pg::in<self>(fcinfo); }
B62_FN(uid11_out) { return pg::out<self>(fcinfo); }
B62_FN(uid11_recv) { return pg::recv<self>(fcinfo); }
B62_FN(uid11_send) { return pg::send<self>(fcinfo); }
B62_FN(uid11_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(uid11_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(uid11_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(uid11_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(uid11_prefixsel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(uid11_prefix_lower) { return pg::prefix_lower<self>(fcinfo); }
B62_FN(uid11_prefix_upper) { return pg::prefix_upper<self>(fcinfo); }
B62_FN(uid11_like_start) { return pg::like_start<self>(fcinfo); }
B62_FN(uid11_starts_with) { return pg::search_match<self, role::starts_with>(fcinfo); }
B62_FN(uid11_like) { return pg::search_match<self, role::like>(fcinfo); }
B62_FN(uid11_not_like) { return pg::search_match<self, role::not_like>(fcinfo); }
B62_FN(uid11_ilike) { return pg::search_match<self, role::ilike>(fcinfo); }
B62_FN(uid11_not_ilike) { return pg::search_match<self, role::not_ilike>(fcinfo); }

B62_FN(uid11_eq) { return pg::eq<self>(fcinfo); }
B62_FN(uid11_ne) { return pg::ne<self>(fcinfo); }
B62_FN(uid11_lt) { return pg::lt<self>(fcinfo); }
B62_FN(uid11_le) { return pg::le<self>(fcinfo); }
B62_FN(uid11_gt) { return pg::gt<self>(fcinfo); }
B62_FN(uid11_ge) { return pg::ge<self>(fcinfo); }
B62_FN(uid11_cmp) { return pg::cmp<self>(fcinfo); }
B62_FN(uid11_sortsupport) { return pg::sortsupport<self>(fcinfo); }
B62_FN(uid11_brin_distance) { return pg::brin_distance<self>(fcinfo); }
B62_FN(uid11_hash) { return pg::hash<self>(fcinfo); }
B62_FN(uid11_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(uid11_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(uid11_larger) { return pg::larger<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(uid11_skipsupport, pg::skipsupport<self>)

B62_FN(uid11_gist_consistent) { return pg::gist::consistent<self>(fcinfo); }
B62_FN(uid11_gist_compress) { return pg::gist::compress<self>(fcinfo); }
B62_FN(uid11_gist_fetch) { return pg::gist::fetch<self>(fcinfo); }
B62_FN(uid11_gin_extract_query) { return pg::gin::extract_query<self>(fcinfo); }
B62_FN(uid11_gin_compare_partial) { return pg::gin::compare_partial<self>(fcinfo); }

[[noreturn]] static void raise_out_of_range(const char *type) {
    ereport(ERROR,
            (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("value out of range for type %s", type)));
}

// False if `n` is no integer of 0 to 2^64 - 1.
static bool uint64_of_numeric(Numeric n, std::uint64_t *out) {
    char *digits = numeric_normalize(n); // without trailing zeros after the point
    const auto [end, error] = std::from_chars(digits, digits + std::strlen(digits), *out);
    const bool good = error == std::errc{} && *end == '\0';
    pfree(digits);
    return good;
}

static Datum numeric_of_uint64(std::uint64_t v) {
    if (v <= static_cast<std::uint64_t>(PG_INT64_MAX))
        return NumericGetDatum(int64_to_numeric(static_cast<int64>(v)));
    // 2 * floor(v / 2) + v % 2, each part a bigint.
    const Datum half = NumericGetDatum(int64_to_numeric(static_cast<int64>(v >> 1)));
    const Datum odd = NumericGetDatum(int64_to_numeric(static_cast<int64>(v & 1)));
    return DirectFunctionCall2(numeric_add, DirectFunctionCall2(numeric_add, half, half), odd);
}

static Datum of_integer(int64 v) {
    if (v < 0)
        raise_out_of_range(self::shape().type);
    return self::put(static_cast<std::uint64_t>(v));
}

template <class Integer>
static Integer to_integer(FunctionCallInfo fcinfo, const char *type) {
    const std::uint64_t v = self::get(PG_GETARG_DATUM(0));
    if (v > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
        raise_out_of_range(type);
    return static_cast<Integer>(v);
}

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
        raise_out_of_range(self::shape().type);
    return self::put(v);
}
B62_FN(uid11_to_numeric) { return numeric_of_uint64(self::get(PG_GETARG_DATUM(0))); }

B62_FN(uid11_from_bigint) { return of_integer(PG_GETARG_INT64(0)); }
B62_FN(uid11_from_integer) { return of_integer(PG_GETARG_INT32(0)); }
B62_FN(uid11_from_smallint) { return of_integer(PG_GETARG_INT16(0)); }
B62_FN(uid11_to_bigint) { PG_RETURN_INT64(to_integer<int64>(fcinfo, "bigint")); }
B62_FN(uid11_to_integer) { PG_RETURN_INT32(to_integer<int32>(fcinfo, "integer")); }
B62_FN(uid11_to_smallint) { PG_RETURN_INT16(to_integer<int16>(fcinfo, "smallint")); }

// Section 4; every id starts with the empty prefix.
B62_FN(uid11_prefix_range) {
    Datum bounds[2] = {};
    const bool some = self::prefix_range(pg::text_arg(fcinfo, 0), &bounds[0], &bounds[1]);
    return pg::record(fcinfo, bounds, !some);
}

// --- profile xid (section 8), of texts; the rest of it is in xid.cpp ---

extern "C" Datum xid_timestamp(PG_FUNCTION_ARGS);
extern "C" Datum xid_random(PG_FUNCTION_ARGS);

B62_FN(xid_parse) {
    const Datum id = pg::parse(pg::text_arg(fcinfo, 0), nullptr, self{});
    const Datum fields[] = {DirectFunctionCall1(xid_timestamp, id), DirectFunctionCall1(xid_random, id)};
    return pg::record(fcinfo, fields);
}

// Section 8.4, prefix-aware: the fields of both bounds.
B62_FN(xid_parse_prefix) {
    Datum lower = 0, upper = 0;
    const bool some = self::prefix_range(pg::text_arg(fcinfo, 0), &lower, &upper);
    const Datum fields[] = {DirectFunctionCall1(xid_timestamp, lower),
                            DirectFunctionCall1(xid_timestamp, upper), DirectFunctionCall1(xid_random, lower),
                            DirectFunctionCall1(xid_random, upper)};
    return pg::record(fcinfo, fields, !some);
}
