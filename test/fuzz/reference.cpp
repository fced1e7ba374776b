#include "reference.hpp"

#include "../naive/base62id.hpp"
#include "../naive/base64uuid.hpp"
#include "../naive/baseuid.hpp"
#include "../naive/typeid.hpp"
#include "../naive/uid11.hpp"
#include "../naive/ulid.hpp"

namespace reference {

namespace codec = base62id::codec;

template <class Codec>
outcome fixed<Codec>::decode(std::string_view text) {
    const naive::outcome r = naive::of<Codec>.decode(text);
    return {r.code, r.position, r.number};
}
template <class Codec>
void fixed<Codec>::encode(uint128 payload, char *text) {
    naive::of<Codec>.encode(payload).copy(text, Codec::text_length);
}

template struct fixed<codec::base62id>;
template struct fixed<codec::base64uuid>;
template struct fixed<codec::base32hex>;
template struct fixed<codec::uid11>;
template struct fixed<codec::typeid_suffix>;
template struct fixed<codec::baseuid>;
template struct fixed<codec::ulid>;

type_id_outcome decode_type_id(std::string_view text) {
    const naive::type_id_outcome r = naive::decode_type_id(text);
    return {{r.code, r.position, r.number}, r.prefix};
}
outcome check_prefix(std::string_view prefix) {
    const naive::outcome r = naive::check_prefix(prefix);
    return {r.code, r.position, r.number};
}

} // namespace reference
