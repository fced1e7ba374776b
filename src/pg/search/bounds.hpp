// From a search to comparisons: a right side becomes the range of ids that it may find (target), the range
// its bounds, the bounds two comparisons, or one with a whole text.
#pragma once

#include "pg/search/searched_type.hpp"

namespace base62id::pg {

// The ids that a search finds.
struct target {
    enum { nothing, range, anything } kind;
    bool exact; // all ids in the range
    Datum lower, upper;
    codec::like_start beginning; // of a pattern
};

// A search: one call of a support function or an estimator.
struct search {
    search_resolver resolve;
    Oid asked;
    searched_type type;
    search_function function;

    bool resolve_function(Oid f) { return resolve(f, asked, &type, &function) && facts().id_argument >= 0; }
    const role_facts &facts() const { return *function.is; }
    bool by_type() const { return facts().sought == search_role::has_type; }
    // What is searched for; negated functions search for what they leave out.
    target find(Datum right) const;
    // Are values of this type, which may be a domain, kept as ours are?
    bool keeps(Oid other) const {
        const Oid base = getBaseType(other);
        return base == function.type || (base == UUIDOID && type.uuid_order);
    }
};

// The operator of that strategy in a family, where it compares as our ranges do: an operator class may order
// the values another way, and number its strategies as btree does.  Invalid where there is none.
Oid comparison_operator(const search &s, Oid opfamily, Oid type, int strategy);

// What a search stands for, of operators of a family over (type, type): `id >= lower` and `id <= upper`, or
// `id = text`.  A constant right side gives constants, any other one calls of bound functions, which read it
// each; it must not change meanwhile.  Shares the nodes that it is given.
struct comparisons {
    List *list; // NIL where there are none, or the user may not call one of their functions
    bool exact; // they find what the search finds
};
comparisons comparisons_of(const search &s, PlannerInfo *root, Oid searching_function, Oid opfamily, Oid type,
                           Expr *id, Expr *right);

// Which bound a call is that comparisons_of() has made, maybe of another text; none where it is not one.
search_role role_of_bound(const search &s, const Node *bound);

// A value as one of another type with the same octets.
Expr *read_as(Node *value, Oid type);

// The column that an id is, maybe by way of a domain; nullptr where it is none.
const Var *column_of(const Node *id);

// A column's table, or nullptr.  Constraints and index predicates are simplified before their columns have
// the number of their table; what is then made of them is equally correct.
const RangeTblEntry *table_of(PlannerInfo *root, const Var *column);
bool is_partitioned_by(PlannerInfo *root, const Var *column);

} // namespace base62id::pg
