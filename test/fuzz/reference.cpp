// A library of its own, without the fuzzer's counters and without sanitizers: see reference.hpp.
#include "reference.hpp"

namespace reference {

outcome decode(const naive::scheme &plain, std::string_view text) {
    const naive::outcome r = plain.decode(text);
    return {r.code, r.position, r.number};
}
void encode(const naive::scheme &plain, uint128 payload, char *text) {
    plain.encode(payload).copy(text, plain.length);
}

type_id_outcome decode_type_id(std::string_view text) {
    const naive::type_id_outcome r = naive::decode_type_id(text);
    return {{r.code, r.position, r.number}, r.prefix};
}
outcome check_prefix(std::string_view prefix) {
    const naive::outcome r = naive::check_prefix(prefix);
    return {r.code, r.position, r.number};
}

} // namespace reference
