// The traits of typed ids: 16 octets as uuid has them, whose texts begin with their type's own prefix; and
// what those of 8 have in common with them (typed_number.hpp).
//
// A type may also have a notation (codec/notations.hpp) and a mask: its ids are UUIDs of version 7, and
// outside of the server they are their UUIDv47 facades, of version 4.  The type knows its key by the key's
// fingerprint.
#pragma once

#include "codec/prefixed.hpp"
#include "codec/uuidv47.hpp"

#include "pg/keys/number_masks.hpp"
#include "pg/type/functions.hpp"
#include "pg/search/search.hpp"
#include "pg/systems/typeid_traits.hpp"

namespace base62id::pg {

using codec::notation;

// Null if there is none of that name.
const notation *find_notation(std::string_view name);
// `typeid, ulid, ...`, for messages.
const char *notation_names();

// All that needs no type prefix.
using typed_octets = fixed_traits<codec::typeid_suffix>;

struct typed_id : typed_octets, codec::prefixed {
    static constexpr std::size_t max_text = codec::type_id::max_text;

    Oid type;
    bool masked;
    bool accepts_uuid;          // also reads the text of a uuid; base62id.output applies to it
    std::uint64_t fingerprint;  // of the key, where `masked`
    mutable number_mask cipher; // of numbers, where `masked`

    // `typed_number` holds the values of numbers; this struct only describes their type.
    bool is_number() const { return written->of_numbers(); }

    // A type that is not masked.
    void set(std::string_view prefix, const notation *how, bool accepts);
    // From what the bodies of the type's functions share: the type prefix, if there is one, then options
    // after one space each, in this order and only if they are not the default: notation=NAME
    // mask=FINGERPRINT accept=uuid.  False for any other form, so that each type has exactly one text.
    bool declare(std::string_view declaration);
    const char *declaration() const;

    text_shape shape() const { return {format_type_be(type), 0, written->bits}; }
    codec::like_texts like() const { return texts(); }

    // Converts between the stored and the shown value of a masked type.  Raises 55000 without the key.
    value facade_of(const value &v) const;
    value inside_of(const value &facade) const;
    // The shown value, in memory of the caller.
    value shown(const value &v) const { return masked ? facade_of(v) : v; }
    // The same of numbers.
    std::uint64_t number_facade(std::uint64_t v) const {
        return cipher.current() ? cipher.cipher->encrypt(v) : facade_by_found(v);
    }
    std::uint64_t number_inside(std::uint64_t facade) const {
        return cipher.current() ? cipher.cipher->decrypt(facade) : inside_by_found(facade);
    }
    // A soft 55000 and true if the key is missing where pg_upgrade imports statistics, which are all that
    // comes through an input function then: a column loses its own, and the upgrade goes on.
    bool lacks_key(Node *context) const {
        return masked && IsBinaryUpgrade && context != nullptr && reports_no_key(context);
    }
    // Raises 22023 for a value that a masked type cannot store.
    void check_inside(const value &v) const;

    bool decode(std::string_view text, value &out) const {
        if (!read(text, out) && !decode_uuid(text, out)) [[unlikely]]
            return false;
        return !masked || unmask(out);
    }
    bool is_text(std::string_view text) const {
        value v;
        return decode(text, v);
    }
    bool try_parse(std::string_view text, Datum *out) const {
        auto *room = static_cast<value *>(palloc(size));
        *out = PointerGetDatum(room);
        if (!decode(text, *room)) [[unlikely]] {
            pfree(room);
            return false;
        }
        return true;
    }
    Datum reject(std::string_view text, Node *context) const;
    // The DETAIL for an id with another type prefix; call it inside ereport.
    int other_prefix_detail(std::string_view other) const;
    // What a beginner can do about a text that is no id of the type, or has another type prefix (hint.cpp).
    int hint(std::string_view text) const;
    int other_prefix_hint(std::string_view other) const;

    std::size_t text_length(const value &) const { return length(); }
    void write_text(const value &v, char *to) const {
        if (masked) [[unlikely]]
            write_facade(v, to);
        else
            write(v, to);
    }

    // A masked type sends and receives the facade.
    using image_buffer = std::uint8_t[size];
    static std::string_view image(const value &v, image_buffer &) {
        return {reinterpret_cast<const char *>(v.bytes), size};
    }
    std::string_view sent(const value &v, image_buffer &buffer) const;
    const char *binary_fault(std::string_view octets) const;
    Datum receive(std::string_view octets) const;

    bool starts_with(const value &v, std::string_view start) const;
    bool prefix_range(std::string_view start, Datum *lower, Datum *upper) const;

  private:
    // The same if the cipher must be looked up first; separate, so that the usual path saves no registers.
    std::uint64_t facade_by_found(std::uint64_t v) const;
    std::uint64_t inside_by_found(std::uint64_t facade) const;
    void find_cipher() const;
    bool reports_no_key(Node *context) const;
    // Separate, because a compiler adds a stack guard to a function that has a facade on its stack.
    void write_facade(const value &v, char *to) const;
    void write_other_facade(const value &v, char *to) const;
    bool decode_uuid(std::string_view text, value &out) const;
    int suffix_detail(std::string_view text) const;
    int explain(std::string_view text) const;
    // False if the octets are no facade.
    bool unmask(value &v) const;
};

// The typed id that `type` is, by its send function in that language; false if it is not one.
bool find_typed_id(Oid type, Oid language, typed_id *self);

} // namespace base62id::pg
