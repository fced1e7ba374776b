// What a decoder reports: success, or what is wrong with the text and where.
#pragma once

#include <cstddef>
#include <cstdint>

namespace base62id::codec {

enum class status : std::uint8_t {
    ok,
    bad_length,        // not the number of symbols the id has; position = octets found
    bad_symbol,        // an octet outside the alphabet; position = its offset
    unbalanced_quotes, // a double quote at one end only
    bad_prefix_bits,   // all symbols are good, but the constant leading bits are not
    overflow,          // all symbols are good, but the number has more bits than the payload
    leading_zero,      // variable-length Base62id: the first symbol is '0'
    bad_bit_length,    // variable-length Base62id: the bits after the prefix fill no whole octets
    bad_padding,       // base32hex: the last two of the 130 bits are not zero
    // TypeID only (typeid 0.3.0, "Type Prefix"); positions count from the start of the text.
    prefix_too_long,   // more than 63 symbols; position = octets found
    bad_prefix_symbol, // not a-z or '_'; position = its offset
    prefix_edge,       // the prefix begins or ends with '_'; position = that underscore
    empty_prefix,      // a separator without a prefix in front of it
    // Type prefixes of other notations; positions count from the start of the prefix.
    bad_wide_prefix_symbol, // not a letter, a digit or '_'; position = its offset
    prefix_digit_first,     // the prefix begins with a digit
    no_prefix,              // the prefix is empty, and ids of that notation have one
    // TypeID again.
    bad_suffix_length, // not 26 symbols after the last underscore; position = octets found
    bad_suffix_symbol, // an octet of the suffix outside its alphabet; position = its offset
};

struct [[nodiscard]] result {
    status code = status::ok;
    std::size_t position = 0; // an offset from 0, or a length: see status

    constexpr explicit operator bool() const noexcept { return code == status::ok; }
};

} // namespace base62id::codec
