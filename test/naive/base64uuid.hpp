// Base64UUID: prefix bits 0100 in front of 128 bits, base 64; and its form for dictation.
#pragma once

#include <base62id/base64uuid.hpp>

#include "scheme.hpp"

namespace naive {

template <>
inline constexpr scheme of<codec::base64uuid> = {
    "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
    22,
    4,
    128,
    0,
    false,
    fault::prefix_bits};
template <>
inline constexpr scheme of<codec::base32hex> = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUV", 26, 0, 128, 2, true, fault::padding};

} // namespace naive
