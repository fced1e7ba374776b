// What a statement of the template makes, or adds to; and whose that is.
//
// The statements are parse nodes of PostgreSQL.  Three things make them readable: a name is a List of String
// nodes, the last of which is the object's own; an option (DefElem) has a name and a value; and DROP, COMMENT
// and ALTER name an object by a kind and a node.  That pair is a `part`.
#include "pg/id_type/part.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

Node *option_of(List *options, const char *name) {
    ListCell *cell;
    foreach (cell, options)
        if (std::strcmp(lfirst_node(DefElem, cell)->defname, name) == 0)
            return lfirst_node(DefElem, cell)->arg;
    return nullptr;
}

namespace {

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

} // namespace

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

// --- looking it up ---

static Oid type_named(const void *name) {
    return LookupTypeNameOid(nullptr, static_cast<const TypeName *>(name), true);
}

// A routine by its qualified name.  PostgreSQL's own look-up keeps a list of each name, and before 17 goes
// through all of them for each name: in a session that upgrades thousands of types it would take ever longer.
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
static ObjectAddress look_up(const part &p) {
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

// With a lock, if there is one, so that nobody else drops it.  After the wait it is looked up again, because
// another one may have the name then.
ObjectAddress lock(Node *n, LOCKMODE mode) {
    const part p = part_of(n);
    for (ObjectAddress a = look_up(p);;) {
        if (!OidIsValid(a.objectId))
            return a;
        LockDatabaseObject(a.classId, a.objectId, 0, mode);
        const ObjectAddress now = look_up(p);
        if (now.objectId == a.objectId)
            return a;
        UnlockDatabaseObject(a.classId, a.objectId, 0, mode);
        a = now;
    }
}

// --- for messages ---

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

// --- whose it is ---

// A cast, of which there is no cache by OID; null if there is none.
const FormData_pg_cast *cast_row(Oid cast) {
    const Relation casts = table_open(CastRelationId, AccessShareLock);
    const HeapTuple t = get_catalog_object_by_oid(casts, Anum_pg_cast_oid, cast);
    table_close(casts, AccessShareLock);
    return HeapTupleIsValid(t) ? reinterpret_cast<const FormData_pg_cast *>(GETSTRUCT(t)) : nullptr;
}

// The function behind an object, whose owner is also a cast's; invalid if there is none.
static Oid function_behind(const ObjectAddress &a) {
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

Oid owner_of_part(const ObjectAddress &a) {
    const ObjectAddress owned =
        a.classId == CastRelationId ? ObjectAddress{ProcedureRelationId, function_behind(a), 0} : a;
    return owner_of(owned.classId, owned.objectId);
}

void raise_taken(const ObjectAddress &a) {
    if (a.classId == TypeRelationId)
        raise_type_taken(a.objectId);
    const Oid owner = owner_of_part(a);
    const char *what = getObjectDescription(&a, false);
    ereport(ERROR,
            (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("%s already exists", what),
             OidIsValid(owner) ? errdetail("It stands in the place of a part of an id type. Its owner is %s.",
                                           GetUserNameFromId(owner, false))
                               : errdetail("It stands in the place of a part of an id type."),
             errhint("Rename it, or choose another name for the type.")));
}

} // namespace base62id::pg
