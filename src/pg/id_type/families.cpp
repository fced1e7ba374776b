// The members of operator families, what ties them and the families to what they go with, and the families
// that the id types of 16 bytes share.
#include "pg/id_type/part.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

// --- members ---

// Calls see(catalog, member) for the functions and operators of a family of these types, or from this one to
// any.
template <class See>
static void each_member(Oid family, Oid left, Oid right, const See &see) {
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
        else
            each_row<FormData_pg_amop>(catalog, index, {of, from}, member);
    }
}

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
static void lock_families(const maker &m) {
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

// --- ties ---

static bool is_tied(const ObjectAddress &a, const ObjectAddress &on) {
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

// Whether it makes a class that has operators or functions, and not those of the family only.
static bool has_members(Node *n) {
    return IsA(n, CreateOpClassStmt) &&
           linitial_node(CreateOpClassItem, castNode(CreateOpClassStmt, n)->items)->itemtype !=
               OPCLASS_ITEM_STORAGETYPE;
}

// What PostgreSQL itself ties to the family only (amadjustmembers) would stay when the type goes, or be left
// out of a dump where the family is an extension's.  Tied to the class, it is dumped and dropped with that.
void tie_members(maker &m) {
    each_statement(m, [&m](Node *n, const RawStmt *) {
        const ObjectAddress op_class = has_members(n) ? look_up(n) : InvalidObjectAddress;
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

// --- shared families ---

// The class found last is asked first: of a thousand types that are dropped, each leaves rows to pass over.
static bool has_classes(Oid family) {
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

static bool is_type(Oid type) { return SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)); }

static bool has_its_types(Oid catalog, Oid member) {
    const Oid index = catalog == AccessMethodOperatorRelationId ? AccessMethodOperatorOidIndexId
                                                                : AccessMethodProcedureOidIndexId;
    bool has = true;
    each_row<FormData_pg_amop>(catalog, index, {{Anum_pg_amop_oid, member}},
                               [&has](const FormData_pg_amop &row) {
                                   has = is_type(row.amoplefttype) && is_type(row.amoprighttype);
                               });
    return has;
}

// Members whose type is gone, or the family itself if it has no class any more; null if there is nothing.
// Only members that depend on the family are looked at: those of a class went with it (tie_members), and a
// family of two thousand types has a hundred thousand of them.
static ObjectAddresses *dead_members_of(const ObjectAddress &family, bool swept) {
    ObjectAddresses *dead = new_object_addresses();
    bool found = !has_classes(family.objectId);
    if (found)
        add_exact_object_address(&family, dead);
    else if (!swept) // a type takes its own along
        each_dependent(OperatorFamilyRelationId, family.objectId, [&](Oid catalog, Oid object) {
            const ObjectAddress member = {catalog, object, 0};
            const bool is_member =
                catalog == AccessMethodOperatorRelationId || catalog == AccessMethodProcedureRelationId;
            if (is_member && !has_its_types(catalog, object)) {
                add_exact_object_address(&member, dead);
                found = true;
            }
        });
    return found ? dead : nullptr;
}

// Looks first without locks: mostly there is nothing, and the lock waits for all who make types.  Where there
// was nothing, there is nothing until a type goes, as while thousands of types are upgraded.
void sweep_families(maker &m) {
    static TransactionId last = InvalidTransactionId; // once in each, of savepoints too: these may roll back
    static std::uint64_t clean = 0;                   // the types of which this session has swept all
    const std::uint64_t types = type_generation();
    if (!m.shares_families() || clean == types)
        return;
    const bool swept = std::exchange(last, GetCurrentTransactionId()) == GetCurrentTransactionId();
    bool nothing = !swept;
    each_statement(m, [&m, &nothing, swept](Node *n, const RawStmt *) {
        const auto dead = [&m, swept](const ObjectAddress &family) {
            return OidIsValid(family.objectId) && may_use_family(m, family) ? dead_members_of(family, swept)
                                                                            : nullptr;
        };
        if (!IsA(n, CreateOpFamilyStmt) || dead(look_up(n)) == nullptr)
            return;
        nothing = false;
        if (const ObjectAddresses *found = dead(lock(n, AccessExclusiveLock)); found != nullptr)
            performMultipleDeletions(found, DROP_RESTRICT, PERFORM_DELETION_INTERNAL);
        CommandCounterIncrement();
    });
    if (nothing)
        clean = types;
}

} // namespace base62id::pg
