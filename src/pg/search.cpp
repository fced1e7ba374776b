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
    if (symbol.size() <= type.size() || codec::slice(symbol, 0, type.size()) != type ||
        symbol[type.size()] != '_')
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

// A function that the user may call.  Found in a schema, since the extension is relocatable and search_path
// must not matter.
Oid function_named(PlannerInfo *root, const char *name, std::initializer_list<Oid> arguments, Oid schema) {
    const oidvector *signature = buildoidvector(arguments.begin(), static_cast<int>(arguments.size()));
    const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                                         PointerGetDatum(signature), ObjectIdGetDatum(schema));
    return may_call(root, function) ? function : InvalidOid;
}

// The function of that role and type.
Oid function_of_role(PlannerInfo *root, const char *type, search_role role, Oid schema) {
    const char *name = nullptr;
    for (const named_role &r : named_roles)
        if (r.role == role)
            name = psprintf("%s_%s", type, r.name.data());
    return role == search_role::like_start ? function_named(root, name, {TEXTOID, BOOLOID}, schema)
                                           : function_named(root, name, {TEXTOID}, schema);
}

FuncExpr *text_call(Oid function, List *arguments) {
    return makeFuncExpr(function, TEXTOID, arguments, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
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
        right = reinterpret_cast<Expr *>(text_call(start, arguments));
    }
    const Oid bound = function_of_role(root, c.type.name, role, get_func_namespace(searching_function));
    if (!OidIsValid(bound) || !c.resolve(bound, c.asked, &type, &found) || found.role != role ||
        found.type != c.function.type)
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(bound, found.type, list_make1(right), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// --- a right side that is evaluated once ---
//
// The two bounds of a search are two expressions, and PostgreSQL has none that feeds both.  Of a column or a
// parameter, reading it twice costs nothing; a subquery of the outer row would run twice.  So the lower bound
// is that of right_side(expression, n), which keeps the text, and the upper bound is that of right_side(n),
// which takes it.  The executor evaluates the expressions of an index condition one behind the other, in
// their order (ExecIndexEvalRuntimeKeys; in a recheck ExecQual), so no other search comes between the two.
// One that did, or the other order, would find another number or nothing, which is an error.

constexpr const char *right_side_name = "base62id_right_side";

struct right_sides {
    Expr *of_lower, *of_upper;
};

right_sides both_sides(const call &c, PlannerInfo *root, Expr *right) {
    auto *node = reinterpret_cast<Node *>(right);
    while (IsA(node, RelabelType))
        node = reinterpret_cast<Node *>(reinterpret_cast<RelabelType *>(node)->arg);
    // What has no columns keeps its two calls: the planner may estimate those.
    if (IsA(node, Var) || !(contain_subplans(node) || contain_var_clause(node)))
        return {right, right};
    const Oid schema = get_func_namespace(c.asked);
    const Oid keep = function_named(root, right_side_name, {TEXTOID, INT4OID}, schema);
    const Oid take = function_named(root, right_side_name, {INT4OID}, schema);
    if (!has_symbol(keep, c.asked, "base62id_keep_right_side") ||
        !has_symbol(take, c.asked, "base62id_take_right_side"))
        return {right, right};

    static std::int32_t searches = 0;
    searches = searches % PG_INT32_MAX + 1;
    const auto number = [] {
        return makeConst(INT4OID, -1, InvalidOid, sizeof searches, Int32GetDatum(searches), false, true);
    };
    // The functions are strict, and the second must find what the first kept: for NULL a text that no id
    // starts with.
    CoalesceExpr *kept = makeNode(CoalesceExpr);
    kept->coalescetype = TEXTOID;
    kept->coalescecollid = DEFAULT_COLLATION_OID;
    kept->args = list_make2(
        right, makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(" "), false, false));
    kept->location = -1;
    return {reinterpret_cast<Expr *>(text_call(keep, list_make2(kept, number()))),
            reinterpret_cast<Expr *>(text_call(take, list_make1(number())))};
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
        const right_sides sides = both_sides(c, request->root, pattern);
        const auto call_of = [&](search_role role, Expr *right) {
            return bound_call(c, request->root, request->funcid, role, right);
        };
        lower = call_of(by_type ? search_role::type_lower : search_role::lower, sides.of_lower);
        upper = lower == nullptr
                    ? nullptr
                    : call_of(by_type ? search_role::type_upper : search_role::upper, sides.of_upper);
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

// --- ranges beside a search ---
//
// An index has its index condition, but nothing else of PostgreSQL knows what a search means: partitions are
// not pruned by it, postgres_fdw does not ship it (its collation is that of the text), columnar storage does
// not skip by it.  So where a table is partitioned by the id, foreign, or kept by another access method than
// heap, `id ^@ 'user'` becomes `id ^@ 'user' AND id >= lower AND id <= upper`.  The search itself stays: it
// is what partial indexes are declared with, what is estimated (the range is then taken for granted, see
// take_for_granted), and what is false where a parameter's bounds are NULL, also under NOT.

// Marks the right side of a search that its range stands beside, a constant or a parameter: a location, which
// no comparison of nodes looks at.  Quals are simplified again for each child of a partitioned table.
constexpr int range_is_beside = -16262;

// copyObject is no C++.
Node *copy_of(const Node *node) { return static_cast<Node *>(copyObjectImpl(node)); }

int *location_of(Node *right) {
    if (IsA(right, Const))
        return &reinterpret_cast<Const *>(right)->location;
    if (IsA(right, Param))
        return &reinterpret_cast<Param *>(right)->location;
    if (IsA(right, RelabelType) && IsA(reinterpret_cast<RelabelType *>(right)->arg, Param)) // of a varchar
        return &reinterpret_cast<RelabelType *>(right)->location;
    return nullptr;
}

Var *column_of(Node *id) {
    while (IsA(id, RelabelType)) // of a domain
        id = reinterpret_cast<Node *>(reinterpret_cast<RelabelType *>(id)->arg);
    return IsA(id, Var) ? reinterpret_cast<Var *>(id) : nullptr;
}

enum class storage { plain, partitioned, foreign, other };

// What a column's table is, as far as ranges matter.  Constraints and index predicates are simplified before
// their columns have the number of their table; what is then made of them is as right.
storage storage_of(PlannerInfo *root, const Var *column) {
    if (column->varlevelsup != 0 || column->varattno <= 0 || column->varno < 1 ||
        static_cast<int>(column->varno) > list_length(root->parse->rtable))
        return storage::plain;
    const RangeTblEntry *table = planner_rt_fetch(column->varno, root);
    if (table == nullptr || table->rtekind != RTE_RELATION)
        return storage::plain;
    if (table->relkind == RELKIND_FOREIGN_TABLE)
        return storage::foreign;
    if (table->relkind == RELKIND_PARTITIONED_TABLE) {
        const system_cache_tuple p{SearchSysCache1(PARTRELID, ObjectIdGetDatum(table->relid))};
        if (!p)
            return storage::plain;
        const auto *key = p.form<FormData_pg_partitioned_table>();
        storage found = storage::plain;
        for (int i = 0; i < key->partnatts; ++i)
            if (key->partattrs.values[i] == column->varattno)
                found = storage::partitioned;
        p.release();
        return found;
    }
    if (table->relkind != RELKIND_RELATION && table->relkind != RELKIND_MATVIEW)
        return storage::plain;
    const system_cache_tuple c{SearchSysCache1(RELOID, ObjectIdGetDatum(table->relid))};
    if (!c)
        return storage::plain;
    const Oid am = c.form<FormData_pg_class>()->relam;
    c.release();
    return am == HEAP_TABLE_AM_OID ? storage::plain : storage::other;
}

// The search itself.  As the operator, which indexes are declared with; for a foreign table as a call of the
// function under no collation, which is none to ask for: what a search finds does not depend on it.
Expr *search_itself(const call &c, const FuncExpr *f, List *args, bool foreign) {
    const char *name = c.function.role == search_role::starts_with ? "^@"
                       : c.function.role == search_role::has_type  ? c.function.id_argument == 0 ? "@>" : "<@"
                       : c.function.role == search_role::like      ? "~~"
                                                                   : "~~*";
    const Oid left = c.function.id_argument == 0 ? c.function.type : TEXTOID;
    const Oid right = c.function.id_argument == 0 ? TEXTOID : c.function.type;
    const Oid op = foreign ? InvalidOid
                           : GetSysCacheOid4(OPERNAMENSP, Anum_pg_operator_oid, CStringGetDatum(name),
                                             ObjectIdGetDatum(left), ObjectIdGetDatum(right),
                                             ObjectIdGetDatum(get_func_namespace(f->funcid)));
    if (OidIsValid(op) && get_opcode(op) == f->funcid)
        return make_opclause(op, BOOLOID, false, static_cast<Expr *>(linitial(args)),
                             static_cast<Expr *>(lsecond(args)), InvalidOid, f->inputcollid);
    return reinterpret_cast<Expr *>(makeFuncExpr(
        f->funcid, BOOLOID, args, InvalidOid, foreign ? InvalidOid : f->inputcollid, COERCE_EXPLICIT_CALL));
}

// The comparisons that a search of a constant or a parameter stands for; NIL where there are none.
List *range_of(const call &c, PlannerInfo *root, Oid searching_function, Node *id, Node *right) {
    const Oid type = c.function.type;
    const Oid opfamily = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    if (!OidIsValid(opfamily))
        return NIL;
    const auto compared = [&](int strategy, Expr *bound) -> Expr * {
        const Oid op = comparison_operator(c, opfamily, type, strategy);
        return OidIsValid(op) && bound != nullptr
                   ? comparison(op, reinterpret_cast<Expr *>(copy_of(id)), bound)
                   : nullptr;
    };
    Expr *from, *to;
    if (IsA(right, Const)) {
        const auto *value = reinterpret_cast<const Const *>(right);
        if (value->constisnull || value->consttype != TEXTOID)
            return NIL;
        const target t = c.find(value->constvalue);
        if (t.kind == target::anything)
            return NIL;
        if (t.kind == target::range && c.type.compare(t.lower, t.upper) == 0) {
            Expr *equal = compared(BTEqualStrategyNumber, constant(type, t.lower, false));
            return equal == nullptr ? NIL : list_make1(equal);
        }
        const bool none = t.kind == target::nothing;
        from = compared(BTGreaterEqualStrategyNumber, constant(type, t.lower, none));
        to = compared(BTLessEqualStrategyNumber, constant(type, t.upper, none));
    } else {
        const bool by_type = c.function.role == search_role::has_type;
        const auto bound = [&](search_role role) {
            return bound_call(c, root, searching_function, role, reinterpret_cast<Expr *>(copy_of(right)));
        };
        from = compared(BTGreaterEqualStrategyNumber,
                        bound(by_type ? search_role::type_lower : search_role::lower));
        to = compared(BTLessEqualStrategyNumber,
                      bound(by_type ? search_role::type_upper : search_role::upper));
    }
    return from == nullptr || to == nullptr ? NIL : list_make2(from, to);
}

Node *simplify(call &c, SupportRequestSimplify *request) {
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
    if (kind == storage::plain || !c.resolve_function(f->funcid) || c.negated() ||
        c.function.id_argument != (id_first ? 0 : 1))
        return nullptr;
    const bool foreign = kind == storage::foreign;
    const bool beside = *location_of(right) == range_is_beside;
    if (beside && !(foreign && OidIsValid(f->inputcollid)))
        return nullptr;

    List *range = beside ? NIL : range_of(c, root, f->funcid, id, right);
    if (range == NIL && !(foreign && OidIsValid(f->inputcollid)))
        return nullptr;
    Node *marked = copy_of(right);
    if (range != NIL)
        *location_of(marked) = range_is_beside;
    Expr *itself = search_itself(c, f, id_first ? list_make2(id, marked) : list_make2(marked, id), foreign);
    if (range == NIL)
        return reinterpret_cast<Node *>(itself);
    return reinterpret_cast<Node *>(makeBoolExpr(AND_EXPR, lcons(itself, range), -1));
}

// --- estimates ---

// Where between `low` and `high` a value lies, 0 to 1, by the octets behind what all three have in common.
double position(std::string_view low, std::string_view high, std::string_view value) {
    const std::size_t shortest = Min(Min(low.size(), high.size()), value.size());
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
    return Min(Max((number(value) - from) / (to - from), 0.0), 1.0);
}

// The part of a histogram's bucket, whose upper bound has this index, that lies below `value`.  Where one of
// its bounds has another type prefix, the end of the value's own takes its place, and this type prefix has as
// much of the bucket as if its ids were as dense there as in the bucket beside it.
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

// Which comparisons of a search's range a condition is.
enum : int { not_of_range = 0, lower_bound = 1, upper_bound = 2, whole_range = lower_bound | upper_bound };

// The right side of a search, as an estimator looks for its range: of a constant, or of a parameter or
// anything else (`known` is nullptr), whose range is calls of bound functions.
struct searched_right {
    const target *known;
    Node *node;
};

int part_of_search(const call &c, const searched_right &right, Node *id, Node *condition) {
    if (!is_opclause(condition))
        return not_of_range;
    const auto *o = reinterpret_cast<OpExpr *>(condition);
    if (list_length(o->args) != 2 || !equal(linitial(o->args), id))
        return not_of_range;
    auto *bound = static_cast<Node *>(lsecond(o->args));
    int part = not_of_range;
    if (right.known != nullptr) {
        if (right.known->kind != target::range || !IsA(bound, Const))
            return not_of_range;
        const auto *value = reinterpret_cast<Const *>(bound);
        if (value->constisnull || value->consttype != c.function.type)
            return not_of_range;
        part |= c.type.compare(value->constvalue, right.known->lower) == 0 ? lower_bound : not_of_range;
        part |= c.type.compare(value->constvalue, right.known->upper) == 0 ? upper_bound : not_of_range;
    } else {
        if (!IsA(bound, FuncExpr) || reinterpret_cast<FuncExpr *>(bound)->args == NIL)
            return not_of_range;
        const auto *f = reinterpret_cast<FuncExpr *>(bound);
        auto *argument = static_cast<Node *>(linitial(f->args));
        if (c.by_pattern() && IsA(argument, FuncExpr) && reinterpret_cast<FuncExpr *>(argument)->args != NIL)
            argument = static_cast<Node *>(linitial(reinterpret_cast<FuncExpr *>(argument)->args));
        searched_type type;
        search_function found;
        if (!equal(argument, right.node) || !c.resolve(f->funcid, c.asked, &type, &found))
            return not_of_range;
        if (found.role == search_role::lower || found.role == search_role::type_lower)
            part = lower_bound;
        else if (found.role == search_role::upper || found.role == search_role::type_upper)
            part = upper_bound;
    }
    if (part == not_of_range)
        return not_of_range;
    const Oid type = c.function.type;
    const Oid opfamily = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    const auto is = [&](int strategy) { return o->opno == comparison_operator(c, opfamily, type, strategy); };
    if (part == whole_range)
        return is(BTEqualStrategyNumber) ? whole_range : not_of_range;
    return is(part == lower_bound ? BTGreaterEqualStrategyNumber : BTLessEqualStrategyNumber) ? part
                                                                                              : not_of_range;
}

// Gives the conditions of a search's range, wherever they stand in `conditions`, the selectivity `granted`
// before the planner asks for it (RestrictInfo keeps it): they say nothing that the search does not.  Gives
// back those that it has asked for already.
int take_for_granted(const call &c, const searched_right &right, Node *id, Node *conditions, double granted) {
    int estimated = not_of_range;
    const auto each = [&](List *list) {
        ListCell *cell;
        foreach (cell, list)
            estimated |= take_for_granted(c, right, id, static_cast<Node *>(lfirst(cell)), granted);
        return estimated;
    };
    if (conditions == nullptr)
        return not_of_range;
    if (IsA(conditions, List))
        return each(reinterpret_cast<List *>(conditions));
    if (IsA(conditions, BoolExpr))
        return each(reinterpret_cast<BoolExpr *>(conditions)->args);
    if (!IsA(conditions, RestrictInfo))
        return not_of_range;
    auto *r = reinterpret_cast<RestrictInfo *>(conditions);
    if (r->orclause != nullptr)
        return take_for_granted(c, right, id, reinterpret_cast<Node *>(r->orclause), granted);
    const int part = part_of_search(c, right, id, reinterpret_cast<Node *>(r->clause));
    if (part == not_of_range || r->norm_selec == granted)
        return not_of_range;
    if (r->norm_selec >= 0)
        return part;
    r->norm_selec = r->outer_selec = granted;
    return not_of_range;
}

// Takes the range beside a search for granted.  True where that is too late.
bool range_is_estimated(const call &c, PlannerInfo *root, List *args, double nulls) {
    if (c.negated())
        return false;
    auto *id = static_cast<Node *>(list_nth(args, c.function.id_argument));
    auto *right = static_cast<Node *>(list_nth(args, 1 - c.function.id_argument));
    const Var *column = column_of(id);
    if (column == nullptr || column->varlevelsup != 0 || column->varno < 1 ||
        static_cast<int>(column->varno) >= root->simple_rel_array_size)
        return false;
    const RelOptInfo *table = root->simple_rel_array[column->varno];
    if (table == nullptr || table->baserestrictinfo == NIL)
        return false;
    if (list_length(table->baserestrictinfo) == 1 &&
        linitial_node(RestrictInfo, table->baserestrictinfo)->orclause == nullptr)
        return false; // the search alone
    target t;
    if (IsA(right, Const)) {
        const auto *value = reinterpret_cast<const Const *>(right);
        if (value->constisnull || value->consttype != TEXTOID)
            return false;
        t = c.find(value->constvalue);
    }
    const searched_right side{IsA(right, Const) ? &t : nullptr, right};
    // core adds the fraction of NULLs to what two bounds leave (clauselist_selectivity).
    const double granted = 1 - Min(Max(nulls, 0.0), 1.0) / 2;
    return take_for_granted(c, side, id, reinterpret_cast<Node *>(table->baserestrictinfo), granted) ==
           whole_range;
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
        if (range_is_estimated(c, root, args, nulls))
            return 1;
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
    if (IsA(request, SupportRequestSimplify))
        return simplify(c, reinterpret_cast<SupportRequestSimplify *>(request));
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

using namespace base62id;

namespace {

// What right_side(text, n) kept for right_side(n); in TopMemoryContext.
struct {
    text *right;
    std::int32_t search;
} kept;

} // namespace

B62_FN(base62id_keep_right_side) {
    text *right = PG_GETARG_TEXT_PP(0);
    const std::size_t size = VARSIZE_ANY(right);
    auto *copy = static_cast<text *>(MemoryContextAlloc(TopMemoryContext, size));
    std::memcpy(copy, right, size);
    if (kept.right != nullptr) // of a search that was not gone on with
        pfree(kept.right);
    kept = {copy, PG_GETARG_INT32(1)};
    PG_RETURN_TEXT_P(right);
}

B62_FN(base62id_take_right_side) {
    if (kept.right == nullptr || kept.search != PG_GETARG_INT32(0))
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("no right side was kept for this search"),
                        errdetail("%s(integer) is for index conditions, behind %s(text, integer).",
                                  pg::right_side_name, pg::right_side_name)));
    const std::size_t size = VARSIZE_ANY(kept.right);
    auto *right = static_cast<text *>(palloc(size));
    std::memcpy(right, kept.right, size);
    pfree(kept.right);
    kept.right = nullptr;
    PG_RETURN_TEXT_P(right);
}
