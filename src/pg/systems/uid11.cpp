// uid11 in SQL: the type and its numbers.
#include "codec/uid11.hpp"

#include "pg/server/result_row.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::fixed_traits<codec::uid11>;

B62_TYPE(uid11, self) // uid11_in, _lt, _hash and so on: entry_points.hpp, over type/functions.hpp

// --- numbers ---

namespace {

[[noreturn]] void raise_out_of_range(const char *type) {
    ereport(ERROR,
            (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("value out of range for type %s", type)));
}

// False if `n` is no integer of 0 to 2^64 - 1.
bool uint64_of_numeric(Numeric n, std::uint64_t *out) {
    if (numeric_is_nan(n) || numeric_is_inf(n))
        return false;
    char *digits = numeric_normalize(n); // without trailing zeros after the point
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

Datum of_integer(int64 v) {
    if (v < 0)
        raise_out_of_range(self::shape().type);
    return self::put(static_cast<std::uint64_t>(v));
}

template <class Integer>
Integer to_integer(FunctionCallInfo fcinfo, const char *type) {
    const std::uint64_t v = self::get(PG_GETARG_DATUM(0));
    if (v > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
        raise_out_of_range(type);
    return static_cast<Integer>(v);
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

// Section 4; the empty prefix names all.
B62_FN(uid11_prefix_range) {
    Datum bounds[2] = {};
    const bool some = self::prefix_range(pg::text_arg(fcinfo, 0), &bounds[0], &bounds[1]);
    return pg::record(fcinfo, bounds, !some);
}
