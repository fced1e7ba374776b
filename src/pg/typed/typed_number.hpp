// The traits of typed ids of notation uid11: numbers of 64 bits, passed by value, that sort and hash as
// uid11.
//
// Outside of the server a masked number is its facade, another number (docs/masks.md): every one is some
// number's facade, so nothing has to be checked.
#pragma once

#include "pg/typed/typed_id.hpp"

namespace base62id::pg {

// All that needs no type prefix.
using typed_numbers = fixed_traits<codec::uid11>;

struct typed_number : typed_numbers {
    static constexpr std::size_t max_text = codec::type_id::max_text;

    const typed_id &id;

    text_shape shape() const { return id.shape(); }
    codec::like_texts like() const { return id.like(); }

    bool decode(std::string_view text, value &out) const {
        if (!id.read(text, out)) [[unlikely]]
            return false;
        if (id.masked)
            out = id.number_inside(out);
        return true;
    }
    bool is_text(std::string_view text) const {
        value v;
        return id.read(text, v);
    }
    bool try_parse(std::string_view text, Datum *out) const {
        value v;
        if (!decode(text, v)) [[unlikely]]
            return false;
        *out = put(v);
        return true;
    }
    Datum reject(std::string_view text, Node *context) const { return id.reject(text, context); }
    bool lacks_key(Node *context) const { return id.lacks_key(context); }

    std::size_t text_length(value) const { return id.length(); }
    void write_text(value v, char *to) const { id.write(shown(v), to); }

    std::string_view sent(value v, image_buffer &buffer) const { return image(shown(v), buffer); }
    Datum receive(std::string_view octets) const {
        const Datum d = typed_numbers::receive(octets);
        return id.masked ? put(id.number_inside(get(d))) : d;
    }

    bool starts_with(value v, std::string_view start) const {
        return id.text_starts_with(start.size() > id.lead_size ? shown(v) : v, start);
    }
    // Never called for a masked type, as typed_id::prefix_range.
    bool prefix_range(std::string_view start, Datum *lower, Datum *upper) const {
        value low, high;
        if (!id.text_range(start, low, high))
            return false;
        *lower = put(low);
        *upper = put(high);
        return true;
    }

  private:
    value shown(value v) const { return id.masked ? id.number_facade(v) : v; }
};

} // namespace base62id::pg
