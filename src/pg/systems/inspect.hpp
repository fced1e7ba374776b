// base62id_inspect: what is this id?  Each system answers for itself, in a function beside its type that the
// table of inspect.cpp names.
#pragma once

#include "pg/type/id_type.hpp"

namespace base62id::pg {

// What a system makes of a text; each part only where the id has it.
struct reading {
    bool has_uuid = false, has_prefix = false, has_time = false;
    codec::uuid uuid;
    std::string_view type_prefix; // a part of the text
    TimestampTz made;             // where the UUID does not say it
    const char *fields = nullptr; // more, as a JSON object
};

// False where the text is no id of the system.
using inspector = bool(std::string_view text, reading *r);
inspector inspect_base62id, inspect_base64uuid, inspect_uid11, inspect_typeid, inspect_baseuid, inspect_ulid,
    inspect_uuid;

// A time in JSON: ISO 8601 in UTC, whatever the session's settings.
const char *json_time(TimestampTz t);

// The last octets of a value, as the hexadecimal digits of JSON's {"random": "…"}.
const char *json_random(const std::uint8_t *octets, std::size_t n);

// An id of a typed id's notation: a type prefix, a separator, and `length` symbols that `decode` reads.  What
// is a TypeID is nothing else.
bool inspect_prefixed(std::string_view text, std::size_t length, bool (*decode)(const char *, codec::uuid &),
                      reading *r);

template <class Codec>
bool inspect_text_of_uuid(std::string_view text, reading *r) {
    r->has_uuid = codec::try_decode<Codec>(text, r->uuid) ||
                  inspect_prefixed(text, Codec::text_length, Codec::decode_exact, r);
    return r->has_uuid;
}

} // namespace base62id::pg
