// Functions of uuid, and those that all types share that are UUIDs in another text.
#include "codec/uuidv47.hpp"

#include "pg/generate/uuidv7.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/type/gin.hpp"
#include "pg/type/gist.hpp"

using namespace base62id;
using codec::uuidv47;

B62_FN(uuid_family_eq) { return uuid_eq(fcinfo); }
B62_FN(uuid_family_ne) { return uuid_ne(fcinfo); }
B62_FN(uuid_family_lt) { return uuid_lt(fcinfo); }
B62_FN(uuid_family_le) { return uuid_le(fcinfo); }
B62_FN(uuid_family_gt) { return uuid_gt(fcinfo); }
B62_FN(uuid_family_ge) { return uuid_ge(fcinfo); }
B62_FN(uuid_family_cmp) { return uuid_cmp(fcinfo); }

// GiST and GIN for all types that are 16 octets in the order of uuid, id types among them.
B62_FN(uuid_family_gist_consistent) { return pg::gist::consistent<pg::uuid_values>(fcinfo); }
B62_FN(uuid_family_gist_compress) { return pg::gist::compress<pg::uuid_values>(fcinfo); }
B62_FN(uuid_family_gist_fetch) { return pg::gist::fetch<pg::uuid_values>(fcinfo); }
B62_FN(uuid_family_gin_extract_query) { return pg::gin::extract_query<pg::uuid_values>(fcinfo); }
B62_FN(uuid_family_gin_compare_partial) { return pg::gin::compare_partial<pg::uuid_values>(fcinfo); }

B62_FN(uuid_v7_new) { return pg::uuid_datum(pg::new_uuidv7()); }
B62_FN(uuid_v7_new_at) { return pg::uuid_datum(pg::new_uuidv7_at(PG_GETARG_TIMESTAMPTZ(0))); }
B62_FN(uuid_v7_timestamp) {
    TimestampTz made;
    if (!pg::uuidv7_timestamp(pg::uuid_of(PG_GETARG_DATUM(0)), &made))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(made);
}
// The first and the last of that millisecond.
B62_FN(uuid_v7_min) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), false)); }
B62_FN(uuid_v7_max) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), true)); }

// UUIDv47: the other side of a UUID, which must have that version.
static Datum other_side(FunctionCallInfo fcinfo, int version, const char *what) {
    const codec::uuid &id = pg::uuid_of(PG_GETARG_DATUM(0));
    if (!uuidv47::is_of(id, version)) {
        const int found = codec::version_of(id);
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid cannot be %s", what),
                        found == 0 ? errdetail("It must be of version %d, but it has no version.", version)
                                   : errdetail("It must be of version %d, but it is of version %d.", version,
                                               found)));
    }
    return pg::uuid_datum(uuidv47::other_side(id, pg::mask_key_of_number(PG_GETARG_INT32(1)).keyed));
}
B62_FN(uuid_mask) { return other_side(fcinfo, uuidv47::inside_version, "masked"); }
B62_FN(uuid_unmask) { return other_side(fcinfo, uuidv47::facade_version, "unmasked"); }
