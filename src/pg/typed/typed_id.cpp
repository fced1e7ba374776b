#include "codec/notations.hpp"
#include "codec/speck64.hpp"
#include "codec/uuidv47.hpp"

#include "pg/typed/typed_id.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/systems/uuid_functions.hpp"

namespace base62id::pg {

using codec::uuidv47;

static_assert(std::is_trivially_destructible_v<typed_id>);

// --- what a type is, as text ---

namespace {

constexpr std::string_view notation_option = "notation=", mask_option = "mask=",
                           accept_option = "accept=uuid";

// Removes the first word, and returns it; one space separates words.
std::string_view take_word(std::string_view *rest) {
    const std::size_t space = rest->find(' ');
    const bool last = space == std::string_view::npos;
    const std::string_view word = last ? *rest : codec::slice(*rest, 0, space);
    *rest = last ? std::string_view{} : codec::slice(*rest, space + 1);
    return word;
}

bool read_fingerprint(std::string_view digits, std::uint64_t *out) {
    *out = 0;
    for (const char c : digits) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        *out = *out << 4 | static_cast<std::uint64_t>(digit);
    }
    return digits.size() == 2 * sizeof *out;
}

} // namespace

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
    const auto next = [&rest, &word] { word = take_word(&rest); };
    if (word.find('=') == std::string_view::npos) { // a type prefix has none
        prefix = word;
        next();
    }
    const notation *how = codec::notations;
    if (word.starts_with(notation_option)) {
        how = find_notation(codec::slice(word, notation_option.size()));
        next();
    }
    if (how == nullptr || !codec::type_id::valid_prefix(prefix))
        return false;
    set(prefix, how, false);
    if (word.starts_with(mask_option)) {
        masked = read_fingerprint(codec::slice(word, mask_option.size()), &fingerprint);
        next();
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

namespace {

// Without a context, always an error.
[[gnu::cold, gnu::noinline]] bool no_key(const typed_id &id, const mask_keys &keys,
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

[[gnu::cold, gnu::noinline]] const mask_key *read_key_of(const typed_id &id) {
    const mask_keys keys = current_mask_keys();
    const mask_key *key = find_mask_key(id.fingerprint);
    if (key == nullptr)
        (void)no_key(id, keys, nullptr);
    return key;
}

[[gnu::always_inline]] inline const codec::siphash &key_of(const typed_id &id) {
    const mask_key *key = find_mask_key(id.fingerprint);
    if (key == nullptr) [[unlikely]]
        key = read_key_of(id);
    return key->keyed;
}

// Text cannot be read as such, and octets must not be stored or shown as such.
[[noreturn, gnu::cold, gnu::noinline]] void raise_other_version(const typed_id &id, const codec::uuid &v,
                                                                int wanted) {
    const int found = codec::uuid_fields::version(v);
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid cannot be a %s", format_type_be(id.type)),
             found == 0 ? errdetail("It must be of version %d, but it has no version.", wanted)
                        : errdetail("It must be of version %d, but it is of version %d.", wanted, found)));
}

} // namespace

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
    return cipher.cipher->encrypt(v);
}
std::uint64_t typed_id::inside_by_found(std::uint64_t facade) const {
    find_cipher();
    return cipher.cipher->decrypt(facade);
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
