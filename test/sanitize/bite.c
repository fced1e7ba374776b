/* Faults on purpose: shows that the sanitizers and valgrind are awake in the server. */
#include "postgres.h"

#include "fmgr.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(overflow_integer);
PG_FUNCTION_INFO_V1(read_past_array);
PG_FUNCTION_INFO_V1(branch_on_nothing);
PG_FUNCTION_INFO_V1(read_past_palloc);

Datum overflow_integer(PG_FUNCTION_ARGS) { PG_RETURN_INT32(PG_GETARG_INT32(0) + PG_GETARG_INT32(0)); }

Datum read_past_array(PG_FUNCTION_ARGS) {
    volatile char octets[16] = {0};

    PG_RETURN_INT32(octets[PG_GETARG_INT32(0)]);
}

Datum branch_on_nothing(PG_FUNCTION_ARGS) {
    volatile int32 nothing;

    PG_RETURN_BOOL(nothing > 0);
}

Datum read_past_palloc(PG_FUNCTION_ARGS) {
    volatile char *octets = palloc(16);

    PG_RETURN_INT32(octets[PG_GETARG_INT32(0)]);
}
