#include "pg/risks.hpp"

#include "pg/server/catalog.hpp"

namespace base62id::pg {

namespace {

void add_to_list(StringInfo list, std::int64_t *count, const char *separator, const char *item) {
    appendStringInfo(list, "%s%s", (*count)++ == 0 ? "" : separator, item);
}

struct column_type {
    Oid type, collation;
};
// Invalid if the column is gone.
column_type type_of_column(Oid relation, AttrNumber column) {
    column_type found{InvalidOid, InvalidOid};
    const HeapTuple t = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relation), Int16GetDatum(column));
    if (!HeapTupleIsValid(t))
        return found;
    const auto *row = reinterpret_cast<const FormData_pg_attribute *>(GETSTRUCT(t));
    if (!row->attisdropped)
        found = {row->atttypid, row->attcollation};
    ReleaseSysCache(t);
    return found;
}

struct our_types {
    Oid extension;
    const List *id_types;

    our_types(Oid called, const List *types)
        : extension(getExtensionOfObject(ProcedureRelationId, called)), id_types(types) {}
    bool is_id_type(Oid type) const { return list_member_oid(id_types, type); }
    bool is_extensions(Oid type) const {
        return OidIsValid(extension) && getExtensionOfObject(TypeRelationId, type) == extension;
    }
    bool have(Oid type) const { return is_id_type(type) || is_extensions(type); }
};

// Calls see(function) for the functions of this name in all schemas.
template <class See>
void each_function_named(const char *name, const See &see) {
    CatCList *functions = SearchSysCacheList1(PROCNAMEARGSNSP, CStringGetDatum(name));
    for (int i = 0; i < functions->n_members; ++i)
        see(*reinterpret_cast<const FormData_pg_proc *>(GETSTRUCT(&functions->members[i]->tuple)));
    ReleaseSysCacheList(functions);
}

// --- what makes ids that count ---

constexpr const char *counting_functions[] = {"xid_new", "uid11_snowish_new", "uid11_ts_seq_rand_new"};

bool is_counting(std::string_view symbol) {
    return symbol == "xid_new" || symbol == "uid11_snowish_new" || symbol == "uid11_snowish_new_here" ||
           symbol == "uid11_ts_seq_rand_new";
}

bool something_depends_on(Oid function, Oid extension) {
    bool found = false;
    each_dependent(ProcedureRelationId, function, [&](Oid catalog, Oid object) {
        return found = getExtensionOfObject(catalog, object) != extension;
    });
    return found;
}

bool continues_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || (c & 0x80) != 0;
}

// Whether a name stands in the text of a program.
bool has_name(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !continues_name(text[at - 1])) && (end == text.size() || !continues_name(text[end])))
            return true;
    }
    return false;
}

bool body_makes_counted_ids(Datum source) {
    char *body = TextDatumGetCString(source);
    for (char *c = body; *c != '\0'; ++c)
        *c = static_cast<char>(pg_ascii_tolower(static_cast<unsigned char>(*c)));
    for (const char *name : counting_functions)
        if (has_name(body, name))
            return true;
    pfree(body);
    return false;
}

use_of_counters find_use_in_bodies(Oid extension) {
    int functions = 0;
    auto found = use_of_counters::none;
    each_tuple(ProcedureRelationId, InvalidOid, {}, [&](HeapTuple t, TupleDesc columns) {
        if (++functions > most_functions_read) {
            found = use_of_counters::not_looked;
            return true;
        }
        const auto &p = *reinterpret_cast<const FormData_pg_proc *>(GETSTRUCT(t));
        if (p.oid >= FirstNormalObjectId && p.prolang != ClanguageId && p.prolang != INTERNALlanguageId &&
            body_makes_counted_ids(column_of(t, Anum_pg_proc_prosrc, columns)) &&
            getExtensionOfObject(ProcedureRelationId, p.oid) != extension)
            found = use_of_counters::some;
        return found == use_of_counters::some;
    });
    return found;
}

} // namespace

const char *name_of_relation(Oid relation) {
    const char *schema = get_namespace_name(get_rel_namespace(relation));
    const char *name = get_rel_name(relation);
    return schema == nullptr || name == nullptr ? nullptr : quote_qualified_identifier(schema, name);
}

use_of_counters find_use_of_counters(Oid called) {
    const Oid extension = getExtensionOfObject(ProcedureRelationId, called);
    bool used = false;
    for (const char *name : counting_functions)
        each_function_named(name, [&](const FormData_pg_proc &f) {
            const our_function ours = find_our_function(f.oid, called);
            used = used || (is_counting(ours.name()) && something_depends_on(f.oid, extension));
        });
    return used ? use_of_counters::some : find_use_in_bodies(extension);
}

// --- foreign keys ---

namespace {

struct numbers_of_columns {
    const std::int16_t *first;
    int count;

    explicit numbers_of_columns(Datum array) {
        const ArrayType *a = DatumGetArrayTypeP(array);
        first = reinterpret_cast<const std::int16_t *>(ARR_DATA_PTR(a));
        count = ArrayGetNItems(ARR_NDIM(a), ARR_DIMS(a));
    }
};

bool joins_text_and_id(const our_types &ours, const FormData_pg_constraint &c, HeapTuple t,
                       TupleDesc columns) {
    const numbers_of_columns own(column_of(t, Anum_pg_constraint_conkey, columns));
    const numbers_of_columns other(column_of(t, Anum_pg_constraint_confkey, columns));
    for (int i = 0; i < min(own.count, other.count); ++i) {
        const column_type a = type_of_column(c.conrelid, own.first[i]);
        const column_type b = type_of_column(c.confrelid, other.first[i]);
        if (OidIsValid(a.type) && OidIsValid(b.type) && OidIsValid(a.collation) != OidIsValid(b.collation) &&
            ours.have(getBaseType(OidIsValid(a.collation) ? b.type : a.type)))
            return true;
    }
    return false;
}

} // namespace

found_objects find_keys_of_texts(Oid called, const List *id_types) {
    const our_types ours(called, id_types);
    StringInfoData names;
    initStringInfo(&names);
    std::int64_t count = 0;
    each_tuple(ConstraintRelationId, InvalidOid, {}, [&](HeapTuple t, TupleDesc columns) {
        const auto &c = *reinterpret_cast<const FormData_pg_constraint *>(GETSTRUCT(t));
        if (c.contype != CONSTRAINT_FOREIGN || OidIsValid(c.conparentid) ||
            !joins_text_and_id(ours, c, t, columns))
            return;
        if (const char *table = name_of_relation(c.conrelid); table != nullptr)
            add_to_list(&names, &count, ", ",
                        psprintf("%s of %s", quote_identifier(NameStr(c.conname)), table));
    });
    return {names.data, count};
}

// --- defaults ---

namespace {

// Functions without arguments that make UUIDs of version 4: core's, which no dependency records, and those of
// extensions, wherever they are.
List *find_makers_of_version_4() {
    List *makers = NIL;
    for (const char *name : {"gen_random_uuid", "uuidv4", "uuid_generate_v4"})
        each_function_named(name, [&](const FormData_pg_proc &f) {
            if (f.prorettype == UUIDOID && f.pronargs == 0)
                makers = lappend_oid(makers, f.oid);
        });
    return makers;
}

// By the text of the stored expression: a call names its function by OID.
bool calls_one_of(const char *expression, const List *functions) {
    ListCell *cell;
    foreach (cell, functions)
        if (std::strstr(expression, psprintf(":funcid %u ", lfirst_oid(cell))) != nullptr)
            return true;
    return false;
}

// What makes new ids of a type that say when they were made; null for a type whose ids do not.
const char *maker_of_new_ids(const our_types &ours, Oid type) {
    if (ours.is_id_type(type)) {
        if (get_typlen(type) != UUID_LEN)
            return nullptr;
        const auto input = of_row<FormData_pg_type>(type, [](const type_row &row) { return row->typinput; });
        const char *name = get_func_name(input); // T_in
        const char *schema = get_namespace_name(get_func_namespace(input));
        if (name == nullptr || schema == nullptr || !std::string_view(name).ends_with("_in"))
            return nullptr;
        const int base = static_cast<int>(std::strlen(name) - std::strlen("_in"));
        return psprintf("%s()", quote_qualified_identifier(schema, psprintf("%.*s_new", base, name)));
    }
    if (!ours.is_extensions(type))
        return nullptr;
    const char *name =
        of_row<FormData_pg_type>(type, [](const type_row &row) { return pstrdup(NameStr(row->typname)); });
    if (name == nullptr)
        return nullptr;
    if (std::strcmp(name, "ulid") == 0)
        return "ulid_generate()";
    return std::strcmp(name, "typeid") == 0 ? "typeid_generate('PREFIX')" : nullptr;
}

} // namespace

found_objects find_defaults_of_version_4(Oid called, const List *id_types) {
    const our_types ours(called, id_types);
    const List *makers = find_makers_of_version_4();
    StringInfoData statements;
    initStringInfo(&statements);
    std::int64_t count = 0;
    each_tuple(AttrDefaultRelationId, InvalidOid, {}, [&](HeapTuple t, TupleDesc columns) {
        const auto &d = *reinterpret_cast<const FormData_pg_attrdef *>(GETSTRUCT(t));
        char *expression = TextDatumGetCString(column_of(t, Anum_pg_attrdef_adbin, columns));
        const bool calls = calls_one_of(expression, makers);
        pfree(expression);
        if (!calls)
            return;
        const column_type column = type_of_column(d.adrelid, d.adnum);
        const char *maker =
            OidIsValid(column.type) ? maker_of_new_ids(ours, getBaseType(column.type)) : nullptr;
        const char *table = name_of_relation(d.adrelid);
        const char *name = get_attname(d.adrelid, d.adnum, true);
        if (maker != nullptr && table != nullptr && name != nullptr)
            add_to_list(
                &statements, &count, "; ",
                psprintf("ALTER TABLE %s ALTER %s SET DEFAULT %s", table, quote_identifier(name), maker));
    });
    return {statements.data, count};
}

} // namespace base62id::pg
