// What base62id_health() looks for among the objects of a database, which are other people's: by catalog
// scans, so nothing is deparsed and nothing is locked.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Whether something here makes ids that count (xid, snowish, ts_seq_rand), as far as the database shows:
// what depends on the functions, and bodies of functions that name them.  `not_looked`: there are more
// functions than whose bodies are read.
constexpr int most_functions_read = 10'000;
enum class use_of_counters { none, some, not_looked };
use_of_counters find_use_of_counters(Oid called);

// Objects, as a list in words.
struct found_objects {
    const char *list;
    std::int64_t count;
};

// A relation's name with its schema; null if it is gone.
const char *name_of_relation(Oid relation);

// `called` is a function of the extension, `id_types` has the id types of the database.

// Foreign keys between a text and an id.  PostgreSQL accepts them before 18, because the text casts to the
// id, and cannot carry them out: one side has a collation and the other has none.
found_objects find_keys_of_texts(Oid called, const List *id_types);

// Columns of ids that say when they were made, with a default that makes UUIDs of version 4, which do not:
// statements that mend them.
found_objects find_defaults_of_version_4(Oid called, const List *id_types);

} // namespace base62id::pg
