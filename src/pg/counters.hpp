// Counters that never give the same number twice: those of xid and of the profiles with a sequence, and where
// they live.
#pragma once

#include "codec/permutation.hpp"

#include "pg.hpp"

namespace base62id::pg {

// A word that many processes advance.  Its upper bits are a time in milliseconds since xid's epoch, its
// lower `count_bits` count within the millisecond.
struct counter {
    pg_atomic_uint64 word;
};

// The counters of xid and of the profiles with a sequence, with the secret that spreads xid's count.
struct shared_counters {
    counter xid;         // 42 ms | 22 count
    counter snowish;     // 41 ms | 12 sequence
    counter ts_seq_rand; // 42 ms | 12 sequence
    codec::permutation22::secret secret;
};

// The counters that this process uses, shared by all of the server wherever there is shared memory.
shared_counters &counters();

// "server" where sharing is guaranteed, else "session".
const char *counters_scope();

// Asks for shared memory; called while shared_preload_libraries are loaded.
void request_shared_memory();

// max(now << count_bits, last + 1), at once for all processes; raises 22008 where the time bits are used up.
std::uint64_t advance(counter &c, std::uint64_t now_ms, int count_bits, int time_bits);

} // namespace base62id::pg
