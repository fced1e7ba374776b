// UUID version 7 with twelve bits of sub-millisecond time (RFC 9562, section 5.7 and method 3 of 6.2):
// what the TypeID generator makes and what typeid_timestamp reads.
//   0-47 unix milliseconds | 48-51 0111 | 52-63 1/4096 ms | 64-65 10 | 66-127 random
#pragma once

#include "octets.hpp"

namespace base62id::codec {

struct uuidv7 {
    static constexpr int subms_bits = 12;
    static constexpr std::uint64_t random_limit = std::uint64_t{1} << 62;
    // A tick is 1/4096 ms since 1970; ticks below this limit (the year 10889) fit.
    static constexpr std::uint64_t tick_limit = std::uint64_t{1} << (48 + subms_bits);

    static constexpr std::uint64_t tick_of_ns(std::uint64_t unix_ns) noexcept {
        return unix_ns / 1'000'000 << subms_bits | (unix_ns % 1'000'000 << subms_bits) / 1'000'000;
    }
    static constexpr std::uint64_t tick_of_us(std::uint64_t unix_us) noexcept {
        return unix_us / 1'000 << subms_bits | (unix_us % 1'000 << subms_bits) / 1'000;
    }

    // `random` is below random_limit.
    static constexpr uuid make(std::uint64_t tick, std::uint64_t random) noexcept {
        return make_uuid(tick >> subms_bits << 16 | 0x7000 | (tick & 0xfff), std::uint64_t{2} << 62 | random);
    }

    static constexpr bool is(const uuid &u) noexcept {
        return (u.high() >> 12 & 0xf) == 7 && u.low() >> 62 == 2;
    }
    static constexpr std::uint64_t unix_ms(const uuid &u) noexcept { return u.high() >> 16; }
};

} // namespace base62id::codec
