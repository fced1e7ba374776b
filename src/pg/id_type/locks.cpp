// Locks that the functions over id types take, and what they look up again after each wait.
#include "pg/id_type/call.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

void raise_concurrent_change(const char *verb, const char *what) {
    ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                    errmsg("could not %s %s because of a concurrent change", verb, what),
                    errhint("Retry when nobody renames or moves the type, its schema or the extension.")));
}

void refuse_schema(Oid schema) {
    if (isAnyTempNamespace(schema))
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("an id type cannot be temporary"),
                        errdetail("Functions and operators are not looked up in the temporary schema.")));
    const std::string_view name = lock_and_get_name(NamespaceRelationId, schema);
    if (name.starts_with("pg_") || name == "information_schema")
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                        errmsg("an id type cannot be in schema %s", name.data()),
                        errdetail("Dumps leave out what is in PostgreSQL's own schemas.")));
}

static void lock_schema(Oid schema) {
    LockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock);
}

// Looked up again after the wait, as by RangeVarGetAndCheckCreationNamespace().
Oid lock_creation_schema(List *names, char **name) {
    for (;;) {
        const Oid schema = QualifiedNameGetCreationNamespace(names, name);
        require_create(schema);
        lock_schema(schema);
        if (try_hold_name_of_schema(schema) && QualifiedNameGetCreationNamespace(names, name) == schema) {
            refuse_schema(schema);
            require_create(schema);
            return schema;
        }
        UnlockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock);
    }
}

void lock_extension(maker &m, Oid called) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    if (OidIsValid(extension))
        LockDatabaseObject(ExtensionRelationId, extension, 0, AccessShareLock);
    if (!set_extension(m, called))
        raise_dropped("extension", "base62id");
    hold_name_of_schema(m.extension);
    set_extension(m, called);
}

maker lock_id_type(Oid type, Oid called, LOCKMODE mode, bool by_database_owner) {
    maker m{};
    const char *name = format_type_extended(type, -1, FORMAT_TYPE_ALLOW_INVALID);
    if (!set_extension(m, called) || !read_id_type(m, type))
        ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("%s is not an id type", name)));
    require_owner(m, by_database_owner);
    const Oid schema = m.schema;
    lock_schema(schema);
    hold_name_of_schema(schema);
    lock_extension(m, called);
    LockDatabaseObject(TypeRelationId, type, 0, mode);
    if (!read_id_type(m, type))
        raise_dropped("type", name);
    if (m.schema != schema)
        raise_concurrent_change("change", name);
    require_owner(m, by_database_owner);
    for (const Oid other : {schema_of_type(type), m.families})
        if (OidIsValid(other) && other != schema)
            hold_name_of_schema(other);
    return m;
}

} // namespace base62id::pg
