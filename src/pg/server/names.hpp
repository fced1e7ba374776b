// Names of catalog objects, for the statements that our functions run.
//
// get_namespace_name(), get_func_name() and the like return NULL for an object that another session has
// dropped, and a name looked up a moment ago may now be another object's.  So look a name up where it is
// used, of an object that cannot be dropped meanwhile; a missing object is an error that says so.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// An object's own name, not quoted.  Nobody else can drop the object before this transaction ends.
const char *lock_and_get_name(Oid catalog, Oid object);

// The same as it is now, without a lock; "?" if there is no such object.  For reports.
const char *name_now(Oid catalog, Oid object);

// A type's name with its schema, quoted.
const char *lock_and_get_qualified_name(Oid type);

// Zero if there is no such object.
Oid owner_of(Oid catalog, Oid object);

// Raises 42704: an object that was there a moment ago is not.
[[noreturn]] void raise_dropped(const char *kind, const char *name);

} // namespace base62id::pg
