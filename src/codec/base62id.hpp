// Base62id: a UUID as 22 symbols of base 62 that sort as its octets do.
//
// Specification: Base62id Encoding Specification, sections 3 to 8.  The number that is written is
// N = 2 * 2^128 + UUID: the two bits "10" (section 4) in front of 128.  So N lies in [2 * 2^128, 3 * 2^128),
// has always 22 digits, and the first one is a letter, F to N.
#pragma once

#include "codec.hpp"

namespace base62id::codec {

struct base62id {
    using value = uuid;
    static constexpr std::string_view name = "base62id";
    static constexpr std::size_t text_length = 22;
    static constexpr alphabet symbols{"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"};
    static constexpr value lowest{};
    static constexpr value highest = value::filled(0xff);
    using digits = radix<symbols>;

    static constexpr void encode(const value &v, char *text) noexcept {
        // N = (A: 6 digits)(B: 8 digits)(C: 8 digits): three chains that do not wait for each other.
        const std::uint64_t h = v.high(), l = v.low();

        // A = floor(N / 62^16) from N's upper 64 bits and a reciprocal: too small by at most one, and
        // by that only with a probability of about 2^-27.
        constexpr auto reciprocal16 = static_cast<std::uint64_t>(shifted_quotient(158, power16));
        std::uint64_t a = mulhi(std::uint64_t{1} << 63 | h >> 2, reciprocal16) >> 28;
        uint128 rest = (uint128{h} << 64 | l) - a * power16; // mod 2^128, which is exact
        if (rest >= power16) [[unlikely]] {
            rest -= power16;
            ++a;
        }

        // B = floor(rest / 62^8) in the same way, too small by at most one.
        constexpr auto reciprocal8 = static_cast<std::uint64_t>(shifted_quotient(111, digits::base8));
        std::uint64_t b = mulhi(static_cast<std::uint64_t>(rest >> 32), reciprocal8) >> 15;
        std::uint64_t c = static_cast<std::uint64_t>(rest) - b * digits::base8;
        const std::uint64_t carry = c >= digits::base8;
        b += carry;
        c -= digits::base8 & (0 - carry);

        digits::put2(text, static_cast<std::uint32_t>(a / digits::base4));
        digits::put4(text + 2, static_cast<std::uint32_t>(a % digits::base4));
        digits::put8(text + 6, b);
        digits::put8(text + 14, c);
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        std::uint32_t limb[6];
        limb[0] = digits::get2(text);
        for (int i = 1; i < 6; ++i)
            limb[i] = digits::get4(text + 4 * i - 2);
        const std::uint32_t all = limb[0] | limb[1] | limb[2] | limb[3] | limb[4] | limb[5];

        // N = A * 62^16 + (B * 62^8 + C) in 192 bits: the part above bit 128 must be the prefix "10",
        // which is the check of the prefix and of overflow in one.
        const std::uint64_t a = std::uint64_t{limb[0]} * digits::base4 + limb[1];
        const std::uint64_t b = std::uint64_t{limb[2]} * digits::base4 + limb[3];
        const std::uint64_t c = std::uint64_t{limb[4]} * digits::base4 + limb[5];
        const uint128 low = uint128{a} * static_cast<std::uint64_t>(power16);
        const uint128 rest = uint128{b} * digits::base8 + c;
        const uint128 sum = uint128{static_cast<std::uint64_t>(low)} + static_cast<std::uint64_t>(rest);
        const uint128 high = uint128{a} * static_cast<std::uint64_t>(power16 >> 64) +
                             static_cast<std::uint64_t>(low >> 64) + static_cast<std::uint64_t>(rest >> 64) +
                             static_cast<std::uint64_t>(sum >> 64);
        out = make_uuid(static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(sum));
        return digits::valid(all) & (high >> 64 == 2);
    }

    // 22 symbols below "Fa84…" or above "NNC6…": up to 2^130 the two prefix bits are wrong, above
    // there are more than 130 bits.
    static constexpr status out_of_range(std::string_view text) noexcept {
        constexpr std::string_view greatest_130_bits = "VAG8r3QLuh4ydAZ9YT0oSV"; // 2^130 - 1
        return text > greatest_130_bits ? status::overflow : status::bad_prefix_bits;
    }

  private:
    static constexpr uint128 power16 = uint128{digits::base8} * digits::base8;
};

static_assert(fixed_codec<base62id>);
static_assert(example<base62id>(base62id::lowest, "Fa84QWiAxLXUJaHZmEVPEG"));
static_assert(example<base62id>(base62id::highest, "NNC6dn4GR1JETNQMfLl6qN"));
static_assert(example<base62id>(make_uuid(0x019b15153df87032, 0xbfc606b5e46ff8f4), "Fd9w4CutiyWHZha547fAai"));
static_assert(example<base62id>(make_uuid(0x123e4567e89b12d3, 0xa456426614174000), "G8YOG5efuH94ezE3H5aIvQ"));

} // namespace base62id::codec
