// uuid_mask() and uuid_unmask(): UUIDv47 of plain UUIDs.
#include "codec/uuidv47.hpp"

#include "pg/keys/mask_keys.hpp"
#include "pg/type/functions.hpp"

using namespace base62id;
using codec::uuidv47;

namespace {

Datum other_side(FunctionCallInfo fcinfo, int version, const char *what) {
    const codec::uuid &id = pg::uuid_of(PG_GETARG_DATUM(0));
    if (!uuidv47::is_of(id, version)) {
        const int found = codec::uuid_fields::version(id);
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid cannot be %s", what),
                        found == 0 ? errdetail("It must be of version %d, but it has no version.", version)
                                   : errdetail("It must be of version %d, but it is of version %d.", version,
                                               found)));
    }
    return pg::uuid_datum(uuidv47::other_side(id, pg::mask_key_of_number(PG_GETARG_INT32(1)).keyed));
}

} // namespace

B62_FN(uuid_mask) { return other_side(fcinfo, uuidv47::inside_version, "masked"); }
B62_FN(uuid_unmask) { return other_side(fcinfo, uuidv47::facade_version, "unmasked"); }
