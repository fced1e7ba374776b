// The C functions of typed ids of notation uid11 that need no type prefix.  They read a Datum as a number, so
// what takes anyelement first finds out that its argument is one (shared.cpp).
#include "pg/systems/entry_points.hpp"
#include "pg/typed/typed_number.hpp"

using namespace base62id;
using self = pg::typed_numbers;

namespace {

// What a function makes: its result type has the name for messages.
struct made_number : self {
    Oid function;
    pg::text_shape shape() const {
        return {format_type_be(get_func_rettype(function)), 0, codec::uid11::text_bits};
    }
};

// The cast from integer and smallint.
Datum of_integer(FunctionCallInfo fcinfo, int32 v) {
    if (v < 0)
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("value out of range for type %s",
                               made_number{{}, fcinfo->flinfo->fn_oid}.shape().type)));
    return self::put(static_cast<std::uint64_t>(v));
}

} // namespace

B62_FN(typed_number_recv) { return pg::recv(fcinfo, made_number{{}, fcinfo->flinfo->fn_oid}); }
B62_FN(typed_number_from_integer) { return of_integer(fcinfo, PG_GETARG_INT32(0)); }
B62_FN(typed_number_from_smallint) { return of_integer(fcinfo, PG_GETARG_INT16(0)); }

B62_COMPARISONS(typed_number, self)
