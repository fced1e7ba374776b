// Input, output, binary form, casts, comparison and hashes of every type, over the traits of type.hpp.
#pragma once

#include "type.hpp"

namespace base62id::pg {

template <id_type T>
Datum in(FunctionCallInfo fcinfo) {
    return T::parse(PG_GETARG_CSTRING(0), fcinfo->context);
}

template <id_type T>
Datum out(FunctionCallInfo fcinfo) {
    const auto &v = T::get(PG_GETARG_DATUM(0));
    const std::size_t n = T::text_length(v);
    auto *s = static_cast<char *>(palloc(n + 1));
    T::write_text(v, s);
    s[n] = '\0';
    PG_RETURN_CSTRING(s);
}

template <id_type T>
Datum recv(FunctionCallInfo fcinfo) {
    auto *buf = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    const int rest = buf->len - buf->cursor;
    return T::receive({pq_getmsgbytes(buf, rest), static_cast<std::size_t>(rest)});
}

// pq_begintypsend would allocate a kilobyte for the few octets we know beforehand.
template <id_type T>
Datum send(FunctionCallInfo fcinfo) {
    typename T::image_buffer buffer;
    const std::string_view image = T::image(T::get(PG_GETARG_DATUM(0)), buffer);
    auto *b = new_text(image.size());
    std::memcpy(VARDATA(b), image.data(), image.size());
    PG_RETURN_BYTEA_P(b);
}

// The cast from text: like the input function, but always a hard error.
template <id_type T>
Datum from_text(FunctionCallInfo fcinfo) {
    return T::parse(text_arg(fcinfo, 0), fcinfo->context);
}

// The cast to text: writes the text once, at its final size.
template <id_type T>
Datum text_datum(Datum d) {
    const auto &v = T::get(d);
    text *t = new_text(T::text_length(v));
    T::write_text(v, VARDATA(t));
    return PointerGetDatum(t);
}
template <id_type T>
Datum to_text(FunctionCallInfo fcinfo) {
    return text_datum<T>(PG_GETARG_DATUM(0));
}

// NULL for a text that is no id.
template <id_type T>
Datum decode(FunctionCallInfo fcinfo) {
    Datum d;
    if (!T::try_parse(text_arg(fcinfo, 0), &d))
        PG_RETURN_NULL();
    return d;
}

template <id_type T>
Datum is_valid(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(T::is_text(text_arg(fcinfo, 0)));
}

// Comparison.
template <id_type T>
int compare_args(FunctionCallInfo fcinfo) {
    return T::compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1));
}
template <id_type T>
Datum eq(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(T::equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}
template <id_type T>
Datum ne(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(!T::equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}
template <id_type T>
Datum lt(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) < 0);
}
template <id_type T>
Datum le(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) <= 0);
}
template <id_type T>
Datum gt(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) > 0);
}
template <id_type T>
Datum ge(FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(compare_args<T>(fcinfo) >= 0);
}
template <id_type T>
Datum cmp(FunctionCallInfo fcinfo) {
    PG_RETURN_INT32(compare_args<T>(fcinfo));
}

// min and max, as aggregate transition functions; both arguments outlive the call.
template <id_type T>
Datum smaller(FunctionCallInfo fcinfo) {
    return PG_GETARG_DATUM(compare_args<T>(fcinfo) <= 0 ? 0 : 1);
}
template <id_type T>
Datum larger(FunctionCallInfo fcinfo) {
    return PG_GETARG_DATUM(compare_args<T>(fcinfo) >= 0 ? 0 : 1);
}

// Frozen: hash partitions and other systems' shards store these values.
template <id_type T>
Datum hash(FunctionCallInfo fcinfo) {
    typename T::image_buffer buffer;
    const std::string_view image = T::image(T::get(PG_GETARG_DATUM(0)), buffer);
    return UInt32GetDatum(
        hash_bytes(reinterpret_cast<const unsigned char *>(image.data()), static_cast<int>(image.size())));
}
template <id_type T>
Datum hash_extended(FunctionCallInfo fcinfo) {
    typename T::image_buffer buffer;
    const std::string_view image = T::image(T::get(PG_GETARG_DATUM(0)), buffer);
    return UInt64GetDatum(hash_bytes_extended(reinterpret_cast<const unsigned char *>(image.data()),
                                              static_cast<int>(image.size()),
                                              static_cast<uint64>(PG_GETARG_INT64(1))));
}

// The measure of brin_minmax_multi.c: how far apart two values are.
template <id_type T>
Datum brin_distance(FunctionCallInfo fcinfo) {
    PG_RETURN_FLOAT8(T::distance(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

} // namespace base62id::pg
