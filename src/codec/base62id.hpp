// Base62id: a UUID as 22 symbols of base 62 that sort as its octets do.
//
// Specification: Base62id Encoding Specification, sections 3 to 8.  The number that is written is
// N = 2 * 2^128 + UUID: the two bits "10" (section 4) in front of 128.  So N lies in [2 * 2^128, 3 * 2^128),
// always has 22 digits, and the first one is a letter, F to N.
#pragma once

#include "codec.hpp"

namespace base62id::codec {

struct base62id {
    using value = uuid;
    static constexpr std::string_view name = "base62id";
    static constexpr std::size_t text_length = 22;
    static constexpr int text_bits = 130;
    static constexpr alphabet symbols{"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"};
    static constexpr value lowest{};
    static constexpr value highest = value::filled(0xff);
    using digits = radix<symbols>;

    static constexpr void encode(const value &v, char *text) noexcept {
        // N = (A: 6 digits)(B: 8 digits)(C: 8 digits): three chains that do not wait for each other.
        const std::uint64_t h = v.high(), l = v.low();

        // A = floor(N / 62^16) from N's upper 64 bits and a reciprocal: too small by at most one, and
        // by that only with a probability of about 2^-27.
        std::uint64_t a =
            mulhi(std::uint64_t{1} << 63 | h >> (dropped16 - 64), reciprocal16) >> (scale16 - dropped16 - 64);
        const uint128 rest = (uint128{h} << 64 | l) - a * power16; // mod 2^128, which is exact

        // B = floor(rest / 62^8) in the same way, too small by at most one, with a probability of 2^-14.
        // Both corrections are branches that are never taken in practice: nothing waits for them.
        std::uint64_t b =
            mulhi(static_cast<std::uint64_t>(rest >> dropped8), reciprocal8) >> (scale8 - dropped8 - 64);
        std::uint64_t c = static_cast<std::uint64_t>(rest) - b * digits::base8;
        if (c >= digits::base8) [[unlikely]] {
            c -= digits::base8;
            ++b;
        }
        if (b >= digits::base8) [[unlikely]] { // A was too small
            b -= digits::base8;
            ++a;
        }

        digits::put2(text, static_cast<std::uint32_t>(a / digits::base4));
        digits::put4(text + 2, static_cast<std::uint32_t>(a % digits::base4));
        digits::put8(text + 6, b);
        digits::put8(text + 14, c);
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        // Written out: g++ -O2 does not unroll a loop over six limbs.
        const std::uint32_t a1 = digits::get2(text), a0 = digits::get4(text + 2);
        const std::uint32_t b1 = digits::get4(text + 6), b0 = digits::get4(text + 10);
        const std::uint32_t c1 = digits::get4(text + 14), c0 = digits::get4(text + 18);
        const std::uint64_t a = std::uint64_t{a1} * digits::base4 + a0;
        const std::uint64_t b = std::uint64_t{b1} * digits::base4 + b0;
        const std::uint64_t c = std::uint64_t{c1} * digits::base4 + c0;
        const uint128 n = a * power16 + (uint128{b} * digits::base8 + c); // N mod 2^128
        out = make_uuid(static_cast<std::uint64_t>(n >> 64), static_cast<std::uint64_t>(n));

        // N div 2^128 must be 2: one check for the prefix and for overflow.  A decides, unless 2 or 3 times
        // 2^128 has this A; then N mod 2^128 is just above zero or just below 2^128.
        const auto wrapped = static_cast<std::uint64_t>(n >> 127);
        return digits::valid(a1 | a0 | b1 | b0 | c1 | c0) & (a - least_a - wrapped < greatest_a - least_a);
    }

    // 22 symbols below "Fa84…" or above "NNC6…": wrong prefix bits up to 2^130, above that too many bits.
    static constexpr status out_of_range(std::string_view text) noexcept {
        constexpr std::string_view greatest_130_bits = "VAG8r3QLuh4ydAZ9YT0oSV"; // 2^130 - 1
        return text > greatest_130_bits ? status::overflow : status::bad_prefix_bits;
    }

  private:
    friend struct proof; // test/proof reads these
    static constexpr uint128 power16 = uint128{digits::base8} * digits::base8;

    // An estimate of a quotient leaves out the lower `dropped` bits of the dividend; its reciprocal is
    // floor(2^scale / divisor).  test/proof shows for all N how close the estimates are.
    static constexpr int dropped16 = 66, scale16 = 158, dropped8 = 33, scale8 = 111;
    static constexpr auto reciprocal16 = static_cast<std::uint64_t>(shifted_quotient(scale16, power16));
    static constexpr auto reciprocal8 = static_cast<std::uint64_t>(shifted_quotient(scale8, digits::base8));
    static_assert(shifted_quotient(scale16, power16) >> 64 == 0 &&
                  shifted_quotient(scale8, digits::base8) >> 64 == 0);
    static_assert(text_bits - dropped16 == 64); // N's upper 64 bits
    static_assert(power16 < uint128{1} << 96);  // an A that is too small by one leaves a rest below 2^97 ...
    static_assert(97 - dropped8 <= 64);         // ... of which 64 bits go into the estimate of B
    static_assert(uint128{2} * digits::base8 < uint128{1} << 64); // and so does C where B is too small by one

    // A of 2 * 2^128 and of 3 * 2^128.
    static constexpr auto least_a = static_cast<std::uint64_t>(shifted_quotient(128, power16, 2));
    static constexpr auto greatest_a = static_cast<std::uint64_t>(shifted_quotient(128, power16, 3));
    static_assert(power16 < uint128{1} << 127); // "just above" and "just below" are distinguished by one bit
};

static_assert(fixed_codec<base62id>);
static_assert(example<base62id>(base62id::lowest, "Fa84QWiAxLXUJaHZmEVPEG"));
static_assert(example<base62id>(base62id::highest, "NNC6dn4GR1JETNQMfLl6qN"));
static_assert(example<base62id>(make_uuid(0x019b15153df87032, 0xbfc606b5e46ff8f4), "Fd9w4CutiyWHZha547fAai"));
static_assert(example<base62id>(make_uuid(0x123e4567e89b12d3, 0xa456426614174000), "G8YOG5efuH94ezE3H5aIvQ"));

} // namespace base62id::codec
