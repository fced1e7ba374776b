// Memory that all processes of the server share.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct shared_segment {
    // A server keeps running while its library is replaced by another version, and sessions of both attach:
    // the name ends in the number of the layout, so that neither uses the other's memory.
    const char *name;
    std::size_t size;
    void (*initialise)(void *);
    bool optional; // may come from PostgreSQL's spare room if none was requested
};

// Requests room; called while shared_preload_libraries are loaded.
void request_shared_memory(std::size_t size);

// Null if this server has no room for it.
void *attach_shared(const shared_segment &segment);

// Whether each process of this server gets the same segment: from PostgreSQL 17 on, or preloaded.
bool memory_is_shared();

} // namespace base62id::pg
