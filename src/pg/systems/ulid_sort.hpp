// Abbreviated keys of ulid.
//
// The leading 64 bits, which are uuid's keys, tie for all ids that a session makes in a millisecond: by the
// specification's monotonic rule they differ at their end.  A backfill makes nothing else.  So the key of a
// time near that of the first id has the milliseconds from there on in 30 bits and in 33 bits where the
// random bits lie beside those of the first id that was seen of that millisecond:
//
//   00 | the leading 62 bits                 earlier than six days before the first id
//   from 01 on: 30 bits of ms | 33 bits      near: a quarter below, two quarters beside, a quarter above
//   11 | the leading 62 bits                 later
#pragma once

#include "codec/ulid.hpp"

#include "pg/type/sort.hpp"

namespace base62id::pg {

class ulid_sort_key {
  public:
    std::uint64_t key(Datum d) {
        const codec::uuid &id = uuid_of(d);
        const std::uint64_t high = id.high(), ms = codec::ulid::unix_ms(id);
        if (!known) {
            known = true;
            from = ms > window / 2 ? ms - window / 2 : 0;
        }
        if (ms - from >= window) // or less than from
            return (ms < from ? 0 : std::uint64_t{3} << 62) | high >> 2;
        const uint128 random = uint128{high & 0xffff} << 64 | id.low();
        return (std::uint64_t{1} << 62) + ((ms - from) << place_bits | place_of(ms, random));
    }

  private:
    using uint128 = codec::uint128;
    // What the random bits of a millisecond are compared with.
    struct origin {
        std::uint64_t ms_and_one; // 0 in a free slot
        std::uint64_t high, low;  // palloc aligns to 8 octets: no uint128
    };
    static constexpr std::uint64_t window = std::uint64_t{1} << 30;
    static constexpr int place_bits = 33, random_bits = 80;
    static constexpr std::uint64_t quarter = std::uint64_t{1} << (place_bits - 2);
    static constexpr std::uint32_t first_capacity = 64, last_capacity = 16384;

    MemoryContext context = CurrentMemoryContext; // that of the sort support: abbreviation::install
    origin *table = nullptr;                      // open addressing, at most half full
    std::uint32_t capacity = 0, used = 0;
    origin *last = nullptr; // the slot that was asked for before
    std::uint64_t from = 0;
    bool known = false;

    std::uint64_t place_of(std::uint64_t ms, uint128 random) {
        if (last == nullptr || last->ms_and_one != ms + 1)
            last = origin_of(ms, random);
        if (last == nullptr)
            return static_cast<std::uint64_t>(random >> (random_bits - place_bits));
        const uint128 shifted = random + quarter, // added to both sides, so that nothing is negative
            least = uint128{last->high} << 64 | last->low;
        if (shifted < least)
            return static_cast<std::uint64_t>(random >> (random_bits - place_bits + 2));
        if (shifted - least < uint128{quarter} * 2)
            return quarter + static_cast<std::uint64_t>(shifted - least);
        return 3 * quarter + static_cast<std::uint64_t>(random >> (random_bits - place_bits + 2));
    }

    // Null for a millisecond that first comes when the table is full, and then always: keys of one
    // millisecond must be made in one way, or they would not sort.
    [[gnu::noinline]] origin *origin_of(std::uint64_t ms, uint128 random) {
        if (2 * used >= capacity && capacity < last_capacity)
            grow();
        origin *slot = find(ms);
        if (slot->ms_and_one == 0) {
            if (2 * used >= capacity)
                return nullptr;
            *slot = {ms + 1, static_cast<std::uint64_t>(random >> 64), static_cast<std::uint64_t>(random)};
            ++used;
        }
        return slot;
    }

    origin *find(std::uint64_t ms) const {
        for (std::uint32_t i = DatumGetUInt32(hash_uint32(static_cast<std::uint32_t>(ms)));; ++i) {
            origin *slot = &table[i % capacity];
            if (slot->ms_and_one == 0 || slot->ms_and_one == ms + 1)
                return slot;
        }
    }

    void grow() {
        origin *old = table;
        const std::uint32_t count = capacity;
        capacity = count == 0 ? first_capacity : 4 * count;
        table = static_cast<origin *>(MemoryContextAllocZero(context, capacity * sizeof(origin)));
        for (std::uint32_t i = 0; i < count; ++i)
            if (old[i].ms_and_one != 0)
                *find(old[i].ms_and_one - 1) = old[i];
        if (old != nullptr)
            pfree(old);
    }
};

} // namespace base62id::pg
