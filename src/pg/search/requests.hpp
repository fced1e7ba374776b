// What the planner asks of a search, one file each.
#pragma once

#include "pg/search/bounds.hpp"

namespace base62id::pg {

// index_condition.cpp: the comparisons that an index scan can use in place of the search.
Node *index_condition(search &s, SupportRequestIndexCondition *request);
// Of an operator or a function, else NIL.
List *arguments_of(Node *node);

// range_beside.cpp: the search and, beside it, its comparisons.
Node *search_and_range(search &s, SupportRequestSimplify *request);
// Does this right side of a search have its range already?
bool range_is_beside(Node *right);

// estimate.cpp: the fraction of the rows that a condition finds.
Selectivity selectivity_of(search &s, PlannerInfo *root, Oid function, List *args, int varrelid);

} // namespace base62id::pg
