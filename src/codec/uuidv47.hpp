// UUIDv47: a UUID of version 7 that is shown as one of version 4.
//
// Mapping: github.com/stateless-me/uuidv47, README "Specification", read in November 2026.  The 48 bits of
// time are XORed with as many of SipHash-2-4 over the 74 random bits, and the version changes; the random
// bits stay, so whoever has the key finds the time again.
#pragma once

#include "siphash.hpp"

namespace base62id::codec {

struct uuidv47 {
    static constexpr int inside_version = 7, facade_version = 4;

    // The facade of a version 7 UUID, and the version 7 UUID of a facade: XOR undoes itself.  `u` is of one
    // of the two versions, in RFC 9562's variant; `keyed` has read the key and nothing else.
    [[gnu::always_inline]] static constexpr uuid other_side(const uuid &u, const siphash &keyed) noexcept {
        siphash hash = keyed;
        hash.absorb(from_the_seventh(u) & ~kind_bits);
        // The hash is little-endian, the time big-endian.
        const std::uint64_t time_mask = __builtin_bswap64(hash.finish(little(u.low()) >> 48, 10)) >> 16;
        constexpr std::uint64_t versions = std::uint64_t{inside_version ^ facade_version} << 52;
        return make_uuid(little(little(u.high()) ^ time_mask ^ versions), u.low());
    }
    static constexpr uuid other_side(const uuid &u, const siphash::key &key) noexcept {
        return other_side(u, siphash(key));
    }

    // Whether `u` is of that version, in RFC 9562's variant.
    static constexpr bool is_of(const uuid &u, int version) noexcept {
        return (from_the_seventh(u) & kind_bits) == (0x800000 | static_cast<std::uint64_t>(version) << 4);
    }

  private:
    // Eight octets as SipHash reads them, the first one lowest.
    static constexpr std::uint64_t little(std::uint64_t big) noexcept { return __builtin_bswap64(big); }

    // The message is ten octets from the seventh on, without the version's four bits and the variant's two.
    static constexpr std::uint64_t kind_bits = 0xc000f0;
    static constexpr std::uint64_t from_the_seventh(const uuid &u) noexcept {
        return little(u.high()) >> 48 | little(u.low()) << 16;
    }
};

} // namespace base62id::codec
