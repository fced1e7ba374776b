// Base62id: prefix bits 10 in front of 128 bits, base 62.
#pragma once

#include <base62id/base62id.hpp>

#include "scheme.hpp"

namespace naive {

template <>
inline constexpr scheme of<codec::base62id> = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    22,
    2,
    128,
    0,
    false,
    fault::prefix_bits_or_overflow};

} // namespace naive
