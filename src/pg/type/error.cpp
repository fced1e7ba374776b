// The DETAIL of each invalid text.  Its HINT is in hint.cpp, its message in reject_text (type/id_traits.hpp)
// and id_type::reject; for suffixes of id types, id_type::suffix_detail has all three.
#include "codec/codec.hpp"
#include "codec/type_prefix.hpp"

#include "pg/type/error.hpp"

namespace base62id::pg {

using codec::status;

static int characters(std::string_view text) {
    return pg_mbstrlen_with_len(text.data(), static_cast<int>(text.size()));
}

static std::size_t first_non_ascii(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && static_cast<signed char>(text[at]) >= 0)
        ++at;
    return at;
}

bool detail_for_any(std::string_view text, const char *type) {
    const auto position = [text](std::size_t at) { return characters(codec::slice(text, 0, at)) + 1; };
    const std::size_t blank = text.find_first_of(" \t\r\n\f\v"), other = first_non_ascii(text);
    if (codec::unquote(text).empty())
        errdetail("The text is empty.");
    else if (blank != std::string_view::npos)
        errdetail("There is a blank at position %d.", position(blank));
    else if (other < text.size())
        errdetail("The symbol at position %d is not in the alphabet of %s.", position(other), type);
    else if (text.front() == '\'' || text.front() == '`')
        errdetail("There is a quote at position 1.");
    else
        return false;
    return true;
}

int detail_of(std::string_view text, codec::result r, const text_shape &shape) {
    const auto n = r.position;
    if (detail_for_any(text, shape.type))
        return 0;
    switch (r.code) {
    case status::ok:
        break;
    case status::bad_length:
        return errdetail("Texts of type %s have %d symbols, but this one has %d.", shape.type, shape.symbols,
                         static_cast<int>(n));
    case status::bad_symbol:
        return errdetail("The symbol at position %zu is not in the alphabet of %s.", n + 1, shape.type);
    case status::unbalanced_quotes:
        return errdetail("There is a double quote at one end only.");
    case status::bad_prefix_bits:
        return errdetail(
            "The symbols are valid, but the prefix bits in front of the payload are not those of type %s.",
            shape.type);
    case status::overflow:
        return errdetail("Overflow: the symbols from position %zu on spell a number of more than %d bits.",
                         n + 1, shape.bits);
    case status::leading_zero:
    case status::bad_bit_length:
    case status::bad_padding:
        return errdetail("The symbols do not spell whole bytes."); // only decoders that give NULL get here
    case status::bad_suffix_length:
        return errdetail("The suffix of a typeid has 26 symbols, but this one has %zu.", n);
    case status::bad_suffix_symbol:
        return errdetail("The symbol at position %zu is not in the alphabet of the typeid suffix.", n + 1);
    case status::prefix_too_long:
    case status::bad_prefix_symbol:
    case status::prefix_edge:
    case status::empty_prefix:
        return prefix_detail_of(r);
    }
    return 0;
}

int prefix_detail_of(codec::result r) {
    const auto n = r.position;
    switch (r.code) {
    case status::prefix_too_long:
        return errdetail("A type prefix has at most %zu symbols, but this one has %zu bytes.",
                         codec::type_prefix::max_prefix, n);
    case status::bad_prefix_symbol:
        return errdetail("The symbol at position %zu is neither a lower-case letter a-z nor an underscore.",
                         n + 1);
    case status::prefix_edge:
        return errdetail(
            "A type prefix begins and ends with a letter, but there is an underscore at position %zu.",
            n + 1);
    case status::empty_prefix:
        return errdetail("There is a separator, but no type prefix in front of it.");
    default:
        return 0;
    }
}

void raise_bad_prefix(codec::result r) {
    ereport(
        ERROR,
        (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid type prefix of a typeid"),
         prefix_detail_of(r),
         errhint("A type prefix is empty or matches ^[a-z]([a-z_]{0,61}[a-z])?$, for example \"user\".")));
}

void raise_bad_binary(const char *type, const char *detail) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
             errmsg("incorrect binary data format for type %s", type), errdetail_internal("%s", detail)));
}

} // namespace base62id::pg
