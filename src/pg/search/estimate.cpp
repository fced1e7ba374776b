// How many rows a search finds: by common values, the histogram, and a type's own statistics.
#include <cmath>
#include <optional>

#include "pg/search/bounds.hpp"

namespace base62id::pg {

namespace {

// --- by a column's statistics ---

// The place of a value between `low` and `high`, 0 to 1, by the octets after the common start of all three.
double position(std::string_view low, std::string_view high, std::string_view value) {
    const std::size_t shortest = min(min(low.size(), high.size()), value.size());
    std::size_t common = 0;
    while (common < shortest && low[common] == high[common] && low[common] == value[common])
        ++common;
    const auto number = [common](std::string_view octets) {
        double n = 0, weight = 1;
        for (std::size_t i = common; i < octets.size() && i < common + 8; ++i)
            n += (weight /= 256) * static_cast<unsigned char>(octets[i]);
        return n;
    };
    const double from = number(low), to = number(high);
    if (to <= from)
        return 0.5;
    return min(max((number(value) - from) / (to - from), 0.0), 1.0);
}

// The part of the histogram bucket with this upper bound that lies below `value`.  If a bound has another
// type prefix, the end of the value's own type prefix replaces it, and its share of the bucket is estimated
// as if its ids were as dense as in the bucket beside it.
double part_of_bucket(const searched_type &t, const AttStatsSlot &histogram, int upper, Datum value) {
    std::uint8_t buffers[4][8];
    std::string_view low = t.image(histogram.values[upper - 1], buffers[0]);
    std::string_view high = t.image(histogram.values[upper], buffers[1]);
    const std::string_view v = t.image(value, buffers[2]);
    char end[codec::like_start::max_size]; // longer than any image
    if (t.type_range == nullptr || v.size() > sizeof end)
        return position(low, high, v);

    const std::size_t n = v.size() - codec::uuid::size;
    const auto same = [=](std::string_view image) {
        return image.size() == v.size() && codec::slice(image, 0, n) == codec::slice(v, 0, n);
    };
    if (same(low) == same(high))
        return position(low, high, v);
    const bool first = same(high); // of the type prefix's buckets
    std::memcpy(end, v.data(), n);
    std::memset(end + n, first ? 0 : 0xff, codec::uuid::size);
    const std::string_view of_prefix(end, v.size());
    double share = 1;
    const int beside = first ? upper + 1 : upper - 2;
    if (beside >= 0 && beside < histogram.nvalues) {
        const std::string_view next = t.image(histogram.values[beside], buffers[3]);
        if (same(next)) {
            const double here = first ? position(of_prefix, next, high) : 1 - position(next, of_prefix, low);
            share = here < 0.5 ? here / (1 - here) : 1;
        }
    }
    return first ? 1 - share * (1 - position(of_prefix, high, v)) : share * position(low, of_prefix, v);
}

// The fraction of the histogram's rows that lie below `value`.
double histogram_below(const searched_type &t, const AttStatsSlot &histogram, Datum value) {
    int low = 0, high = histogram.nvalues; // values[low - 1] < value <= values[high]
    while (low < high) {
        const int middle = (low + high) / 2;
        if (t.compare(histogram.values[middle], value) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    if (low == histogram.nvalues)
        return 1;
    return (low - 1 + part_of_bucket(t, histogram, low, value)) / (histogram.nvalues - 1);
}

// The fraction of the histogram's rows that a target may have.
double histogram_within(const searched_type &type, const AttStatsSlot &histogram, const target &t) {
    if (t.kind == target::anything)
        return t.share;
    return max(histogram_below(type, histogram, t.upper) - histogram_below(type, histogram, t.lower), 0.0);
}

// Statistics of a kind whose values are of our type.
bool values_of_kind(const search &s, HeapTuple statistics, int kind, int flags, AttStatsSlot *slot) {
    if (!get_attstatsslot(slot, statistics, kind, InvalidOid, flags))
        return false;
    if (s.keeps(slot->valuetype))
        return true;
    free_attstatsslot(slot);
    return false;
}

// core's selectivity of a symbol of a pattern (utils/adt/like_support.c).
double selectivity_of_symbol(char symbol) {
    constexpr double fixed = 0.20, one = 0.9, any = 5.0;
    switch (symbol) {
    case '%':
        return any;
    case '_':
        return one;
    default:
        return fixed;
    }
}

// core's selectivity of the rest of a pattern (like_selectivity there).
double left_by_pattern(std::string_view pattern) {
    std::size_t i = 0;
    while (i < pattern.size() && (pattern[i] == '%' || pattern[i] == '_'))
        ++i;
    double left = 1;
    for (; i < pattern.size(); ++i) {
        left *= selectivity_of_symbol(pattern[i]);
        if (pattern[i] == '\\')
            ++i;
    }
    return min(left, 1.0);
}

// The part of the ids in a target's range that match: that of the histogram's ids, if it has enough of them.
double part_of_range(const search &s, const target &t, Datum right, const AttStatsSlot *histogram) {
    if (t.exact)
        return 1;
    constexpr int enough = 10;
    int of_range = 0, found = 0;
    for (int i = 0; histogram != nullptr && i < histogram->nvalues; ++i) {
        const Datum id = histogram->values[i];
        if (t.kind == target::range && (s.type.compare(id, t.lower) < 0 || s.type.compare(id, t.upper) > 0))
            continue;
        ++of_range;
        found += s.type.matches(s.type, s.facts().sought, id, right);
    }
    const double by_symbols = left_by_pattern(codec::slice(view_of(DatumGetTextPP(right)), t.beginning.read));
    if (of_range < enough)
        return by_symbols;
    return found == 0 ? min(by_symbols, 0.5 / of_range) : static_cast<double>(found) / of_range;
}

// What the most common values of a column say.
struct common_values {
    int count = 0;
    double share = 0;   // of the rows
    double matches = 0; // the share of those that are sought
    double rarest = 1;  // the share of the last one
};

common_values look_at_common_values(const search &s, HeapTuple statistics, Datum right) {
    common_values common;
    AttStatsSlot slot;
    if (!values_of_kind(s, statistics, STATISTIC_KIND_MCV, ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS, &slot))
        return common;
    common.count = min(slot.nvalues, slot.nnumbers);
    for (int i = 0; i < common.count; ++i) {
        const auto share = static_cast<double>(slot.numbers[i]);
        common.share += share;
        common.rarest = share;
        if (s.type.matches(s.type, s.facts().sought, slot.values[i], right))
            common.matches += share;
    }
    free_attstatsslot(&slot);
    return common;
}

// The share of one value that is not among the most common ones, of which `rest` of the rows are: as
// var_eq_const in utils/adt/selfuncs.c has it.
double share_of_one_value(VariableStatData *column, const common_values &common, double rest) {
    bool is_default;
    const double others = get_variable_numdistinct(column, &is_default) - common.count;
    return min(rest / max(others, 1.0), common.rarest);
}

// The selectivity of a search that only one value can match: that of `id = value`.
std::optional<double> selectivity_of_one_value(const search &s, VariableStatData *column, Datum right,
                                               const target &t) {
    if (t.kind != target::range || s.type.compare(t.lower, t.upper) != 0)
        return std::nullopt;
    if (!t.exact && !s.type.matches(s.type, s.facts().sought, t.lower, right))
        return 0;
    const Oid type = s.function.type;
    const Oid opfamily = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    const Oid equal = comparison_operator(s, opfamily, type, BTEqualStrategyNumber).op;
    if (!OidIsValid(equal))
        return std::nullopt;
    return var_eq_const(column, equal, InvalidOid, t.lower, false, true, false);
}

// The selectivity by a column's statistics, which are there and may be read.  A search that may find a value
// is taken to find one, as core's prefix_selectivity does: joins start from what it is estimated to find.
double by_statistics(const search &s, VariableStatData *column, Datum right, const target &t) {
    const HeapTuple statistics = column->statsTuple;
    const double nulls = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(statistics))->stanullfrac;
    const common_values common = look_at_common_values(s, statistics, right);
    AttStatsSlot slot;
    double in_range = -1, part = 1;
    if (values_of_kind(s, statistics, STATISTIC_KIND_HISTOGRAM, ATTSTATSSLOT_VALUES, &slot)) {
        if (slot.nvalues > 1)
            in_range = histogram_within(s.type, slot, t);
        // Of masked ids too few in the histogram start so to judge a pattern's rest by them.
        part = part_of_range(s, t, right, t.share < 1 ? nullptr : &slot);
        free_attstatsslot(&slot);
    } else {
        part = part_of_range(s, t, right, nullptr);
    }
    const double rest = max(1 - nulls - common.share, 0.0);
    const double least = common.matches + share_of_one_value(column, common, rest);
    const bool some = in_range >= 0 || common.share > 0;
    const double selectivity =
        some ? max(common.matches + max(in_range, 0.0) * part * rest, least) : DEFAULT_MATCH_SEL;
    const share_function share = s.by_type() ? s.type.share_of_type : s.type.share_of_start;
    if (share == nullptr || nulls >= 1 || t.kind == target::anything)
        return selectivity;
    const std::string_view start = s.facts().pattern ? t.beginning.text() : view_of(DatumGetTextPP(right));
    const double by_share =
        share(statistics, s.function.type, start, some ? min(selectivity / (1 - nulls), 1.0) : 0.0);
    return by_share >= 0 ? max(by_share * part * (1 - nulls), least) : selectivity;
}

// The estimate of a search; core's defaults for NULL right sides and columns without statistics.
struct knowledge {
    double found = DEFAULT_MATCH_SEL; // the fraction of the rows that are sought, negation or not
    double nulls = 0;
    bool counted = false;         // by statistics
    bool exact = true;            // all ids in a range
    bool never = false;           // the right side is NULL
    std::optional<target> sought; // what a constant text stands for
};
static_assert(std::is_trivially_destructible_v<std::optional<target>>); // alive while PostgreSQL can raise

// The selectivity of the search without its negation.
void look_at_column(const search &s, Oid function, VariableStatData *column, const Const *right,
                    knowledge *known) {
    if (HeapTupleIsValid(column->statsTuple))
        known->nulls = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(column->statsTuple))->stanullfrac;
    if (column->vartype != s.function.type || right->consttype != TEXTOID)
        return;
    const target &t = known->sought.emplace(s.find(right->constvalue));
    known->exact = t.exact;
    if (t.kind == target::nothing) {
        known->found = 0;
        known->counted = true;
        return;
    }
    if (const auto one = selectivity_of_one_value(s, column, right->constvalue, t)) {
        known->found = *one;
        known->counted = true;
        return;
    }
    // As core's estimators do: look at stored values only if this user may.
    if (!HeapTupleIsValid(column->statsTuple) || !statistic_proc_security_check(column, function))
        return;
    known->found = by_statistics(s, column, right->constvalue, t);
    known->counted = true;
}

// --- the range beside a search ---
//
// The range adds nothing to the search, so one of the two must count as true for all rows.  That is the
// search: an index scan may have the range as its condition without the search (under row-level security only
// leakproof functions go first), and its cost comes from the range.

// A search's range among the conditions of a table: two comparisons, or one with a whole text.
struct range_beside {
    RestrictInfo *lower, *upper, *equal;
};

// The right side of a search in its range: a constant's bounds, or null for calls with that node.
struct searched_right {
    const target *known;
    Node *node;
};

// Which of the range's comparisons have this right side.
struct bounds_found {
    bool lower, upper;
};

bounds_found constant_bounds(const search &s, const target &t, const Node *bound) {
    if (t.kind != target::range || !IsA(bound, Const))
        return {};
    const auto *value = reinterpret_cast<const Const *>(bound);
    if (value->constisnull || value->consttype != s.function.type)
        return {};
    return {s.type.compare(value->constvalue, t.lower) == 0, s.type.compare(value->constvalue, t.upper) == 0};
}

// The first argument of a call, which may be relabelled, or nullptr.
Node *first_argument(Node *node) {
    if (node != nullptr && IsA(node, RelabelType))
        node = reinterpret_cast<Node *>(reinterpret_cast<RelabelType *>(node)->arg);
    return node != nullptr && IsA(node, FuncExpr) && reinterpret_cast<FuncExpr *>(node)->args != NIL
               ? static_cast<Node *>(linitial(reinterpret_cast<FuncExpr *>(node)->args))
               : nullptr;
}

bounds_found called_bounds(const search &s, const Node *right, Node *bound) {
    Node *argument = first_argument(bound);
    if (s.facts().pattern && first_argument(argument) != nullptr)
        argument = first_argument(argument); // of like_start
    if (argument == nullptr || !equal(argument, right))
        return {};
    const search_role role = role_of_bound(s, bound);
    return {role == search_role::lower || role == search_role::type_lower,
            role == search_role::upper || role == search_role::type_upper};
}

void take_part(const search &s, const searched_right &right, Node *id, RestrictInfo *r, range_beside *range) {
    if (!is_opclause(r->clause))
        return;
    const auto *o = reinterpret_cast<OpExpr *>(r->clause);
    if (list_length(o->args) != 2)
        return;
    auto *bound = static_cast<Node *>(lsecond(o->args));
    const bounds_found is = right.known != nullptr ? constant_bounds(s, *right.known, bound)
                                                   : called_bounds(s, right.node, bound);
    if ((!is.lower && !is.upper) || !equal(linitial(o->args), id))
        return;
    const Oid type = s.function.type;
    const Oid opfamily = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    const auto compares = [&](int strategy) {
        return o->opno == comparison_operator(s, opfamily, type, strategy).op;
    };
    if (is.lower && is.upper && compares(BTEqualStrategyNumber))
        range->equal = r;
    else if (is.lower && compares(BTGreaterEqualStrategyNumber))
        range->lower = r;
    else if (is.upper && compares(BTLessEqualStrategyNumber))
        range->upper = r;
}

void set_selectivity(RestrictInfo *r, double selectivity) {
    r->norm_selec = r->outer_selec = min(max(selectivity, 0.0), 1.0);
}

// Gives core our estimate of the range before the planner asks for its own (RestrictInfo keeps it).
void tell_range(PlannerInfo *root, const range_beside &range, const knowledge &known) {
    if (range.equal != nullptr) {
        if (range.equal->norm_selec < 0)
            set_selectivity(range.equal, known.found);
    } else if (range.upper->norm_selec < 0) {
        // core takes lower + upper - 1 + the fraction of NULLs (clauselist_selectivity).
        const double sum = 1 + known.found - known.nulls;
        auto *lower = reinterpret_cast<Node *>(range.lower);
        set_selectivity(range.upper, sum - clause_selectivity(root, lower, 0, JOIN_INNER, nullptr));
    }
}

// The selectivity left to the search beside its range, or beside one side of it.
double left_to_search(PlannerInfo *root, const range_beside &range, const knowledge &known) {
    const bool whole = range.equal != nullptr || (range.lower != nullptr && range.upper != nullptr);
    if (whole && !known.counted)
        return 1;
    if (whole && known.exact) {
        tell_range(root, range, known);
        return 1;
    }
    List *clauses = NIL;
    for (RestrictInfo *r : {range.lower, range.upper, range.equal})
        if (r != nullptr)
            clauses = lappend(clauses, r);
    const double in_range = clauselist_selectivity(root, clauses, 0, JOIN_INNER, nullptr);
    return in_range > 0 ? min(known.found / in_range, 1.0) : 1;
}

// Looks for a search's range among conditions.
struct range_seeker {
    const search &s;
    PlannerInfo *root;
    searched_right right;
    Node *id;
    const knowledge &known;
    // Conditions left to look at.  Every search of a statement looks for its own range, so without a limit
    // planning would grow with the square of the number of conditions.
    int patience = 32;

    // The selectivity that this list (AND or OR) and those below leave; negative without a range.
    double look_at(List *conditions, bool all_hold) {
        check_stack_depth();
        CHECK_FOR_INTERRUPTS();
        double left = -1;
        range_beside range{};
        const auto count_range = [&] {
            if (range.equal != nullptr || range.lower != nullptr || range.upper != nullptr)
                left = max(left, left_to_search(root, range, known));
            range = {};
        };
        ListCell *cell;
        foreach (cell, conditions) {
            if (patience-- <= 0)
                break;
            auto *node = static_cast<Node *>(lfirst(cell));
            if (IsA(node, RestrictInfo)) {
                auto *r = reinterpret_cast<RestrictInfo *>(node);
                node = reinterpret_cast<Node *>(r->orclause);
                if (node == nullptr)
                    take_part(s, right, id, r, &range);
            }
            if (node != nullptr && (is_andclause(node) || is_orclause(node)))
                left = max(left, look_at(reinterpret_cast<BoolExpr *>(node)->args, is_andclause(node)));
            if (!all_hold)
                count_range();
        }
        count_range();
        return left;
    }
};

// What a range among the conditions of the search's table leaves to the search; negative without a range.
double left_by_range(const search &s, PlannerInfo *root, List *args, const knowledge &known) {
    if (s.facts().negated)
        return -1;
    auto *id = static_cast<Node *>(list_nth(args, s.facts().id_argument));
    auto *right = static_cast<Node *>(list_nth(args, 1 - s.facts().id_argument));
    const Var *column = column_of(id);
    if (column == nullptr || column->varlevelsup != 0 || column->varno < 1 ||
        static_cast<int>(column->varno) >= root->simple_rel_array_size)
        return -1;
    const RelOptInfo *table = root->simple_rel_array[column->varno];
    if (table == nullptr || table->baserestrictinfo == NIL)
        return -1;
    if (list_length(table->baserestrictinfo) == 1 &&
        linitial_node(RestrictInfo, table->baserestrictinfo)->orclause == nullptr)
        return -1; // the search alone
    if (IsA(right, Const) && !known.sought)
        return -1;
    range_seeker seeker{s, root, {known.sought ? &*known.sought : nullptr, right}, id, known};
    const double left = seeker.look_at(table->baserestrictinfo, true);
    return left < 0 && seeker.patience <= 0 && range_is_beside(right) ? 1 : left;
}

} // namespace

Selectivity selectivity_of(search &s, PlannerInfo *root, Oid function, List *args, int varrelid) {
    VariableStatData column;
    Node *other;
    bool on_left;
    if (!s.resolve_function(function))
        return DEFAULT_MATCH_SEL;
    // If nothing is known about the right side: core's estimate for a pattern (utils/selfuncs.h).
    knowledge known;
    if (get_restriction_variable(root, args, varrelid, &column, &other, &on_left)) {
        if (IsA(other, Const) && on_left == (s.facts().id_argument == 0)) {
            const auto *right = reinterpret_cast<const Const *>(other);
            if (right->constisnull)
                known.never = true;
            else
                look_at_column(s, function, &column, right, &known);
        }
        ReleaseVariableStats(column);
        if (known.never)
            return 0;
        elog(DEBUG2, "search %s of %s: %s %g of the rows", s.facts().op, s.type.name,
             known.counted ? "statistics say" : "without statistics", known.found);
        if (const double left = left_by_range(s, root, args, known); left >= 0) {
            elog(DEBUG2, "search %s of %s: its range is beside it and leaves %g", s.facts().op, s.type.name,
                 left);
            return left;
        }
    }
    const double selectivity = s.facts().negated ? 1 - known.found - known.nulls : known.found;
    // Anybody may have written the statistics.
    if (std::isnan(selectivity))
        return DEFAULT_MATCH_SEL;
    return min(max(selectivity, 0.0), 1.0);
}

} // namespace base62id::pg
