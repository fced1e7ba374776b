// uid11: 64 bits, base 58.
#pragma once

#include <base62id/uid11.hpp>

#include "scheme.hpp"

namespace naive {

template <>
inline constexpr scheme of<codec::uid11> = {
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 0, 64, 0, false, fault::overflow};

} // namespace naive
