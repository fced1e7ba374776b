// Memory that all processes of the server share.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct shared_segment {
    // A server keeps running while its library is replaced by another version, and sessions of both attach:
    // the name ends in the number of the layout, so that neither uses the other's memory.
    const char *name;
    std::size_t size;
    // Before any lock is taken: what can fail, and is needed to initialise the memory.  May be null.
    void (*prepare)();
    void (*initialise)(void *);
    bool optional; // may come from PostgreSQL's spare room if none was requested
};

// Requests room, which the server takes before its first connection: later, locks of sessions may use it up.
// Called while shared_preload_libraries are loaded.
void request_shared_memory(const shared_segment &segment);

// Null if this server has no room for it.
void *attach_shared(const shared_segment &segment);

// Whether each process of this server gets the same segment: from PostgreSQL 17 on, or preloaded.
bool memory_is_shared();

} // namespace base62id::pg
