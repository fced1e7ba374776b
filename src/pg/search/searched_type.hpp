// What a search asks of a type, and what a function does in a search.
//
// Support functions and estimators are called for whatever somebody attached them to.  So they first ask what
// the function is that they are called for (search_resolver), and answer nothing where it is none of ours;
// all types that they go on with are those that this function was declared with.
#pragma once

#include "codec/like_pattern.hpp"

#include "pg/server/catalog.hpp"
#include "pg/type/id_type.hpp"

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
    const void *object; // of the traits, for those of the functions below that get the searched_type
    const char *name;   // what the names of its SQL functions start with
    const char *symbol; // what the symbols of its C functions start with: SYMBOL_ge compares
    bool uuid_order;    // values are a uuid's octets and sort as those
    codec::like_texts texts;
    const char *like_symbol; // the same for like_start, which may be another type's
    const char *declaration; // of a typed id: its bound functions take it too and are of uuid; else nullptr
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

// `symbol` without "TYPE_" in front; empty where it does not start so.
std::string_view behind_type(std::string_view symbol, std::string_view type);

// What the name of that role's functions ends in.
const char *name_of_role(search_role role);

} // namespace base62id::pg
