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
    if (l == 'i' || l == 'l')
        return '1';
    return l == 'o' ? '0' : l;
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

// How the symbols of a text end in a suffix of so many, between which hyphens and blanks may stand, and what
// is in front: a type prefix and a separator, for which people write a hyphen or a blank as well.  A hyphen
// anywhere else is none.  False if there is no such end.
template <std::size_t Length>
constexpr bool split_from_end(std::string_view text, char (&suffix)[Length], std::string_view &prefix,
                              bool &separated) noexcept {
    std::size_t end = text.size();
    for (std::size_t left = Length; left > 0;) {
        if (end == 0)
            return false;
        const char c = text[--end];
        if (c != '-' && c != ' ')
            suffix[--left] = c;
    }
    prefix = slice(text, 0, end);
    bool underscore = false, other = false;
    while (!prefix.empty()) {
        const char c = prefix.back();
        if (c == '_' && underscore)
            break;
        if (c != '_' && c != '-' && c != ' ')
            break;
        underscore |= c == '_';
        other |= c != '_';
        prefix = slice(prefix, 0, prefix.size() - 1);
    }
    separated = underscore || (other && !prefix.empty());
    return true;
}

// A TypeID, whose separator may be a hyphen or a blank.  The aliases are of the suffix; the type prefix is
// folded to lower case.
template <class TypeId, fixed_codec Suffix>
constexpr bool read_typeid(std::string_view text, typename TypeId::value &out) noexcept {
    char symbols[Suffix::text_length] = {};
    std::string_view prefix;
    bool separated = false;
    if (!split_from_end(unquote(text), symbols, prefix, separated))
        return false;
    char folded[TypeId::max_prefix] = {};
    if (separated == prefix.empty() || prefix.size() > TypeId::max_prefix)
        return false;
    for (std::size_t i = 0; i < prefix.size(); ++i)
        folded[i] = lower(prefix[i]);
    for (char &c : symbols)
        c = symbol(c);
    uuid id{};
    if (!TypeId::valid_prefix({folded, prefix.size()}) || !Suffix::decode_exact(symbols, id))
        return false;
    out.assign({folded, prefix.size()}, id);
    return true;
}

} // namespace base62id::codec::crockford
