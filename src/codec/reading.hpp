// What inspect.hpp says of a text, for sources that need no codec.
#pragma once

#include "result.hpp"
#include "octets.hpp"

namespace base62id::codec::inspect {

// What a system makes of a text; each part only where the id has it.
struct reading {
    std::string_view system;
    std::string_view type_prefix; // a part of the text
    std::string_view read_as;     // the canonical text, where the text was not it
    bool has_prefix = false, has_uuid = false, has_time = false;
    codec::uuid uuid;         // of uid11: none
    std::uint64_t number = 0; // of uid11
    std::int64_t unix_us = 0; // when it was made
};

// Whether a text is a positive bigint, or 0, as PostgreSQL writes it.
constexpr bool is_bigint(std::string_view text) noexcept {
    if (text.empty() || text.size() > 19 || (text.size() > 1 && text[0] == '0'))
        return false;
    for (const char c : text)
        if (c < '0' || c > '9')
            return false;
    return text.size() < 19 || text <= "9223372036854775807";
}

} // namespace base62id::codec::inspect
