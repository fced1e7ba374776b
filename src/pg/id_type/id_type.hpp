// What an id type is: its type prefix, notation and mask.  values.hpp has its values.
//
// A type may have a mask: its ids are UUIDs of version 7, and outside of the server they are their UUIDv47
// facades, of version 4.  A masked number is outside another number (docs/masks.md); every one is some
// number's facade, so nothing has to be checked.  The type knows its key by the key's fingerprint.
#pragma once

#include "codec/notation.hpp"

#include "pg/keys/number_masks.hpp"
#include "pg/type/error.hpp"

namespace base62id::pg {

using codec::notation;

// Removes the first word, and returns it; one space separates words.
std::string_view take_word(std::string_view *rest);

// Null if there is none of that name.
const notation *find_notation(std::string_view name);
// Raises 22023 if there is none, or its ids cannot have the type prefix.
const notation *require_notation(std::string_view name, std::string_view prefix);

struct id_type : codec::prefixed {
    Oid type;
    bool masked;
    bool accepts_uuid;          // also reads the text of a uuid; base62id.output applies to it
    std::uint64_t fingerprint;  // of the key, where `masked`
    mutable number_mask cipher; // of numbers, where `masked`

    // Values of 8 octets; else of 16.
    bool is_number() const { return written->of_numbers(); }
    // Whether a typeid can have the type prefix; else there are no casts from and to typeid.
    bool has_typeids() const { return !is_number() && codec::type_prefix::valid_prefix(prefix()); }

    // A type that is not masked.
    void set(std::string_view prefix, const notation *how, bool accepts);
    // From what the bodies of the type's functions share: the type prefix, if there is one, then options
    // after one space each, in this order and only if they are not the default: notation=NAME
    // mask=FINGERPRINT accept=uuid.  False for any other form, so that each type has exactly one text.
    bool declare(std::string_view declaration);
    const char *declaration() const;

    text_shape shape() const { return {format_type_be(type), 0, written->bits}; }

    // The value outside of the server for the one stored, and the reverse.  Raises 55000 without the key, and
    // 22023 for a UUID that a masked type cannot store or show.
    codec::uuid shown(const codec::uuid &v) const { return masked ? facade_of(v) : v; }
    codec::uuid stored(const codec::uuid &shown) const { return masked ? inside_of(shown) : shown; }
    std::uint64_t shown(std::uint64_t v) const;
    std::uint64_t stored(std::uint64_t shown) const;
    // Raises 22023 for a UUID that a masked type cannot store.
    void check_inside(const codec::uuid &v) const;
    // Why a masked type's value cannot be outside of the server, as a DETAIL; or nullptr.
    static const char *facade_fault(const codec::uuid &v);
    static const char *facade_fault(std::uint64_t) { return nullptr; }
    // Whether values can be shown and read: is the key of a masked type there?
    bool has_key() const;
    // A soft 55000 and true if the key is missing where pg_upgrade imports statistics, which are all that
    // comes through an input function then: a column loses its own, and the upgrade goes on.
    bool lacks_key(Node *context) const {
        return masked && IsBinaryUpgrade && context != nullptr && reports_no_key(context);
    }

    // The stored value in place of the one shown, of a masked type; false if that is no facade.
    bool unmask(codec::uuid &v) const;
    bool unmask(std::uint64_t &v) const;

    // Is a text one of its ids?  Needs no key.
    bool is_complete(std::string_view text) const;
    // The stored value of a text, where it is an id; and the text of a stored value.
    bool decode(std::string_view text, codec::uuid &out) const;
    bool decode(std::string_view text, std::uint64_t &out) const;
    void write_stored(const codec::uuid &v, char *to) const;
    void write_stored(std::uint64_t v, char *to) const;

    // The casts from and to typeid, which is what others see: of a masked id, the facade.
    Datum from_typeid(Datum id) const;
    Datum to_typeid(Datum id) const;

    Datum reject(std::string_view text, Node *context) const;
    // Raises 22023 for a typeid with another type prefix.
    [[noreturn]] void raise_other_prefix(std::string_view other) const;

  private:
    codec::uuid facade_of(const codec::uuid &v) const;
    codec::uuid inside_of(const codec::uuid &facade) const;
    // If the cipher must be looked up first; separate, so that the usual path saves no registers.
    std::uint64_t facade_by_found(std::uint64_t v) const;
    std::uint64_t inside_by_found(std::uint64_t facade) const;
    void find_cipher() const;
    bool reports_no_key(Node *context) const;
    // Separate, because a compiler adds a stack guard to a function that has a facade on its stack.
    void write_facade(const codec::uuid &v, char *to) const;
    void write_other_facade(const codec::uuid &v, char *to) const;
    bool decode_uuid(std::string_view text, codec::uuid &out) const;
    // What is wrong with a text that is no id of the type, and what to do about it (hint.cpp).
    int explain(std::string_view text) const;
    int explain_unread(std::string_view bare, std::string_view text, bool read_by_another) const;
    int explain_uuid(const meaning &m, std::string_view text) const;
    int explain_other(const meaning &m, std::string_view text) const;
    int explain_own(const meaning &m, std::string_view text) const;
    int detail_of_beginning() const;
};

// The id type that `type` is, by its send function in that language; false if it is not one.
bool find_id_type(Oid type, Oid language, id_type *self);

} // namespace base62id::pg
