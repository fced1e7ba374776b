// The keys of masks: what base62id.mask_key_file holds, one line each, NUMBER:32 hexadecimal digits.
#pragma once

#include "codec/siphash.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct mask_key {
    int number;                // how SQL names it
    std::uint64_t fingerprint; // how a type that masks knows it, and administrators compare it
    codec::siphash begun;      // with the key
    std::uint8_t octets[codec::siphash::key_size];
};

// All keys, read at first use and after a reload of the configuration.
struct mask_keys {
    const mask_key *first;
    int count;
    const char *fault; // why there are none, a sentence for a DETAIL; null where the file was read
};
mask_keys current_mask_keys();

// What this process has read.  Each reads the file by itself: nothing of it goes through shared memory.
struct known_mask_keys {
    TimestampTz read_at; // the configuration's time, by which a reload is seen
    mask_key *keys;
    int count;

    bool current() const { return keys != nullptr && read_at == PgReloadTime; }
};
extern known_mask_keys known_masks;

// The key with that fingerprint among those that are known and current; null otherwise.
inline const codec::siphash *find_mask_key(std::uint64_t fingerprint) {
    if (known_masks.current()) [[likely]]
        for (int i = 0; i < known_masks.count; ++i)
            if (known_masks.keys[i].fingerprint == fingerprint)
                return &known_masks.keys[i].begun;
    return nullptr;
}

// The key of that number; raises 55000 where there is none.
const mask_key &mask_key_of_number(int number);

// The number of the key with that fingerprint, 0 where there is none.
int mask_key_number(std::uint64_t fingerprint);

// {"1": "fingerprint", ...}; null where there is no such setting; raises 55000 for a file that is refused.
const char *mask_keys_json();

} // namespace base62id::pg
