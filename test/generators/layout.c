/*
 * Stands in for another version of the library in the same server: takes the shared memory of base62id first,
 * with another layout.  Preloaded before base62id on PostgreSQL 15 and 16; from 17 on take_layout() takes
 * named segments.
 */
#include "postgres.h"

#include "fmgr.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#if PG_VERSION_NUM >= 170000
#include "storage/dsm_registry.h"
#endif

PG_MODULE_MAGIC;

PGDLLEXPORT void _PG_init(void);
PG_FUNCTION_INFO_V1(take_layout);

static const struct {
    const char *name;
    Size size;
} segments[] = {{"base62id counters", 2048}, {"base62id mask keys", 40960}};

static void fill(void *memory, Size size) {
    const uint32 another = 2;

    memset(memory, 0, size);
    memcpy(memory, "base62id", 8);
    memcpy((char *)memory + 8, &another, sizeof another);
}

#if PG_VERSION_NUM >= 190000
static void fill_named(void *memory, void *size) { fill(memory, *(const Size *)size); }
#elif PG_VERSION_NUM >= 170000
static void fill_counters(void *memory) { fill(memory, segments[0].size); }

static void fill_mask_keys(void *memory) { fill(memory, segments[1].size); }
#endif

Datum take_layout(PG_FUNCTION_ARGS) {
#if PG_VERSION_NUM >= 170000
    bool found;

    for (int i = 0; i < 2; i++)
#if PG_VERSION_NUM >= 190000
        GetNamedDSMSegment(segments[i].name, segments[i].size, fill_named, &found, (void *)&segments[i].size);
#else
        GetNamedDSMSegment(segments[i].name, segments[i].size, i == 0 ? fill_counters : fill_mask_keys,
                           &found);
#endif
#endif
    PG_RETURN_VOID();
}

#if PG_VERSION_NUM < 170000
static shmem_request_hook_type previous_request = NULL;
static shmem_startup_hook_type previous_startup = NULL;

static void request(void) {
    if (previous_request != NULL)
        previous_request();
    for (int i = 0; i < 2; i++)
        RequestAddinShmemSpace(segments[i].size);
}

static void startup(void) {
    bool found;

    for (int i = 0; i < 2; i++)
        fill(ShmemInitStruct(segments[i].name, segments[i].size, &found), segments[i].size);
    if (previous_startup != NULL)
        previous_startup();
}
#endif

void _PG_init(void) {
#if PG_VERSION_NUM < 170000
    if (!process_shared_preload_libraries_in_progress)
        return;
    previous_request = shmem_request_hook;
    shmem_request_hook = request;
    previous_startup = shmem_startup_hook;
    shmem_startup_hook = startup;
#endif
}
