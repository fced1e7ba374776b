// A keyed permutation of 22 bits: turns the count of an id within its millisecond into a random field
// that is drawn without replacement.
//
// A balanced Feistel network (Luby and Rackoff 1988): each half, 11 bits, is changed by a function of the
// other half and a round key, so it is a bijection whatever that function is.  The round keys come from a
// secret and the millisecond.  This spreads; it does not encrypt: the specification of xid calls
// its random field a tie-breaker (section 8.1).
#pragma once

#include <cstdint>

namespace base62id::codec {

class permutation22 {
  public:
    static constexpr int bits = 22;

    struct secret {
        std::uint64_t words[2];
    };

    constexpr permutation22() noexcept = default;
    constexpr permutation22(const secret &key, std::uint64_t tweak) noexcept {
        std::uint64_t state = mix(key.words[0] ^ tweak);
        for (auto &k : round_key_) {
            state = mix(state + key.words[1]);
            k = state;
        }
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

    // The finalizer of MurmurHash3 (Appleby): every input bit reaches every output bit.
    static constexpr std::uint64_t mix(std::uint64_t v) noexcept {
        v = (v ^ v >> 33) * 0xff51afd7ed558ccd;
        v = (v ^ v >> 33) * 0xc4ceb9fe1a85ec53;
        return v ^ v >> 33;
    }
    // A random odd multiplier and offset a round; the upper bits of a product depend on all lower ones.
    static constexpr std::uint32_t round(std::uint32_t v, std::uint64_t key) noexcept {
        const std::uint64_t product = (key ^ v) * (key | 1);
        return static_cast<std::uint32_t>((product ^ product >> 29) * 0x9e3779b97f4a7c15 >> (64 - half));
    }

    std::uint64_t round_key_[rounds] = {};
};

} // namespace base62id::codec
