// Whether a support function of a GiST or GIN class may run.
//
// An index does not say of what type its keys are, and CREATE OPERATOR CLASS takes any function for any type,
// access method and number; what is declared over "internal" a superuser can also name as a function's
// planner support, an aggregate's final function and more.  So a function of ours, before it runs for the
// first time at a call site, looks at how it is called and where the catalogs have it, and refuses where that
// is not what it was made for.
//
// It cannot tell one index from another.  A class that does not fit therefore stops the others that share
// its functions, with an error that names it, until it is dropped.
#pragma once

#include "pg/type/id_type.hpp"

namespace base62id::pg {

// How values of a type are passed, in pg_type's words.
struct type_layout {
    std::int16_t length; // -1: a varlena
    bool by_value;
    bool operator==(const type_layout &) const = default;
};
template <id_type T>
inline constexpr type_layout layout_of{T::type_length, T::by_value};

// What a support function is made for.
struct index_support {
    Oid method;
    std::int16_t number;    // of the access method's documentation
    std::int16_t arguments; // that an index calls it with, which may be more than it is declared with
    bool typed = false;     // whether it sees values of the column's type, laid out so:
    type_layout layout{};
    bool takes_query = false; // whether it sees the right sides of operators
};

// Raises 42P17 where a call is another.
[[gnu::cold, gnu::noinline]] void examine_call(FunctionCallInfo fcinfo, const index_support &is);

// To be called first in such a function.
template <const index_support &Is>
inline void check_call(FunctionCallInfo fcinfo) {
    if (fcinfo->flinfo->fn_extra != &Is) [[unlikely]]
        examine_call(fcinfo, Is);
}

} // namespace base62id::pg
