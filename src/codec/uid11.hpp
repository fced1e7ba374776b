// uid11: a 64-bit payload as 11 Base58 symbols that sort as the number does.
//
// Specification: "uid11: Fixed-length (11) Base58 identifier, Profile: xid", version 1.0 (draft).
#pragma once

#include <limits>

#include "codec.hpp"
#include "uid11_profiles.hpp"

namespace base62id::codec {

struct uid11 {
    using value = std::uint64_t; // ordered by compare() of octets.hpp
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

    // 58^11 exceeds 2^64: a text above "jpXCZedGfVQ" is rejected.  Its first three digits decide, unless they
    // are those of 2^64 itself: then a sum that has wrapped around is small.
    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        const std::uint32_t a = digits::get3(text), b = digits::get4(text + 3), c = digits::get4(text + 7);
        out = a * digits::base8 + (std::uint64_t{b} * digits::base4 + c);
        const auto small = static_cast<std::uint32_t>(~out >> 63);
        return digits::valid(b | c) & (a + small <= greatest_a); // an invalid `a` is above it as well
    }

    static constexpr status out_of_range(std::string_view) noexcept { return status::overflow; }

  private:
    friend struct proof; // test/proof
    // A of 2^64: with this A, only a sum that has wrapped around is below 2^63.
    static constexpr auto greatest_a = static_cast<std::uint32_t>(shifted_quotient(64, digits::base8));
    static_assert(digits::base8 < std::uint64_t{1} << 63);
    static_assert(digits::invalid > greatest_a);
};

static_assert(fixed_codec<uid11>);
static_assert(example<uid11>(uid11::lowest, "11111111111"));
static_assert(example<uid11>(uid11::highest, "jpXCZedGfVQ"));
static_assert(example<uid11>(0x0000000000400000, "1111111NVpb")); // section 8.6
static_assert(example<uid11>(0x0001499700000000, "113q8KFkAEs")); // section 8.6

} // namespace base62id::codec
