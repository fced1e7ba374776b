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
    std::string_view found;       // the part of the text that was read
    bool has_prefix = false, has_uuid = false, has_time = false;
    codec::uuid uuid;         // of uid11: none
    std::uint64_t number = 0; // of uid11
    std::int64_t unix_us = 0; // when it was made
};

// What may have become of an id that is not complete or has a fault, or whose it is.
struct guess {
    enum class kind : std::uint8_t { cut_off, miscounted, broken, foreign };
    kind is;
    std::string_view found;  // the part of the text
    std::string_view system; // of ours, or the other one's name
    std::string_view about;  // of another system's: what it holds; of a broken one: what is wrong with it
    std::string_view keep_as;
    std::size_t have = 0, want = 0; // characters
    bool has_time = false;
    std::int64_t unix_us = 0, last_us = 0; // when it was made, or the first and the last such moment
};

// How the ids of a system are called.
constexpr std::string_view singular(std::string_view system) noexcept {
    if (system == "typeid")
        return "TypeID";
    if (system == "ulid")
        return "ULID";
    return system == "uuid" ? "UUID" : system;
}

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
