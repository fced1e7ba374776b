// The traits of id types: 16 octets as uuid has them, or of notation uid11 numbers of 64 bits, which are
// passed by value and sort and hash as uid11.  Texts begin with the type's own prefix.
#pragma once

#include "codec/prefixed.hpp"
#include "codec/speck64.hpp"

#include "pg/search/search.hpp"
#include "pg/type/functions.hpp"
#include "pg/id_type/id_type.hpp"

namespace base62id::pg {

inline std::uint64_t id_type::shown(std::uint64_t v) const {
    if (!masked)
        return v;
    return cipher.current() ? cipher.cipher->encrypt(v) : facade_by_found(v);
}
inline std::uint64_t id_type::stored(std::uint64_t shown) const {
    if (!masked)
        return shown;
    return cipher.current() ? cipher.cipher->decrypt(shown) : inside_by_found(shown);
}

inline bool id_type::decode(std::string_view text, codec::uuid &out) const {
    if (!read(text, out) && !decode_uuid(text, out)) [[unlikely]]
        return false;
    return !masked || unmask(out);
}
inline bool id_type::decode(std::string_view text, std::uint64_t &out) const {
    if (!read(text, out)) [[unlikely]]
        return false;
    out = stored(out);
    return true;
}

inline void id_type::write_stored(const codec::uuid &v, char *to) const {
    if (masked) [[unlikely]]
        write_facade(v, to);
    else
        write(v, to);
}
inline void id_type::write_stored(std::uint64_t v, char *to) const { write(shown(v), to); }

// `Fixed` is all that needs no type prefix.
template <class Fixed>
struct id_type_values : Fixed {
    using typename Fixed::image_buffer, typename Fixed::value;
    static constexpr std::size_t max_text = codec::prefixed::max_text;
    static constexpr share_function share_of_start = nullptr;

    const id_type &id;

    text_shape shape() const { return id.shape(); }
    codec::like_texts like() const { return id.texts(); }
    bool lacks_key(Node *context) const { return id.lacks_key(context); }

    bool is_text(std::string_view text) const {
        value v;
        return id.decode(text, v);
    }
    bool try_parse(std::string_view text, Datum *out) const {
        return Fixed::try_put(out, [&](value &v) { return id.decode(text, v); });
    }
    Datum reject(std::string_view text, Node *context) const { return id.reject(text, context); }

    std::size_t text_length(const value &) const { return id.length(); }
    void write_text(const value &v, char *to) const { id.write_stored(v, to); }

    // A masked type sends and receives the facade.
    std::string_view sent(const value &v, image_buffer &buffer) const {
        if (!id.masked)
            return Fixed::image(v, buffer);
        const value facade = id.shown(v);
        const std::string_view image = Fixed::image(facade, buffer);
        std::memmove(buffer, image.data(), image.size());
        return {reinterpret_cast<const char *>(buffer), image.size()};
    }
    const char *binary_fault(std::string_view octets) const {
        const char *fault = Fixed::binary_fault(octets);
        return fault != nullptr || !id.masked ? fault : id.facade_fault(Fixed::value_of(octets));
    }
    Datum receive(std::string_view octets) const { return Fixed::put(id.stored(Fixed::value_of(octets))); }

    bool starts_with(const value &v, std::string_view start) const {
        return id.text_starts_with(start.size() > id.lead_size ? id.shown(v) : v, start);
    }
    // Texts sort as values.  Those of a masked type do not, so this is never called for it (bounds.cpp).
    bool prefix_range(std::string_view start, Datum *lower, Datum *upper) const {
        value low, high;
        if (!id.text_range(start, low, high))
            return false;
        *lower = Fixed::put(low);
        *upper = Fixed::put(high);
        return true;
    }
    // Of a masked type: the ids whose texts start so, which are a range of what is shown.
    masked_ids ids_shown_with(std::string_view start) const {
        value low, high;
        if (!id.text_range(start, low, high))
            return {0, false, 0};
        constexpr double all = Fixed::by_value ? 0x1p64 : 0x1p128;
        const double share = (Fixed::distance(Fixed::put(low), Fixed::put(high)) + 1) / all;
        if (low != high)
            return {share, false, 0};
        return id.unmask(low) ? masked_ids{share, true, Fixed::put(low)} : masked_ids{0, false, 0};
    }
};

using id_type_uuid = id_type_values<uuid_values>;
using numeric_id_type = id_type_values<fixed_values<std::uint64_t>>;
static_assert(id_traits<id_type_uuid> && id_traits<numeric_id_type>);

} // namespace base62id::pg
