// What a search asks of a type, and what a function does in a search.
//
// Anybody may attach our support functions and estimators to his own function.  So they first look up what
// they are called for (search_resolver), answer nothing if it is not ours, and use only its declared types.
#pragma once

#include "codec/like_pattern.hpp"

#include "pg/server/catalog.hpp"
#include "pg/type/id_traits.hpp"

namespace base62id::pg {

// What a function does in a search.
enum class search_role : std::uint8_t {
    none,
    starts_with, // T ^@ text
    like,        // LIKE, and below its variants
    not_like,
    ilike,
    not_ilike,
    has_type, // typeid @> text
    type_of,  // text <@ typeid
    lower,    // bound functions, of text
    upper,
    type_lower,
    type_upper,
    like_start, // what a pattern begins with; of text and whether to ignore case
};

struct role_facts {
    std::string_view name; // what the names of its functions end in
    search_role role;
    const char *op = nullptr; // its operator; of functions that search
    int id_argument = -1;     // which argument is the id, or -1
    bool pattern = false;
    bool negated = false;
    bool ignores_case = false;
    search_role sought = search_role::none; // what it searches for; the role without its negation
};
// All roles.  The first ones are those that every type searches by.
inline constexpr int common_searches = 5;
inline constexpr role_facts search_roles[] = {
    {"starts_with", search_role::starts_with, "^@", 0, false, false, false, search_role::starts_with},
    {"like", search_role::like, "~~", 0, true, false, false, search_role::like},
    {"not_like", search_role::not_like, "!~~", 0, true, true, false, search_role::like},
    {"ilike", search_role::ilike, "~~*", 0, true, false, true, search_role::ilike},
    {"not_ilike", search_role::not_ilike, "!~~*", 0, true, true, true, search_role::ilike},
    {"has_prefix", search_role::has_type, "@>", 0, false, false, false, search_role::has_type},
    {"prefix_of", search_role::type_of, "<@", 1, false, false, false, search_role::has_type},
    {"prefix_lower", search_role::lower},
    {"prefix_upper", search_role::upper},
    {"type_lower", search_role::type_lower},
    {"type_upper", search_role::type_upper},
    {"like_start", search_role::like_start},
};
constexpr const role_facts &facts_of(search_role role) { return search_roles[static_cast<int>(role) - 1]; }
static_assert([] {
    for (const role_facts &r : search_roles)
        if (&facts_of(r.role) != &r)
            return false;
    return true;
}());

// One of our functions.
struct search_function {
    const role_facts *is;
    Oid type; // of the id, or else of the result
};

// The ids of a masked type whose texts start alike: which part of all ids they are, or the only one.
struct masked_ids {
    double share; // a mask spreads ids evenly over all texts; 0: there are none
    bool sole;
    Datum id; // where it is the only one
};

// A type that can be searched.
struct searched_type {
    const void *object; // of the traits, for those of the functions below that get the searched_type
    const char *name;   // what the names and symbols of its functions start with: NAME_ge compares
    bool uuid_order;    // values are a uuid's octets and sort as those
    codec::like_texts texts;
    // Of an id type, else nullptr: its bound functions, and like_start, take it too.
    const char *declaration;
    Oid bound_type; // the type of PostgreSQL that its bound functions return
    bool (*range)(const searched_type &, std::string_view start, Datum *lower, Datum *upper);
    bool (*type_range)(std::string_view prefix, Datum *lower, Datum *upper); // or nullptr
    // Of a masked type, else nullptr.  Its ids do not sort as their texts, so that those whose texts start
    // alike are no range.
    masked_ids (*of_masked)(const searched_type &, std::string_view start);
    bool (*matches)(const searched_type &, search_role, Datum id, Datum right);
    int (*compare)(Datum, Datum);
    // The octets of a value, which sort as the values do; used to interpolate within a histogram bucket.
    std::string_view (*image)(Datum, std::uint8_t *buffer);
    share_function share_of_start, share_of_type; // or nullptr
};

// Finds the role of `function` and its type; false if it is not ours.  `asked` is the support function or
// estimator that was called: its library is ours.
using search_resolver = bool (*)(Oid function, Oid asked, searched_type *type, search_function *found);

// The same for C functions, by their symbols: typeid_starts_with is starts_with of typeid.
bool resolve_symbol(Oid function, Oid asked, const char *type, search_function *found);

// `symbol` without its "TYPE_", or empty.
std::string_view after_type(std::string_view symbol, std::string_view type);

} // namespace base62id::pg
