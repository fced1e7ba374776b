// What is this id?  For base62id_inspect and base62id_find in SQL, HINTs, and the page of site/.
//
// A text is read as it is, by each system that takes it.  Where none does, it is what somebody has pasted:
// the first id in it (pasted.hpp), read as people spell ids.
#pragma once

#include "base62id.hpp"
#include "base64uuid.hpp"
#include "baseuid.hpp"
#include "broken.hpp"
#include "crockford.hpp"
#include "foreign.hpp"
#include "hex.hpp"
#include "notation.hpp"
#include "pasted.hpp"
#include "reading.hpp"
#include "typeid.hpp"
#include "uid11.hpp"
#include "ulid.hpp"
#include "uuid_fields.hpp"

namespace base62id::codec::inspect {

// --- one system ---

// As people copy a uuid: 36 characters, also in double quotes or braces, or the 32 digits alone.
constexpr bool read_uuid(std::string_view text, uuid &out) noexcept {
    text = unquote(text);
    if (text.size() >= 2 && text.front() == '{' && text.back() == '}')
        text = slice(text, 1, text.size() - 2);
    if (text.size() == hyphenated::text_length)
        return hyphenated::decode_exact(text.data(), out);
    return text.size() == hex::text_length && hex::decode_exact(text.data(), out);
}

// A type prefix, one of the separators, and a complete suffix of Codec.  A TypeID is read as nothing else.
template <fixed_codec Codec>
constexpr bool read_prefixed(std::string_view text, std::string_view separators, typename Codec::value &out,
                             reading &r) noexcept {
    const std::string_view bare = unquote(text);
    if (bare.size() < Codec::text_length + 2)
        return false;
    const std::size_t separator = bare.size() - Codec::text_length - 1;
    r.type_prefix = slice(bare, 0, separator);
    type_id::value typeid_value;
    r.has_prefix = separators.find(bare[separator]) != std::string_view::npos &&
                   type_prefix::valid_prefix(r.type_prefix, prefix_rule::wide_or_none) &&
                   !type_id::decode(text, typeid_value) &&
                   Codec::decode_exact(bare.data() + separator + 1, out);
    return r.has_prefix;
}

template <fixed_codec Codec>
constexpr bool is_text_of_uuid(std::string_view text, std::string_view separators, reading &r) noexcept {
    r.has_uuid = try_decode<Codec>(text, r.uuid) || read_prefixed<Codec>(text, separators, r.uuid, r);
    return r.has_uuid;
}
template <fixed_codec Codec>
constexpr bool is_prefixed(std::string_view text, std::string_view separators, reading &r) noexcept {
    r.has_uuid = read_prefixed<Codec>(text, separators, r.uuid, r);
    return r.has_uuid;
}

// A number after a type prefix has no time of its own: it may be a sequence's, under a mask or not.
constexpr bool is_uid11(std::string_view text, std::string_view separators, reading &r) noexcept {
    r.has_time = try_decode<uid11>(text, r.number);
    r.unix_us = (static_cast<std::int64_t>(xid::time(r.number)) + xid_epoch_ms) * 1000;
    return r.has_time || read_prefixed<uid11>(text, separators, r.number, r);
}

constexpr bool is_typeid(std::string_view text, std::string_view, reading &r) noexcept {
    r.has_uuid = r.has_prefix = static_cast<bool>(type_id::decode(text, r.type_prefix, r.uuid));
    return r.has_uuid;
}

constexpr bool is_baseuid(std::string_view text, std::string_view, reading &r) noexcept {
    baseuid::value v{};
    if (!try_decode<baseuid>(text, v))
        return false;
    r.has_uuid = r.has_time = true;
    r.uuid = baseuid::to_uuid(v);
    r.unix_us = static_cast<std::int64_t>((baseuid::time(v) << baseuid::time_shift) / 1000);
    return true;
}

constexpr bool is_ulid(std::string_view text, std::string_view separators, reading &r) noexcept {
    r.has_time = is_text_of_uuid<ulid>(text, separators, r);
    r.unix_us = static_cast<std::int64_t>(ulid::unix_ms(r.uuid)) * 1000;
    return r.has_time;
}

constexpr bool is_uuid(std::string_view text, std::string_view, reading &r) noexcept {
    r.has_uuid = read_uuid(text, r.uuid);
    return r.has_uuid;
}

// --- canonical texts, in room for any id ---

struct room {
    char symbols[prefixed::max_text] = {};
};

// The type prefix and its separator; how many characters.
constexpr std::size_t write_lead(const reading &r, char *to) noexcept {
    std::size_t n = 0;
    for (const char c : r.type_prefix)
        to[n++] = c;
    if (n != 0)
        to[n++] = type_prefix::separator;
    return n;
}

template <fixed_codec Codec>
constexpr std::size_t write_uuid(const reading &r, char *to) noexcept {
    const std::size_t n = write_lead(r, to);
    Codec::encode(r.uuid, to + n);
    return n + Codec::text_length;
}
constexpr std::size_t write_uid11(const reading &r, char *to) noexcept {
    const std::size_t n = write_lead(r, to);
    uid11::encode(r.number, to + n);
    return n + uid11::text_length;
}
constexpr std::size_t write_baseuid(const reading &r, char *to) noexcept {
    baseuid::value v{};
    if (!baseuid::from_uuid(r.uuid, v))
        return 0;
    baseuid::encode(v, to);
    return baseuid::text_length;
}

// The canonical text of what people meant, or an empty one.
constexpr std::string_view normalize_ulid(std::string_view text, char *to) noexcept {
    uuid v{};
    if (!crockford::read<ulid>(text, v))
        return {};
    ulid::encode(v, to);
    return {to, ulid::text_length};
}
constexpr std::string_view normalize_typeid(std::string_view text, char *to) noexcept {
    type_id::value v;
    if (!crockford::read_typeid<type_id, typeid_suffix>(text, v))
        return {};
    type_id::encode(v, to);
    return {to, type_id::view(v).text_length()};
}

// --- all systems ---

struct id_system {
    std::string_view name;
    bool (*takes)(std::string_view, std::string_view separators, reading &) noexcept;
    std::size_t (*write)(const reading &, char *) noexcept;
    std::string_view (*normalize)(std::string_view, char *) noexcept;
    bool any_word; // any word of the right length may be one
};
inline constexpr id_system systems[] = {
    {"base62id", is_text_of_uuid<base62id>, write_uuid<base62id>, nullptr, false},
    {"base64uuid", is_text_of_uuid<base64uuid>, write_uuid<base64uuid>, nullptr, false},
    {"uid11", is_uid11, write_uid11, nullptr, true},
    {"typeid", is_typeid, write_uuid<typeid_suffix>, normalize_typeid, false},
    {"baseuid", is_baseuid, write_baseuid, nullptr, true},
    {"ulid", is_ulid, write_uuid<ulid>, normalize_ulid, false},
    {"uuid", is_uuid, write_uuid<hyphenated>, nullptr, false},
    {"prefixed uuid", is_prefixed<hyphenated>, write_uuid<hyphenated>, nullptr, false},
    {"prefixed hex", is_prefixed<hex>, write_uuid<hex>, nullptr, false},
};

// As ids are written, and as people write them.
inline constexpr std::string_view own_separator = "_", any_separator = "_- ";

// Calls put(reading) for what one system makes of a text.  `as_found`: it was not the whole text, so its
// canonical text is said.
template <class Put>
constexpr bool take(const id_system &system, std::string_view text, std::string_view separators,
                    bool as_found, Put &&put) noexcept {
    reading r{};
    if (text.empty() || !system.takes(text, separators, r))
        return false;
    room canonical;
    r.system = system.name;
    if (as_found)
        r.read_as = {canonical.symbols, system.write(r, canonical.symbols)};
    if (!r.has_time && r.has_uuid)
        r.has_time = uuid_fields::unix_us(r.uuid, r.unix_us);
    put(r);
    return true;
}

// The readings of a text as it is.  Where all have a type prefix that no TypeID has, as USER_01H4..., it may
// be a TypeID in upper case as well.
template <class Put>
constexpr bool read_exactly(std::string_view text, bool as_found, Put &&put) noexcept {
    bool known = false, doubtful = true;
    for (const id_system &system : systems) {
        if (as_found && system.any_word && !pasted::looks_made(text))
            continue;
        known |= take(system, text, own_separator, as_found, [&](const reading &r) {
            doubtful &= r.has_prefix && !type_prefix::valid_prefix(r.type_prefix);
            put(r);
        });
    }
    if (known && doubtful) {
        room canonical;
        for (const id_system &system : systems)
            if (system.normalize != nullptr)
                take(system, system.normalize(text, canonical.symbols), own_separator, true, put);
    }
    return known;
}

// The readings of a text as people spell ids.  A TypeID whose separator is another one is not also a ULID.
template <class Put>
constexpr bool read_loosely(std::string_view text, Put &&put) noexcept {
    bool known = false, upper = false;
    for (const char c : text)
        upper |= pasted::is_upper(c);
    room canonical;
    for (const id_system &system : systems) {
        if (system.any_word && !pasted::looks_made(text))
            continue;
        const bool spelled =
            system.normalize != nullptr &&
            take(system, system.normalize(text, canonical.symbols), own_separator, true, put);
        if (!spelled && known && !upper && system.name == "ulid")
            continue;
        known |= spelled || take(system, text, any_separator, true, put);
    }
    return known;
}

// "id 01H4...": a word that says what follows is no type prefix.
constexpr bool is_label(std::string_view text) noexcept {
    constexpr std::string_view labels[] = {"id", "uuid", "guid", "ulid", "typeid", "key"};
    std::size_t n = 0;
    while (n < text.size() && text[n] != ' ')
        ++n;
    for (const std::string_view label : labels) {
        bool same = label.size() == n;
        for (std::size_t i = 0; same && i < n; ++i)
            same = crockford::lower(text[i]) == label[i];
        if (same)
            return true;
    }
    return false;
}

// Bytes as PostgreSQL and programs write them, \x0189... or 0x0189..., whose backslash is no part of a word.
constexpr std::string_view without_radix(std::string_view word) noexcept {
    if (word.size() <= hex::text_length)
        return word;
    const std::size_t n = word.size() - hex::text_length;
    const std::string_view radix = slice(word, 0, n);
    return radix == "0x" || radix == "x" ? slice(word, n) : word;
}

// Calls put(reading) for the readings of a part of a text: of all its words as one, in which blanks stand for
// separators or between groups; else word by word, until one is read.  Calls unread(raw, word) for words that
// no system reads.  False if none is.
template <class Put, class Unread>
constexpr bool read_part(std::string_view raw, bool has_blanks, bool all_words, Put &&put,
                         Unread &&unread) noexcept {
    const auto with_found = [&put](std::string_view found) {
        return [&put, found](reading r) {
            r.found = found;
            put(r);
        };
    };
    if (has_blanks) {
        const pasted::word joined(raw);
        if (joined.fits && !is_label(joined.trimmed()) &&
            read_loosely(joined.trimmed(), with_found(pasted::trim(raw))))
            return true;
    }
    bool known = false;
    pasted::part p{};
    for (std::size_t at = 0; (all_words || !known) && pasted::next_part(raw, at, true, p); at = p.end) {
        const std::string_view found = p.of(raw);
        const pasted::word w(found);
        if (!w.fits)
            continue;
        const auto say = with_found(pasted::trim(found));
        const bool read = read_exactly(w.text(), true, with_found(found)) ||
                          read_exactly(without_radix(w.trimmed()), true, say) ||
                          read_loosely(w.trimmed(), say);
        if (!read)
            unread(found, w.trimmed());
        known |= read;
    }
    return known;
}

// Calls put(reading) for each system that takes the text; if none does, for the first id in it.
template <class Put>
constexpr void each_reading(std::string_view text, Put &&put) noexcept {
    if (read_exactly(text, false, put))
        return;
    pasted::part p{};
    for (std::size_t at = 0; pasted::next_part(text, at, false, p); at = p.end)
        if (read_part(p.of(text), p.has_blanks, false, put, [](std::string_view, std::string_view) {}))
            return;
}

// The canonical text of the first id of a system in what was pasted, or an empty one.
template <class Normalize>
constexpr std::string_view normalize(std::string_view text, char *to, Normalize &&read) noexcept {
    if (!is_label(text))
        if (const std::string_view whole = read(text, to); !whole.empty())
            return whole;
    pasted::part run{}, one{};
    for (std::size_t at = 0; pasted::next_part(text, at, false, run); at = run.end) {
        const std::string_view raw = run.of(text);
        const pasted::word joined(raw);
        if (joined.fits && !(run.has_blanks && is_label(joined.trimmed())))
            if (const std::string_view id = read(joined.trimmed(), to); !id.empty())
                return id;
        for (std::size_t from = 0; run.has_blanks && pasted::next_part(raw, from, true, one);
             from = one.end) {
            const pasted::word w(one.of(raw));
            if (!w.fits)
                continue;
            if (const std::string_view id = read(w.trimmed(), to); !id.empty())
                return id;
        }
    }
    return {};
}
constexpr std::string_view normalize_pasted_typeid(std::string_view text, char *to) noexcept {
    return normalize(text, to, normalize_typeid);
}
constexpr std::string_view normalize_pasted_ulid(std::string_view text, char *to) noexcept {
    return normalize(text, to, normalize_ulid);
}

// --- what it may be otherwise ---

// When UUIDs between two of version 7 were made.
constexpr void times_between(const uuid &first, const uuid &last, guess &g) noexcept {
    g.has_time = true;
    g.unix_us = static_cast<std::int64_t>(first.high() >> 16) * 1000;
    g.last_us = static_cast<std::int64_t>(last.high() >> 16) * 1000 + 999;
}

// A suffix that has lost some characters, or has one too many.
template <fixed_codec Codec>
constexpr bool guess_at(std::string_view suffix, std::string_view system, guess &g) noexcept {
    constexpr std::size_t shortest = 3; // of a typeid or ulid: the year
    char symbols[Codec::text_length + 2] = {};
    if (suffix.size() < shortest || suffix.size() > sizeof symbols || suffix.size() == Codec::text_length)
        return false;
    for (std::size_t i = 0; i < suffix.size(); ++i) {
        symbols[i] = crockford::symbol(suffix[i]);
        if (!typeid_suffix::digits::contains(symbols[i]))
            return false;
    }
    const std::string_view folded(symbols, suffix.size());
    g.system = system;
    g.have = suffix.size();
    g.want = Codec::text_length;
    g.is = suffix.size() + 2 < Codec::text_length ? guess::kind::cut_off : guess::kind::miscounted;
    if (g.is == guess::kind::miscounted)
        return true;
    uuid first{}, last{};
    if (!codec::prefix_range<typeid_suffix>(folded, first, last))
        return false;
    times_between(first, last, g);
    return true;
}

// The beginning of a UUID, with its hyphens.
constexpr bool guess_at_uuid(std::string_view text, guess &g) noexcept {
    uuid first{}, last{};
    if (text.size() < 9 || text.size() >= hyphenated::text_length || text[8] != '-' ||
        !codec::prefix_range<hyphenated>(text, first, last))
        return false;
    g.system = "uuid";
    g.have = text.size();
    g.want = hyphenated::text_length;
    g.is = text.size() + 2 < g.want ? guess::kind::cut_off : guess::kind::miscounted;
    // Of version 7, from the digit on that says so; of the time the first 32 bits are known.
    if (text.size() < 15 || text[14] == '7')
        times_between(first, last, g);
    return true;
}

// Calls put(guess) for what a word that no system reads is most likely; false if there is nothing to say.
template <class Put>
constexpr bool guess_word(std::string_view found, std::string_view word, bool alone, Put &&put) noexcept {
    guess g{};
    g.found = found;
    const std::size_t cut = word.rfind(type_prefix::separator);
    const bool prefixed = cut != std::string_view::npos;
    char lead[type_id::max_prefix] = {};
    bool is_typeid = prefixed && cut <= type_id::max_prefix;
    for (std::size_t i = 0; is_typeid && i < cut; ++i)
        lead[i] = crockford::lower(word[i]);
    is_typeid = is_typeid && cut > 0 && type_prefix::valid_prefix({lead, cut});
    const std::string_view suffix = prefixed ? slice(word, cut + 1) : word;
    const bool known =
        (is_typeid && guess_at<typeid_suffix>(suffix, "typeid", g)) ||
        (!prefixed && alone && word.size() >= 8 && word.front() == '0' && guess_at<ulid>(word, "ulid", g)) ||
        guess_at_uuid(suffix, g) || broken::is_nearly(word, alone, g);
    if (known)
        put(g);
    return known;
}

// Calls put(guess) for the other systems whose ids look so.
template <class Put>
constexpr void guess_foreign(std::string_view found, std::string_view word, bool alone, bool ours,
                             Put &&put) noexcept {
    if (!alone && !pasted::looks_made(word))
        return;
    foreign::each_kind(word, [&](const foreign::kind &k) {
        const bool likely = !k.any_word || (alone && pasted::looks_made(word));
        if (!likely || (ours && k.prefixed))
            return;
        guess g{};
        g.is = guess::kind::foreign;
        g.found = found;
        g.system = k.name;
        g.about = k.what;
        g.keep_as = k.keep_as;
        g.has_time = k.has_time;
        g.unix_us = g.last_us = k.unix_ms * 1000;
        put(g);
    });
}

// All that a text says: calls put(reading) for each id in it and each system that reads it, and put(guess)
// for words that may be what is left of one, or another system's.
template <class Put, class Guess>
constexpr void find_each(std::string_view text, Put &&put, Guess &&say) noexcept {
    pasted::part p{}, whole{};
    const bool single =
        pasted::next_part(text, 0, true, whole) && !pasted::next_part(text, whole.end, true, p);
    // A text that is an id as it stands: any word may be one.
    bool exact = false, has_prefix = false;
    read_exactly(text, false, [&](reading r) {
        room canonical;
        for (const id_system &system : systems)
            if (system.name == r.system)
                r.read_as = {canonical.symbols, system.write(r, canonical.symbols)};
        r.found = text;
        exact = true;
        has_prefix |= r.has_prefix;
        put(r);
    });
    if (exact) {
        const pasted::word w(text);
        return guess_foreign(text, w.trimmed(), true, has_prefix, say);
    }
    for (std::size_t at = 0; pasted::next_part(text, at, false, p); at = p.end) {
        std::string_view last;
        read_part(
            p.of(text), p.has_blanks, true,
            [&](const reading &r) {
                put(r);
                if (r.found.data() != last.data() && r.system == "baseuid")
                    guess_foreign(r.found, pasted::word(r.found).trimmed(), single, r.has_prefix, say);
                last = r.found;
            },
            [&](std::string_view found, std::string_view word) {
                const bool ours = guess_word(found, word, single, say);
                guess_foreign(found, word, single, ours, say);
            });
    }
}

} // namespace base62id::codec::inspect
