// What the functions that make, change and drop id types have in common.
//
// Only superusers make base types in PostgreSQL.  These functions act for the owners of schemas: they look
// up the caller's rights as the caller, and again after each wait for a lock; then the bootstrap superuser
// makes the type (superuser.cpp), and owns all parts, so that no owner can put code in their place.
//
// Locks, in the order in which DROP takes them: the schema, the extension, the type.
#pragma once

#include "pg/id_type/maker.hpp"

namespace base62id::pg {

// --- rights.cpp ---

// Refused where a table's owner makes another session act, as by a REINDEX of an index over his function.
void refuse_restricted(const char *function);
void require_create(Oid schema);
// A type with a mask tells what these functions tell, so who makes one must be allowed to call them.
void require_unmask(const maker &m);
// As for DROP, the owner of the object or its schema; also the database's owner, if he may make the object.
void require_owner(const maker &m, bool or_of_database);

// --- locks.cpp ---

// A name meant something else by the time the statement ran.
[[noreturn]] void raise_concurrent_change(const char *verb, const char *what);
// The schema in which to make the name, locked; one call at a time in a schema, so that each sees the
// others' names.
Oid lock_creation_schema(List *names, char **name);
// pg_dump skips some schemas, and functions and operators are not looked up in temporary ones.
void refuse_schema(Oid schema);
// Locks the extension, and finds its objects through the function that is called.
void lock_extension(maker &m, Oid called);
// The id type, its schema and its extension, locked against being dropped.
maker lock_id_type(Oid type, Oid called, LOCKMODE mode, bool by_database_owner);

// --- arguments ---

template <std::size_t N>
void refuse_nulls(FunctionCallInfo fcinfo, const char *const (&names)[N]) {
    for (int i = 0; i < min(int{PG_NARGS()}, static_cast<int>(N)); ++i)
        if (PG_ARGISNULL(i))
            ereport(ERROR,
                    (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s must not be null", names[i])));
}

[[noreturn]] void raise_number_accepts(const notation &how);

} // namespace base62id::pg
