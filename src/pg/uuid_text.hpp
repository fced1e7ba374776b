// The systems that write a UUID: their functions from and to uuid, and from its text of 36 characters.
#pragma once

#include "io.hpp"

#include <uuid/uuid.h>

namespace base62id::pg {

// The 36-character text form, parsed by libuuid.
inline bool parse_uuid_text(std::string_view text, codec::uuid *out) {
    char terminated[37];
    if (text.size() != sizeof terminated - 1)
        return false;
    std::memcpy(terminated, text.data(), text.size());
    terminated[text.size()] = '\0';
    return uuid_parse(terminated, out->bytes) == 0;
}

template <class Codec>
Datum encode_uuid(const codec::uuid &u) {
    text *t = new_text(Codec::text_length);
    Codec::encode(u, VARDATA(t));
    return PointerGetDatum(t);
}

template <class Codec>
Datum encode_uuid_text(FunctionCallInfo fcinfo) {
    codec::uuid u;
    if (!parse_uuid_text(text_arg(fcinfo, 0), &u))
        PG_RETURN_NULL();
    return encode_uuid<Codec>(u);
}

template <class Codec>
Datum decode_to_uuid(FunctionCallInfo fcinfo) {
    codec::uuid u;
    if (!codec::try_decode<Codec>(text_arg(fcinfo, 0), u))
        PG_RETURN_NULL();
    return uuid_datum(u);
}

} // namespace base62id::pg
