// A UUID or any other octets as a string of '0' and '1', cut into groups: base 32 and base 64 as the
// specifications describe them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace test {

inline std::string bits_of(std::span<const std::uint8_t> octets) {
    std::string bits;
    for (const std::uint8_t octet : octets)
        for (int i = 7; i >= 0; --i)
            bits += (octet >> i & 1) != 0 ? '1' : '0';
    return bits;
}

inline std::string symbols_of(std::string_view bits, std::size_t width, std::string_view symbols) {
    std::string text;
    for (std::size_t at = 0; at < bits.size(); at += width) {
        std::size_t group = 0;
        for (const char bit : bits.substr(at, width))
            group = 2 * group + (bit == '1');
        text += symbols[group];
    }
    return text;
}

inline std::string bits_of_symbols(std::string_view text, std::size_t width, std::string_view symbols) {
    std::string bits;
    for (const char c : text)
        for (std::size_t i = width; i-- > 0;)
            bits += (symbols.find(c) >> i & 1) != 0 ? '1' : '0';
    return bits;
}

} // namespace test
