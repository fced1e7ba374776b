#include "codec/typeid.hpp"

#include "pg/server/error.hpp"

namespace base62id::pg {

using codec::status;

int detail_of(codec::result r, const text_shape &shape) {
    const auto n = r.position;
    switch (r.code) {
    case status::ok:
        break;
    case status::bad_length:
        return errdetail_plural("A %s has %d symbols, but the text has %zu octet.",
                                "A %s has %d symbols, but the text has %zu octets.", n, shape.type,
                                shape.symbols, n);
    case status::bad_symbol:
        return errdetail("The symbol at position %zu is not in the alphabet of %s.", n + 1, shape.type);
    case status::unbalanced_quotes:
        return errdetail("There is a double quote at one end only.");
    case status::bad_prefix_bits:
        return errdetail(
            "The symbols are valid, but the prefix bits in front of the payload are not those of a %s.",
            shape.type);
    case status::overflow:
        return errdetail("Overflow: the symbols from position %zu on spell a number of more than %d bits.",
                         n + 1, shape.bits);
    case status::leading_zero:
    case status::bad_bit_length:
    case status::bad_padding:
        return errdetail("The symbols do not spell whole octets."); // only decoders that give NULL get here
    case status::bad_suffix_length:
        return errdetail_plural("The suffix of a typeid has %zu symbols, but this one has %zu octet.",
                                "The suffix of a typeid has %zu symbols, but this one has %zu octets.", n,
                                codec::type_id::suffix_length, n);
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
        return errdetail("A type prefix has at most %zu symbols, but this one has %zu octets.",
                         codec::type_id::max_prefix, n);
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
