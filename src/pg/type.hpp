// How values of our types pass through Datums: one traits class for the four fixed-length types and one for
// typeid, with the same members.  Everything above (I/O, comparison, sorting, prefix search) is written once,
// over these.
//
//   shape                       names and sizes for messages
//   parse(text, context)        text -> Datum; on failure a soft or hard 22P02, and 0
//   try_parse(text, &datum)     text -> Datum without an error
//   text_length, write_text     Datum -> text
//   compare(a, b)               -1, 0, 1
//   image(datum, buffer)        the octets that are hashed, sent and received; they sort as the values
//                               (for typeid: among values of one prefix)
//   receive(octets)             from an image; raises 22P03
//   prefix_range(text, lo, hi)  the values whose text starts so
//   lowest, highest, step       ends and neighbours, for skip scans
#pragma once

#include "error.hpp"

namespace base62id::pg {

inline std::string_view view_of(const text *t) {
    return {VARDATA_ANY(t), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(t))};
}

// A text argument, read in place where it has a short header or none too long for a page.
inline std::string_view text_arg(FunctionCallInfo fcinfo, int n) { return view_of(PG_GETARG_TEXT_PP(n)); }

// A new text of exactly `length` octets; the caller writes to VARDATA.
inline text *new_text(std::size_t length) {
    auto *t = static_cast<text *>(palloc(VARHDRSZ + length));
    SET_VARSIZE(t, VARHDRSZ + length);
    return t;
}

// Raises 22P02 for a text that is no id, softly where the caller asked for that.  The text need not end in
// a NUL.
inline Datum reject_text(std::string_view text, codec::result r, const text_shape &shape,
                         [[maybe_unused]] Node *context) {
    ereturn(context, Datum{0}, errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
            errmsg("invalid input syntax for type %s: \"%.*s\"", shape.type, static_cast<int>(text.size()),
                   text.data()),
            detail_of(r, shape));
}

template <codec::fixed_codec Codec, int Bits>
struct fixed_type {
    using codec_type = Codec;
    using value = typename Codec::value;
    static constexpr bool by_value = std::is_integral_v<value>; // 8 octets, passed in the Datum
    static constexpr std::size_t size = sizeof(value);
    static constexpr std::size_t max_image = size;
    static constexpr text_shape shape{Codec::name.data(), static_cast<int>(Codec::text_length), Bits};
    static_assert(std::is_trivially_destructible_v<value>);

    // By reference where the Datum is a pointer: a copy of 15 octets would go through the stack in
    // overlapping words, and each load of it would wait for both stores.
    static decltype(auto) get(Datum d) {
        if constexpr (by_value)
            return static_cast<value>(DatumGetUInt64(d));
        else
            return (*static_cast<const value *>(get_octets(d)));
    }
    static Datum put(const value &v) {
        if constexpr (by_value) {
            return UInt64GetDatum(v);
        } else {
            auto *room = static_cast<value *>(palloc(size));
            *room = v;
            return PointerGetDatum(room);
        }
    }

    // Pointer is char * up to PostgreSQL 18 and void * from 19 on.
    static const void *get_octets(Datum d) { return DatumGetPointer(d); }

    // A value that is passed by reference is decoded where it stays: a copy from the stack would wait for the
    // two stores of its halves.
    static bool try_parse(std::string_view text, Datum *out) {
        if constexpr (by_value) {
            value v;
            if (!codec::try_decode<Codec>(text, v))
                return false;
            *out = put(v);
        } else {
            auto *room = static_cast<value *>(palloc(size));
            *out = PointerGetDatum(room);
            if (!codec::try_decode<Codec>(text, *room)) {
                pfree(room);
                return false;
            }
        }
        return true;
    }
    static Datum parse(std::string_view text, Node *context) {
        Datum d;
        if (try_parse(text, &d)) [[likely]]
            return d;
        return reject_text(text, codec::diagnose<Codec>(text), shape, context);
    }

    static constexpr std::size_t text_length(Datum) { return Codec::text_length; }
    static void write_text(Datum d, char *to) { Codec::encode(get(d), to); }

    static int compare(Datum a, Datum b) {
        using codec::compare;
        return compare(get(a), get(b));
    }
    static bool equal(Datum a, Datum b) { return get(a) == get(b); }

    // Room for the image of a value that is passed in the Datum.
    using image_buffer = std::uint8_t[8];
    static std::string_view image(Datum d, image_buffer &buffer) {
        if constexpr (by_value) {
            codec::store_be64(buffer, get(d));
            return {reinterpret_cast<const char *>(buffer), size};
        } else {
            return {static_cast<const char *>(get_octets(d)), size};
        }
    }
    static Datum receive(std::string_view octets) {
        if (octets.size() != size)
            raise_bad_binary(shape.type, psprintf("Expected %zu octets, got %zu.", size, octets.size()));
        const auto *p = reinterpret_cast<const std::uint8_t *>(octets.data());
        if constexpr (by_value) {
            return put(codec::load_be64(p));
        } else {
            value v;
            std::memcpy(&v, p, size);
            return put(v);
        }
    }

    static bool prefix_range(std::string_view prefix, Datum *lower, Datum *upper) {
        value low{}, high{};
        if (!codec::prefix_range<Codec>(prefix, low, high))
            return false;
        *lower = put(low);
        *upper = put(high);
        return true;
    }

    static Datum lowest() { return put(Codec::lowest); }
    static Datum highest() { return put(Codec::highest); }
    // The next (up) or previous value; false where there is none.
    static bool step(Datum d, bool up, Datum *out) {
        value v = get(d);
        using codec::decrement, codec::increment;
        if (!(up ? increment(v) : decrement(v)))
            return false;
        *out = put(v);
        return true;
    }

    // The leading 64 bits, which sort as the values up to ties.
    static std::uint64_t leading(Datum d) {
        if constexpr (by_value)
            return get(d);
        else
            return get(d).high();
    }
    // b - a for a <= b, as a number of values between.
    static double distance(Datum a, Datum b) {
        if constexpr (by_value) {
            return static_cast<double>(get(b) - get(a));
        } else {
            constexpr double shift = 256.0 * (size == 16 ? 0x1p56 : 0x1p48);
            const value &x = get(a), &y = get(b);
            constexpr std::uint64_t mask = size == 16 ? ~std::uint64_t{0} : (std::uint64_t{1} << 56) - 1;
            return static_cast<double>(y.high() - x.high()) * shift + static_cast<double>(y.low() & mask) -
                   static_cast<double>(x.low() & mask);
        }
    }
};

using base62id_type = fixed_type<codec::base62id, 130>;
using base64uuid_type = fixed_type<codec::base64uuid, 132>;
using uid11_type = fixed_type<codec::uid11, 64>;
using baseuid_type = fixed_type<codec::baseuid, 120>;

inline const codec::uuid &uuid_of(Datum d) { return base62id_type::get(d); }
inline Datum uuid_datum(const codec::uuid &u) { return base62id_type::put(u); }

// On disk a typeid is a varlena with the one-octet header that PostgreSQL gives to short values, then the
// payload of codec/typeid.hpp.  We write that header ourselves; where core has put one of four octets (it
// does so with constants), it packs the value again when it forms a row, which takes storage main.  A row
// that is too long for a page may then compress a typeid or move it out of line: rare, but to be read all the
// same.
struct typeid_type {
    using codec_type = codec::type_id;
    using value = codec::type_id::value;
    using view = codec::type_id::view;
    static constexpr std::size_t max_image = codec::type_id::max_payload;
    static constexpr text_shape shape{"typeid", 0, 128};
    static_assert(std::is_trivially_destructible_v<value>);

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
    static std::string_view prefix_of(Datum d) { return prefix_of(get(d)); }

    // What f makes of the value.  Frees what it detoasts: a sort asks for many keys and comparisons before
    // its memory is given back.
    template <class F>
    static auto read(Datum d, F f) {
        const varlena *p = plain(d);
        const auto made = f(view_of_varlena(p));
        if (p != varlena_of(d)) [[unlikely]]
            pfree(const_cast<varlena *>(p));
        return made;
    }

    // Decodes into the value's own room, as fixed_type does.
    static codec::result try_parse(std::string_view text, Datum *out) {
        std::uint8_t *payload;
        const std::size_t n = codec::type_id::prefix_length_of(text);
        *out = allocate(n, &payload);
        std::string_view prefix;
        const codec::result r =
            codec::type_id::decode(text, prefix, *reinterpret_cast<codec::uuid *>(payload + n));
        if (!r) [[unlikely]]
            pfree(DatumGetPointer(*out));
        else if (n != 0) // without a prefix there is no source to copy from, not even for no octets
            std::memcpy(payload, prefix.data(), n);
        return r;
    }
    static Datum parse(std::string_view text, Node *context) {
        Datum d;
        const codec::result r = try_parse(text, &d);
        if (r) [[likely]]
            return d;
        return reject_text(text, r, shape, context);
    }

    static std::size_t text_length(Datum d) { return get(d).text_length(); }
    static void write_text(Datum d, char *to) { codec::type_id::encode(get(d), to); }

    [[gnu::always_inline]] static inline int compare(Datum a, Datum b) {
        if (readable(a) && readable(b)) [[likely]]
            return codec::type_id::compare(view_of_varlena(varlena_of(a)), view_of_varlena(varlena_of(b)));
        return compare_detoasted(a, b);
    }
    static bool equal(Datum a, Datum b) { return compare(a, b) == 0; }

    using image_buffer = std::uint8_t[1];
    static std::string_view image(Datum d, image_buffer &) {
        const view v = get(d);
        return {reinterpret_cast<const char *>(v.data), v.size};
    }
    static Datum receive(std::string_view octets) {
        if (octets.size() < codec::type_id::min_payload || octets.size() > codec::type_id::max_payload)
            raise_bad_binary(shape.type,
                             psprintf("Expected %zu to %zu octets, got %zu.", codec::type_id::min_payload,
                                      codec::type_id::max_payload, octets.size()));
        const std::string_view prefix = codec::slice(octets, 0, octets.size() - codec::uuid::size);
        if (!codec::type_id::valid_prefix(prefix))
            raise_bad_binary(shape.type, "The octets in front of the UUID are no type prefix.");
        codec::uuid id;
        std::memcpy(id.bytes, octets.data() + prefix.size(), codec::uuid::size);
        return put(prefix, id);
    }

    static bool prefix_range(std::string_view start, Datum *lower, Datum *upper) {
        value low, high;
        if (!codec::type_id::prefix_range(start, low, high))
            return false;
        *lower = put(low);
        *upper = put(high);
        return true;
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
        std::memcpy(octets, prefix.data(), Min(prefix.size(), sizeof octets));
        return codec::load_be64(octets);
    }
    static double distance(Datum a, Datum b) {
        const double prefixes =
            static_cast<double>(leading_prefix(prefix_of(b)) - leading_prefix(prefix_of(a)));
        const double uuids =
            (static_cast<double>(get(b).high()) - static_cast<double>(get(a).high())) * 0x1p64 +
            (static_cast<double>(get(b).low()) - static_cast<double>(get(a).low()));
        return Max(prefixes * 0x1p128 + uuids, 0.0);
    }

  private:
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
    static view view_of_varlena(const varlena *p) {
        return {reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(p)),
                static_cast<std::size_t>(VARSIZE_ANY_EXHDR(p))};
    }
};

} // namespace base62id::pg
