/*
 * Two situations that do not come by themselves: a postmaster that has drawn random bytes before it forks,
 * and a server without any shared memory to spare.
 *
 * For the first, name this module behind base62id in shared_preload_libraries; what the postmaster has drawn
 * is in the log.  For the second, call fill_shared_memory().
 */
#include "postgres.h"

#include "fmgr.h"
#include "miscadmin.h"
#include "storage/shmem.h"

PG_MODULE_MAGIC;

void _PG_init(void);
PG_FUNCTION_INFO_V1(fill_shared_memory);

/* Each child of the postmaster now inherits a stock of random octets, and the last ULID. */
void _PG_init(void) {
    if (process_shared_preload_libraries_in_progress) {
        PGFunction draw = load_external_function("base62id", "uid11_fullrand_new", true, NULL);
        PGFunction generate = load_external_function("base62id", "ulid_generate", true, NULL);
        PGFunction output = load_external_function("base62id", "ulid_out", true, NULL);

        elog(LOG, "drawn by the postmaster: " UINT64_FORMAT,
             (uint64)DatumGetInt64(DirectFunctionCall1(draw, (Datum)0)));
        elog(LOG, "ulid of the postmaster: %s",
             DatumGetCString(DirectFunctionCall1(output, DirectFunctionCall1(generate, (Datum)0))));
    }
}

/* Takes all shared memory that is to spare, down to pieces of 32 octets; returns how much it was. */
Datum fill_shared_memory(PG_FUNCTION_ARGS) {
    int64 taken = 0;

    for (Size piece = 65536; piece >= 32; piece /= 2)
        while (ShmemAllocNoError(piece) != NULL)
            taken += piece;
    PG_RETURN_INT64(taken);
}
