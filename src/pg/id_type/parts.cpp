// Makes the parts of an id type, brings them up to date, and says what is missing: each statement of the
// template is executed, or compared with what is there.
#include "pg/id_type/maker.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

namespace {

// Calls see(statement, whole) for each statement of the template.
template <class See>
void each_statement(maker &m, const See &see) {
    if (m.statements == NIL)
        m.statements = read_template(m, &m.text);
    ListCell *cell;
    foreach (cell, m.statements) {
        const auto *raw = lfirst_node(RawStmt, cell);
        see(raw->stmt, raw);
    }
}

// --- what a statement makes, or adds to ---

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

part part_of(Node *n) {
    switch (nodeTag(n)) {
    case T_DefineStmt: {
        const auto *s = castNode(DefineStmt, n);
        if (s->kind == OBJECT_TYPE)
            return {OBJECT_TYPE, reinterpret_cast<Node *>(makeTypeNameFromNameList(s->defnames))};
        List *types = s->kind == OBJECT_AGGREGATE ? linitial_node(List, s->args)
                                                  : list_make2(option_of(s->definition, "leftarg"),
                                                               option_of(s->definition, "rightarg"));
        return {s->kind, with_arguments(s->defnames, types)};
    }
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
    case T_AlterOpFamilyStmt: {
        const auto *s = castNode(AlterOpFamilyStmt, n);
        return {OBJECT_OPFAMILY, of_method(s->amname, s->opfamilyname)};
    }
    case T_CommentStmt: {
        const auto *s = castNode(CommentStmt, n);
        return {s->objtype == OBJECT_FUNCTION ? OBJECT_ROUTINE : s->objtype, s->object};
    }
    default:
        elog(ERROR, "unexpected statement in the template of id types: %d", static_cast<int>(nodeTag(n)));
    }
}

bool is_part(Node *n) { return !IsA(n, AlterOpFamilyStmt) && !IsA(n, CommentStmt); }

Oid type_named(const void *name) {
    return LookupTypeNameOid(nullptr, static_cast<const TypeName *>(name), true);
}

// A routine by its qualified name.  PostgreSQL's own look-up keeps a list of each name, which slows others.
Oid routine_of(const ObjectWithArgs *o) {
    Oid types[FUNC_MAX_ARGS];
    int n = 0;
    ListCell *cell;
    foreach (cell, o->objargs)
        if (types[n++] = type_named(lfirst(cell)); !OidIsValid(types[n - 1]))
            return InvalidOid;
    const Oid schema = get_namespace_oid(strVal(linitial(o->objname)), true);
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(strVal(llast(o->objname))),
                           PointerGetDatum(buildoidvector(types, n)), ObjectIdGetDatum(schema));
}

// Without a lock: for what this transaction made, and for reports.
ObjectAddress look_up(const part &p) {
    const auto list = [&p] { return castNode(List, p.object); };
    const auto method = [&list] { return get_index_am_oid(strVal(linitial(list())), false); };
    switch (p.kind) {
    case OBJECT_TYPE:
        return {TypeRelationId, type_named(p.object), 0};
    case OBJECT_OPERATOR:
        return {OperatorRelationId, LookupOperWithArgs(castNode(ObjectWithArgs, p.object), true), 0};
    case OBJECT_CAST:
        return {CastRelationId, get_cast_oid(type_named(linitial(list())), type_named(llast(list())), true),
                0};
    case OBJECT_OPCLASS:
        return {OperatorClassRelationId, get_opclass_oid(method(), list_copy_tail(list(), 1), true), 0};
    case OBJECT_OPFAMILY:
        return {OperatorFamilyRelationId, get_opfamily_oid(method(), list_copy_tail(list(), 1), true), 0};
    default:
        return {ProcedureRelationId, routine_of(castNode(ObjectWithArgs, p.object)), 0};
    }
}
ObjectAddress look_up(Node *n) { return look_up(part_of(n)); }

// With a lock, if there is one, so that nobody else drops it: PostgreSQL looks again after the wait.
ObjectAddress lock(Node *n, LOCKMODE mode) {
    const part p = part_of(n);
    Relation unused = nullptr;
    return get_object_address(p.kind, p.object, &unused, mode, true);
}

// --- whose it is ---

// A cast, of which there is no cache by OID; null if there is none.
const FormData_pg_cast *cast_row(Oid cast) {
    const Relation casts = table_open(CastRelationId, AccessShareLock);
    const HeapTuple t = get_catalog_object_by_oid(casts, Anum_pg_cast_oid, cast);
    table_close(casts, AccessShareLock);
    return HeapTupleIsValid(t) ? reinterpret_cast<const FormData_pg_cast *>(GETSTRUCT(t)) : nullptr;
}

// The function behind an object, whose owner is also a cast's; invalid if there is none.
Oid function_behind(const ObjectAddress &a) {
    if (a.classId == OperatorRelationId)
        return get_opcode(a.objectId);
    if (a.classId == CastRelationId) {
        const auto *row = cast_row(a.objectId);
        return row == nullptr ? InvalidOid : row->castfunc;
    }
    const Oid aggregated =
        a.classId != ProcedureRelationId
            ? InvalidOid
            : of_row<FormData_pg_aggregate>(
                  a.objectId, [](const catalog_row<FormData_pg_aggregate> &r) { return r->aggtransfn; });
    return a.classId != ProcedureRelationId || OidIsValid(aggregated) ? aggregated : a.objectId;
}

// Whether it is a superuser's, and runs a function of our library or language.
bool is_ours(const maker &m, const ObjectAddress &a) {
    if (a.classId != CastRelationId && !superuser_arg(owner_of(a.classId, a.objectId)))
        return false;
    const Oid function = function_behind(a);
    if (!OidIsValid(function))
        return true;
    return superuser_arg(owner_of(ProcedureRelationId, function)) &&
           of_row<FormData_pg_proc>(function, [&m](const procedure_row &p) {
               return p->prolang == m.language ||
                      (p->prolang == ClanguageId && p.text_of(Anum_pg_proc_probin) == m.library);
           });
}

[[noreturn]] void raise_taken(const ObjectAddress &a) {
    const ObjectAddress owned =
        a.classId == CastRelationId ? ObjectAddress{ProcedureRelationId, function_behind(a), 0} : a;
    const Oid owner = owner_of(owned.classId, owned.objectId);
    const char *what = getObjectDescription(&a, false);
    ereport(
        ERROR,
        (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("%s already exists", what),
         OidIsValid(owner) ? errdetail("It stands in the place of a part of an id type. Its owner is %s.",
                                       GetUserNameFromId(owner, false))
                           : errdetail("It stands in the place of a part of an id type."),
         errhint("Drop it or rename it. typeid_accept_uuid() changes what a type of typeid_types() takes.")));
}

// --- members of operator families ---

// Calls see(catalog, member) for the functions and operators of a family, or those of these types.
template <class See>
void each_member(Oid family, Oid left, Oid right, const See &see) {
    // Both catalogs begin alike.
    static_assert(Anum_pg_amproc_amprocfamily == Anum_pg_amop_amopfamily &&
                  offsetof(FormData_pg_amproc, amprocrighttype) == offsetof(FormData_pg_amop, amoprighttype));
    for (const Oid catalog : {AccessMethodProcedureRelationId, AccessMethodOperatorRelationId}) {
        const Oid index = catalog == AccessMethodOperatorRelationId ? AccessMethodStrategyIndexId
                                                                    : AccessMethodProcedureIndexId;
        const auto member = [&see, catalog](const FormData_pg_amop &row) { see(catalog, row); };
        const column_is of = {Anum_pg_amop_amopfamily, family}, from = {Anum_pg_amop_amoplefttype, left},
                        to = {Anum_pg_amop_amoprighttype, right};
        if (OidIsValid(right))
            each_row<FormData_pg_amop>(catalog, index, {of, from, to}, member);
        else if (OidIsValid(left))
            each_row<FormData_pg_amop>(catalog, index, {of, from}, member);
        else
            each_row<FormData_pg_amop>(catalog, index, {of}, member);
    }
}

// What PostgreSQL itself ties to the family only (amadjustmembers) would stay when the type goes, or be left
// out of a dump where the family is an extension's.  Tied to the class, it is dumped and dropped with that.
void tie_members(maker &m) {
    each_statement(m, [&m](Node *n, const RawStmt *) {
        const ObjectAddress op_class = IsA(n, CreateOpClassStmt) ? look_up(n) : InvalidObjectAddress;
        if (!OidIsValid(op_class.objectId) || !is_ours(m, op_class))
            return;
        const Oid family = get_opclass_family(op_class.objectId);
        const auto to_class = [&](Oid catalog, const FormData_pg_amop &row) {
            const ObjectAddress member = {catalog, row.oid, 0};
            if (deleteDependencyRecordsForSpecific(catalog, row.oid, DEPENDENCY_AUTO,
                                                   OperatorFamilyRelationId, family) > 0)
                recordDependencyOn(&member, &op_class, DEPENDENCY_INTERNAL);
        };
        each_member(family, m.type, InvalidOid, to_class);
        each_member(family, UUIDOID, m.type, to_class);
    });
    CommandCounterIncrement();
}

// The types of an item; those of a function of a class are its own.
struct member_types {
    Oid left, right;
};
member_types types_of_item(const CreateOpClassItem *i, Oid type) {
    const List *types = i->itemtype == OPCLASS_ITEM_OPERATOR ? i->name->objargs : i->class_args;
    if (types == NIL)
        return {type, type};
    return {typenameTypeId(nullptr, linitial_node(TypeName, types)),
            typenameTypeId(nullptr, llast_node(TypeName, types))};
}

// The items that the family lacks, as a statement about the family says them.
List *missing_items(const List *items, Oid family, Oid type) {
    List *missing = NIL;
    ListCell *cell;
    foreach (cell, items) {
        auto *i = lfirst_node(CreateOpClassItem, cell);
        const auto number = static_cast<int16>(i->number);
        if (i->itemtype == OPCLASS_ITEM_STORAGETYPE)
            continue;
        const auto [left, right] = types_of_item(i, type);
        if (OidIsValid(i->itemtype == OPCLASS_ITEM_OPERATOR ? get_opfamily_member(family, left, right, number)
                                                            : get_opfamily_proc(family, left, right, number)))
            continue;
        if (i->itemtype == OPCLASS_ITEM_FUNCTION && i->class_args == NIL)
            i->class_args = list_make2(makeTypeNameFromOid(type, -1), makeTypeNameFromOid(type, -1));
        missing = lappend(missing, i);
    }
    return missing;
}

// One session at a time makes what all types share.
void lock_families(const maker &m) {
    LockDatabaseObject(LanguageRelationId, m.language, 0, ShareUpdateExclusiveLock);
}

void add_members(const maker &m, char *method, List *name, const List *items) {
    const Oid family = get_opfamily_oid(get_index_am_oid(method, false), name, false);
    auto *s = makeNode(AlterOpFamilyStmt);
    s->amname = method;
    s->opfamilyname = name;
    s->items = missing_items(items, family, m.type);
    ListCell *cell;
    foreach (cell, s->items) {
        const auto [left, right] = types_of_item(lfirst_node(CreateOpClassItem, cell), m.type);
        if (left != m.type && right != m.type) {
            lock_families(m);
            s->items = missing_items(items, family, m.type);
            break;
        }
    }
    if (s->items != NIL)
        run(reinterpret_cast<Node *>(s), m.text);
}

// --- whether a part is as the statement says ---

// Whether `all` has these options; VOLATILE, the default, may be missing from it.
bool are_among(const List *these, List *all) {
    ListCell *cell;
    foreach (cell, these) {
        const auto *o = lfirst_node(DefElem, cell);
        if (!equal(o->arg, option_of(all, o->defname)) &&
            !(IsA(o->arg, String) && std::strcmp(strVal(o->arg), "volatile") == 0))
            return false;
    }
    return true;
}

// Compares with the statement by which PostgreSQL itself would create the function.
bool is_current_function(const CreateFunctionStmt *s, Oid function) {
    if (of_row<FormData_pg_proc>(function, [](const procedure_row &p) { return p->prokind; }) !=
        PROKIND_FUNCTION)
        return false;
    LOCAL_FCINFO(call, 1);
    InitFunctionCallInfoData(*call, nullptr, 1, InvalidOid, nullptr, nullptr);
    call->args[0] = {ObjectIdGetDatum(function), false};
    const Datum definition = pg_get_functiondef(call);
    if (call->isnull)
        return false;
    const List *parsed = raw_parser(TextDatumGetCString(definition), RAW_PARSE_DEFAULT);
    List *options = castNode(CreateFunctionStmt, linitial_node(RawStmt, parsed)->stmt)->options;
    return are_among(s->options, options) && are_among(options, s->options);
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
    const auto *row = cast_row(cast);
    return row != nullptr && row->castfunc == function && row->castcontext == context;
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

// Sets core's default privileges, whatever ALTER DEFAULT PRIVILEGES says for the superuser.
void reset_privileges(const ObjectAddress &a) {
    int column = get_object_attnum_acl(a.classId);
    if (column == InvalidAttrNumber)
        return;
    const Relation catalog = table_open(a.classId, RowExclusiveLock);
    HeapTuple t = get_catalog_object_by_oid(catalog, get_object_attnum_oid(a.classId), a.objectId);
    bool isnull, null = true;
    const Datum acl = fastgetattr(t, column, RelationGetDescr(catalog), &isnull);
    if (!isnull) {
        Oid *members;
        const int n = aclmembers(DatumGetAclPCopy(acl), &members);
        Datum none{};
        t = heap_modify_tuple_by_cols(t, RelationGetDescr(catalog), 1, &column, &none, &null);
        CatalogTupleUpdate(catalog, &t->t_self, t);
        updateAclDependencies(a.classId, a.objectId, 0, owner_of(a.classId, a.objectId), n, members, 0,
                              nullptr);
        CommandCounterIncrement();
    }
    table_close(catalog, RowExclusiveLock);
}

bool is_tied(const ObjectAddress &a, const ObjectAddress &on) {
    bool found = false;
    each_row<FormData_pg_depend>(DependRelationId, DependDependerIndexId,
                                 {{Anum_pg_depend_classid, a.classId}, {Anum_pg_depend_objid, a.objectId}},
                                 [&](const FormData_pg_depend &d) {
                                     return found = d.refclassid == on.classId && d.refobjid == on.objectId &&
                                                    d.deptype == DEPENDENCY_AUTO;
                                 });
    return found;
}

// From then on dropping `on` drops the object without CASCADE, for which there is no SQL.  What is tied
// stays as it is: two sessions that replaced the same row of pg_depend for a shared family would fail.
void tie(const ObjectAddress &a, const ObjectAddress &on) {
    if (!is_tied(a, on))
        recordDependencyOn(&a, &on, DEPENDENCY_AUTO);
}

// What DROP TYPE CASCADE, or DROP EXTENSION CASCADE of base62id, would leave behind, empty.
void tie_family(const maker &m, const ObjectAddress &a) {
    tie(a, m.shares_families() ? ObjectAddress{LanguageRelationId, m.language, 0}
                               : ObjectAddress{TypeRelationId, m.type, 0});
}

// DROP TYPE CASCADE would leave a function that neither takes nor returns the type, as skip support, and no
// other type could have that name.  A dump does not have the tie.
void tie_function(const maker &m, const ObjectAddress &a) {
    if (a.classId == ProcedureRelationId && get_func_rettype(a.objectId) == VOIDOID)
        tie(a, {TypeRelationId, m.type, 0});
}

void refuse_unknown_symbol(const maker &m, const CreateFunctionStmt *s) {
    const auto *as = castNode(List, option_of(s->options, "as"));
    const char *body = strVal(llast(as));
    if (list_length(as) == 1 ? !is_known_body(body)
                             : load_external_function(m.library, body, false, nullptr) == nullptr)
        raise_unknown(m, "the function", body);
}

void make_part(maker &m, Node *n, const RawStmt *whole) {
    if (IsA(n, CreateFunctionStmt))
        refuse_unknown_symbol(m, castNode(CreateFunctionStmt, n));
    run(n, m.text, whole);
    const ObjectAddress a = look_up(n);
    if (!OidIsValid(a.objectId)) // an event trigger dropped it
        raise_dropped("part", psprintf("of type %s", m.base));
    if (a.classId == TypeRelationId)
        m.type = a.objectId;
    reset_privileges(a);
    const bool family = IsA(n, CreateOpFamilyStmt);
    if (OidIsValid(m.member_of) && !(family && m.shares_families()) &&
        !OidIsValid(getExtensionOfObject(a.classId, a.objectId))) {
        const ObjectAddress extension = {ExtensionRelationId, m.member_of, 0};
        recordDependencyOn(&a, &extension, DEPENDENCY_EXTENSION);
    }
    if (family)
        tie_family(m, a);
    tie_function(m, a);
}

// Not by a statement, which would lock each object once more.
void comment(const CommentStmt *s, const ObjectAddress &a) {
    const char *now = OidIsValid(a.objectId) ? GetComment(a.objectId, a.classId, 0) : s->comment;
    if (now == nullptr || std::strcmp(now, s->comment) != 0)
        CreateComments(a.objectId, a.classId, 0, s->comment);
}

// The class found last is asked first: of a thousand types that are dropped, each leaves rows to pass over.
bool has_classes(Oid family) {
    static Oid found[8];
    Oid &last = found[family % std::size(found)];
    const auto is_in = [family](const catalog_row<FormData_pg_opclass> &c) { return c->opcfamily == family; };
    if (of_row<FormData_pg_opclass>(last, is_in))
        return true;
    bool any = false; // as of one snapshot: the class found last may be dropped meanwhile
    each_dependent(OperatorFamilyRelationId, family, [&last, &any](Oid catalog, Oid object) {
        if (catalog == OperatorClassRelationId)
            last = object, any = true;
    });
    return any;
}

// A family that other types share already, or one of its own that a type of this name has left behind.
bool may_use_family(const maker &m, const ObjectAddress &a) {
    return is_ours(m, a) && (m.shares_families() ? !OidIsValid(getExtensionOfObject(a.classId, a.objectId))
                                                 : !has_classes(a.objectId));
}

// A shared family must not be dropped before others can see the class in it.  If there is none, another
// session may be making it; if there was one, it may have been moved.
ObjectAddress find_family(const maker &m, Node *n) {
    ObjectAddress a = lock(n, AccessShareLock);
    if (OidIsValid(a.objectId) || !m.shares_families())
        return a;
    lock_families(m);
    a = lock(n, AccessShareLock);
    if (!OidIsValid(a.objectId) && find_families(m) != m.families)
        ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                        errmsg("operator families were moved by a concurrent change"), errhint("Retry.")));
    return a;
}

// The type that is being made, and shells that stand for operators that come later.
bool is_half_made(const maker &m, const ObjectAddress &a) {
    return (a.classId == TypeRelationId && a.objectId == m.type) ||
           (a.classId == OperatorRelationId && !OidIsValid(get_opcode(a.objectId)) &&
            owner_of(a.classId, a.objectId) == BOOTSTRAP_SUPERUSERID);
}

// --- bringing up to date ---

void refuse_other_make(const maker &m, const CreateOpClassStmt *s, Oid op_class) {
    if (get_opclass_family(op_class) !=
        get_opfamily_oid(get_index_am_oid(s->amname, false), s->opfamilyname, true))
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("type %s was not made by this version of base62id", format_type_be(m.type)),
                        errdetail("Its operator classes are in other families."),
                        errhint("Make a new type, and change the columns to it.")));
}

// Of a part that is there and ours.
void bring_up_to_date(maker &m, Node *n, const ObjectAddress &a) {
    tie_function(m, a);
    if (IsA(n, CreateOpFamilyStmt)) {
        tie_family(m, a);
    } else if (IsA(n, CreateOpClassStmt)) {
        const auto *s = castNode(CreateOpClassStmt, n);
        refuse_other_make(m, s, a.objectId);
        add_members(m, s->amname, s->opfamilyname, s->items);
    } else if (is_current(n, a.objectId)) {
        return;
    } else if (IsA(n, CreateFunctionStmt)) {
        refuse_unknown_symbol(m, castNode(CreateFunctionStmt, n));
        castNode(CreateFunctionStmt, n)->replace = true;
        run(n, m.text);
    } else if (IsA(n, CreateCastStmt)) {
        performDeletion(&a, DROP_RESTRICT, 0);
        CommandCounterIncrement();
        make_part(m, n, nullptr);
    } else if (IsA(n, DefineStmt)) {
        const auto *d = castNode(DefineStmt, n);
        auto *s = makeNode(AlterOperatorStmt);
        s->opername = castNode(ObjectWithArgs, part_of(n).object);
        for (const char *name : {"restrict", "join"})
            s->options = lappend(s->options, makeDefElem(pstrdup(name), option_of(d->definition, name), -1));
        run(reinterpret_cast<Node *>(s), m.text);
    }
}

// A class that was dropped has left members in its family.
void leave_out_members(const maker &m, CreateOpClassStmt *s) {
    const Oid family = get_opfamily_oid(get_index_am_oid(s->amname, false), s->opfamilyname, false);
    List *items = missing_items(s->items, family, m.type);
    ListCell *cell;
    foreach (cell, s->items)
        if (lfirst_node(CreateOpClassItem, cell)->itemtype == OPCLASS_ITEM_STORAGETYPE)
            items = lappend(items, lfirst(cell));
    s->items = items;
}

// `fresh`: of a type that is being made, of which nothing is there but families.
void make_or_update(maker &m, bool fresh, Node *n, const RawStmt *whole) {
    const bool family = IsA(n, CreateOpFamilyStmt);
    if (IsA(n, AlterOpFamilyStmt)) {
        const auto *s = castNode(AlterOpFamilyStmt, n);
        return add_members(m, s->amname, s->opfamilyname, s->items);
    }
    if (IsA(n, CommentStmt))
        return comment(castNode(CommentStmt, n), look_up(n));
    if (!fresh && part_of(n).kind == OBJECT_TYPE)
        return;
    const ObjectAddress a = family  ? find_family(m, n)
                            : fresh ? look_up(n)
                                    : lock(n, ShareUpdateExclusiveLock);
    if (!OidIsValid(a.objectId) || is_half_made(m, a)) {
        if (!fresh && IsA(n, CreateOpClassStmt))
            leave_out_members(m, castNode(CreateOpClassStmt, n));
        make_part(m, n, whole);
    } else if (family && (fresh || m.shares_families()) ? may_use_family(m, a) : !fresh && is_ours(m, a)) {
        bring_up_to_date(m, n, a);
    } else {
        raise_taken(a);
    }
}

// --- reports ---

// "operator class", of CREATE OPERATOR CLASS.
const char *kind_of(Node *n) {
    const char *command = GetCommandTagName(CreateCommandTag(n)), *kind = std::strchr(command, ' ') + 1;
    return downcase_identifier(kind, static_cast<int>(std::strlen(kind)), false, false);
}

const char *name_of(const part &p) {
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

// What a part lacks, in words that go before its name: "" is the whole part, null is nothing.
const char *what_is_missing_of(const maker &m, Node *n) {
    const Oid object = look_up(n).objectId;
    const bool more = IsA(n, AlterOpFamilyStmt), op_class = IsA(n, CreateOpClassStmt);
    if (!OidIsValid(object) || IsA(n, CommentStmt))
        return is_part(n) ? "" : nullptr;
    const List *items = more       ? castNode(AlterOpFamilyStmt, n)->items
                        : op_class ? castNode(CreateOpClassStmt, n)->items
                                   : NIL;
    if (missing_items(items, op_class ? get_opclass_family(object) : object, m.type) != NIL)
        return "members of ";
    return is_current(n, object) ? nullptr : "definition of ";
}

} // namespace

void make_parts(maker &m) {
    const bool fresh = !OidIsValid(m.type);
    each_statement(m, [&m, fresh](Node *n, const RawStmt *whole) { make_or_update(m, fresh, n, whole); });
    tie_members(m);
}

void tie_parts(maker &m) {
    const auto each = [&m](const auto &see) {
        each_statement(m, [&](Node *n, const RawStmt *) {
            if (is_part(n) && part_of(n).kind != OBJECT_TYPE &&
                !(IsA(n, CreateOpFamilyStmt) && m.shares_families()))
                see(n);
        });
    };
    each([](Node *n) { lock(n, AccessExclusiveLock); }); // all first: one may be dropped while this waits
    m.statements = NIL;                                  // and the type renamed
    each([&m](Node *n) {
        const ObjectAddress a = look_up(n);
        if (OidIsValid(a.objectId) && is_ours(m, a))
            tie(a, {TypeRelationId, m.type, 0});
    });
    tie_members(m);
}

void move_families(maker &m) {
    if (!m.shares_families() || m.families == m.extension)
        return;
    lock_families(m);
    each_statement(m, [&m](Node *n, const RawStmt *) {
        const ObjectAddress a =
            IsA(n, CreateOpFamilyStmt) ? lock(n, AccessExclusiveLock) : InvalidObjectAddress;
        if (OidIsValid(a.objectId))
            AlterObjectNamespace_oid(a.classId, a.objectId, m.extension, new_object_addresses());
    });
    CommandCounterIncrement();
    m.families = m.extension;
    m.statements = NIL;
}

// Members whose type is gone, or the family itself if it has no class any more; null if there is nothing.
static ObjectAddresses *dead_members_of(const ObjectAddress &family, bool swept) {
    ObjectAddresses *dead = new_object_addresses();
    bool found = !has_classes(family.objectId);
    if (found)
        add_exact_object_address(&family, dead);
    else if (!swept) // a type takes its own along
        each_member(family.objectId, InvalidOid, InvalidOid, [&](Oid catalog, const FormData_pg_amop &row) {
            const ObjectAddress member = {catalog, row.oid, 0};
            for (const Oid type : {row.amoplefttype, row.amoprighttype})
                if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type))) {
                    add_exact_object_address(&member, dead);
                    found = true;
                }
        });
    return found ? dead : nullptr;
}

// Looks first without locks: mostly there is nothing, and the lock waits for all who make types.
void sweep_families(maker &m) {
    static TransactionId last = InvalidTransactionId; // once in each, of savepoints too: these may roll back
    if (!m.shares_families())
        return;
    const bool swept = std::exchange(last, GetCurrentTransactionId()) == GetCurrentTransactionId();
    each_statement(m, [&m, swept](Node *n, const RawStmt *) {
        const auto dead = [&m, swept](const ObjectAddress &family) {
            return OidIsValid(family.objectId) && may_use_family(m, family) ? dead_members_of(family, swept)
                                                                            : nullptr;
        };
        if (!IsA(n, CreateOpFamilyStmt) || dead(look_up(n)) == nullptr)
            return;
        if (const ObjectAddresses *found = dead(lock(n, AccessExclusiveLock)); found != nullptr)
            performMultipleDeletions(found, DROP_RESTRICT, PERFORM_DELETION_INTERNAL);
        CommandCounterIncrement();
    });
}

// Foreign keys from columns of uuid: they need the implicit cast, and PostgreSQL does not record that.
static void refuse_foreign_keys(const maker &m) {
    StringInfoData found;
    initStringInfo(&found);
    each_row<FormData_pg_constraint>(
        ConstraintRelationId, InvalidOid, {}, [&](const FormData_pg_constraint &c) {
            const HeapTuple t = c.contype == CONSTRAINT_FOREIGN
                                    ? SearchSysCache1(CONSTROID, ObjectIdGetDatum(c.oid))
                                    : nullptr;
            if (!HeapTupleIsValid(t))
                return;
            int n, unused;
            AttrNumber columns[INDEX_MAX_KEYS], referenced[INDEX_MAX_KEYS], set[INDEX_MAX_KEYS];
            Oid equal[INDEX_MAX_KEYS], pp[INDEX_MAX_KEYS], ff[INDEX_MAX_KEYS];
            DeconstructFkConstraintRow(t, &n, columns, referenced, equal, pp, ff, &unused, set);
            ReleaseSysCache(t);
            const ObjectAddress key = {ConstraintRelationId, c.oid, 0};
            for (int i = 0; i < n; ++i) {
                const Oid from = getBaseType(get_atttype(c.conrelid, columns[i]));
                if (getBaseType(get_atttype(c.confrelid, referenced[i])) != m.type || from == m.type)
                    continue;
                appendStringInfo(&found, "%s%s depends on the cast", found.len == 0 ? "" : "\n",
                                 getObjectDescription(&key, false));
                break;
            }
        });
    if (found.len != 0)
        ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
                        errmsg("type %s must keep accepting uuids because other objects depend on it",
                               format_type_be(m.type)),
                        errdetail_internal("%s", found.data)));
}

// Those parts of the template that the type has, without some.
static ObjectAddresses *present_parts(maker &m, bool accepting, const ObjectAddresses *but) {
    ObjectAddresses *all = new_object_addresses();
    m.id.accepts_uuid = accepting;
    m.statements = NIL;
    each_statement(m, [&](Node *n, const RawStmt *) {
        const ObjectAddress a = is_part(n) ? look_up(n) : InvalidObjectAddress;
        if (OidIsValid(a.objectId) && is_ours(m, a) && (but == nullptr || !object_address_present(&a, but)))
            add_exact_object_address(&a, all);
    });
    return all;
}

void change_acceptance(maker &m, bool accept) {
    const bool accepted = m.id.accepts_uuid;
    if (!accept && accepted && !m.id.masked)
        refuse_foreign_keys(m);
    // What only types that take uuids have goes first.
    const ObjectAddresses *kept = present_parts(m, accept, nullptr);
    performMultipleDeletions(present_parts(m, accepted, kept), DROP_RESTRICT, 0);
    CommandCounterIncrement();
    m.id.accepts_uuid = accept;
    m.statements = NIL;
    make_parts(m);
}

bool read_id_type(maker &m, Oid type) {
    m.type = type;
    m.statements = NIL;
    if (!find_id_type(type, m.language, &m.id))
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
    // If the type were dropped meanwhile, PostgreSQL would print functions that cannot be parsed.
    if (!ConditionalLockDatabaseObject(TypeRelationId, type, 0, AccessShareLock))
        return all.data;
    if (read_id_type(m, type)) {
        const caller_state before = become_superuser();
        each_statement(m, [&](Node *n, const RawStmt *) {
            if (const char *what = what_is_missing_of(m, n); what != nullptr)
                appendStringInfo(&all, "%s%s%s %s", all.len == 0 ? "" : ", ", what, kind_of(n),
                                 name_of(part_of(n)));
        });
        become_caller(before);
    }
    UnlockDatabaseObject(TypeRelationId, type, 0, AccessShareLock);
    return all.data;
}

} // namespace base62id::pg
