// HINTs for texts that are no ids of a type: what people paste, and what to do about it.
#include "codec/inspect.hpp"

#include "pg/type/error.hpp"

namespace base62id::pg {

using codec::inspect::reading;

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view around = " \t\r\n\f\v'`";
    const std::size_t first = text.find_first_not_of(around), last = text.find_last_not_of(around);
    return first == text.npos ? std::string_view{} : codec::slice(text, first, last - first + 1);
}

static std::string_view copy(std::string_view text) {
    return {pnstrdup(text.data(), text.size()), text.size()};
}

bool meaning_of(std::string_view text, std::string_view system, reading *out) {
    bool known = false;
    codec::inspect::each_reading(text, [&](const reading &r) {
        if (known && (r.system != system || out->system == system))
            return;
        known = true;
        *out = r;
        out->type_prefix = copy(r.type_prefix);
        out->read_as = copy(r.read_as);
    });
    return known;
}

void each_reading(std::string_view text, void (*put)(void *to, const reading &), void *to) {
    codec::inspect::each_reading(text, [put, to](const reading &r) { put(to, r); });
}

int hint_of_empty() { return errhint("Use NULL where there is no id."); }
int hint_of_blanks() {
    return errhint("Write the id without blanks and quotes around it. btrim(text, E' \\t\\r\\n') removes "
                   "blanks from both ends of a text.");
}
int hint_of_spelling(const reading &r) {
    return errhint("%s_normalize() reads it as \"%s\".", r.system.data(), r.read_as.data());
}

// For the text of a uuid, if the type does not read it, or not in this form.
static int hint_of_uuid(std::string_view type) {
    if (type == "uid11")
        return errhint("It is a uuid, which has 128 bits. A uid11 has 64.");
    if (type == "typeid")
        return errhint("It is a uuid. uuid_to_typeid('prefix', '...') makes a typeid of it.");
    if (type == "baseuid")
        return errhint("It is a uuid. baseuid_from_uuid('...') reads those that stand for a baseuid.");
    return errhint("It is a uuid in another form: write '...'::uuid.");
}

int hint_of(std::string_view text, const text_shape &shape) {
    const std::string_view meant = without_blanks(text), type = shape.type;
    if (codec::unquote(meant).empty())
        return hint_of_empty();
    reading r;
    const bool known = meaning_of(meant, type, &r);
    if (known && r.system == type && !r.read_as.empty())
        return hint_of_spelling(r);
    if (meant.size() != text.size())
        return hint_of_blanks();
    if (type == "uid11" && codec::inspect::is_bigint(meant))
        return errhint("Write a number without quotes, and cast it: %s::bigint::uid11.", copy(meant).data());
    if (type == "typeid" && codec::type_id::valid_prefix(meant))
        return errhint("typeid_generate('%s') makes a new id with this type prefix.", copy(meant).data());
    if (!known)
        return 0;
    if (r.system == "uuid")
        return hint_of_uuid(type);
    // Any 11 and any 20 symbols are ids of these.
    if (r.system == "uid11" || r.system == "baseuid" || (r.has_prefix && r.system != "typeid"))
        return 0;
    return errhint("It is the text of a %s.", r.system.data());
}

} // namespace base62id::pg
