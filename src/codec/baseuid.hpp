// BaseUid: 48 bits of time and 72 random bits as 20 symbols that sort as the octets do.
//
// Specification: "BaseUid" (2025-05-22), as ruled in docs/formats.md.  Layout of the 15 octets, most
// significant bit first:
//   0-47    time: nanoseconds since 1970 (UTC) >> 15, steps of 32.768 us, to 2262-04-11
//   48-119  random
#pragma once

#include "codec.hpp"
#include "grouped.hpp"

namespace base62id::codec {

// Any 20 symbols spell 120 bits, so there is nothing else to check.
struct baseuid : grouped<alphabet{"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"}, 15,
                         group_frame{0, 0, 0, status::overflow}> {
    static constexpr std::string_view name = "baseuid";

    // --- time ---
    static constexpr int time_shift = 15; // unix nanoseconds per time unit, as a power of two
    static constexpr std::uint64_t time_limit = std::uint64_t{1} << 48;

    // An id of `time` (units, below time_limit) and 72 random bits: random_high (8) || random_low (64).
    static constexpr value make(std::uint64_t time, std::uint8_t random_high,
                                std::uint64_t random_low) noexcept {
        value v{};
        store_be64(v.bytes, time << 16 | std::uint64_t{random_high} << 8 | random_low >> 56);
        store_be64(v.bytes + 7, random_low);
        return v;
    }
    static constexpr std::uint64_t time(const value &v) noexcept { return v.high() >> 16; }

    // --- UUIDv8 ---
    // time 48 || 1000 || random 12 || 10 || random 60 || 00; lossless both ways.
    static constexpr uuid to_uuid(const value &v) noexcept {
        const std::uint64_t h = v.high(), l = v.low();
        return make_uuid((h & ~std::uint64_t{0xffff}) | 0x8000 | (h >> 4 & 0xfff),
                         std::uint64_t{2} << 62 | (l & random60) << 2);
    }
    // False if the version, the variant or the last two bits are not those of a BaseUid.
    static constexpr bool from_uuid(const uuid &u, value &out) noexcept {
        const std::uint64_t h = u.high(), l = u.low();
        if ((h >> 12 & 0xf) != 8 || l >> 62 != 2 || (l & 3) != 0)
            return false;
        const std::uint64_t low = (l >> 2) & random60;
        store_be64(out.bytes, (h & ~std::uint64_t{0xffff}) | (h & 0xfff) << 4 | low >> 56);
        store_be64(out.bytes + 7, (h & 0xf) << 60 | low);
        return true;
    }

  private:
    static constexpr std::uint64_t random60 = (std::uint64_t{1} << 60) - 1;
};

static_assert(fixed_codec<baseuid>);
static_assert(example<baseuid>(baseuid::lowest, "--------------------"));
static_assert(example<baseuid>(baseuid::highest, "zzzzzzzzzzzzzzzzzzzz"));
// 2022-01-01T00:00:00Z, the specification's example.
static_assert(std::string_view(text_of<baseuid>(baseuid::make(1640995200'000000000 >> baseuid::time_shift, 0,
                                                              0)))
                  .starts_with("ANjssJky"));

} // namespace base62id::codec
