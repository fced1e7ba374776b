// How values of our types pass through Datums: traits, which everything above (I/O, comparison, sorting,
// prefix search) is written over.  fixed_values are values of a fixed size, fixed_traits gives them the texts
// of a codec; typeid_traits.hpp has those of typeid, values.hpp those of id types.
#pragma once

#include <concepts>

#include "codec/codec.hpp"
#include "codec/like_pattern.hpp"

#include "pg/type/error.hpp"
#include "pg/server/text.hpp"

namespace base62id::pg {

// What src/pg asks of a type.  Values, their octets and their order belong to the C++ type; texts belong to
// an object of it.  The types of C functions are empty objects, an id type is one that holds its type prefix.
//
// Some types have more: reads_uuid(), whether input also takes the text of a uuid and base62id.output applies
// (uuid_text.hpp); type_range() and share_of_type for searches by type prefix; lacks_key() (id_type.hpp).
template <class T>
concept id_values = requires(Datum d, Datum *to, std::string_view octets, bool up,
                             typename T::image_buffer &buffer, typename T::sorted_buffer &sorted) {
    typename T::value;
    // How abbreviated keys are made (sort.hpp); void if the Datum itself sorts.
    typename T::sort_key;
    // Opens a value, also a compressed or external one; valid as long as the Datum and the memory context.
    T::get(d);
    // As pg_type has them.
    { T::type_length } -> std::convertible_to<std::int16_t>;
    { T::by_value } -> std::convertible_to<bool>;
    { T::compare(d, d) } -> std::same_as<int>; // -1, 0, 1
    { T::equal(d, d) } -> std::same_as<bool>;
    // The octets that are hashed; they sort as the values (of typeid: among values of one type prefix).
    { T::image(T::get(d), buffer) } -> std::same_as<std::string_view>;
    // Octets that sort as all the values do, from min_sorted to max_sorted of them: what GiST keeps.
    { T::sorted_image(T::get(d), sorted) } -> std::same_as<std::string_view>;
    { T::of_sorted_image(octets) } -> std::same_as<Datum>;
    { T::min_sorted } -> std::convertible_to<std::size_t>;
    { T::max_sorted } -> std::convertible_to<std::size_t>;
    // Ends and neighbours for skip scans, and b - a for BRIN.
    { T::lowest() } -> std::same_as<Datum>;
    { T::highest() } -> std::same_as<Datum>;
    { T::step(d, up, to) } -> std::same_as<bool>;
    { T::distance(d, d) } -> std::same_as<double>;
};
template <class T>
concept id_traits = id_values<T> && requires(const T &type, Datum d, Datum *to, std::string_view text,
                                             char *chars, Node *context, typename T::image_buffer &buffer) {
    { T::max_text } -> std::convertible_to<std::size_t>;
    // What statistics of the type's own say of a search: a share_function, or nullptr.
    T::share_of_start;
    { type.shape() } -> std::same_as<text_shape>;
    // Text to Datum, false for a text that is no id; reject() says why: a soft or hard 22P02, and 0.
    static_cast<bool>(type.try_parse(text, to));
    { type.reject(text, context) } -> std::same_as<Datum>;
    { type.is_text(text) } -> std::same_as<bool>;
    { type.text_length(T::get(d)) } -> std::same_as<std::size_t>;
    type.write_text(T::get(d), chars);
    // The octets that are sent, what is wrong with octets that were received (a DETAIL, or nullptr), and the
    // Datum of those with which nothing is wrong.
    { type.sent(T::get(d), buffer) } -> std::same_as<std::string_view>;
    { type.binary_fault(text) } -> std::same_as<const char *>;
    { type.receive(text) } -> std::same_as<Datum>;
    // The closed range of values whose text starts so; false if there are none.
    { type.prefix_range(text, to, to) } -> std::same_as<bool>;
    { type.starts_with(T::get(d), text) } -> std::same_as<bool>;
    { type.like() } -> std::same_as<codec::like_texts>;
};

// The fraction of a column's non-null rows that match `text`, by a type's own statistics (see
// typeid.cpp), or a negative number if there are none.  `in_range` is the fraction by the histogram.
using share_function = double (*)(HeapTuple statistics, Oid type, std::string_view text, double in_range);

// Abbreviated keys of a fixed-length type: its leading 64 bits.
template <class T>
struct leading_bits {
    std::uint64_t key(Datum d) { return T::get(d).high(); }
};

// Raises 22P02 for a text that is no id, softly if the caller asked for that.  The text needs no NUL.
inline Datum reject_text(std::string_view text, codec::result r, const text_shape &shape,
                         [[maybe_unused]] Node *context) {
    ereturn(context, Datum{0}, errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
            errmsg("invalid input syntax for type %s: \"%.*s\"", shape.type, static_cast<int>(text.size()),
                   text.data()),
            explain(text, r, shape));
}

// Values of a fixed size: 8 octets that are a number, or 15 or 16 octets.
template <class Value>
struct fixed_values {
    using value = Value;
    static constexpr bool by_value = std::is_integral_v<value>; // passed in the Datum
    static constexpr std::size_t size = sizeof(value);
    static constexpr std::int16_t type_length = size;
    using sort_key = std::conditional_t<by_value, void, leading_bits<fixed_values>>;
    static_assert(std::is_trivially_destructible_v<value>);

    // A reference if the Datum is a pointer: a copy of 15 octets would go through the stack in overlapping
    // words, and each load would wait for both stores.
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

    // The Datum of what `decode` reads, if it reads something.  A value that is passed by reference is
    // decoded in place: a copy from the stack would wait for the two stores of its halves.
    template <class Decode>
    [[gnu::always_inline]] static inline bool try_put(Datum *out, Decode decode) {
        if constexpr (by_value) {
            value v;
            if (!decode(v)) [[unlikely]]
                return false;
            *out = put(v);
        } else {
            auto *room = static_cast<value *>(palloc(size));
            *out = PointerGetDatum(room);
            if (!decode(*room)) [[unlikely]] {
                pfree(room);
                return false;
            }
        }
        return true;
    }
    static int compare(Datum a, Datum b) {
        using codec::compare;
        return compare(get(a), get(b));
    }
    static bool equal(Datum a, Datum b) { return get(a) == get(b); }

    using image_buffer = std::uint8_t[size];
    static std::string_view image(const value &v, [[maybe_unused]] image_buffer &buffer) {
        if constexpr (by_value) {
            codec::store_be64(buffer, v);
            return {reinterpret_cast<const char *>(buffer), size};
        } else {
            return {reinterpret_cast<const char *>(v.bytes), size};
        }
    }
    static std::string_view sent(const value &v, image_buffer &buffer) { return image(v, buffer); }
    static const char *binary_fault(std::string_view octets) {
        return octets.size() == size ? nullptr
                                     : psprintf("Expected %zu bytes, got %zu.", size, octets.size());
    }
    static value value_of(std::string_view octets) {
        value v;
        std::memcpy(&v, octets.data(), size);
        if constexpr (by_value)
            v = codec::load_be64(reinterpret_cast<const std::uint8_t *>(octets.data()));
        return v;
    }
    static Datum receive(std::string_view octets) { return put(value_of(octets)); }

    using sorted_buffer = image_buffer;
    static constexpr std::size_t min_sorted = size, max_sorted = size;
    static std::string_view sorted_image(const value &v, sorted_buffer &buffer) { return image(v, buffer); }
    static Datum of_sorted_image(std::string_view octets) { return receive(octets); }

    static constexpr value least{};
    static constexpr value greatest = [] {
        if constexpr (by_value)
            return std::numeric_limits<value>::max();
        else
            return value::filled(0xff);
    }();
    static Datum lowest() { return put(least); }
    static Datum highest() { return put(greatest); }
    // The next (up) or previous value; false if there is none.
    static bool step(Datum d, bool up, Datum *out) {
        value v = get(d);
        using codec::decrement, codec::increment;
        if (!(up ? increment(v) : decrement(v)))
            return false;
        *out = put(v);
        return true;
    }

    // b - a for a <= b, as a number of values between.
    static double distance(Datum a, Datum b) {
        if constexpr (by_value) {
            return static_cast<double>(get(b) - get(a));
        } else {
            // Of 15 octets, the last eight overlap the first eight by one.
            constexpr int low_bits = size == 16 ? 64 : 56;
            constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - low_bits);
            constexpr double weight = size == 16 ? 0x1p64 : 0x1p56;
            const value &x = get(a), &y = get(b);
            return static_cast<double>(y.high() - x.high()) * weight + static_cast<double>(y.low() & mask) -
                   static_cast<double>(x.low() & mask);
        }
    }
};

template <codec::fixed_codec Codec>
struct fixed_traits : fixed_values<typename Codec::value> {
    using fixed = fixed_values<typename Codec::value>;
    using typename fixed::value;
    static constexpr std::size_t max_text = Codec::text_length;
    static constexpr share_function share_of_start = nullptr;
    static_assert(Codec::lowest == fixed::least && Codec::highest == fixed::greatest);

    static constexpr text_shape shape() {
        return {Codec::name.data(), static_cast<int>(max_text), Codec::text_bits};
    }
    static constexpr codec::like_texts like() { return {codec::letters_of(Codec::symbols), false}; }

    static bool try_parse(std::string_view text, Datum *out) {
        return fixed::try_put(out, [text](value &v) { return codec::try_decode<Codec>(text, v); });
    }
    static Datum reject(std::string_view text, Node *context) {
        return reject_text(text, codec::diagnose<Codec>(text), shape(), context);
    }

    static bool is_text(std::string_view text) {
        value v;
        return codec::try_decode<Codec>(text, v);
    }

    static constexpr std::size_t text_length(const value &) { return max_text; }
    static void write_text(const value &v, char *to) { Codec::encode(v, to); }

    static bool prefix_range(std::string_view prefix, Datum *lower, Datum *upper) {
        value low{}, high{};
        if (!codec::prefix_range<Codec>(prefix, low, high))
            return false;
        *lower = fixed::put(low);
        *upper = fixed::put(high);
        return true;
    }

    static bool starts_with(const value &v, std::string_view prefix) {
        return codec::starts_with<Codec>(v, prefix);
    }
};

// A uuid of PostgreSQL's is our octets: in a Datum as its type keeps it.
using uuid_values = fixed_values<codec::uuid>;
inline const codec::uuid &uuid_of(Datum d) { return uuid_values::get(d); }
inline Datum uuid_datum(const codec::uuid &u) { return uuid_values::put(u); }

} // namespace base62id::pg
