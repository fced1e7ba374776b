// UUIDs of version 7 in SQL, for columns of uuid and of any type of its family.
#include "pg/generate/uuidv7.hpp"
#include "pg/systems/uuid_functions.hpp"

using namespace base62id;

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
