// The examination of a call: index_support.hpp.
#include "pg/type/index_support.hpp"

#include "pg/server/catalog.hpp"

namespace base62id::pg {

namespace {

// The first object that does not fit; without one, an object of no catalog.
struct finding {
    Oid catalog, object;
    const char *detail;
};

// Uses of a function by another access method, or under another number.
finding find_misplaced(Oid function, const index_support &is) {
    finding found{};
    const Relation procedures = table_open(AccessMethodProcedureRelationId, AccessShareLock);
    each_dependent(ProcedureRelationId, function, [&](Oid catalog, Oid object) {
        if (catalog != AccessMethodProcedureRelationId)
            return;
        ScanKeyData key;
        ScanKeyInit(&key, Anum_pg_amproc_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
        const SysScanDesc scan =
            systable_beginscan(procedures, AccessMethodProcedureOidIndexId, true, nullptr, 1, &key);
        if (const HeapTuple t = systable_getnext(scan); HeapTupleIsValid(t)) {
            const auto *p = reinterpret_cast<const FormData_pg_amproc *>(GETSTRUCT(t));
            const Oid method = of_row<FormData_pg_opfamily>(
                p->amprocfamily,
                [](const catalog_row<FormData_pg_opfamily> &family) { return family->opfmethod; });
            if (method != is.method || p->amprocnum != is.number)
                found = {OperatorFamilyRelationId, p->amprocfamily,
                         "It has the function under another number, or for another access method, than the "
                         "function is made for."};
        }
        systable_endscan(scan);
    });
    table_close(procedures, AccessShareLock);
    return found;
}

// Whether a class's functions of this number see keys, or what one of them leaves for another.
bool sees_keys(Oid method, int number) {
    if (method == GIST_AM_OID)
        return number <= GIST_SORTSUPPORT_PROC && number != GIST_OPTIONS_PROC;
    return number != GIN_COMPARE_PROC && number != GIN_OPTIONS_PROC;
}

// Of which types a function is: what its symbol begins with.  Those of all types begin with "base62id".
std::string_view owner_of(const our_function &f) {
    const std::size_t end = min(f.name().find("_gist_"), f.name().find("_gin_"));
    return codec::slice(f.name(), 0, min(end, f.name().size()));
}
bool work_together(const our_function &a, const our_function &b) {
    constexpr std::string_view everybody = "base62id";
    return a && b && (owner_of(a) == owner_of(b) || owner_of(a) == everybody || owner_of(b) == everybody);
}

// Keys have a format of our own, so all functions that see them have to be ours.
const char *fault_of_functions(const CatCList *procedures, Oid function, const index_support &is) {
    const our_function self = find_our_function(function, function);
    for (int i = 0; i < procedures->n_members; ++i) {
        const auto *p =
            reinterpret_cast<const FormData_pg_amproc *>(GETSTRUCT(&procedures->members[i]->tuple));
        if (p->amprocrighttype == p->amproclefttype && sees_keys(is.method, p->amprocnum) &&
            !work_together(self, find_our_function(p->amproc, function)))
            return "It has the function beside others that do not work with it.";
    }
    return nullptr;
}

// Can the function read values of this type?  Of varlenas it reads its own type's alone: what lies behind the
// length is another thing in each of them.
bool reads(Oid type, Oid function, const index_support &is) {
    const Oid base = getBaseType(type);
    int16 length;
    bool by_value;
    get_typlenbyval(base, &length, &by_value);
    if (type_layout{length, by_value} != is.layout)
        return false;
    if (length > 0)
        return true;
    const Oid reading = of_row<FormData_pg_type>(base, [](const type_row &t) { return t->typinput; });
    const our_function input = find_our_function(reading, function),
                       self = find_our_function(function, function);
    const std::string_view type_name = owner_of(self);
    return input && input.name().starts_with(type_name) &&
           codec::slice(input.name(), type_name.size()) == "_in";
}

const char *fault_of_types(const FormData_pg_opclass *c, Oid function, const index_support &is) {
    if (is.typed && !reads(c->opcintype, function, is))
        return "Values of its type are not what the function reads.";
    if (c->opckeytype != (is.method == GIST_AM_OID ? BYTEAOID : InvalidOid))
        return "Its storage type is not what the function writes.";
    return nullptr;
}

const char *fault_of_operators(Oid family, Oid function, const index_support &is) {
    const char *fault = nullptr;
    CatCList *operators = SearchSysCacheList1(AMOPSTRATEGY, ObjectIdGetDatum(family));
    for (int i = 0; i < operators->n_members && fault == nullptr; ++i) {
        const auto *o = reinterpret_cast<const FormData_pg_amop *>(GETSTRUCT(&operators->members[i]->tuple));
        if (!reads(o->amoprighttype, function, is))
            fault = "An operator of its family has a right side that the function does not read.";
    }
    ReleaseSysCacheList(operators);
    return fault;
}

// Classes that have the function and do not fit it.
finding find_misfit(Oid function, const index_support &is) {
    finding found{};
    Oid family = InvalidOid; // whose operators were looked at
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_opclass_opcmethod, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(is.method));
    const Relation classes = table_open(OperatorClassRelationId, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(classes, OpclassAmNameNspIndexId, true, nullptr, 1, &key);
    for (HeapTuple t; found.detail == nullptr && HeapTupleIsValid(t = systable_getnext(scan));) {
        const auto *c = reinterpret_cast<const FormData_pg_opclass *>(GETSTRUCT(t));
        if (get_opfamily_proc(c->opcfamily, c->opcintype, c->opcintype, is.number) != function)
            continue;
        CatCList *procedures =
            SearchSysCacheList2(AMPROCNUM, ObjectIdGetDatum(c->opcfamily), ObjectIdGetDatum(c->opcintype));
        const char *fault = fault_of_functions(procedures, function, is);
        ReleaseSysCacheList(procedures);
        if (fault == nullptr)
            fault = fault_of_types(c, function, is);
        if (fault == nullptr && is.takes_query && c->opcfamily != family) {
            fault = fault_of_operators(c->opcfamily, function, is);
            family = c->opcfamily;
        }
        if (fault != nullptr)
            found = {OperatorClassRelationId, c->oid, fault};
    }
    systable_endscan(scan);
    table_close(classes, AccessShareLock);
    return found;
}

constinit catalog_cache<Oid, finding, 32, operator_class_generation> examined;

// index_getprocinfo() leaves the column's options with the function, none mostly; sort support is asked for
// without.
bool called_by_index(FunctionCallInfo fcinfo, const index_support &is) {
    const Node *options = fcinfo->flinfo->fn_expr;
    if (fcinfo->nargs != is.arguments)
        return false;
    if (is.method == GIST_AM_OID && is.number == GIST_SORTSUPPORT_PROC)
        return options == nullptr;
    return options != nullptr && IsA(options, Const) &&
           reinterpret_cast<const Const *>(options)->consttype == BYTEAOID;
}

} // namespace

void examine_call(FunctionCallInfo fcinfo, const index_support &is) {
    const Oid function = fcinfo->flinfo->fn_oid;
    if (!called_by_index(fcinfo, is))
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
                 errmsg("function %s is called by something else than an index", format_procedure(function)),
                 errdetail("It is a support function of access method %s.", get_am_name(is.method))));
    const finding found = examined.find(function, [=, &is] {
        const finding f = find_misplaced(function, is);
        return f.detail != nullptr ? f : find_misfit(function, is);
    });
    if (found.detail != nullptr) {
        const ObjectAddress object{found.catalog, found.object, 0};
        ereport(ERROR, (errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
                        errmsg("function %s cannot be used by %s", format_procedure(function),
                               getObjectDescription(&object, false)),
                        errdetail_internal("%s", found.detail),
                        errhint("Indexes that share the function work again when that is dropped.")));
    }
    fcinfo->flinfo->fn_extra = const_cast<index_support *>(&is);
}

} // namespace base62id::pg
