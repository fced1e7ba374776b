// HINTs for texts that are no ids of an id type.
#include "pg/id_type/maker.hpp"

namespace base62id::pg {

// The id type of a type prefix, in any schema, or invalid.
static Oid type_of_prefix(Oid beside, std::string_view prefix) {
    const Oid language =
        of_row<FormData_pg_proc>(send_of_type(beside), [](const procedure_row &p) { return p->prolang; });
    ListCell *cell;
    foreach (cell, find_id_types(language)) {
        id_type id;
        if (find_id_type(lfirst_oid(cell), language, &id) && id.prefix() == prefix)
            return id.type;
    }
    return InvalidOid;
}

int id_type::other_prefix_hint(std::string_view other) const {
    const Oid known = type_of_prefix(type, other);
    return OidIsValid(known) ? errhint("Ids of type %s have that type prefix.", format_type_be(known)) : 0;
}

int id_type::hint(std::string_view text) const {
    const std::string_view meant = without_blanks(text);
    if (codec::unquote(meant).empty())
        return hint_of_empty();
    codec::inspect::reading r;
    const bool known = meaning_of(meant, written->name, &r);
    if (known && r.system == written->name && r.type_prefix == prefix() && !r.read_as.empty())
        return hint_of_spelling(r);
    if (meant.size() != text.size())
        return hint_of_blanks();
    const bool is_number = written->of_numbers();
    if (is_number && codec::inspect::is_bigint(meant))
        return errhint("Write a number without quotes, and cast it: %.*s::bigint::%s.",
                       static_cast<int>(meant.size()), meant.data(), format_type_be(type));
    if (!known)
        return 0;
    if (r.system == "uuid" && is_number)
        return errhint("It is a uuid, which has 128 bits. Ids of type %s have 64.", format_type_be(type));
    if (r.system == "uuid")
        return errhint("It is a uuid. Cast it: '...'::uuid::%s.", format_type_be(type));
    if (r.has_prefix && !r.type_prefix.empty() && r.type_prefix != prefix())
        return other_prefix_hint(r.type_prefix);
    if (r.system == written->name && r.type_prefix.empty() && r.read_as.empty())
        return errhint("Write the type prefix in front of it: \"%.*s%.*s\".", lead_size, symbols,
                       static_cast<int>(codec::unquote(meant).size()), codec::unquote(meant).data());
    return 0;
}

} // namespace base62id::pg
