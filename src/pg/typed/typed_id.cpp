#include "codec/notations.hpp"
#include "codec/uuidv47.hpp"

#include "pg/typed/typed_id.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/systems/typeid_traits.hpp"
#include "pg/type/uuid_text.hpp"

namespace base62id::pg {

using codec::uuidv47;

static_assert(std::is_trivially_destructible_v<typed_id>);

// --- what a type is, as text ---

constexpr std::string_view notation_option = "notation=", mask_option = "mask=",
                           accept_option = "accept=uuid";

std::string_view take_word(std::string_view *rest) {
    const std::size_t space = rest->find(' ');
    const bool last = space == std::string_view::npos;
    const std::string_view word = last ? *rest : codec::slice(*rest, 0, space);
    *rest = last ? std::string_view{} : codec::slice(*rest, space + 1);
    return word;
}

const notation *find_notation(std::string_view name) { return codec::find_notation(name); }

const char *notation_names() {
    StringInfoData s;
    initStringInfo(&s);
    for (const notation &n : codec::notations)
        appendStringInfo(&s, "%s%s", s.len == 0 ? "" : ", ", n.name);
    return s.data;
}

void typed_id::set(std::string_view prefix, const notation *how, bool accepts) {
    prefixed::set(prefix, how);
    accepts_uuid = accepts;
    masked = false;
    fingerprint = 0;
    cipher = {};
}

bool typed_id::declare(std::string_view declared) {
    std::string_view rest = declared, word = take_word(&rest), prefix;
    if (word.find('=') == std::string_view::npos) { // a type prefix has none
        prefix = word;
        word = take_word(&rest);
    }
    const notation *how = codec::notations;
    if (word.starts_with(notation_option)) {
        how = find_notation(codec::slice(word, notation_option.size()));
        word = take_word(&rest);
    }
    if (how == nullptr || !codec::type_id::valid_prefix(prefix))
        return false;
    set(prefix, how, false);
    if (word.starts_with(mask_option)) {
        std::uint8_t octets[sizeof fingerprint] = {};
        masked = read_hex(codec::slice(word, mask_option.size()), octets, sizeof octets);
        fingerprint = codec::load_be64(octets);
        word = take_word(&rest);
    }
    accepts_uuid = word == accept_option;
    return declaration() == declared && !(is_number() && accepts_uuid);
}

const char *typed_id::declaration() const {
    StringInfoData s;
    initStringInfo(&s);
    const auto space = [&s] {
        if (s.len > 0)
            appendStringInfoChar(&s, ' ');
    };
    appendBinaryStringInfo(&s, symbols, prefix_size);
    if (!writes_typeid) {
        space();
        appendStringInfo(&s, "%s%s", notation_option.data(), written->name);
    }
    if (masked) {
        space();
        appendStringInfo(&s, "%s%s", mask_option.data(), digest_text(fingerprint));
    }
    if (accepts_uuid) {
        space();
        appendStringInfoString(&s, accept_option.data());
    }
    return s.data;
}

// --- masks ---

// Without a context, always an error.
[[gnu::cold, gnu::noinline]] static bool no_key(const typed_id &id, const mask_keys &keys,
                                                [[maybe_unused]] Node *context) {
    const char *there = keys.fault != nullptr ? keys.fault
                        : keys.count == 0     ? "There are no keys in that file."
                                              : psprintf("The keys that are there have the fingerprints %s.",
                                                         list_mask_keys(keys));
    ereturn(context, true, errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
            errmsg("mask key for type %s is not available", format_type_be(id.type)),
            errdetail_internal("Its fingerprint is %s. %s", digest_text(id.fingerprint), there),
            errhint("Add the key to the file that base62id.mask_key_file names, and reload the "
                    "server's configuration."));
}

[[gnu::cold, gnu::noinline]] static const mask_key *read_key_of(const typed_id &id) {
    const mask_keys keys = current_mask_keys();
    const mask_key *key = find_mask_key(id.fingerprint);
    if (key == nullptr)
        (void)no_key(id, keys, nullptr);
    return key;
}

[[gnu::always_inline]] static inline const codec::siphash &key_of(const typed_id &id) {
    const mask_key *key = find_mask_key(id.fingerprint);
    if (key == nullptr) [[unlikely]]
        key = read_key_of(id);
    return key->keyed;
}

// Text cannot be read as such, and octets must not be stored or shown as such.
[[noreturn, gnu::cold, gnu::noinline]] static void raise_other_version(const typed_id &id,
                                                                       const codec::uuid &v, int wanted) {
    const int found = codec::version_of(v);
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid cannot be a %s", format_type_be(id.type)),
             found == 0 ? errdetail("It must be of version %d, but it has no version.", wanted)
                        : errdetail("It must be of version %d, but it is of version %d.", wanted, found)));
}

// The other side of a UUID, which must have that version.
[[gnu::always_inline]] static inline codec::uuid other_side(const typed_id &id, const codec::uuid &v,
                                                            int version) {
    if (!uuidv47::is_of(v, version)) [[unlikely]]
        raise_other_version(id, v, version);
    return uuidv47::other_side(v, key_of(id));
}

codec::uuid typed_id::facade_of(const codec::uuid &v) const {
    return other_side(*this, v, uuidv47::inside_version);
}
codec::uuid typed_id::inside_of(const codec::uuid &facade) const {
    return other_side(*this, facade, uuidv47::facade_version);
}
void typed_id::write_facade(const codec::uuid &v, char *to) const {
    if (writes_typeid) [[likely]]
        write_typeid(other_side(*this, v, uuidv47::inside_version), to);
    else
        write_other_facade(v, to);
}
[[gnu::noinline]] void typed_id::write_other_facade(const codec::uuid &v, char *to) const {
    write(facade_of(v), to);
}
void typed_id::check_inside(const codec::uuid &v) const {
    if (!uuidv47::is_of(v, uuidv47::inside_version)) [[unlikely]]
        raise_other_version(*this, v, uuidv47::inside_version);
}

bool typed_id::reports_no_key(Node *context) const {
    const mask_keys keys = current_mask_keys();
    return find_mask_key(fingerprint) == nullptr && no_key(*this, keys, context);
}

void typed_id::find_cipher() const { cipher.find(*read_key_of(*this), prefix()); }
std::uint64_t typed_id::facade_by_found(std::uint64_t v) const {
    find_cipher();
    return cipher.encrypt(v);
}
std::uint64_t typed_id::inside_by_found(std::uint64_t facade) const {
    find_cipher();
    return cipher.decrypt(facade);
}

bool typed_id::unmask(codec::uuid &v) const {
    if (!uuidv47::is_of(v, uuidv47::facade_version)) [[unlikely]]
        return false;
    v = uuidv47::other_side(v, key_of(*this));
    return true;
}

const char *typed_id::facade_fault(const codec::uuid &v) {
    return uuidv47::is_of(v, uuidv47::facade_version)
               ? nullptr
               : psprintf("They are no UUID of version %d, as all masked ids are outside of the server.",
                          uuidv47::facade_version);
}

// --- text ---

bool typed_id::decode_uuid(std::string_view text, codec::uuid &out) const {
    return accepts_uuid && parse_uuid_text(codec::unquote(text), &out);
}

// "the type prefix "user"", for a DETAIL.
static const char *named(std::string_view prefix) {
    if (prefix.empty())
        return "no type prefix";
    return psprintf("the type prefix \"%.*s\"", static_cast<int>(prefix.size()), prefix.data());
}

int typed_id::other_prefix_detail(std::string_view other) const {
    return errdetail("Ids of type %s have %s, but this one has %s.", format_type_be(type), named(prefix()),
                     named(other));
}

Datum typed_id::from_typeid(Datum d) const {
    const codec::type_id::view id = typeid_traits::get(d);
    const std::string_view other = typeid_traits::prefix_of(id);
    if (other != prefix())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("type prefix of the typeid is not that of type %s", format_type_be(type)),
                        other_prefix_detail(other),
                        prefix().empty() ? 0
                                         : errhint("typeid_generate('%.*s') makes an id of type %s.",
                                                   int{prefix_size}, symbols, format_type_be(type))));
    return uuid_datum(stored(id.id()));
}
Datum typed_id::to_typeid(Datum id) const { return typeid_traits::put(prefix(), shown(uuid_of(id))); }

// Why a text with a suffix of another notation than TypeID's is no id.
int typed_id::suffix_detail(std::string_view text) const {
    const auto [bare, offset, fault] = codec::check_quotes(text);
    if (detail_for_any(text, written->name))
        return 0;
    if (!fault)
        return detail_of(text, fault, shape());
    if (!bare.starts_with(lead()))
        return errdetail("Ids of type %s begin with \"%.*s\".", format_type_be(type),
                         static_cast<int>(lead_size), symbols);
    const std::string_view suffix = codec::slice(bare, lead_size);
    if (suffix.size() != suffix_size)
        return errdetail("Ids of type %s have %d symbols after the type prefix, but this text has %d there.",
                         format_type_be(type), suffix_size, static_cast<int>(suffix.size()));
    codec::result r = written->diagnose(suffix);
    r.position += offset + lead_size;
    return detail_of(text, r, {written->name, static_cast<int>(suffix_size), written->bits});
}

// Calls errdetail(), and errhint() where there is one.
int typed_id::explain(std::string_view text) const {
    std::string_view other;
    codec::uuid v;
    if (!is_number() && (read(text, v) || decode_uuid(text, v)))
        return errdetail(
            "The symbols spell a UUID that is not of version %d, as all masked ids are outside of "
            "the server.",
            uuidv47::facade_version);
    if (!writes_typeid)
        suffix_detail(text);
    else if (const codec::result r = codec::type_id::decode(text, other, v); !r)
        detail_of(text, r, shape());
    else
        other_prefix_detail(other);
    return hint(text);
}

Datum typed_id::reject(std::string_view text, [[maybe_unused]] Node *context) const {
    ereturn(context, Datum{0}, errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
            errmsg("invalid input syntax for type %s: \"%.*s\"", format_type_be(type),
                   static_cast<int>(text.size()), text.data()),
            explain(text));
}

} // namespace base62id::pg
