// The text of a uuid, 36 characters, and the types that read it beside their own (docs/formats.md).
#pragma once

#include "pg/type/id_traits.hpp"

#include <uuid/uuid.h>

namespace base62id::pg {

// Parsed by libuuid: hyphens at 8-4-4-4-12, digits of either case, no other form.
inline bool parse_uuid_text(std::string_view text, codec::uuid *out) {
    char terminated[37];
    if (text.size() != sizeof terminated - 1)
        return false;
    std::memcpy(terminated, text.data(), text.size());
    terminated[text.size()] = '\0';
    return uuid_parse(terminated, out->bytes) == 0;
}

// None of their alphabets has a hyphen, and none of their texts 36 symbols, so no text has two meanings.
// Only input and the casts from text read a uuid; decoders, is_valid and searches take the type's own text.
template <codec::fixed_codec Codec>
struct uuid_traits : fixed_traits<Codec> {
    static_assert(std::is_same_v<typename Codec::value, codec::uuid>);
    static_assert(Codec::text_length + 2 < 36 && codec::radix<Codec::symbols>::first_invalid("-") == 0);

    static constexpr bool reads_uuid() { return true; }
};

} // namespace base62id::pg
