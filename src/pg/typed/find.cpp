#include "pg/typed/maker.hpp"

#include "pg/server/names.hpp"

namespace base62id::pg {

namespace {

Oid first_argument_of(Oid function) {
    return of_row<FormData_pg_proc>(function, [](const procedure_row &p) {
        return p->pronargs == 0 ? InvalidOid : p->proargtypes.values[0];
    });
}

} // namespace

Oid find_language(Oid called) {
    Oid found = InvalidOid;
    const Relation languages = table_open(LanguageRelationId, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(languages, InvalidOid, false, nullptr, 0, nullptr);
    for (HeapTuple t; HeapTupleIsValid(t = systable_getnext(scan));) {
        const auto *l = reinterpret_cast<const FormData_pg_language *>(GETSTRUCT(t));
        if (is_our_function(l->lanplcallfoid, called, "typed_id_handler"))
            found = l->oid;
    }
    systable_endscan(scan);
    table_close(languages, AccessShareLock);
    return found;
}

List *find_typed_ids(Oid language) {
    List *found = NIL;
    each_dependent(LanguageRelationId, language, [&](Oid catalog, Oid function) {
        const Oid type = catalog == ProcedureRelationId ? first_argument_of(function) : InvalidOid;
        typed_id id;
        if (OidIsValid(type) && send_of_type(type) == function && find_typed_id(type, language, &id))
            found = list_append_unique_oid(found, type);
    });
    list_sort(found, list_oid_cmp);
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
        if (catalog == OperatorClassRelationId && !OidIsValid(found))
            found = of_row<FormData_pg_opclass>(object, [type](const catalog_row<FormData_pg_opclass> &c) {
                return c->opcmethod == BTREE_AM_OID && c->opcintype == type ? c->opcfamily : InvalidOid;
            });
    });
    return found;
}

Oid schema_of_shared(Oid family) {
    if (!OidIsValid(family) || OidIsValid(getExtensionOfObject(OperatorFamilyRelationId, family)))
        return InvalidOid;
    return of_row<FormData_pg_opfamily>(family, [](const catalog_row<FormData_pg_opfamily> &f) {
        return std::strcmp(NameStr(f->opfname), "typed_id_ops") == 0 ? f->opfnamespace : InvalidOid;
    });
}

// They are no members of the extension, so they stay behind when it is given another schema.
Oid find_families(const maker &m) {
    const List *ids = find_typed_ids(m.language);
    for (int i = 0; i < list_length(ids); ++i)
        if (const Oid schema = schema_of_shared(family_of_type(list_nth_oid(ids, i))); OidIsValid(schema))
            return schema;
    return m.extension;
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
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    if (!OidIsValid(m.language) || !OidIsValid(extension))
        return false;
    each_dependent(ExtensionRelationId, extension, [&](Oid catalog, Oid type) {
        const our_function input =
            find_our_function(catalog == TypeRelationId ? input_of_type(type) : InvalidOid, called);
        if (input.name() == "typeid_in")
            m.typeid_type = type;
        else if (input.name() == "uid11_in")
            m.uid11 = type;
    });
    return true;
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

} // namespace base62id::pg
