// The keys of masks: what base62id.mask_key_file holds, one line each, NUMBER:32 hexadecimal digits.
//
// As with the server's TLS key, keys stay in force until a reload finds a usable file.  They are in shared
// memory, so that a new session has the same keys whatever happened to the file; without shared memory
// (PostgreSQL 15 and 16, not preloaded) each process reads for itself.  A session takes new keys when it has
// read the configuration again, so never within a statement.  A parallel worker has the newest, so what needs
// a key is STABLE and PARALLEL RESTRICTED.
#pragma once

#include "codec/siphash.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct stored_key {
    int number;                // how SQL names it
    std::uint64_t fingerprint; // how a type that masks knows it, and administrators compare it
    std::uint8_t octets[codec::siphash::key_size];
};
struct mask_key : stored_key {
    codec::siphash keyed; // with the key
};

// Asks for shared memory; called while shared_preload_libraries are loaded.
void request_mask_keys();

struct mask_keys {
    const mask_key *first;
    int count;
    const char *fault; // why there are none, a sentence for a DETAIL; null if there are keys
};
// The keys in force.  Reads the file if necessary.
mask_keys current_mask_keys();

// The shared memory that they are in, in octets; 0 if they are this process's own.
std::size_t shared_octets_of_mask_keys();

// Whether the keys of this server have a layout that this library does not know, as the counters can have
// (generate/counters.hpp).  This process then reads the file for itself.
bool mask_keys_have_another_layout();

// The copy of this process.
struct known_mask_keys {
    TimestampTz read_at; // the configuration's time, by which a reload is seen
    // Goes up when the keys change, and invalidates what was derived from them.  0: there are none.
    std::uint64_t generation;
    mask_key *keys;
    int count;

    bool current() const { return read_at == PgReloadTime && generation != 0; }
};
extern known_mask_keys known_masks;

// The key with that fingerprint among the current ones, or null.
inline const mask_key *find_mask_key(std::uint64_t fingerprint) {
    if (known_masks.current()) [[likely]]
        for (int i = 0; i < known_masks.count; ++i)
            if (known_masks.keys[i].fingerprint == fingerprint)
                return &known_masks.keys[i];
    return nullptr;
}

// The key of that number; raises 55000 if there is none.
const mask_key &mask_key_of_number(int number);

// The number of the key with that fingerprint, or 0.
int mask_key_number(std::uint64_t fingerprint);

// "NUMBER: FINGERPRINT, ...", for messages.
const char *list_mask_keys(const mask_keys &keys);

// What is wrong with the file now, or that it holds other keys than those in force; null if all is well.
const char *mask_key_file_fault();

} // namespace base62id::pg
