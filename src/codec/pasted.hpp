// The words in a text that somebody pasted: a mail, a page, a log line, JSON, an address, a cell of a table.
//
// What surrounds an id is no part of it: white space of every kind, quotes, brackets, full stops.  What an
// editor made of its characters is undone: a dash for a hyphen, Markdown's \_ for _, %5F, and characters
// without a width in between.  What is left are runs of words: letters, digits, _ - and $, with blanks
// between words, because people write a blank for a separator, or between groups.
//
// Texts are UTF-8; in another encoding only what is ASCII is known.  Nothing is allocated: a word is copied
// into room for any id, and longer ones are none.
#pragma once

#include "octets.hpp"

namespace base62id::codec::pasted {

// What a character of the text stands for: one that an id can have, a blank, or one of these.
inline constexpr char nothing = '\0'; // it has no width, or only says how to read the next one
inline constexpr char edge = '\1';    // no id goes across it
inline constexpr char letter = '\2';  // of a word, but of no id: an umlaut

constexpr bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }
constexpr bool is_lower(char c) noexcept { return static_cast<unsigned char>(c - 'a') < 26; }
constexpr bool is_upper(char c) noexcept { return static_cast<unsigned char>(c - 'A') < 26; }
constexpr bool is_word(char c) noexcept {
    return is_digit(c) || is_lower(c) || is_upper(c) || c == '_' || c == '-' || c == '$';
}
constexpr int hex_digit(char c) noexcept {
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

constexpr char meaning_of_ascii(char c) noexcept {
    if (is_word(c))
        return c;
    return c == ' ' || (c >= '\t' && c <= '\r') ? ' ' : edge;
}

constexpr char meaning_of_character(std::uint32_t c) noexcept {
    switch (c) {
    case 0x00ad: // soft hyphen
    case 0x200b: // zero width space, non-joiner, joiner, marks of direction
    case 0x200c:
    case 0x200d:
    case 0x200e:
    case 0x200f:
    case 0x2060: // word joiner
    case 0xfeff: // byte order mark
        return nothing;
    case 0x0085: // next line
    case 0x00a0: // no-break space
    case 0x1680:
    case 0x2028: // line and paragraph separators
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
        return ' ';
    case 0x2212: // minus sign
    case 0xfe58:
    case 0xfe63:
        return '-';
    default:
        break;
    }
    if (c >= 0x2000 && c <= 0x200a) // spaces of all widths
        return ' ';
    if (c >= 0x2010 && c <= 0x2015) // hyphens and dashes
        return '-';
    if (c >= 0xff01 && c <= 0xff5e) // full width
        return meaning_of_ascii(static_cast<char>(c - 0xff01 + '!'));
    // Letters of alphabets.  Scripts without blanks between words stand beside an id without being of it.
    if (c >= 0xc0 && c < 0x2000 && c != 0xd7 && c != 0xf7)
        return letter;
    return edge;
}

struct step {
    char means;
    std::size_t octets;
};

// The first character of a text that is not empty.
constexpr step first_step(std::string_view text) noexcept {
    const auto octet = [text](std::size_t i) {
        return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
    };
    const auto goes_on = [&octet](std::size_t i) { return (octet(i) & 0xc0) == 0x80; };
    const std::uint32_t first = octet(0);
    if (text[0] == '\\' && text.size() > 1 && (text[1] == '_' || text[1] == '-' || text[1] == '$'))
        return {nothing, 1};
    if (text[0] == '%' && text.size() > 2 && hex_digit(text[1]) >= 0 && hex_digit(text[2]) >= 0) {
        const int coded = hex_digit(text[1]) * 16 + hex_digit(text[2]);
        return {coded < 0x80 ? meaning_of_ascii(static_cast<char>(coded)) : edge, 3};
    }
    if (first < 0x80)
        return {meaning_of_ascii(text[0]), 1};
    if (first >= 0xc2 && first < 0xe0 && goes_on(1))
        return {meaning_of_character((first & 0x1f) << 6 | (octet(1) & 0x3f)), 2};
    if (first >= 0xe0 && first < 0xf0 && goes_on(1) && goes_on(2))
        return {meaning_of_character((first & 0xf) << 12 | (octet(1) & 0x3fu) << 6 | (octet(2) & 0x3f)), 3};
    return {edge, 1};
}

// A part of a text.
struct part {
    std::size_t from, end;
    bool has_blanks;

    constexpr std::string_view of(std::string_view text) const noexcept {
        return slice(text, from, end - from);
    }
};

// The next part from an offset on: up to an edge, or, where `one_word`, up to a blank; without blanks at its
// ends.  False if there is none.
constexpr bool next_part(std::string_view text, std::size_t at, bool one_word, part &out) noexcept {
    out = {text.size(), text.size(), false};
    bool begun = false, blank = false;
    while (at < text.size()) {
        const step s = first_step(slice(text, at));
        if (s.means == edge || (s.means == ' ' && one_word)) {
            if (begun)
                return true;
        } else if (s.means == ' ') {
            blank = begun;
        } else if (s.means != nothing) {
            if (!begun)
                out.from = at;
            out.has_blanks |= blank;
            begun = true;
            out.end = at + s.octets;
        }
        at += s.octets;
    }
    return begun;
}

// What a part means, in room for any id and a few blanks.
struct word {
    static constexpr std::size_t room = 160;

    char symbols[room] = {};
    std::size_t size = 0;
    bool fits = true;

    constexpr explicit word(std::string_view raw) noexcept {
        while (!raw.empty()) {
            const step s = first_step(raw);
            raw = slice(raw, s.octets);
            if (s.means == nothing)
                continue;
            if (size == room) {
                fits = false;
                return;
            }
            symbols[size++] = s.means;
        }
    }
    constexpr std::string_view text() const noexcept { return {symbols, size}; }

    constexpr std::string_view trimmed() const noexcept;
};

// Without hyphens, underscores and blanks at its ends: a list's bullet, Markdown's _emphasis_.
constexpr std::string_view trim(std::string_view text) noexcept {
    const auto is_around = [](char c) { return c == '-' || c == '_' || c == ' '; };
    while (!text.empty() && is_around(text.front()))
        text = slice(text, 1);
    while (!text.empty() && is_around(text.back()))
        text = slice(text, 0, text.size() - 1);
    return text;
}
constexpr std::string_view word::trimmed() const noexcept { return trim(text()); }

// Whether a word looks like made by a program: the names of things have no digits, and capitals only in
// front.
constexpr bool looks_made(std::string_view text) noexcept {
    bool lower = false;
    for (const char c : text) {
        if (is_digit(c) || (is_upper(c) && lower))
            return true;
        lower |= is_lower(c);
    }
    return false;
}

static_assert([] {
    part p{};
    const std::string_view text = "\xef\xbb\xbf(see: user\\_01h4\xe2\x80\x93x y).\r\n";
    const bool see = next_part(text, 0, false, p) && word(p.of(text)).text() == "see";
    const bool id =
        next_part(text, p.end, false, p) && word(p.of(text)).text() == "user_01h4-x y" && p.has_blanks;
    return see && id && !next_part(text, p.end, false, p);
}());

} // namespace base62id::codec::pasted
