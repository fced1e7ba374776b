// Strong random bits.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Octets of this process's buffer, from the server's strong source (pg_strong_random); XX000 without one.
// The caller wipes them there, so that no id can be read from memory before or after it is made.
std::uint8_t *take_random(std::size_t n);

template <class Bits>
Bits random_bits() {
    static_assert(std::is_trivially_copyable_v<Bits>);
    std::uint8_t *octets = take_random(sizeof(Bits));
    Bits v;
    std::memcpy(&v, octets, sizeof v);
    std::memset(octets, 0, sizeof v);
    return v;
}

} // namespace base62id::pg
