// ULID: 128 bits, base 32 in either case.
#pragma once

#include <base62id/ulid.hpp>

#include "scheme.hpp"

namespace naive {

template <>
inline constexpr scheme of<codec::ulid> = {
    "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 0, 128, 0, true, fault::overflow};

} // namespace naive
