// The C functions of typed ids of notation uid11 that need no type prefix.  They read a Datum as a number, so
// what takes anyelement first finds out that its argument is one (shared.cpp).
#include "pg/systems/entry_points.hpp"
#include "pg/typed/typed_values.hpp"

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

B62_FN(typed_number_eq) { return pg::eq<self>(fcinfo); }
B62_FN(typed_number_ne) { return pg::ne<self>(fcinfo); }
B62_FN(typed_number_lt) { return pg::lt<self>(fcinfo); }
B62_FN(typed_number_le) { return pg::le<self>(fcinfo); }
B62_FN(typed_number_gt) { return pg::gt<self>(fcinfo); }
B62_FN(typed_number_ge) { return pg::ge<self>(fcinfo); }
B62_FN(typed_number_cmp) { return pg::cmp<self>(fcinfo); }
B62_FN(typed_number_sortsupport) { return pg::sortsupport<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(typed_number_skipsupport, pg::skipsupport<self>)
B62_FN(typed_number_brin_distance) { return pg::brin_distance<self>(fcinfo); }
B62_FN(typed_number_hash) { return pg::hash<self>(fcinfo); }
B62_FN(typed_number_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(typed_number_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(typed_number_larger) { return pg::larger<self>(fcinfo); }
