#include "prefix.hpp"

namespace base62id::pg {

namespace {

// Where nothing is known about the right side: core's estimate for a pattern (utils/selfuncs.h).
constexpr double default_match_selectivity = DEFAULT_MATCH_SEL;

Expr *comparison(Oid opfamily, Oid type, int strategy, Expr *id, Expr *bound) {
    const Oid op = get_opfamily_member(opfamily, type, type, static_cast<int16>(strategy));
    if (!OidIsValid(op))
        return nullptr;
    return make_opclause(op, BOOLOID, false, id, bound, InvalidOid, InvalidOid);
}

Expr *constant(Oid type, Datum value, bool isnull) {
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return reinterpret_cast<Expr *>(makeConst(type, -1, InvalidOid, length, value, isnull, by_value));
}

// A call of the bound function that lies in the schema of the searching function: the extension is
// relocatable, and search_path must not matter.
Expr *bound_call(Oid searching_function, const char *name, Oid type, Expr *pattern) {
    Oid argument = TEXTOID;
    const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                                         PointerGetDatum(buildoidvector(&argument, 1)),
                                         ObjectIdGetDatum(get_func_namespace(searching_function)));
    if (!OidIsValid(function))
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(function, type, list_make1(pattern), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

} // namespace

Node *index_condition(const range_request &r) {
    auto *request = reinterpret_cast<SupportRequestIndexCondition *>(r.request);
    List *args;
    if (IsA(request->node, OpExpr))
        args = reinterpret_cast<OpExpr *>(request->node)->args;
    else if (IsA(request->node, FuncExpr))
        args = reinterpret_cast<FuncExpr *>(request->node)->args;
    else
        return nullptr;
    if (list_length(args) != 2 || request->indexarg != r.id_argument)
        return nullptr;
    // BRIN's minmax families number their strategies as btree does.
    const Oid am = request->index->relam;
    if (am != BTREE_AM_OID && am != BRIN_AM_OID)
        return nullptr;

    auto *id = static_cast<Expr *>(list_nth(args, r.id_argument));
    auto *pattern = static_cast<Expr *>(list_nth(args, 1 - r.id_argument));
    const Oid type = request->index->opcintype[request->indexcol];
    Expr *lower, *upper;
    bool single = false;
    if (IsA(pattern, Const)) {
        auto *c = reinterpret_cast<Const *>(pattern);
        Datum low = 0, high = 0;
        const bool none = c->constisnull || !r.range(view_of(DatumGetTextPP(c->constvalue)), &low, &high);
        single = !none && r.compare(low, high) == 0;
        lower = constant(type, low, none);
        upper = constant(type, high, none);
    } else if (is_pseudo_constant_for_index(request->root, reinterpret_cast<Node *>(pattern),
                                            request->index)) {
        lower = bound_call(request->funcid, r.bound_function(false), type, pattern);
        upper = bound_call(request->funcid, r.bound_function(true), type, pattern);
        if (lower == nullptr || upper == nullptr)
            return nullptr;
    } else {
        return nullptr;
    }

    request->lossy = false;
    if (single) { // a whole text
        Expr *equal = comparison(request->opfamily, type, BTEqualStrategyNumber, id, lower);
        return equal == nullptr ? nullptr : reinterpret_cast<Node *>(list_make1(equal));
    }
    Expr *from = comparison(request->opfamily, type, BTGreaterEqualStrategyNumber, id, lower);
    Expr *to = comparison(request->opfamily, type, BTLessEqualStrategyNumber, id, upper);
    if (from == nullptr || to == nullptr)
        return nullptr;
    return reinterpret_cast<Node *>(list_make2(from, to));
}

namespace {

// Where between `low` and `high` a value lies, 0 to 1, by the octets behind what all three have in common.
double fraction_between(const range_estimate &r, Datum low, Datum high, Datum value) {
    std::uint8_t buffers[3][8];
    const std::string_view a = r.image(low, buffers[0]), b = r.image(high, buffers[1]),
                           v = r.image(value, buffers[2]);
    const std::size_t shortest = Min(Min(a.size(), b.size()), v.size());
    std::size_t common = 0;
    while (common < shortest && a[common] == b[common] && a[common] == v[common])
        ++common;
    const auto number = [common](std::string_view octets) {
        double n = 0, weight = 1;
        for (std::size_t i = common; i < octets.size() && i < common + 8; ++i)
            n += (weight /= 256) * static_cast<unsigned char>(octets[i]);
        return n;
    };
    const double from = number(a), to = number(b);
    if (to <= from)
        return 0.5;
    return Min(Max((number(v) - from) / (to - from), 0.0), 1.0);
}

// The fraction of the histogram's rows that lie below `value`.
double histogram_below(const range_estimate &r, const AttStatsSlot &histogram, Datum value) {
    int low = 0, high = histogram.nvalues; // values[low - 1] < value <= values[high]
    while (low < high) {
        const int middle = (low + high) / 2;
        if (r.compare(histogram.values[middle], value) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    if (low == histogram.nvalues)
        return 1;
    return (low - 1 + fraction_between(r, histogram.values[low - 1], histogram.values[low], value)) /
           (histogram.nvalues - 1);
}

} // namespace

Selectivity restriction_selectivity(const range_estimate &r, PlannerInfo *root, Oid function, List *args,
                                    int varrelid, int id_argument) {
    VariableStatData column;
    Node *other;
    bool on_left;
    if (!get_restriction_variable(root, args, varrelid, &column, &other, &on_left))
        return default_match_selectivity;
    if (!IsA(other, Const) || on_left != (id_argument == 0)) {
        ReleaseVariableStats(column);
        return default_match_selectivity;
    }
    auto *c = reinterpret_cast<Const *>(other);
    Datum lower, upper;
    if (c->constisnull || !r.range(view_of(DatumGetTextPP(c->constvalue)), &lower, &upper)) {
        ReleaseVariableStats(column);
        return 0.0;
    }
    // As core's estimators: look at stored values only where this user may.
    if (!HeapTupleIsValid(column.statsTuple) || !statistic_proc_security_check(&column, function)) {
        ReleaseVariableStats(column);
        return default_match_selectivity;
    }

    const double nulls = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(column.statsTuple))->stanullfrac;
    FmgrInfo match;
    fmgr_info(function, &match);
    double common = 0; // the share of all most common values
    const double of_common = mcv_selectivity(&column, &match, InvalidOid, c->constvalue, on_left, &common);

    AttStatsSlot histogram;
    double in_range = -1;
    if (get_attstatsslot(&histogram, column.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid,
                         ATTSTATSSLOT_VALUES)) {
        if (histogram.nvalues > 1)
            in_range = Max(histogram_below(r, histogram, upper) - histogram_below(r, histogram, lower), 0.0);
        free_attstatsslot(&histogram);
    }
    const bool some = in_range >= 0 || common > 0;
    double selectivity =
        some ? of_common + Max(in_range, 0.0) * (1 - nulls - common) : default_match_selectivity;
    if (r.share != nullptr && nulls < 1) {
        const double share = r.share(column.statsTuple, view_of(DatumGetTextPP(c->constvalue)),
                                     some ? Min(selectivity / (1 - nulls), 1.0) : 0.0);
        if (share >= 0)
            selectivity = share * (1 - nulls);
    }
    ReleaseVariableStats(column);
    CLAMP_PROBABILITY(selectivity);
    return selectivity;
}

} // namespace base62id::pg
