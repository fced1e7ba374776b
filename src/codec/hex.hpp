// A UUID in hexadecimal digits: 32 of them, or the 36 characters of RFC 9562, section 4.
//
// Written in lower case, read in either, as that section says.  All texts have the hyphens in the same
// places, so these, too, sort as the octets do.
#pragma once

#include "codec.hpp"
#include "grouped.hpp"

namespace base62id::codec {

struct hex : grouped<alphabet{"0123456789abcdef", true}, 16, group_frame{0, 0b0, 0, status::overflow}> {
    static constexpr std::string_view name = "hex";
};

struct hyphenated {
    using value = uuid;
    static constexpr std::string_view name = "uuid";
    static constexpr std::size_t text_length = 36;
    static constexpr int text_bits = hex::text_bits;
    static constexpr alphabet symbols = hex::symbols;
    static constexpr value lowest = hex::lowest;
    static constexpr value highest = hex::highest;
    using digits = radix<symbols>;

    static constexpr char fixed_symbol(std::size_t at) noexcept {
        return at == 8 || at == 13 || at == 18 || at == 23 ? '-' : '\0';
    }

    static constexpr void encode(const value &v, char *text) noexcept {
        char all[hex::text_length];
        hex::encode(v, all);
        copy<8>(text, all);
        text[8] = '-';
        copy<4>(text + 9, all + 8);
        text[13] = '-';
        copy<4>(text + 14, all + 12);
        text[18] = '-';
        copy<4>(text + 19, all + 16);
        text[23] = '-';
        copy<12>(text + 24, all + 20);
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        char all[hex::text_length];
        copy<8>(all, text);
        copy<4>(all + 8, text + 9);
        copy<4>(all + 12, text + 14);
        copy<4>(all + 16, text + 19);
        copy<12>(all + 20, text + 24);
        const bool hyphens = (text[8] == '-') & (text[13] == '-') & (text[18] == '-') & (text[23] == '-');
        return hex::decode_exact(all, out) && hyphens;
    }

    // Any digits are a UUID.
    static constexpr status out_of_range(std::string_view) noexcept { return status::overflow; }
};

static_assert(fixed_codec<hex> && fixed_codec<hyphenated>);
// RFC 9562, appendix A.6.
static_assert(example<hyphenated>(make_uuid(0x017F22E279B07CC3, 0x98C4DC0C0C07398F),
                                  "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
static_assert(reads_as<hyphenated>("017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
                                   make_uuid(0x017F22E279B07CC3, 0x98C4DC0C0C07398F)));
static_assert(example<hex>(make_uuid(0x017F22E279B07CC3, 0x98C4DC0C0C07398F),
                           "017f22e279b07cc398c4dc0c0c07398f"));
static_assert(!reads_as<hyphenated>("017f22e279b0-7cc3-98c4-dc0c0c07398f-", hyphenated::lowest));

} // namespace base62id::codec
