// Makes the parts of an id type, and brings them up to date: each statement of the template is executed, or
// compared with what is there.
#include "pg/id_type/part.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

namespace {

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
                        errmsg("type %s was not created by this version of base62id", format_type_be(m.type)),
                        errdetail("Its operator classes are in other families."),
                        errhint("Create a new type, and convert the columns to it.")));
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
        performDeletion(&a, DROP_RESTRICT, PERFORM_DELETION_INTERNAL); // event triggers see no drop
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

// What has the name of a part.  `fresh`: of a type that is being made, of which nothing is there but
// families.
ObjectAddress find_part(const maker &m, bool fresh, Node *n) {
    if (IsA(n, CreateOpFamilyStmt))
        return find_family(m, n);
    return fresh ? look_up(n) : lock(n, ShareUpdateExclusiveLock);
}

bool may_change(const maker &m, bool fresh, Node *n, const ObjectAddress &a) {
    if (IsA(n, CreateOpFamilyStmt) && (fresh || m.shares_families()))
        return may_use_family(m, a);
    return !fresh && is_ours(m, a);
}

void make_or_update(maker &m, bool fresh, Node *n, const RawStmt *whole) {
    if (IsA(n, AlterOpFamilyStmt)) {
        const auto *s = castNode(AlterOpFamilyStmt, n);
        return add_members(m, s->amname, s->opfamilyname, s->items);
    }
    if (IsA(n, CommentStmt))
        return comment(castNode(CommentStmt, n), look_up(n));
    if (!fresh && part_of(n).kind == OBJECT_TYPE)
        return;
    const ObjectAddress a = find_part(m, fresh, n);
    if (!OidIsValid(a.objectId) || is_half_made(m, a)) {
        if (!fresh && IsA(n, CreateOpClassStmt))
            leave_out_members(m, castNode(CreateOpClassStmt, n));
        make_part(m, n, whole);
    } else if (may_change(m, fresh, n, a)) {
        bring_up_to_date(m, n, a);
    } else {
        raise_taken(a);
    }
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

ObjectAddresses *present_parts(maker &m, bool accepting, const ObjectAddresses *but) {
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

} // namespace base62id::pg
