// The systems that write a UUID: their functions from and to uuid, and from its text of 36 characters.
#pragma once

#include "pg/type/functions.hpp"
#include "pg/type/uuid_text.hpp"

namespace base62id::pg {

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
