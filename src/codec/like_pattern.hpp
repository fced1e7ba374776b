// What a pattern of SQL's LIKE says of the beginning of the texts that it matches, so that an index can be
// asked for them: 'user\_01h4%' begins with "user_01h4".
//
// PostgreSQL's LIKE: % stands for any octets, _ for one character, and a backslash takes the meaning of the
// symbol after it away.  Texts of ids are ASCII.  What begins so is a range of values: prefix_range of each
// system, and for the planner pg/search/bounds.cpp.
#pragma once

#include "radix.hpp"

namespace base62id::codec {

// The case of the letters in a type's texts.  If it is one case, ILIKE says as much as LIKE.
enum class letter_case : std::uint8_t { lower, upper, mixed };

constexpr bool lower_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }
constexpr bool upper_letter(char c) noexcept { return c >= 'A' && c <= 'Z'; }

constexpr bool same_letter(char a, char b) noexcept {
    return a == b || ((lower_letter(a) || upper_letter(a)) && (a ^ ('a' ^ 'A')) == b);
}

constexpr letter_case letters_of(const alphabet &a) noexcept {
    bool lower = false, upper = false;
    for (std::uint32_t i = 0; i < a.base; ++i) {
        lower |= lower_letter(a.symbols[i]);
        upper |= upper_letter(a.symbols[i]);
    }
    if (lower && upper)
        return letter_case::mixed;
    return upper ? letter_case::upper : letter_case::lower;
}

// The texts of a type, as far as a pattern is concerned.
struct like_texts {
    letter_case letters; // after the lead
    // Texts are TypeIDs: a type prefix without digits, a separator, and a suffix whose first symbol is a
    // digit; or such a suffix alone.  So _ after a letter and before the first digit is the separator:
    // there is no other symbol between the last letter of a type prefix and its suffix.
    bool type_prefix;
    // What all texts begin with.  There _ can only be the character that stands there.
    std::string_view lead = {};
};

struct like_start {
    // Longer than any text; a pattern that begins with so many symbols matches none.
    static constexpr std::size_t max_size = 104;
    enum class rest : std::uint8_t {
        nothing,  // the pattern is the whole text
        anything, // %
        some,     // anything else: texts that begin so may match or not
        never     // no text matches: a letter is of the case that texts do not have
    };

    char symbols[max_size] = {};
    std::size_t size = 0;
    rest after = rest::nothing;
    std::size_t read = 0; // octets of the pattern that say this

    constexpr std::string_view text() const noexcept { return {symbols, size}; }
};

namespace like_detail {

using rest = like_start::rest;

constexpr bool is_letter(char c) noexcept { return lower_letter(c) || upper_letter(c); }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr char other_case(char c) noexcept { return static_cast<char>(c ^ ('a' ^ 'A')); }

constexpr letter_case case_of(char letter) noexcept {
    return lower_letter(letter) ? letter_case::lower : letter_case::upper;
}

// A character of a pattern, or one of its wildcards.
struct element {
    enum class kind : std::uint8_t {
        character,
        one,      // _
        any,      // %, or several of them
        backslash // at the end of the pattern: an error, but only if matching gets this far
    };
    kind is;
    char character; // where it is one
    std::size_t end;
};

constexpr element element_at(std::string_view pattern, std::size_t begin) noexcept {
    const char c = pattern[begin];
    std::size_t end = begin + 1;
    if (c != '%' && c != '_' && c != '\\') [[likely]]
        return {element::kind::character, c, end};
    if (c == '_')
        return {element::kind::one, c, end};
    if (c == '\\' && end == pattern.size())
        return {element::kind::backslash, c, end};
    if (c == '\\')
        return {element::kind::character, pattern[end], end + 1};
    while (end < pattern.size() && pattern[end] == '%')
        ++end;
    return {element::kind::any, c, end};
}

// Is the _ after `s` the separator of a TypeID?  `remaining` is the pattern behind it.
constexpr bool is_separator(const like_start &s, std::string_view remaining) noexcept {
    if (s.size == 0 || s.symbols[s.size - 1] == '_')
        return false;
    if (remaining.starts_with('\\'))
        remaining.remove_prefix(1);
    return !remaining.empty() && is_digit(remaining[0]);
}

// The one character of the texts that a character of a pattern stands for.  Where there is none, the
// beginning ends: `after` is not `nothing`.
struct match {
    char character;
    rest after;
};

constexpr match match_in_lead(char c, bool ignore_case, char lead) noexcept {
    if (ignore_case && same_letter(c, lead))
        return {lead, rest::nothing};
    if (!is_letter(c) || !is_letter(lead) || case_of(c) == case_of(lead))
        return {c, rest::nothing};
    if (!ignore_case)
        return {c, rest::never};
    return {other_case(c), rest::nothing};
}

constexpr match match_after_lead(char c, bool ignore_case, letter_case letters) noexcept {
    if (!is_letter(c))
        return {c, rest::nothing};
    if (letters == letter_case::mixed)
        return {c, ignore_case ? rest::some : rest::nothing};
    if (case_of(c) == letters)
        return {c, rest::nothing};
    if (!ignore_case)
        return {c, rest::never};
    return {other_case(c), rest::nothing};
}

// Takes one element of the pattern into the beginning.  Gives what is after it, `nothing` if it goes on.
constexpr rest take(like_start &s, const element &e, std::string_view pattern, bool ignore_case,
                    const like_texts &texts, bool may_separate) noexcept {
    const bool in_lead = s.size < texts.lead.size();
    char c = e.character;
    if (e.is != element::kind::character) [[unlikely]] {
        if (e.is == element::kind::any && e.end == pattern.size())
            return rest::anything;
        if (e.is != element::kind::one)
            return rest::some;
        if (in_lead)
            c = texts.lead[s.size];
        else if (!may_separate || !is_separator(s, pattern.substr(e.end)))
            return rest::some;
    }
    const match m = in_lead ? match_in_lead(c, ignore_case, texts.lead[s.size])
                            : match_after_lead(c, ignore_case, texts.letters);
    if (m.after != rest::nothing)
        return m.after;
    if (s.size == like_start::max_size)
        return rest::some;
    s.symbols[s.size++] = m.character;
    return rest::nothing;
}

} // namespace like_detail

constexpr like_start start_of_like(std::string_view pattern, bool ignore_case,
                                   const like_texts &texts) noexcept {
    like_start s;
    bool may_separate = texts.type_prefix; // until a suffix begins, with a digit
    while (s.read < pattern.size()) {
        const like_detail::element e = like_detail::element_at(pattern, s.read);
        s.after = like_detail::take(s, e, pattern, ignore_case, texts, may_separate);
        if (s.after != like_start::rest::nothing)
            break;
        may_separate = may_separate && !like_detail::is_digit(s.symbols[s.size - 1]);
        s.read = e.end;
    }
    return s;
}

} // namespace base62id::codec
