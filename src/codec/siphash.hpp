// SipHash-2-4: 64 bits of a message under a key of 128, which look random to anyone without the key
// (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012).
#pragma once

#include "octets.hpp"

namespace base62id::codec {

// The state in the middle of a message.  Copy it to go on in several ways from one beginning: a key that
// serves many messages is set up once.
//
// The first steps of a round, on v0 and v1, do not need the next word of the message, so they are done ahead:
// for the first word when the key is read.
class siphash {
  public:
    struct key {
        std::uint64_t k0, k1;
    };
    static constexpr std::size_t key_size = 16;

    // The key's octets, as everybody writes them: two little-endian words.
    static constexpr key key_of(const std::uint8_t *octets) noexcept {
        return {__builtin_bswap64(load_be64(octets)), __builtin_bswap64(load_be64(octets + 8))};
    }

    // Section 2.1: the words are the ASCII of "somepseudorandomlygeneratedbytes".
    constexpr explicit siphash(const key &k) noexcept
        : v0_(k.k0 ^ 0x736f6d6570736575), v1_(k.k1 ^ 0x646f72616e646f6d), v2_(k.k0 ^ 0x6c7967656e657261),
          v3_(k.k1 ^ 0x7465646279746573) {
        left();
    }

    // The next eight octets of the message, as a little-endian word.
    [[gnu::always_inline]] constexpr void absorb(std::uint64_t word) noexcept {
        v3_ ^= word;
        round();
        right();
        across();
        v0_ ^= word;
        left();
    }

    // The hash, after the octets that are left, at most seven; `length` is that of the whole message.
    [[gnu::always_inline]] constexpr std::uint64_t finish(std::uint64_t rest,
                                                          std::size_t length) const noexcept {
        siphash s = *this;
        s.absorb(std::uint64_t{length} << 56 | rest);
        s.v2_ ^= 0xff;
        s.round();
        s.round();
        s.round();
        s.right();
        // The last part of the last round, in the XOR of all four: v0 is in it twice.
        const std::uint64_t v2 = s.v2_ + s.v1_;
        return std::rotl(s.v1_, 17) ^ v2 ^ std::rotl(v2, 32) ^ std::rotl(s.v3_, 21);
    }

  private:
    // The steps of a round are left, right, across; round() begins after a left() and ends with the next.
    [[gnu::always_inline]] constexpr void left() noexcept {
        v0_ += v1_;
        v1_ = std::rotl(v1_, 13) ^ v0_;
        v0_ = std::rotl(v0_, 32);
    }
    [[gnu::always_inline]] constexpr void right() noexcept {
        v2_ += v3_;
        v3_ = std::rotl(v3_, 16) ^ v2_;
    }
    [[gnu::always_inline]] constexpr void round() noexcept {
        right();
        across();
        left();
    }
    [[gnu::always_inline]] constexpr void across() noexcept {
        v2_ += v1_;
        v0_ += v3_;
        v1_ = std::rotl(v1_, 17) ^ v2_;
        v3_ = std::rotl(v3_, 21) ^ v0_;
        v2_ = std::rotl(v2_, 32);
    }

    std::uint64_t v0_, v1_, v2_, v3_; // no array: arrays trigger the stack protector
};

} // namespace base62id::codec
