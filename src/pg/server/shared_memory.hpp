// Memory that all processes of the server share.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct shared_segment {
    // A server goes on running while its library is replaced by another version, and sessions of both attach:
    // a number in the name is the layout's, so none takes the other's memory for its own.
    const char *name;
    std::size_t size;
    void (*initialise)(void *);
    bool optional; // may come from the room that PostgreSQL leaves to spare, where none was asked for
};

// Asks for room; called while shared_preload_libraries are loaded.
void request_shared_memory(std::size_t size);

// Null where this server has no room for it.
void *attach_shared(const shared_segment &segment);

// Whether each process of this server gets the same segment: from PostgreSQL 17 on, or preloaded.
bool memory_is_shared();

} // namespace base62id::pg
