// Memory that all processes of the server share.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// What every segment begins with.  A server goes on while its package is upgraded, so sessions of two
// versions of the library can attach to one segment.  Therefore a segment's name and size never change, and
// neither does this.  A new field goes behind the last one, where it is zero in memory that an older library
// made. Only what older libraries could not work beside raises `layout`: the newer library then leaves the
// memory alone until the server is restarted.
struct shared_header {
    std::uint64_t magic;
    std::uint32_t layout;
    std::uint32_t unused;
};
static_assert(sizeof(shared_header) == 16);
inline constexpr std::uint64_t shared_magic = 0x6469'3236'6573'6162; // "base62id" on little-endian machines

struct shared_segment {
    const char *name;
    std::size_t size;
    std::uint32_t layout;
    // Before any lock is taken: what can fail, and is needed to initialise the memory.  May be null.
    void (*prepare)();
    // Of memory that is zero behind its header.
    void (*initialise)(void *);
    bool optional; // may come from PostgreSQL's spare room if none was requested
};

// To be called first by each segment's `initialise`: writes the header and zeroes the rest.
void begin_segment(const shared_segment &segment, void *memory);

// Requests room, which the server takes before its first connection: later, locks of sessions may use it up.
// Called while shared_preload_libraries are loaded.
void request_shared_memory(const shared_segment &segment);

enum class attaching { done, no_room, another_layout };

struct attached_segment {
    void *memory; // null unless `done`
    attaching result;
};
attached_segment attach_shared(const shared_segment &segment);

// Whether each process of this server gets the same segment: from PostgreSQL 17 on, or preloaded.
bool memory_is_shared();

} // namespace base62id::pg
