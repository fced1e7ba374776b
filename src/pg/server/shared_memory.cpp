#include "pg/server/shared_memory.hpp"

namespace base62id::pg {

#ifdef B62_HAVE_DSM_REGISTRY

// The registry's segments are there for every process that asks, preloaded or not.
void request_shared_memory(std::size_t) {}
bool memory_is_shared() { return true; }

void *attach_shared(const shared_segment &segment) {
    return b62_named_segment(segment.name, segment.size, segment.initialise);
}

#else

namespace {

std::size_t requested = 0; // while the server started
shmem_request_hook_type previous_request_hook = nullptr;

void request_hook() {
    if (previous_request_hook != nullptr)
        previous_request_hook();
    RequestAddinShmemSpace(requested);
}

} // namespace

void request_shared_memory(std::size_t size) {
    if (requested == 0) {
        previous_request_hook = shmem_request_hook;
        shmem_request_hook = request_hook;
    }
    requested += MAXALIGN(size);
}

bool memory_is_shared() { return requested > 0; }

void *attach_shared(const shared_segment &segment) {
    if (requested == 0 && !segment.optional)
        return nullptr;
    void *volatile memory = nullptr;
    const MemoryContext context = CurrentMemoryContext;
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    PG_TRY();
    {
        bool found;
        memory = ShmemInitStruct(segment.name, segment.size, &found);
        if (!found)
            segment.initialise(memory);
    }
    PG_CATCH();
    {
        if (requested > 0)
            PG_RE_THROW();
        MemoryContextSwitchTo(context);
        FlushErrorState();
        HOLD_INTERRUPTS(); // the error cleared the count that LWLockRelease takes back
    }
    PG_END_TRY();
    LWLockRelease(AddinShmemInitLock);
    return memory;
}

#endif

} // namespace base62id::pg
