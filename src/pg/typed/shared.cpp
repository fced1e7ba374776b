// What typed ids have in common: C functions that all of them share, which are the extension's, and those C
// functions of each type that need no type prefix, which are uuid's.
//
// A shared function that needs its type takes anyelement and finds the type in the call's expression.
#include "codec/prefixed.hpp"
#include "codec/speck64.hpp"

#include "pg/generate/uuidv7.hpp"
#include "pg/typed/maker.hpp"
#include "pg/systems/entry_points.hpp"
#include "pg/typed/typed_values.hpp"

using namespace base62id;

namespace base62id::pg {

namespace {

// A type, as examined.
struct known_type {
    bool is;
    typed_id self;
};
constinit catalog_cache<Oid, known_type, 64> known_types;

// Once per call site: the typed id of its first argument.  A call without an expression is refused: the
// function is not made for it.
[[gnu::noinline]] const typed_id *bind_argument(FmgrInfo *function) {
    const Oid type = get_fn_expr_argtype(function, 0), called = function->fn_oid;
    if (!OidIsValid(type) || !function->fn_strict)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
                 errmsg("function %s cannot determine the type of its argument", format_procedure(called))));
    const Oid base = getBaseType(type);
    const known_type &found = known_types.find(base, [base, called] {
        known_type k{};
        const Oid language = find_language(called);
        k.is = OidIsValid(language) && find_typed_id(base, language, &k.self);
        return k;
    });
    if (!found.is)
        ereport(ERROR,
                (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("%s is not a typed id", format_type_be(type))));
    auto *site = static_cast<typed_id *>(MemoryContextAlloc(function->fn_mcxt, sizeof(typed_id)));
    *site = found.self;
    function->fn_extra = site;
    return site;
}

// The typed id of the first argument, if its values have this layout: a number is not a pointer.
[[gnu::always_inline]] inline const typed_id &argument_of(FunctionCallInfo fcinfo, bool numbers) {
    const auto *site = static_cast<const typed_id *>(fcinfo->flinfo->fn_extra);
    const typed_id &self = *(site != nullptr ? site : bind_argument(fcinfo->flinfo));
    if (self.is_number() != numbers) [[unlikely]]
        ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                        errmsg("function %s does not take %s", format_procedure(fcinfo->flinfo->fn_oid),
                               format_type_be(self.type))));
    return self;
}

// The text of a masked id depends on its key, but these functions are immutable.
[[gnu::always_inline]] inline const typed_id &unmasked_argument_of(FunctionCallInfo fcinfo, bool numbers) {
    const typed_id &self = argument_of(fcinfo, numbers);
    if (self.masked) [[unlikely]]
        ereport(ERROR,
                (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("type %s is masked", format_type_be(self.type)),
                 errhint("It has functions of its own for this.")));
    return self;
}

// The bound functions, of a text and a type's declaration.
template <class T, bound Which>
Datum declared_bound(FunctionCallInfo fcinfo) {
    typed_id self{};
    if (!self.declare(text_arg(fcinfo, 1)) || self.masked || self.is_number() != T::by_value)
        PG_RETURN_NULL();
    return prefix_bound<T, Which>(fcinfo, T{{}, self});
}

// The same for the beginning of a pattern; the next argument says whether to ignore case.
Datum declared_start(FunctionCallInfo fcinfo) {
    typed_id self{};
    if (!self.declare(text_arg(fcinfo, 2)))
        PG_RETURN_NULL();
    return like_start(fcinfo, typed_uuid{{}, self});
}

// The number of the first argument, for a signed type.
std::uint64_t number_within(FunctionCallInfo fcinfo, std::int64_t most, const char *type) {
    argument_of(fcinfo, true);
    const std::uint64_t v = fixed_values<std::uint64_t>::get(PG_GETARG_DATUM(0));
    if (v > static_cast<std::uint64_t>(most))
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("%s out of range", type)));
    return v;
}

} // namespace

} // namespace base62id::pg

B62_FN(typed_id_to_text) {
    return pg::to_text(fcinfo, pg::typed_uuid{{}, pg::unmasked_argument_of(fcinfo, false)});
}
B62_FN(typed_number_to_text) {
    return pg::to_text(fcinfo, pg::typed_number{{}, pg::unmasked_argument_of(fcinfo, true)});
}
B62_FN(typed_id_to_typeid) { return pg::unmasked_argument_of(fcinfo, false).to_typeid(PG_GETARG_DATUM(0)); }
B62_FN(typed_number_to_integer) {
    PG_RETURN_INT32(static_cast<int32>(pg::number_within(fcinfo, PG_INT32_MAX, "integer")));
}
B62_FN(typed_number_to_smallint) {
    PG_RETURN_INT16(static_cast<int16>(pg::number_within(fcinfo, PG_INT16_MAX, "smallint")));
}
B62_FN(typed_id_prefix_lower) { return pg::declared_bound<pg::typed_uuid, pg::bound::lower>(fcinfo); }
B62_FN(typed_id_prefix_upper) { return pg::declared_bound<pg::typed_uuid, pg::bound::upper>(fcinfo); }
B62_FN(typed_id_like_start) { return pg::declared_start(fcinfo); }
B62_FN(typed_number_prefix_lower) { return pg::declared_bound<pg::typed_number, pg::bound::lower>(fcinfo); }
B62_FN(typed_number_prefix_upper) { return pg::declared_bound<pg::typed_number, pg::bound::upper>(fcinfo); }
B62_FN(typed_number_like_start) { return pg::declared_start(fcinfo); }

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

B62_FN(typed_id_recv) { return pg::recv(fcinfo, made<self>{{}, fcinfo->flinfo->fn_oid}); }
B62_FN(typed_id_eq) { return uuid_eq(fcinfo); }
B62_FN(typed_id_ne) { return uuid_ne(fcinfo); }
B62_FN(typed_id_lt) { return uuid_lt(fcinfo); }
B62_FN(typed_id_le) { return uuid_le(fcinfo); }
B62_FN(typed_id_gt) { return uuid_gt(fcinfo); }
B62_FN(typed_id_ge) { return uuid_ge(fcinfo); }
B62_FN(typed_id_cmp) { return uuid_cmp(fcinfo); }
B62_FN(typed_id_brin_distance) { return brin_minmax_multi_distance_uuid(fcinfo); }
B62_FN(typed_id_hash) { return pg::hash<self>(fcinfo); }
B62_FN(typed_id_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(typed_id_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(typed_id_larger) { return pg::larger<self>(fcinfo); }
B62_FN(typed_id_sortsupport) { return uuid_sortsupport(fcinfo); }

B62_FN(typed_id_new) { return pg::uuid_datum(pg::new_uuidv7()); }
B62_FN(typed_id_new_at) { return pg::uuid_datum(pg::new_uuidv7_at(PG_GETARG_TIMESTAMPTZ(0))); }
// A facade shows the fraction of a millisecond; a fraction of zero would mark the ids that were made so.
B62_FN(typed_id_new_masked_at) { return pg::uuid_datum(pg::new_uuidv7_within_ms(PG_GETARG_TIMESTAMPTZ(0))); }
B62_FN(typed_id_min) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), false)); }
B62_FN(typed_id_max) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), true)); }
B62_FN(typed_id_timestamp) {
    TimestampTz made;
    if (!pg::uuidv7_timestamp(pg::uuid_of(PG_GETARG_DATUM(0)), &made))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(made);
}

B62_FN(typed_number_recv) { return pg::recv(fcinfo, made<number>{{}, fcinfo->flinfo->fn_oid}); }
B62_FN(typed_number_from_integer) { return of_integer(fcinfo, PG_GETARG_INT32(0)); }
B62_FN(typed_number_from_smallint) { return of_integer(fcinfo, PG_GETARG_INT16(0)); }

B62_FN(typed_number_eq) { return pg::eq<number>(fcinfo); }
B62_FN(typed_number_ne) { return pg::ne<number>(fcinfo); }
B62_FN(typed_number_lt) { return pg::lt<number>(fcinfo); }
B62_FN(typed_number_le) { return pg::le<number>(fcinfo); }
B62_FN(typed_number_gt) { return pg::gt<number>(fcinfo); }
B62_FN(typed_number_ge) { return pg::ge<number>(fcinfo); }
B62_FN(typed_number_cmp) { return pg::cmp<number>(fcinfo); }
B62_FN(typed_number_sortsupport) { return pg::sortsupport<number>(fcinfo); }
B62_SKIP_SUPPORT_FN(typed_number_skipsupport, pg::skipsupport<number>)
B62_FN(typed_number_brin_distance) { return pg::brin_distance<number>(fcinfo); }
B62_FN(typed_number_hash) { return pg::hash<number>(fcinfo); }
B62_FN(typed_number_hash_extended) { return pg::hash_extended<number>(fcinfo); }
B62_FN(typed_number_smaller) { return pg::smaller<number>(fcinfo); }
B62_FN(typed_number_larger) { return pg::larger<number>(fcinfo); }
