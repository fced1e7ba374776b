// Reads and writes the texts of notation.hpp; the codecs of TypeID and of numbers are inlined.
#pragma once

#include "notation.hpp"
#include "typeid.hpp"
#include "uid11.hpp"

namespace base62id::codec {

constexpr bool prefixed::read(std::string_view text, uuid &out) const noexcept {
    const char *suffix = suffix_of(text);
    return suffix != nullptr &&
           (writes_typeid ? typeid_suffix::decode_exact(suffix, out) : written->decode(suffix, out));
}

constexpr bool prefixed::read(std::string_view text, std::uint64_t &out) const noexcept {
    const char *suffix = suffix_of(text);
    return suffix != nullptr && uid11::decode_exact(suffix, out);
}

constexpr void prefixed::write_typeid(const uuid &v, char *to) const noexcept {
    write_lead(to);
    typeid_suffix::encode(v, to + lead_size);
}
constexpr void prefixed::write(const uuid &v, char *to) const noexcept {
    if (writes_typeid) {
        write_typeid(v, to);
    } else {
        write_lead(to);
        written->encode(v, to + lead_size);
    }
}
constexpr void prefixed::write(std::uint64_t v, char *to) const noexcept {
    static_assert(uid11::text_length >= copied);
    write_lead(to);
    uid11::encode(v, to + lead_size);
}

constexpr bool prefixed::text_starts_with(std::uint64_t v, std::string_view start) const noexcept {
    std::string_view rest;
    return takes_lead(start, rest) && (rest.empty() || codec::starts_with<uid11>(v, rest));
}

constexpr bool prefixed::text_range(std::string_view start, std::uint64_t &lower,
                                    std::uint64_t &upper) const noexcept {
    std::string_view rest;
    return takes_lead(start, rest) && codec::prefix_range<uid11>(rest, lower, upper);
}

} // namespace base62id::codec
