// Ids as people type them: Crockford's base 32 (crockford.com/base32.html) reads I and L as 1, O as 0 and
// either case, and skips hyphens; this skips spaces, too.  No type's input reads so, because an id should
// not have many spellings: ulid_normalize and typeid_normalize give the canonical one.
#pragma once

#include "codec.hpp"

namespace base62id::codec::crockford {

constexpr char lower(char c) noexcept {
    return static_cast<unsigned char>(c - 'A') < 26 ? static_cast<char>(c + 32) : c;
}

// In lower case.
constexpr char symbol(char c) noexcept {
    const char l = lower(c);
    return l == 'i' || l == 'l' ? '1' : l == 'o' ? '0' : l;
}

// Copies all but hyphens, spaces and a pair of quotes; gives the length, more than N if it does not fit.
template <std::size_t N>
constexpr std::size_t strip(std::string_view text, char (&to)[N]) noexcept {
    std::size_t n = 0;
    for (const char c : unquote(text)) {
        if (c == '-' || c == ' ')
            continue;
        if (n == N)
            return N + 1;
        to[n++] = c;
    }
    return n;
}

// Of a system that reads either case.
template <fixed_codec Codec>
constexpr bool read(std::string_view text, typename Codec::value &out) noexcept {
    static_assert(Codec::symbols.fold_case);
    char symbols[Codec::text_length] = {};
    if (strip(text, symbols) != Codec::text_length)
        return false;
    for (char &c : symbols)
        c = symbol(c);
    return Codec::decode_exact(symbols, out);
}

// A TypeID.  The aliases are of the suffix; the type prefix is folded to lower case.  Quotes are left out
// once, here, and must not be left out again by what decodes the rest.
template <class TypeId>
constexpr bool read_typeid(std::string_view text, typename TypeId::value &out) noexcept {
    char symbols[TypeId::max_text] = {};
    const std::size_t n = strip(text, symbols);
    if (n < TypeId::suffix_length || n > TypeId::max_text || symbols[0] == '"')
        return false;
    for (std::size_t i = 0; i < n; ++i)
        symbols[i] = i < n - TypeId::suffix_length ? lower(symbols[i]) : symbol(symbols[i]);
    return static_cast<bool>(TypeId::decode(std::string_view(symbols, n), out));
}

} // namespace base62id::codec::crockford
