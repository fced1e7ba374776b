// The plain implementations of test/naive, compiled apart: without the fuzzer's coverage counters, so
// that it searches the paths of the codecs and not theirs, and without sanitizers, for speed.  A target
// calls no function of a scheme, which is data, but by those here.
#pragma once

#include <cstddef>
#include <string_view>

#include "../naive/scheme.hpp"

namespace reference {

using base62id::codec::status;
using base62id::codec::uint128;

struct outcome {
    status code;
    std::size_t position;
    uint128 number;
};

struct type_id_outcome : outcome {
    std::string_view prefix;
};

outcome decode(const naive::scheme &plain, std::string_view text);
void encode(const naive::scheme &plain, uint128 payload, char *text); // as many symbols as the scheme has

template <class Codec>
struct fixed {
    static_assert(naive::of<Codec>.length == Codec::text_length, "test/naive/scheme.hpp has none");
    static outcome decode(std::string_view text) { return reference::decode(naive::of<Codec>, text); }
    static void encode(uint128 payload, char *text) { reference::encode(naive::of<Codec>, payload, text); }
};

type_id_outcome decode_type_id(std::string_view text);
outcome check_prefix(std::string_view prefix);

} // namespace reference
