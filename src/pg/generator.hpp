// What all generators share: strong random bits, the clock, times given by the user, and counters that
// never give the same number twice.
#pragma once

#include "pg.hpp"

namespace base62id::pg {

// --- randomness ---

// Fills `to` from the server's strong source (pg_strong_random), by way of a buffer of this process.
// Raises XX000 where the source refuses.
void random_octets(void *to, std::size_t n);

inline std::uint64_t random_word() {
    std::uint64_t v;
    random_octets(&v, sizeof v);
    return v;
}

// --- time ---

// Nanoseconds since 1970 by the real-time clock; raises 58000 where it cannot be read, 22008 before 1970
// and from 2554 on, where 64 bits end.
std::uint64_t clock_unix_ns();

// A user's time in microseconds since 1970, checked against [first, limit); raises 22008 with the bounds
// in the DETAIL, also for infinities.  `what` names the id, as in "a xid".
std::int64_t unix_us(TimestampTz t, const char *what, std::int64_t first_us, std::int64_t limit_us);

// Raises 22008 for a time of the clock outside of what an id holds.
[[noreturn]] void raise_time_out_of_range(const char *what, std::int64_t first_us, std::int64_t limit_us);

TimestampTz timestamp_of_unix_us(std::int64_t us);
inline TimestampTz timestamp_of_unix_ms(std::int64_t ms) { return timestamp_of_unix_us(ms * 1000); }

// --- counters ---

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
