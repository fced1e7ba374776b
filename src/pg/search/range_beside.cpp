// Ranges beside a search.
//
// Apart from index conditions, nothing in PostgreSQL knows what a search means: it does not prune partitions,
// and postgres_fdw does not ship it (its collation is that of the text).  So if a table is partitioned by the
// id or foreign, `id ^@ 'user'` becomes `id ^@ 'user' AND id >= lower AND id <= upper`.  The search stays:
// partial indexes are declared with it, it is what is estimated (estimate.cpp then sees the range), and it is
// false, not NULL, if a parameter's bounds are NULL, also under NOT.
#include "pg/search/requests.hpp"

namespace base62id::pg {

namespace {

// Marks the right side of a search, a constant or a parameter, that has its range already: by a location,
// which comparisons of nodes ignore.  Quals are simplified again for each child of a partitioned table.
constexpr int beside_its_range = -16262;

// copyObject does not compile as C++.
template <class N>
N *copy_of(const N *node) {
    return static_cast<N *>(copyObjectImpl(node));
}

int *location_of(Node *right) {
    if (IsA(right, Const))
        return &reinterpret_cast<Const *>(right)->location;
    if (IsA(right, Param))
        return &reinterpret_cast<Param *>(right)->location;
    if (IsA(right, RelabelType) && IsA(reinterpret_cast<RelabelType *>(right)->arg, Param)) // of a varchar
        return &reinterpret_cast<RelabelType *>(right)->location;
    return nullptr;
}

enum class storage { plain, partitioned, foreign };

// What a column's table is, as far as ranges matter.
storage storage_of(PlannerInfo *root, const Var *column) {
    const RangeTblEntry *table = table_of(root, column);
    if (table == nullptr)
        return storage::plain;
    if (table->relkind == RELKIND_FOREIGN_TABLE)
        return storage::foreign;
    return is_partitioned_by(root, column) ? storage::partitioned : storage::plain;
}

// The search itself: the operator, with which indexes are declared; for a foreign table a call of the
// function without a collation, on which a search does not depend.
Expr *search_itself(const search &s, const FuncExpr *f, List *args, bool foreign) {
    const Oid left = s.facts().id_argument == 0 ? s.function.type : TEXTOID;
    const Oid right = s.facts().id_argument == 0 ? TEXTOID : s.function.type;
    const Oid op = foreign ? InvalidOid
                           : GetSysCacheOid4(OPERNAMENSP, Anum_pg_operator_oid, CStringGetDatum(s.facts().op),
                                             ObjectIdGetDatum(left), ObjectIdGetDatum(right),
                                             ObjectIdGetDatum(get_func_namespace(f->funcid)));
    if (OidIsValid(op) && get_opcode(op) == f->funcid)
        return make_opclause(op, BOOLOID, false, static_cast<Expr *>(linitial(args)),
                             static_cast<Expr *>(lsecond(args)), InvalidOid, f->inputcollid);
    return reinterpret_cast<Expr *>(makeFuncExpr(
        f->funcid, BOOLOID, args, InvalidOid, foreign ? InvalidOid : f->inputcollid, COERCE_EXPLICIT_CALL));
}

// The comparisons of a search of a constant or a parameter, or NIL.
List *range_of(const search &s, PlannerInfo *root, Oid searching_function, Node *id, Node *right) {
    const Oid type = s.function.type;
    const Oid opfamily = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    if (!OidIsValid(opfamily) || (IsA(right, Const) && reinterpret_cast<Const *>(right)->constisnull))
        return NIL;
    return copy_of(comparisons_of(s, root, searching_function, opfamily, type, reinterpret_cast<Expr *>(id),
                                  reinterpret_cast<Expr *>(right))
                       .list);
}

} // namespace

bool range_is_beside(Node *right) {
    const int *location = location_of(right);
    return location != nullptr && *location == beside_its_range;
}

Node *search_and_range(search &s, SupportRequestSimplify *request) {
    PlannerInfo *root = request->root;
    const FuncExpr *f = request->fcall;
    if (root == nullptr || list_length(f->args) != 2)
        return nullptr;
    // The cheap questions first: most searches are of plain tables.
    const bool id_first = column_of(static_cast<Node *>(linitial(f->args))) != nullptr;
    auto *id = static_cast<Node *>(id_first ? linitial(f->args) : lsecond(f->args));
    auto *right = static_cast<Node *>(id_first ? lsecond(f->args) : linitial(f->args));
    const Var *column = column_of(id);
    if (column == nullptr || location_of(right) == nullptr)
        return nullptr;
    const storage kind = storage_of(root, column);
    if (kind == storage::plain || !s.resolve_function(f->funcid) || s.facts().negated ||
        s.facts().id_argument != (id_first ? 0 : 1))
        return nullptr;
    const bool foreign = kind == storage::foreign;
    const bool collated = foreign && OidIsValid(f->inputcollid);

    List *range = range_is_beside(right) ? NIL : range_of(s, root, f->funcid, id, right);
    if (range == NIL && !collated)
        return nullptr;
    Node *marked = copy_of(right);
    if (range != NIL)
        *location_of(marked) = beside_its_range;
    Expr *itself = search_itself(s, f, id_first ? list_make2(id, marked) : list_make2(marked, id), foreign);
    if (range == NIL)
        return reinterpret_cast<Node *>(itself);
    elog(DEBUG2, "search %s of %s: its range stands beside it, for a %s table", s.facts().op, s.type.name,
         foreign ? "foreign" : "partitioned");
    return reinterpret_cast<Node *>(makeBoolExpr(AND_EXPR, lcons(itself, range), -1));
}

} // namespace base62id::pg
