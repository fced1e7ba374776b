// Masks of numbers: the cipher of a mask key and a type prefix, kept until the keys change, because deriving
// one takes as long as some thirty masks.
#pragma once

#include "pg/keys/mask_keys.hpp"

namespace base62id::codec {
class speck64;
}

namespace base62id::pg {

// Goes up whenever ciphers are freed.
extern std::uint64_t number_mask_generation;

// What a caller keeps of one key and type prefix, zeroed at first.
struct number_mask {
    std::uint64_t generation;
    const codec::speck64 *cipher;

    // False after a change of the keys or a reload, until the cipher is looked up again.  A cipher
    // of this generation was found while there were keys, and there have been no others since.
    bool current() const {
        return generation == number_mask_generation && known_masks.read_at == PgReloadTime;
    }
    // Where that is, for callers that do not inline the cipher.
    std::uint64_t encrypt(std::uint64_t v) const;
    std::uint64_t decrypt(std::uint64_t v) const;
    // `prefix` is a valid type prefix.
    void find(const mask_key &key, std::string_view prefix);
};

// To be called before keys are no longer in force.
void forget_number_masks();

} // namespace base62id::pg
