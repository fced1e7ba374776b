#include "pg/search/bounds.hpp"

namespace base62id::pg {

target search::find(Datum right) const {
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
    const bool found =
        by_type() ? type.type_range(start, &t.lower, &t.upper) : type.range(type, start, &t.lower, &t.upper);
    if (!found)
        return t;
    t.kind = target::range;
    // A pattern without wildcards is a whole text, or matches none.
    if (by_pattern() && t.beginning.behind == codec::like_start::rest::nothing &&
        !type.matches(type, sought(), t.lower, right))
        t.kind = target::nothing;
    return t;
}

// core's functions of uuid, as operators have them.
static bool compares_uuids(Oid function, int strategy) {
    return (strategy == BTEqualStrategyNumber && function == F_UUID_EQ) ||
           (strategy == BTGreaterEqualStrategyNumber && function == F_UUID_GE) ||
           (strategy == BTLessEqualStrategyNumber && function == F_UUID_LE);
}

Oid comparison_operator(const search &s, Oid opfamily, Oid type, int strategy) {
    const Oid op = get_opfamily_member(opfamily, type, type, static_cast<int16>(strategy));
    if (!OidIsValid(op))
        return InvalidOid;
    const Oid function = get_opcode(op);
    if (s.type.uuid_order && compares_uuids(function, strategy))
        return op;
    const std::string_view name = strategy == BTEqualStrategyNumber          ? "eq"
                                  : strategy == BTGreaterEqualStrategyNumber ? "ge"
                                                                             : "le";
    return behind_type(find_our_function(function, s.asked).name(), s.type.symbol) == name ? op : InvalidOid;
}

const Var *column_of(const Node *id) {
    while (IsA(id, RelabelType)) // of a domain
        id = reinterpret_cast<const Node *>(reinterpret_cast<const RelabelType *>(id)->arg);
    return IsA(id, Var) ? reinterpret_cast<const Var *>(id) : nullptr;
}

// Which bound of a typed id a function finds.
static search_role declared_bound(const search &s, Oid function) {
    const our_function f = find_our_function(function, s.asked);
    const std::string_view role = behind_type(f.name(), s.type.symbol);
    if (f.argument_count != 2 || f.arguments[0] != TEXTOID || f.arguments[1] != TEXTOID ||
        f.result != UUIDOID)
        return search_role::none;
    return role == name_of_role(search_role::lower)   ? search_role::lower
           : role == name_of_role(search_role::upper) ? search_role::upper
                                                      : search_role::none;
}

search_role role_of_bound(const search &s, const Node *bound) {
    const bool declared = s.type.declaration != nullptr && IsA(bound, RelabelType);
    if (declared)
        bound = reinterpret_cast<const Node *>(reinterpret_cast<const RelabelType *>(bound)->arg);
    if (!IsA(bound, FuncExpr))
        return search_role::none;
    const Oid function = reinterpret_cast<const FuncExpr *>(bound)->funcid;
    if (declared)
        return declared_bound(s, function);
    searched_type type;
    search_function found;
    return s.resolve(function, s.asked, &type, &found) ? found.role : search_role::none;
}

namespace {

Expr *constant(Oid type, Datum value, bool isnull) {
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return reinterpret_cast<Expr *>(makeConst(type, -1, InvalidOid, length, value, isnull, by_value));
}

// The function of that role and type, of a text and maybe something else.  Found in a schema, since the
// extension is relocatable and search_path must not matter.
Oid function_of_role(PlannerInfo *root, const char *type, search_role role, Oid schema,
                     Oid second = InvalidOid) {
    const Oid arguments[] = {TEXTOID, second};
    const oidvector *signature = buildoidvector(arguments, OidIsValid(second) ? 2 : 1);
    const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
                                         CStringGetDatum(psprintf("%s_%s", type, name_of_role(role))),
                                         PointerGetDatum(signature), ObjectIdGetDatum(schema));
    return may_call(root, function) ? function : InvalidOid;
}

// What a pattern begins with, found when the plan runs.
Expr *start_call(const search &s, PlannerInfo *root, Expr *pattern) {
    search_function found;
    const Oid function = function_of_role(root, s.type.like_symbol, search_role::like_start,
                                          get_func_namespace(s.asked), BOOLOID);
    if (!OidIsValid(function) || !resolve_symbol(function, s.asked, s.type.like_symbol, &found))
        return nullptr;
    List *arguments = list_make2(pattern, makeBoolConst(s.ignores_case(), false));
    return reinterpret_cast<Expr *>(
        makeFuncExpr(function, TEXTOID, arguments, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// The same of a typed id: the extension's function finds a uuid.  The cast is an explicit one because
// postgres_fdw writes no other.
Expr *declared_bound_call(const search &s, PlannerInfo *root, search_role role, Expr *start) {
    const Oid function = function_of_role(root, s.type.name, role, get_func_namespace(s.asked), TEXTOID);
    if (!OidIsValid(function) || declared_bound(s, function) != role)
        return nullptr;
    Expr *declaration = constant(TEXTOID, CStringGetTextDatum(s.type.declaration), false);
    auto *call = reinterpret_cast<Expr *>(makeFuncExpr(function, UUIDOID, list_make2(start, declaration),
                                                       InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
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
    if (!OidIsValid(function) || !s.resolve(function, s.asked, &type, &found) || found.role != role ||
        found.type != s.function.type)
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(function, found.type, list_make1(start), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// Where a family's comparisons of an id are made.
struct comparing {
    const search &s;
    PlannerInfo *root;
    Oid opfamily, type;
    Expr *id;

    Expr *by(int strategy, Expr *bound) const {
        const Oid op = bound == nullptr ? InvalidOid : comparison_operator(s, opfamily, type, strategy);
        if (!OidIsValid(op) || !may_call(root, get_opcode(op)))
            return nullptr;
        return make_opclause(op, BOOLOID, false, id, bound, InvalidOid, InvalidOid);
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
    const comparing c{s, root, opfamily, type, id};
    if (IsA(right, Const))
        return with_constant(c, reinterpret_cast<const Const *>(right));
    const bool exact = !s.by_pattern();
    Expr *start = exact ? right : start_call(s, root, right);
    if (start == nullptr)
        return {NIL, exact};
    const auto bound = [&](search_role role) { return bound_call(s, root, searching_function, role, start); };
    Expr *lower = bound(s.by_type() ? search_role::type_lower : search_role::lower);
    Expr *upper =
        lower == nullptr ? nullptr : bound(s.by_type() ? search_role::type_upper : search_role::upper);
    return {c.within(lower, upper), exact};
}

} // namespace base62id::pg
