// Counters that never give the same number twice, of xid and profiles with a sequence, and where they live.
#pragma once

#include "codec/counter.hpp"

#include "pg/generate/reserved.hpp"
#include "pg/keys/cluster_key.hpp"
#include "pg/server/shared_memory.hpp"

namespace base62id::pg {

// A word that many processes advance.
struct counter {
    pg_atomic_uint64 word;
};

// The configured place of the server in a cluster; cluster.hpp.
struct server_settings {
    TimestampTz read_at;  // when the configuration was read; 0: never
    std::int32_t machine; // -1: none
    bool standby;         // in recovery: the number is not in use until this server is promoted
    bool past_unreadable; // what this server has reserved cannot be read: no ids must be made
    cluster_key key;
    char reserved_file[MAXPGPATH]; // one for all processes, whichever configuration each has read
};

// The counters of xid and of the profiles with a sequence, and the secret that turns numbers into ids.
// The places of the fields are for good (shared_memory.hpp): a new one goes to the end.
struct shared_counters {
    shared_header header;
    counter xid;
    counter snowish;
    counter ts_seq_rand;
    pg_atomic_uint64 generation;         // goes up whenever `settings` change; never 0
    pg_atomic_uint64 reserved_ms;        // ids up to this time are reserved in a file; cluster.cpp
    pg_atomic_uint64 wait_ms;            // no ids until the clock is past this time
    pg_atomic_uint64 failed_ids;         // calls that gave no id, because times or the key were missing
    codec::permutation22::secret secret; // of this server and this start of it
    LWLock lock;
    file_fault last_fault;    // of the file of reserved times since the server started; under `lock`
    bool failing;             // nothing was reserved since then, under `lock`
    server_settings settings; // under `lock`
};

// What this process is attached to.  `by` is MyProcPid: a pointer inherited by fork is not ours.
struct attachment {
    int by;
    shared_counters *to;
};
extern attachment attached;
void attach_counters();

// The counters that this process uses: those of the whole server, if there is shared memory.
inline shared_counters &counters() {
    if (attached.by != MyProcPid) [[unlikely]]
        attach_counters();
    return *attached.to;
}

// Whether the counters of this server have a layout that this library does not know: its package was upgraded
// or downgraded, and the server was not restarted.  This process then has counters of its own, which must not
// be used, because the other sessions make the same ids.
bool counters_have_another_layout();

// Whether all processes of this server are sure to use the same ones.
bool counters_guaranteed();

// The shared memory that they are in, in octets; 0 if they are this process's own.
std::size_t shared_octets_of_counters();

// No lock if the counters are this process's own.
void lock_settings(shared_counters &c);
bool try_lock_settings(shared_counters &c);
void unlock_settings(shared_counters &c);

// Asks for shared memory; called while shared_preload_libraries are loaded.
void request_counters();

[[noreturn, gnu::cold]] void raise_used_up();

// The next number, atomically for all processes; raises 22008 if the time bits are used up.
template <codec::counter_layout Layout>
std::uint64_t advance(counter &c, std::uint32_t limit, std::uint64_t now_ms) {
    std::uint64_t last = pg_atomic_read_u64(&c.word), next;
    do {
        if (!codec::count_on(Layout, limit, last, now_ms, next)) [[unlikely]]
            raise_used_up();
    } while (!pg_atomic_compare_exchange_u64(&c.word, &last, next));
    return next;
}

// Skips the rest of the counter's millisecond, and all times up to `until_ms`.
void use_up(counter &c, codec::counter_layout layout, std::uint64_t until_ms);

} // namespace base62id::pg
