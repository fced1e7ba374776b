// Input, output, binary form, casts, comparison and hashes of every type, over the traits of id_traits.hpp.
//
// Functions that read or write a text take the type as an object, by default an empty one.
#pragma once

#include "pg/type/id_traits.hpp"
#include "pg/settings.hpp"
#include "pg/type/uuid_text.hpp"

namespace base62id::pg {

// A text that is not the type's own.  By value: an address would put a guard on the stack of each caller.
template <id_traits T>
[[gnu::noinline]] Datum parse_other(std::string_view text, Node *context, T type) {
    if constexpr (requires { type.reads_uuid(); }) {
        codec::uuid u;
        if (type.reads_uuid() && parse_uuid_text(codec::unquote(text), &u))
            return uuid_datum(u);
    }
    return type.reject(text, context);
}

// On failure a soft or hard 22P02, and 0.
template <id_traits T>
[[gnu::always_inline]] inline Datum parse(std::string_view text, Node *context, const T &type) {
    Datum d;
    if (type.try_parse(text, &d)) [[likely]]
        return d;
    return parse_other(text, context, type);
}

template <id_traits T>
[[gnu::always_inline]] inline Datum in(FunctionCallInfo fcinfo, const T &type = {}) {
    if constexpr (requires { type.lacks_key(fcinfo->context); })
        if (type.lacks_key(fcinfo->context)) [[unlikely]]
            PG_RETURN_NULL();
    return parse(PG_GETARG_CSTRING(0), fcinfo->context, type);
}

template <id_traits T>
[[gnu::always_inline]] inline Datum out(FunctionCallInfo fcinfo, const T &type = {}) {
    if constexpr (requires { type.reads_uuid(); })
        if (writes_uuid() && type.reads_uuid()) [[unlikely]]
            return uuid_out(fcinfo);
    const auto &v = type.get(PG_GETARG_DATUM(0));
    const std::size_t n = type.text_length(v);
    auto *s = static_cast<char *>(palloc(n + 1));
    type.write_text(v, s);
    s[n] = '\0';
    PG_RETURN_CSTRING(s);
}

template <id_values T>
Datum recv(FunctionCallInfo fcinfo, const T &type = {}) {
    auto *buf = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    const int rest = buf->len - buf->cursor;
    const std::string_view octets(pq_getmsgbytes(buf, rest), static_cast<std::size_t>(rest));
    if (const char *fault = type.binary_fault(octets)) [[unlikely]]
        raise_bad_binary(type.shape().type, fault);
    return type.receive(octets);
}

// pq_begintypsend would allocate a kilobyte for a few octets.
template <id_traits T>
Datum send(FunctionCallInfo fcinfo, const T &type = {}) {
    typename T::image_buffer buffer;
    const std::string_view octets = type.sent(type.get(PG_GETARG_DATUM(0)), buffer);
    auto *b = new_text(octets.size());
    std::memcpy(VARDATA(b), octets.data(), octets.size());
    PG_RETURN_BYTEA_P(b);
}

// The cast from text: like the input function, but always a hard error.
template <id_traits T>
Datum from_text(FunctionCallInfo fcinfo, const T &type = {}) {
    return parse(text_arg(fcinfo, 0), fcinfo->context, type);
}

// The cast to text: writes the text once, at its final size.
template <id_traits T>
Datum text_datum(Datum d, const T &type = {}) {
    const auto &v = type.get(d);
    text *t = new_text(type.text_length(v));
    type.write_text(v, VARDATA(t));
    return PointerGetDatum(t);
}
template <id_traits T>
Datum to_text(FunctionCallInfo fcinfo, const T &type = {}) {
    return text_datum(PG_GETARG_DATUM(0), type);
}

// The cast to name; a longer text is cut off, as name's input does.
template <id_traits T>
Datum to_name(FunctionCallInfo fcinfo, const T &type = {}) {
    const auto &v = type.get(PG_GETARG_DATUM(0));
    char text[T::max_text];
    type.write_text(v, text);
    auto *name = static_cast<Name>(palloc0(sizeof(NameData)));
    std::memcpy(NameStr(*name), text, min(type.text_length(v), std::size_t{NAMEDATALEN - 1}));
    PG_RETURN_NAME(name);
}

// NULL for a text that is no id.
template <id_traits T>
Datum decode(FunctionCallInfo fcinfo, const T &type = {}) {
    Datum d;
    if (!type.try_parse(text_arg(fcinfo, 0), &d))
        PG_RETURN_NULL();
    return d;
}

template <id_traits T>
Datum is_valid(FunctionCallInfo fcinfo, const T &type = {}) {
    PG_RETURN_BOOL(type.is_text(text_arg(fcinfo, 0)));
}

// Comparison.
template <id_values T>
int compare_args(FunctionCallInfo fcinfo) {
    return T::compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1));
}
template <id_values T>
Datum eq(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(T::equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}
template <id_values T>
Datum ne(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(!T::equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}
template <id_values T>
Datum lt(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) < 0);
}
template <id_values T>
Datum le(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) <= 0);
}
template <id_values T>
Datum gt(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) > 0);
}
template <id_values T>
Datum ge(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) >= 0);
}
template <id_values T>
Datum cmp(FunctionCallInfo fcinfo) {
    PG_RETURN_INT32(compare_args<T>(fcinfo));
}

// min and max, as aggregate transition functions; both arguments outlive the call.
template <id_values T>
Datum smaller(FunctionCallInfo fcinfo) {
    return PG_GETARG_DATUM(compare_args<T>(fcinfo) <= 0 ? 0 : 1);
}
template <id_values T>
Datum larger(FunctionCallInfo fcinfo) {
    return PG_GETARG_DATUM(compare_args<T>(fcinfo) >= 0 ? 0 : 1);
}

// Frozen: hash partitions and other systems' shards store these values.
template <id_values T>
Datum hash(FunctionCallInfo fcinfo) {
    typename T::image_buffer buffer;
    const std::string_view image = T::image(T::get(PG_GETARG_DATUM(0)), buffer);
    return UInt32GetDatum(
        hash_bytes(reinterpret_cast<const unsigned char *>(image.data()), static_cast<int>(image.size())));
}
template <id_values T>
Datum hash_extended(FunctionCallInfo fcinfo) {
    typename T::image_buffer buffer;
    const std::string_view image = T::image(T::get(PG_GETARG_DATUM(0)), buffer);
    return UInt64GetDatum(hash_bytes_extended(reinterpret_cast<const unsigned char *>(image.data()),
                                              static_cast<int>(image.size()),
                                              static_cast<uint64>(PG_GETARG_INT64(1))));
}

// The measure of brin_minmax_multi.c: how far apart two values are.
template <id_values T>
Datum brin_distance(FunctionCallInfo fcinfo) {
    PG_RETURN_FLOAT8(T::distance(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

} // namespace base62id::pg
