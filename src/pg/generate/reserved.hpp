// The file with the times that counted ids of this server may have.
#pragma once

#include "codec/uid11_profiles.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Ids are made up to a reserved time only; times are those of xid.
inline constexpr std::uint64_t reserve_ahead_ms = 2'000, renew_when_left_ms = 1'000;
inline constexpr std::uint64_t retry_after_ms = 100; // where that failed
inline constexpr std::uint64_t longest_wait_ms = 10'000;
inline constexpr std::uint64_t last_reservable_ms = (std::uint64_t{1} << codec::xid::time_bits) - 1;

// Why the file cannot be read or written, as numbers: sessions may have other languages and encodings.
struct file_fault {
    enum step : std::int32_t { none, open, read, parse, create, write, fsync, close, rename };

    step at;
    std::int32_t error_number;

    explicit operator bool() const { return at != none; }
    int sqlerrcode() const;
    const char *text() const;
    [[noreturn]] void raise() const;
};

// The file that this process's configuration names.
const char *reserved_file_configured();

// Makes it durable that ids may have times up to `ms`; `machine` is the server's number, or -1.
file_fault write_reserved(const char *file, std::uint64_t ms, std::int32_t machine);

// The content of the file; zeros if there is none.
struct reservation {
    std::uint64_t ms;
    TimeLineID timeline;  // of the server that wrote it, then; 0: there is no file
    std::int32_t machine; // whose ids these were; -1: of a server without a number
    file_fault fault;
};
reservation read_reserved(const char *file);

// Ids that were made in this server, or with its number, before it started, as far as it knows.
struct past_ids {
    std::uint64_t until_ms; // none is later, as far as known; 0: there are none
    bool foreign;  // the file is not this server's own of this timeline: others may have made ids meanwhile
    bool replayed; // ... and it knows the last commit that it received
    bool waits;    // the file is this server's own, and the clock will soon be past it
    reservation file;
};
// `running`: this server has reserved times with this number since it started, so the file is its own.
// Not for a server in recovery.
past_ids find_past_ids(const char *file, std::int32_t machine, bool running);

// For errors: how to go on after a clock that was wrong.
int reserved_hint();

} // namespace base62id::pg
