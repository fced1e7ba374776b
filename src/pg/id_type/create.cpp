// typeid_create_type() and typeid_create_type_sql(): what the one executes, the other one prints.  The
// statements are those of id_type_template() in src/sql/base62id.sql (template.cpp fills them in, parts.cpp
// executes them).
#include "codec/notation.hpp"

#include "pg/id_type/call.hpp"
#include "pg/id_type/event.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/server/names.hpp"

using namespace base62id;

namespace base62id::pg {

namespace {

constexpr const char *creation_arguments[] = {"name",     "prefix",      "notation",
                                              "mask_key", "accept_uuid", "if_not_exists"};

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
        ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT),
                        errmsg("type prefix \"%.*s\" is already used", static_cast<int>(m.id.prefix_size),
                               m.id.symbols),
                        errdetail("Type %s has it.",
                                  format_type_extended(
                                      other, -1, FORMAT_TYPE_ALLOW_INVALID | FORMAT_TYPE_FORCE_QUALIFY)),
                        errhint("Use that type, or choose another prefix or schema.")));
}

void refuse_long_name(const char *name) {
    if (std::strlen(name) > max_name)
        ereport(ERROR, (errcode(ERRCODE_NAME_TOO_LONG), errmsg("type name \"%s\" is too long", name),
                        errdetail("The name of an id type has at most %zu bytes: its functions and operator "
                                  "classes are named after it.",
                                  max_name)));
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

// The ids that the arguments ask for.
id_type asked_for(FunctionCallInfo fcinfo) {
    const std::string_view prefix = text_arg(fcinfo, 1);
    const std::int32_t key = PG_GETARG_INT32(3);
    const bool accepts = PG_GETARG_BOOL(4);
    const notation *how = require_notation(text_arg(fcinfo, 2), prefix);
    if (how->of_numbers() && accepts)
        raise_number_accepts(*how);
    id_type id{};
    id.set(prefix, how, accepts);
    if (key != 0) {
        id.masked = true;
        id.fingerprint = mask_key_of_number(key).fingerprint;
    }
    return id;
}

// --- a type of the same name ---

const char *qualified_name(Oid type) { return format_type_extended(type, -1, FORMAT_TYPE_FORCE_QUALIFY); }

const char *described(const id_type &id) {
    return psprintf("type prefix \"%.*s\", notation %s, %s, %s", static_cast<int>(id.prefix_size), id.symbols,
                    id.written->name,
                    id.masked ? psprintf("mask key %s", digest_text(id.fingerprint)) : "no mask key",
                    id.accepts_uuid ? "accepts uuids" : "does not accept uuids");
}

// An id type of the same name, but for what typeid_accept_uuid() can change.
bool differs_in_acceptance_only(const id_type &there, const id_type &asked) {
    return there.prefix() == asked.prefix() && there.written == asked.written &&
           there.masked == asked.masked && there.fingerprint == asked.fingerprint &&
           there.accepts_uuid != asked.accepts_uuid;
}

// Calls errhint() where a statement makes the type that is there what was asked for.
int hint_of_difference(const maker &m, const id_type &there) {
    if (std::strcmp(there.declaration(), m.id.declaration()) == 0)
        return errhint("With if_not_exists => true, the type that exists is kept.");
    if (!differs_in_acceptance_only(there, m.id))
        return 0;
    return errhint("Run SELECT typeid_accept_uuid(%s, %s);", quote_literal_cstr(qualified_name(there.type)),
                   m.id.accepts_uuid ? "true" : "false");
}

[[noreturn]] void raise_exists(const maker &m, const id_type *there) {
    ereport(ERROR,
            (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("type \"%s\" already exists", m.base),
             there == nullptr ? errdetail("It is not an id type.")
                              : errdetail("It has %s. Asked for: %s.", described(*there), described(m.id)),
             there == nullptr ? 0 : hint_of_difference(m, *there)));
}

Oid type_named(const maker &m) {
    return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(m.base),
                           ObjectIdGetDatum(m.schema));
}

// The type of that name, locked against being dropped; invalid if there is none.
Oid lock_type_named(const maker &m) {
    for (;;) {
        const Oid type = type_named(m);
        if (!OidIsValid(type))
            return InvalidOid;
        LockDatabaseObject(TypeRelationId, type, 0, AccessShareLock);
        if (type_named(m) == type)
            return type;
        UnlockDatabaseObject(TypeRelationId, type, 0, AccessShareLock);
    }
}

// Of every other object in the type's place, raise_taken() says what it is.
void refuse_id_type_of_name(const maker &m) {
    id_type there;
    const Oid type = type_named(m);
    if (OidIsValid(type) && find_id_type(type, m.language, &there))
        raise_exists(m, &there);
}

void report_skipped(const maker &m, Oid type) {
    ereport(NOTICE,
            (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("type \"%s\" already exists, skipping", m.base)));
    maker existing = m;
    const type_faults faults = find_faults(existing, type);
    if (*faults.lacking != '\0' || *faults.taken != '\0')
        ereport(NOTICE,
                (errmsg("type \"%s\" lacks parts", m.base),
                 errhint("Run SELECT typeid_upgrade_type(%s);", quote_literal_cstr(qualified_name(type)))));
}

// A type of that name that is what the arguments ask for; invalid if there is no type of that name.
Oid find_as_asked(const maker &m) {
    const Oid type = lock_type_named(m);
    if (!OidIsValid(type))
        return InvalidOid;
    id_type there;
    if (!find_id_type(type, m.language, &there))
        raise_exists(m, nullptr);
    if (std::strcmp(there.declaration(), m.id.declaration()) != 0)
        raise_exists(m, &there);
    if (creating_extension) {
        const ObjectAddress a = {TypeRelationId, type, 0};
        checkMembershipInCurrentExtension(&a);
    }
    report_skipped(m, type);
    return type;
}

// --- creation ---

// Sets the type.  Invalid if it was there.
Oid create(maker &m, List *names, Oid called, bool if_not_exists) {
    char *name;
    m.schema = lock_creation_schema(names, &name);
    m.base = name;
    m.member_of = creating_extension ? CurrentExtensionObject : InvalidOid;
    refuse_long_name(name);
    refuse_name_of_core(name);
    lock_extension(m, called);
    if (if_not_exists) {
        m.type = find_as_asked(m);
        if (OidIsValid(m.type))
            return InvalidOid;
    }
    choose_families(m);
    require_unmask(m);
    require_create(m.schema);
    refuse_id_type_of_name(m);
    refuse_taken_prefix(m);
    const caller_state before = become_superuser();
    make_parts(m);
    become_caller(before);
    return m.type;
}

// Where a name without a schema would be made.
Oid current_schema() {
    List *path = fetch_search_path(false);
    if (path == NIL)
        ereport(ERROR,
                (errcode(ERRCODE_UNDEFINED_SCHEMA), errmsg("no schema has been selected to create in")));
    return linitial_oid(path);
}

} // namespace

} // namespace base62id::pg

B62_FN(typeid_create_type) {
    pg::refuse_restricted("typeid_create_type()");
    pg::refuse_nulls(fcinfo, pg::creation_arguments);
    List *names = textToQualifiedNameList(PG_GETARG_TEXT_PP(0));
    pg::maker m{};
    m.id = pg::asked_for(fcinfo);
    pg::as_statement(pg::create_type_event(names), [&] {
        return pg::create(m, names, fcinfo->flinfo->fn_oid, PG_NARGS() > 5 && PG_GETARG_BOOL(5));
    });
    PG_RETURN_OID(m.type);
}

// As for the first type of a database: the families are made, in the extension's schema.
B62_FN(typeid_create_type_sql) {
    pg::maker m{};
    m.id = pg::asked_for(fcinfo);
    char *schema, *name;
    DeconstructQualifiedName(textToQualifiedNameList(PG_GETARG_TEXT_PP(0)), &schema, &name);
    m.schema = schema == nullptr ? pg::current_schema() : get_namespace_oid(schema, false);
    m.base = name;
    pg::refuse_long_name(name);
    if (!pg::set_extension(m, fcinfo->flinfo->fn_oid))
        pg::raise_dropped("extension", "base62id");
    if (!m.id.is_number())
        m.families = m.extension;
    PG_RETURN_TEXT_P(cstring_to_text(pg::fill_in_template(m)));
}
