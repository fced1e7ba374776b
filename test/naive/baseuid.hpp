// BaseUid: 120 bits, base 64.
#pragma once

#include <base62id/baseuid.hpp>

#include "scheme.hpp"

namespace naive {

template <>
inline constexpr scheme of<codec::baseuid> = {
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
    20,
    0,
    120,
    0,
    false,
    fault::overflow};

} // namespace naive
