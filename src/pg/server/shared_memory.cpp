// Who needs shared memory says how much: generate/counters.cpp, keys/mask_keys.cpp.  module.cpp requests it.
#include "pg/server/shared_memory.hpp"

namespace base62id::pg {

static const shared_segment *segments[2]; // requested while the server started
static int requested = 0;
static shmem_request_hook_type previous_request_hook = nullptr;
static shmem_startup_hook_type previous_startup_hook = nullptr;

// The lock is held, or nobody else is there yet.
static void *take(const shared_segment &segment) {
    bool found;
    void *memory = ShmemInitStruct(segment.name, segment.size, &found);
    if (!found)
        segment.initialise(memory);
    return memory;
}

static void request_hook() {
    if (previous_request_hook != nullptr)
        previous_request_hook();
    for (int i = 0; i < requested; ++i)
        RequestAddinShmemSpace(CACHELINEALIGN(segments[i]->size));
}

// In the postmaster or a single-user server; again after a crash, with memory that is made anew.
static void startup_hook() {
    if (previous_startup_hook != nullptr)
        previous_startup_hook();
    for (int i = 0; i < requested; ++i) {
        if (segments[i]->prepare != nullptr)
            segments[i]->prepare();
        take(*segments[i]);
    }
}

// A segment that every process gets by its name, else from PostgreSQL's spare room, if it has some left.
static void *take_unrequested(const shared_segment &segment) {
    if (b62_has_named_segments)
        return b62_named_segment(segment.name, segment.size, segment.initialise);
    if (!segment.optional)
        return nullptr;
    void *volatile memory = nullptr;
    const MemoryContext context = CurrentMemoryContext;
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    PG_TRY();
    { memory = take(segment); }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        FlushErrorState();
        HOLD_INTERRUPTS(); // the error cleared the count that LWLockRelease takes back
    }
    PG_END_TRY();
    LWLockRelease(AddinShmemInitLock);
    return memory;
}

void request_shared_memory(const shared_segment &segment) {
    if (requested == 0) {
        previous_request_hook = std::exchange(shmem_request_hook, request_hook);
        previous_startup_hook = std::exchange(shmem_startup_hook, startup_hook);
    }
    segments[requested++] = &segment;
}

void begin_segment(const shared_segment &segment, void *memory) {
    std::memset(memory, 0, segment.size);
    const shared_header header{shared_magic, segment.layout, 0};
    std::memcpy(memory, &header, sizeof header);
}

bool memory_is_shared() { return b62_has_named_segments || requested > 0; }

static void *find_or_take(const shared_segment &segment) {
    if (requested == 0) {
        if (segment.prepare != nullptr)
            segment.prepare();
        return take_unrequested(segment);
    }
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    void *memory = take(segment);
    LWLockRelease(AddinShmemInitLock);
    return memory;
}

attached_segment attach_shared(const shared_segment &segment) {
    void *memory = find_or_take(segment);
    if (memory == nullptr)
        return {nullptr, attaching::no_room};
    shared_header header;
    std::memcpy(&header, memory, sizeof header);
    if (header.magic != shared_magic || header.layout != segment.layout)
        return {nullptr, attaching::another_layout};
    return {memory, attaching::done};
}

} // namespace base62id::pg
