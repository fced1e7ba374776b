// Plain readings of the specifications, to test the codecs against: digit by digit, one division or
// multiplication a symbol on a wide number, no tables and nothing taken from src/codec but the names of
// the statuses.
//
// Every fixed-length system is the same sum: the digits, in base |symbols|, of the number
//     (leading * 2^bits + payload) * 2^padding.
//
// At the end the systems, each in a line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <base62id/base62id.hpp>
#include <base62id/base64uuid.hpp>
#include <base62id/baseuid.hpp>
#include <base62id/hex.hpp>
#include <base62id/typeid.hpp>
#include <base62id/uid11.hpp>
#include <base62id/ulid.hpp>

namespace naive {

namespace codec = base62id::codec;
using codec::status;
using codec::uint128;

// 160 bits, least significant limb first.
struct wide {
    std::array<std::uint32_t, 5> limbs{};

    void multiply_add(std::uint32_t factor, std::uint32_t addend) {
        std::uint64_t carry = addend;
        for (auto &limb : limbs) {
            carry += std::uint64_t{limb} * factor;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    std::uint32_t divide(std::uint32_t divisor) { // returns the remainder
        std::uint64_t rest = 0;
        for (std::size_t i = limbs.size(); i-- > 0;) {
            rest = rest << 32 | limbs[i];
            limbs[i] = static_cast<std::uint32_t>(rest / divisor);
            rest %= divisor;
        }
        return static_cast<std::uint32_t>(rest);
    }
    std::uint64_t above(unsigned bits) const { // the number shifted right, as far as it fits 64 bits
        wide n = *this;
        for (; bits >= 32; bits -= 32) {
            for (std::size_t i = 1; i < limbs.size(); ++i)
                n.limbs[i - 1] = n.limbs[i];
            n.limbs.back() = 0;
        }
        n.divide(1u << bits);
        return std::uint64_t{n.limbs[1]} << 32 | n.limbs[0];
    }
    uint128 low() const {
        return uint128{limbs[3]} << 96 | uint128{limbs[2]} << 64 | uint128{limbs[1]} << 32 | limbs[0];
    }
};

// The numeric value of what a codec reads and writes.
inline uint128 number(std::uint64_t v) { return v; }
template <std::size_t N>
uint128 number(const codec::octets<N> &v) {
    uint128 n = 0;
    for (const std::uint8_t octet : v.bytes)
        n = n << 8 | octet;
    return n;
}
template <class Value>
Value value_of(uint128 n) {
    if constexpr (std::is_same_v<Value, std::uint64_t>) {
        return static_cast<std::uint64_t>(n);
    } else {
        Value v{};
        for (std::size_t i = sizeof v.bytes; i-- > 0; n >>= 8)
            v.bytes[i] = static_cast<std::uint8_t>(n);
        return v;
    }
}

struct outcome {
    status code = status::ok;
    std::size_t position = 0;
    uint128 number = 0;
};

enum class fault { overflow, prefix_bits, prefix_bits_or_overflow, padding };

struct scheme {
    std::string_view symbols;
    std::size_t length;
    std::uint32_t leading;
    unsigned bits, padding;
    bool fold_case;
    fault when_out_of_range;
    std::string_view shape = {}; // where it is not all digits: 'x' for a digit, else what stands there

    std::uint32_t base() const { return static_cast<std::uint32_t>(symbols.size()); }

    std::string encode(uint128 payload) const {
        wide n;
        for (std::size_t i = 0; i < 4; ++i)
            n.limbs[i] = static_cast<std::uint32_t>(payload >> 32 * i);
        n.limbs[4] = leading; // only the systems of 128 bits have such bits
        n.multiply_add(1u << padding, 0);
        std::string text(length, symbols[0]);
        for (std::size_t i = length; i-- > 0;)
            text[i] = fixed(i) != 0 ? fixed(i) : symbols[n.divide(base())];
        return text;
    }

    // What stands at this place in every text, or 0.
    char fixed(std::size_t at) const { return at < shape.size() && shape[at] != 'x' ? shape[at] : '\0'; }
    bool fits(char c, std::size_t at) const {
        return fixed(at) != 0 ? c == fixed(at) : digit(c) != std::string_view::npos;
    }

    std::size_t digit(char c) const {
        const std::size_t d = symbols.find(c);
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (d == std::string_view::npos && fold_case && letter)
            return symbols.find(static_cast<char>(c ^ ('a' ^ 'A')));
        return d;
    }

    // Whether some text may begin so, as far as the single octets say.
    bool fits(std::string_view prefix) const {
        for (std::size_t i = 0; i < prefix.size(); ++i)
            if (!fits(prefix[i], i))
                return false;
        return prefix.size() <= length;
    }
    // A beginning, filled up with a symbol.
    std::string filled(std::string_view prefix, char symbol) const {
        std::string text(prefix);
        while (text.size() < length)
            text += fixed(text.size()) != 0 ? fixed(text.size()) : symbol;
        return text;
    }

    // A text as an encoder would write it; octets outside the alphabet stay.
    std::string canonical(std::string_view text) const {
        std::string result(text);
        for (char &c : result)
            if (const std::size_t d = digit(c); d != std::string_view::npos)
                c = symbols[d];
        return result;
    }

    // Exactly `length` symbols, without quotes.
    outcome decode_bare(std::string_view text) const {
        if (text.size() != length)
            return {status::bad_length, text.size()};
        wide n;
        for (std::size_t i = 0; i < length; ++i) {
            if (!fits(text[i], i))
                return {status::bad_symbol, i};
            if (fixed(i) == 0)
                n.multiply_add(base(), static_cast<std::uint32_t>(digit(text[i])));
        }
        const std::uint32_t cut = n.limbs[0] & ((1u << padding) - 1);
        n.divide(1u << padding);
        const std::uint64_t front = n.above(bits);
        if (front == leading && cut == 0)
            return {status::ok, 0, bits == 128 ? n.low() : n.low() & ((uint128{1} << bits) - 1)};
        switch (when_out_of_range) {
        case fault::overflow:
            return {status::overflow, 0};
        case fault::prefix_bits:
            return {status::bad_prefix_bits, 0};
        case fault::padding:
            return {status::bad_padding, 0};
        case fault::prefix_bits_or_overflow:
            break;
        }
        return {front >= 4 ? status::overflow : status::bad_prefix_bits, 0}; // more than two prefix bits
    }

    // Bare or in one pair of double quotes.
    outcome decode(std::string_view text) const;
};

// The quotes in front of every decoder: true and `bare` without them, or what is wrong.
inline bool take_quotes(std::string_view text, std::string_view &bare, std::size_t &offset, outcome &wrong) {
    const bool front = !text.empty() && text[0] == '"';
    const bool back = !text.empty() && text[text.size() - 1] == '"';
    bare = text;
    offset = 0;
    if (front && back && text.size() > 1) {
        bare = text.substr(1, text.size() - 2);
        offset = 1;
    } else if (front || back) {
        wrong = {status::unbalanced_quotes, front ? 0 : text.size() - 1};
        return false;
    }
    return true;
}

inline outcome scheme::decode(std::string_view text) const {
    std::string_view bare;
    std::size_t offset;
    outcome r;
    if (!take_quotes(text, bare, offset, r))
        return r;
    r = decode_bare(bare);
    if (r.code != status::ok && r.code != status::bad_length)
        r.position += offset;
    return r;
}

// The scheme of a codec; alphabets as the specifications print them.
template <class Codec>
inline constexpr scheme of = {};

// symbols, length, leading bits, bits, padding, whether case is folded, what a number out of range is called
template <>
inline constexpr scheme of<codec::base62id> = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    22,
    2,
    128,
    0,
    false,
    fault::prefix_bits_or_overflow};
template <>
inline constexpr scheme of<codec::base64uuid> = {
    "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
    22,
    4,
    128,
    0,
    false,
    fault::prefix_bits};
template <>
inline constexpr scheme of<codec::base32hex> = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUV", 26, 0, 128, 2, true, fault::padding};
template <>
inline constexpr scheme of<codec::baseuid> = {
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
    20,
    0,
    120,
    0,
    false,
    fault::overflow};
template <>
inline constexpr scheme of<codec::uid11> = {
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 0, 64, 0, false, fault::overflow};
template <>
inline constexpr scheme of<codec::ulid> = {
    "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 0, 128, 0, true, fault::overflow};
template <>
inline constexpr scheme of<codec::hex> = {"0123456789abcdef", 32, 0, 128, 0, true, fault::overflow};
template <>
inline constexpr scheme of<codec::hyphenated> = {
    "0123456789abcdef", 36, 0, 128, 0, true, fault::overflow, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"};
template <>
inline constexpr scheme of<codec::typeid_suffix> = {
    "0123456789abcdefghjkmnpqrstvwxyz", 26, 0, 128, 0, false, fault::overflow};

// Type prefixes of other notations than TypeID's.
inline outcome check_wide_prefix(std::string_view prefix, bool needed) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view others = "0123456789_";
    if (prefix.empty())
        return {needed ? status::no_prefix : status::ok};
    if (prefix.size() > 63)
        return {status::prefix_too_long, prefix.size()};
    for (std::size_t i = 0; i < prefix.size(); ++i)
        if (letters.find(prefix[i]) == std::string_view::npos &&
            others.find(prefix[i]) == std::string_view::npos)
            return {status::bad_wide_prefix_symbol, i};
    if (letters.find(prefix[0]) == std::string_view::npos)
        return {prefix[0] == '_' ? status::prefix_edge : status::prefix_digit_first, 0};
    if (prefix[prefix.size() - 1] == '_')
        return {status::prefix_edge, prefix.size() - 1};
    return {};
}

// TypeID: ^([a-z]([a-z_]{0,61}[a-z])?)?$ before the last underscore, 26 symbols of 128 bits behind it.
struct type_id_outcome : outcome {
    std::string_view prefix;
};

inline outcome check_prefix(std::string_view prefix) {
    if (prefix.size() > 63)
        return {status::prefix_too_long, prefix.size()};
    for (std::size_t i = 0; i < prefix.size(); ++i)
        if (std::string_view("abcdefghijklmnopqrstuvwxyz_").find(prefix[i]) == std::string_view::npos)
            return {status::bad_prefix_symbol, i};
    if (!prefix.empty() && prefix[0] == '_')
        return {status::prefix_edge, 0};
    if (!prefix.empty() && prefix[prefix.size() - 1] == '_')
        return {status::prefix_edge, prefix.size() - 1};
    return {};
}

inline type_id_outcome decode_type_id(std::string_view text) {
    std::string_view bare;
    std::size_t offset;
    outcome r;
    if (!take_quotes(text, bare, offset, r))
        return {r, {}};
    std::string_view prefix, suffix = bare;
    std::size_t start = 0;
    if (const std::size_t cut = bare.find_last_of('_'); cut != std::string_view::npos) {
        if (cut == 0)
            return {{status::empty_prefix, offset}, {}};
        prefix = bare.substr(0, cut);
        r = check_prefix(prefix);
        if (r.code == status::prefix_too_long)
            return {r, {}};
        if (r.code != status::ok)
            return {{r.code, r.position + offset}, {}};
        start = cut + 1;
        suffix = bare.substr(start);
    }
    r = of<codec::typeid_suffix>.decode_bare(suffix);
    switch (r.code) {
    case status::ok:
        return {r, prefix};
    case status::bad_length:
        return {{status::bad_suffix_length, suffix.size()}, {}};
    case status::bad_symbol:
        return {{status::bad_suffix_symbol, r.position + start + offset}, {}};
    default:
        return {{r.code, start + offset}, {}};
    }
}

} // namespace naive
