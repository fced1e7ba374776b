// BRIN's minmax and minmax_multi for columns of another type than the operator class's: of a domain over it,
// or of the uuid or bigint that it can be read as.
//
// These classes of core look their operators up by the type of the indexed column and that of the key
// (minmax_get_strategy_procinfo in brin_minmax.c): "missing operator 1(…) in opfamily".  Core's own classes
// have opckeytype, so that their index columns have the class's type, but CREATE OPERATOR CLASS … STORAGE
// drops a storage type that is the class's own.  So our support functions are core's, over a descriptor and
// keys that have the class's type: the families of ours compare the same octets.
#include "pg/server/pg.hpp"

namespace base62id::pg {

// The descriptor belongs to one insertion, scan or build (brin_build_desc), so it can be given a tuple
// descriptor of its own.  That has to last: minmax_multi looks at it again when it serializes.
static Oid use_class_type(BrinDesc *brin, AttrNumber attribute) {
    const Oid type = brin->bd_index->rd_opcintype[attribute - 1];
    if (TupleDescAttr(brin->bd_tupdesc, attribute - 1)->atttypid == type) [[likely]]
        return type;
    const MemoryContext old = MemoryContextSwitchTo(brin->bd_context);
    const TupleDesc own = CreateTupleDescCopy(brin->bd_tupdesc);
    own->tdrefcount = brin->bd_tupdesc->tdrefcount; // brin_free_desc asserts that it is counted
    TupleDescAttr(own, attribute - 1)->atttypid = type;
    brin->bd_tupdesc = own;
    MemoryContextSwitchTo(old);
    return type;
}

// The operator class's opcinfo: what is stored has the base type, whose layout is the class's.
static Datum base_opcinfo(FunctionCallInfo fcinfo, PGFunction core) {
    fcinfo->args[0].value = ObjectIdGetDatum(getBaseType(PG_GETARG_OID(0)));
    return core(fcinfo);
}

// The other support functions: the second argument is the column's summary.
static Oid use_class_type(FunctionCallInfo fcinfo) {
    return use_class_type(reinterpret_cast<BrinDesc *>(PG_GETARG_POINTER(0)),
                          reinterpret_cast<const BrinValues *>(PG_GETARG_POINTER(1))->bv_attno);
}
static Datum with_class_type(FunctionCallInfo fcinfo, PGFunction core) {
    use_class_type(fcinfo);
    return core(fcinfo);
}
static Datum consistent(FunctionCallInfo fcinfo, PGFunction core) {
    reinterpret_cast<ScanKey>(PG_GETARG_POINTER(2))->sk_subtype = use_class_type(fcinfo);
    return core(fcinfo);
}
static Datum multi_consistent(FunctionCallInfo fcinfo, PGFunction core) {
    const Oid type = use_class_type(fcinfo);
    auto **keys = reinterpret_cast<ScanKey *>(PG_GETARG_POINTER(2));
    for (int i = 0; i < PG_GETARG_INT32(3); ++i)
        keys[i]->sk_subtype = type;
    return core(fcinfo);
}

} // namespace base62id::pg

using namespace base62id;

B62_FN(base62id_brin_minmax_opcinfo) { return pg::base_opcinfo(fcinfo, brin_minmax_opcinfo); }
B62_FN(base62id_brin_minmax_add_value) { return pg::with_class_type(fcinfo, brin_minmax_add_value); }
B62_FN(base62id_brin_minmax_consistent) { return pg::consistent(fcinfo, brin_minmax_consistent); }
B62_FN(base62id_brin_minmax_union) { return pg::with_class_type(fcinfo, brin_minmax_union); }

B62_FN(base62id_brin_minmax_multi_opcinfo) { return pg::base_opcinfo(fcinfo, brin_minmax_multi_opcinfo); }
B62_FN(base62id_brin_minmax_multi_add_value) {
    return pg::with_class_type(fcinfo, brin_minmax_multi_add_value);
}
B62_FN(base62id_brin_minmax_multi_consistent) {
    return pg::multi_consistent(fcinfo, brin_minmax_multi_consistent);
}
B62_FN(base62id_brin_minmax_multi_union) { return pg::with_class_type(fcinfo, brin_minmax_multi_union); }
