// base62id.machine, base62id.cluster_key_file, and the ids that depend on them.
#pragma once

#include "pg/generate/reserved.hpp"
#include "pg/keys/cluster_key.hpp"

namespace base62id::pg {

// Requests a background worker at the end of recovery; called while shared_preload_libraries are loaded.
void watch_promotion();

// Forgets the copy of the settings in force: the process has attached to other counters.
void learn_settings();

// The payload of an xid, which no other call of the scope ever gets.
std::uint64_t next_xid(std::uint64_t now_ms);

// The next snowish id of that machine.
std::uint64_t next_snowish(std::uint64_t now_ms, int machine);

// The next snowish id of this server's machine number; raises 55000 without one.
std::uint64_t next_snowish_here(std::uint64_t now_ms);

// The next time and sequence of a ts_seq_rand id, as its counter has them.
std::uint64_t next_ts_seq_rand(std::uint64_t now_ms);

// "cluster", "server" or "session": where next_xid never repeats.
const char *xid_scope();

// What is in force in this server.
struct settings_in_force {
    int machine;          // -1: none
    bool standby;         // in recovery: the number is not in use
    bool past_unreadable; // no ids: what was reserved cannot be read
    cluster_key key;
    std::uint64_t last_ms;    // of the latest id of any counter; 0: none yet
    std::uint64_t failed_ids; // calls that gave no id since the server started
    file_fault last_fault;    // of the file of reserved times since then
    const char *reserved_file;
};
settings_in_force current_settings();

// Reserves times if ids of now need it, or the last attempt failed; why that fails.
file_fault try_reserving();

} // namespace base62id::pg
