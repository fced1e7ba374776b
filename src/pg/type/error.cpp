// The words of a DETAIL of an invalid text.  Which one it gets, after what its reader may have meant, and the
// HINT are in hint.cpp; the message is in reject_text (type/id_traits.hpp) and id_type::reject.
#include "codec/codec.hpp"
#include "codec/hex.hpp"

#include "pg/type/error.hpp"

namespace base62id::pg {

using codec::status;

int characters_of(std::string_view text) {
    return pg_mbstrlen_with_len(text.data(), static_cast<int>(text.size()));
}

// The number of the character at this octet, counted from 1: before the first one that is none stand symbols,
// an octet each.
static int place_of(std::size_t at) { return static_cast<int>(at) + 1; }
static const char *character_at(std::string_view text, std::size_t at) {
    const auto size = static_cast<std::size_t>(pg_mblen(text.data() + at));
    return pnstrdup(text.data() + at, min(size, text.size() - at));
}

static const char *singular(std::string_view system) { return codec::inspect::singular(system).data(); }
static int characters_of_system(std::string_view system) {
    if (system == "base62id" || system == "base64uuid")
        return 22;
    if (system == "uid11")
        return 11;
    return system == "baseuid" ? 20 : 26;
}

int detail_of_character(std::string_view text, std::size_t at, std::string_view system) {
    const int place = place_of(at);
    const char *character = character_at(text, at);
    if (system == "typeid" && codec::type_prefix::capital(text[at]))
        return errdetail("TypeIDs are lower case, but character %d is \"%s\".", place, character);
    if (system == "uuid" || system == "hex")
        return errdetail("Character %d, \"%s\", is not a hexadecimal digit.", place, character);
    return errdetail("Character %d, \"%s\", does not occur in %ss.", place, character, singular(system));
}

bool details_non_ascii(std::string_view text, std::string_view system) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (static_cast<signed char>(text[at]) < 0) {
            detail_of_character(text, at, system);
            return true;
        }
    return false;
}

// Of a number that has too many bits, or not those in front that all ids have.
static int detail_of_number(std::size_t at, std::string_view system) {
    if (system == "base64uuid")
        return errdetail("Character %d must be F, G, H or I.", place_of(at));
    if (system == "typeid" || system == "ulid")
        return errdetail("Character %d must be 0 to 7, because an id has 128 bits.", place_of(at));
    return errdetail("The text stands for a number that no %s has.", singular(system));
}

int detail_of(std::string_view text, codec::result r, std::string_view system) {
    const auto n = r.position;
    switch (r.code) {
    case status::ok:
        break;
    case status::bad_length:
        return errdetail("A %s has %d characters, but this text has %d.", singular(system),
                         characters_of_system(system), characters_of(codec::unquote(text)));
    case status::bad_symbol:
        if (system == "uuid" && text[n] != '-' && n > 0)
            return errdetail("Character %d, \"%s\", is not what a UUID has there.", place_of(n),
                             character_at(text, n));
        return detail_of_character(text, n, system);
    case status::bad_suffix_symbol:
        return detail_of_character(text, n, system);
    case status::unbalanced_quotes:
        return errdetail("There is a double quote at one end only.");
    case status::bad_prefix_bits:
    case status::overflow:
        return detail_of_number(n, system);
    case status::leading_zero:
    case status::bad_bit_length:
    case status::bad_padding:
        return errdetail("The characters do not spell whole bytes."); // only decoders that give NULL get here
    case status::bad_suffix_length:
        return errdetail("A TypeID has 26 characters after its type prefix, but this text has %zu.", n);
    case status::prefix_too_long:
    case status::bad_prefix_symbol:
    case status::prefix_edge:
    case status::empty_prefix:
    case status::bad_wide_prefix_symbol:
    case status::prefix_digit_first:
    case status::no_prefix:
        return prefix_detail_of(text, r);
    }
    return 0;
}

int prefix_detail_of(std::string_view text, codec::result r) {
    const auto n = r.position;
    switch (r.code) {
    case status::prefix_too_long:
        return errdetail("A type prefix has at most %zu characters, but this one has %zu.",
                         codec::type_prefix::max_prefix, n);
    case status::bad_prefix_symbol:
        if (codec::type_prefix::capital(text[n]))
            return errdetail("Character %d, \"%c\", is upper case.", place_of(n), text[n]);
        return errdetail("Character %d, \"%s\", is not a letter or an underscore.", place_of(n),
                         character_at(text, n));
    case status::bad_wide_prefix_symbol:
        return errdetail("Character %d, \"%s\", is not a letter, a digit or an underscore.", place_of(n),
                         character_at(text, n));
    case status::prefix_digit_first:
        return errdetail("Character %d, \"%c\", is a digit.", place_of(n), text[n]);
    case status::prefix_edge:
        return errdetail("Character %d is an underscore at an end of the type prefix.", place_of(n));
    case status::empty_prefix:
        return errdetail("There is no type prefix before the underscore.");
    case status::no_prefix:
        return errdetail("Without a type prefix, the ids are plain UUIDs.");
    default:
        return 0;
    }
}

static int prefix_hint_of(codec::prefix_rule rule) {
    if (rule == codec::prefix_rule::of_typeid)
        return errhint("A type prefix has up to %zu characters a to z and _, with a letter at each end.",
                       codec::type_prefix::max_prefix);
    return errhint("In this notation, a type prefix has up to %zu characters A to Z, a to z, 0 to 9 and _, "
                   "with a letter at its start and no _ at its end.",
                   codec::type_prefix::max_prefix);
}

void raise_bad_prefix(std::string_view prefix, codec::result r, codec::prefix_rule rule) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("invalid type prefix: \"%.*s\"", static_cast<int>(prefix.size()), prefix.data()),
                    prefix_detail_of(prefix, r),
                    r.code == status::no_prefix ? errhint("Use the type uuid, or choose a type prefix.")
                                                : prefix_hint_of(rule)));
}

void raise_bad_binary(const char *type, const char *detail) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
             errmsg("incorrect binary data format for type %s", type), errdetail_internal("%s", detail)));
}

} // namespace base62id::pg
