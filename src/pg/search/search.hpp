// Searching by the start of the text (id ^@ 'user_01h4'), by pattern (id LIKE 'user_01h4%') and by type
// prefix (typeid @> 'user'): evaluation, index conditions and estimates.
//
// Texts sort as values, so ids whose texts start alike are closed ranges of values.  A planner support
// function gives the exact range to a btree (or BRIN minmax) index, so nothing is rechecked, unless a pattern
// says more than how a text begins.  A constant right side becomes constant bounds; any other that does not
// change during the scan becomes two calls of bound functions.
//
// What a new kind of type gives: a search_resolver that finds the searched_type of a function.  For a type of
// C functions named as src/sql/base62id.sql names them, the templates here make both of the traits of
// id_traits.hpp; a trait type_range, with share_of_type, adds search by type prefix.
#pragma once

#include "pg/search/searched_type.hpp"

namespace base62id::pg {

// What the planner asks of a search.
Node *search_request(search_resolver resolve, Oid asked, Node *request);

// RESTRICT of the operators that search.
Selectivity search_selectivity(search_resolver resolve, FunctionCallInfo fcinfo);

// Does a text match a pattern?  By core's functions under COLLATE "C": an id is not natural language.
bool like_matches(search_role role, Datum text, Datum pattern);

// A text of a known longest length, as an argument of core's functions.
template <std::size_t Longest>
struct text_room {
    alignas(std::int32_t) char octets[VARHDRSZ + Longest];

    char *symbols() { return octets + VARHDRSZ; }
    Datum of_length(std::size_t n) {
        SET_VARSIZE(octets, VARHDRSZ + n);
        return PointerGetDatum(octets);
    }
};

template <id_traits T>
bool matches(search_role role, Datum id, Datum right, const T &type = {}) {
    const auto &v = type.get(id);
    if (role == search_role::starts_with)
        return type.starts_with(v, view_of(DatumGetTextPP(right)));
    if constexpr (requires { T::type_range; })
        if (facts_of(role).sought == search_role::has_type)
            return type.prefix_of(v) == view_of(DatumGetTextPP(right));
    text_room<T::max_text> text;
    type.write_text(v, text.symbols());
    return like_matches(role, text.of_length(type.text_length(v)), right);
}

// `type` must outlive what is made of it.
template <id_traits T>
searched_type searched_as(const T &type, const char *name) {
    searched_type t{};
    t.object = &type;
    t.name = name;
    t.uuid_order = std::is_same_v<typename T::value, codec::uuid>;
    t.texts = type.like();
    t.range = [](const searched_type &s, std::string_view start, Datum *lower, Datum *upper) {
        return static_cast<const T *>(s.object)->prefix_range(start, lower, upper);
    };
    t.matches = [](const searched_type &s, search_role sought, Datum id, Datum right) {
        return matches(sought, id, right, *static_cast<const T *>(s.object));
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
    return t;
}

template <id_traits T>
bool resolve_search(Oid function, Oid asked, searched_type *type, search_function *found) {
    static constexpr T object{};
    constexpr const char *name = T::shape().type;
    if (!resolve_symbol(function, asked, name, found))
        return false;
    *type = searched_as(object, name);
    return true;
}

// SUPPORT of the functions that search.
template <id_traits T>
Datum search_support(FunctionCallInfo fcinfo) {
    PG_RETURN_POINTER(search_request(resolve_search<T>, fcinfo->flinfo->fn_oid,
                                     reinterpret_cast<Node *>(PG_GETARG_POINTER(0))));
}

// RESTRICT of their operators.
template <id_traits T>
Datum search_selectivity(FunctionCallInfo fcinfo) {
    PG_RETURN_FLOAT8(search_selectivity(resolve_search<T>, fcinfo));
}

// The functions themselves: of the id and a text, or the other way round.
template <id_traits T, search_role Role>
Datum search_match(FunctionCallInfo fcinfo, const T &type = {}) {
    constexpr int id = facts_of(Role).id_argument;
    PG_RETURN_BOOL(matches(Role, PG_GETARG_DATUM(id), PG_GETARG_DATUM(1 - id), type));
}

// The bound functions: NULL if no id matches, which makes an index condition that finds nothing.
enum class bound { lower, upper };
template <bound Which, class Range>
Datum range_bound(FunctionCallInfo fcinfo, Range range) {
    Datum lower, upper;
    if (!range(text_arg(fcinfo, 0), &lower, &upper))
        PG_RETURN_NULL();
    return Which == bound::upper ? upper : lower;
}
template <id_traits T, bound Which>
Datum prefix_bound(FunctionCallInfo fcinfo, const T &type = {}) {
    return range_bound<Which>(fcinfo, [&type](std::string_view start, Datum *lower, Datum *upper) {
        return type.prefix_range(start, lower, upper);
    });
}
template <id_traits T>
Datum prefix_lower(FunctionCallInfo fcinfo) {
    return prefix_bound<T, bound::lower>(fcinfo);
}
template <id_traits T>
Datum prefix_upper(FunctionCallInfo fcinfo) {
    return prefix_bound<T, bound::upper>(fcinfo);
}
template <id_traits T>
Datum type_lower(FunctionCallInfo fcinfo) {
    return range_bound<bound::lower>(fcinfo, T::type_range);
}
template <id_traits T>
Datum type_upper(FunctionCallInfo fcinfo) {
    return range_bound<bound::upper>(fcinfo, T::type_range);
}

// What a pattern begins with; ILIKE if PG_GETARG_BOOL(1).  NULL if no text matches.
template <id_traits T>
Datum like_start(FunctionCallInfo fcinfo, const T &type = {}) {
    const codec::like_start s = codec::start_of_like(text_arg(fcinfo, 0), PG_GETARG_BOOL(1), type.like());
    if (s.after == codec::like_start::rest::never)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(new_text(s.text()));
}

} // namespace base62id::pg
