// Typed ids: a type of 16 octets for each type prefix, whose text is a TypeID.
//
// All that an I/O function knows is which function it is.  So those that need the type prefix are written in
// a procedural language, typed_id, whose body names what the function does and the type prefix:
//
//   CREATE FUNCTION user_id_out(user_id) RETURNS cstring LANGUAGE typed_id IMMUTABLE STRICT ... AS 'out user'
//
// There is no table to look up, nothing that a dump could forget, and the functions stay immutable.  All that
// does not need the prefix is uuid's, by C entry points.  typed_create.cpp makes the types.
#include "codec/typeid.hpp"

#include "typed.hpp"
#include "typeid_generator.hpp"

using namespace base62id;
using codec::type_id;
using codec::typeid_suffix;

namespace base62id::pg {

// A UUID as PostgreSQL keeps it.
using uuid_like = fixed_type<codec::typeid_suffix>;

bool typed_id::starts_with(const codec::uuid &id, std::string_view start) const {
    char buffer[codec::type_id::max_text];
    write_text(id, buffer);
    return std::string_view(buffer, text_length()).starts_with(start);
}

// Texts sort as UUIDs: behind the type prefix they are the suffix's range.
bool typed_id::prefix_range(std::string_view start, Datum *lower, Datum *upper) const {
    const std::string_view suffix = start.size() > lead_size ? codec::slice(start, lead_size) : "";
    codec::uuid low, high;
    if (!(start.size() > lead_size ? start.starts_with(lead()) : lead().starts_with(start)) ||
        !codec::prefix_range<typeid_suffix>(suffix, low, high))
        return false;
    *lower = uuid_datum(low);
    *upper = uuid_datum(high);
    return true;
}

namespace {

// --- the functions of the language ---

bool decode(const typed_id &self, std::string_view text, codec::uuid &out) {
    const std::string_view bare = codec::unquote(text);
    const std::string_view lead = self.lead();
    return bare.size() == lead.size() + type_id::suffix_length &&
           std::memcmp(bare.data(), lead.data(), lead.size()) == 0 &&
           typeid_suffix::decode_exact(bare.data() + lead.size(), out);
}

// "the type prefix "user"", for a DETAIL.
const char *named(std::string_view prefix) {
    if (prefix.empty())
        return "no type prefix";
    return psprintf("the type prefix \"%.*s\"", static_cast<int>(prefix.size()), prefix.data());
}

int other_prefix_detail(const typed_id &self, std::string_view prefix) {
    return errdetail("A %s has %s, but this id has %s.", format_type_be(self.type), named(self.prefix()),
                     named(prefix));
}

[[gnu::noinline]] Datum reject(const typed_id &self, std::string_view text, [[maybe_unused]] Node *context) {
    const text_shape shape{format_type_be(self.type), 0, 128};
    std::string_view prefix;
    codec::uuid id;
    if (const codec::result r = type_id::decode(text, prefix, id); !r)
        return reject_text(text, r, shape, context);
    ereturn(context, Datum{0}, errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
            errmsg("invalid input syntax for type %s: \"%.*s\"", shape.type, static_cast<int>(text.size()),
                   text.data()),
            other_prefix_detail(self, prefix));
}

Datum parse(const typed_id &self, std::string_view text, Node *context) {
    auto *room = static_cast<codec::uuid *>(palloc(sizeof(codec::uuid)));
    if (decode(self, text, *room)) [[likely]]
        return PointerGetDatum(room);
    return reject(self, text, context);
}

Datum in(const typed_id &self, FunctionCallInfo fcinfo) {
    return parse(self, PG_GETARG_CSTRING(0), fcinfo->context);
}
Datum out(const typed_id &self, FunctionCallInfo fcinfo) {
    const std::size_t n = self.text_length();
    auto *s = static_cast<char *>(palloc(n + 1));
    self.write_text(uuid_of(PG_GETARG_DATUM(0)), s);
    s[n] = '\0';
    PG_RETURN_CSTRING(s);
}
Datum from_text(const typed_id &self, FunctionCallInfo fcinfo) {
    return parse(self, text_arg(fcinfo, 0), fcinfo->context);
}
Datum to_text(const typed_id &self, FunctionCallInfo fcinfo) {
    text *t = new_text(self.text_length());
    self.write_text(uuid_of(PG_GETARG_DATUM(0)), VARDATA(t));
    PG_RETURN_TEXT_P(t);
}

Datum from_typeid(const typed_id &self, FunctionCallInfo fcinfo) {
    const type_id::view id = typeid_type::get(PG_GETARG_DATUM(0));
    const std::string_view prefix = typeid_type::prefix_of(id);
    if (prefix != self.prefix())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("type prefix of the typeid is not that of type %s", format_type_be(self.type)),
                        other_prefix_detail(self, prefix)));
    return uuid_datum(id.id());
}
Datum to_typeid(const typed_id &self, FunctionCallInfo fcinfo) {
    return typeid_type::put(self.prefix(), uuid_of(PG_GETARG_DATUM(0)));
}

bool matches(const typed_id &self, search_role role, Datum id, Datum right) {
    if (role == search_role::starts_with)
        return self.starts_with(uuid_of(id), view_of(DatumGetTextPP(right)));
    text_room<type_id::max_text> text;
    self.write_text(uuid_of(id), text.symbols());
    return like_matches(role, text.of_length(self.text_length()), right);
}
template <search_role Role>
Datum like(const typed_id &self, FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(matches(self, Role, PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}
Datum starts_with(const typed_id &self, FunctionCallInfo fcinfo) {
    PG_RETURN_BOOL(self.starts_with(uuid_of(PG_GETARG_DATUM(0)), text_arg(fcinfo, 1)));
}
template <bound Which>
Datum prefix_bound(const typed_id &self, FunctionCallInfo fcinfo) {
    Datum lower, upper;
    if (!self.prefix_range(text_arg(fcinfo, 0), &lower, &upper))
        PG_RETURN_NULL();
    return Which == bound::upper ? upper : lower;
}

// --- what a function is, by its body and signature ---

// Types of a signature that are known by what they are, not by OID.
constexpr Oid self_type = 1;
constexpr Oid typeid_argument = 2;

struct role {
    std::string_view name;
    Datum (*run)(const typed_id &, FunctionCallInfo);
    Oid result;
    Oid arguments[2];
    int count;
    search_role search = search_role::none;
};

constexpr role roles[] = {
    {"in", in, self_type, {CSTRINGOID}, 1},
    {"out", out, CSTRINGOID, {self_type}, 1},
    {"from_text", from_text, self_type, {TEXTOID}, 1},
    {"to_text", to_text, TEXTOID, {self_type}, 1},
    {"from_typeid", from_typeid, self_type, {typeid_argument}, 1},
    {"to_typeid", to_typeid, typeid_argument, {self_type}, 1},
    {"starts_with", starts_with, BOOLOID, {self_type, TEXTOID}, 2, search_role::starts_with},
    {"like", like<search_role::like>, BOOLOID, {self_type, TEXTOID}, 2, search_role::like},
    {"not_like", like<search_role::not_like>, BOOLOID, {self_type, TEXTOID}, 2, search_role::not_like},
    {"ilike", like<search_role::ilike>, BOOLOID, {self_type, TEXTOID}, 2, search_role::ilike},
    {"not_ilike", like<search_role::not_ilike>, BOOLOID, {self_type, TEXTOID}, 2, search_role::not_ilike},
    {"prefix_lower", prefix_bound<bound::lower>, self_type, {TEXTOID}, 1, search_role::lower},
    {"prefix_upper", prefix_bound<bound::upper>, self_type, {TEXTOID}, 1, search_role::upper},
};

std::string_view body_of(HeapTuple procedure) {
    bool isnull;
    const Datum body = SysCacheGetAttr(PROCOID, procedure, Anum_pg_proc_prosrc, &isnull);
    return isnull ? std::string_view{} : view_of(DatumGetTextPP(body));
}

// A body is the role, then behind one space the type prefix, where there is one.
const role *parse_body(std::string_view body, std::string_view *prefix) {
    const std::size_t space = body.find(' ');
    const bool prefixed = space != std::string_view::npos;
    const std::string_view name = prefixed ? codec::slice(body, 0, space) : body;
    *prefix = prefixed ? codec::slice(body, space + 1) : std::string_view{};
    if ((prefixed && prefix->empty()) || !type_id::valid_prefix(*prefix))
        return nullptr;
    for (const role &r : roles)
        if (r.name == name)
            return &r;
    return nullptr;
}

// Is this the extension's typeid, whatever its name and schema?
bool is_typeid(Oid type) {
    const HeapTuple t = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    if (!HeapTupleIsValid(t))
        return false;
    const auto *form = reinterpret_cast<Form_pg_type>(GETSTRUCT(t));
    const Oid input = form->typlen == -1 ? form->typinput : InvalidOid;
    ReleaseSysCache(t);
    const HeapTuple p = SearchSysCache1(PROCOID, ObjectIdGetDatum(input));
    if (!HeapTupleIsValid(p))
        return false;
    const bool is =
        reinterpret_cast<Form_pg_proc>(GETSTRUCT(p))->prolang == ClanguageId && body_of(p) == "typeid_in";
    ReleaseSysCache(p);
    return is;
}

// Does the signature fit the role?  Sets the typed id that it is about.
bool fits(const role &r, const FormData_pg_proc *p, Oid *type) {
    if (p->prokind != PROKIND_FUNCTION || p->proretset || !p->proisstrict || p->pronargs != r.count)
        return false;
    *type = InvalidOid;
    const auto one = [type](Oid expected, Oid actual) {
        if (expected == typeid_argument)
            return is_typeid(actual);
        if (expected != self_type)
            return actual == expected;
        if (OidIsValid(*type) && *type != actual)
            return false;
        *type = actual;
        return true;
    };
    if (!one(r.result, p->prorettype))
        return false;
    for (int i = 0; i < r.count; ++i)
        if (!one(r.arguments[i], p->proargtypes.values[i]))
            return false;
    return OidIsValid(*type);
}

enum class type_state { shell, typed_id, other };

// Is this a type of 16 octets whose input function is of the same language and has the same type prefix?
type_state state_of(Oid type, Oid language, std::string_view prefix) {
    const HeapTuple t = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    if (!HeapTupleIsValid(t))
        return type_state::other;
    const auto *form = reinterpret_cast<Form_pg_type>(GETSTRUCT(t));
    const bool defined = form->typisdefined;
    const bool shaped = form->typtype == TYPTYPE_BASE && form->typlen == sizeof(codec::uuid) &&
                        !form->typbyval && form->typalign == TYPALIGN_CHAR;
    const Oid input = form->typinput;
    ReleaseSysCache(t);
    if (!defined)
        return type_state::shell;
    const HeapTuple p = shaped ? SearchSysCache1(PROCOID, ObjectIdGetDatum(input)) : nullptr;
    if (!HeapTupleIsValid(p))
        return type_state::other;
    std::string_view of_input;
    const role *r = parse_body(body_of(p), &of_input);
    const bool is = reinterpret_cast<Form_pg_proc>(GETSTRUCT(p))->prolang == language && r != nullptr &&
                    r->run == in && of_input == prefix;
    ReleaseSysCache(p);
    return is ? type_state::typed_id : type_state::other;
}

// The role of a function, its type prefix and its type; null where it is none of ours, with a DETAIL that
// says why.  A type that is still a shell is nothing to run with.
const role *examine(HeapTuple procedure, bool allow_shell, typed_id *self, const char **detail) {
    const auto *form = reinterpret_cast<Form_pg_proc>(GETSTRUCT(procedure));
    std::string_view prefix;
    const role *r = parse_body(body_of(procedure), &prefix);
    if (r == nullptr) {
        *detail = "Its body is not one of this language's roles and a type prefix.";
        return nullptr;
    }
    if (!fits(*r, form, &self->type)) {
        *detail = psprintf("Its signature is not that of the role \"%s\".", r->name.data());
        return nullptr;
    }
    const type_state state = state_of(self->type, form->prolang, prefix);
    if (state == type_state::other || (state == type_state::shell && !allow_shell)) {
        *detail = psprintf("Type %s is no typed id with this type prefix.", format_type_be(self->type));
        return nullptr;
    }
    self->set_prefix(prefix);
    return r;
}

[[noreturn]] void refuse(HeapTuple procedure, const char *detail) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
                    errmsg("function %s is no function of a typed id",
                           NameStr(reinterpret_cast<Form_pg_proc>(GETSTRUCT(procedure))->proname)),
                    errdetail_internal("%s", detail),
                    errhint("typeid_create_type() makes all functions of a typed id.")));
}

// The same; raises 42P13.
const role &examine(Oid function, bool allow_shell, typed_id *self) {
    const HeapTuple procedure = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(procedure))
        elog(ERROR, "cache lookup failed for function %u", function);
    const char *detail = nullptr;
    const role *found = examine(procedure, allow_shell, self, &detail);
    if (found == nullptr)
        refuse(procedure, detail);
    ReleaseSysCache(procedure);
    return *found;
}

struct call_site {
    Datum (*run)(const typed_id &, FunctionCallInfo);
    typed_id self;
};

// What this process has found out of functions.  Input and output functions get a new call site for each
// statement, and asking the catalogs anew takes ten times what the conversion does.  Any change of a function
// or a type makes all of it void.
struct known_function {
    Oid function;
    std::uint64_t generation;
    call_site site;
};
constexpr std::size_t known_functions = 128; // a power of two
known_function known[known_functions];
std::uint64_t generation = 0; // 0 is never current

void watch_catalogs() {
    generation = 1;
    // Generic: the type of the second argument differs between majors.
    constexpr auto forget = [](auto, auto, auto) { ++generation; };
    CacheRegisterSyscacheCallback(PROCOID, forget, Datum{0});
    CacheRegisterSyscacheCallback(TYPEOID, forget, Datum{0});
}

const call_site &find_site(Oid function) {
    if (generation == 0) [[unlikely]]
        watch_catalogs();
    known_function &k = known[function % known_functions];
    if (k.function != function || k.generation != generation) {
        const std::uint64_t asked = generation; // a message that comes while we ask makes the answer void too
        typed_id self;
        const role &r = examine(function, false, &self);
        k = {function, asked, {r.run, self}};
    }
    return k.site;
}

[[gnu::noinline]] const call_site *bind(FmgrInfo *function) {
    auto *site = static_cast<call_site *>(MemoryContextAlloc(function->fn_mcxt, sizeof(call_site)));
    *site = find_site(function->fn_oid);
    function->fn_extra = site;
    return site;
}

} // namespace

bool find_typed_id(Oid type, Oid language, typed_id *self) {
    const HeapTuple t = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    if (!HeapTupleIsValid(t))
        return false;
    const Oid input = reinterpret_cast<Form_pg_type>(GETSTRUCT(t))->typinput;
    ReleaseSysCache(t);
    const HeapTuple p = SearchSysCache1(PROCOID, ObjectIdGetDatum(input));
    if (!HeapTupleIsValid(p))
        return false;
    std::string_view prefix;
    const bool found = reinterpret_cast<Form_pg_proc>(GETSTRUCT(p))->prolang == language &&
                       parse_body(body_of(p), &prefix) != nullptr &&
                       state_of(type, language, prefix) == type_state::typed_id;
    if (found) {
        self->type = type;
        self->set_prefix(prefix);
    }
    ReleaseSysCache(p);
    return found;
}

// --- search ---

namespace {

// The language of the extension to which `asked` belongs.
bool is_our_language(Oid language, Oid asked) {
    const HeapTuple t = SearchSysCache1(LANGOID, ObjectIdGetDatum(language));
    if (!HeapTupleIsValid(t))
        return false;
    const Oid handler = reinterpret_cast<Form_pg_language>(GETSTRUCT(t))->lanplcallfoid;
    ReleaseSysCache(t);
    return has_symbol(handler, asked, "typed_id_handler");
}

// What the names of the type's functions begin with: this one's without its role.
const char *base_of(const FormData_pg_proc *p, std::string_view role) {
    const std::string_view name = NameStr(p->proname);
    if (name.size() <= role.size() + 1 || !name.ends_with(role))
        return "";
    return pnstrdup(name.data(), name.size() - role.size() - 1);
}

bool resolve(Oid function, Oid asked, searched_type *type, search_function *found) {
    const HeapTuple p = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(p))
        return false;
    const auto *form = reinterpret_cast<Form_pg_proc>(GETSTRUCT(p));
    typed_id self;
    const char *why_not;
    const role *r = is_our_language(form->prolang, asked) ? examine(p, false, &self, &why_not) : nullptr;
    const bool ours = r != nullptr && r->search != search_role::none;
    if (ours) {
        auto *context = static_cast<typed_id *>(palloc(sizeof(typed_id)));
        *context = self;
        searched_type t{};
        t.context = context;
        t.name = base_of(form, r->name);
        t.symbol = "typed_id";
        t.uuid_order = true;
        t.range = [](const searched_type &s, std::string_view start, Datum *lower, Datum *upper) {
            return static_cast<const typed_id *>(s.context)->prefix_range(start, lower, upper);
        };
        t.texts = typeid_type::like;
        t.like_symbol = typeid_type::shape.type;
        t.matches = [](const searched_type &s, search_role role, Datum id, Datum right) {
            return matches(*static_cast<const typed_id *>(s.context), role, id, right);
        };
        t.compare = uuid_like::compare;
        t.image = [](Datum d, std::uint8_t *) {
            return std::string_view(reinterpret_cast<const char *>(uuid_of(d).bytes), sizeof(codec::uuid));
        };
        *type = t;
        *found = {r->search, r->result == self_type ? -1 : 0, self.type};
    }
    ReleaseSysCache(p);
    return ours;
}

} // namespace

} // namespace base62id::pg

B62_FN(typed_id_prefix_support) {
    PG_RETURN_POINTER(pg::search_request(pg::resolve, fcinfo->flinfo->fn_oid,
                                         reinterpret_cast<Node *>(PG_GETARG_POINTER(0))));
}
B62_FN(typed_id_prefixsel) {
    PG_RETURN_FLOAT8(pg::search_selectivity(
        pg::resolve, fcinfo->flinfo->fn_oid, reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)),
        get_opcode(PG_GETARG_OID(1)), reinterpret_cast<List *>(PG_GETARG_POINTER(2)), PG_GETARG_INT32(3)));
}

// Once per call site the catalogs are asked what the function is; after that a call costs one more jump than
// that of a C function.
B62_FN(typed_id_handler) {
    const auto *site = static_cast<const pg::call_site *>(fcinfo->flinfo->fn_extra);
    if (site == nullptr) [[unlikely]]
        site = pg::bind(fcinfo->flinfo);
    return site->run(site->self, fcinfo);
}

// CREATE FUNCTION ... LANGUAGE typed_id.  I/O functions come before their type is more than a shell.
B62_FN(typed_id_validator) {
    const Oid function = PG_GETARG_OID(0);
    if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, function))
        PG_RETURN_VOID();
    pg::typed_id self;
    pg::examine(function, true, &self);
    PG_RETURN_VOID();
}

// --- what needs no type prefix ---

using pg::uuid_like;

B62_FN(typed_id_recv) {
    auto *buf = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    const int rest = buf->len - buf->cursor;
    if (rest != static_cast<int>(sizeof(codec::uuid)))
        pg::raise_bad_binary(format_type_be(get_func_rettype(fcinfo->flinfo->fn_oid)),
                             psprintf("Expected %zu octets, got %d.", sizeof(codec::uuid), rest));
    return uuid_like::receive({pq_getmsgbytes(buf, rest), sizeof(codec::uuid)});
}
B62_FN(typed_id_send) { return pg::send<uuid_like>(fcinfo); }
B62_FN(typed_id_smaller) { return pg::smaller<uuid_like>(fcinfo); }
B62_FN(typed_id_larger) { return pg::larger<uuid_like>(fcinfo); }
B62_FN(typed_id_eq) { return uuid_eq(fcinfo); }
B62_FN(typed_id_ne) { return uuid_ne(fcinfo); }
B62_FN(typed_id_lt) { return uuid_lt(fcinfo); }
B62_FN(typed_id_le) { return uuid_le(fcinfo); }
B62_FN(typed_id_gt) { return uuid_gt(fcinfo); }
B62_FN(typed_id_ge) { return uuid_ge(fcinfo); }
B62_FN(typed_id_cmp) { return uuid_cmp(fcinfo); }
B62_FN(typed_id_hash) { return uuid_hash(fcinfo); }
B62_FN(typed_id_hash_extended) { return uuid_hash_extended(fcinfo); }
B62_FN(typed_id_sortsupport) { return uuid_sortsupport(fcinfo); }
B62_FN(typed_id_brin_distance) { return brin_minmax_multi_distance_uuid(fcinfo); }

B62_FN(typed_id_new) { return pg::uuid_datum(pg::new_uuidv7()); }
B62_FN(typed_id_new_at) { return pg::uuid_datum(pg::new_uuidv7_at(PG_GETARG_TIMESTAMPTZ(0))); }
B62_FN(typed_id_min) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), false)); }
B62_FN(typed_id_max) { return pg::uuid_datum(pg::uuidv7_bound(PG_GETARG_TIMESTAMPTZ(0), true)); }
B62_FN(typed_id_timestamp) {
    TimestampTz made;
    if (!pg::uuidv7_timestamp(pg::uuid_of(PG_GETARG_DATUM(0)), &made))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(made);
}
