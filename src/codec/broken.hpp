// What is wrong with a word that has the form of an id of ours but is none: one character of it, its type
// prefix, how many characters it has, or where its hyphens are.  Said by base62id_find and by the page
// "What is this id?".
#pragma once

#include "base62id.hpp"
#include "crockford.hpp"
#include "foreign.hpp"
#include "hex.hpp"
#include "pasted.hpp"
#include "reading.hpp"
#include "type_prefix.hpp"
#include "typeid.hpp"

namespace base62id::codec::broken {

using inspect::guess;

constexpr bool all_letters_and_digits(std::string_view text) noexcept {
    for (const char c : text)
        if (!pasted::is_digit(c) && !pasted::is_lower(c) && !pasted::is_upper(c))
            return false;
    return true;
}

// Why no id has this type prefix; empty where one has.
constexpr std::string_view fault_of_prefix(std::string_view prefix) noexcept {
    switch (type_prefix::check_prefix(prefix, prefix_rule::wide).code) {
    case status::ok:
        return {};
    case status::prefix_too_long:
        return "its type prefix has more than 63 characters";
    case status::prefix_digit_first:
        return "its type prefix begins with a digit";
    case status::prefix_edge:
        return "its type prefix ends with an underscore";
    default:
        return "its type prefix has a character that is not a letter, a digit or an underscore";
    }
}

// Why these 26 characters spell no 128 bits; empty where they do.
constexpr std::string_view fault_of_crockford(std::string_view suffix) noexcept {
    for (const char c : suffix)
        if (!typeid_suffix::digits::contains(crockford::symbol(c)))
            return "the letter u does not occur in its 26 characters";
    return crockford::symbol(suffix.front()) > '7' ? "its 26 characters must begin with 0 to 7"
                                                   : std::string_view{};
}

constexpr bool is_crockford(std::string_view suffix) noexcept {
    return suffix.size() == typeid_suffix::text_length && all_letters_and_digits(suffix) &&
           fault_of_crockford(suffix).empty();
}

constexpr bool says(guess &g, std::string_view system, std::string_view fault) noexcept {
    g.is = guess::kind::broken;
    g.system = system;
    g.about = fault;
    return !fault.empty();
}
constexpr bool counts(guess &g, std::string_view system, std::size_t have, std::size_t want) noexcept {
    g.is = guess::kind::miscounted;
    g.system = system;
    g.have = have;
    g.want = want;
    return true;
}

// A type prefix, _ and as many characters as a TypeID has.
constexpr bool is_typeid(std::string_view prefix, std::string_view suffix, guess &g) noexcept {
    if (suffix.size() != typeid_suffix::text_length || !all_letters_and_digits(suffix) ||
        !pasted::looks_made(suffix))
        return false;
    const std::string_view fault = fault_of_prefix(prefix);
    return says(g, "typeid", fault.empty() ? fault_of_crockford(suffix) : fault);
}

// A TypeID whose type prefix runs into its other characters: words have no digits.
constexpr bool is_unseparated(std::string_view word, guess &g) noexcept {
    const std::size_t n = typeid_suffix::text_length;
    if (word.size() <= n || word[word.size() - n] != '0' || !is_crockford(slice(word, word.size() - n)))
        return false;
    for (const char c : slice(word, 0, word.size() - n))
        if (!pasted::is_lower(c) && !pasted::is_upper(c))
            return false;
    return says(g, "typeid", "there is no _ between its type prefix and the other 26 characters");
}

// 26 characters, and nothing else.
constexpr bool is_ulid(std::string_view word, guess &g) noexcept {
    return word.size() == typeid_suffix::text_length && all_letters_and_digits(word) &&
           pasted::is_digit(word.front()) && says(g, "ulid", fault_of_crockford(word));
}

// A type prefix that another system has not taken, _ and letters and digits as base62id has them.
constexpr bool is_base62id(std::string_view prefix, std::string_view suffix, guess &g) noexcept {
    constexpr std::size_t n = base62id::text_length;
    if (suffix.size() + 1 < n || suffix.size() > n + 1 || !all_letters_and_digits(suffix) ||
        !pasted::looks_made(suffix) || !fault_of_prefix(prefix).empty() || foreign::is_stripes(prefix))
        return false;
    if (suffix.size() == n)
        return says(g, "base62id", "its 22 characters stand for no UUID; upper and lower case differ");
    return suffix.front() >= 'F' && suffix.front() <= 'N' && counts(g, "base62id", suffix.size(), n);
}

// Hexadecimal digits, with hyphens or after a type prefix, about as many as a UUID has, or with another
// letter among them.
constexpr bool is_uuid(std::string_view word, bool prefixed, guess &g) noexcept {
    std::size_t digits = 0, hyphens = 0;
    for (const char c : word) {
        digits += pasted::hex_digit(c) >= 0;
        hyphens += c == '-';
    }
    const std::size_t others = word.size() - digits - hyphens;
    const bool grouped = hyphens == 4, plain = hyphens == 0 && prefixed;
    const std::size_t want = grouped ? hyphenated::text_length : hex::text_length;
    if (others != 0)
        return grouped && others <= 2 && word.size() == want &&
               says(g, "uuid", "it has a character that is not a hexadecimal digit");
    if (digits == hex::text_length)
        return hyphens > 1 && says(g, "uuid", "its hyphens are not where a UUID has them");
    return (grouped || plain) && (word.size() + 1 == want || word.size() == want + 1) &&
           counts(g, "uuid", word.size(), want);
}

// Whether a word that no system reads is nearly an id, and what is wrong with it.  `alone`: it is the whole
// text.
constexpr bool is_nearly(std::string_view word, bool alone, guess &g) noexcept {
    const std::size_t cut = word.rfind(type_prefix::separator);
    if (cut == std::string_view::npos)
        return is_unseparated(word, g) || is_uuid(word, false, g) || (alone && is_ulid(word, g));
    const std::string_view prefix = slice(word, 0, cut), suffix = slice(word, cut + 1);
    return cut > 0 &&
           (is_typeid(prefix, suffix, g) || is_uuid(suffix, true, g) || is_base62id(prefix, suffix, g));
}

} // namespace base62id::codec::broken
