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
    return !upper ? letter_case::lower : !lower ? letter_case::upper : letter_case::mixed;
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

constexpr like_start start_of_like(std::string_view pattern, bool ignore_case,
                                   const like_texts &texts) noexcept {
    like_start s;
    bool digits = false; // a suffix has begun
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0;
    for (; i < pattern.size(); ++i) {
        s.read = i;
        char c = pattern[i];
        if (c == '%') {
            while (i < pattern.size() && pattern[i] == '%')
                ++i;
            s.after = i == pattern.size() ? like_start::rest::anything : like_start::rest::some;
            return s;
        }
        const bool in_lead = s.size < texts.lead.size();
        if (c == '_' && in_lead) {
            c = texts.lead[s.size];
        } else if (c == '_') {
            std::size_t next = i + 1;
            if (next < pattern.size() && pattern[next] == '\\')
                ++next;
            const bool separator = texts.type_prefix && !digits && s.size > 0 &&
                                   s.symbols[s.size - 1] != '_' && next < pattern.size() &&
                                   digit(pattern[next]);
            if (!separator) {
                s.after = like_start::rest::some;
                return s;
            }
        } else if (c == '\\') {
            if (++i == pattern.size()) { // an error, but only if matching gets this far
                s.after = like_start::rest::some;
                return s;
            }
            c = pattern[i];
        }
        if (in_lead && ignore_case && same_letter(c, texts.lead[s.size]))
            c = texts.lead[s.size];
        const letter_case letters = !in_lead                           ? texts.letters
                                    : lower_letter(texts.lead[s.size]) ? letter_case::lower
                                    : upper_letter(texts.lead[s.size]) ? letter_case::upper
                                                                       : letter_case::mixed;
        const bool other_case = (lower_letter(c) && letters == letter_case::upper) ||
                                (upper_letter(c) && letters == letter_case::lower);
        if (other_case && !ignore_case) {
            s.after = like_start::rest::never;
            return s;
        }
        if (other_case)
            c = static_cast<char>(c ^ ('a' ^ 'A'));
        if (ignore_case && !in_lead && letters == letter_case::mixed &&
            (lower_letter(c) || upper_letter(c))) {
            s.after = like_start::rest::some;
            return s;
        }
        if (s.size == like_start::max_size) {
            s.after = like_start::rest::some;
            return s;
        }
        s.symbols[s.size++] = c;
        digits |= digit(c);
    }
    s.read = i;
    return s;
}

} // namespace base62id::codec
