// Functions with several OUT arguments.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// The function's result row: its OUT arguments in order.
template <std::size_t N>
Datum record(FunctionCallInfo fcinfo, const Datum (&values)[N], const bool (&nulls)[N]) {
    TupleDesc shape;
    if (get_call_result_type(fcinfo, nullptr, &shape) != TYPEFUNC_COMPOSITE)
        elog(ERROR, "return type must be a row type");
    Assert(shape->natts == static_cast<int>(N));
    return HeapTupleGetDatum(
        heap_form_tuple(BlessTupleDesc(shape), const_cast<Datum *>(values), const_cast<bool *>(nulls)));
}

// The same where no argument, or each one, is NULL.
template <std::size_t N>
Datum record(FunctionCallInfo fcinfo, const Datum (&values)[N], bool all_null = false) {
    bool nulls[N];
    std::memset(nulls, all_null, sizeof nulls);
    return record(fcinfo, values, nulls);
}

} // namespace base62id::pg
