// Comparing uuid with the types that are UUIDs in another text: base62id and its like.
//
// Such a type T has comparison operators over (T, uuid) and (uuid, T), members of T's operator families;
// core's families have none of ours.  So `t_column = uuid_value` finds T's index by itself, and what makes
// `uuid_column = t_value` find the uuid's own index is the support function of the comparison functions.  It
// rewrites while the planner simplifies expressions, where a value of one type may as well be read as one of
// the other, into a comparison within one type:
//
//   uuid side without columns   T with T          t_column = '...'::uuid
//   T side without columns      uuid with uuid    uuid_column > 't'
//   columns on both sides       uuid with uuid    where it is = or <>
//
// In the last case core's = is a member of T's families as well.  So one equivalence class has both columns,
// and the index of either can be the inner side of a nested loop; = (T, uuid), which is in T's families only,
// would leave out the index of the uuid column.  The orderings between two columns stay as they are, and use
// the uuid's index by an index condition.
//
// A uuid column under a cast is still found by its index: `u::T = x` becomes `u = x::uuid`, by the same
// support function on T's own comparisons.  Indexes of T, also those on `u::T`, still serve it, since T's
// families have core's =.  They lack its orderings, so `u::T < x` becomes `u < x::uuid` only if T has no
// index.
#include "codec/typeid.hpp"

#include "pg/search/bounds.hpp"
#include "pg/server/catalog.hpp"
#include "pg/type/gin.hpp"
#include "pg/type/gist.hpp"

using namespace base62id;
using namespace base62id::pg;

B62_FN(uuid_family_eq) { return uuid_eq(fcinfo); }
B62_FN(uuid_family_ne) { return uuid_ne(fcinfo); }
B62_FN(uuid_family_lt) { return uuid_lt(fcinfo); }
B62_FN(uuid_family_le) { return uuid_le(fcinfo); }
B62_FN(uuid_family_gt) { return uuid_gt(fcinfo); }
B62_FN(uuid_family_ge) { return uuid_ge(fcinfo); }
B62_FN(uuid_family_cmp) { return uuid_cmp(fcinfo); }

// GiST and GIN for all types that are 16 octets in the order of uuid, typed ids among them.
using octets16 = pg::fixed_traits<codec::typeid_suffix>;
B62_FN(uuid_family_gist_consistent) { return pg::gist::consistent<octets16>(fcinfo); }
B62_FN(uuid_family_gist_compress) { return pg::gist::compress<octets16>(fcinfo); }
B62_FN(uuid_family_gist_fetch) { return pg::gist::fetch<octets16>(fcinfo); }
B62_FN(uuid_family_gin_extract_query) { return pg::gin::extract_query<octets16>(fcinfo); }
B62_FN(uuid_family_gin_compare_partial) { return pg::gin::compare_partial<octets16>(fcinfo); }

namespace {

// The number of a typed id is unsigned, bigint is not: they are equal where the other is, and no more.
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

// The two sides of a comparison, or a left side of nullptr if the arguments are not of one other type, or
// of uuid and one other type.
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
    bool beside_own_columns; // its = is a member of T's families
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
    // That T compares as core's type does is what its family says that has this comparison, or core's =.
    const Oid equal = get_opfamily_member(own->btree_opf, r.core, r.core, BTEqualStrategyNumber);
    r.beside_own_columns = r.core == UUIDOID && OidIsValid(equal) && get_opcode(equal) == F_UUID_EQ;
    r.own = operation(member(own->btree_opf, other_type, other_type, c->strategy));
    const bool typed = f.name().starts_with(r.core == UUIDOID ? "typed_id_" : "typed_number_");
    if (operation(member(own->btree_opf, q.left_type, q.right_type, c->strategy)).function == q.function &&
        (q.left_type == q.right_type ? r.beside_own_columns || typed : r.core == UUIDOID))
        r.asked = c;
    return r;
}

rewriting find_rewriting(const sides &s, Oid function, Oid asked) {
    return rewritings.find({function, asked, s.left_type, s.right_type}, [&] {
        return find_rewriting({function, asked, s.left_type, s.right_type}, s.type);
    });
}

// Is one of an index's expressions that column, as that type?
bool has_expression_over(const catalog_row<FormData_pg_index> &index, AttrNumber column, Oid type) {
    const std::string_view text = index.text_of(Anum_pg_index_indexprs);
    List *expressions =
        text.empty() ? NIL : static_cast<List *>(stringToNode(pnstrdup(text.data(), text.size())));
    for (int i = 0; i < list_length(expressions); ++i) {
        auto *expression = static_cast<Node *>(list_nth(expressions, i));
        const Var *of = column_of(expression);
        if (of != nullptr && of->varattno == column && exprType(expression) == type)
            return true;
    }
    return false;
}

// Calls look(index) for each index of a column's table until that is false.  False if other tables may have
// indexes for the column: it is of no table, or its table has children.
template <typename Look>
bool each_index(PlannerInfo *root, const Var *column, const Look &look) {
    const RangeTblEntry *table = column == nullptr ? nullptr : table_of(root, column);
    const Relation relation = table == nullptr ? nullptr : RelationIdGetRelation(table->relid);
    if (!RelationIsValid(relation))
        return false;
    const bool has_children = relation->rd_rel->relhassubclass;
    List *indexes = RelationGetIndexList(relation);
    RelationClose(relation);
    for (int i = 0; i < list_length(indexes); ++i)
        if (!of_row<FormData_pg_index>(list_nth_oid(indexes, i), look))
            break;
    return !has_children;
}

// Is there a cast to T in a stored expression?  In the form of outfuncs.c.
bool casts_to(std::string_view expression, Oid type) {
    return !expression.empty() &&
           expression.find(psprintf(":resulttype %u ", type)) != std::string_view::npos;
}

// Has a uuid's table an index on it under a cast to T, and none on itself?
bool indexed_under_cast_only(PlannerInfo *root, Node *side, Oid type) {
    const Var *column = column_of(side);
    bool plain = false, under_cast = false;
    each_index(root, column, [&](const catalog_row<FormData_pg_index> &row) {
        plain = row->indkey.values[0] == column->varattno;
        under_cast |= !plain && has_expression_over(row, column->varattno, type);
        return !plain;
    });
    return under_cast && !plain;
}

// May an index of the table, or one of its children, serve T's ordering of a uuid column, but not core's?
bool ordering_may_be_indexed(PlannerInfo *root, Node *side, Oid type, Oid op) {
    const Var *column = column_of(side);
    bool found = false;
    const bool all = each_index(root, column, [&](const catalog_row<FormData_pg_index> &row) {
        for (int i = 0; i < row->indnkeyatts && !found; ++i)
            found = row->indkey.values[i] == column->varattno &&
                    op_in_opfamily(op, get_opclass_family(get_index_column_opclass(row->indexrelid, i + 1)));
        found = found || casts_to(row.text_of(Anum_pg_index_indexprs), type) ||
                casts_to(row.text_of(Anum_pg_index_indpred), type);
        return !found;
    });
    return found || !all;
}

// To which comparison, of uuids or of T, if any.
enum class to { nothing, core, own };

bool is_partition_key(PlannerInfo *root, Node *side) {
    const Var *column = column_of(side);
    return column != nullptr && is_partitioned_by(root, column);
}

// T's families lack core's orderings, and no index on `u::T` matches them; but only core's prune partitions.
bool ordering_may_be_cores(PlannerInfo *root, Node *uuid, Oid type, const rewriting &r) {
    return is_partition_key(root, uuid) || !ordering_may_be_indexed(root, uuid, type, r.own.op);
}

// Two of T, at least one of them a uuid under a cast: = and <> become core's, which T's families have, too.
// An ordering becomes core's where no index is lost; if it stays, it is an index condition for the uuid's
// index.
to of_one_type(PlannerInfo *root, const sides &s, const rewriting &r) {
    const bool left_uuid = is_under_cast(s.left, r.core), right_uuid = is_under_cast(s.right, r.core);
    if (!left_uuid && !right_uuid)
        return to::nothing;
    const bool left_column = contain_var_clause(s.left), right_column = contain_var_clause(s.right);
    if (!r.equality()) {
        if (left_column == right_column || !(left_column ? left_uuid : right_uuid))
            return to::nothing;
        Node *uuid = left_column ? s.left : s.right;
        return ordering_may_be_cores(root, uuid, s.type, r) ? to::core : to::nothing;
    }
    // Where T's families lack core's =, T's columns and indexes would be lost to it.
    if (!r.beside_own_columns &&
        ((left_column && (!left_uuid || indexed_under_cast_only(root, s.left, s.type))) ||
         (right_column && (!right_uuid || indexed_under_cast_only(root, s.right, s.type)))))
        return to::nothing;
    return (left_column && left_uuid) || (right_column && right_uuid) ? to::core : to::nothing;
}

to of_both_types(PlannerInfo *root, const sides &s, const rewriting &r) {
    Node *uuid = s.uuid_on_left ? s.left : s.right, *other = s.uuid_on_left ? s.right : s.left;
    const bool other_column = contain_var_clause(other);
    if (contain_var_clause(uuid))
        return r.equality() || !other_column ? to::core : to::nothing;
    return other_column && is_under_cast(other, UUIDOID) &&
                   (r.equality() || ordering_may_be_cores(root, other, s.type, r))
               ? to::core
               : to::own;
}

Node *simplify(const SupportRequestSimplify *request, Oid asked) {
    const FuncExpr *call = request->fcall;
    const sides s(call->args);
    if (s.left == nullptr || (s.of_one_type && !IsA(s.left, RelabelType) && !IsA(s.right, RelabelType)))
        return nullptr;
    const rewriting r = find_rewriting(s, call->funcid, asked);
    if (r.asked == nullptr)
        return nullptr;
    const to target = s.of_one_type ? of_one_type(request->root, s, r) : of_both_types(request->root, s, r);
    const operation &o = target == to::core ? r.of_core : r.own;
    if (target == to::nothing || !OidIsValid(o.op) || !may_call(request->root, call->funcid) ||
        !may_call(request->root, o.function))
        return nullptr;
    const Oid type = target == to::core ? r.core : s.type;
    return reinterpret_cast<Node *>(o.call(read_as(s.left, type), read_as(s.right, type)));
}

List *arguments_of(Node *node) {
    if (IsA(node, OpExpr))
        return reinterpret_cast<OpExpr *>(node)->args;
    if (IsA(node, FuncExpr))
        return reinterpret_cast<FuncExpr *>(node)->args;
    return NIL;
}

// For an index on core's type: the same comparison by core's operator.
Node *index_condition(SupportRequestIndexCondition *request, Oid asked) {
    List *args = arguments_of(request->node);
    const sides s(args);
    // BRIN's minmax families number their strategies as btree does; others fail the test of the function.
    const Oid am = request->index->relam;
    if (s.left == nullptr || (am != BTREE_AM_OID && am != BRIN_AM_OID))
        return nullptr;
    const rewriting r = find_rewriting(s, request->funcid, asked);
    const comparison *c = r.asked;
    if (c == nullptr || c->strategy == not_equal)
        return nullptr;
    auto *key = static_cast<Node *>(list_nth(args, request->indexarg));
    auto *other = static_cast<Node *>(list_nth(args, 1 - request->indexarg));
    if (!is_pseudo_constant_for_index(request->root, other, request->index))
        return nullptr;

    // An index condition has the key on its left.
    const StrategyNumber strategy =
        request->indexarg == 0 ? c->strategy : BTCommuteStrategyNumber(c->strategy);
    const operation op(member(request->opfamily, r.core, r.core, strategy));
    for (const comparison &core : comparisons)
        if (core.strategy == strategy && OidIsValid(op.op) && core.of(r.core) == op.function &&
            may_call(request->root, request->funcid) && may_call(request->root, op.function)) {
            request->lossy = false;
            return reinterpret_cast<Node *>(
                list_make1(op.call(read_as(key, r.core), read_as(other, r.core))));
        }
    return nullptr;
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
B62_FN(typed_number_support) { PG_RETURN_POINTER(comparison_request(fcinfo)); }
