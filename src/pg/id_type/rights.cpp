// Who may make and change id types: looked up as the caller.
#include "pg/id_type/call.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

static const char *role_name(Oid role) { return quote_identifier(GetUserNameFromId(role, true)); }

// The owner of this database, who acts for pg_database_owner.
static Oid database_owner() { return owner_of(DatabaseRelationId, MyDatabaseId); }

void refuse_restricted(const char *function) {
    PreventCommandIfParallelMode(function);
    if (InSecurityRestrictedOperation())
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("cannot change id types within a security-restricted operation")));
}

void require_create(Oid schema) {
    if (b62_may_create(schema, GetUserId()))
        return;
    const char *name = quote_identifier(lock_and_get_name(NamespaceRelationId, schema));
    const Oid owner = owner_of(NamespaceRelationId, schema);
    const char *granter = role_name(owner == ROLE_PG_DATABASE_OWNER ? database_owner() : owner);
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("permission denied for schema %s", name),
                    errhint("Role %s can grant it: GRANT CREATE ON SCHEMA %s TO %s;", granter, name,
                            role_name(GetUserId()))));
}

void require_unmask(const maker &m) {
    if (!m.id.masked)
        return;
    const Oid uuid[] = {UUIDOID, INT4OID}, number[] = {relative_type(m), TEXTOID, INT4OID};
    const bool of_numbers = m.id.is_number();
    const char *name = of_numbers ? "uid11_unmask" : "uuid_unmask";
    const Oid function =
        of_numbers ? extension_function(m, name, 3, number) : extension_function(m, name, 2, uuid);
    if (b62_function_aclcheck(function, GetUserId()) != ACLCHECK_OK)
        ereport(
            ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("permission denied for function %s", name),
             errdetail("A type with a mask key unmasks its ids for everybody who may read them."),
             errhint("Role %s can grant it: GRANT EXECUTE ON FUNCTION %s TO %s;", role_name(database_owner()),
                     format_procedure_qualified(function), role_name(GetUserId()))));
}

void require_owner(const maker &m, bool or_of_database) {
    const Oid role = GetUserId();
    if (!b62_owns(TypeRelationId, m.type, role) && !b62_owns(NamespaceRelationId, m.schema, role) &&
        !(or_of_database && b62_owns(DatabaseRelationId, MyDatabaseId, role)))
        ereport(ERROR,
                (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                 errmsg("must be owner of schema %s%s", lock_and_get_name(NamespaceRelationId, m.schema),
                        or_of_database ? " or of the database" : "")));
}

} // namespace base62id::pg
