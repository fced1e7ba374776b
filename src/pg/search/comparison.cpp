// A comparison of a type T with the type of PostgreSQL that has the same octets: uuid for base62id, its like
// and id types, bigint for id types of notation uid11.
//
// Values of uuid may stay in their columns: `u::T = x` is to the planner `u = x::uuid`.  A support function
// rewrites it while expressions are simplified, wherever they stand: in queries, predicates of indexes, ON
// CONFLICT.  That is one rule, which looks at the expression alone:
//
//   a side has a column of uuid, maybe under a cast     core's operator, over uuid and uuid
//   no side has one, but one side is a uuid             T's operator, over T and T
//
// So indexes on `u`, on `(u::T)` and on columns of T all serve it, because the families of T hold core's
// operators, too.  Core's families hold none of ours.
//
// Numbers have families of their own.  T is unsigned, bigint is not: equality agrees, ordering does not.  And
// core's = is not in their families: equivalence classes compare lists of families, and plain bigint queries
// would lose constants.  So only = and <> between two bigints under casts become core's; else an index on the
// bigint serves T's = by an index condition, and one under the cast by itself.
#include "pg/search/bounds.hpp"
#include "pg/server/catalog.hpp"

using namespace base62id;
using namespace base62id::pg;

namespace {

struct comparison {
    std::string_view symbol;
    Oid of_uuid, of_bigint;
    StrategyNumber strategy; // of btree; 0 for <>

    Oid of(Oid core) const { return core == UUIDOID ? of_uuid : of_bigint; }
};
constexpr StrategyNumber not_equal = 0;
constexpr comparison comparisons[] = {
    {"uuid_family_eq", F_UUID_EQ, F_INT8EQ, BTEqualStrategyNumber},
    {"uuid_family_ne", F_UUID_NE, F_INT8NE, not_equal},
    {"uuid_family_lt", F_UUID_LT, InvalidOid, BTLessStrategyNumber},
    {"uuid_family_le", F_UUID_LE, InvalidOid, BTLessEqualStrategyNumber},
    {"uuid_family_gt", F_UUID_GT, InvalidOid, BTGreaterStrategyNumber},
    {"uuid_family_ge", F_UUID_GE, InvalidOid, BTGreaterEqualStrategyNumber},
};

// What this SQL function is in C: `uuid_family_eq`, or `base62id_eq` over one type.  Anybody may name our
// support function for a function of his own: only what runs our code compares the octets of two UUIDs.
const comparison *comparison_of(const our_function &f) {
    for (const comparison &c : comparisons) {
        const std::string_view of_one_type = codec::slice(c.symbol, c.symbol.size() - 3);
        if (c.symbol == f.name() || (f.arguments[0] == f.arguments[1] && f.name().ends_with(of_one_type)))
            return &c;
    }
    return nullptr;
}

// The comparison with its sides exchanged.
const comparison *mirrored(const comparison &c) {
    if (c.strategy == not_equal)
        return &c;
    for (const comparison &other : comparisons)
        if (other.strategy == BTCommuteStrategyNumber(c.strategy))
            return &other;
    return nullptr;
}

// The type of core that `type` can be read as, and back: a type of our making, or one that looks like it.
Oid core_of(const TypeCacheEntry *type) {
    if (type->typlen == static_cast<int16>(codec::uuid::size) && !type->typbyval)
        return UUIDOID;
    return type->typlen == static_cast<int16>(sizeof(Datum)) && type->typbyval ? INT8OID : InvalidOid;
}

// The operator of a btree family, the negator of = for <>.
Oid member(Oid family, Oid left, Oid right, StrategyNumber strategy) {
    if (strategy != not_equal)
        return get_opfamily_member(family, left, right, static_cast<int16>(strategy));
    const Oid equal = get_opfamily_member(family, left, right, BTEqualStrategyNumber);
    return OidIsValid(equal) ? get_negator(equal) : InvalidOid;
}

// A value of core's type under a cast that makes no function of it, maybe of a domain.
bool is_under_cast(Node *value, Oid core) {
    if (!IsA(value, RelabelType))
        return false;
    while (IsA(value, RelabelType))
        value = reinterpret_cast<Node *>(reinterpret_cast<RelabelType *>(value)->arg);
    const Oid type = exprType(value);
    return type == core || getBaseType(type) == core;
}

// The two sides of a comparison; `left` is null unless they are of one type, or of uuid and one other type.
struct sides {
    Node *left = nullptr, *right = nullptr;
    Oid left_type = InvalidOid, right_type = InvalidOid;
    bool uuid_on_left = false, of_one_type = false;
    Oid type = InvalidOid;

    explicit sides(List *args) {
        if (list_length(args) != 2)
            return;
        auto *l = static_cast<Node *>(linitial(args)), *r = static_cast<Node *>(lsecond(args));
        left_type = exprType(l);
        right_type = exprType(r);
        uuid_on_left = left_type == UUIDOID;
        type = uuid_on_left ? right_type : left_type;
        of_one_type = left_type == right_type;
        if (type == UUIDOID || !(of_one_type || uuid_on_left || right_type == UUIDOID))
            return;
        left = l;
        right = r;
    }
};

// What the catalogs say of a function and the types of its arguments.
struct question {
    Oid function, asked, left_type, right_type;
    bool operator==(const question &) const = default;
    std::size_t number() const { return function + std::size_t{7} * left_type; }
};
struct rewriting {
    const comparison *asked; // nullptr if the function is none that compares as core's
    Oid core;                // the type of core: uuid, or bigint
    bool shares_operators;   // core's operator is a member of T's family: T's indexes serve it, too
    operation own, of_core;  // where there is none, the comparison stays as it is

    bool equality() const { return asked->strategy == BTEqualStrategyNumber || asked->strategy == not_equal; }
};
constinit catalog_cache<question, rewriting, 64> rewritings;

rewriting find_rewriting(const question &q, Oid other_type) {
    rewriting r{};
    const our_function f = find_our_function(q.function, q.asked);
    const comparison *c = comparison_of(f);
    const TypeCacheEntry *own = lookup_type_cache(other_type, TYPECACHE_BTREE_OPFAMILY);
    r.core = core_of(own);
    if (c == nullptr || !OidIsValid(r.core) || !OidIsValid(own->btree_opf))
        return r;
    const Oid family = lookup_type_cache(r.core, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    if (OidIsValid(family))
        r.of_core = operation(member(family, r.core, r.core, c->strategy));
    if (r.of_core.function != c->of(r.core))
        r.of_core = operation();
    // T compares as core's type does if its family has this comparison, or core's operator.
    r.shares_operators =
        OidIsValid(r.of_core.op) && member(own->btree_opf, r.core, r.core, c->strategy) == r.of_core.op;
    r.own = operation(member(own->btree_opf, other_type, other_type, c->strategy));
    const bool is_id_type = f.name().starts_with(r.core == UUIDOID ? "id_type_" : "numeric_id_type_");
    if (operation(member(own->btree_opf, q.left_type, q.right_type, c->strategy)).function == q.function &&
        (q.left_type == q.right_type ? r.shares_operators || is_id_type : r.core == UUIDOID))
        r.asked = c;
    return r;
}

rewriting find_rewriting(const sides &s, Oid function, Oid asked) {
    return rewritings.find({function, asked, s.left_type, s.right_type}, [&] {
        return find_rewriting({function, asked, s.left_type, s.right_type}, s.type);
    });
}

// Why has a comparison under a cast no index?  SET client_min_messages = debug2.
void report(Oid function, const char *becomes) {
    if (message_level_is_interesting(DEBUG2))
        elog(DEBUG2, "comparison by %s: %s", format_procedure(function), becomes);
}

enum class comparison_target { unchanged, core, own };

// Whether a value is of core's type, maybe under a cast to T, and has a column.
bool is_column_of(Node *value, Oid core) {
    return (exprType(value) == core || is_under_cast(value, core)) && contain_var_clause(value);
}

comparison_target target_of(const sides &s, const rewriting &r) {
    const bool left = is_column_of(s.left, r.core), right = is_column_of(s.right, r.core);
    if (!r.shares_operators)
        return left && right && r.equality() ? comparison_target::core : comparison_target::unchanged;
    if (left || right)
        return comparison_target::core;
    return s.of_one_type ? comparison_target::unchanged : comparison_target::own;
}

Node *simplify(const SupportRequestSimplify *request, Oid asked) {
    const FuncExpr *call = request->fcall;
    const sides s(call->args);
    if (s.left == nullptr || (s.of_one_type && !IsA(s.left, RelabelType) && !IsA(s.right, RelabelType)))
        return nullptr;
    const rewriting r = find_rewriting(s, call->funcid, asked);
    if (r.asked == nullptr)
        return nullptr;
    const comparison_target target = target_of(s, r);
    if (target == comparison_target::unchanged) {
        report(call->funcid, r.shares_operators ? "unchanged, no column is under a cast"
                                                : "unchanged, the type's families lack core's operator");
        return nullptr;
    }
    const bool to_core = target == comparison_target::core;
    const operation &o = to_core ? r.of_core : r.own;
    const Oid type = to_core ? r.core : s.type;
    if (!OidIsValid(o.op) || !may_call(request->root, call->funcid) || !may_call(request->root, o.function)) {
        report(call->funcid, "unchanged, a function may not be called");
        return nullptr;
    }
    report(call->funcid, to_core ? "becomes core's" : "becomes the type's own");
    return reinterpret_cast<Node *>(o.call(read_as(s.left, type), read_as(s.right, type)));
}

// The member of an index's family that is the comparison over core's type.  Which number it has is the access
// method's affair: bloom numbers = 1.
operation comparison_in_family(Oid family, const comparison &c, Oid core) {
    for (StrategyNumber strategy = 1; strategy <= BTMaxStrategyNumber; ++strategy) {
        const operation op(member(family, core, core, strategy));
        if (OidIsValid(op.op) && op.function == c.of(core))
            return op;
    }
    return operation();
}

// What stays T's own is served by an index on core's type, too: = always, and the orderings where T sorts as
// core's type does.  That is also how BRIN's other classes serve an id type: (id::uuid) uuid_bloom_ops.
Node *index_condition(SupportRequestIndexCondition *request, Oid asked) {
    List *args = arguments_of(request->node);
    const sides s(args);
    const Oid am = request->index->relam;
    if (s.left == nullptr || (am != BTREE_AM_OID && am != BRIN_AM_OID))
        return nullptr;
    const rewriting r = find_rewriting(s, request->funcid, asked);
    if (r.asked == nullptr || !OidIsValid(r.asked->of(r.core)) ||
        (r.asked->strategy != BTEqualStrategyNumber && !r.shares_operators))
        return nullptr;
    auto *key = static_cast<Node *>(list_nth(args, request->indexarg));
    auto *other = static_cast<Node *>(list_nth(args, 1 - request->indexarg));
    const comparison *c = request->indexarg == 0 ? r.asked : mirrored(*r.asked);
    const operation op = comparison_in_family(request->opfamily, *c, r.core);
    if (!OidIsValid(op.op) || !is_pseudo_constant_for_index(request->root, other, request->index) ||
        !may_call(request->root, request->funcid) || !may_call(request->root, op.function))
        return nullptr;
    request->lossy = false;
    report(request->funcid, "core's for an index");
    return reinterpret_cast<Node *>(list_make1(op.call(read_as(key, r.core), read_as(other, r.core))));
}

Node *comparison_request(FunctionCallInfo fcinfo) {
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    const Oid asked = fcinfo->flinfo->fn_oid;
    if (IsA(request, SupportRequestSimplify))
        return simplify(reinterpret_cast<SupportRequestSimplify *>(request), asked);
    if (IsA(request, SupportRequestIndexCondition))
        return index_condition(reinterpret_cast<SupportRequestIndexCondition *>(request), asked);
    return nullptr;
}

} // namespace

B62_FN(uuid_family_support) { PG_RETURN_POINTER(comparison_request(fcinfo)); }
B62_FN(numeric_id_type_support) { PG_RETURN_POINTER(comparison_request(fcinfo)); }
