// uid11: a 64-bit payload as 11 Base58 symbols that sort as the number does; and its profiles.
//
// Specification: "uid11: Fixed-length (11) Base58 identifier, Profile: xid", version 1.0 (draft).
#pragma once

#include <limits>

#include "codec.hpp"

namespace base62id::codec {

struct uid11 {
    using value = std::uint64_t;
    static constexpr std::string_view name = "uid11";
    static constexpr std::size_t text_length = 11;
    static constexpr int text_bits = 64;
    static constexpr alphabet symbols{"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"};
    static constexpr value lowest = 0;
    static constexpr value highest = std::numeric_limits<value>::max();
    using digits = radix<symbols>;

    static constexpr void encode(value v, char *text) noexcept {
        const std::uint64_t upper = v / digits::base4; // 3 + 4 digits, below 2^41
        digits::put3(text, static_cast<std::uint32_t>(upper / digits::base4));
        digits::put4(text + 3, static_cast<std::uint32_t>(upper % digits::base4));
        digits::put4(text + 7, static_cast<std::uint32_t>(v % digits::base4));
    }

    // 58^11 exceeds 2^64: a text above "jpXCZedGfVQ" is rejected.  Its first three digits tell, except
    // where they are those of 2^64 itself: there a sum that has wrapped around is small.
    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        const std::uint32_t a = digits::get3(text), b = digits::get4(text + 3), c = digits::get4(text + 7);
        out = a * digits::base8 + (std::uint64_t{b} * digits::base4 + c);
        constexpr auto greatest_a = static_cast<std::uint32_t>(shifted_quotient(64, digits::base8));
        const auto small = static_cast<std::uint32_t>(~out >> 63);
        return digits::valid(b | c) & (a + small <= greatest_a); // an invalid `a` is above it as well
    }

    static constexpr status out_of_range(std::string_view) noexcept { return status::overflow; }
};

static_assert(fixed_codec<uid11>);
static_assert(example<uid11>(uid11::lowest, "11111111111"));
static_assert(example<uid11>(uid11::highest, "jpXCZedGfVQ"));
static_assert(example<uid11>(0x0000000000400000, "1111111NVpb")); // section 8.6
static_assert(example<uid11>(0x0001499700000000, "113q8KFkAEs")); // section 8.6
static_assert([] {
    uid11::value v = 0;
    return !try_decode<uid11>("jpXCZedGfVR", v) && !try_decode<uid11>("zzzzzzzzzzz", v);
}());

// A profile cuts the payload into fields, most significant first: time in milliseconds since `epoch_ms`,
// then whatever the profile counts or draws.  Field widths in bits.
struct xid { // section 8.1: 42 time | 22 random
    static constexpr int time_bits = 42, random_bits = 22;
    static constexpr std::uint32_t random_limit = 1u << random_bits;

    static constexpr std::uint64_t pack(std::uint64_t ms, std::uint32_t random) noexcept {
        return ms << random_bits | random;
    }
    static constexpr std::uint64_t time(std::uint64_t v) noexcept { return v >> random_bits; }
    static constexpr std::uint32_t random(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v & (random_limit - 1));
    }
};

struct snowish { // section 5: 1 reserved (zero) | 41 time | 10 machine | 12 sequence
    static constexpr int time_bits = 41, machine_bits = 10, sequence_bits = 12;
    static constexpr std::uint32_t machine_limit = 1u << machine_bits, sequence_limit = 1u << sequence_bits;

    static constexpr std::uint64_t pack(std::uint64_t ms, std::uint32_t machine,
                                        std::uint32_t sequence) noexcept {
        return ms << (machine_bits + sequence_bits) | std::uint64_t{machine} << sequence_bits | sequence;
    }
    static constexpr std::uint64_t time(std::uint64_t v) noexcept {
        return v >> (machine_bits + sequence_bits) & ((std::uint64_t{1} << time_bits) - 1);
    }
    static constexpr std::uint32_t machine(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v >> sequence_bits) & (machine_limit - 1);
    }
    static constexpr std::uint32_t sequence(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v) & (sequence_limit - 1);
    }
};

struct ts_seq_rand { // section 5: 42 time | 12 sequence | 10 random
    static constexpr int time_bits = 42, sequence_bits = 12, random_bits = 10;
    static constexpr std::uint32_t sequence_limit = 1u << sequence_bits, random_limit = 1u << random_bits;

    static constexpr std::uint64_t pack(std::uint64_t ms, std::uint32_t sequence,
                                        std::uint32_t random) noexcept {
        return ms << (sequence_bits + random_bits) | std::uint64_t{sequence} << random_bits | random;
    }
    static constexpr std::uint64_t time(std::uint64_t v) noexcept {
        return v >> (sequence_bits + random_bits);
    }
    static constexpr std::uint32_t sequence(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v >> random_bits) & (sequence_limit - 1);
    }
    static constexpr std::uint32_t random(std::uint64_t v) noexcept {
        return static_cast<std::uint32_t>(v) & (random_limit - 1);
    }
};

// Section 8.2: 2011-11-11T11:11:11.111Z in unix milliseconds.  The other profiles use it as well.
inline constexpr std::int64_t xid_epoch_ms = 1321009871111;

} // namespace base62id::codec
