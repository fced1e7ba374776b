// Id types: a type for each type prefix, whose text is a TypeID or another notation after the prefix.
//
// A function knows nothing but its own OID.  So those that need the type prefix are written in a procedural
// language, id_type, whose bodies name what the function does and the properties of the type:
//
//   CREATE FUNCTION user_id_send(user_id) RETURNS bytea LANGUAGE id_type IMMUTABLE STRICT ... AS 'send user'
//   CREATE FUNCTION post_id_to_text(post_id) ... AS 'to_text post notation=ulid mask=4363e2e9fc80d59c'
//
// Bodies are in catalogs and dumps: their meaning never changes (docs/formats.md).  There is no table to look
// up, nothing that a dump could lose, and the functions stay immutable.
//
// Text input and output are C functions, because the JIT compiler assumes that of every type
// (llvm_compile_expr, EEOP_IOCOERCE: the server crashes otherwise).  They find their type by their signature,
// and its properties in the body of its send function, which exists before the type does: a dump may need the
// type's input for a domain before it comes to the casts.
//
// Here is how a function is recognized; what it does is in values.cpp.  create.cpp makes the types.
#include "pg/search/search.hpp"
#include "pg/server/names.hpp"
#include "pg/id_type/maker.hpp"
#include "pg/id_type/role.hpp"

using namespace base62id;

namespace base62id::pg {

namespace {

// A body is the role and, after a space, what all functions of the type share (id_type::declare).
const role *parse_body(std::string_view body, id_type *self, std::string_view *declaration) {
    *declaration = body;
    const std::string_view name = take_word(declaration);
    if (body.ends_with(' ') || !self->declare(*declaration))
        return nullptr;
    return find_role(name, self->is_number());
}
std::string_view body_of(const procedure_row &procedure) { return procedure.text_of(Anum_pg_proc_prosrc); }

// The handler of a language, or invalid.
Oid handler_of(Oid language) {
    using row = catalog_row<FormData_pg_language>;
    return of_row<FormData_pg_language>(language, [](const row &l) { return l->lanplcallfoid; });
}

// Is this the extension's typeid, whatever its name and schema?  `ours` is a function of the extension.
bool is_typeid(Oid type, Oid ours) {
    const Oid input = of_row<FormData_pg_type>(
        type, [](const type_row &t) { return t->typlen == -1 ? t->typinput : InvalidOid; });
    return is_our_function(input, ours, "typeid_in");
}

// Does the signature fit the role?  Sets the id type in it.
bool fits(const role &r, const procedure_row &p, Oid handler, Oid *type) {
    if (p->prokind != PROKIND_FUNCTION || p->proretset || !p->proisstrict || p->pronargs != r.count)
        return false;
    *type = InvalidOid;
    const auto one = [=](Oid expected, Oid actual) {
        if (expected == typeid_argument)
            return is_typeid(actual, handler);
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

enum class type_state { shell, id_type, other };

// How values are kept.
enum class layout { uuid, number, other };
layout layout_of(const type_row &t) {
    if (t->typtype != TYPTYPE_BASE)
        return layout::other;
    if (t->typlen == sizeof(codec::uuid) && !t->typbyval && t->typalign == TYPALIGN_CHAR)
        return layout::uuid;
    return t->typlen == sizeof(std::uint64_t) && t->typbyval && t->typalign == TYPALIGN_DOUBLE
               ? layout::number
               : layout::other;
}

// Is this a type whose input is ours, with the layout that its send function describes?  If so, sets both.
type_state read_type(Oid type, id_type *self, Oid *language) {
    const auto t = type_row::find(type);
    if (!t)
        return type_state::other;
    const bool defined = t->typisdefined;
    const layout kept = layout_of(t);
    const Oid input = t->typinput, sending = t->typsend;
    t.release();
    if (!defined)
        return type_state::shell;
    const procedure_row p{kept == layout::other ? nullptr : procedure_row::find(sending).tuple};
    if (!p)
        return type_state::other;
    std::string_view declaration;
    const role *r = parse_body(body_of(p), self, &declaration);
    const bool declared = r != nullptr && r->name == "send" && self->is_number() == (kept == layout::number);
    *language = p->prolang;
    self->type = type;
    p.release();
    if (!declared)
        return type_state::other;
    const Oid handler = handler_of(*language);
    const bool ours =
        is_our_function(input, handler, self->is_number() ? "numeric_id_type_in" : "id_type_in") &&
        is_our_function(handler, input, "id_type_handler");
    return ours ? type_state::id_type : type_state::other;
}

// Examines a function; if it is not ours, `detail` says why.  Functions of a shell type cannot run.
known_function examine(const procedure_row &procedure, bool allow_shell, const char **detail) {
    known_function f{};
    const bool in_c = procedure->prolang == ClanguageId;
    bool of_numbers = false;
    std::string_view declared;
    const role *r = in_c ? find_c_role(body_of(procedure), &of_numbers)
                         : parse_body(body_of(procedure), &f.self, &declared);
    if (r == nullptr) {
        *detail = "Its body is not one of this language's roles, a type prefix and options.";
        return f;
    }
    if (!in_c)
        f.handler = handler_of(procedure->prolang);
    Oid type;
    if (!fits(*r, procedure, f.handler, &type)) {
        *detail = psprintf("Its signature is not that of the role \"%s\".", r->name.data());
        return f;
    }
    Oid language;
    const type_state state = read_type(type, &f.self, &language);
    bool is = state == type_state::shell && allow_shell;
    if (state == type_state::id_type)
        is = in_c ? f.self.is_number() == of_numbers
                  : language == procedure->prolang && f.self.declaration() == declared;
    if (is)
        f.is = r;
    else if (in_c)
        *detail = psprintf("Type %s is not an id type.", format_type_be(type));
    else
        *detail = psprintf("Type %s is not an id type with this type prefix and these options.",
                           format_type_be(type));
    return f;
}

// The same; raises 42P13 if it is not ours.
known_function examine_strictly(Oid function, bool allow_shell) {
    const auto p = procedure_row::find(function);
    if (!p)
        raise_dropped("function", psprintf("with OID %u", function));
    const char *detail = nullptr;
    const known_function f = examine(p, allow_shell, &detail);
    if (f.is == nullptr)
        ereport(ERROR, (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
                        errmsg("function %s is not a function of an id type", NameStr(p->proname)),
                        errdetail_internal("%s", detail),
                        errhint("typeid_create_type() creates all functions of an id type.")));
    p.release();
    return f;
}

// Many functions get a new call site for each statement.
constinit catalog_cache<Oid, known_function, 128> id_type_functions;

// Asked about a function of any language.
const known_function &find_known(Oid function) {
    return id_type_functions.find(function, [=] {
        const auto p = procedure_row::find(function);
        if (!p)
            return known_function{};
        const char *detail;
        const known_function f = examine(p, false, &detail);
        p.release();
        return f;
    });
}

} // namespace

[[gnu::noinline]] const known_function *bind(FmgrInfo *function, role_function *run) {
    const known_function *found = &find_known(function->fn_oid);
    if (found->is == nullptr)
        examine_strictly(function->fn_oid, false);
    if ((run != nullptr && found->is->run != run) || !function->fn_strict)
        ereport(ERROR, (errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
                        errmsg("function %u is not what it was when the statement began", function->fn_oid)));
    auto *site = static_cast<known_function *>(MemoryContextAlloc(function->fn_mcxt, sizeof(known_function)));
    *site = *found;
    function->fn_extra = site;
    return site;
}

bool find_id_type(Oid type, Oid language, id_type *self) {
    Oid of;
    return read_type(type, self, &of) == type_state::id_type && of == language;
}

bool is_known_body(std::string_view body) {
    id_type self{};
    std::string_view declaration;
    return parse_body(body, &self, &declaration) != nullptr;
}

// id_type_template() and its like are data: a body that is what calling it returns.
static Datum template_of(Oid function) {
    const auto p = procedure_row::find(function);
    if (!p)
        raise_dropped("function", psprintf("with OID %u", function));
    const bool is = p->prokind == PROKIND_FUNCTION && p->pronargs == 0 && p->prorettype == TEXTOID &&
                    !p->proretset && p.text_of(Anum_pg_proc_prosrc).find("@type@") != std::string_view::npos;
    const Datum text = is ? PointerGetDatum(new_text(p.text_of(Anum_pg_proc_prosrc))) : Datum{0};
    p.release();
    return text;
}

static bool resolve(Oid function, Oid asked, searched_type *type, search_function *found) {
    const known_function f = find_known(function);
    if (f.is == nullptr || f.is->search == nullptr || !is_our_function(f.handler, asked, "id_type_handler"))
        return false;
    // Without its key nothing is known of a masked id's text.  The search raises an error if it meets an id.
    if (!f.self.has_key())
        return false;
    *type = searched_as_id_type(f.self);
    *found = {f.is->search, f.self.type};
    return true;
}

} // namespace base62id::pg

B62_FN(id_type_prefix_support) {
    PG_RETURN_POINTER(pg::search_request(pg::resolve, fcinfo->flinfo->fn_oid,
                                         reinterpret_cast<Node *>(PG_GETARG_POINTER(0))));
}
B62_FN(id_type_prefixsel) { PG_RETURN_FLOAT8(pg::search_selectivity(pg::resolve, fcinfo)); }
B62_FN(numeric_id_type_prefix_support) { return id_type_prefix_support(fcinfo); }
B62_FN(numeric_id_type_prefixsel) { return id_type_prefixsel(fcinfo); }

// A call costs one more jump than that of a C function.
B62_FN(id_type_handler) {
    if (PG_NARGS() == 0) [[unlikely]]
        if (const Datum body = pg::template_of(fcinfo->flinfo->fn_oid); body != 0)
            return body;
    const pg::known_function *site = pg::site_of(fcinfo);
    return site->is->run(fcinfo, site->self);
}

// CREATE FUNCTION ...  LANGUAGE id_type.  Send and receive are created while their type is still a shell.
B62_FN(id_type_validator) {
    const Oid function = PG_GETARG_OID(0);
    if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, function))
        PG_RETURN_VOID();
    // typeid_accept_uuid() changes what the functions of a type have in common one by one.
    if (check_function_bodies && pg::template_of(function) == 0)
        pg::examine_strictly(function, true);
    PG_RETURN_VOID();
}
