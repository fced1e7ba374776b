// Index conditions: a btree or BRIN minmax index gets a search as its exact range, so nothing is rechecked,
// unless a pattern says more than how a text begins.
#include "pg/search/requests.hpp"

namespace base62id::pg {

List *arguments_of(Node *node) {
    if (IsA(node, OpExpr))
        return reinterpret_cast<OpExpr *>(node)->args;
    if (IsA(node, FuncExpr))
        return reinterpret_cast<FuncExpr *>(node)->args;
    return NIL;
}

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

Node *index_condition(search &s, SupportRequestIndexCondition *request) {
    List *args = arguments_of(request->node);
    if (list_length(args) != 2)
        return nullptr;
    if (!s.resolve_function(request->funcid)) {
        elog(DEBUG2, "search by function %u: no index condition, it is none of an unmasked type of ours",
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

} // namespace base62id::pg
