// The shape of a fixed-length codec, and what all of them share: quotes, diagnosis, prefix ranges.
#pragma once

#include <concepts>

#include "radix.hpp"
#include "result.hpp"

namespace base62id::codec {

// Its texts sort, as octets, like compare() sorts its values.  Nothing here allocates or throws.
template <class C>
concept fixed_codec = requires(const typename C::value &v, typename C::value &out, char *to, const char *from,
                               std::string_view text) {
    requires std::is_trivially_copyable_v<typename C::value>;
    { C::name } -> std::convertible_to<std::string_view>;
    { C::text_length } -> std::convertible_to<std::size_t>;
    // How many bits a text may spell: those of the payload and of constant bits in front.
    { C::text_bits } -> std::convertible_to<int>;
    { C::symbols.ascending() } -> std::same_as<bool>;
    { C::lowest } -> std::convertible_to<typename C::value>;
    { C::highest } -> std::convertible_to<typename C::value>;
    { compare(v, v) }
    noexcept->std::same_as<int>;
    // Writes exactly text_length symbols.
    { C::encode(v, to) }
    noexcept;
    // Reads exactly text_length symbols; false if they are no id: `out` is unspecified then.
    { C::decode_exact(from, out) }
    noexcept->std::same_as<bool>;
    // What to call text_length good symbols that are no id.
    { C::out_of_range(text) }
    noexcept->std::same_as<status>;
};

// The symbol that every text has at this place, or 0 where there is a digit: the hyphens of a UUID's text.
template <class C>
constexpr char fixed_symbol([[maybe_unused]] std::size_t at) noexcept {
    if constexpr (requires { C::fixed_symbol(at); })
        return C::fixed_symbol(at);
    return '\0';
}

// The offset of the first octet that no text has in its place, or text.size().
template <class C>
constexpr std::size_t first_invalid(std::string_view text) noexcept {
    std::size_t i = 0;
    while (i < text.size() && (fixed_symbol<C>(i) != '\0' ? text[i] == fixed_symbol<C>(i)
                                                          : radix<C::symbols>::contains(text[i])))
        ++i;
    return i;
}

// Removes one pair of double quotes, if there is one.
constexpr std::string_view unquote(std::string_view text) noexcept {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        return slice(text, 1, text.size() - 2);
    return text;
}

// A text without its quotes, the octets that they took in front, and the fault of a quote at one end only.
struct unquoted {
    std::string_view bare;
    std::size_t offset;
    result fault;
};
constexpr unquoted check_quotes(std::string_view text) noexcept {
    const std::string_view bare = unquote(text);
    if (bare.size() != text.size())
        return {bare, 1, {}};
    if (!text.empty() && text.front() == '"')
        return {bare, 0, {status::unbalanced_quotes, 0}};
    if (!text.empty() && text.back() == '"')
        return {bare, 0, {status::unbalanced_quotes, text.size() - 1}};
    return {bare, 0, {}};
}

// Why `text` is no id of codec C.  Called only after decoding failed.
template <fixed_codec C>
[[gnu::cold]] constexpr result diagnose(std::string_view text) noexcept {
    const auto [bare, offset, fault] = check_quotes(text);
    if (!fault)
        return fault;
    if (bare.size() != C::text_length)
        return {status::bad_length, bare.size()};
    const std::size_t bad = first_invalid<C>(bare);
    if (bad < bare.size())
        return {status::bad_symbol, bad + offset};
    return {C::out_of_range(bare), offset};
}

// Reads an id, bare or in one pair of double quotes, without saying what is wrong.
template <fixed_codec C>
constexpr bool try_decode(std::string_view text, typename C::value &out) noexcept {
    const char *p = text.data();
    if (text.size() != C::text_length) {
        if (text.size() != C::text_length + 2 || text.front() != '"' || text.back() != '"')
            return false;
        ++p;
    }
    return C::decode_exact(p, out);
}

// Reads an id, bare or in one pair of double quotes.  On failure `out` is unspecified.
template <fixed_codec C>
constexpr result decode(std::string_view text, typename C::value &out) noexcept {
    if (try_decode<C>(text, out)) [[likely]]
        return {};
    return diagnose<C>(text);
}

// The values whose text starts with `prefix` form a closed range, because texts sort as values do.
// False if there are none.  `prefix` is bare: quotes are not part of an id.  Where the codec folds case, a
// prefix of either case names the same ids.
template <fixed_codec C>
constexpr bool prefix_range(std::string_view prefix, typename C::value &lower,
                            typename C::value &upper) noexcept {
    // All texts of n symbols between the least and the greatest id are ids, so padding with the first
    // and the last symbol and clamping to those two texts gives the bounds.  That is not so where the last
    // symbol carries bits of padding (base32hex).
    static_assert(C::out_of_range({}) != status::bad_padding);
    constexpr std::size_t n = C::text_length;
    using digits = radix<C::symbols>;
    if (prefix.size() > n || first_invalid<C>(prefix) < prefix.size())
        return false;

    char low[n], high[n], least[n], greatest[n];
    for (std::size_t i = 0; i < n; ++i) {
        const char fixed = fixed_symbol<C>(i);
        const char given = fixed != '\0' || i >= prefix.size() ? fixed : digits::canonical(prefix[i]);
        low[i] = given != '\0' ? given : C::symbols.first();
        high[i] = given != '\0' ? given : C::symbols.last();
    }
    C::encode(C::lowest, least);
    C::encode(C::highest, greatest);
    const std::string_view least_text(least, n), greatest_text(greatest, n);
    const std::string_view from =
        std::string_view(low, n) < least_text ? least_text : std::string_view(low, n);
    const std::string_view to =
        std::string_view(high, n) > greatest_text ? greatest_text : std::string_view(high, n);
    return from <= to && C::decode_exact(from.data(), lower) && C::decode_exact(to.data(), upper);
}

// Whether the text of `v` starts with `prefix`: whether `v` is in its prefix_range, but cheaper.
template <fixed_codec C>
constexpr bool starts_with(const typename C::value &v, std::string_view prefix) noexcept {
    char text[C::text_length];
    C::encode(v, text);
    if constexpr (!C::symbols.fold_case) {
        return std::string_view(text, sizeof text).starts_with(prefix);
    } else {
        using digits = radix<C::symbols>;
        if (prefix.size() > sizeof text)
            return false;
        if (first_invalid<C>(prefix) < prefix.size())
            return false;
        for (std::size_t i = 0; i < prefix.size(); ++i)
            if (fixed_symbol<C>(i) == '\0' && digits::canonical(prefix[i]) != text[i])
                return false;
        return true;
    }
}

// For examples in static_asserts: the text of a value, and whether a text decodes to it.
template <fixed_codec C>
struct text_of {
    char chars[C::text_length] = {};
    constexpr explicit text_of(const typename C::value &v) noexcept { C::encode(v, chars); }
    constexpr operator std::string_view() const noexcept { return {chars, C::text_length}; }
};
template <fixed_codec C>
constexpr bool reads_as(std::string_view text, const typename C::value &expected) noexcept {
    typename C::value v{};
    return static_cast<bool>(decode<C>(text, v)) && compare(v, expected) == 0;
}
template <fixed_codec C>
constexpr bool example(const typename C::value &v, std::string_view text) noexcept {
    return text_of<C>(v) == text && reads_as<C>(text, v);
}

} // namespace base62id::codec
