// What people mean by texts that are no ids of a type: what they paste, and what to do about it.
#include "codec/inspect.hpp"

#include "pg/server/text.hpp"
#include "pg/type/error.hpp"

namespace base62id::pg {

using codec::inspect::guess;
using codec::inspect::reading;

static std::string_view copy(std::string_view text) {
    return {pnstrdup(text.data(), text.size()), text.size()};
}
static int length(std::string_view text) { return static_cast<int>(text.size()); }

std::string_view meaning::canonical(std::string_view text) const {
    return r.read_as.empty() ? codec::unquote(text) : r.read_as;
}

// How near a reading comes to what was wanted.
static int fit_of(const reading &r, std::string_view system, std::string_view prefix) {
    if (r.system != system)
        return 1;
    return r.type_prefix == prefix ? 3 : 2;
}

bool meaning_of(std::string_view text, std::string_view system, std::string_view prefix, meaning *out) {
    int best = 0, systems = 0;
    codec::inspect::each_reading(text, [&](const reading &r) {
        out->sole = ++systems == 1;
        const int fit = fit_of(r, system, prefix);
        if (fit <= best)
            return;
        best = fit;
        out->r = r;
        out->r.type_prefix = copy(r.type_prefix);
        out->r.read_as = copy(r.read_as);
        out->whole = r.found.empty() || r.found == codec::unquote(text);
    });
    return best != 0;
}

void each_reading(std::string_view text, void (*put)(void *to, const reading &), void *to) {
    codec::inspect::each_reading(text, [put, to](const reading &r) { put(to, r); });
}

void find_each(std::string_view text, void (*put)(void *to, const reading &, const guess *), void *to) {
    codec::inspect::find_each(
        text, [put, to](const reading &r) { put(to, r, nullptr); },
        [put, to](const guess &g) { put(to, {}, &g); });
}

static text *text_or_null(std::string_view text) { return text.empty() ? nullptr : new_text(text); }
text *normalize_typeid(std::string_view text) {
    codec::inspect::room room;
    return text_or_null(codec::inspect::normalize_pasted_typeid(text, room.symbols));
}
text *normalize_ulid(std::string_view text) {
    codec::inspect::room room;
    return text_or_null(codec::inspect::normalize_pasted_ulid(text, room.symbols));
}

// --- what all types say ---

int explain_empty() {
    errdetail("The text is empty.");
    return errhint("Use NULL if there is no id.");
}

static bool is_word(std::string_view text, std::string_view lower) {
    bool same = text.size() == lower.size();
    for (std::size_t i = 0; same && i < text.size(); ++i)
        same = codec::crockford::lower(text[i]) == lower[i];
    return same;
}
bool is_keyword(std::string_view text) { return is_word(text, "null") || is_word(text, "default"); }
int hint_of_keyword(std::string_view text) {
    return errhint("Write %s without quotes.", is_word(text, "null") ? "NULL" : "DEFAULT");
}

int explain_surroundings(const meaning &m, std::string_view text) {
    const std::string_view id = m.canonical(text);
    errdetail("There is other text around the id.");
    return errhint("Use the id alone: \"%.*s\".", length(id), id.data());
}

int explain_spelling(std::string_view text, std::string_view canonical) {
    const std::size_t offset = codec::check_quotes(text).offset;
    std::size_t at = 0;
    while (at < canonical.size() && offset + at < text.size() && text[offset + at] == canonical[at])
        ++at;
    if (offset + at < text.size())
        detail_of_character(text, offset + at, "typeid");
    return errhint("typeid_normalize() reads it as \"%.*s\".", length(canonical), canonical.data());
}

int hint_of_cut_off() { return errhint("Check whether it was cut off."); }
int hint_of_other_reading() { return errhint("base62id_inspect() shows what it may be."); }

bool hints_at_foreign(std::string_view text) {
    const char *name = nullptr;
    codec::foreign::each_kind(text, [&name](const codec::foreign::kind &k) {
        if (name == nullptr && !k.any_word && k.name != codec::foreign::prefixed_id)
            name = k.name.data();
    });
    if (name != nullptr)
        errhint("It may be another system's id: %s.", name);
    return name != nullptr;
}

// --- typeid, and the types of fixed length ---

// Of a UUID, where the type does not read its text, or not in this form.
static int explain_uuid(const meaning &m, std::string_view text, const text_shape &shape) {
    const std::string_view type = shape.type, id = m.canonical(text);
    if (shape.bits == 64)
        return errdetail("This is a UUID, but a %s has 64 bits.", shape.type);
    errdetail("This is a UUID.");
    codec::baseuid::value v;
    if (type == "typeid")
        return errhint("Choose a type prefix: uuid_to_typeid('user', '%.*s').", length(id), id.data());
    if (type == "baseuid")
        return codec::baseuid::from_uuid(m.r.uuid, v)
                   ? errhint("Convert it: baseuid_from_uuid('%.*s').", length(id), id.data())
                   : 0;
    return errhint("Cast it: '%.*s'::uuid::%s.", length(id), id.data(), shape.type);
}

// Of another system's id of 128 bits, where a cast leads from it to this type.
static bool explain_other_system(const meaning &m, std::string_view text, const text_shape &shape) {
    const std::string_view id = m.canonical(text), type = shape.type;
    const bool family = type == "base62id" || type == "base64uuid" || type == "ulid";
    if (m.r.system == type || !family)
        return false;
    if (m.r.system == "typeid") {
        errdetail("This is a TypeID.");
        errhint("Cast it: '%.*s'::typeid::uuid::%s.", length(id), id.data(), shape.type);
        return true;
    }
    // A text may be a base62id and a base64uuid, of two UUIDs.
    if (m.r.has_prefix || (m.r.system != "ulid" && !(m.r.system == "base62id" && m.sole && m.whole)))
        return false;
    errdetail("This is a %s.", m.r.system == "ulid" ? "ULID" : "base62id");
    errhint("Cast it: '%.*s'::%s::%s.", length(id), id.data(), m.r.system.data(), shape.type);
    return true;
}

static bool has_bad_length(codec::result r) {
    return r.code == codec::status::bad_length || r.code == codec::status::bad_suffix_length;
}

// Where no system reads the text, or only systems from which nothing leads to this type.
static int hint_of_unread(std::string_view text, codec::result r, const text_shape &shape,
                          bool read_by_another) {
    const std::string_view type = shape.type, bare = codec::unquote(text);
    if (shape.bits == 64 && codec::inspect::is_bigint(bare))
        return errhint("Write the number without quotes, and cast it: %.*s::bigint::%s.", length(bare),
                       bare.data(), shape.type);
    if (type == "typeid" && !bare.empty() && codec::type_id::valid_prefix(bare))
        return errhint("typeid_generate('%.*s') generates an id with this type prefix.", length(bare),
                       bare.data());
    if (hints_at_foreign(bare))
        return 0;
    if (read_by_another && has_bad_length(r))
        return hint_of_other_reading();
    const bool number = r.code == codec::status::overflow || r.code == codec::status::bad_prefix_bits;
    if (number && (type == "base62id" || type == "uid11"))
        return errhint("Upper and lower case differ. Check that nothing changed them.");
    const int wanted = shape.characters;
    const bool short_of_some = wanted != 0 && length(bare) < wanted && length(bare) > wanted / 2;
    return r.code == codec::status::bad_length && short_of_some ? hint_of_cut_off() : 0;
}

// Where a system reads the text; false if that says nothing about this type.
static bool explain_reading(const meaning &m, std::string_view text, codec::result r,
                            const text_shape &shape) {
    const std::string_view type = shape.type;
    const bool spelled = m.r.system == type && (!m.whole || !m.r.read_as.empty());
    if (!spelled && m.r.system != "uuid")
        return explain_other_system(m, text, shape);
    if (!spelled)
        explain_uuid(m, text, shape);
    else if (!m.whole)
        explain_surroundings(m, text);
    else if (type == "typeid")
        explain_spelling(text, m.r.read_as);
    else {
        detail_of(text, r, type);
        errhint("%s_normalize() reads it as \"%.*s\".", shape.type, length(m.r.read_as), m.r.read_as.data());
    }
    return true;
}

int explain(std::string_view text, codec::result r, const text_shape &shape) {
    const std::string_view bare = codec::unquote(text), type = shape.type;
    if (bare.empty())
        return explain_empty();
    meaning m;
    if (is_keyword(bare)) {
        detail_of(text, r, type);
        return hint_of_keyword(bare);
    }
    const bool found = meaning_of(text, type, {}, &m);
    if (r.code == codec::status::empty_prefix) {
        detail_of(text, r, type);
        const std::string_view id = found ? m.canonical(text) : std::string_view();
        return found && m.r.system == type ? errhint("Use the id alone: \"%.*s\".", length(id), id.data())
                                           : 0;
    }
    if (found && explain_reading(m, text, r, shape))
        return 0;
    const bool read_by_another = found && m.is_telling();
    if (has_bad_length(r) && details_non_ascii(text, type))
        return hint_of_unread(text, r, shape, read_by_another);
    // Of a TypeID the length of the whole is what its reader can count.
    const std::size_t cut = bare.rfind('_');
    if (r.code == codec::status::bad_suffix_length && cut != bare.npos) {
        errdetail("A TypeID with the type prefix \"%.*s\" has %d characters, but this text has %d.",
                  static_cast<int>(cut), bare.data(), static_cast<int>(cut) + 27, characters_of(bare));
        return r.position < 26 ? hint_of_cut_off() : 0;
    }
    if (r.code == codec::status::bad_suffix_length)
        errdetail("A TypeID has a type prefix, _ and 26 characters.");
    else
        detail_of(text, r, type);
    return hint_of_unread(text, r, shape, read_by_another);
}

} // namespace base62id::pg
