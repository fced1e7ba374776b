// Index conditions: a search is handed to a btree or BRIN minmax index as its range, exactly, so nothing is
// rechecked, unless a pattern says more than how a text begins.
#include "pg/search/requests.hpp"

namespace base62id::pg {

static List *arguments_of(Node *node) {
    if (IsA(node, OpExpr))
        return reinterpret_cast<OpExpr *>(node)->args;
    if (IsA(node, FuncExpr))
        return reinterpret_cast<FuncExpr *>(node)->args;
    return NIL;
}

Node *index_condition(search &s, SupportRequestIndexCondition *request) {
    List *args = arguments_of(request->node);
    if (list_length(args) != 2 || !s.resolve_function(request->funcid) || s.facts().negated ||
        request->indexarg != s.facts().id_argument)
        return nullptr;
    // BRIN's minmax families number their strategies as btree does.
    const Oid am = request->index->relam;
    const Oid type = request->index->opcintype[request->indexcol];
    if ((am != BTREE_AM_OID && am != BRIN_AM_OID) || !s.keeps(type))
        return nullptr;

    auto *id = static_cast<Expr *>(list_nth(args, request->indexarg));
    auto *right = static_cast<Node *>(list_nth(args, 1 - request->indexarg));
    if (!IsA(right, Const) && !is_pseudo_constant_for_index(request->root, right, request->index))
        return nullptr;
    const comparisons c = comparisons_of(s, request->root, request->funcid, request->opfamily, type, id,
                                         reinterpret_cast<Expr *>(right));
    // Where the search itself is not evaluated any more, nobody else asks whether it may be.
    if (c.list == NIL || !may_call(request->root, request->funcid))
        return nullptr;
    request->lossy = !c.exact;
    return reinterpret_cast<Node *>(c.list);
}

} // namespace base62id::pg
