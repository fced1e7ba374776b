// Searching by the start of the text (id ^@ 'user_01h4'), by pattern (id LIKE 'user_01h4%') and by type
// prefix (typeid @> 'user'): evaluation, index conditions and estimates.
//
// Texts sort as values, so ids whose texts start alike are closed ranges of values.  A planner support
// function hands the range to a btree (or BRIN minmax) index, exactly, so nothing is rechecked, unless a
// pattern says more than how a text begins; a constant right side becomes constant bounds, any other that
// does not change during the scan becomes two calls of bound functions.
//
// Support functions and estimators are called for whatever somebody attached them to.  So they first ask what
// the function is that they are called for (resolve_search), and answer nothing where it is none of ours; all
// types that they go on with are those that this function was declared with.
//
// What a new kind of type gives: a searched_type, and a search_resolver that finds it for a function.  For a
// type of C functions named as type.sql.in names them, the templates here make both of the traits of
// type.hpp; a trait type_range, with share_of_type, adds search by type prefix.
#pragma once

#include "codec/like.hpp"

#include "type.hpp"

namespace base62id::pg {

// What a function does in a search.
enum class search_role : std::uint8_t {
    none,
    starts_with, // T ^@ text
    has_type,    // typeid @> text, text <@ typeid
    like,        // LIKE and its kin
    not_like,
    ilike,
    not_ilike,
    lower, // bound functions, of text
    upper,
    type_lower,
    type_upper,
    like_start, // what a pattern begins with; of text and whether to ignore case
};

// One of our functions.
struct search_function {
    search_role role;
    int id_argument; // where the id stands; -1 where there is none
    Oid type;        // of the id; of the result where there is none
};

// A type that can be searched.
struct searched_type {
    const void *context; // for those of the functions below that get the searched_type
    const char *name;    // what the names of its SQL functions start with
    const char *symbol;  // what the symbols of its C functions start with: SYMBOL_ge compares
    bool uuid_order;     // values are a uuid's octets and sort as those
    codec::like_texts texts;
    const char *like_symbol; // the same for like_start, which may be another type's
    bool (*range)(const searched_type &, std::string_view start, Datum *lower, Datum *upper);
    bool (*type_range)(std::string_view prefix, Datum *lower, Datum *upper); // or nullptr
    bool (*matches)(const searched_type &, search_role, Datum id, Datum right);
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

// --- evaluation ---

// Does a text match a pattern?  By core's own functions, under COLLATE "C" whatever the query says: an id's
// text is no language.
bool like_matches(search_role role, Datum text, Datum pattern);

// A text of a known longest length, as an argument of core's functions.
template <std::size_t Max>
struct text_room {
    alignas(std::int32_t) char octets[VARHDRSZ + Max];

    char *symbols() { return octets + VARHDRSZ; }
    Datum of_length(std::size_t n) {
        SET_VARSIZE(octets, VARHDRSZ + n);
        return PointerGetDatum(octets);
    }
};

// --- over traits ---

template <id_type T>
bool matches(search_role role, Datum id, Datum right) {
    const auto &v = T::get(id);
    if (role == search_role::starts_with)
        return T::starts_with(v, view_of(DatumGetTextPP(right)));
    if constexpr (requires { T::type_range; })
        if (role == search_role::has_type)
            return T::prefix_of(v) == view_of(DatumGetTextPP(right));
    text_room<T::max_text> text;
    T::write_text(v, text.symbols());
    return like_matches(role, text.of_length(T::text_length(v)), right);
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
    t.texts = T::like;
    t.like_symbol = T::shape.type;
    t.matches = [](const searched_type &, search_role role, Datum id, Datum right) {
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

// The functions themselves: of the id and a text, or the other way round.
template <id_type T, search_role Role, int IdArgument = 0>
Datum search_match(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(matches<T>(Role, PG_GETARG_DATUM(IdArgument), PG_GETARG_DATUM(1 - IdArgument)));
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

// What a pattern begins with, for the bound functions; with PG_GETARG_BOOL(1) for ILIKE.
template <id_type T>
Datum like_start(FunctionCallInfo fcinfo) {
    const codec::like_start s = codec::start_of_like(text_arg(fcinfo, 0), PG_GETARG_BOOL(1), T::like);
    text *t = new_text(s.size);
    std::memcpy(VARDATA(t), s.symbols, s.size);
    PG_RETURN_TEXT_P(t);
}

} // namespace base62id::pg
