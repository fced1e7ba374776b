// The traits of typeid: a varlena of a type prefix and a UUID.
#pragma once

#include "codec/typeid.hpp"

#include "pg/type/id_traits.hpp"

namespace base62id::pg {

// share_functions of type prefixes (typeid.cpp): of texts that start so, and of exactly this type prefix.
double starts_with_fraction(HeapTuple statistics, Oid type, std::string_view start, double in_range);
double type_prefix_fraction(HeapTuple statistics, Oid type, std::string_view prefix, double in_range);

class relative_to_reference; // the abbreviated keys: typeid.cpp

// On disk a typeid is a varlena with the one-octet header of short values, then the payload of
// codec/typeid.hpp.  We write that header ourselves; where core has put one of four octets (as with
// constants), it packs the value again when it forms a row, which takes storage main.  A row that is too
// long for a page may then compress a typeid or move it out of line, which is rare.
struct typeid_traits {
    using value = codec::type_id::value;
    using view = codec::type_id::view;
    static constexpr std::int16_t type_length = -1;
    static constexpr bool by_value = false;
    static constexpr std::size_t max_text = codec::type_id::max_text;
    static constexpr share_function share_of_start = starts_with_fraction;
    static constexpr share_function share_of_type = type_prefix_fraction;
    using sort_key = relative_to_reference;
    static_assert(std::is_trivially_destructible_v<value>);

    static constexpr text_shape shape() { return {"typeid", 0, 128}; }
    static constexpr codec::like_texts like() { return {codec::letter_case::lower, true}; }

    static view get(Datum d) { return view_of_varlena(plain(d)); }

    // Room for a typeid of that prefix length; `payload` points to where its octets go.
    static Datum allocate(std::size_t prefix_length, std::uint8_t **payload) {
        const std::size_t total = VARHDRSZ_SHORT + prefix_length + codec::uuid::size;
        auto *p = static_cast<varlena *>(palloc(total));
        SET_VARSIZE_SHORT(p, total);
        *payload = reinterpret_cast<std::uint8_t *>(VARDATA_SHORT(p));
        return PointerGetDatum(p);
    }
    static Datum put(std::string_view prefix, const codec::uuid &id) {
        std::uint8_t *payload;
        const Datum d = allocate(prefix.size(), &payload);
        if (!prefix.empty())
            std::memcpy(payload, prefix.data(), prefix.size());
        std::memcpy(payload + prefix.size(), id.bytes, codec::uuid::size);
        return d;
    }
    static Datum put(const value &v) {
        std::uint8_t *payload;
        const Datum d = allocate(view(v).prefix_length(), &payload);
        std::memcpy(payload, v.octets, v.size);
        return d;
    }
    static std::string_view prefix_of(view v) {
        return {reinterpret_cast<const char *>(v.data), v.prefix_length()};
    }

    // What f makes of the value.  Frees what it detoasts, because a sort asks for many values.
    template <class F>
    static auto read(Datum d, F f) {
        const varlena *p = plain(d);
        const auto made = f(view_of_varlena(p));
        if (p != varlena_of(d)) [[unlikely]]
            pfree(const_cast<varlena *>(p));
        return made;
    }

    // Decodes into the value's own room, as fixed_traits does.
    static codec::result try_parse(std::string_view text, Datum *out) {
        std::uint8_t *payload;
        const std::size_t n = codec::type_id::prefix_length_of(text);
        *out = allocate(n, &payload);
        std::string_view prefix;
        const codec::result r =
            codec::type_id::decode(text, prefix, *reinterpret_cast<codec::uuid *>(payload + n));
        if (!r) [[unlikely]]
            pfree(DatumGetPointer(*out));
        else if (n != 0) // without a prefix `data` may be null, which memcpy must not get
            std::memcpy(payload, prefix.data(), n);
        return r;
    }
    static codec::result check(std::string_view text) {
        std::string_view prefix;
        codec::uuid id;
        return codec::type_id::decode(text, prefix, id);
    }
    [[gnu::cold]] static Datum reject(std::string_view text, Node *context) {
        return reject_text(text, check(text), shape(), context);
    }
    static bool is_text(std::string_view text) { return static_cast<bool>(check(text)); }

    static std::size_t text_length(view v) { return v.text_length(); }
    static void write_text(view v, char *to) { codec::type_id::encode(v, to); }

    [[gnu::always_inline]] static inline int compare(Datum a, Datum b) {
        if (readable(a) && readable(b)) [[likely]]
            return codec::type_id::compare(view_of_varlena(varlena_of(a)), view_of_varlena(varlena_of(b)));
        return compare_detoasted(a, b);
    }
    static bool equal(Datum a, Datum b) { return compare(a, b) == 0; }

    using image_buffer = std::uint8_t[1];
    static std::string_view image(view v, image_buffer &) {
        return {reinterpret_cast<const char *>(v.data), v.size};
    }
    static std::string_view sent(view v, image_buffer &buffer) { return image(v, buffer); }
    static const char *binary_fault(std::string_view octets) {
        if (octets.size() < codec::type_id::min_payload || octets.size() > codec::type_id::max_payload)
            return psprintf("Expected %zu to %zu bytes, got %zu.", codec::type_id::min_payload,
                            codec::type_id::max_payload, octets.size());
        return codec::type_id::valid_prefix(prefix_in(octets))
                   ? nullptr
                   : "The octets in front of the UUID are no type prefix.";
    }
    static Datum receive(std::string_view octets) {
        const std::string_view prefix = prefix_in(octets);
        codec::uuid id;
        std::memcpy(id.bytes, octets.data() + prefix.size(), codec::uuid::size);
        return put(prefix, id);
    }

    // A zero after the prefix, less than any of its symbols: a prefix sorts before those that it begins.
    static constexpr std::size_t min_sorted = codec::type_id::min_payload + 1,
                                 max_sorted = codec::type_id::max_payload + 1;
    using sorted_buffer = std::uint8_t[max_sorted];
    static std::string_view sorted_image(view v, sorted_buffer &buffer) {
        const std::size_t n = v.prefix_length();
        std::memcpy(buffer, v.data, n);
        buffer[n] = 0;
        std::memcpy(buffer + n + 1, v.uuid_octets(), codec::uuid::size);
        return {reinterpret_cast<const char *>(buffer), v.size + 1};
    }
    static Datum of_sorted_image(std::string_view octets) {
        const std::size_t n = octets.size() - min_sorted;
        codec::uuid id;
        std::memcpy(id.bytes, octets.data() + n + 1, codec::uuid::size);
        return put(codec::slice(octets, 0, n), id);
    }

    static bool prefix_range(std::string_view start, Datum *lower, Datum *upper) {
        value low, high;
        if (!codec::type_id::prefix_range(start, low, high))
            return false;
        *lower = put(low);
        *upper = put(high);
        return true;
    }
    static bool starts_with(view v, std::string_view start) {
        char text[max_text];
        write_text(v, text);
        return std::string_view(text, text_length(v)).starts_with(start);
    }
    // The ids whose type prefix is exactly this.
    static bool type_range(std::string_view prefix, Datum *lower, Datum *upper) {
        value low, high;
        if (!codec::type_id::type_range(prefix, low, high))
            return false;
        *lower = put(low);
        *upper = put(high);
        return true;
    }

    static Datum lowest() { return put(codec::type_id::lowest()); }
    static Datum highest() { return put(codec::type_id::highest()); }
    static bool step(Datum d, bool up, Datum *out) {
        const view from = get(d);
        value v;
        v.size = static_cast<std::uint8_t>(from.size);
        std::memcpy(v.octets, from.data, from.size);
        if (!(up ? codec::type_id::increment(v) : codec::type_id::decrement(v)))
            return false;
        *out = put(v);
        return true;
    }

    // The first eight octets of the prefix, padded with zeros: they sort as the prefixes up to ties.
    static std::uint64_t leading_prefix(std::string_view prefix) {
        std::uint8_t octets[8] = {};
        std::memcpy(octets, prefix.data(), min(prefix.size(), sizeof octets));
        return codec::load_be64(octets);
    }
    static double distance(Datum a, Datum b) {
        const view x = get(a), y = get(b);
        const double prefixes =
            static_cast<double>(leading_prefix(prefix_of(y)) - leading_prefix(prefix_of(x)));
        const double uuids = (static_cast<double>(y.high()) - static_cast<double>(x.high())) * 0x1p64 +
                             (static_cast<double>(y.low()) - static_cast<double>(x.low()));
        return max(prefixes * 0x1p128 + uuids, 0.0);
    }

  private:
    static std::string_view prefix_in(std::string_view octets) {
        return codec::slice(octets, 0, octets.size() - codec::uuid::size);
    }
    static const varlena *varlena_of(Datum d) {
        const void *p = DatumGetPointer(d);
        return static_cast<const varlena *>(p);
    }
    // Neither compressed nor out of line: a short header, or a plain one of four octets.
    static bool readable(Datum d) {
        const varlena *p = varlena_of(d);
        return (VARATT_IS_1B(p) && !VARATT_IS_1B_E(p)) || VARATT_IS_4B_U(p);
    }
    static const varlena *plain(Datum d) {
        if (readable(d)) [[likely]]
            return varlena_of(d);
        return pg_detoast_datum_packed(const_cast<varlena *>(varlena_of(d)));
    }
    [[gnu::noinline]] static int compare_detoasted(Datum a, Datum b) {
        return read(a,
                    [b](view x) { return read(b, [x](view y) { return codec::type_id::compare(x, y); }); });
    }
    // A payload of another size than a typeid has was not written by us: a damaged page, or a cast without a
    // function that somebody made.  What lies after it is not to be read.
    static view view_of_varlena(const varlena *p) {
        const auto size = static_cast<std::size_t>(VARSIZE_ANY_EXHDR(p));
        if (size - codec::type_id::min_payload > codec::type_id::max_prefix) [[unlikely]]
            raise_corrupt(size);
        return {reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(p)), size};
    }
    [[noreturn, gnu::cold, gnu::noinline]] static void raise_corrupt(std::size_t size) {
        ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("value of type typeid is damaged"),
                        errdetail("It has %zu bytes; a typeid has %zu to %zu.", size,
                                  codec::type_id::min_payload, codec::type_id::max_payload)));
    }
};

} // namespace base62id::pg
