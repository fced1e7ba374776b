// A typed id being made, and what the catalogs have of it.
#pragma once

#include "codec/typeid.hpp"

#include "pg/typed/objects.hpp"
#include "pg/typed/typed_id.hpp"

namespace base62id::pg {

struct maker {
    Oid type;         // invalid until it is made
    Oid schema;       // of the functions and operators
    const char *base; // what their names begin with; not quoted
    typed_id id;      // what its ids are like
    const objects *has;
    Oid called;    // the function of the extension that makes it
    Oid extension; // the extension's schema
    Oid relative;  // the extension's type with the same values: typeid or uid11
    Oid language;
    const char *library;      // as pg_proc has it
    Oid made[most_functions]; // as has->functions

    Oid function(std::string_view name) const;
    // Whether this type is of those kinds.
    bool is(std::uint8_t kinds) const;
    // The source or target of a cast.
    Oid cast_type(Oid type) const;
    // prosrc of a function.
    const char *body_of(const pg::function &f) const;
    // Fills in a statement or a part of one, with names as they are now.
    char *expand(const char *form) const;
    // The qualified name of what is to be made.
    const char *new_name(const char *suffix) const;
};

// --- what there is ---
//
// By catalog scans and caches, never by a query: these see what is committed now, while a query sees the
// transaction's snapshot, which under REPEATABLE READ is the past.  Objects are found by what they are, not
// by name: types and functions may have been renamed and moved.  `called` is a function of the extension.

// The extension's language of typed ids, and its type with that input function; invalid if they are gone.
Oid find_language(Oid called);
Oid find_extension_type(Oid called, std::string_view input);
// All typed ids, by OID.
List *find_typed_ids(Oid language);
// Invalid if the type is gone.
Oid schema_of_type(Oid type);
Oid input_of_type(Oid type);
Oid send_of_type(Oid type);

// Objects of the typed id; invalid if it lacks them.
Oid find_function(const maker &m, const function &f);
Oid find_operator(const maker &m, Oid function);
struct class_and_family {
    Oid op_class, family;
};
class_and_family find_class(const maker &m, const operator_class &c);
// Not a cast that somebody made in its place.
Oid find_cast(const maker &m, const cast &c);
Oid find_aggregate(const maker &m, Oid transition);
bool is_tied_to_type(const maker &m, Oid family);

// Whether a typed id's default operator classes have what a later major brought (typeid_upgrade_type).
bool is_complete(Oid type);

// Is there anything in an operator family?
bool is_empty_family(Oid family);

} // namespace base62id::pg
