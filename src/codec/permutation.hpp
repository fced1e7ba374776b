// A keyed permutation of 22 bits: counts of a millisecond become random fields without replacement.
//
// A balanced Feistel network (Luby and Rackoff 1988): each half, 11 bits, is changed by a function of the
// other half and a round key, so it is a bijection whatever that function is.  This spreads; it does not
// encrypt: the specification of xid calls its random field a tie-breaker (section 8.1), and anyone
// who sees enough ids of a millisecond may find its round keys.  They are a PRF of the millisecond under the
// secret, so they give away neither the secret nor those of another millisecond.
#pragma once

#include <cstdint>

#include "siphash.hpp"

namespace base62id::codec {

class permutation22 {
  public:
    static constexpr int bits = 22;

    struct secret {
        std::uint64_t words[2];
    };

    constexpr permutation22() noexcept = default;
    constexpr permutation22(const secret &key, std::uint64_t tweak) noexcept {
        siphash hash({key.words[0], key.words[1]});
        hash.absorb(tweak);
        for (std::uint8_t i = 0; i < rounds; ++i)
            round_key_[i] = hash.finish(i, sizeof tweak + sizeof i);
    }

    // `v` below 2^22.
    constexpr std::uint32_t operator()(std::uint32_t v) const noexcept {
        std::uint32_t left = v >> half, right = v & mask;
        for (const std::uint64_t k : round_key_) {
            const std::uint32_t changed = left ^ round(right, k);
            left = right;
            right = changed;
        }
        return left << half | right;
    }

  private:
    static constexpr int half = bits / 2, rounds = 6;
    static constexpr std::uint32_t mask = (1u << half) - 1;

    // A random odd multiplier and offset a round; the upper bits of a product depend on all lower ones.
    static constexpr std::uint32_t round(std::uint32_t v, std::uint64_t key) noexcept {
        const std::uint64_t product = (key ^ v) * (key | 1);
        return static_cast<std::uint32_t>((product ^ product >> 29) * 0x9e3779b97f4a7c15 >> (64 - half));
    }

    std::uint64_t round_key_[rounds] = {};
};

} // namespace base62id::codec
