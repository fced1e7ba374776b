// Makes the parts of a typed id, brings them up to date, and says what is missing: each statement of the
// template is executed, or compared with what is there.
#include "codec/typeid.hpp"

#include "pg/server/names.hpp"
#include "pg/typed/parts.hpp"

namespace base62id::pg {

namespace {

// --- what a statement makes ---

// As DROP names it.
struct part {
    ObjectType kind;
    Node *object;
};

Node *option_of(List *options, const char *name) {
    ListCell *cell;
    foreach (cell, options)
        if (std::strcmp(lfirst_node(DefElem, cell)->defname, name) == 0)
            return lfirst_node(DefElem, cell)->arg;
    return nullptr;
}

Node *with_arguments(List *name, List *arguments) {
    auto *o = makeNode(ObjectWithArgs);
    o->objname = name;
    ListCell *cell;
    foreach (cell, arguments) {
        auto *n = static_cast<Node *>(lfirst(cell));
        o->objargs =
            lappend(o->objargs, IsA(n, FunctionParameter)
                                    ? reinterpret_cast<Node *>(castNode(FunctionParameter, n)->argType)
                                    : n);
    }
    return reinterpret_cast<Node *>(o);
}

Node *of_method(const char *method, List *name) {
    return reinterpret_cast<Node *>(lcons(makeString(pstrdup(method)), list_copy(name)));
}

part part_of_definition(const DefineStmt *s) {
    if (s->kind == OBJECT_AGGREGATE)
        return {OBJECT_AGGREGATE, with_arguments(s->defnames, linitial_node(List, s->args))};
    if (s->kind == OBJECT_OPERATOR)
        return {OBJECT_OPERATOR,
                with_arguments(s->defnames, list_make2(option_of(s->definition, "leftarg"),
                                                       option_of(s->definition, "rightarg")))};
    return {OBJECT_TYPE, reinterpret_cast<Node *>(makeTypeNameFromNameList(s->defnames))};
}

part part_of(Node *n) {
    switch (nodeTag(n)) {
    case T_DefineStmt:
        return part_of_definition(castNode(DefineStmt, n));
    case T_CreateFunctionStmt: {
        const auto *s = castNode(CreateFunctionStmt, n);
        return {OBJECT_ROUTINE, with_arguments(s->funcname, s->parameters)};
    }
    case T_CreateCastStmt: {
        const auto *s = castNode(CreateCastStmt, n);
        return {OBJECT_CAST, reinterpret_cast<Node *>(list_make2(s->sourcetype, s->targettype))};
    }
    case T_CreateOpClassStmt: {
        const auto *s = castNode(CreateOpClassStmt, n);
        return {OBJECT_OPCLASS, of_method(s->amname, s->opclassname)};
    }
    case T_CreateOpFamilyStmt: {
        const auto *s = castNode(CreateOpFamilyStmt, n);
        return {OBJECT_OPFAMILY, of_method(s->amname, s->opfamilyname)};
    }
    case T_CommentStmt: {
        const auto *s = castNode(CommentStmt, n);
        return {s->objtype == OBJECT_FUNCTION ? OBJECT_ROUTINE : s->objtype, s->object};
    }
    default:
        elog(ERROR, "the template of typed ids has a statement of another kind: %d",
             static_cast<int>(nodeTag(n)));
    }
}

Oid method_of(const char *name) { return get_index_am_oid(name, false); }

// A routine, whose name is qualified.  PostgreSQL's own look-up keeps a list of each name, which slows all
// others.
Oid routine_of(const ObjectWithArgs *o) {
    Oid types[FUNC_MAX_ARGS];
    int n = 0;
    ListCell *cell;
    foreach (cell, o->objargs)
        if (types[n++] = LookupTypeNameOid(nullptr, lfirst_node(TypeName, cell), true);
            !OidIsValid(types[n - 1]))
            return InvalidOid;
    const Oid schema = get_namespace_oid(strVal(linitial(o->objname)), true);
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(strVal(llast(o->objname))),
                           PointerGetDatum(buildoidvector(types, n)), ObjectIdGetDatum(schema));
}

// Without a lock: for what this transaction made, and for reports.
Oid oid_of(const part &p) {
    switch (p.kind) {
    case OBJECT_TYPE:
        return LookupTypeNameOid(nullptr, castNode(TypeName, p.object), true);
    case OBJECT_OPERATOR:
        return LookupOperWithArgs(castNode(ObjectWithArgs, p.object), true);
    case OBJECT_CAST: {
        const auto *types = castNode(List, p.object);
        const Oid source = LookupTypeNameOid(nullptr, linitial_node(TypeName, types), true),
                  target = LookupTypeNameOid(nullptr, llast_node(TypeName, types), true);
        return OidIsValid(source) && OidIsValid(target) ? get_cast_oid(source, target, true) : InvalidOid;
    }
    case OBJECT_OPCLASS:
    case OBJECT_OPFAMILY: {
        auto *of = castNode(List, p.object);
        const Oid method = method_of(strVal(linitial(of)));
        List *name = list_copy_tail(of, 1);
        return p.kind == OBJECT_OPCLASS ? get_opclass_oid(method, name, true)
                                        : get_opfamily_oid(method, name, true);
    }
    default:
        return routine_of(castNode(ObjectWithArgs, p.object));
    }
}

Oid catalog_of(const part &p) {
    return p.kind == OBJECT_TYPE       ? TypeRelationId
           : p.kind == OBJECT_OPERATOR ? OperatorRelationId
           : p.kind == OBJECT_CAST     ? CastRelationId
           : p.kind == OBJECT_OPCLASS  ? OperatorClassRelationId
           : p.kind == OBJECT_OPFAMILY ? OperatorFamilyRelationId
                                       : ProcedureRelationId;
}

// With a lock, if there is one, so that nobody else drops it: PostgreSQL looks again after the wait.
ObjectAddress find(const part &p, LOCKMODE mode = NoLock) {
    if (mode == NoLock)
        return {catalog_of(p), oid_of(p), 0};
    Relation unused = nullptr;
    return get_object_address(p.kind, p.object, &unused, mode, true);
}

// --- whose it is ---

Oid owner_of(const ObjectAddress &a) {
    const AttrNumber column = get_object_attnum_owner(a.classId);
    const auto cache = static_cast<SysCacheIdentifier>(get_object_catcache_oid(a.classId));
    const HeapTuple t = SearchSysCache1(cache, ObjectIdGetDatum(a.objectId));
    if (!HeapTupleIsValid(t))
        return InvalidOid;
    bool isnull;
    const Oid owner = DatumGetObjectId(SysCacheGetAttr(cache, t, column, &isnull));
    ReleaseSysCache(t);
    return owner;
}

// The result of read(row) for a cast, of which there is no cache by OID; zero if there is no row.
template <class Read>
auto of_cast(Oid cast, const Read &read) {
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_cast_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(cast));
    const Relation casts = table_open(CastRelationId, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(casts, CastOidIndexId, true, nullptr, 1, &key);
    const HeapTuple t = systable_getnext(scan);
    decltype(read(static_cast<const FormData_pg_cast *>(nullptr))) result{};
    if (HeapTupleIsValid(t))
        result = read(reinterpret_cast<const FormData_pg_cast *>(GETSTRUCT(t)));
    systable_endscan(scan);
    table_close(casts, AccessShareLock);
    return result;
}

// The function that stands behind an object, which has no other owner if it is a cast; invalid if none does.
Oid function_behind(const ObjectAddress &a) {
    if (a.classId == OperatorRelationId)
        return get_opcode(a.objectId);
    if (a.classId == CastRelationId)
        return of_cast(a.objectId, [](const FormData_pg_cast *c) { return c->castfunc; });
    if (a.classId == ProcedureRelationId && get_func_prokind(a.objectId) == PROKIND_AGGREGATE)
        return of_row<FormData_pg_aggregate>(
            a.objectId, [](const catalog_row<FormData_pg_aggregate> &r) { return r->aggtransfn; });
    return a.classId == ProcedureRelationId ? a.objectId : InvalidOid;
}

// A superuser's, and over a function of our library or language.
bool is_ours(const maker &m, const ObjectAddress &a) {
    if (a.classId != CastRelationId && !superuser_arg(owner_of(a)))
        return false;
    const Oid function = function_behind(a);
    if (!OidIsValid(function))
        return true;
    return superuser_arg(owner_of({ProcedureRelationId, function, 0})) &&
           of_row<FormData_pg_proc>(function, [&m](const procedure_row &p) {
               return p->prolang == m.language ||
                      (p->prolang == ClanguageId && p.text_of(Anum_pg_proc_probin) == m.library);
           });
}

[[noreturn]] void raise_taken(const ObjectAddress &a) {
    const ObjectAddress owned =
        a.classId == CastRelationId ? ObjectAddress{ProcedureRelationId, function_behind(a), 0} : a;
    const Oid owner = OidIsValid(owned.objectId) ? owner_of(owned) : InvalidOid;
    const char *what = getObjectDescription(&a, false);
    ereport(ERROR,
            (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("%s already exists", what),
             OidIsValid(owner) ? errdetail("It stands in the place of a part of a typed id. Its owner is %s.",
                                           GetUserNameFromId(owner, false))
                               : errdetail("It stands in the place of a part of a typed id."),
             errhint("Drop it or rename it.")));
}

// --- members of operator families ---

// Calls see(catalog, row) for the operators and functions of a family, or those of these types.
template <class See>
void each_member(Oid family, Oid left, Oid right, const See &see) {
    const auto scan_one = [&](Oid catalog, Oid index, auto read) {
        ScanKeyData keys[3]; // columns of the same number in both catalogs
        static_assert(Anum_pg_amproc_amprocfamily == Anum_pg_amop_amopfamily &&
                      Anum_pg_amproc_amproclefttype == Anum_pg_amop_amoplefttype &&
                      Anum_pg_amproc_amprocrighttype == Anum_pg_amop_amoprighttype);
        ScanKeyInit(&keys[0], Anum_pg_amproc_amprocfamily, BTEqualStrategyNumber, F_OIDEQ,
                    ObjectIdGetDatum(family));
        ScanKeyInit(&keys[1], Anum_pg_amproc_amproclefttype, BTEqualStrategyNumber, F_OIDEQ,
                    ObjectIdGetDatum(left));
        ScanKeyInit(&keys[2], Anum_pg_amproc_amprocrighttype, BTEqualStrategyNumber, F_OIDEQ,
                    ObjectIdGetDatum(right));
        const Relation members = table_open(catalog, AccessShareLock);
        const SysScanDesc scan = systable_beginscan(members, index, true, nullptr,
                                                    OidIsValid(left) ? OidIsValid(right) ? 3 : 2 : 1, keys);
        for (HeapTuple t; HeapTupleIsValid(t = systable_getnext(scan));)
            see(catalog, *read(GETSTRUCT(t)));
        systable_endscan(scan);
        table_close(members, AccessShareLock);
    };
    scan_one(AccessMethodProcedureRelationId, AccessMethodProcedureIndexId,
             [](const void *row) { return static_cast<const FormData_pg_amproc *>(row); });
    scan_one(AccessMethodOperatorRelationId, AccessMethodStrategyIndexId,
             [](const void *row) { return static_cast<const FormData_pg_amop *>(row); });
}
struct member_types {
    Oid left, right;
};
member_types types_of(const FormData_pg_amproc &m) { return {m.amproclefttype, m.amprocrighttype}; }
member_types types_of(const FormData_pg_amop &m) { return {m.amoplefttype, m.amoprighttype}; }

Oid class_of(const maker &m, Oid family) {
    Oid found = InvalidOid;
    each_dependent(TypeRelationId, m.type, [&](Oid catalog, Oid object) {
        if (catalog == OperatorClassRelationId && get_opclass_family(object) == family &&
            get_opclass_input_type(object) == m.type)
            found = object;
    });
    return found;
}

// What PostgreSQL itself ties to the family only (amadjustmembers) would stay when the type goes, or be left
// out of a dump where the family is an extension's.  Tied to the class, it is dumped and dropped with that.
void tie_members(const maker &m, Oid family) {
    const ObjectAddress op_class = {OperatorClassRelationId, class_of(m, family), 0};
    if (!OidIsValid(op_class.objectId))
        return;
    const auto to_class = [&](Oid catalog, const auto &row) {
        const ObjectAddress member = {catalog, row.oid, 0};
        if (deleteDependencyRecordsForSpecific(catalog, row.oid, DEPENDENCY_AUTO, OperatorFamilyRelationId,
                                               family) > 0)
            recordDependencyOn(&member, &op_class, DEPENDENCY_INTERNAL);
    };
    each_member(family, m.type, InvalidOid, to_class);
    each_member(family, UUIDOID, m.type, to_class);
    CommandCounterIncrement();
}

// The types of an item; those of a function of a class are its own.
member_types types_of_item(const CreateOpClassItem *i, Oid type) {
    const List *types = i->itemtype == OPCLASS_ITEM_OPERATOR ? i->name->objargs : i->class_args;
    if (types == NIL)
        return {type, type};
    return {typenameTypeId(nullptr, linitial_node(TypeName, types)),
            typenameTypeId(nullptr, llast_node(TypeName, types))};
}

// Those that the family lacks, or that are no members at all.
List *missing_items(List *items, Oid family, Oid type) {
    List *missing = NIL;
    ListCell *cell;
    foreach (cell, items) {
        auto *i = lfirst_node(CreateOpClassItem, cell);
        const auto number = static_cast<int16>(i->number);
        if (i->itemtype != OPCLASS_ITEM_STORAGETYPE) {
            const member_types of = types_of_item(i, type);
            if (OidIsValid(i->itemtype == OPCLASS_ITEM_OPERATOR
                               ? get_opfamily_member(family, of.left, of.right, number)
                               : get_opfamily_proc(family, of.left, of.right, number)))
                continue;
        }
        missing = lappend(missing, i);
    }
    return missing;
}

struct context {
    maker &m;
    const char *text; // that the statements refer to
};

// One session at a time makes what all types share.
void lock_families(const maker &m) {
    LockDatabaseObject(LanguageRelationId, m.language, 0, ShareUpdateExclusiveLock);
}

bool is_shared(const CreateOpClassItem *i, Oid type) {
    const member_types of = types_of_item(i, type);
    return of.left != type && of.right != type;
}

void add_members(const context &c, AlterOpFamilyStmt *s) {
    const Oid family = get_opfamily_oid(method_of(s->amname), s->opfamilyname, false);
    List *const all = s->items;
    s->items = missing_items(all, family, c.m.type);
    ListCell *cell;
    foreach (cell, s->items)
        if (is_shared(lfirst_node(CreateOpClassItem, cell), c.m.type)) {
            lock_families(c.m);
            s->items = missing_items(all, family, c.m.type);
            break;
        }
    if (s->items != NIL)
        run(reinterpret_cast<Node *>(s), c.text);
    tie_members(c.m, family);
}

// What a class that is there already lacks.
List *lacking_items(const CreateOpClassStmt *s, Oid family, Oid type) {
    List *items = NIL;
    ListCell *cell;
    foreach (cell, missing_items(s->items, family, type)) {
        auto *i = lfirst_node(CreateOpClassItem, cell);
        if (i->itemtype == OPCLASS_ITEM_STORAGETYPE)
            continue;
        if (i->itemtype == OPCLASS_ITEM_FUNCTION && i->class_args == NIL)
            i->class_args = list_make2(makeTypeNameFromOid(type, -1), makeTypeNameFromOid(type, -1));
        items = lappend(items, i);
    }
    return items;
}

// --- whether a part is as the statement says ---

bool has_text(Node *expected, const char *actual) {
    return expected != nullptr && std::strcmp(strVal(expected), actual) == 0;
}

// Of a C function that says nothing it is 1.
float4 cost_of(Node *option) {
    return option == nullptr      ? 1
           : IsA(option, Integer) ? static_cast<float4>(intVal(option))
                                  : static_cast<float4>(floatVal(option));
}

bool is_current_function(CreateFunctionStmt *s, Oid function) {
    const auto p = procedure_row::find(function);
    if (!p)
        return false;
    List *o = s->options;
    const auto *as = castNode(List, option_of(o, "as"));
    const char *parallel = p->proparallel == PROPARALLEL_SAFE         ? "safe"
                           : p->proparallel == PROPARALLEL_RESTRICTED ? "restricted"
                                                                      : "unsafe";
    Node *support = option_of(o, "support"), *said_parallel = option_of(o, "parallel");
    const Oid internal[] = {INTERNALOID};
    const bool is =
        p->prolang == get_language_oid(strVal(option_of(o, "language")), true) &&
        p.text_of(Anum_pg_proc_prosrc) == strVal(llast(as)) &&
        (list_length(as) == 1 || p.text_of(Anum_pg_proc_probin) == strVal(linitial(as))) &&
        has_text(option_of(o, "volatility"), p->provolatile == PROVOLATILE_IMMUTABLE ? "immutable"
                                             : p->provolatile == PROVOLATILE_STABLE  ? "stable"
                                                                                     : "volatile") &&
        (said_parallel == nullptr ? *parallel == 'u' : has_text(said_parallel, parallel)) &&
        p->proisstrict == (option_of(o, "strict") != nullptr) &&
        p->proleakproof == (option_of(o, "leakproof") != nullptr) &&
        p->procost == cost_of(option_of(o, "cost")) && !p->prosecdef && p.is_null(Anum_pg_proc_proconfig) &&
        p->prosupport ==
            (support == nullptr ? InvalidOid : LookupFuncName(castNode(List, support), 1, internal, true));
    p.release();
    return is;
}

bool is_current_operator(const DefineStmt *s, Oid op) {
    const Oid restriction[] = {INTERNALOID, OIDOID, INTERNALOID, INT4OID};
    const Oid join[] = {INTERNALOID, OIDOID, INTERNALOID, INT2OID, INTERNALOID};
    const auto estimator = [s](const char *name, int n, const Oid *arguments) {
        Node *f = option_of(s->definition, name);
        return f == nullptr ? InvalidOid : LookupFuncName(castNode(TypeName, f)->names, n, arguments, true);
    };
    const Oid of_restriction = estimator("restrict", 4, restriction), of_join = estimator("join", 5, join);
    return of_row<FormData_pg_operator>(op, [=](const catalog_row<FormData_pg_operator> &o) {
        return o->oprrest == of_restriction && o->oprjoin == of_join && OidIsValid(o->oprcode);
    });
}

bool is_current_cast(const CreateCastStmt *s, Oid cast) {
    const Oid function = s->func == nullptr ? InvalidOid : LookupFuncWithArgs(OBJECT_FUNCTION, s->func, true);
    const char context = s->context == COERCION_IMPLICIT     ? COERCION_CODE_IMPLICIT
                         : s->context == COERCION_ASSIGNMENT ? COERCION_CODE_ASSIGNMENT
                                                             : COERCION_CODE_EXPLICIT;
    return of_cast(cast, [=](const FormData_pg_cast *c) {
        return c->castfunc == function && c->castcontext == context;
    });
}

bool is_current(Node *n, Oid object) {
    switch (nodeTag(n)) {
    case T_CreateFunctionStmt:
        return is_current_function(castNode(CreateFunctionStmt, n), object);
    case T_CreateCastStmt:
        return is_current_cast(castNode(CreateCastStmt, n), object);
    case T_DefineStmt:
        return castNode(DefineStmt, n)->kind != OBJECT_OPERATOR ||
               is_current_operator(castNode(DefineStmt, n), object);
    default:
        return true;
    }
}

// --- making ---

// Core's default privileges, whatever those of the superuser are here.
void reset_privileges(const ObjectAddress &a) {
    const AttrNumber column = get_object_attnum_acl(a.classId);
    if (column == InvalidAttrNumber)
        return;
    const auto cache = static_cast<SysCacheIdentifier>(get_object_catcache_oid(a.classId));
    const HeapTuple t = SearchSysCacheCopy1(cache, ObjectIdGetDatum(a.objectId));
    bool isnull;
    const Datum acl = SysCacheGetAttr(cache, t, column, &isnull);
    if (isnull)
        return;
    Oid *members;
    const int n = aclmembers(DatumGetAclPCopy(acl), &members);
    const Relation catalog = table_open(a.classId, RowExclusiveLock);
    const int columns = RelationGetNumberOfAttributes(catalog);
    auto *values = static_cast<Datum *>(palloc0(static_cast<std::size_t>(columns) * sizeof(Datum)));
    auto *nulls = static_cast<bool *>(palloc0(static_cast<std::size_t>(columns)));
    auto *replaced = static_cast<bool *>(palloc0(static_cast<std::size_t>(columns)));
    nulls[column - 1] = replaced[column - 1] = true;
    const HeapTuple made = heap_modify_tuple(t, RelationGetDescr(catalog), values, nulls, replaced);
    CatalogTupleUpdate(catalog, &made->t_self, made);
    table_close(catalog, RowExclusiveLock);
    updateAclDependencies(a.classId, a.objectId, 0, owner_of(a), n, members, 0, nullptr);
    CommandCounterIncrement();
}

bool is_tied(const ObjectAddress &a, const ObjectAddress &on) {
    ScanKeyData keys[2];
    ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(a.classId));
    ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(a.objectId));
    const Relation depend = table_open(DependRelationId, AccessShareLock);
    const SysScanDesc scan =
        systable_beginscan(depend, DependDependerIndexId, true, nullptr, lengthof(keys), keys);
    bool found = false;
    for (HeapTuple t; !found && HeapTupleIsValid(t = systable_getnext(scan));) {
        const auto *d = reinterpret_cast<const FormData_pg_depend *>(GETSTRUCT(t));
        found = d->refclassid == on.classId && d->refobjid == on.objectId && d->deptype == DEPENDENCY_AUTO;
    }
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
    return found;
}

// From then on dropping `on` drops the object, without CASCADE.  No SQL does that.  What is tied already
// stays as it is: several sessions find the shared families, and two that replaced one row of pg_depend would
// fail.
void tie(const ObjectAddress &a, const ObjectAddress &on) {
    if (!is_tied(a, on))
        recordDependencyOn(&a, &on, DEPENDENCY_AUTO);
}
void tie_to_type(const maker &m, const ObjectAddress &a) { tie(a, {TypeRelationId, m.type, 0}); }

// What DROP TYPE CASCADE, or DROP EXTENSION CASCADE of base62id, would leave behind, empty.
void tie_family(const maker &m, Node *n, const ObjectAddress &a) {
    if (IsA(n, CreateOpFamilyStmt))
        tie(a, m.shares_families() ? ObjectAddress{LanguageRelationId, m.language, 0}
                                   : ObjectAddress{TypeRelationId, m.type, 0});
}

void refuse_unknown_symbol(const maker &m, const CreateFunctionStmt *s) {
    const auto *as = castNode(List, option_of(s->options, "as"));
    const char *body = strVal(llast(as));
    if (list_length(as) == 1 ? !is_known_body(body)
                             : load_external_function(m.library, body, false, nullptr) == nullptr)
        raise_unknown(m, "the function", body);
}

// Of a new part.
void finish(const context &c, Node *n) {
    const ObjectAddress a = find(part_of(n));
    if (!OidIsValid(a.objectId)) // an event trigger dropped it
        raise_dropped("part", psprintf("of type %s", c.m.base));
    reset_privileges(a);
    const bool sharing = IsA(n, CreateOpFamilyStmt) && c.m.shares_families();
    if (OidIsValid(c.m.member_of) && !sharing && !OidIsValid(getExtensionOfObject(a.classId, a.objectId))) {
        const ObjectAddress extension = {ExtensionRelationId, c.m.member_of, 0};
        recordDependencyOn(&a, &extension, DEPENDENCY_EXTENSION);
    }
    if (IsA(n, CreateOpClassStmt))
        tie_members(c.m, get_opclass_family(a.objectId));
    tie_family(c.m, n, a);
}

void make_part(const context &c, Node *n, const RawStmt *raw) {
    if (IsA(n, CreateFunctionStmt))
        refuse_unknown_symbol(c.m, castNode(CreateFunctionStmt, n));
    run(n, c.text, raw);
    if (IsA(n, DefineStmt) && castNode(DefineStmt, n)->kind == OBJECT_TYPE)
        c.m.type = find(part_of(n)).objectId;
    finish(c, n);
}

// Not by a statement, which would lock each object once more.
void comment(const CommentStmt *s) {
    const ObjectAddress a = find(part_of(reinterpret_cast<Node *>(const_cast<CommentStmt *>(s))));
    const char *now = OidIsValid(a.objectId) ? GetComment(a.objectId, a.classId, 0) : s->comment;
    if (now == nullptr || std::strcmp(now, s->comment) != 0)
        CreateComments(a.objectId, a.classId, 0, s->comment);
}

bool has_classes(Oid family) {
    int classes = 0;
    each_dependent(OperatorFamilyRelationId, family,
                   [&classes](Oid catalog, Oid) { classes += catalog == OperatorClassRelationId; });
    return classes > 0;
}

// A family that other types share already, or one of its own that a type of this name has left behind.
bool may_use_family(const maker &m, const ObjectAddress &a) {
    return is_ours(m, a) && (m.shares_families() ? !OidIsValid(getExtensionOfObject(a.classId, a.objectId))
                                                 : !has_classes(a.objectId));
}

// A family that is shared must not go before the class in it is there for others to see.  Where there is
// none, another session may be making it, and where it was, it may have been moved.
ObjectAddress find_family(const maker &m, const part &p) {
    ObjectAddress a = find(p, AccessShareLock);
    if (OidIsValid(a.objectId) || !m.shares_families())
        return a;
    lock_families(m);
    a = find(p, AccessShareLock);
    if (!OidIsValid(a.objectId) && find_families(m) != m.families)
        ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                        errmsg("operator families were moved by a concurrent change"), errhint("Retry.")));
    return a;
}

// The type that is being made, and shells that stand for operators that come later.
bool is_half_made(const maker &m, const ObjectAddress &a) {
    return (a.classId == TypeRelationId && a.objectId == m.type) ||
           (a.classId == OperatorRelationId && !OidIsValid(get_opcode(a.objectId)) &&
            owner_of(a) == BOOTSTRAP_SUPERUSERID);
}

// --- bringing up to date ---

void refuse_other_make(const maker &m, const CreateOpClassStmt *s, Oid op_class) {
    if (get_opclass_family(op_class) != get_opfamily_oid(method_of(s->amname), s->opfamilyname, true))
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("type %s was not made by this version of base62id", format_type_be(m.type)),
                        errdetail("Its operator classes are in other families."),
                        errhint("Make a new type, and change the columns to it.")));
}

void bring_up_to_date(const context &c, Node *n, const ObjectAddress &a) {
    if (IsA(n, CreateOpClassStmt)) {
        auto *s = castNode(CreateOpClassStmt, n);
        refuse_other_make(c.m, s, a.objectId);
        auto *more = makeNode(AlterOpFamilyStmt);
        more->amname = s->amname;
        more->opfamilyname = s->opfamilyname;
        more->items = lacking_items(s, get_opclass_family(a.objectId), c.m.type);
        add_members(c, more);
        return;
    }
    tie_family(c.m, n, a);
    if (is_current(n, a.objectId))
        return;
    if (IsA(n, CreateFunctionStmt)) {
        refuse_unknown_symbol(c.m, castNode(CreateFunctionStmt, n));
        castNode(CreateFunctionStmt, n)->replace = true;
        run(n, c.text);
    } else if (IsA(n, CreateCastStmt)) {
        performDeletion(&a, DROP_RESTRICT, 0);
        CommandCounterIncrement();
        make_part(c, n, nullptr);
    } else if (IsA(n, DefineStmt)) {
        const auto *d = castNode(DefineStmt, n);
        auto *s = makeNode(AlterOperatorStmt);
        s->opername = castNode(ObjectWithArgs, part_of(n).object);
        for (const char *name : {"restrict", "join"})
            s->options = lappend(s->options, makeDefElem(pstrdup(name), option_of(d->definition, name), -1));
        run(reinterpret_cast<Node *>(s), c.text);
    }
}

// Of a type that is there already.
void upgrade_part(const context &c, Node *n, const RawStmt *raw) {
    const part p = part_of(n);
    if (p.kind == OBJECT_TYPE)
        return;
    const bool family = IsA(n, CreateOpFamilyStmt);
    const ObjectAddress a = family ? find_family(c.m, p) : find(p, ShareUpdateExclusiveLock);
    if (OidIsValid(a.objectId) && !is_half_made(c.m, a)) {
        if (family && c.m.shares_families() ? !may_use_family(c.m, a) : !is_ours(c.m, a))
            raise_taken(a);
        bring_up_to_date(c, n, a);
        return;
    }
    // A class that was dropped has left members in its family.
    if (IsA(n, CreateOpClassStmt)) {
        auto *s = castNode(CreateOpClassStmt, n);
        const Oid of = get_opfamily_oid(method_of(s->amname), s->opfamilyname, false);
        s->items = missing_items(s->items, of, c.m.type);
    }
    make_part(c, n, raw);
}

// Calls see(context, statement, whole) for each statement of the template.
template <class See>
void each_statement(maker &m, const See &see) {
    const statements all = read_template(m);
    const context c{m, all.text};
    ListCell *cell;
    foreach (cell, all.list) {
        const auto *raw = lfirst_node(RawStmt, cell);
        see(c, raw->stmt, raw);
    }
}

bool is_part(Node *n) { return !IsA(n, AlterOpFamilyStmt) && !IsA(n, CommentStmt); }

// What adds to parts.
void add(const context &c, Node *n) {
    if (IsA(n, CommentStmt))
        comment(castNode(CommentStmt, n));
    else
        add_members(c, castNode(AlterOpFamilyStmt, n));
}

// --- reports ---

const char *kind_of(Node *n) {
    return IsA(n, CreateFunctionStmt)           ? "function"
           : IsA(n, CreateCastStmt)             ? "cast"
           : IsA(n, CreateOpClassStmt)          ? "operator class"
           : IsA(n, CreateOpFamilyStmt)         ? "operator family"
           : part_of(n).kind == OBJECT_OPERATOR ? "operator"
                                                : "aggregate";
}

const char *name_of_part(Node *n) {
    const part p = part_of(n);
    if (IsA(p.object, ObjectWithArgs)) {
        const auto *o = castNode(ObjectWithArgs, p.object);
        return psprintf("%s(%s)", strVal(llast(o->objname)), TypeNameListToString(o->objargs));
    }
    const auto *names = castNode(List, p.object);
    if (p.kind != OBJECT_CAST)
        return strVal(llast(names));
    return psprintf("from %s to %s", TypeNameToString(linitial_node(TypeName, names)),
                    TypeNameToString(llast_node(TypeName, names)));
}

void report(StringInfo to, const char *kind, const char *name) {
    appendStringInfo(to, "%s%s %s", to->len == 0 ? "" : ", ", kind, name);
}

void report_missing(const context &c, Node *n, StringInfo to) {
    if (IsA(n, CommentStmt))
        return;
    if (IsA(n, AlterOpFamilyStmt)) {
        const auto *s = castNode(AlterOpFamilyStmt, n);
        const Oid family = get_opfamily_oid(method_of(s->amname), s->opfamilyname, true);
        if (OidIsValid(family) && missing_items(s->items, family, c.m.type) != NIL)
            report(to, "members of operator family", strVal(llast(s->opfamilyname)));
        return;
    }
    const Oid object = oid_of(part_of(n));
    if (!OidIsValid(object))
        report(to, kind_of(n), name_of_part(n));
    else if (!is_current(n, object))
        report(to, psprintf("definition of %s", kind_of(n)), name_of_part(n));
    else if (IsA(n, CreateOpClassStmt) &&
             lacking_items(castNode(CreateOpClassStmt, n), get_opclass_family(object), c.m.type) != NIL)
        report(to, "members of operator class", name_of_part(n));
}

} // namespace

void make_parts(maker &m) {
    each_statement(m, [](const context &c, Node *n, const RawStmt *raw) {
        if (!is_part(n))
            return add(c, n);
        const part p = part_of(n);
        const ObjectAddress a = IsA(n, CreateOpFamilyStmt) ? find_family(c.m, p) : find(p);
        if (!OidIsValid(a.objectId) || is_half_made(c.m, a))
            make_part(c, n, raw);
        else if (IsA(n, CreateOpFamilyStmt) && may_use_family(c.m, a))
            tie_family(c.m, n, a);
        else
            raise_taken(a);
    });
}

void upgrade_parts(maker &m) {
    each_statement(m, [](const context &c, Node *n, const RawStmt *raw) {
        if (is_part(n))
            upgrade_part(c, n, raw);
        else
            add(c, n);
    });
}

void tie_parts(maker &m) {
    for (const bool tie : {false, true}) // all are locked first: one may be dropped while this waits
        each_statement(m, [tie](const context &c, Node *n, const RawStmt *) {
            if (!is_part(n) || part_of(n).kind == OBJECT_TYPE ||
                (IsA(n, CreateOpFamilyStmt) && c.m.shares_families()))
                return;
            const ObjectAddress a = find(part_of(n), tie ? NoLock : AccessExclusiveLock);
            if (!tie || !OidIsValid(a.objectId) || !is_ours(c.m, a))
                return;
            tie_to_type(c.m, a);
            if (IsA(n, CreateOpClassStmt))
                tie_members(c.m, get_opclass_family(a.objectId));
        });
    CommandCounterIncrement();
}

void move_families(maker &m) {
    if (!m.shares_families() || m.families == m.extension)
        return;
    lock_families(m);
    each_statement(m, [](const context &c, Node *n, const RawStmt *) {
        const ObjectAddress a =
            IsA(n, CreateOpFamilyStmt) ? find(part_of(n), AccessExclusiveLock) : InvalidObjectAddress;
        if (OidIsValid(a.objectId))
            AlterObjectNamespace_oid(a.classId, a.objectId, c.m.extension, new_object_addresses());
    });
    CommandCounterIncrement();
    m.families = m.extension;
}

// Looks first without locks: mostly there is nothing, and the lock waits for all who make types.
void sweep_families(maker &m) {
    if (!m.shares_families())
        return;
    each_statement(m, [](const context &c, Node *n, const RawStmt *) {
        for (const LOCKMODE lock : {NoLock, AccessExclusiveLock}) {
            const ObjectAddress family =
                IsA(n, CreateOpFamilyStmt) ? find(part_of(n), lock) : InvalidObjectAddress;
            if (!OidIsValid(family.objectId) || !may_use_family(c.m, family))
                return;
            ObjectAddresses *dead = new_object_addresses();
            bool found = !has_classes(family.objectId);
            if (found)
                add_exact_object_address(&family, dead);
            else
                each_member(family.objectId, InvalidOid, InvalidOid, [&](Oid catalog, const auto &row) {
                    const member_types of = types_of(row);
                    const ObjectAddress member = {catalog, row.oid, 0};
                    if (SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(of.left)) &&
                        SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(of.right)))
                        return;
                    add_exact_object_address(&member, dead);
                    found = true;
                });
            if (!found)
                return;
            if (lock != NoLock)
                performMultipleDeletions(dead, DROP_RESTRICT, PERFORM_DELETION_INTERNAL);
        }
        CommandCounterIncrement();
    });
}

// Foreign keys from columns of uuid: they need the implicit cast, and PostgreSQL does not record that.
static void refuse_foreign_keys(const maker &m) {
    StringInfoData found;
    initStringInfo(&found);
    const Relation constraints = table_open(ConstraintRelationId, AccessShareLock);
    const SysScanDesc scan = systable_beginscan(constraints, InvalidOid, false, nullptr, 0, nullptr);
    for (HeapTuple t; HeapTupleIsValid(t = systable_getnext(scan));) {
        const auto *c = reinterpret_cast<const FormData_pg_constraint *>(GETSTRUCT(t));
        if (c->contype != CONSTRAINT_FOREIGN)
            continue;
        int n, unused;
        AttrNumber columns[INDEX_MAX_KEYS], referenced[INDEX_MAX_KEYS], set[INDEX_MAX_KEYS];
        Oid equal[INDEX_MAX_KEYS], pp[INDEX_MAX_KEYS], ff[INDEX_MAX_KEYS];
        DeconstructFkConstraintRow(t, &n, columns, referenced, equal, pp, ff, &unused, set);
        for (int i = 0; i < n; ++i) {
            const Oid from = getBaseType(get_atttype(c->conrelid, columns[i]));
            if (getBaseType(get_atttype(c->confrelid, referenced[i])) != m.type || from == m.type)
                continue;
            const ObjectAddress key = {ConstraintRelationId, c->oid, 0};
            appendStringInfo(&found, "%s%s depends on the cast", found.len == 0 ? "" : "\n",
                             getObjectDescription(&key, false));
            break;
        }
    }
    systable_endscan(scan);
    table_close(constraints, AccessShareLock);
    if (found.len != 0)
        ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
                        errmsg("type %s must go on taking uuids because other objects depend on it",
                               format_type_be(m.type)),
                        errdetail_internal("%s", found.data)));
}

// The parts that the type has of those that the template names.
static ObjectAddresses *present_parts(maker &m) {
    ObjectAddresses *all = new_object_addresses();
    each_statement(m, [all](const context &c, Node *n, const RawStmt *) {
        const ObjectAddress a = is_part(n) ? find(part_of(n)) : InvalidObjectAddress;
        if (OidIsValid(a.objectId) && is_ours(c.m, a))
            add_exact_object_address(&a, all);
    });
    return all;
}

void change_acceptance(maker &m, bool accept) {
    if (!accept && m.id.accepts_uuid && !m.id.masked)
        refuse_foreign_keys(m);
    // What only types that take uuids have goes first.
    const bool accepted = m.id.accepts_uuid;
    m.id.accepts_uuid = accept;
    const ObjectAddresses *kept = present_parts(m);
    m.id.accepts_uuid = accepted;
    ObjectAddresses *gone = new_object_addresses();
    each_statement(m, [&](const context &c, Node *n, const RawStmt *) {
        const ObjectAddress a = is_part(n) ? find(part_of(n)) : InvalidObjectAddress;
        if (OidIsValid(a.objectId) && is_ours(c.m, a) && !object_address_present(&a, kept))
            add_exact_object_address(&a, gone);
    });
    performMultipleDeletions(gone, DROP_RESTRICT, 0);
    CommandCounterIncrement();
    m.id.accepts_uuid = accept;
    upgrade_parts(m);
}

bool read_typed_id(maker &m, Oid type) {
    m.type = type;
    if (!find_typed_id(type, m.language, &m.id))
        return false;
    set_names(m, input_of_type(type));
    m.member_of = getExtensionOfObject(TypeRelationId, type);
    const Oid family = family_of_type(type);
    m.families = m.id.is_number()          ? InvalidOid
                 : OidIsValid(family)      ? schema_of_shared(family)
                 : OidIsValid(m.member_of) ? InvalidOid
                                           : find_families(m); // its class was dropped
    return true;
}

const char *missing_parts(maker &m, Oid type) {
    StringInfoData all;
    initStringInfo(&all);
    if (!read_typed_id(m, type))
        return all.data;
    const risen before = rise();
    each_statement(m, [&all](const context &c, Node *n, const RawStmt *) { report_missing(c, n, &all); });
    sink(before);
    return all.data;
}

} // namespace base62id::pg
