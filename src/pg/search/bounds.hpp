// From a search to comparisons: a right side becomes the range of ids that it may find (target), the range
// becomes bounds, the bounds become two comparisons, or one with a whole text.
#pragma once

#include "pg/search/searched_type.hpp"

namespace base62id::pg {

// The ids that a search finds.
struct target {
    enum { nothing, range, anything } kind;
    bool exact; // all ids in the range, or all of that share
    Datum lower, upper;
    codec::like_start beginning; // of a pattern
    double share = 1;            // of all ids, where they may be anywhere
};

// A search: one call of a support function or an estimator.
struct search {
    search_resolver resolve;
    Oid asked;
    searched_type type;
    search_function function;

    bool resolve_function(Oid f) { return resolve(f, asked, &type, &function) && facts().id_argument >= 0; }
    const role_facts &facts() const { return *function.is; }
    // Are ids whose texts start alike a range of values?
    bool sorts_as_texts() const { return type.of_masked == nullptr; }
    bool by_type() const { return facts().sought == search_role::has_type; }
    // What is searched for; negated functions search for what they leave out.
    target find(Datum right) const;
    // Are values of this type, which may be a domain, kept as ours are?
    bool keeps(Oid other) const {
        const Oid base = getBaseType(other);
        return base == function.type || (base == UUIDOID && type.uuid_order);
    }
};

// An operator and its function.
struct operation {
    Oid op = InvalidOid, function = InvalidOid;

    constexpr operation() = default;
    explicit operation(Oid o) : op(o), function(OidIsValid(o) ? get_opcode(o) : InvalidOid) {}
    Expr *call(Expr *left, Expr *right) const {
        Expr *e = make_opclause(op, BOOLOID, false, left, right, InvalidOid, InvalidOid);
        reinterpret_cast<OpExpr *>(e)->opfuncid = function;
        return e;
    }
};

// The operator of that strategy in a family, if it compares as our ranges do: an operator class with btree's
// strategies may order the values in another way.  Else invalid.
operation comparison_operator(const search &s, Oid opfamily, Oid type, int strategy);

// A search as comparisons by a family's operators over (type, type): `id >= lower` and `id <= upper`, or `id
// = text`.  A constant right side gives constants, any other gives calls of bound functions; both read it, so
// it must not change meanwhile.  Shares the nodes that it is given.
struct comparisons {
    List *list; // NIL if there are none, or the user may not call one of their functions
    bool exact; // they find what the search finds
};
comparisons comparisons_of(const search &s, PlannerInfo *root, Oid searching_function, Oid opfamily, Oid type,
                           Expr *id, Expr *right);

// Which bound is this call of comparisons_of(), maybe of another text?  Else none.
search_role role_of_bound(const search &s, const Node *bound);

// Relabels a value as one of another type with the same octets.
Expr *read_as(Node *value, Oid type);

// The column that an id is, maybe through a domain, or nullptr.
const Var *column_of(const Node *id);

// The arguments of an operator or a function, else NIL.
List *arguments_of(Node *node);

// Does this right side of a search have its range beside it already?
bool range_is_beside(Node *right);

// The fraction of the rows that a condition finds: estimate.cpp.
Selectivity selectivity_of(search &s, PlannerInfo *root, Oid function, List *args, int varrelid);

} // namespace base62id::pg
