#include "pg/search/search.hpp"

#include "pg/search/requests.hpp"

namespace base62id::pg {

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
