#include "codec/base62id.hpp"
#include "codec/base64uuid.hpp"
#include "codec/typeid.hpp"
#include "codec/ulid.hpp"

#include "pg/typed/notation.hpp"

namespace base62id::pg {

namespace {

template <codec::fixed_codec Codec>
constexpr notation row(const char *name, codec::like_texts texts, const char *like_symbol) {
    static_assert(std::is_same_v<typename Codec::value, codec::uuid>);
    static_assert(Codec::lowest == codec::uuid{} && Codec::highest == codec::uuid::filled(0xff));
    return {name,
            Codec::text_length,
            Codec::encode,
            Codec::decode_exact,
            codec::diagnose<Codec>,
            codec::prefix_range<Codec>,
            codec::starts_with<Codec>,
            texts,
            like_symbol};
}

// A type prefix is of lower-case letters, so all other texts have letters of both cases.  Where the first
// symbol of a suffix is always a digit, _ in front of it is the separator, as in a TypeID.
constexpr codec::like_texts of_typeid{codec::letter_case::lower, true},
    mixed{codec::letter_case::mixed, false}, mixed_digit_first{codec::letter_case::mixed, true};
static_assert(codec::text_of<codec::ulid>(codec::ulid::highest).chars[0] <= '9');

} // namespace

const notation notations[] = {
    row<codec::typeid_suffix>("typeid", of_typeid, "typeid"),
    row<codec::ulid>("ulid", mixed_digit_first, "base62id"),
    row<codec::base62id>("base62id", mixed, "base62id"),
    row<codec::base64uuid>("base64uuid", mixed, "base62id"),
};
const int notation_count = lengthof(notations);

const notation *find_notation(std::string_view name) {
    for (const notation &n : notations)
        if (n.name == name)
            return &n;
    return nullptr;
}

const char *notation_names() {
    StringInfoData s;
    initStringInfo(&s);
    for (const notation &n : notations)
        appendStringInfo(&s, "%s%s", s.len == 0 ? "" : ", ", n.name);
    return s.data;
}

} // namespace base62id::pg
