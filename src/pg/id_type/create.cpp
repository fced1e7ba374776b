// The types of id types: typeid_create_type(), typeid_types(), typeid_upgrade_type(), typeid_drop_type().
//
// Only superusers make base types in PostgreSQL.  These functions act for the owners of schemas: they look
// up the caller's rights as the caller, and again after each wait for a lock; then the bootstrap superuser
// makes the type (superuser.cpp), and owns all parts, so that no owner can put code in their place.
//
// Locks, in the order in which DROP takes them: the schema, the extension, the type.
#include "codec/notation.hpp"

#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/server/names.hpp"
#include "pg/id_type/maker.hpp"

using namespace base62id;

namespace base62id::pg {

namespace {

// A name meant something else by the time the statement ran.
[[noreturn]] void raise_concurrent_change(const char *verb, const char *what) {
    ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                    errmsg("could not %s %s because of a concurrent change", verb, what),
                    errhint("Retry when nobody renames or moves the type, its schema or the extension.")));
}

// --- refusals ---

// Without a schema the name would always mean PostgreSQL's own.
void refuse_name_of_core(const char *name) {
    if (SearchSysCacheExists2(TYPENAMENSP, CStringGetDatum(name), ObjectIdGetDatum(PG_CATALOG_NAMESPACE)))
        ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT),
                        errmsg("type pg_catalog.%s already exists", quote_identifier(name))));
}

// A text belongs to one type: within a schema each type prefix is used once.  Another notation or key makes
// other texts, so one type can replace another.
void refuse_taken_prefix(const maker &m) {
    const Oid other = find_same_declaration(m);
    if (OidIsValid(other))
        ereport(ERROR,
                (errcode(ERRCODE_DUPLICATE_OBJECT),
                 errmsg("type prefix \"%.*s\" is taken", static_cast<int>(m.id.prefix_size), m.id.symbols),
                 errdetail("It is that of type %s, in the same schema.",
                           format_type_extended(other, -1,
                                                FORMAT_TYPE_ALLOW_INVALID | FORMAT_TYPE_FORCE_QUALIFY))));
}

// pg_dump skips these schemas, and functions and operators are not looked up in temporary ones.
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

void refuse_long_name(const char *name) {
    if (std::strlen(name) > max_name)
        ereport(ERROR, (errcode(ERRCODE_NAME_TOO_LONG), errmsg("type name \"%s\" is too long", name),
                        errdetail("The name of an id type has at most %zu octets: its functions and operator "
                                  "classes are named after it.",
                                  max_name)));
}

// --- rights ---

// Refused where a table's owner makes another session act, as by a REINDEX of an index over his function.
void refuse_restricted(const char *function) {
    PreventCommandIfParallelMode(function);
    if (InSecurityRestrictedOperation())
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("cannot change id types within a security-restricted operation")));
}

const char *role_name(Oid role) { return quote_identifier(GetUserNameFromId(role, true)); }

// The owner of this database, who acts for pg_database_owner.
Oid database_owner() { return owner_of(DatabaseRelationId, MyDatabaseId); }

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

// A type with a mask tells what these functions tell, so who makes one must be allowed to call them.
void require_unmask(const maker &m) {
    if (!m.id.masked)
        return;
    const Oid uuid[] = {UUIDOID, INT4OID}, number[] = {m.uid11, TEXTOID, INT4OID};
    const bool of_numbers = m.id.is_number();
    const char *name = of_numbers ? "uid11_unmask" : "uuid_unmask";
    const Oid function = extension_function(m, name, of_numbers ? 3 : 2, of_numbers ? number : uuid);
    if (b62_function_aclcheck(function, GetUserId()) != ACLCHECK_OK)
        ereport(
            ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("permission denied for function %s", name),
             errdetail("A type with a mask key unmasks its ids for everybody who may read them."),
             errhint("Role %s can grant it: GRANT EXECUTE ON FUNCTION %s TO %s;", role_name(database_owner()),
                     format_procedure_qualified(function), role_name(GetUserId()))));
}

// As for DROP, the owner of the object or its schema; also the database's owner, if he may make the object.
void require_owner(const maker &m, bool or_of_database) {
    const Oid role = GetUserId();
    if (!b62_owns(TypeRelationId, m.type, role) && !b62_owns(NamespaceRelationId, m.schema, role) &&
        !(or_of_database && b62_owns(DatabaseRelationId, MyDatabaseId, role)))
        ereport(ERROR,
                (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                 errmsg("must be owner of schema %s%s", lock_and_get_name(NamespaceRelationId, m.schema),
                        or_of_database ? " or of the database" : "")));
}

// --- locks ---

void lock_schema(Oid schema) { LockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock); }

// The schema in which to make the name, which is looked up again after the wait, as by
// RangeVarGetAndCheckCreationNamespace().  One call at a time in a schema, so that each sees the others'
// names.
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

// Locks the extension, and finds its objects through the function that is called.
void lock_extension(maker &m, Oid called) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    if (OidIsValid(extension))
        LockDatabaseObject(ExtensionRelationId, extension, 0, AccessShareLock);
    if (!set_extension(m, called))
        raise_dropped("extension", "base62id");
    hold_name_of_schema(m.extension);
    set_extension(m, called);
}

// Of a type that is new.
void choose_families(maker &m) {
    if (!m.id.is_number() && !OidIsValid(m.member_of)) {
        m.families = find_families(m);
        hold_name_of_schema(m.families);
    } else if (std::strcmp(m.base, "id_type") == 0)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("a type with operator families of its own cannot have the name \"id_type\""),
                        errdetail("The families that other types share have that name.")));
}

// The id type, its schema and its extension, locked against being dropped.
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

// --- arguments ---

template <std::size_t N>
void refuse_nulls(FunctionCallInfo fcinfo, const char *const (&names)[N]) {
    for (int i = 0; i < min(int{PG_NARGS()}, static_cast<int>(N)); ++i)
        if (PG_ARGISNULL(i))
            ereport(ERROR,
                    (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s must not be null", names[i])));
}
constexpr const char *creation_arguments[] = {"name", "prefix", "notation", "mask_key", "accept_uuid"};
constexpr const char *type_arguments[] = {"type", "accept"};

[[noreturn]] void raise_number_accepts(const notation &how) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("an id type of notation %s cannot accept uuids", how.name),
                    errdetail("It is a number of %d bits.", how.bits)));
}

// The ids that the arguments of typeid_create_type ask for, without the mask.
id_type asked_for(FunctionCallInfo fcinfo) {
    const std::string_view prefix = text_arg(fcinfo, 1), name = text_arg(fcinfo, 2);
    if (const codec::result r = codec::type_prefix::check_prefix(prefix); !r)
        raise_bad_prefix(r);
    const notation *how = find_notation(name);
    if (how == nullptr)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("notation \"%.*s\" is not known", static_cast<int>(name.size()), name.data()),
                        errdetail("A notation is one of %s.", notation_names())));
    if (how->of_numbers() && PG_GETARG_BOOL(4))
        raise_number_accepts(*how);
    id_type id{};
    id.set(prefix, how, PG_GETARG_BOOL(4));
    return id;
}

// What depends on a type is to be dropped or changed first; PostgreSQL recommends dropping all of it.
void hint_at_dependents(void *) {
    if (geterrcode() == ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST)
        errhint("Change or drop these objects first.");
}

// Calls act(maker) for the id type of the first argument, as the superuser.
template <class Act>
Datum change(FunctionCallInfo fcinfo, const char *function, LOCKMODE mode, bool by_database_owner,
             const Act &act) {
    refuse_restricted(function);
    refuse_nulls(fcinfo, type_arguments);
    maker m = lock_id_type(PG_GETARG_OID(0), fcinfo->flinfo->fn_oid, mode, by_database_owner);
    const caller_state before = become_superuser();
    ErrorContextCallback hint = {error_context_stack, hint_at_dependents, nullptr};
    error_context_stack = &hint;
    act(m);
    error_context_stack = hint.previous;
    become_caller(before);
    PG_RETURN_VOID();
}

} // namespace

} // namespace base62id::pg

B62_FN(typeid_create_type) {
    pg::refuse_restricted("typeid_create_type()");
    pg::refuse_nulls(fcinfo, pg::creation_arguments);
    pg::maker m{};
    m.id = pg::asked_for(fcinfo);
    List *names = textToQualifiedNameList(PG_GETARG_TEXT_PP(0));
    if (const int key = PG_GETARG_INT32(3); key != 0) {
        m.id.masked = true;
        m.id.fingerprint = pg::mask_key_of_number(key).fingerprint;
    }
    char *name;
    m.schema = pg::lock_creation_schema(names, &name);
    m.base = name;
    m.member_of = creating_extension ? CurrentExtensionObject : InvalidOid;
    pg::refuse_long_name(name);
    pg::refuse_name_of_core(name);
    pg::lock_extension(m, fcinfo->flinfo->fn_oid);
    pg::choose_families(m);
    pg::require_unmask(m);
    pg::require_create(m.schema);
    pg::refuse_taken_prefix(m);
    const pg::caller_state before = pg::become_superuser();
    pg::make_parts(m);
    pg::become_caller(before);
    PG_RETURN_OID(m.type);
}

B62_FN(typeid_upgrade_type) {
    return pg::change(fcinfo, "typeid_upgrade_type()", ShareUpdateExclusiveLock, true, [](pg::maker &m) {
        pg::move_families(m);
        pg::make_parts(m);
        pg::sweep_families(m);
    });
}

// Its functions are changed one by one, and for a while do not say the same: so they are not checked.
B62_FN(typeid_accept_uuid) {
    return pg::change(fcinfo, "typeid_accept_uuid()", ShareUpdateExclusiveLock, true, [=](pg::maker &m) {
        if (m.id.is_number())
            pg::raise_number_accepts(*m.id.written);
        set_config_option("check_function_bodies", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true,
                          0, false);
        pg::change_acceptance(m, PG_GETARG_BOOL(1));
    });
}

// A type and its input function depend on each other, so PostgreSQL drops a base type with CASCADE only,
// which drops columns too.  Parts that depend on the type automatically go with a plain DROP TYPE, and
// anything else that depends on one of them is PostgreSQL's error 2BP01.
B62_FN(typeid_drop_type) {
    return pg::change(fcinfo, "typeid_drop_type()", AccessExclusiveLock, false, [](pg::maker &m) {
        pg::tie_parts(m);
        const char *drop = psprintf("DROP TYPE %s", pg::lock_and_get_qualified_name(m.type));
        pg::run(linitial_node(RawStmt, raw_parser(drop, RAW_PARSE_DEFAULT))->stmt, drop);
        if (OidIsValid(pg::schema_of_type(m.type)))
            pg::raise_concurrent_change("drop", drop + std::strlen("DROP "));
        m.type = InvalidOid;
        pg::sweep_families(m);
    });
}

B62_FN(typeid_types) {
    InitMaterializedSRF(fcinfo, 0);
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    const Oid language = pg::find_language(fcinfo->flinfo->fn_oid);
    const List *types = pg::find_id_types(language);
    for (int i = 0; i < list_length(types); ++i) {
        const Oid type = list_nth_oid(types, i);
        pg::id_type id;
        if (!pg::find_id_type(type, language, &id))
            continue;
        const int key = id.masked ? pg::mask_key_number(id.fingerprint) : 0;
        const Datum values[] = {ObjectIdGetDatum(type),
                                PointerGetDatum(pg::new_text(id.prefix())),
                                CStringGetTextDatum(id.written->name),
                                Int32GetDatum(key),
                                BoolGetDatum(id.accepts_uuid),
                                CStringGetTextDatum(pg::digest_text(id.fingerprint))};
        const bool nulls[] = {false, false, false, id.masked && key == 0, false, !id.masked};
        tuplestore_putvalues(result->setResult, result->setDesc, const_cast<Datum *>(values),
                             const_cast<bool *>(nulls));
    }
    return Datum{0};
}
