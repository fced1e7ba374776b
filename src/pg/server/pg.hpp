// The one place that includes PostgreSQL, and the home of all differences between its major versions: no
// other source has an #if for one.  scripts/release/README.md lists what else a new major touches.
//
// ereport(ERROR) is a longjmp, which runs no destructor.  So every local that is alive across a call into
// PostgreSQL is trivially destructible, memory comes from palloc, and nothing throws.
#pragma once

// What cannot be built is refused here, in a sentence, before anything else fails.
#ifdef _WIN32
#error "base62id does not build for Windows (see docs/packaging.md)"
#endif
#ifndef __SIZEOF_INT128__
#error "base62id needs a compiler with unsigned __int128 (see docs/packaging.md)"
#endif
#if !__has_include(<uuid/uuid.h>)
#error "install libuuid's development files (Debian: uuid-dev)"
#endif

// Standard headers come first: PostgreSQL's macros must not reach them.  So do codec headers, of which each
// source includes those that it uses before it includes this one; codec/octets.hpp refuses the other order.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

// PostgreSQL up to 15 leaves PGDLLEXPORT empty outside of Windows; -fvisibility=hidden would hide these.
#if !defined(_WIN32) && !defined(PGDLLEXPORT)
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

// PostgreSQL's headers are C: unused parameters, `register`, and counters that are volatile.  The last of
// these come out of macros, so they show up in our code.
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wdeprecated-volatile"
#else
#pragma GCC diagnostic ignored "-Wvolatile"
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wregister"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"

extern "C" {
#include "postgres.h"

#if PG_VERSION_NUM < 150000
#error "base62id needs PostgreSQL 15 or later"
#endif

#include "access/brin_internal.h"
#include "access/brin_tuple.h"
#include "access/genam.h"
#include "access/gist.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/parallel.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/xlog.h"
#include "access/xlogrecovery.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_cast.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_database.h"
#include "catalog/pg_db_role_setting.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_description.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_foreign_server.h"
#include "catalog/pg_index.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "commands/alter.h"
#include "commands/comment.h"
#include "commands/dbcommands.h"
#include "commands/defrem.h"
#include "commands/event_trigger.h"
#include "commands/extension.h"
#include "commands/vacuum.h"
#include "common/hashfn.h"
#include "common/hmac.h"
#include "common/sha2.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "lib/hyperloglog.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/readfuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"
#include "optimizer/planmain.h"
#include "parser/analyze.h"
#include "parser/parse_func.h"
#include "parser/parse_oper.h"
#include "parser/parse_type.h"
#include "parser/parser.h"
#include "parser/parsetree.h"
#include "parser/scansup.h"
#include "pgstat.h"
#include "port/atomics.h"
#include "postmaster/bgworker.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/guc_tables.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/numeric.h"
#include "utils/regproc.h"
#include "utils/resowner.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/sortsupport.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"
#include "utils/uuid.h"
#include "utils/varlena.h"

#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#include "varatt.h"
#endif
#if PG_VERSION_NUM >= 170000
#include "storage/dsm_registry.h"
#endif
#if PG_VERSION_NUM >= 180000
#include "utils/skipsupport.h"
#endif
}

#pragma GCC diagnostic pop

// PostgreSQL's macros evaluate an argument twice.  test/lint/macros.pl finds other such macros.
#undef Max
#undef Min
#undef Abs
namespace base62id::pg {
template <class T>
constexpr T max(T a, T b) {
    return a > b ? a : b;
}
template <class T>
constexpr T min(T a, T b) {
    return a < b ? a : b;
}
} // namespace base62id::pg

// heap_getattr() calls a function that came with 15.20 and 17.12: a library that is built there would not
// load in an older minor release.  Of catalogs fastgetattr() is enough.
#define heap_getattr use_fastgetattr

static_assert(sizeof(Datum) == 8, "uid11 is passed by value: 64-bit servers only");

// Named shared memory without preloading came with PostgreSQL 17; the initialiser gets an argument in 19.
inline constexpr bool b62_has_named_segments = PG_VERSION_NUM >= 170000;
inline void *b62_named_segment([[maybe_unused]] const char *name, [[maybe_unused]] std::size_t size,
                               [[maybe_unused]] void (*initialise)(void *)) {
    [[maybe_unused]] bool found;
#if PG_VERSION_NUM >= 190000
    return GetNamedDSMSegment(
        name, size, [](void *segment, void *arg) { reinterpret_cast<void (*)(void *)>(arg)(segment); },
        &found, reinterpret_cast<void *>(initialise));
#elif PG_VERSION_NUM >= 170000
    return GetNamedDSMSegment(name, size, initialise, &found);
#else
    return nullptr;
#endif
}

// Where the value comes from that a setting has after RESET; PGC_S_DEFAULT if nobody has set one.
inline GucSource b62_reset_source(const char *name) {
#if PG_VERSION_NUM >= 160000
    const config_generic *setting = find_option(name, false, true, 0);
    return setting == nullptr ? PGC_S_DEFAULT : setting->reset_source;
#else
    config_generic *const *all = get_guc_variables();
    for (int i = 0; i < GetNumConfigOptions(); ++i)
        if (std::strcmp(all[i]->name, name) == 0)
            return all[i]->reset_source;
    return PGC_S_DEFAULT;
#endif
}

// From PostgreSQL 19 on a lock's name is given when its tranche is made; before, every process registers it.
inline int b62_new_lock_tranche([[maybe_unused]] const char *name) {
#if PG_VERSION_NUM >= 190000
    return LWLockNewTrancheId(name);
#else
    return LWLockNewTrancheId();
#endif
}
inline void b62_name_lock_tranche([[maybe_unused]] int tranche, [[maybe_unused]] const char *name) {
#if PG_VERSION_NUM < 190000
    LWLockRegisterTranche(tranche, name);
#endif
}

// Skip scans came with PostgreSQL 18: what fills in a SkipSupport, and below the functions that do.
using b62_skip_step = Datum (*)(Relation, Datum, bool *);
inline void b62_set_skip_support([[maybe_unused]] Datum support, [[maybe_unused]] b62_skip_step decrement,
                                 [[maybe_unused]] b62_skip_step increment, [[maybe_unused]] Datum lowest,
                                 [[maybe_unused]] Datum highest) {
#if PG_VERSION_NUM >= 180000
    *reinterpret_cast<SkipSupport>(DatumGetPointer(support)) = {lowest, highest, decrement, increment};
#endif
}

// The library says its name and version from PostgreSQL 18 on.
#ifdef PG_MODULE_MAGIC_EXT
#define B62_MODULE_MAGIC(...) PG_MODULE_MAGIC_EXT(__VA_ARGS__)
#else
#define B62_MODULE_MAGIC(...) PG_MODULE_MAGIC
#endif

// The type of the argument that says which cache, in a callback of CacheRegisterSyscacheCallback.
#if PG_VERSION_NUM >= 190000
using b62_syscache_id = SysCacheIdentifier;
#else
using b62_syscache_id = int;
#endif

// Soft errors came with PostgreSQL 16; before, an input function's error is always raised.
#if PG_VERSION_NUM < 160000
#define ereturn(context, dummy, ...) ereport(ERROR, (__VA_ARGS__))
#endif

// May a role call a function?  One function for all kinds of objects came with PostgreSQL 16.
inline AclResult b62_function_aclcheck(Oid function, Oid role) {
#if PG_VERSION_NUM >= 160000
    return object_aclcheck(ProcedureRelationId, function, role, ACL_EXECUTE);
#else
    return pg_proc_aclcheck(function, role, ACL_EXECUTE);
#endif
}

// May it make objects in a schema, and does it own a type, a schema or a database?
inline bool b62_may_create(Oid schema, Oid role) {
#if PG_VERSION_NUM >= 160000
    return object_aclcheck(NamespaceRelationId, schema, role, ACL_CREATE) == ACLCHECK_OK;
#else
    return pg_namespace_aclcheck(schema, role, ACL_CREATE) == ACLCHECK_OK;
#endif
}
inline bool b62_owns(Oid catalog, Oid object, Oid role) {
#if PG_VERSION_NUM >= 160000
    return object_ownercheck(catalog, object, role);
#else
    switch (catalog) {
    case TypeRelationId:
        return pg_type_ownercheck(object, role);
    case NamespaceRelationId:
        return pg_namespace_ownercheck(object, role);
    default:
        return pg_database_ownercheck(object, role);
    }
#endif
}

// Unsigned datums.  Core's sorts know this by its address (tuplesort.c); PostgreSQL 20 renames it.
#if PG_VERSION_NUM >= 200000
inline constexpr auto b62_compare_unsigned = ssup_datum_uint64_cmp;
#else
inline constexpr auto b62_compare_unsigned = ssup_datum_unsigned_cmp;
#endif

// Walking over expressions, queries and what the parser makes.  Before PostgreSQL 16 a callback had no
// prototype.
using b62_tree_walker = bool (*)(Node *, void *);
#if PG_VERSION_NUM >= 160000
inline bool b62_walk_expression(Node *n, b62_tree_walker see, void *context) {
    return expression_tree_walker(n, see, context);
}
inline bool b62_walk_query(Query *q, b62_tree_walker see, void *context) {
    return query_tree_walker(q, see, context, 0);
}
inline bool b62_walk_raw(Node *n, b62_tree_walker see, void *context) {
    return raw_expression_tree_walker(n, see, context);
}
#else
inline auto b62_old_walker(b62_tree_walker see) {
    return reinterpret_cast<bool (*)()>(reinterpret_cast<void *>(see));
}
inline bool b62_walk_expression(Node *n, b62_tree_walker see, void *context) {
    return expression_tree_walker(n, b62_old_walker(see), context);
}
inline bool b62_walk_query(Query *q, b62_tree_walker see, void *context) {
    return query_tree_walker(q, b62_old_walker(see), context, 0);
}
inline bool b62_walk_raw(Node *n, b62_tree_walker see, void *context) {
    return raw_expression_tree_walker(n, b62_old_walker(see), context);
}
#endif

// A point at which ANALYZE may be cancelled or throttled.
#if PG_VERSION_NUM >= 180000
#define B62_ANALYZE_DELAY_POINT() vacuum_delay_point(true)
#else
#define B62_ANALYZE_DELAY_POINT() vacuum_delay_point()
#endif

// A function that SQL calls: exported, with C linkage and its V1 record, and nothing more.
#define B62_FN(name)                                                                                         \
    extern "C" {                                                                                             \
    PGDLLEXPORT PG_FUNCTION_INFO_V1(name);                                                                   \
    PGDLLEXPORT Datum name(PG_FUNCTION_ARGS);                                                                \
    }                                                                                                        \
    Datum name([[maybe_unused]] PG_FUNCTION_ARGS)
// One for skip scans, which calls another; older majors have neither.
#if PG_VERSION_NUM >= 180000
#define B62_SKIP_SUPPORT_FN(name, function)                                                                  \
    B62_FN(name) { return function(fcinfo); }
#else
#define B62_SKIP_SUPPORT_FN(name, function)
#endif
