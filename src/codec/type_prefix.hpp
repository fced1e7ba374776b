// Type prefixes: what a TypeID begins with, and ids of any notation that say their type.
//
// Specification: TypeID 0.3.0.
#pragma once

#include <string_view>

#include "result.hpp"

namespace base62id::codec {

struct type_prefix {
    static constexpr std::size_t max_prefix = 63;
    static constexpr char separator = '_';

    static constexpr bool letter(char c) noexcept { return static_cast<unsigned char>(c - 'a') < 26; }

    // ^([a-z]([a-z_]{0,61}[a-z])?)?$; positions from the start of `prefix`.
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
        if (prefix.front() == separator)
            return {status::prefix_edge, 0};
        if (prefix.back() == separator)
            return {status::prefix_edge, prefix.size() - 1};
        return {};
    }
    static constexpr bool valid_prefix(std::string_view prefix) noexcept {
        return static_cast<bool>(check_prefix(prefix));
    }
};

} // namespace base62id::codec
