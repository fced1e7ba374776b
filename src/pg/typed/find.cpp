#include "pg/typed/maker.hpp"

#include "pg/server/catalog.hpp"
#include "pg/typed/typed_id.hpp"

namespace base62id::pg {

namespace {

// The least of those for which is(object) holds.
template <typename Is>
Oid find_dependent(Oid on_catalog, Oid on, Oid catalog, const Is &is) {
    Oid found = InvalidOid;
    each_dependent(on_catalog, on, [&](Oid c, Oid object) {
        if (c == catalog && (!OidIsValid(found) || object < found) && is(object))
            found = object;
    });
    return found;
}

bool has_body(Oid function, std::string_view body) {
    return of_row<FormData_pg_proc>(
        function, [body](const procedure_row &p) { return p.text_of(Anum_pg_proc_prosrc) == body; });
}

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

Oid find_extension_type(Oid called, std::string_view input) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    if (!OidIsValid(extension))
        return InvalidOid;
    return find_dependent(ExtensionRelationId, extension, TypeRelationId, [called, input](Oid type) {
        return is_our_function(input_of_type(type), called, input);
    });
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

Oid find_function(const maker &m, const function &f) {
    const Oid language = f.symbol == nullptr ? m.language : ClanguageId;
    const std::string_view body = m.body_of(f);
    return find_dependent(TypeRelationId, m.type, ProcedureRelationId, [=](Oid function) {
        return of_row<FormData_pg_proc>(function, [=](const procedure_row &p) {
            return p->prolang == language && p.text_of(Anum_pg_proc_prosrc) == body;
        });
    });
}

Oid find_operator(const maker &m, Oid function) {
    return find_dependent(TypeRelationId, m.type, OperatorRelationId, [function](Oid op) {
        return of_row<FormData_pg_operator>(
            op, [function](const catalog_row<FormData_pg_operator> &o) { return o->oprcode == function; });
    });
}

class_and_family find_class(const maker &m, const operator_class &c) {
    Oid family = InvalidOid;
    const Oid found = find_dependent(TypeRelationId, m.type, OperatorClassRelationId, [&](Oid op_class) {
        const Oid of = of_row<FormData_pg_opclass>(op_class, [&](const catalog_row<FormData_pg_opclass> &o) {
            return o->opcintype == m.type && o->opcmethod == get_index_am_oid(c.method, false) ? o->opcfamily
                                                                                               : InvalidOid;
        });
        const bool is_it = OidIsValid(of) && has_body(get_opfamily_proc(of, m.type, m.type, 2), c.second);
        if (is_it)
            family = of;
        return is_it;
    });
    return {found, family};
}

Oid find_cast(const maker &m, const cast &c) {
    const HeapTuple row = SearchSysCache2(CASTSOURCETARGET, ObjectIdGetDatum(m.cast_type(c.source)),
                                          ObjectIdGetDatum(m.cast_type(c.target)));
    if (!HeapTupleIsValid(row))
        return InvalidOid;
    const FormData_pg_cast found = *reinterpret_cast<const FormData_pg_cast *>(GETSTRUCT(row));
    ReleaseSysCache(row);
    bool is_it = !OidIsValid(found.castfunc) || getExtensionOfObject(ProcedureRelationId, found.castfunc) ==
                                                    getExtensionOfObject(ProcedureRelationId, m.called);
    for (const Oid made : m.made)
        is_it |= made == found.castfunc;
    return is_it ? found.oid : InvalidOid;
}

Oid find_aggregate(const maker &m, Oid transition) {
    return find_dependent(TypeRelationId, m.type, ProcedureRelationId, [transition](Oid function) {
        return of_row<FormData_pg_aggregate>(function,
                                             [transition](const catalog_row<FormData_pg_aggregate> &a) {
                                                 return a->aggtransfn == transition;
                                             });
    });
}

bool is_tied_to_type(const maker &m, Oid family) {
    return OidIsValid(find_dependent(TypeRelationId, m.type, OperatorFamilyRelationId,
                                     [family](Oid other) { return other == family; }));
}

bool is_complete(Oid type) {
    for (const late_function &f : typed_id_objects.late_functions) {
        const Oid of = OidIsValid(f.type) ? f.type : type,
                  class_ = GetDefaultOpClass(
                      type,
                      get_am_oid(psprintf("%.*s", static_cast<int>(f.method.size()), f.method.data()), true));
        if (!OidIsValid(class_) ||
            !OidIsValid(get_opfamily_proc(get_opclass_family(class_), of, of, static_cast<int16>(f.number))))
            return false;
    }
    return true;
}

bool is_empty_family(Oid family) {
    int left = 0;
    each_dependent(OperatorFamilyRelationId, family, [&left](Oid, Oid) { ++left; });
    // A function declared for any type is not dropped with one.
    for (const late_function &f : typed_id_objects.late_functions)
        if (OidIsValid(f.type) &&
            OidIsValid(get_opfamily_proc(family, f.type, f.type, static_cast<int16>(f.number))))
            --left;
    return left == 0;
}

} // namespace base62id::pg
