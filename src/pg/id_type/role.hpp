// What a function of an id type is (language.cpp), and what it does (values.cpp).
#pragma once

#include "pg/search/searched_type.hpp"
#include "pg/id_type/id_type.hpp"

namespace base62id::pg {

// Types of a signature that are not known by OID.
constexpr Oid self_type = 1, typeid_argument = 2;

using role_function = Datum(FunctionCallInfo, const id_type &);

struct role {
    std::string_view name;
    role_function *run;
    Oid result;
    Oid arguments[2];
    int count;
    const role_facts *search = nullptr;
};

// Null if there is no role of that name, or no C function of that symbol.
const role *find_role(std::string_view name, bool of_numbers);
const role *find_c_role(std::string_view symbol, bool *of_numbers);

// The type as one that can be searched; lives as long as the memory context.
searched_type searched_as_id_type(const id_type &type);

// A function of id types, as examined.
struct known_function {
    const role *is; // nullptr if it is not ours
    id_type self;
    Oid handler; // of its language; invalid for C functions
};

// Asks the catalogs once per call site what the function is.  The answer must fit the call, which may be
// older: `run` if it is a C function, and strict.
const known_function *bind(FmgrInfo *function, role_function *run);

[[gnu::always_inline]] inline const known_function *site_of(FunctionCallInfo fcinfo,
                                                            role_function *run = nullptr) {
    const auto *site = static_cast<const known_function *>(fcinfo->flinfo->fn_extra);
    return site != nullptr ? site : bind(fcinfo->flinfo, run);
}

} // namespace base62id::pg
