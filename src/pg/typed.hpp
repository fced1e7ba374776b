// A typed id: its type, and the type prefix that its text has.
#pragma once

#include "codec/typeid.hpp"

#include "io.hpp"
#include "search.hpp"
#include "typeid_type.hpp"

namespace base62id::pg {

struct typed_id {
    Oid type;
    std::uint8_t prefix_size, lead_size;
    char symbols[codec::type_id::max_prefix + 1]; // the type prefix and, where there is one, the separator

    void set_prefix(std::string_view prefix) {
        prefix_size = static_cast<std::uint8_t>(prefix.size());
        lead_size = prefix_size;
        if (prefix.empty())
            return;
        std::memcpy(symbols, prefix.data(), prefix.size());
        symbols[lead_size++] = codec::type_id::separator;
    }
    std::string_view prefix() const { return {symbols, prefix_size}; }
    std::string_view lead() const { return {symbols, lead_size}; }

    std::size_t text_length() const { return lead_size + codec::type_id::suffix_length; }
    void write_text(const codec::uuid &id, char *to) const {
        std::memcpy(to, symbols, lead_size);
        codec::typeid_suffix::encode(id, to + lead_size);
    }

    // Does the text start so, and the ids whose text does; false where there are none.
    bool starts_with(const codec::uuid &id, std::string_view start) const;
    bool prefix_range(std::string_view start, Datum *lower, Datum *upper) const;
};

// The typed id that `type` is, by its input function in that language; false where it is none.
bool find_typed_id(Oid type, Oid language, typed_id *self);

} // namespace base62id::pg
