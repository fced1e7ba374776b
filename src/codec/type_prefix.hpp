// Type prefixes: what a TypeID begins with, and ids of any notation that say their type.
//
// Specification: TypeID 0.3.0; for the other notations, what people's own prefixes look like: s3, USR.
#pragma once

#include <string_view>

#include "result.hpp"

namespace base62id::codec {

// Which type prefixes the ids of a notation may have.
enum class prefix_rule : std::uint8_t {
    of_typeid,   // ^([a-z]([a-z_]{0,61}[a-z])?)?$
    wide,        // ^([A-Za-z]([A-Za-z0-9_]{0,61}[A-Za-z0-9])?)?$
    wide_or_none // the same, but not the empty one: without it the texts are another type's
};

struct type_prefix {
    static constexpr std::size_t max_prefix = 63;
    static constexpr char separator = '_';

    static constexpr bool letter(char c) noexcept { return static_cast<unsigned char>(c - 'a') < 26; }
    static constexpr bool capital(char c) noexcept { return static_cast<unsigned char>(c - 'A') < 26; }
    static constexpr bool digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }

    // TypeID's rule; positions from the start of `prefix`.
    static constexpr result check_prefix(std::string_view prefix) noexcept {
        if (prefix.empty())
            return {};
        if (prefix.size() > max_prefix)
            return {status::prefix_too_long, prefix.size()};
        bool good = true;
        for (const char c : prefix)
            good &= letter(c) | (c == separator);
        if (!good) [[unlikely]] {
            std::size_t i = 0;
            while (letter(prefix[i]) || prefix[i] == separator)
                ++i;
            return {status::bad_prefix_symbol, i};
        }
        return check_edges(prefix);
    }
    static constexpr bool valid_prefix(std::string_view prefix) noexcept {
        return static_cast<bool>(check_prefix(prefix));
    }

    static constexpr result check_prefix(std::string_view prefix, prefix_rule rule) noexcept {
        if (rule == prefix_rule::of_typeid)
            return check_prefix(prefix);
        if (prefix.empty())
            return {rule == prefix_rule::wide ? status::ok : status::no_prefix, 0};
        if (prefix.size() > max_prefix)
            return {status::prefix_too_long, prefix.size()};
        for (std::size_t i = 0; i < prefix.size(); ++i) {
            const char c = prefix[i];
            if (!letter(c) && !capital(c) && !digit(c) && c != separator)
                return {status::bad_wide_prefix_symbol, i};
        }
        if (digit(prefix.front()))
            return {status::prefix_digit_first, 0};
        return check_edges(prefix);
    }
    static constexpr bool valid_prefix(std::string_view prefix, prefix_rule rule) noexcept {
        return static_cast<bool>(check_prefix(prefix, rule));
    }

  private:
    static constexpr result check_edges(std::string_view prefix) noexcept {
        if (prefix.front() == separator)
            return {status::prefix_edge, 0};
        if (prefix.back() == separator)
            return {status::prefix_edge, prefix.size() - 1};
        return {};
    }
};

} // namespace base62id::codec
