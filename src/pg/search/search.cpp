// What the planner asks of a search: an index condition, and a range for partitions and foreign tables.
#include "pg/search/bounds.hpp"

namespace base62id::pg {

List *arguments_of(Node *node) {
    if (IsA(node, OpExpr))
        return reinterpret_cast<OpExpr *>(node)->args;
    if (IsA(node, FuncExpr))
        return reinterpret_cast<FuncExpr *>(node)->args;
    return NIL;
}

// --- index conditions ---

// Why does a search use no index?  SET client_min_messages = debug2.
static Node *refuse(const search &s, const char *why) {
    elog(DEBUG2, "search %s of %s: no index condition, %s", s.facts().op, s.type.name, why);
    return nullptr;
}

static void report(const search &s, const comparisons &c) {
    if (!message_level_is_interesting(DEBUG2))
        return;
    StringInfoData bounds;
    initStringInfo(&bounds);
    ListCell *cell;
    foreach (cell, c.list) {
        const auto *o = static_cast<const OpExpr *>(lfirst(cell));
        const auto *bound = static_cast<const Node *>(lsecond(o->args));
        const char *value = "a call";
        if (IsA(bound, Const)) {
            const auto *constant = reinterpret_cast<const Const *>(bound);
            Oid output;
            bool varlena;
            getTypeOutputInfo(constant->consttype, &output, &varlena);
            value = constant->constisnull ? "NULL" : OidOutputFunctionCall(output, constant->constvalue);
        }
        appendStringInfo(&bounds, " %s %s,", get_opname(o->opno), value);
    }
    elog(DEBUG2, "search %s of %s: index condition%s %s", s.facts().op, s.type.name, bounds.data,
         c.exact ? "exactly" : "rechecked");
}

// A btree or BRIN minmax index gets the exact range; only patterns that say more are rechecked.
static Node *index_condition(search &s, SupportRequestIndexCondition *request) {
    List *args = arguments_of(request->node);
    if (list_length(args) != 2)
        return nullptr;
    if (!s.resolve_function(request->funcid)) {
        elog(DEBUG2,
             "search by function %u: no index condition, it is not ours, or its type's mask key is not "
             "available",
             request->funcid);
        return nullptr;
    }
    if (s.facts().negated)
        return refuse(s, "it is negated");
    if (request->indexarg != s.facts().id_argument)
        return refuse(s, "the index is on its text");
    // BRIN's minmax families number their strategies as btree does.
    const Oid am = request->index->relam;
    const Oid type = request->index->opcintype[request->indexcol];
    if (am != BTREE_AM_OID && am != BRIN_AM_OID)
        return refuse(s, "the index is neither btree nor BRIN");
    if (!s.keeps(type))
        return refuse(s, "the index has another type");

    auto *id = static_cast<Expr *>(list_nth(args, request->indexarg));
    auto *right = static_cast<Node *>(list_nth(args, 1 - request->indexarg));
    if (!IsA(right, Const) && !is_pseudo_constant_for_index(request->root, right, request->index))
        return refuse(s, "what is searched for can change during the scan");
    const comparisons c = comparisons_of(s, request->root, request->funcid, request->opfamily, type, id,
                                         reinterpret_cast<Expr *>(right));
    if (c.list == NIL && !s.sorts_as_texts())
        return refuse(s, "its type is masked");
    if (c.list == NIL)
        return refuse(s, "every text may match, the operator class compares in another way, or a function "
                         "may not be called");
    // If the search itself is not evaluated, nothing else checks the privilege to call it.
    if (!may_call(request->root, request->funcid))
        return refuse(s, "its function may not be called");
    report(s, c);
    request->lossy = !c.exact;
    return reinterpret_cast<Node *>(c.list);
}

// --- ranges beside a search ---
//
// Apart from index conditions, nothing in PostgreSQL knows what a search means: it does not prune partitions,
// and postgres_fdw does not ship it (its collation is that of the text).  So if a table is partitioned by the
// id or foreign, `id ^@ 'user'` becomes `id ^@ 'user' AND id >= lower AND id <= upper`.  The search stays:
// partial indexes are declared with it, it is what is estimated (estimate.cpp then sees the range), and it is
// false, not NULL, if a parameter's bounds are NULL, also under NOT.

// Marks the right side of a search, a constant or a parameter, that has its range already: by a location,
// which comparisons of nodes ignore.  Quals are simplified again for each child of a partitioned table.
constexpr int beside_its_range = -16262;

// copyObject does not compile as C++.
template <class N>
static N *copy_of(const N *node) {
    return static_cast<N *>(copyObjectImpl(node));
}

static int *location_of(Node *right) {
    if (IsA(right, Const))
        return &reinterpret_cast<Const *>(right)->location;
    if (IsA(right, Param))
        return &reinterpret_cast<Param *>(right)->location;
    if (IsA(right, RelabelType) && IsA(reinterpret_cast<RelabelType *>(right)->arg, Param)) // of a varchar
        return &reinterpret_cast<RelabelType *>(right)->location;
    return nullptr;
}

bool range_is_beside(Node *right) {
    const int *location = location_of(right);
    return location != nullptr && *location == beside_its_range;
}

namespace {

// A column's table, or nullptr.  Constraints and index predicates are simplified before their columns have
// the number of their table; constraints simplified this way are equally correct.
const RangeTblEntry *table_of(PlannerInfo *root, const Var *column) {
    if (root == nullptr || column->varlevelsup != 0 || column->varattno <= 0 || column->varno < 1 ||
        static_cast<int>(column->varno) > list_length(root->parse->rtable))
        return nullptr;
    const RangeTblEntry *table = planner_rt_fetch(column->varno, root);
    return table != nullptr && table->rtekind == RTE_RELATION ? table : nullptr;
}

enum class storage { plain, partitioned, foreign };

// What a column's table is, as far as ranges matter.
storage storage_of(PlannerInfo *root, const Var *column) {
    const RangeTblEntry *table = table_of(root, column);
    if (table == nullptr || table->relkind == RELKIND_FOREIGN_TABLE)
        return table == nullptr ? storage::plain : storage::foreign;
    using row = catalog_row<FormData_pg_partitioned_table>;
    const auto is_key = [column](const row &key) {
        bool found = false;
        for (int i = 0; i < key->partnatts; ++i)
            found |= key->partattrs.values[i] == column->varattno;
        return found;
    };
    return table->relkind == RELKIND_PARTITIONED_TABLE &&
                   of_row<FormData_pg_partitioned_table>(table->relid, is_key)
               ? storage::partitioned
               : storage::plain;
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
    if (kind == storage::plain || !s.resolve_function(f->funcid) || !s.sorts_as_texts() ||
        s.facts().negated || s.facts().id_argument != (id_first ? 0 : 1))
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

} // namespace

Node *search_request(search_resolver resolve, Oid asked, Node *request) {
    search s{resolve, asked, {}, {}};
    if (IsA(request, SupportRequestIndexCondition))
        return index_condition(s, reinterpret_cast<SupportRequestIndexCondition *>(request));
    if (IsA(request, SupportRequestSimplify))
        return search_and_range(s, reinterpret_cast<SupportRequestSimplify *>(request));
    if (IsA(request, SupportRequestSelectivity)) { // in WHERE as a function rather than as an operator
        auto *estimate = reinterpret_cast<SupportRequestSelectivity *>(request);
        if (estimate->is_join)
            return nullptr;
        estimate->selectivity =
            selectivity_of(s, estimate->root, estimate->funcid, estimate->args, estimate->varRelid);
        return request;
    }
    return nullptr;
}

Selectivity search_selectivity(search_resolver resolve, FunctionCallInfo fcinfo) {
    search s{resolve, fcinfo->flinfo->fn_oid, {}, {}};
    return selectivity_of(s, reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)),
                          get_opcode(PG_GETARG_OID(1)), reinterpret_cast<List *>(PG_GETARG_POINTER(2)),
                          PG_GETARG_INT32(3));
}

bool like_matches(search_role role, Datum text, Datum pattern) {
    const role_facts &r = facts_of(role);
    return r.negated != DatumGetBool(DirectFunctionCall2Coll(r.ignores_case ? texticlike : textlike,
                                                             C_COLLATION_OID, text, pattern));
}

} // namespace base62id::pg
