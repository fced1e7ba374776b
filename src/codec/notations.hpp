// The notations of typed ids.  Another codec of a UUID is one more row of the table.
#pragma once

#include "base62id.hpp"
#include "base64uuid.hpp"
#include "prefixed.hpp"
#include "ulid.hpp"

namespace base62id::codec {

// The first one is TypeID's: the notation of a type that names none.
inline constexpr notation notations[] = {
    notation::row<typeid_suffix>("typeid"),
    notation::row<ulid>("ulid"),
    notation::row<base62id>("base62id"),
    notation::row<base64uuid>("base64uuid"),
    {"uid11", uid11::text_length, 64, letters_of(uid11::symbols), diagnose<uid11>, nullptr, nullptr, nullptr,
     nullptr},
};

constexpr const notation *find_notation(std::string_view name) noexcept {
    for (const notation &n : notations)
        if (n.name == name)
            return &n;
    return nullptr;
}

static_assert([] {
    prefixed products{};
    products.set("prod", find_notation("ulid"));
    uuid id{};
    char text[31] = {};
    const bool read = products.read("\"prod_01h455vb4pex5vsknk084sn02q\"", id);
    products.write(id, text);
    return read && std::string_view(text, products.length()) == "prod_01H455VB4PEX5VSKNK084SN02Q";
}());
static_assert([] {
    prefixed invoices{};
    invoices.set("inv", find_notation("uid11"));
    std::uint64_t number = 0;
    char text[15] = {};
    const bool read = invoices.read("inv_11111111111", number);
    invoices.write(number + 58, text);
    return read && std::string_view(text, invoices.length()) == "inv_11111111121";
}());

} // namespace base62id::codec
