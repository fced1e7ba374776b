// Base64UUID: a UUID as 22 URL-safe symbols that sort as its octets do; and base32hex for dictation.
//
// Specification: Base64UUID, section 3, as ruled in docs/formats.md: the 132 bits 0100 || UUID in 22
// groups of six bits, most significant first.  The four leading bits make the first symbol F, G, H or I.
#pragma once

#include "codec.hpp"

namespace base62id::codec {

struct base64uuid {
    using value = uuid;
    static constexpr std::string_view name = "base64uuid";
    static constexpr std::size_t text_length = 22;
    static constexpr int text_bits = 132;
    static constexpr alphabet symbols{"$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"};
    static constexpr value lowest{};
    static constexpr value highest = value::filled(0xff);
    using digits = radix<symbols>;

    static constexpr void encode(const value &v, char *text) noexcept {
        const std::uint64_t h = v.high(), l = v.low();
        const auto pair = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits & 0xfff); };
        digits::put2(text, static_cast<std::uint32_t>(0x400 | h >> 56));
        digits::put2(text + 2, pair(h >> 44));
        digits::put2(text + 4, pair(h >> 32));
        digits::put2(text + 6, pair(h >> 20));
        digits::put2(text + 8, pair(h >> 8));
        digits::put2(text + 10, pair(h << 4 | l >> 60));
        digits::put2(text + 12, pair(l >> 48));
        digits::put2(text + 14, pair(l >> 36));
        digits::put2(text + 16, pair(l >> 24));
        digits::put2(text + 18, pair(l >> 12));
        digits::put2(text + 20, pair(l));
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        const std::uint64_t a = digits::get2(text), b = digits::get4(text + 2), c = digits::get4(text + 6);
        const std::uint64_t d = digits::get4(text + 10), e = digits::get4(text + 14),
                            f = digits::get4(text + 18);
        out = make_uuid(a << 56 | b << 32 | c << 8 | d >> 16, d << 48 | e << 24 | f);
        return digits::valid(static_cast<std::uint32_t>(a | b | c | d | e | f)) & (a >> 8 == 4);
    }

    static constexpr status out_of_range(std::string_view) noexcept { return status::bad_prefix_bits; }
};

static_assert(fixed_codec<base64uuid>);
static_assert(example<base64uuid>(base64uuid::lowest, "F$$$$$$$$$$$$$$$$$$$$$"));
static_assert(example<base64uuid>(base64uuid::highest, "Izzzzzzzzzzzzzzzzzzzzz"));
static_assert(example<base64uuid>(make_uuid(0x019535d93df779fb, 0xb466fa907fa17f9e),
                                  "F0_IMOEUStyvGayd0zcMyT"));

// The base32hex of RFC 4648, section 7, without padding: UUID || 00 in 26 groups of five bits.  Written
// in upper case, read in either.
struct base32hex {
    using value = uuid;
    static constexpr std::string_view name = "base32hex";
    static constexpr std::size_t text_length = 26;
    static constexpr int text_bits = 130;
    static constexpr alphabet symbols{"0123456789ABCDEFGHIJKLMNOPQRSTUV", true};
    static constexpr value lowest{};
    static constexpr value highest = value::filled(0xff);
    using digits = radix<symbols>;

    static constexpr void encode(const value &v, char *text) noexcept {
        const std::uint64_t h = v.high(), l = v.low();
        const auto pair = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits & 0x3ff); };
        digits::put2(text, pair(h >> 54));
        digits::put2(text + 2, pair(h >> 44));
        digits::put2(text + 4, pair(h >> 34));
        digits::put2(text + 6, pair(h >> 24));
        digits::put2(text + 8, pair(h >> 14));
        digits::put2(text + 10, pair(h >> 4));
        digits::put2(text + 12, pair(h << 6 | l >> 58));
        digits::put2(text + 14, pair(l >> 48));
        digits::put2(text + 16, pair(l >> 38));
        digits::put2(text + 18, pair(l >> 28));
        digits::put2(text + 20, pair(l >> 18));
        digits::put2(text + 22, pair(l >> 8));
        digits::put2(text + 24, pair(l << 2));
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        // Six limbs of 20 bits and a last one of 10, of which 8 are data.
        const std::uint64_t a = digits::get4(text), b = digits::get4(text + 4), c = digits::get4(text + 8);
        const std::uint64_t d = digits::get4(text + 12), e = digits::get4(text + 16),
                            f = digits::get4(text + 20);
        const std::uint64_t g = digits::get2(text + 24);
        out = make_uuid(a << 44 | b << 24 | c << 4 | d >> 16, d << 48 | e << 28 | f << 8 | g >> 2);
        return digits::valid(static_cast<std::uint32_t>(a | b | c | d | e | f | g)) & ((g & 3) == 0);
    }

    static constexpr status out_of_range(std::string_view) noexcept { return status::bad_padding; }
};

static_assert(example<base32hex>(base32hex::lowest, "00000000000000000000000000"));
static_assert(example<base32hex>(base32hex::highest, "VVVVVVVVVVVVVVVVVVVVVVVVVS"));
static_assert(reads_as<base32hex>("vvvvvvvvvvvvvvvvvvvvvvvvvs", base32hex::highest));

} // namespace base62id::codec
