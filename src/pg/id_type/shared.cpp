// The C functions of each id type that need no type prefix.
#include "pg/generate/uuidv7.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_values;
using number = pg::fixed_values<std::uint64_t>;

namespace {

// What a function makes: its result type has the name for messages.
template <class Fixed>
struct made : Fixed {
    Oid function;
    pg::text_shape shape() const { return {format_type_be(get_func_rettype(function)), 0, 0}; }
};

// The cast from integer and smallint.
Datum of_integer(FunctionCallInfo fcinfo, int32 v) {
    if (v < 0)
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("value out of range for type %s",
                               made<number>{{}, fcinfo->flinfo->fn_oid}.shape().type)));
    return number::put(static_cast<std::uint64_t>(v));
}

} // namespace

B62_FN(id_type_recv) { return pg::recv(fcinfo, made<self>{{}, fcinfo->flinfo->fn_oid}); }
B62_FN(id_type_eq) { return uuid_eq(fcinfo); }
B62_FN(id_type_ne) { return uuid_ne(fcinfo); }
B62_FN(id_type_lt) { return uuid_lt(fcinfo); }
B62_FN(id_type_le) { return uuid_le(fcinfo); }
B62_FN(id_type_gt) { return uuid_gt(fcinfo); }
B62_FN(id_type_ge) { return uuid_ge(fcinfo); }
B62_FN(id_type_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(id_type_larger) { return pg::larger<self>(fcinfo); }

B62_FN(id_type_new) { return pg::uuid_datum(pg::new_uuidv7()); }
B62_FN(id_type_new_at) { return pg::uuid_datum(pg::new_uuidv7_at(PG_GETARG_TIMESTAMPTZ(0))); }
// A facade shows the fraction of a millisecond, and zero would tell that the id was made for a given time.
B62_FN(id_type_new_masked_at) { return pg::uuid_datum(pg::new_uuidv7_within_ms(PG_GETARG_TIMESTAMPTZ(0))); }
B62_FN(id_type_min) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), false)); }
B62_FN(id_type_max) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), true)); }
B62_FN(id_type_timestamp) {
    TimestampTz made;
    if (!pg::uuidv7_timestamp(pg::uuid_of(PG_GETARG_DATUM(0)), &made))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(made);
}

B62_FN(numeric_id_type_recv) { return pg::recv(fcinfo, made<number>{{}, fcinfo->flinfo->fn_oid}); }
B62_FN(numeric_id_type_from_integer) { return of_integer(fcinfo, PG_GETARG_INT32(0)); }
B62_FN(numeric_id_type_from_smallint) { return of_integer(fcinfo, PG_GETARG_INT16(0)); }

B62_FN(numeric_id_type_eq) { return pg::eq<number>(fcinfo); }
B62_FN(numeric_id_type_ne) { return pg::ne<number>(fcinfo); }
B62_FN(numeric_id_type_lt) { return pg::lt<number>(fcinfo); }
B62_FN(numeric_id_type_le) { return pg::le<number>(fcinfo); }
B62_FN(numeric_id_type_gt) { return pg::gt<number>(fcinfo); }
B62_FN(numeric_id_type_ge) { return pg::ge<number>(fcinfo); }
B62_FN(numeric_id_type_cmp) { return pg::cmp<number>(fcinfo); }
B62_FN(numeric_id_type_sortsupport) { return pg::sortsupport<number>(fcinfo); }
B62_SKIP_SUPPORT_FN(numeric_id_type_skipsupport, pg::skipsupport<number>)
B62_FN(numeric_id_type_brin_distance) { return pg::brin_distance<number>(fcinfo); }
B62_FN(numeric_id_type_hash) { return pg::hash<number>(fcinfo); }
B62_FN(numeric_id_type_hash_extended) { return pg::hash_extended<number>(fcinfo); }
B62_FN(numeric_id_type_smaller) { return pg::smaller<number>(fcinfo); }
B62_FN(numeric_id_type_larger) { return pg::larger<number>(fcinfo); }
