// typeid_upgrade_type(), typeid_accept_uuid(), typeid_accept_bigint() and typeid_drop_type().  What happens
// to the parts of a type that is dropped: tie_parts() and sweep_families() of maker.hpp.
#include "codec/notation.hpp"

#include "pg/id_type/call.hpp"
#include "pg/id_type/event.hpp"
#include "pg/server/names.hpp"

using namespace base62id;

namespace base62id::pg {

void raise_number_accepts(const notation &how) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("an id type of notation %s cannot accept uuids", how.name),
                    errdetail("It is a number of %d bits.", how.bits)));
}

namespace {

constexpr const char *type_arguments[] = {"type", "accept"};

// What depends on a type is to be dropped or changed first; PostgreSQL recommends dropping all of it.
void hint_at_dependents(void *) {
    if (geterrcode() == ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST)
        errhint("Change these objects first.");
}

// A type that another extension's script made is that extension's to change.
void refuse_other_extensions_type(const maker &m) {
    if (!OidIsValid(m.member_of) || (creating_extension && CurrentExtensionObject == m.member_of))
        return;
    const char *name = get_extension_name(m.member_of);
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("type %s belongs to extension %s", format_type_be(m.type),
                           quote_identifier(name == nullptr ? "?" : name)),
                    errhint("Call this in a script of that extension.")));
}

struct change_kind {
    const char *function;
    LOCKMODE mode;
    bool by_database_owner; // as well as by the schema's
};

// Calls act(maker) for the id type of the first argument, as the superuser; event triggers see `statement`.
template <class Act>
void change(FunctionCallInfo fcinfo, const change_kind &how, Node *statement, const Act &act) {
    as_statement(statement, [&] {
        maker m = lock_id_type(PG_GETARG_OID(0), fcinfo->flinfo->fn_oid, how.mode, how.by_database_owner);
        const caller_state before = become_superuser();
        ErrorContextCallback hint = {error_context_stack, hint_at_dependents, nullptr};
        error_context_stack = &hint;
        act(m);
        error_context_stack = hint.previous;
        become_caller(before);
        return m.type;
    });
}

template <class Act>
void alter(FunctionCallInfo fcinfo, const char *function, const Act &act) {
    refuse_restricted(function);
    refuse_nulls(fcinfo, type_arguments);
    change(fcinfo, {function, ShareUpdateExclusiveLock, true}, alter_type_event(PG_GETARG_OID(0)), act);
}

void drop(maker &m) {
    tie_parts(m);
    const char *text = psprintf("DROP TYPE %s", lock_and_get_qualified_name(m.type));
    run(linitial_node(RawStmt, raw_parser(text, RAW_PARSE_DEFAULT))->stmt, text);
    if (OidIsValid(schema_of_type(m.type)))
        raise_concurrent_change("drop", text + std::strlen("DROP "));
    m.type = InvalidOid;
    sweep_families(m);
}

} // namespace

} // namespace base62id::pg

B62_FN(typeid_upgrade_type) {
    pg::alter(fcinfo, "typeid_upgrade_type()", [](pg::maker &m) {
        pg::move_families(m);
        pg::make_parts(m);
        pg::sweep_families(m);
    });
    PG_RETURN_VOID();
}

// Its functions are changed one by one, and for a while do not say the same: so they are not checked.
B62_FN(typeid_accept_uuid) {
    pg::alter(fcinfo, "typeid_accept_uuid()", [=](pg::maker &m) {
        if (m.id.is_number())
            pg::raise_number_accepts(*m.id.written);
        set_config_option("check_function_bodies", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true,
                          0, false);
        pg::change_acceptance_of_uuid(m, PG_GETARG_BOOL(1));
    });
    PG_RETURN_VOID();
}

B62_FN(typeid_accept_bigint) {
    pg::alter(fcinfo, "typeid_accept_bigint()", [=](pg::maker &m) {
        if (!m.id.is_number())
            ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                            errmsg("an id type of notation %s cannot accept bigints", m.id.written->name),
                            errdetail("It is a UUID of %d bits.", m.id.written->bits)));
        pg::refuse_other_extensions_type(m);
        pg::change_acceptance_of_bigint(m, PG_GETARG_BOOL(1));
    });
    PG_RETURN_OID(PG_GETARG_OID(0));
}

// A type and its input function depend on each other, so PostgreSQL drops a base type with CASCADE only,
// which drops columns too.  Parts that depend on the type automatically go with a plain DROP TYPE, and
// anything else that depends on one of them is PostgreSQL's error 2BP01.
B62_FN(typeid_drop_type) {
    pg::refuse_restricted("typeid_drop_type()");
    pg::refuse_nulls(fcinfo, pg::type_arguments);
    pg::change(fcinfo, {"typeid_drop_type()", AccessExclusiveLock, false},
               pg::drop_type_event(PG_GETARG_OID(0)), pg::drop);
    PG_RETURN_VOID();
}
