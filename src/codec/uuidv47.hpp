// UUIDv47: a UUID of version 7 that is shown as one of version 4.
//
// Mapping: github.com/stateless-me/uuidv47, README "Specification", read in November 2026.  The 48 bits of
// time are XORed with as many of SipHash-2-4 over the 74 random bits, and the version changes; the random
// bits stay, so whoever has the key finds the time again.
#pragma once

#include "siphash.hpp"
#include "uuid_fields.hpp"

namespace base62id::codec {

struct uuidv47 {
    static constexpr int inside_version = 7, facade_version = 4;

    // The facade of a version 7 UUID, and the version 7 UUID of a facade: XOR undoes itself.  `u` is of one
    // of the two versions, in RFC 9562's variant.
    static constexpr uuid other_side(const uuid &u, const siphash::key &key) noexcept {
        const std::uint64_t high = u.high(), low = u.low();
        // Ten octets: four bits of the seventh, the eighth, six bits of the ninth, the seven that follow.
        siphash hash(key);
        hash.absorb(__builtin_bswap64((high & 0xfff) << 48 | (low & random_mask) >> 16));
        const std::uint64_t time_mask = hash.finish((low >> 8 & 0xff) | (low & 0xff) << 8, 10) << 16;
        constexpr std::uint64_t versions = (inside_version ^ facade_version) << 12;
        return make_uuid(high ^ time_mask ^ versions, low);
    }

  private:
    static constexpr std::uint64_t random_mask = ~std::uint64_t{0} >> 2; // without the variant
};

// The example of its README.
static_assert([] {
    constexpr siphash::key key{0x0123456789abcdef, 0xfedcba9876543210};
    constexpr uuid inside = make_uuid(0x0000000000007000, 0x8000000000000000),
                   facade = make_uuid(0x22d9712696094000, 0x8000000000000000);
    return uuidv47::other_side(inside, key) == facade && uuidv47::other_side(facade, key) == inside;
}());

} // namespace base62id::codec
