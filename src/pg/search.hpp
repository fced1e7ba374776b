// Searching by the start of the text (id ^@ 'user_01h4') and by type prefix (typeid @> 'user'): evaluation,
// index conditions and estimates.
//
// Texts sort as values, so both are closed ranges of values.  A planner support function hands the range
// to a btree (or BRIN minmax) index, exactly, so nothing is rechecked; a constant right side becomes
// constant bounds, any other that does not change during the scan becomes two calls of bound functions.
//
// Support functions and estimators are called for whatever somebody attached them to.  So they first ask what
// the function is that they are called for (resolve_search), and answer nothing where it is none of ours; all
// types that they go on with are those that this function was declared with.
//
// What a new kind of type gives: a searched_type, and a search_resolver that finds it for a function.  For a
// type of C functions named as type.sql.in names them, the templates here make both of the traits of
// type.hpp; a trait type_range, with share_of_type, adds search by type prefix.
#pragma once

#include "type.hpp"

namespace base62id::pg {

// What a function does in a search.
enum class search_role : std::uint8_t {
    none,
    starts_with, // T ^@ text
    has_type,    // typeid @> text, text <@ typeid
    lower,       // bound functions, of text
    upper,
    type_lower,
    type_upper,
};

// One of our functions.
struct search_function {
    search_role role;
    int id_argument; // where the id stands; -1 in bound functions
    Oid type;        // of the id: the type of that argument, or the bound
};

// A type that can be searched.
struct searched_type {
    const void *context; // for those of the functions below that get the searched_type
    const char *name;    // what the names of its SQL functions start with
    const char *symbol;  // what the symbols of its C functions start with: SYMBOL_ge compares
    bool uuid_order;     // values are a uuid's octets and sort as those
    bool (*range)(const searched_type &, std::string_view start, Datum *lower, Datum *upper);
    bool (*type_range)(std::string_view prefix, Datum *lower, Datum *upper); // or nullptr
    bool (*matches)(const searched_type &, search_role, Datum id, std::string_view right);
    int (*compare)(Datum, Datum);
    // The octets of a value, which sort as the values do; used to interpolate within a histogram bucket.
    std::string_view (*image)(Datum, std::uint8_t *buffer);
    share_function share_of_start, share_of_type; // or nullptr
};

// Finds what `function` is, and its type.  `asked` is the support function or estimator that was called: its
// library is ours.  False where it is none of ours.
using search_resolver = bool (*)(Oid function, Oid asked, searched_type *type, search_function *found);

// The same for C functions, by their symbols: typeid_starts_with is starts_with of typeid.
bool resolve_symbol(Oid function, Oid asked, const char *type, search_function *found);

// Is `function` the C function of that symbol in the library of the function `ours`?
bool has_symbol(Oid function, Oid ours, std::string_view symbol);

// The parts of this layer that do not depend on the type.
Node *search_request(search_resolver resolve, Oid asked, Node *request);
Selectivity search_selectivity(search_resolver resolve, Oid asked, PlannerInfo *root, Oid function,
                               List *args, int varrelid);

// --- over traits ---

template <id_type T>
bool matches(search_role role, Datum id, std::string_view right) {
    const auto &v = T::get(id);
    if constexpr (requires { T::type_range; })
        if (role == search_role::has_type)
            return T::prefix_of(v) == right;
    return T::starts_with(v, right);
}

template <id_type T>
bool resolve_search(Oid function, Oid asked, searched_type *type, search_function *found) {
    if (!resolve_symbol(function, asked, T::shape.type, found))
        return false;
    searched_type t{};
    t.name = t.symbol = T::shape.type;
    t.uuid_order = std::is_same_v<typename T::value, codec::uuid>;
    t.range = [](const searched_type &, std::string_view start, Datum *lower, Datum *upper) {
        return T::prefix_range(start, lower, upper);
    };
    t.matches = [](const searched_type &, search_role role, Datum id, std::string_view right) {
        return matches<T>(role, id, right);
    };
    t.compare = T::compare;
    t.image = [](Datum d, std::uint8_t *buffer) {
        return T::image(T::get(d), *reinterpret_cast<typename T::image_buffer *>(buffer));
    };
    t.share_of_start = T::share_of_start;
    if constexpr (requires { T::type_range; }) {
        t.type_range = T::type_range;
        t.share_of_type = T::share_of_type;
    }
    *type = t;
    return true;
}

// SUPPORT of the functions that search.
template <id_type T>
Datum search_support(FunctionCallInfo fcinfo) {
    PG_RETURN_POINTER(search_request(resolve_search<T>, fcinfo->flinfo->fn_oid,
                                     reinterpret_cast<Node *>(PG_GETARG_POINTER(0))));
}

// RESTRICT of their operators.
template <id_type T>
Datum search_selectivity(FunctionCallInfo fcinfo) {
    PG_RETURN_FLOAT8(search_selectivity(
        resolve_search<T>, fcinfo->flinfo->fn_oid, reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)),
        get_opcode(PG_GETARG_OID(1)), reinterpret_cast<List *>(PG_GETARG_POINTER(2)), PG_GETARG_INT32(3)));
}

// The functions themselves.
template <id_type T>
Datum starts_with(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(matches<T>(search_role::starts_with, PG_GETARG_DATUM(0), text_arg(fcinfo, 1)));
}

// The bound functions: NULL where no id matches, which makes an index condition that finds nothing.
enum class bound { lower, upper };
template <bool (*Range)(std::string_view, Datum *, Datum *), bound Which>
Datum range_bound(FunctionCallInfo fcinfo) {
    Datum lower, upper;
    if (!Range(text_arg(fcinfo, 0), &lower, &upper))
        PG_RETURN_NULL();
    return Which == bound::upper ? upper : lower;
}
template <id_type T>
Datum prefix_lower(FunctionCallInfo fcinfo) {
    return range_bound<T::prefix_range, bound::lower>(fcinfo);
}
template <id_type T>
Datum prefix_upper(FunctionCallInfo fcinfo) {
    return range_bound<T::prefix_range, bound::upper>(fcinfo);
}

} // namespace base62id::pg
