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
    {"prefix_of", search_role::has_type, 1},      {"like", search_role::like, 0},
    {"not_like", search_role::not_like, 0},       {"ilike", search_role::ilike, 0},
    {"not_ilike", search_role::not_ilike, 0},     {"prefix_lower", search_role::lower, -1},
    {"prefix_upper", search_role::upper, -1},     {"type_lower", search_role::type_lower, -1},
    {"type_upper", search_role::type_upper, -1},  {"like_start", search_role::like_start, -1},
};

struct system_cache_tuple {
    HeapTuple tuple;
    explicit operator bool() const { return HeapTupleIsValid(tuple); }
    template <class Form>
    const Form *form() const {
        return reinterpret_cast<const Form *>(GETSTRUCT(tuple));
    }
    // A text column, or nothing where it is NULL.
    std::string_view text_of(SysCacheIdentifier cache, AttrNumber column) const {
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
                const bool pattern = r.role == search_role::like_start;
                return p->pronargs == 1 + pattern && arguments[0] == TEXTOID &&
                       (!pattern || (arguments[1] == BOOLOID && p->prorettype == TEXTOID));
            }
            *found = {r.role, r.id_argument, p->pronargs == 2 ? arguments[r.id_argument] : InvalidOid};
            return p->pronargs == 2 && arguments[1 - r.id_argument] == TEXTOID;
        }
        return false;
    });
}

namespace {

// The ids that a search finds.
struct target {
    enum { nothing, range, anything } kind;
    bool exact; // all ids in the range
    Datum lower, upper;
    codec::like_start beginning; // of a pattern
};

// One call of a support function or an estimator.
struct call {
    search_resolver resolve;
    Oid asked;
    searched_type type;
    search_function function;

    bool resolve_function(Oid f) { return resolve(f, asked, &type, &function) && function.id_argument >= 0; }
    bool negated() const {
        return function.role == search_role::not_like || function.role == search_role::not_ilike;
    }
    bool ignores_case() const {
        return function.role == search_role::ilike || function.role == search_role::not_ilike;
    }
    // The role without its negation.
    search_role sought() const {
        return ignores_case() ? search_role::ilike : negated() ? search_role::like : function.role;
    }
    bool by_pattern() const { return negated() || ignores_case() || function.role == search_role::like; }
    // What is searched for; negated functions search for what they leave out.
    target find(Datum right) const;
    // Are values of this type, which may be a domain, kept as ours are?
    bool keeps(Oid other) const {
        const Oid base = getBaseType(other);
        return base == function.type || (base == UUIDOID && type.uuid_order);
    }
};

target call::find(Datum right) const {
    target t{target::nothing, true, 0, 0, {}};
    std::string_view start = view_of(DatumGetTextPP(right));
    if (by_pattern()) {
        t.beginning = codec::start_of_like(start, ignores_case(), type.texts);
        start = t.beginning.text();
        t.exact = t.beginning.behind != codec::like_start::rest::some;
        if (start.empty() && !t.exact) {
            t.kind = target::anything;
            return t;
        }
        // A search may take either case where a pattern does not.
        for (const char c : start)
            if ((codec::lower_letter(c) && type.texts.letters == codec::letter_case::upper) ||
                (codec::upper_letter(c) && type.texts.letters == codec::letter_case::lower))
                return t;
    }
    const bool found = function.role == search_role::has_type ? type.type_range(start, &t.lower, &t.upper)
                                                              : type.range(type, start, &t.lower, &t.upper);
    if (!found)
        return t;
    t.kind = target::range;
    // A pattern without wildcards is a whole text, or matches none.
    if (by_pattern() && t.beginning.behind == codec::like_start::rest::nothing &&
        !type.matches(type, sought(), t.lower, right))
        t.kind = target::nothing;
    return t;
}

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

// The function of that role and type.  Found in a schema, since the extension is relocatable
// and search_path must not matter.
Oid function_of_role(PlannerInfo *root, const char *type, search_role role, Oid schema) {
    const char *name = nullptr;
    for (const named_role &r : named_roles)
        if (r.role == role)
            name = psprintf("%s_%s", type, r.name.data());
    const Oid arguments[2] = {TEXTOID, BOOLOID};
    const oidvector *signature = buildoidvector(arguments, role == search_role::like_start ? 2 : 1);
    const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                                         PointerGetDatum(signature), ObjectIdGetDatum(schema));
    return may_call(root, function) ? function : InvalidOid;
}

// A bound that is found when the plan runs.
Expr *bound_call(const call &c, PlannerInfo *root, Oid searching_function, search_role role, Expr *right) {
    searched_type type;
    search_function found;
    if (c.by_pattern()) {
        const Oid start =
            function_of_role(root, c.type.like_symbol, search_role::like_start, get_func_namespace(c.asked));
        if (!OidIsValid(start) || !resolve_symbol(start, c.asked, c.type.like_symbol, &found))
            return nullptr;
        List *arguments = list_make2(right, makeBoolConst(c.ignores_case(), false));
        right = reinterpret_cast<Expr *>(
            makeFuncExpr(start, TEXTOID, arguments, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
    }
    const Oid bound = function_of_role(root, c.type.name, role, get_func_namespace(searching_function));
    if (!OidIsValid(bound) || !c.resolve(bound, c.asked, &type, &found) || found.role != role ||
        found.type != c.function.type)
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(bound, found.type, list_make1(right), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
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
    if (list_length(args) != 2 || !c.resolve_function(request->funcid) || c.negated() ||
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
        const target t =
            right->constisnull ? target{target::nothing, true, 0, 0, {}} : c.find(right->constvalue);
        if (t.kind == target::anything)
            return nullptr;
        const bool none = t.kind == target::nothing;
        request->lossy = !none && !t.exact;
        lower = constant(type, t.lower, none);
        upper = constant(type, t.upper, none);
        if (!none && c.type.compare(t.lower, t.upper) == 0) { // a whole text
            const Oid equal = op(BTEqualStrategyNumber);
            return OidIsValid(equal) ? reinterpret_cast<Node *>(list_make1(comparison(equal, id, lower)))
                                     : nullptr;
        }
    } else if (is_pseudo_constant_for_index(request->root, reinterpret_cast<Node *>(pattern),
                                            request->index)) {
        request->lossy = c.by_pattern();
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

// core's estimates of what a pattern's symbols leave (like_selectivity in utils/adt/like_support.c).
double left_by_pattern(std::string_view pattern) {
    constexpr double fixed = 0.20, one = 0.9, any = 5.0;
    std::size_t i = 0;
    while (i < pattern.size() && (pattern[i] == '%' || pattern[i] == '_'))
        ++i;
    double left = 1;
    for (; i < pattern.size(); ++i) {
        left *= pattern[i] == '%' ? any : pattern[i] == '_' ? one : fixed;
        if (pattern[i] == '\\')
            ++i;
    }
    return Min(left, 1.0);
}

// The part of the ids in a target's range that are found: as many as of the histogram's, where it has
// enough of them to tell.
double part_of_range(const call &c, const target &t, Datum right, const AttStatsSlot *histogram) {
    if (t.exact)
        return 1;
    constexpr int enough = 10;
    int of_range = 0, found = 0;
    for (int i = 0; histogram != nullptr && i < histogram->nvalues; ++i) {
        const Datum id = histogram->values[i];
        if (t.kind == target::range && (c.type.compare(id, t.lower) < 0 || c.type.compare(id, t.upper) > 0))
            continue;
        ++of_range;
        found += c.type.matches(c.type, c.sought(), id, right);
    }
    const double by_symbols = left_by_pattern(codec::slice(view_of(DatumGetTextPP(right)), t.beginning.read));
    if (of_range < enough)
        return by_symbols;
    return found == 0 ? Min(by_symbols, 0.5 / of_range) : static_cast<double>(found) / of_range;
}

// The selectivity by a column's statistics, which are there and may be read.
double by_statistics(const call &c, HeapTuple statistics, Datum right, const target &t) {
    const double nulls = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(statistics))->stanullfrac;
    AttStatsSlot slot;
    double common = 0, of_common = 0; // the share of the most common values, and of those that match
    if (values_of_kind(c, statistics, STATISTIC_KIND_MCV, ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS,
                       &slot)) {
        for (int i = 0; i < Min(slot.nvalues, slot.nnumbers); ++i) {
            common += static_cast<double>(slot.numbers[i]);
            if (c.type.matches(c.type, c.sought(), slot.values[i], right))
                of_common += static_cast<double>(slot.numbers[i]);
        }
        free_attstatsslot(&slot);
    }
    double in_range = -1, part = 1;
    if (values_of_kind(c, statistics, STATISTIC_KIND_HISTOGRAM, ATTSTATSSLOT_VALUES, &slot)) {
        if (slot.nvalues > 1)
            in_range =
                t.kind == target::anything
                    ? 1
                    : Max(histogram_below(c.type, slot, t.upper) - histogram_below(c.type, slot, t.lower),
                          0.0);
        part = part_of_range(c, t, right, &slot);
        free_attstatsslot(&slot);
    } else {
        part = part_of_range(c, t, right, nullptr);
    }
    const bool some = in_range >= 0 || common > 0;
    const double selectivity =
        some ? of_common + Max(in_range, 0.0) * part * (1 - nulls - common) : DEFAULT_MATCH_SEL;
    const share_function share =
        c.function.role == search_role::has_type ? c.type.share_of_type : c.type.share_of_start;
    if (share == nullptr || nulls >= 1 || t.kind == target::anything)
        return selectivity;
    const std::string_view start = c.by_pattern() ? t.beginning.text() : view_of(DatumGetTextPP(right));
    const double by_share =
        share(statistics, c.function.type, start, some ? Min(selectivity / (1 - nulls), 1.0) : 0.0);
    return by_share >= 0 ? by_share * part * (1 - nulls) : selectivity;
}

// The selectivity of what is searched for: negated functions leave it out.
double of_column(const call &c, Oid function, VariableStatData *column, const Const *constant) {
    if (column->vartype != c.function.type || constant->consttype != TEXTOID)
        return DEFAULT_MATCH_SEL;
    const target t = c.find(constant->constvalue);
    if (t.kind == target::nothing)
        return 0;
    // As core's estimators: look at stored values only where this user may.
    if (!HeapTupleIsValid(column->statsTuple) || !statistic_proc_security_check(column, function))
        return DEFAULT_MATCH_SEL;
    return by_statistics(c, column->statsTuple, constant->constvalue, t);
}

} // namespace

Selectivity search_selectivity(search_resolver resolve, Oid asked, PlannerInfo *root, Oid function,
                               List *args, int varrelid) {
    call c{resolve, asked, {}, {}};
    VariableStatData column;
    Node *other;
    bool on_left;
    if (!c.resolve_function(function))
        return DEFAULT_MATCH_SEL;
    // Where nothing is known about the right side: core's estimate for a pattern (utils/selfuncs.h).
    double found = DEFAULT_MATCH_SEL, nulls = 0;
    if (get_restriction_variable(root, args, varrelid, &column, &other, &on_left)) {
        if (IsA(other, Const) && on_left == (c.function.id_argument == 0)) {
            const auto *constant = reinterpret_cast<Const *>(other);
            if (constant->constisnull) {
                ReleaseVariableStats(column);
                return 0;
            }
            found = of_column(c, function, &column, constant);
            if (HeapTupleIsValid(column.statsTuple))
                nulls = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(column.statsTuple))->stanullfrac;
        }
        ReleaseVariableStats(column);
    }
    // Not a number where statistics are not: anybody may have written them.
    const double selectivity = c.negated() ? 1 - found - nulls : found;
    return selectivity >= 0 ? Min(selectivity, 1.0) : selectivity < 0 ? 0.0 : DEFAULT_MATCH_SEL;
}

bool like_matches(search_role role, Datum text, Datum pattern) {
    const bool ignore_case = role == search_role::ilike || role == search_role::not_ilike;
    const bool negated = role == search_role::not_like || role == search_role::not_ilike;
    return negated != DatumGetBool(DirectFunctionCall2Coll(ignore_case ? texticlike : textlike,
                                                           C_COLLATION_OID, text, pattern));
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
