// GiST for scalar ids, as a column beside ranges and geometry: what EXCLUDE USING gist (id WITH =, ...) and,
// from PostgreSQL 18 on, WITHOUT OVERLAPS need.
//
// All types have one format of keys, a bytea: the length of the least value's octets, those octets, and in
// keys of more than one value the octets of the greatest.  The octets are the type's sorted_image, which
// sorts as the values do.  So what works on keys alone (gist.cpp) knows no type, id types need no
// functions of their own, and an index on a domain has nothing that a domain could confuse.
#pragma once

#include "pg/type/id_traits.hpp"

namespace base62id::pg::gist {

// The longest sorted_image, that of a typeid with the longest type prefix: compress() looks.
inline constexpr std::size_t max_octets = 80;

// The values of a key; if it has one value only, both are the same octets.
struct key {
    std::string_view least, greatest;
};
[[noreturn]] void raise_corrupt();
// A page may be damaged, and somebody else's operator class may have other keys: what is longer than any key,
// or not in the page, counts as none.
inline key key_of(Datum d) {
    const auto *p = static_cast<const text *>(static_cast<const void *>(DatumGetPointer(d)));
    if (VARATT_IS_EXTERNAL(p) || VARATT_IS_COMPRESSED(p) || VARSIZE_ANY_EXHDR(p) > 1 + 2 * max_octets)
        [[unlikely]]
        raise_corrupt();
    const std::string_view all = view_of(p);
    const std::size_t length = all.empty() ? all.size() : static_cast<std::uint8_t>(all[0]);
    if (length + 1 > all.size() || length > max_octets) [[unlikely]]
        raise_corrupt();
    const std::string_view least = codec::slice(all, 1, length), rest = codec::slice(all, 1 + length);
    if (rest.size() > max_octets) [[unlikely]]
        raise_corrupt();
    return {least, rest.empty() ? least : rest};
}
Datum new_key(const key &k);

bool consistent(const key &k, StrategyNumber strategy, std::string_view query);

// Anybody's operator class may name our functions: raises 42804 if one for values of another layout calls,
// whose values or queries (of `subtype`, if that is valid) are no octets of ours.
void examine_class(FunctionCallInfo fcinfo, const GISTENTRY *entry, Oid subtype, std::int16_t length,
                   bool by_value);
// Once per call site, or with each other subtype.
template <id_values T>
void check_class(FunctionCallInfo fcinfo, const GISTENTRY *entry, Oid subtype = InvalidOid) {
    const auto *known = static_cast<const Oid *>(fcinfo->flinfo->fn_extra);
    if (known == nullptr || *known != subtype) [[unlikely]]
        examine_class(fcinfo, entry, subtype, T::type_length, T::by_value);
}

// Is there an id in the subtree, or is the id in the row, for which `id OPERATOR query` holds?
template <id_values T>
Datum consistent(FunctionCallInfo fcinfo) {
    const auto *entry = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0));
    auto *recheck = reinterpret_cast<bool *>(PG_GETARG_POINTER(4));
    typename T::sorted_buffer buffer;
    check_class<T>(fcinfo, entry, PG_GETARG_OID(3));
    *recheck = false;
    PG_RETURN_BOOL(consistent(key_of(entry->key), PG_GETARG_UINT16(2),
                              T::sorted_image(T::get(PG_GETARG_DATUM(1)), buffer)));
}

inline Datum entry_of(const GISTENTRY *from, Datum d) {
    auto *entry = static_cast<GISTENTRY *>(palloc(sizeof(GISTENTRY)));
    gistentryinit(*entry, d, from->rel, from->page, from->offset, false);
    return PointerGetDatum(entry);
}

// The key of a row's id.  Keys of inner pages come from base62id_gist_union and are as they should be.
template <id_values T>
Datum compress(FunctionCallInfo fcinfo) {
    const auto *entry = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0));
    if (!entry->leafkey)
        PG_RETURN_POINTER(entry);
    check_class<T>(fcinfo, entry);
    static_assert(T::max_sorted <= max_octets);
    typename T::sorted_buffer buffer;
    const std::string_view octets = T::sorted_image(T::get(entry->key), buffer);
    return entry_of(entry, new_key({octets, octets}));
}

// The id of a key: for index-only scans.
template <id_values T>
Datum fetch(FunctionCallInfo fcinfo) {
    const auto *entry = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0));
    check_class<T>(fcinfo, entry);
    const std::string_view octets = key_of(entry->key).least;
    if (octets.size() < T::min_sorted || octets.size() > T::max_sorted) [[unlikely]]
        raise_corrupt();
    return entry_of(entry, T::of_sorted_image(octets));
}

} // namespace base62id::pg::gist
