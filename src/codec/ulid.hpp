// ULID: 48 bits of Unix milliseconds and 80 random bits as 26 symbols of base 32.
//
// Specification: github.com/ulid/spec.  Written in upper case, read in either ("Case insensitive").  Its
// alphabet leaves out I, L, O and U; the aliases that Crockford's own base 32 reads for three of them (I and
// L as 1, O as 0) are not part of it and are refused: an id should not have many spellings.
//   0-47 unix milliseconds | 48-127 random
#pragma once

#include "codec.hpp"
#include "grouped.hpp"

namespace base62id::codec {

struct ulid : grouped<alphabet{"0123456789ABCDEFGHJKMNPQRSTVWXYZ", true}, 16,
                      group_frame{2, 0b00, 0, status::overflow}> {
    static constexpr std::string_view name = "ulid";
    static constexpr int time_bits = 48;
    // Milliseconds since 1970 below this limit (the year 10889) fit.
    static constexpr std::uint64_t time_limit = std::uint64_t{1} << time_bits;

    // `ms` is below time_limit.
    static constexpr value make(std::uint64_t ms, std::uint16_t random_high,
                                std::uint64_t random_low) noexcept {
        return make_uuid(ms << 16 | random_high, random_low);
    }
    static constexpr std::uint64_t unix_ms(const value &v) noexcept { return v.high() >> 16; }

    // The next id of the same millisecond ("Monotonicity"); false, and `v` unchanged, after the last one.
    static constexpr bool increment_random(value &v) noexcept {
        const std::uint64_t h = v.high(), l = v.low() + 1;
        if (l == 0 && (h & 0xffff) == 0xffff)
            return false;
        v = make_uuid(h + (l == 0), l);
        return true;
    }

    // The id that a generator makes after `v`, when the clock says `now_ms`; false, and `v` as it was, where
    // no time is left.  Random bits of a later millisecond come from `random`, which writes the high 16 and
    // the low 64.  Where the specification's generator would fail, at random bits all ones, this one goes on
    // to the next millisecond: an insert must not fail because of what was drawn.
    template <class Random>
    static constexpr bool next(value &v, std::uint64_t now_ms, Random random) noexcept {
        std::uint64_t ms = unix_ms(v);
        if (now_ms > ms)
            ms = now_ms;
        else if (increment_random(v)) // of this millisecond, or of one that the clock has stepped back from
            return true;
        else
            ++ms;
        if (ms >= time_limit)
            return false;
        std::uint16_t high = 0;
        std::uint64_t low = 0;
        random(high, low);
        v = make(ms, high, low);
        return true;
    }
};

static_assert(fixed_codec<ulid>);
static_assert(example<ulid>(ulid::lowest, "00000000000000000000000000"));
static_assert(example<ulid>(ulid::highest, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
static_assert(example<ulid>(make_uuid(0x01563e3ab5d3d676, 0x4c61efb99302bd5b), "01ARZ3NDEKTSV4RRFFQ69G5FAV"));
static_assert(reads_as<ulid>("01arz3ndektsv4rrffq69g5fav",
                             make_uuid(0x01563e3ab5d3d676, 0x4c61efb99302bd5b)));
static_assert(!reads_as<ulid>("0000000000000000000000000O", ulid::lowest));

} // namespace base62id::codec
