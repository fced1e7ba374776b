// What an id type lacks, or what of it is another's: for base62id_health(), once a count was less than
// what the template makes (survey.cpp).  No definition is deparsed and nothing but the type is locked: a
// stranger's thing in the place of a part is named, and not looked into.
#include "pg/id_type/part.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

namespace {

const List *items_of(Node *n) {
    if (IsA(n, AlterOpFamilyStmt))
        return castNode(AlterOpFamilyStmt, n)->items;
    return IsA(n, CreateOpClassStmt) ? castNode(CreateOpClassStmt, n)->items : NIL;
}

struct missing_report {
    StringInfoData lacking, taken;

    void add(StringInfoData &to, const char *words) {
        appendStringInfo(&to, "%s%s", to.len == 0 ? "" : ", ", words);
    }
};

void look_at(const maker &m, Node *n, missing_report &found) {
    const ObjectAddress a = look_up(n);
    const auto words = [n] { return psprintf("%s %s", kind_of(n), name_of(part_of(n))); };
    if (!OidIsValid(a.objectId)) {
        if (is_part(n))
            found.add(found.lacking, words());
        return;
    }
    if (is_part(n) && !is_ours(m, a)) {
        const char *owner = GetUserNameFromId(owner_of_part(a), true);
        found.add(found.taken, psprintf("%s of %s", words(), owner == nullptr ? "nobody" : owner));
        return;
    }
    const Oid family = IsA(n, CreateOpClassStmt) ? get_opclass_family(a.objectId) : a.objectId;
    if (missing_items(items_of(n), family, m.type) != NIL)
        found.add(found.lacking, psprintf("members of %s", words()));
}

} // namespace

type_faults find_faults(maker &m, Oid type) {
    type_faults faults{"", ""};
    // If the type were dropped meanwhile, its name would mean something else.
    if (!ConditionalLockDatabaseObject(TypeRelationId, type, 0, AccessShareLock))
        return faults;
    if (read_id_type(m, type)) {
        missing_report found;
        initStringInfo(&found.lacking);
        initStringInfo(&found.taken);
        const caller_state before = become_superuser();
        each_statement(m, [&](Node *n, const RawStmt *) {
            if (!IsA(n, CommentStmt) && part_of(n).kind != OBJECT_TYPE)
                look_at(m, n, found);
        });
        become_caller(before);
        faults = {found.lacking.data, found.taken.data};
    }
    UnlockDatabaseObject(TypeRelationId, type, 0, AccessShareLock);
    return faults;
}

} // namespace base62id::pg
