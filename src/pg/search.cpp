#include "search.hpp"

namespace base62id::pg {

// --- which function is it? ---

namespace {

struct named_role {
    std::string_view name;
    search_role role;
    int id_argument;
};
constexpr named_role named_roles[] = {
    {"starts_with", search_role::starts_with, 0}, {"has_prefix", search_role::has_type, 0},
    {"prefix_of", search_role::has_type, 1},      {"prefix_lower", search_role::lower, -1},
    {"prefix_upper", search_role::upper, -1},     {"type_lower", search_role::type_lower, -1},
    {"type_upper", search_role::type_upper, -1},
};

struct system_cache_tuple {
    HeapTuple tuple;
    explicit operator bool() const { return HeapTupleIsValid(tuple); }
    template <class Form>
    const Form *form() const {
        return reinterpret_cast<const Form *>(GETSTRUCT(tuple));
    }
    // A text column, or nothing where it is NULL.
    std::string_view text_of(int cache, AttrNumber column) const {
        bool isnull;
        const Datum d = SysCacheGetAttr(cache, tuple, column, &isnull);
        return isnull ? std::string_view{} : view_of(DatumGetTextPP(d));
    }
    void release() const { ReleaseSysCache(tuple); }
};
system_cache_tuple procedure(Oid function) { return {SearchSysCache1(PROCOID, ObjectIdGetDatum(function))}; }

// What f(pg_proc, symbol) makes of a C function of our library; `otherwise` for any other.  `ours` is a
// function of the library.  The catalog's words are compared, not addresses: a function that was given
// SECURITY DEFINER has another address, and a symbol may be found in another library.
template <class F, class R>
R of_our_symbol(Oid function, Oid ours, R otherwise, F f) {
    if (!OidIsValid(function) || !OidIsValid(ours))
        return otherwise;
    const system_cache_tuple p = procedure(function);
    if (!p)
        return otherwise;
    R result = otherwise;
    if (p.form<FormData_pg_proc>()->prolang == ClanguageId) {
        if (const system_cache_tuple o = procedure(ours); o) {
            if (p.text_of(PROCOID, Anum_pg_proc_probin) == o.text_of(PROCOID, Anum_pg_proc_probin))
                result = f(p.form<FormData_pg_proc>(), p.text_of(PROCOID, Anum_pg_proc_prosrc));
            o.release();
        }
    }
    p.release();
    return result;
}

// `symbol` without "TYPE_" in front; empty where it does not start so.
std::string_view behind_type(std::string_view symbol, std::string_view type) {
    if (symbol.size() <= type.size() || !symbol.starts_with(type) || symbol[type.size()] != '_')
        return {};
    return codec::slice(symbol, type.size() + 1);
}

} // namespace

bool has_symbol(Oid function, Oid ours, std::string_view symbol) {
    return of_our_symbol(function, ours, false,
                         [symbol](const FormData_pg_proc *, std::string_view s) { return s == symbol; });
}

bool resolve_symbol(Oid function, Oid asked, const char *type, search_function *found) {
    return of_our_symbol(function, asked, false, [=](const FormData_pg_proc *p, std::string_view symbol) {
        const std::string_view name = behind_type(symbol, type);
        for (const named_role &r : named_roles) {
            if (r.name != name)
                continue;
            const Oid *arguments = p->proargtypes.values;
            if (r.id_argument < 0) {
                *found = {r.role, -1, p->prorettype};
                return p->pronargs == 1 && arguments[0] == TEXTOID;
            }
            *found = {r.role, r.id_argument, p->pronargs == 2 ? arguments[r.id_argument] : InvalidOid};
            return p->pronargs == 2 && arguments[1 - r.id_argument] == TEXTOID;
        }
        return false;
    });
}

namespace {

// One call of a support function or an estimator.
struct call {
    search_resolver resolve;
    Oid asked;
    searched_type type;
    search_function function;

    bool resolve_function(Oid f) { return resolve(f, asked, &type, &function) && function.id_argument >= 0; }
    bool range(std::string_view right, Datum *lower, Datum *upper) const {
        return function.role == search_role::has_type ? type.type_range(right, lower, upper)
                                                      : type.range(type, right, lower, upper);
    }
    // Are values of this type, which may be a domain, kept as ours are?
    bool keeps(Oid other) const {
        const Oid base = getBaseType(other);
        return base == function.type || (base == UUIDOID && type.uuid_order);
    }
};

// --- index conditions ---

// core's functions of uuid, as operators have them.
bool compares_uuids(Oid function, int strategy) {
    return (strategy == BTEqualStrategyNumber && function == F_UUID_EQ) ||
           (strategy == BTGreaterEqualStrategyNumber && function == F_UUID_GE) ||
           (strategy == BTLessEqualStrategyNumber && function == F_UUID_LE);
}

// The operator of that strategy, where it compares as our ranges do: an operator class may order the values
// another way, and number its strategies as btree does.
Oid comparison_operator(const call &c, Oid opfamily, Oid type, int strategy) {
    const Oid op = get_opfamily_member(opfamily, type, type, static_cast<int16>(strategy));
    if (!OidIsValid(op))
        return InvalidOid;
    const Oid function = get_opcode(op);
    if (c.type.uuid_order && compares_uuids(function, strategy))
        return op;
    const std::string_view name = strategy == BTEqualStrategyNumber          ? "eq"
                                  : strategy == BTGreaterEqualStrategyNumber ? "ge"
                                                                             : "le";
    const bool ours = of_our_symbol(function, c.asked, false,
                                    [&c, name](const FormData_pg_proc *, std::string_view symbol) {
                                        return behind_type(symbol, c.type.symbol) == name;
                                    });
    return ours ? op : InvalidOid;
}

Expr *comparison(Oid op, Expr *id, Expr *bound) {
    return make_opclause(op, BOOLOID, false, id, bound, InvalidOid, InvalidOid);
}

Expr *constant(Oid type, Datum value, bool isnull) {
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return reinterpret_cast<Expr *>(makeConst(type, -1, InvalidOid, length, value, isnull, by_value));
}

// May the user call a function?  The executor will ask when a plan starts, as it asks for the function that
// searches; but a plan must not fail where another one would not.  So a plan that relies on a privilege which
// not everybody has is made for one role; one that is revoked later invalidates it, as any change of a
// function does.
bool may_call(PlannerInfo *root, Oid function) {
    const system_cache_tuple p = procedure(function);
    if (!p)
        return false;
    bool everybody; // no ACL: PUBLIC may
    SysCacheGetAttr(PROCOID, p.tuple, Anum_pg_proc_proacl, &everybody);
    p.release();
    if (everybody)
        return true;
    root->glob->dependsOnRole = true;
    return b62_function_aclcheck(function, GetUserId()) == ACLCHECK_OK;
}

// A call of the bound function that lies in the schema of the searching function: the extension is
// relocatable, and search_path must not matter.
Expr *bound_call(const call &c, PlannerInfo *root, Oid searching_function, search_role role, Expr *pattern) {
    const char *name = nullptr;
    for (const named_role &r : named_roles)
        if (r.role == role)
            name = psprintf("%s_%s", c.type.name, r.name.data());
    Oid argument = TEXTOID;
    const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                                         PointerGetDatum(buildoidvector(&argument, 1)),
                                         ObjectIdGetDatum(get_func_namespace(searching_function)));
    searched_type type;
    search_function found;
    if (!c.resolve(function, c.asked, &type, &found) || found.role != role || found.type != c.function.type ||
        !may_call(root, function))
        return nullptr;
    return reinterpret_cast<Expr *>(makeFuncExpr(function, found.type, list_make1(pattern), InvalidOid,
                                                 InvalidOid, COERCE_EXPLICIT_CALL));
}

List *arguments_of(Node *node) {
    if (IsA(node, OpExpr))
        return reinterpret_cast<OpExpr *>(node)->args;
    if (IsA(node, FuncExpr))
        return reinterpret_cast<FuncExpr *>(node)->args;
    return NIL;
}

Node *index_condition(call &c, SupportRequestIndexCondition *request) {
    List *args = arguments_of(request->node);
    if (list_length(args) != 2 || !c.resolve_function(request->funcid) ||
        request->indexarg != c.function.id_argument)
        return nullptr;
    // BRIN's minmax families number their strategies as btree does.
    const Oid am = request->index->relam;
    const Oid type = request->index->opcintype[request->indexcol];
    if ((am != BTREE_AM_OID && am != BRIN_AM_OID) || !c.keeps(type))
        return nullptr;

    auto *id = static_cast<Expr *>(list_nth(args, request->indexarg));
    auto *pattern = static_cast<Expr *>(list_nth(args, 1 - request->indexarg));
    const auto op = [&](int strategy) { return comparison_operator(c, request->opfamily, type, strategy); };
    Expr *lower, *upper;
    request->lossy = false;
    if (IsA(pattern, Const)) {
        auto *right = reinterpret_cast<Const *>(pattern);
        if (right->consttype != TEXTOID)
            return nullptr;
        Datum low = 0, high = 0;
        const bool none =
            right->constisnull || !c.range(view_of(DatumGetTextPP(right->constvalue)), &low, &high);
        lower = constant(type, low, none);
        upper = constant(type, high, none);
        if (!none && c.type.compare(low, high) == 0) { // a whole text
            const Oid equal = op(BTEqualStrategyNumber);
            return OidIsValid(equal) ? reinterpret_cast<Node *>(list_make1(comparison(equal, id, lower)))
                                     : nullptr;
        }
    } else if (is_pseudo_constant_for_index(request->root, reinterpret_cast<Node *>(pattern),
                                            request->index)) {
        const bool by_type = c.function.role == search_role::has_type;
        const auto call_of = [&](search_role role) {
            return bound_call(c, request->root, request->funcid, role, pattern);
        };
        lower = call_of(by_type ? search_role::type_lower : search_role::lower);
        upper = lower == nullptr ? nullptr : call_of(by_type ? search_role::type_upper : search_role::upper);
        if (upper == nullptr)
            return nullptr;
    } else {
        return nullptr;
    }
    const Oid from = op(BTGreaterEqualStrategyNumber), to = op(BTLessEqualStrategyNumber);
    if (!OidIsValid(from) || !OidIsValid(to))
        return nullptr;
    return reinterpret_cast<Node *>(list_make2(comparison(from, id, lower), comparison(to, id, upper)));
}

// --- estimates ---

// Where between `low` and `high` a value lies, 0 to 1, by the octets behind what all three have in common.
double fraction_between(const searched_type &t, Datum low, Datum high, Datum value) {
    std::uint8_t buffers[3][8];
    const std::string_view a = t.image(low, buffers[0]), b = t.image(high, buffers[1]),
                           v = t.image(value, buffers[2]);
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
    return (low - 1 + fraction_between(t, histogram.values[low - 1], histogram.values[low], value)) /
           (histogram.nvalues - 1);
}

// Statistics of a kind whose values are of our type.
bool values_of_kind(const call &c, HeapTuple statistics, int kind, int flags, AttStatsSlot *slot) {
    if (!get_attstatsslot(slot, statistics, kind, InvalidOid, flags))
        return false;
    if (c.keeps(slot->valuetype))
        return true;
    free_attstatsslot(slot);
    return false;
}

// The selectivity by a column's statistics, which are there and may be read.
double by_statistics(const call &c, HeapTuple statistics, std::string_view right, Datum lower, Datum upper) {
    const double nulls = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(statistics))->stanullfrac;
    AttStatsSlot slot;
    double common = 0, of_common = 0; // the share of the most common values, and of those that match
    if (values_of_kind(c, statistics, STATISTIC_KIND_MCV, ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS,
                       &slot)) {
        for (int i = 0; i < Min(slot.nvalues, slot.nnumbers); ++i) {
            common += static_cast<double>(slot.numbers[i]);
            if (c.type.matches(c.type, c.function.role, slot.values[i], right))
                of_common += static_cast<double>(slot.numbers[i]);
        }
        free_attstatsslot(&slot);
    }
    double in_range = -1;
    if (values_of_kind(c, statistics, STATISTIC_KIND_HISTOGRAM, ATTSTATSSLOT_VALUES, &slot)) {
        if (slot.nvalues > 1)
            in_range = Max(histogram_below(c.type, slot, upper) - histogram_below(c.type, slot, lower), 0.0);
        free_attstatsslot(&slot);
    }
    const bool some = in_range >= 0 || common > 0;
    const double selectivity =
        some ? of_common + Max(in_range, 0.0) * (1 - nulls - common) : DEFAULT_MATCH_SEL;
    const share_function share =
        c.function.role == search_role::has_type ? c.type.share_of_type : c.type.share_of_start;
    if (share == nullptr || nulls >= 1)
        return selectivity;
    const double by_share =
        share(statistics, c.function.type, right, some ? Min(selectivity / (1 - nulls), 1.0) : 0.0);
    return by_share >= 0 ? by_share * (1 - nulls) : selectivity;
}

double of_column(const call &c, Oid function, VariableStatData *column, const Const *constant) {
    if (column->vartype != c.function.type || constant->consttype != TEXTOID)
        return DEFAULT_MATCH_SEL;
    Datum lower, upper;
    if (constant->constisnull)
        return 0;
    const std::string_view right = view_of(DatumGetTextPP(constant->constvalue));
    if (!c.range(right, &lower, &upper))
        return 0;
    // As core's estimators: look at stored values only where this user may.
    if (!HeapTupleIsValid(column->statsTuple) || !statistic_proc_security_check(column, function))
        return DEFAULT_MATCH_SEL;
    const double selectivity = by_statistics(c, column->statsTuple, right, lower, upper);
    // Not a number where statistics are not: anybody may have written them.
    return selectivity >= 0 ? Min(selectivity, 1.0) : selectivity < 0 ? 0.0 : DEFAULT_MATCH_SEL;
}

} // namespace

Selectivity search_selectivity(search_resolver resolve, Oid asked, PlannerInfo *root, Oid function,
                               List *args, int varrelid) {
    // Where nothing is known about the right side: core's estimate for a pattern (utils/selfuncs.h).
    double selectivity = DEFAULT_MATCH_SEL;
    call c{resolve, asked, {}, {}};
    VariableStatData column;
    Node *other;
    bool on_left;
    if (!c.resolve_function(function) ||
        !get_restriction_variable(root, args, varrelid, &column, &other, &on_left))
        return selectivity;
    if (IsA(other, Const) && on_left == (c.function.id_argument == 0))
        selectivity = of_column(c, function, &column, reinterpret_cast<Const *>(other));
    ReleaseVariableStats(column);
    return selectivity;
}

Node *search_request(search_resolver resolve, Oid asked, Node *request) {
    call c{resolve, asked, {}, {}};
    if (IsA(request, SupportRequestIndexCondition))
        return index_condition(c, reinterpret_cast<SupportRequestIndexCondition *>(request));
    if (IsA(request, SupportRequestSelectivity)) { // in WHERE as a function rather than as an operator
        auto *s = reinterpret_cast<SupportRequestSelectivity *>(request);
        if (s->is_join)
            return nullptr;
        s->selectivity = search_selectivity(resolve, asked, s->root, s->funcid, s->args, s->varRelid);
        return request;
    }
    return nullptr;
}

} // namespace base62id::pg
