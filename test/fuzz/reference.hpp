// The plain implementations of test/naive, compiled apart: without the fuzzer's coverage counters, so
// that it searches the paths of the codecs and not theirs, and without sanitizers, for speed.
#pragma once

#include <cstddef>
#include <string_view>

#include <base62id/result.hpp>
#include <base62id/octets.hpp>

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

template <class Codec>
struct fixed {
    static outcome decode(std::string_view text);
    static void encode(uint128 payload, char *text);
};

type_id_outcome decode_type_id(std::string_view text);
outcome check_prefix(std::string_view prefix);

} // namespace reference
