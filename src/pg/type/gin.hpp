// GIN for scalar ids, as a column beside tsvector, jsonb and arrays: each id is one key, of its own type.
//
// A range is a partial match: it begins at the query or, without a lower end, at the least value, and
// compare_partial says where it ends (PostgreSQL's documentation, "GIN Extensibility").
#pragma once

#include "pg/type/id_traits.hpp"

namespace base62id::pg::gin {

template <id_values T>
Datum extract_query(FunctionCallInfo fcinfo) {
    const Datum query = PG_GETARG_DATUM(0);
    auto *count = reinterpret_cast<int32 *>(PG_GETARG_POINTER(1));
    const StrategyNumber strategy = PG_GETARG_UINT16(2);
    auto **partial = reinterpret_cast<bool **>(PG_GETARG_POINTER(3));
    auto **extra = reinterpret_cast<Pointer **>(PG_GETARG_POINTER(4));

    auto *entry = static_cast<Datum *>(palloc(sizeof(Datum)));
    auto *limit = static_cast<Datum *>(palloc(sizeof(Datum)));
    *count = 1;
    *partial = static_cast<bool *>(palloc(sizeof(bool)));
    *extra = static_cast<Pointer *>(palloc(sizeof(Pointer)));
    **partial = strategy != BTEqualStrategyNumber;
    **extra = reinterpret_cast<Pointer>(limit);
    *limit = query;
    switch (strategy) {
    case BTLessStrategyNumber:
    case BTLessEqualStrategyNumber:
        *entry = T::lowest();
        break;
    case BTEqualStrategyNumber:
    case BTGreaterEqualStrategyNumber:
    case BTGreaterStrategyNumber:
        *entry = query;
        break;
    default:
        elog(ERROR, "unrecognized strategy number: %d", strategy);
    }
    PG_RETURN_POINTER(entry);
}

// 0: the key matches; -1: it does not, but a later one may; 1: no later one does.
template <id_values T>
Datum compare_partial(FunctionCallInfo fcinfo) {
    const Datum limit = *reinterpret_cast<const Datum *>(PG_GETARG_POINTER(3));
    const int c = T::compare(PG_GETARG_DATUM(1), limit);
    switch (PG_GETARG_UINT16(2)) {
    case BTLessStrategyNumber:
        PG_RETURN_INT32(c < 0 ? 0 : 1);
    case BTLessEqualStrategyNumber:
        PG_RETURN_INT32(c <= 0 ? 0 : 1);
    case BTGreaterEqualStrategyNumber:
        PG_RETURN_INT32(c >= 0 ? 0 : -1);
    case BTGreaterStrategyNumber:
        PG_RETURN_INT32(c > 0 ? 0 : -1);
    default:
        elog(ERROR, "unrecognized strategy number: %d", PG_GETARG_UINT16(2));
    }
}

} // namespace base62id::pg::gin
