// What a typed id has: the tables by which typeid_create_type() makes it and typeid_upgrade_type() completes
// it.  Their rows are written when the library is built, by src/sql/objects.awk from the templates that make
// the types of the extension: so each object is described once, in SQL.
//
// Texts of the rows have {names}, which maker::expand() fills in.  Every name that takes a schema has one:
// search_path is the caller's, because event triggers see these statements and run under it.
//
// DROP locks each object, and dropping an extension with its types needs all the locks at once.  So what
// types can share belongs to the extension, and nothing is made that PostgreSQL does as well without.
#pragma once

#include <span>

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Of types that are all of these; each type is plain or masked.
namespace kind {
constexpr std::uint8_t plain = 1, masked = 2;
constexpr std::uint8_t accepting = 4; // reads a uuid's text too
} // namespace kind

struct function {
    const char *name;
    const char *arguments;
    const char *result;
    const char *symbol; // of a C function; null if it is in the language, and its name is its role
    const char *options;
    const char *comment;
    std::uint8_t of = 0;
};

// Types of casts that are not known by OID.
constexpr Oid this_type = 1, extension_type = 2;

struct cast {
    Oid source, target;
    const char *how;
    std::uint8_t of = 0;
};

struct op {
    const char *name;
    const char *right;
    const char *function;
    const char *options;
    const char *comment;
};

// Except for BRIN each class has its own family, though one in the extension would do: some members of a
// class belong to its family (gistadjustmembers), and dumps leave out members of an extension's family.
struct operator_class {
    const char *name;
    const char *method;
    bool is_default;
    const char *second; // symbol of support function 2, by which it is found
    const char *items;
    const char *family; // of the extension, if typed ids share one; else null
};

// Support functions that a later major brought: a database that comes from before it has operator classes
// without them.
struct late_function {
    std::string_view method;
    int number;
    const char *types;
    Oid type; // both of `types`; invalid for the typed id
    const char *function;
};

struct aggregate {
    const char *name;
    const char *function;
    const char *sort;
    const char *comment;
};

// Of one layout of values.
struct objects {
    const char *definition; // CREATE TYPE
    const char *support;    // of functions that search
    std::span<const function> functions;
    std::span<const cast> casts;
    std::span<const op> operators;
    std::span<const operator_class> classes;
    std::span<const late_function> late_functions;
    std::span<const aggregate> aggregates;
};

#include "pg/typed/typed_id.inc"
#include "pg/typed/typed_number.inc"

constexpr const objects *all_objects[] = {&typed_id_objects, &typed_number_objects};

constexpr std::size_t most_functions = [] {
    std::size_t most = 0;
    for (const objects *o : all_objects)
        most = most < o->functions.size() ? o->functions.size() : most;
    return most;
}();

// {base}_{name} has to fit into a name, or PostgreSQL would cut it off and two of them would collide.
constexpr std::size_t longest_suffix = [] {
    std::size_t longest = 0;
    const auto see = [&longest](const char *name) {
        const std::size_t n = std::string_view(name).size() + 1;
        longest = longest < n ? n : longest;
    };
    for (const objects *o : all_objects) {
        for (const function &f : o->functions)
            see(f.name);
        for (const operator_class &c : o->classes)
            see(c.name);
    }
    return longest;
}();
constexpr std::size_t max_name = NAMEDATALEN - 1 - longest_suffix;

} // namespace base62id::pg
