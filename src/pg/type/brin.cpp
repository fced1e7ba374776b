// BRIN's minmax and minmax_multi for columns of a domain over one of our types.
//
// These classes of core look their operators up by the type of the indexed column
// (minmax_get_strategy_procinfo in brin_minmax.c), which for a domain is the domain: "missing operator 1(…)
// in opfamily", at the second row of a block range.  Core's own classes carry opckeytype, so that their index
// columns have the base type, but CREATE OPERATOR CLASS … STORAGE drops a storage type that is the class's
// own.  So the support functions of our classes are core's, over a descriptor in which the column has its
// base type.
#include "pg/server/pg.hpp"

namespace base62id::pg {

namespace {

// The descriptor belongs to one insertion, scan or build (brin_build_desc), so it can be given a tuple
// descriptor of its own.  That has to last: minmax_multi looks at it again when it serializes.
void use_base_type(BrinDesc *brin, AttrNumber attribute) {
    const Oid type = TupleDescAttr(brin->bd_tupdesc, attribute - 1)->atttypid, base = getBaseType(type);
    if (type == base) [[likely]]
        return;
    const MemoryContext old = MemoryContextSwitchTo(brin->bd_context);
    const TupleDesc own = CreateTupleDescCopy(brin->bd_tupdesc);
    own->tdrefcount = brin->bd_tupdesc->tdrefcount; // brin_free_desc asserts that it is counted
    TupleDescAttr(own, attribute - 1)->atttypid = base;
    brin->bd_tupdesc = own;
    MemoryContextSwitchTo(old);
}

// The operator class's opcinfo: what is stored has the base type, whose layout is the domain's.
Datum base_opcinfo(FunctionCallInfo fcinfo, PGFunction core) {
    fcinfo->args[0].value = ObjectIdGetDatum(getBaseType(PG_GETARG_OID(0)));
    return core(fcinfo);
}

// The other support functions: the second argument is the column's summary.
Datum with_base_type(FunctionCallInfo fcinfo, PGFunction core) {
    auto *brin = reinterpret_cast<BrinDesc *>(PG_GETARG_POINTER(0));
    use_base_type(brin, reinterpret_cast<const BrinValues *>(PG_GETARG_POINTER(1))->bv_attno);
    return core(fcinfo);
}

} // namespace

} // namespace base62id::pg

using namespace base62id;

B62_FN(base62id_brin_minmax_opcinfo) { return pg::base_opcinfo(fcinfo, brin_minmax_opcinfo); }
B62_FN(base62id_brin_minmax_add_value) { return pg::with_base_type(fcinfo, brin_minmax_add_value); }
B62_FN(base62id_brin_minmax_consistent) { return pg::with_base_type(fcinfo, brin_minmax_consistent); }
B62_FN(base62id_brin_minmax_union) { return pg::with_base_type(fcinfo, brin_minmax_union); }

B62_FN(base62id_brin_minmax_multi_opcinfo) { return pg::base_opcinfo(fcinfo, brin_minmax_multi_opcinfo); }
B62_FN(base62id_brin_minmax_multi_add_value) {
    return pg::with_base_type(fcinfo, brin_minmax_multi_add_value);
}
B62_FN(base62id_brin_minmax_multi_consistent) {
    return pg::with_base_type(fcinfo, brin_minmax_multi_consistent);
}
B62_FN(base62id_brin_minmax_multi_union) { return pg::with_base_type(fcinfo, brin_minmax_multi_union); }
