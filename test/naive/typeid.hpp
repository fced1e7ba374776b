// TypeID: ^([a-z]([a-z_]{0,61}[a-z])?)?$ before the last underscore, 26 symbols of 128 bits behind it.
#pragma once

#include "scheme.hpp"

namespace naive {

struct type_id_outcome : outcome {
    std::string_view prefix;
};

inline outcome check_prefix(std::string_view prefix) {
    if (prefix.size() > 63)
        return {status::prefix_too_long, prefix.size()};
    for (std::size_t i = 0; i < prefix.size(); ++i)
        if (std::string_view("abcdefghijklmnopqrstuvwxyz_").find(prefix[i]) == std::string_view::npos)
            return {status::bad_prefix_symbol, i};
    if (!prefix.empty() && prefix[0] == '_')
        return {status::prefix_edge, 0};
    if (!prefix.empty() && prefix[prefix.size() - 1] == '_')
        return {status::prefix_edge, prefix.size() - 1};
    return {};
}

inline type_id_outcome decode_type_id(std::string_view text) {
    std::string_view bare;
    std::size_t offset;
    outcome r;
    if (!take_quotes(text, bare, offset, r))
        return {r, {}};
    std::string_view prefix, suffix = bare;
    std::size_t start = 0;
    if (const std::size_t cut = bare.find_last_of('_'); cut != std::string_view::npos) {
        if (cut == 0)
            return {{status::empty_prefix, offset}, {}};
        prefix = bare.substr(0, cut);
        r = check_prefix(prefix);
        if (r.code == status::prefix_too_long)
            return {r, {}};
        if (r.code != status::ok)
            return {{r.code, r.position + offset}, {}};
        start = cut + 1;
        suffix = bare.substr(start);
    }
    r = of<codec::typeid_suffix>.decode_bare(suffix);
    switch (r.code) {
    case status::ok:
        return {r, prefix};
    case status::bad_length:
        return {{status::bad_suffix_length, suffix.size()}, {}};
    case status::bad_symbol:
        return {{status::bad_suffix_symbol, r.position + start + offset}, {}};
    default:
        return {{r.code, start + offset}, {}};
    }
}

} // namespace naive
