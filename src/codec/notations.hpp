// The notations of id types.  Another codec of a UUID is one more row of the table.
#pragma once

#include "base62id.hpp"
#include "base64uuid.hpp"
#include "hex.hpp"
#include "prefixed.hpp"
#include "ulid.hpp"

namespace base62id::codec {

// The first one is TypeID's: the notation of a type that names none.
inline constexpr notation notations[] = {
    notation::row<typeid_suffix>("typeid", prefix_rule::of_typeid),
    notation::row<ulid>("ulid"),
    notation::row<base62id>("base62id"),
    notation::row<base64uuid>("base64uuid"),
    notation::row<hyphenated>("uuid", prefix_rule::wide_or_none),
    notation::row<hex>("hex", prefix_rule::wide_or_none),
    {"uid11", uid11::text_length, 64, letters_of(uid11::symbols), prefix_rule::wide, diagnose<uid11>, nullptr,
     nullptr, nullptr, nullptr},
};

constexpr const notation *find_notation(std::string_view name) noexcept {
    for (const notation &n : notations)
        if (n.name == name)
            return &n;
    return nullptr;
}

} // namespace base62id::codec
