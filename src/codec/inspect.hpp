// What is this id?  Each system that takes a text, for base62id_inspect in SQL and the page of site/.
#pragma once

#include "base62id.hpp"
#include "base64uuid.hpp"
#include "baseuid.hpp"
#include "crockford.hpp"
#include "reading.hpp"
#include "typeid.hpp"
#include "uid11.hpp"
#include "ulid.hpp"
#include "uuid_fields.hpp"

namespace base62id::codec::inspect {

// As people copy a uuid: 36 characters, also in double quotes or braces, or the 32 digits alone.
constexpr bool read_uuid(std::string_view text, uuid &out) noexcept {
    text = unquote(text);
    if (text.size() >= 2 && text.front() == '{' && text.back() == '}')
        text = slice(text, 1, text.size() - 2);
    if (text.size() != 32 && text.size() != 36)
        return false;
    std::size_t digit = 0;
    out = {};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (text.size() == 36 && (i == 8 || i == 13 || i == 18 || i == 23)) {
            if (c != '-')
                return false;
            continue;
        }
        const char l = crockford::lower(c);
        const int v = c >= '0' && c <= '9' ? c - '0' : l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
        if (v < 0)
            return false;
        out.bytes[digit / 2] = static_cast<std::uint8_t>(out.bytes[digit / 2] << 4 | v);
        ++digit;
    }
    return true;
}

// A type prefix, a separator, and the symbols of Codec.  A TypeID is read as nothing else.
template <fixed_codec Codec>
constexpr bool read_prefixed(std::string_view text, typename Codec::value &out, reading &r) noexcept {
    const std::string_view bare = unquote(text);
    if (bare.size() < Codec::text_length + 2)
        return false;
    const std::size_t separator = bare.size() - Codec::text_length - 1;
    r.type_prefix = slice(bare, 0, separator);
    type_id::value typeid_value;
    r.has_prefix = bare[separator] == type_id::separator && type_id::valid_prefix(r.type_prefix) &&
                   !type_id::decode(text, typeid_value) &&
                   Codec::decode_exact(bare.data() + separator + 1, out);
    return r.has_prefix;
}

template <fixed_codec Codec>
constexpr bool is_text_of_uuid(std::string_view text, reading &r) noexcept {
    r.has_uuid = try_decode<Codec>(text, r.uuid) || read_prefixed<Codec>(text, r.uuid, r);
    return r.has_uuid;
}

// A number after a type prefix has no time of its own: it may be a sequence's, under a mask or not.
constexpr bool is_uid11(std::string_view text, reading &r) noexcept {
    r.has_time = try_decode<uid11>(text, r.number);
    r.unix_us = (static_cast<std::int64_t>(xid::time(r.number)) + xid_epoch_ms) * 1000;
    return r.has_time || read_prefixed<uid11>(text, r.number, r);
}

constexpr bool is_typeid(std::string_view text, reading &r) noexcept {
    r.has_uuid = r.has_prefix = static_cast<bool>(type_id::decode(text, r.type_prefix, r.uuid));
    return r.has_uuid;
}

constexpr bool is_baseuid(std::string_view text, reading &r) noexcept {
    baseuid::value v{};
    if (!try_decode<baseuid>(text, v))
        return false;
    r.has_uuid = r.has_time = true;
    r.uuid = baseuid::to_uuid(v);
    r.unix_us = static_cast<std::int64_t>((baseuid::time(v) << baseuid::time_shift) / 1000);
    return true;
}

constexpr bool is_ulid(std::string_view text, reading &r) noexcept {
    r.has_time = is_text_of_uuid<ulid>(text, r);
    r.unix_us = static_cast<std::int64_t>(ulid::unix_ms(r.uuid)) * 1000;
    return r.has_time;
}

constexpr bool is_uuid(std::string_view text, reading &r) noexcept {
    r.has_uuid = read_uuid(text, r.uuid);
    return r.has_uuid;
}

// The canonical text of what people meant, or an empty one; `room` has place for type_id::max_text symbols.
constexpr std::string_view normalize_ulid(std::string_view text, char *room) noexcept {
    uuid v{};
    if (!crockford::read<ulid>(text, v))
        return {};
    ulid::encode(v, room);
    return {room, ulid::text_length};
}
constexpr std::string_view normalize_typeid(std::string_view text, char *room) noexcept {
    type_id::value v;
    if (!crockford::read_typeid<type_id>(text, v))
        return {};
    type_id::encode(v, room);
    return {room, type_id::view(v).text_length()};
}

struct id_system {
    std::string_view name;
    bool (*takes)(std::string_view, reading &) noexcept;
    std::string_view (*normalize)(std::string_view, char *) noexcept;
};
inline constexpr id_system systems[] = {
    {"base62id", is_text_of_uuid<base62id>, nullptr},
    {"base64uuid", is_text_of_uuid<base64uuid>, nullptr},
    {"uid11", is_uid11, nullptr},
    {"typeid", is_typeid, normalize_typeid},
    {"baseuid", is_baseuid, nullptr},
    {"ulid", is_ulid, normalize_ulid},
    {"uuid", is_uuid, nullptr},
};

// Calls put(reading) for each system that takes the text; if none does, for its reading as people type ids.
template <class Put>
constexpr void each_reading(std::string_view text, Put &&put) noexcept {
    const auto take = [&put](const id_system &system, std::string_view id, bool normalized) {
        reading r{};
        if (id.empty() || !system.takes(id, r))
            return false;
        r.system = system.name;
        if (normalized)
            r.read_as = id;
        if (!r.has_time && r.has_uuid)
            r.has_time = uuid_fields::unix_us(r.uuid, r.unix_us);
        put(r);
        return true;
    };
    bool known = false;
    for (const id_system &system : systems)
        known |= take(system, text, false);
    char room[type_id::max_text] = {};
    for (const id_system &system : systems)
        if (!known && system.normalize != nullptr)
            take(system, system.normalize(text, room), true);
}

} // namespace base62id::codec::inspect
