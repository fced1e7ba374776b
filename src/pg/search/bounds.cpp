#include "pg/search/bounds.hpp"

namespace base62id::pg {

// Sets what ids have texts that start so; false if there are none.
static bool find_start(const search &s, std::string_view start, target *t) {
    if (s.sorts_as_texts()) {
        t->kind = target::range;
        return s.by_type() ? s.type.type_range(start, &t->lower, &t->upper)
                           : s.type.range(s.type, start, &t->lower, &t->upper);
    }
    const masked_ids ids = s.type.of_masked(s.type, start);
    t->kind = ids.sole ? target::range : target::anything;
    t->lower = t->upper = ids.id;
    t->share = ids.share;
    return ids.share > 0;
}

target search::find(Datum right) const {
    target t{target::nothing, true, 0, 0, {}};
    std::string_view start = view_of(DatumGetTextPP(right));
    if (facts().pattern) {
        t.beginning = codec::start_of_like(start, facts().ignores_case, type.texts);
        start = t.beginning.text();
        if (t.beginning.after == codec::like_start::rest::never)
            return t;
        t.exact = t.beginning.after != codec::like_start::rest::some;
        if (start.empty() && !t.exact) {
            t.kind = target::anything;
            return t;
        }
    }
    bool found = find_start(*this, start, &t);
    // A pattern without wildcards is a whole text, or matches nothing.
    if (found && facts().pattern && t.beginning.after == codec::like_start::rest::nothing)
        found = t.kind == target::range && type.matches(type, facts().sought, t.lower, right);
    if (!found)
        t.kind = target::nothing;
    return t;
}

// core's functions of uuid, as operators have them.
static bool compares_uuids(Oid function, int strategy) {
    return (strategy == BTEqualStrategyNumber && function == F_UUID_EQ) ||
           (strategy == BTGreaterEqualStrategyNumber && function == F_UUID_GE) ||
           (strategy == BTLessEqualStrategyNumber && function == F_UUID_LE);
}

namespace {

struct family_question {
    Oid asked, id_type, opfamily, type;
    int strategy;
    bool operator==(const family_question &) const = default;
    std::size_t number() const {
        return opfamily * std::size_t{8} + type + static_cast<std::size_t>(strategy);
    }
};
constinit catalog_cache<family_question, operation, 64> operators;

std::string_view comparison_name(int strategy) {
    if (strategy == BTEqualStrategyNumber)
        return "eq";
    return strategy == BTGreaterEqualStrategyNumber ? "ge" : "le";
}

operation find_operator(const search &s, const family_question &q) {
    const operation found(get_opfamily_member(q.opfamily, q.type, q.type, static_cast<int16>(q.strategy)));
    if (!OidIsValid(found.op) || (s.type.uuid_order && compares_uuids(found.function, q.strategy)))
        return found;
    const our_function f = find_our_function(found.function, s.asked);
    const std::string_view name = after_type(f.name(), s.type.name);
    return name == comparison_name(q.strategy) ? found : operation();
}

} // namespace

operation comparison_operator(const search &s, Oid opfamily, Oid type, int strategy) {
    const family_question q{s.asked, s.function.type, opfamily, type, strategy};
    return operators.find(q, [&] { return find_operator(s, q); });
}

Expr *read_as(Node *value, Oid type) {
    if (exprType(value) == type)
        return reinterpret_cast<Expr *>(value);
    return reinterpret_cast<Expr *>(
        applyRelabelType(value, type, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false));
}

const Var *column_of(const Node *id) {
    while (IsA(id, RelabelType)) // of a domain
        id = reinterpret_cast<const Node *>(reinterpret_cast<const RelabelType *>(id)->arg);
    return IsA(id, Var) ? reinterpret_cast<const Var *>(id) : nullptr;
}

// Which bound a function of an id type finds, or like_start: the extension's, which take a declaration.
static search_role declared_role(const search &s, Oid function) {
    const our_function f = find_our_function(function, s.asked);
    const std::string_view name = after_type(f.name(), s.type.name);
    if (f.argument_count < 2 || f.arguments[0] != TEXTOID)
        return search_role::none;
    if (f.argument_count == 2 && f.arguments[1] == TEXTOID && f.result == s.type.bound_type)
        for (const search_role role : {search_role::lower, search_role::upper})
            if (name == facts_of(role).name)
                return role;
    const bool starts = f.argument_count == 3 && f.arguments[1] == BOOLOID && f.result == TEXTOID &&
                        name == facts_of(search_role::like_start).name;
    return starts ? search_role::like_start : search_role::none;
}

search_role role_of_bound(const search &s, const Node *bound) {
    const bool declared = s.type.declaration != nullptr && IsA(bound, RelabelType);
    if (declared)
        bound = reinterpret_cast<const Node *>(reinterpret_cast<const RelabelType *>(bound)->arg);
    if (!IsA(bound, FuncExpr))
        return search_role::none;
    const Oid function = reinterpret_cast<const FuncExpr *>(bound)->funcid;
    if (declared)
        return declared_role(s, function);
    searched_type type;
    search_function found;
    return s.resolve(function, s.asked, &type, &found) ? found.is->role : search_role::none;
}

namespace {

Expr *constant(Oid type, Datum value, bool isnull) {
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return reinterpret_cast<Expr *>(makeConst(type, -1, InvalidOid, length, value, isnull, by_value));
}

// The function of that role and type, of a text and maybe more.  Found in a schema, since the extension is
// relocatable and search_path must not matter.
Oid function_of_role(PlannerInfo *root, const char *type, search_role role, Oid schema,
                     std::initializer_list<Oid> more = {}) {
    Oid arguments[3] = {TEXTOID};
    int count = 1;
    for (const Oid argument : more)
        arguments[count++] = argument;
    const Oid function =
        GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
                        CStringGetDatum(psprintf("%s_%s", type, facts_of(role).name.data())),
                        PointerGetDatum(buildoidvector(arguments, count)), ObjectIdGetDatum(schema));
    return may_call(root, function) ? function : InvalidOid;
}

Expr *declaration_of(const search &s) {
    return constant(TEXTOID, CStringGetTextDatum(s.type.declaration), false);
}

// The beginning of a pattern, found when the plan runs.
Expr *start_call(const search &s, PlannerInfo *root, Expr *pattern) {
    constexpr auto role = search_role::like_start;
    const Oid schema = get_func_namespace(s.asked);
    List *arguments = list_make2(pattern, makeBoolConst(s.facts().ignores_case, false));
    Oid function;
    if (s.type.declaration != nullptr) {
        function = function_of_role(root, s.type.name, role, schema, {BOOLOID, TEXTOID});
        if (!OidIsValid(function) || declared_role(s, function) != role)
            return nullptr;
        arguments = lappend(arguments, declaration_of(s));
    } else {
        search_function found;
        function = function_of_role(root, s.type.name, role, schema, {BOOLOID});
        if (!OidIsValid(function) || !resolve_symbol(function, s.asked, s.type.name, &found) ||
            found.is->role != role)
            return nullptr;
    }
    return reinterpret_cast<Expr *>(
        makeFuncExpr(function, TEXTOID, arguments, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// The same of an id type: the extension's function finds a uuid or a bigint.  The cast is an explicit one
// because postgres_fdw writes no other.
Expr *declared_bound_call(const search &s, PlannerInfo *root, search_role role, Expr *start) {
    const Oid function = function_of_role(root, s.type.name, role, get_func_namespace(s.asked), {TEXTOID});
    if (!OidIsValid(function) || declared_role(s, function) != role)
        return nullptr;
    auto *call = reinterpret_cast<Expr *>(makeFuncExpr(function, s.type.bound_type,
                                                       list_make2(start, declaration_of(s)), InvalidOid,
                                                       InvalidOid, COERCE_EXPLICIT_CALL));
    return reinterpret_cast<Expr *>(
        makeRelabelType(call, s.function.type, -1, InvalidOid, COERCE_EXPLICIT_CAST));
}

// A bound that is found when the plan runs.
Expr *bound_call(const search &s, PlannerInfo *root, Oid searching_function, search_role role, Expr *start) {
    if (s.type.declaration != nullptr)
        return declared_bound_call(s, root, role, start);
    searched_type type;
    search_function found;
    const Oid function = function_of_role(root, s.type.name, role, get_func_namespace(searching_function));
    if (!OidIsValid(function) || !s.resolve(function, s.asked, &type, &found) || found.is->role != role ||
        found.type != s.function.type)
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(function, found.type, list_make1(start), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// Makes a family's comparisons of an id.
struct comparing {
    const search &s;
    PlannerInfo *root;
    Oid opfamily, type;
    Expr *id;

    Expr *by(int strategy, Expr *bound) const {
        const operation o = bound == nullptr ? operation() : comparison_operator(s, opfamily, type, strategy);
        if (!may_call(root, o.function))
            return nullptr;
        return o.call(read_as(reinterpret_cast<Node *>(id), type),
                      read_as(reinterpret_cast<Node *>(bound), type));
    }
    List *within(Expr *lower, Expr *upper) const {
        Expr *from = by(BTGreaterEqualStrategyNumber, lower);
        Expr *to = from == nullptr ? nullptr : by(BTLessEqualStrategyNumber, upper);
        return to == nullptr ? NIL : list_make2(from, to);
    }
};

comparisons with_constant(const comparing &c, const Const *right) {
    if (right->consttype != TEXTOID)
        return {NIL, false};
    const target t =
        right->constisnull ? target{target::nothing, true, 0, 0, {}} : c.s.find(right->constvalue);
    if (t.kind == target::anything)
        return {NIL, false};
    if (t.kind == target::nothing)
        return {c.within(constant(c.type, 0, true), constant(c.type, 0, true)), true};
    Expr *lower = constant(c.type, t.lower, false);
    if (c.s.type.compare(t.lower, t.upper) != 0)
        return {c.within(lower, constant(c.type, t.upper, false)), t.exact};
    Expr *equal = c.by(BTEqualStrategyNumber, lower); // a whole text
    return {equal == nullptr ? NIL : list_make1(equal), t.exact};
}

} // namespace

comparisons comparisons_of(const search &s, PlannerInfo *root, Oid searching_function, Oid opfamily, Oid type,
                           Expr *id, Expr *right) {
    if (!s.sorts_as_texts())
        return {NIL, false};
    const comparing c{s, root, opfamily, type, id};
    if (IsA(right, Const))
        return with_constant(c, reinterpret_cast<const Const *>(right));
    const bool exact = !s.facts().pattern;
    Expr *start = exact ? right : start_call(s, root, right);
    if (start == nullptr)
        return {NIL, exact};
    const auto bound = [&](search_role role) { return bound_call(s, root, searching_function, role, start); };
    Expr *lower = bound(s.by_type() ? search_role::type_lower : search_role::lower);
    Expr *upper = nullptr;
    if (lower != nullptr)
        upper = bound(s.by_type() ? search_role::type_upper : search_role::upper);
    return {c.within(lower, upper), exact};
}

} // namespace base62id::pg
