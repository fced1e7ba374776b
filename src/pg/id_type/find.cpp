#include "pg/id_type/maker.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

// Calls see(type, schema, send function) for each type that may be an id type.  One pass over pg_type: to
// look up functions, of which a type has dozens, would make each new type slower to make than the one before.
template <class See>
static void each_candidate(const See &see) {
    each_row<FormData_pg_type>(TypeRelationId, InvalidOid, {}, [&see](const FormData_pg_type &t) {
        if (t.typtype == TYPTYPE_BASE && t.oid >= FirstNormalObjectId &&
            (t.typlen == sizeof(codec::uuid) || t.typlen == sizeof(std::uint64_t)))
            see(t.oid, t.typnamespace, t.typsend);
    });
}

// Whether a family has the class of an id type.
static bool has_id_types(Oid family, Oid language) {
    bool found = false;
    each_dependent(OperatorFamilyRelationId, family, [&](Oid catalog, Oid object) {
        using row = catalog_row<FormData_pg_opclass>;
        id_type id;
        return found = catalog == OperatorClassRelationId &&
                       find_id_type(
                           of_row<FormData_pg_opclass>(object, [](const row &c) { return c->opcintype; }),
                           language, &id);
    });
    return found;
}

Oid find_language(Oid called) {
    Oid found = InvalidOid;
    each_row<FormData_pg_language>(LanguageRelationId, InvalidOid, {}, [&](const FormData_pg_language &l) {
        if (is_our_function(l.lanplcallfoid, called, "id_type_handler"))
            found = l.oid;
    });
    return found;
}

List *find_id_types(Oid language) {
    List *found = NIL;
    each_candidate([&](Oid type, Oid, Oid) {
        id_type id;
        if (find_id_type(type, language, &id))
            found = lappend_oid(found, type);
    });
    list_sort(found, list_oid_cmp);
    return found;
}

// What the send function of such a type has as its body.
static std::string_view body_of_send(id_type id, bool accepts_uuid) {
    id.accepts_uuid = accepts_uuid;
    const std::string_view declaration = id.declaration();
    return declaration.empty() ? "send" : psprintf("send %s", declaration.data());
}

Oid find_same_declaration(const maker &m) {
    const std::string_view strict = body_of_send(m.id, false), accepting = body_of_send(m.id, true);
    Oid found = InvalidOid;
    each_candidate([&](Oid type, Oid schema, Oid sending) {
        id_type id;
        const bool same =
            schema == m.schema && of_row<FormData_pg_proc>(sending, [&](const procedure_row &p) {
                const std::string_view body = p.text_of(Anum_pg_proc_prosrc);
                return body == strict || body == accepting;
            });
        if (same && find_id_type(type, m.language, &id))
            found = type;
    });
    return found;
}

Oid schema_of_type(Oid type) {
    return of_row<FormData_pg_type>(type, [](const type_row &t) { return t->typnamespace; });
}

Oid input_of_type(Oid type) {
    return of_row<FormData_pg_type>(type, [](const type_row &t) { return t->typinput; });
}

Oid send_of_type(Oid type) {
    return of_row<FormData_pg_type>(type, [](const type_row &t) { return t->typsend; });
}

Oid family_of_type(Oid type) {
    Oid found = InvalidOid;
    each_dependent(TypeRelationId, type, [&](Oid catalog, Oid object) {
        if (catalog == OperatorClassRelationId)
            found = of_row<FormData_pg_opclass>(object, [type](const catalog_row<FormData_pg_opclass> &c) {
                return c->opcmethod == BTREE_AM_OID && c->opcintype == type ? c->opcfamily : InvalidOid;
            });
        return OidIsValid(found);
    });
    return found;
}

Oid schema_of_shared(Oid family) {
    if (!OidIsValid(family) || OidIsValid(getExtensionOfObject(OperatorFamilyRelationId, family)))
        return InvalidOid;
    return of_row<FormData_pg_opfamily>(family, [](const catalog_row<FormData_pg_opfamily> &f) {
        return std::strcmp(NameStr(f->opfname), "id_type_ops") == 0 ? f->opfnamespace : InvalidOid;
    });
}

// They are not members of the extension, so they stay behind when it moves to another schema.
Oid find_families(const maker &m) {
    CatCList *named = SearchSysCacheList2(OPFAMILYAMNAMENSP, ObjectIdGetDatum(BTREE_AM_OID),
                                          CStringGetDatum("id_type_ops"));
    Oid found = InvalidOid;
    for (int i = 0; i < named->n_members && !OidIsValid(found); ++i) {
        const auto *f = reinterpret_cast<const FormData_pg_opfamily *>(GETSTRUCT(&named->members[i]->tuple));
        if (has_id_types(f->oid, m.language))
            found = schema_of_shared(f->oid);
    }
    ReleaseSysCacheList(named);
    return OidIsValid(found) ? found : m.extension;
}

bool set_extension(maker &m, Oid called) {
    m.called = called;
    m.language = find_language(called);
    const auto row = procedure_row::find(called);
    if (!row)
        return false;
    m.extension = row->pronamespace;
    const std::string_view library = row.text_of(Anum_pg_proc_probin);
    m.library = pnstrdup(library.data(), library.size());
    row.release();
    return OidIsValid(m.language) && OidIsValid(getExtensionOfObject(ProcedureRelationId, called));
}

Oid relative_type(const maker &m) {
    const std::string_view symbol = m.id.is_number() ? "uid11_in" : "typeid_in";
    Oid found = InvalidOid;
    each_dependent(
        ExtensionRelationId, getExtensionOfObject(ProcedureRelationId, m.called), [&](Oid catalog, Oid type) {
            if (catalog == TypeRelationId && is_our_function(input_of_type(type), m.called, symbol))
                found = type;
            return OidIsValid(found);
        });
    return found;
}

Oid extension_function(const maker &m, const char *name, int count, const Oid *arguments) {
    List *names = list_make2(makeString(pstrdup(lock_and_get_name(NamespaceRelationId, m.extension))),
                             makeString(pstrdup(name)));
    const Oid function = LookupFuncName(names, count, arguments, true);
    if (!OidIsValid(function))
        raise_dropped("function", name);
    return function;
}

void set_names(maker &m, Oid input) {
    const auto row = procedure_row::find(input);
    if (!row)
        raise_dropped("function", psprintf("with OID %u", input));
    m.schema = row->pronamespace;
    char *base = pstrdup(NameStr(row->proname));
    row.release();
    const std::string_view all = base;
    if (all.size() > 3 && all.ends_with("_in"))
        base[all.size() - 3] = '\0';
    m.base = base;
}

bool is_implicit(Oid from, Oid to) {
    const HeapTuple t = SearchSysCache2(CASTSOURCETARGET, ObjectIdGetDatum(from), ObjectIdGetDatum(to));
    if (!HeapTupleIsValid(t))
        return false;
    const auto *row = reinterpret_cast<const FormData_pg_cast *>(GETSTRUCT(t));
    const bool implicit = row->castcontext == COERCION_CODE_IMPLICIT;
    ReleaseSysCache(t);
    return implicit;
}

// Where the families of a type are that others share; invalid if it has its own.
static Oid shared_families_of(const maker &m, Oid type) {
    if (m.id.is_number())
        return InvalidOid;
    if (const Oid family = family_of_type(type); OidIsValid(family))
        return schema_of_shared(family);
    return OidIsValid(m.member_of) ? InvalidOid : find_families(m); // its class was dropped
}

bool read_id_type(maker &m, Oid type) {
    m.type = type;
    m.statements = NIL;
    if (!find_id_type(type, m.language, &m.id))
        return false;
    set_names(m, input_of_type(type));
    m.member_of = getExtensionOfObject(TypeRelationId, type);
    m.families = shared_families_of(m, type);
    m.accepts_bigint = m.id.is_number() && is_implicit(INT8OID, type);
    return true;
}

} // namespace base62id::pg
