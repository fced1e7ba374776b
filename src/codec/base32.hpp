// 128 bits as 26 symbols of base 32 with the spare two bits in front: the layout that ULID and the suffix of
// a TypeID share.  (In base32hex letters follow the digits: base64uuid.hpp.)
#pragma once

#include "radix.hpp"
#include "result.hpp"

namespace base62id::codec {

// 00 || UUID in 26 groups of five bits, so the first symbol is '7' at most.  Everything of a fixed-length
// codec except its name.
template <alphabet A>
struct base32 {
    using value = uuid;
    static constexpr std::size_t text_length = 26;
    static constexpr int text_bits = 128;
    static constexpr alphabet symbols = A;
    static constexpr value lowest{};
    static constexpr value highest = value::filled(0xff);
    using digits = radix<A>;
    static_assert(digits::base == 32);

    static constexpr void encode(const value &v, char *text) noexcept { encode(v.high(), v.low(), text); }

    // From the first and the last eight octets.
    static constexpr void encode(std::uint64_t h, std::uint64_t l, char *text) noexcept {
        const auto pair = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits & 0x3ff); };
        digits::put2(text, pair(h >> 56));
        digits::put2(text + 2, pair(h >> 46));
        digits::put2(text + 4, pair(h >> 36));
        digits::put2(text + 6, pair(h >> 26));
        digits::put2(text + 8, pair(h >> 16));
        digits::put2(text + 10, pair(h >> 6));
        digits::put2(text + 12, pair(h << 4 | l >> 60));
        digits::put2(text + 14, pair(l >> 50));
        digits::put2(text + 16, pair(l >> 40));
        digits::put2(text + 18, pair(l >> 30));
        digits::put2(text + 20, pair(l >> 20));
        digits::put2(text + 22, pair(l >> 10));
        digits::put2(text + 24, pair(l));
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        // A limb of 10 bits, of which 8 are data, and six of 20.
        const std::uint64_t a = digits::get2(text), b = digits::get4(text + 2), c = digits::get4(text + 6);
        const std::uint64_t d = digits::get4(text + 10), e = digits::get4(text + 14),
                            f = digits::get4(text + 18);
        const std::uint64_t g = digits::get4(text + 22);
        out = make_uuid(a << 56 | b << 36 | c << 16 | d >> 4, d << 60 | e << 40 | f << 20 | g);
        return digits::valid(static_cast<std::uint32_t>(a | b | c | d | e | f | g)) & (a >> 8 == 0);
    }

    static constexpr status out_of_range(std::string_view) noexcept { return status::overflow; }
};

} // namespace base62id::codec
