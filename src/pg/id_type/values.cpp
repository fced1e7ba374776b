// What id types read and write: all that knows codecs.  It is what their functions do, by role
// (role.hpp), and the C functions that all types share, which are the extension's.
#include "codec/notations.hpp"
#include "codec/uuidv47.hpp"

#include "pg/keys/key_file.hpp"
#include "pg/systems/typeid_traits.hpp"
#include "pg/id_type/maker.hpp"
#include "pg/id_type/role.hpp"
#include "pg/id_type/values.hpp"

using namespace base62id;

namespace base62id::pg {

using codec::uuidv47;

const notation *find_notation(std::string_view name) { return codec::find_notation(name); }

// "typeid, ulid and uid11", for a HINT.
static const char *notation_names() {
    const notation &last = codec::notations[std::size(codec::notations) - 1];
    StringInfoData s;
    initStringInfo(&s);
    for (const notation &n : codec::notations) {
        if (s.len != 0)
            appendStringInfoString(&s, &n == &last ? " and " : ", ");
        appendStringInfoString(&s, n.name);
    }
    return s.data;
}

const notation *require_notation(std::string_view name, std::string_view prefix) {
    const notation *how = find_notation(name);
    if (how == nullptr)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("unrecognized notation: \"%.*s\"", static_cast<int>(name.size()), name.data()),
                        errhint("Notations are %s.", notation_names())));
    if (const codec::result r = how->check_prefix(prefix); !r)
        raise_bad_prefix(prefix, r, how->prefixes);
    return how;
}

// --- masks ---

// Without a context, always an error.
[[gnu::cold, gnu::noinline]] static bool no_key(const id_type &id, const mask_keys &keys,
                                                [[maybe_unused]] Node *context) {
    const char *there = "There are no keys in that file.";
    if (keys.fault != nullptr)
        there = keys.fault;
    else if (keys.count != 0)
        there = psprintf("The keys that are there have the fingerprints %s.", list_mask_keys(keys));
    ereturn(context, true, errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
            errmsg("mask key for type %s is not available", format_type_be(id.type)),
            errdetail_internal("Its fingerprint is %s. %s", digest_text(id.fingerprint), there),
            errhint("Add the key to the file that base62id.mask_key_file names, and reload the "
                    "server's configuration."));
}

[[gnu::cold, gnu::noinline]] static const mask_key *read_key_of(const id_type &id) {
    const mask_keys keys = current_mask_keys();
    const mask_key *key = find_mask_key(id.fingerprint);
    if (key == nullptr)
        (void)no_key(id, keys, nullptr);
    return key;
}

[[gnu::always_inline]] static inline const codec::siphash &key_of(const id_type &id) {
    const mask_key *key = find_mask_key(id.fingerprint);
    if (key == nullptr) [[unlikely]]
        key = read_key_of(id);
    return key->keyed;
}

// A UUID of another version is neither read from a text, nor stored, nor shown.
[[noreturn, gnu::cold, gnu::noinline]] static void raise_other_version(const id_type &id,
                                                                       const codec::uuid &v, int wanted) {
    const int found = codec::version_of(v);
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid cannot be a %s", format_type_be(id.type)),
             found == 0 ? errdetail("It must be of version %d, but it has no version.", wanted)
                        : errdetail("It must be of version %d, but it is of version %d.", wanted, found)));
}

// The other side of a UUID, which must have that version.
[[gnu::always_inline]] static inline codec::uuid other_side(const id_type &id, const codec::uuid &v,
                                                            int version) {
    if (!uuidv47::is_of(v, version)) [[unlikely]]
        raise_other_version(id, v, version);
    return uuidv47::other_side(v, key_of(id));
}

codec::uuid id_type::facade_of(const codec::uuid &v) const {
    return other_side(*this, v, uuidv47::inside_version);
}
codec::uuid id_type::inside_of(const codec::uuid &facade) const {
    return other_side(*this, facade, uuidv47::facade_version);
}
void id_type::write_facade(const codec::uuid &v, char *to) const {
    if (writes_typeid) [[likely]]
        write_typeid(other_side(*this, v, uuidv47::inside_version), to);
    else
        write_other_facade(v, to);
}
[[gnu::noinline]] void id_type::write_other_facade(const codec::uuid &v, char *to) const {
    write(facade_of(v), to);
}
void id_type::check_inside(const codec::uuid &v) const {
    if (!uuidv47::is_of(v, uuidv47::inside_version)) [[unlikely]]
        raise_other_version(*this, v, uuidv47::inside_version);
}

bool id_type::reports_no_key(Node *context) const {
    const mask_keys keys = current_mask_keys();
    return find_mask_key(fingerprint) == nullptr && no_key(*this, keys, context);
}

bool id_type::has_key() const {
    return !masked || (current_mask_keys().count > 0 && find_mask_key(fingerprint) != nullptr);
}

void id_type::find_cipher() const { cipher.find(*read_key_of(*this), prefix()); }
std::uint64_t id_type::facade_by_found(std::uint64_t v) const {
    find_cipher();
    return cipher.encrypt(v);
}
std::uint64_t id_type::inside_by_found(std::uint64_t facade) const {
    find_cipher();
    return cipher.decrypt(facade);
}

bool id_type::unmask(codec::uuid &v) const {
    if (!uuidv47::is_of(v, uuidv47::facade_version)) [[unlikely]]
        return false;
    v = uuidv47::other_side(v, key_of(*this));
    return true;
}
bool id_type::unmask(std::uint64_t &v) const {
    v = stored(v);
    return true;
}

const char *id_type::facade_fault(const codec::uuid &v) {
    return uuidv47::is_of(v, uuidv47::facade_version)
               ? nullptr
               : psprintf("They are no UUID of version %d, as all masked ids are outside of the server.",
                          uuidv47::facade_version);
}

// --- text ---

bool id_type::is_complete(std::string_view text) const {
    codec::uuid v;
    std::uint64_t number;
    if (is_number())
        return read(text, number);
    return read(text, v) && (!masked || uuidv47::is_of(v, uuidv47::facade_version));
}

bool id_type::decode_uuid(std::string_view text, codec::uuid &out) const {
    return accepts_uuid && parse_uuid_text(codec::unquote(text), &out);
}

Datum id_type::from_typeid(Datum d) const {
    const codec::type_id::view id = typeid_traits::get(d);
    const std::string_view other = typeid_traits::prefix_of(id);
    if (other != prefix())
        raise_other_prefix(other);
    return uuid_datum(stored(id.id()));
}
Datum id_type::to_typeid(Datum id) const {
    if (!has_typeids()) [[unlikely]]
        raise_bad_prefix(prefix(), codec::type_prefix::check_prefix(prefix()), codec::prefix_rule::of_typeid);
    return typeid_traits::put(prefix(), shown(uuid_of(id)));
}

Datum id_type::reject(std::string_view text, [[maybe_unused]] Node *context) const {
    ereturn(context, Datum{0}, errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
            errmsg("invalid input syntax for type %s: \"%.*s\"", format_type_be(type),
                   static_cast<int>(text.size()), text.data()),
            explain(text));
}

namespace {

// --- the functions of the language ---

Datum from_typeid(FunctionCallInfo fcinfo, const id_type &self) {
    return self.from_typeid(PG_GETARG_DATUM(0));
}
Datum to_typeid(FunctionCallInfo fcinfo, const id_type &self) { return self.to_typeid(PG_GETARG_DATUM(0)); }

// The cast from uuid for masked types; for others it is binary-coercible.
Datum from_uuid(FunctionCallInfo fcinfo, const id_type &self) {
    const Datum id = PG_GETARG_DATUM(0);
    if (self.masked)
        self.check_inside(uuid_of(id));
    return id;
}

// Truncates as PostgreSQL does with names.
Datum to_name(FunctionCallInfo fcinfo, const id_type &self) {
    return DirectFunctionCall1(namein, out(fcinfo, id_type_uuid{{}, self}));
}

// With base62id.output = uuid, for types that read a uuid's text.
Datum out_either(FunctionCallInfo fcinfo, const id_type &self) {
    if (self.accepts_uuid && writes_uuid()) [[unlikely]] {
        const codec::uuid shown = self.shown(uuid_of(PG_GETARG_DATUM(0)));
        return DirectFunctionCall1(uuid_out, PointerGetDatum(shown.bytes));
    }
    return out(fcinfo, id_type_uuid{{}, self});
}

// A function of the traits, as the function of a role.
template <class T, Datum (*Run)(FunctionCallInfo, const T &)>
Datum with_traits(FunctionCallInfo fcinfo, const id_type &self) {
    return Run(fcinfo, T{{}, self});
}

template <class T, std::size_t Row>
constexpr role searching() {
    constexpr const role_facts &r = search_roles[Row];
    return {r.name, with_traits<T, search_match<T, r.role>>, BOOLOID, {self_type, TEXTOID}, 2, &r};
}

template <class T>
constexpr role common_roles[] = {
    {"recv", with_traits<T, recv<T>>, self_type, {INTERNALOID}, 1},
    {"send", with_traits<T, send<T>>, BYTEAOID, {self_type}, 1},
    {"from_text", with_traits<T, from_text<T>>, self_type, {TEXTOID}, 1},
    {"to_text", with_traits<T, to_text<T>>, TEXTOID, {self_type}, 1},
    {"decode", with_traits<T, decode<T>>, self_type, {TEXTOID}, 1},
    searching<T, 0>(),
    searching<T, 1>(),
    searching<T, 2>(),
    searching<T, 3>(),
    searching<T, 4>(),
};
static_assert(common_searches == 5);

// Of UUIDs only.
constexpr role uuid_roles[] = {
    {"from_typeid", from_typeid, self_type, {typeid_argument}, 1},
    {"to_typeid", to_typeid, typeid_argument, {self_type}, 1},
    {"from_uuid", from_uuid, self_type, {UUIDOID}, 1},
    {"to_name", to_name, NAMEOID, {self_type}, 1},
};

// C functions, by their symbols.
constexpr role c_roles[] = {
    {"id_type_in", with_traits<id_type_uuid, in<id_type_uuid>>, self_type, {CSTRINGOID}, 1},
    {"id_type_out", out_either, CSTRINGOID, {self_type}, 1},
};
constexpr role number_c_roles[] = {
    {"numeric_id_type_in", with_traits<numeric_id_type, in<numeric_id_type>>, self_type, {CSTRINGOID}, 1},
    {"numeric_id_type_out", with_traits<numeric_id_type, out<numeric_id_type>>, CSTRINGOID, {self_type}, 1},
};

template <std::size_t N>
const role *find_role(const role (&among)[N], std::string_view name) {
    for (const role &r : among)
        if (r.name == name)
            return &r;
    return nullptr;
}

} // namespace

const role *find_role(std::string_view name, bool of_numbers) {
    if (of_numbers)
        return find_role(common_roles<numeric_id_type>, name);
    const role *common = find_role(common_roles<id_type_uuid>, name);
    return common != nullptr ? common : find_role(uuid_roles, name);
}
const role *find_c_role(std::string_view symbol, bool *of_numbers) {
    const role *r = find_role(c_roles, symbol);
    *of_numbers = r == nullptr;
    return r != nullptr ? r : find_role(number_c_roles, symbol);
}

template <class T>
static const T &kept(const T &type) {
    void *room = palloc(sizeof type);
    return *static_cast<const T *>(std::memcpy(room, &type, sizeof type));
}

template <class T>
static searched_type searched_with(const id_type &type, const char *name) {
    searched_type t = searched_as(kept(T{{}, type}), name);
    if (type.masked)
        t.of_masked = [](const searched_type &s, std::string_view start) {
            return static_cast<const T *>(s.object)->ids_shown_with(start);
        };
    return t;
}

searched_type searched_as_id_type(const id_type &type) {
    const id_type &object = kept(type);
    searched_type t = type.is_number() ? searched_with<numeric_id_type>(object, "numeric_id_type")
                                       : searched_with<id_type_uuid>(object, "id_type");
    t.declaration = type.declaration();
    t.bound_type = type.is_number() ? INT8OID : UUIDOID;
    return t;
}

namespace {

// A C function of a type.
template <role_function *Run>
Datum call(FunctionCallInfo fcinfo) {
    return Run(fcinfo, site_of(fcinfo, Run)->self);
}

// --- shared functions ---
//
// One that needs its type takes anyelement and finds the type in the call's expression.

// A type, as examined.
struct known_type {
    bool is;
    id_type self;
};
constinit catalog_cache<Oid, known_type, 64> known_types;

// Once per call site: the id type of its first argument.  Refuses a call without an expression.
[[gnu::noinline]] const id_type *bind_argument(FmgrInfo *function) {
    const Oid type = get_fn_expr_argtype(function, 0), called = function->fn_oid;
    if (!OidIsValid(type) || !function->fn_strict)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
                 errmsg("function %s cannot determine the type of its argument", format_procedure(called))));
    const Oid base = getBaseType(type);
    const known_type &found = known_types.find(base, [base, called] {
        known_type k{};
        const Oid language = find_language(called);
        k.is = OidIsValid(language) && find_id_type(base, language, &k.self);
        return k;
    });
    if (!found.is)
        ereport(ERROR,
                (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("%s is not an id type", format_type_be(type))));
    auto *site = static_cast<id_type *>(MemoryContextAlloc(function->fn_mcxt, sizeof(id_type)));
    *site = found.self;
    function->fn_extra = site;
    return site;
}

// The id type of the first argument, if its values have this layout: a number is not a pointer.
[[gnu::always_inline]] inline const id_type &argument_of(FunctionCallInfo fcinfo, bool numbers) {
    const auto *site = static_cast<const id_type *>(fcinfo->flinfo->fn_extra);
    const id_type &self = *(site != nullptr ? site : bind_argument(fcinfo->flinfo));
    if (self.is_number() != numbers) [[unlikely]]
        ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                        errmsg("function %s does not take %s", format_procedure(fcinfo->flinfo->fn_oid),
                               format_type_be(self.type))));
    return self;
}

// The text of a masked id depends on its key, but these functions are immutable.
[[gnu::always_inline]] inline const id_type &unmasked_argument_of(FunctionCallInfo fcinfo, bool numbers) {
    const id_type &self = argument_of(fcinfo, numbers);
    if (self.masked) [[unlikely]]
        ereport(ERROR,
                (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("type %s is masked", format_type_be(self.type)),
                 errhint("It has functions of its own for this.")));
    return self;
}

// The bound functions, of a text and a type's declaration.
template <class T, bound Which>
Datum declared_bound(FunctionCallInfo fcinfo) {
    id_type self{};
    if (!self.declare(text_arg(fcinfo, 1)) || self.masked || self.is_number() != T::by_value)
        PG_RETURN_NULL();
    return prefix_bound<T, Which>(fcinfo, T{{}, self});
}

// The same for the beginning of a pattern; the next argument says whether to ignore case.
Datum declared_start(FunctionCallInfo fcinfo) {
    id_type self{};
    if (!self.declare(text_arg(fcinfo, 2)))
        PG_RETURN_NULL();
    return like_start(fcinfo, id_type_uuid{{}, self});
}

// The number of the first argument, for a signed type.
std::uint64_t number_within(FunctionCallInfo fcinfo, std::int64_t most, const char *type) {
    argument_of(fcinfo, true);
    const std::uint64_t v = fixed_values<std::uint64_t>::get(PG_GETARG_DATUM(0));
    if (v > static_cast<std::uint64_t>(most))
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("%s out of range", type)));
    return v;
}

} // namespace

} // namespace base62id::pg

B62_FN(id_type_in) { return pg::call<pg::with_traits<pg::id_type_uuid, pg::in<pg::id_type_uuid>>>(fcinfo); }
B62_FN(id_type_out) { return pg::call<pg::out_either>(fcinfo); }
B62_FN(numeric_id_type_in) {
    return pg::call<pg::with_traits<pg::numeric_id_type, pg::in<pg::numeric_id_type>>>(fcinfo);
}
B62_FN(numeric_id_type_out) {
    return pg::call<pg::with_traits<pg::numeric_id_type, pg::out<pg::numeric_id_type>>>(fcinfo);
}

B62_FN(id_type_to_text) {
    return pg::to_text(fcinfo, pg::id_type_uuid{{}, pg::unmasked_argument_of(fcinfo, false)});
}
B62_FN(numeric_id_type_to_text) {
    return pg::to_text(fcinfo, pg::numeric_id_type{{}, pg::unmasked_argument_of(fcinfo, true)});
}
B62_FN(id_type_to_typeid) { return pg::unmasked_argument_of(fcinfo, false).to_typeid(PG_GETARG_DATUM(0)); }
B62_FN(numeric_id_type_to_integer) {
    PG_RETURN_INT32(static_cast<int32>(pg::number_within(fcinfo, PG_INT32_MAX, "integer")));
}
B62_FN(numeric_id_type_to_smallint) {
    PG_RETURN_INT16(static_cast<int16>(pg::number_within(fcinfo, PG_INT16_MAX, "smallint")));
}
B62_FN(id_type_prefix_lower) { return pg::declared_bound<pg::id_type_uuid, pg::bound::lower>(fcinfo); }
B62_FN(id_type_prefix_upper) { return pg::declared_bound<pg::id_type_uuid, pg::bound::upper>(fcinfo); }
B62_FN(id_type_like_start) { return pg::declared_start(fcinfo); }
B62_FN(numeric_id_type_prefix_lower) {
    return pg::declared_bound<pg::numeric_id_type, pg::bound::lower>(fcinfo);
}
B62_FN(numeric_id_type_prefix_upper) {
    return pg::declared_bound<pg::numeric_id_type, pg::bound::upper>(fcinfo);
}
B62_FN(numeric_id_type_like_start) { return pg::declared_start(fcinfo); }
