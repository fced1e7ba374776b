// Strong random bits.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Fills `to` from the server's strong source (pg_strong_random), by way of a buffer of this process.
// Raises XX000 if the source fails.
void random_octets(void *to, std::size_t n);

template <class Word>
Word random_bits() {
    static_assert(std::is_unsigned_v<Word>);
    Word v;
    random_octets(&v, sizeof v);
    return v;
}

} // namespace base62id::pg
