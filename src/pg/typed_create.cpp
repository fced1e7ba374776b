// Making the types of typed ids: typeid_create_type(), typeid_types(), typeid_upgrade_type().
//
// All is made by SQL, as if the caller had written it: with the caller's rights, in the caller's transaction,
// seen by event triggers.  search_path is pinned to pg_catalog meanwhile, and names outside of it are
// qualified, so it makes no difference what lies in whose schema.  What exists is found by what it is,
// not by its name: types and functions may have been renamed and moved.
#include "codec/typeid.hpp"

#include "typed.hpp"

using namespace base62id;

namespace base62id::pg {

namespace {

constexpr const char *language_name = "typed_id";

// --- what a typed id has ---
//
// In what follows {type} is the type, {name} its name for comments, {schema} the schema of its objects,
// {base} what their names begin with, {extension} the extension's schema, and {fn NAME} a function of the
// table below.

struct function {
    const char *name;
    const char *arguments;
    const char *result;
    const char *symbol; // of a C function; null where it is one of the language, whose role is the name
    const char *options;
    const char *comment;
};

constexpr const char *immutable = "IMMUTABLE";
constexpr const char *leakproof = "IMMUTABLE LEAKPROOF";
constexpr const char *searching = "IMMUTABLE SUPPORT {extension}.typed_id_prefix_support";
constexpr const char *generator = "VOLATILE";

constexpr int io_functions = 4; // the first ones: what CREATE TYPE needs
constexpr function functions[] = {
    {"in", "cstring", "{type}", nullptr, immutable, "I/O"},
    {"out", "{type}", "cstring", nullptr, immutable, "I/O"},
    {"recv", "internal", "{type}", "typed_id_recv", immutable, "I/O"},
    {"send", "{type}", "bytea", "typed_id_send", immutable, "I/O"},
    {"from_text", "text", "{type}", nullptr, immutable, "cast: text to {name}, an error where it is none"},
    {"to_text", "{type}", "text", nullptr, immutable, "cast: {name} to text"},
    {"from_typeid", "{extension}.typeid", "{type}", nullptr, immutable,
     "cast: typeid to {name}, an error where the type prefix is another"},
    {"to_typeid", "{type}", "{extension}.typeid", nullptr, immutable, "cast: {name} to typeid"},
    {"starts_with", "{type}, text", "boolean", nullptr, searching, "implementation of ^@ operator"},
    {"like", "{type}, text", "boolean", nullptr, searching, "implementation of ~~ operator"},
    {"not_like", "{type}, text", "boolean", nullptr, searching, "implementation of !~~ operator"},
    {"ilike", "{type}, text", "boolean", nullptr, searching, "implementation of ~~* operator"},
    {"not_ilike", "{type}, text", "boolean", nullptr, searching, "implementation of !~~* operator"},
    {"prefix_lower", "text", "{type}", nullptr, immutable,
     "least {name} whose text starts with this, or NULL"},
    {"prefix_upper", "text", "{type}", nullptr, immutable,
     "greatest {name} whose text starts with this, or NULL"},
    {"eq", "{type}, {type}", "boolean", "typed_id_eq", leakproof, "implementation of = operator"},
    {"ne", "{type}, {type}", "boolean", "typed_id_ne", leakproof, "implementation of <> operator"},
    {"lt", "{type}, {type}", "boolean", "typed_id_lt", leakproof, "implementation of < operator"},
    {"le", "{type}, {type}", "boolean", "typed_id_le", leakproof, "implementation of <= operator"},
    {"gt", "{type}, {type}", "boolean", "typed_id_gt", leakproof, "implementation of > operator"},
    {"ge", "{type}, {type}", "boolean", "typed_id_ge", leakproof, "implementation of >= operator"},
    {"cmp", "{type}, {type}", "integer", "typed_id_cmp", leakproof, "less-equal-greater"},
    {"hash", "{type}", "integer", "typed_id_hash", leakproof, "hash"},
    {"hash_extended", "{type}, bigint", "bigint", "typed_id_hash_extended", leakproof, "hash"},
    {"smaller", "{type}, {type}", "{type}", "typed_id_smaller", immutable, "smaller of two"},
    {"larger", "{type}, {type}", "{type}", "typed_id_larger", immutable, "larger of two"},
    {"new", "", "{type}", "typed_id_new", generator,
     "new {name}, greater than all before it in this session"},
    {"new", "timestamp with time zone", "{type}", "typed_id_new_at", generator, "new {name} of that time"},
    {"min", "timestamp with time zone", "{type}", "typed_id_min", immutable,
     "least {name} of that millisecond"},
    {"max", "timestamp with time zone", "{type}", "typed_id_max", immutable,
     "greatest {name} of that millisecond"},
    {"timestamp", "{type}", "timestamp with time zone", "typed_id_timestamp", immutable,
     "time of the id, to the millisecond; NULL unless its UUID is of version 7"},
};

struct cast {
    const char *source, *target;
    const char *how;
};
constexpr cast casts[] = {
    // implicit ones for drivers that bind strings as text or varchar
    {"text", "{type}", "WITH FUNCTION {fn from_text} (text) AS IMPLICIT"},
    {"character varying", "{type}", "WITH FUNCTION {fn from_text} (text) AS IMPLICIT"},
    {"{type}", "text", "WITH FUNCTION {fn to_text} ({type}) AS ASSIGNMENT"},
    // in assignments only: else one kind of id would be compared with another by way of these
    {"{extension}.typeid", "{type}", "WITH FUNCTION {fn from_typeid} ({extension}.typeid) AS ASSIGNMENT"},
    {"{type}", "{extension}.typeid", "WITH FUNCTION {fn to_typeid} ({type}) AS ASSIGNMENT"},
    {"uuid", "{type}", "WITHOUT FUNCTION AS ASSIGNMENT"},
    {"{type}", "uuid", "WITHOUT FUNCTION AS ASSIGNMENT"},
};

struct op {
    const char *name;
    const char *right;
    const char *function;
    const char *options;
    const char *comment;
};
#define B62_SELECTIVITY(s) ", RESTRICT = " s "sel, JOIN = " s "joinsel"
constexpr op operators[] = {
    {"=", "{type}", "eq",
     "COMMUTATOR = OPERATOR({schema}.=), NEGATOR = OPERATOR({schema}.<>), HASHES, MERGES" B62_SELECTIVITY(
         "eq"),
     "equal"},
    {"<>", "{type}", "ne",
     "COMMUTATOR = OPERATOR({schema}.<>), NEGATOR = OPERATOR({schema}.=)" B62_SELECTIVITY("neq"),
     "not equal"},
    {"<", "{type}", "lt",
     "COMMUTATOR = OPERATOR({schema}.>), NEGATOR = OPERATOR({schema}.>=)" B62_SELECTIVITY("scalarlt"),
     "less than"},
    {"<=", "{type}", "le",
     "COMMUTATOR = OPERATOR({schema}.>=), NEGATOR = OPERATOR({schema}.>)" B62_SELECTIVITY("scalarle"),
     "less than or equal"},
    {">", "{type}", "gt",
     "COMMUTATOR = OPERATOR({schema}.<), NEGATOR = OPERATOR({schema}.<=)" B62_SELECTIVITY("scalargt"),
     "greater than"},
    {">=", "{type}", "ge",
     "COMMUTATOR = OPERATOR({schema}.<=), NEGATOR = OPERATOR({schema}.<)" B62_SELECTIVITY("scalarge"),
     "greater than or equal"},
    {"^@", "text", "starts_with",
     "RESTRICT = {extension}.typed_id_prefixsel, JOIN = pg_catalog.prefixjoinsel", "text starts with"},
    {"~~", "text", "like",
     "NEGATOR = OPERATOR({schema}.!~~), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.likejoinsel",
     "text matches LIKE expression"},
    {"!~~", "text", "not_like",
     "NEGATOR = OPERATOR({schema}.~~), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.nlikejoinsel",
     "text does not match LIKE expression"},
    {"~~*", "text", "ilike",
     "NEGATOR = OPERATOR({schema}.!~~*), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.iclikejoinsel",
     "text matches LIKE expression, case-insensitive"},
    {"!~~*", "text", "not_ilike",
     "NEGATOR = OPERATOR({schema}.~~*), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.icnlikejoinsel",
     "text does not match LIKE expression, case-insensitive"},
};

#define B62_ORDER                                                                                            \
    "OPERATOR 1 {schema}.< ({type}, {type}), OPERATOR 2 {schema}.<= ({type}, {type}), "                      \
    "OPERATOR 3 {schema}.= ({type}, {type}), OPERATOR 4 {schema}.>= ({type}, {type}), "                      \
    "OPERATOR 5 {schema}.> ({type}, {type})"

struct operator_class {
    const char *name;
    const char *method;
    const char *first; // support function 1, by which it is found
    const char *items;
};
constexpr operator_class operator_classes[] = {
    {"ops", "btree", "{fn cmp}",
     B62_ORDER ", FUNCTION 1 {fn cmp} ({type}, {type}), "
               "FUNCTION 2 {extension}.typed_id_sortsupport(internal), FUNCTION 4 btequalimage(oid)"},
    {"hash_ops", "hash", "{fn hash}",
     "OPERATOR 1 {schema}.= ({type}, {type}), FUNCTION 1 {fn hash} ({type}), "
     "FUNCTION 2 {fn hash_extended} ({type}, bigint)"},
    {"minmax_ops", "brin", "{extension}.base62id_brin_minmax_opcinfo",
     B62_ORDER
     ", FUNCTION 1 {extension}.base62id_brin_minmax_opcinfo(internal), "
     "FUNCTION 2 {extension}.base62id_brin_minmax_add_value(internal, internal, internal, internal), "
     "FUNCTION 3 {extension}.base62id_brin_minmax_consistent(internal, internal, internal), "
     "FUNCTION 4 {extension}.base62id_brin_minmax_union(internal, internal, internal)"},
    {"minmax_multi_ops", "brin", "{extension}.base62id_brin_minmax_multi_opcinfo",
     B62_ORDER
     ", FUNCTION 1 {extension}.base62id_brin_minmax_multi_opcinfo(internal), "
     "FUNCTION 2 {extension}.base62id_brin_minmax_multi_add_value(internal, internal, internal, internal), "
     "FUNCTION 3 {extension}.base62id_brin_minmax_multi_consistent(internal, internal, internal, integer), "
     "FUNCTION 4 {extension}.base62id_brin_minmax_multi_union(internal, internal, internal), "
     "FUNCTION 5 brin_minmax_multi_options(internal), "
     "FUNCTION 11 {extension}.typed_id_brin_distance(internal, internal)"},
    {"bloom_ops", "brin", "brin_bloom_opcinfo",
     "OPERATOR 1 {schema}.= ({type}, {type}), FUNCTION 1 brin_bloom_opcinfo(internal), "
     "FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal), "
     "FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer), "
     "FUNCTION 4 brin_bloom_union(internal, internal, internal), "
     "FUNCTION 5 brin_bloom_options(internal), FUNCTION 11 {fn hash} ({type}), STORAGE {type}"},
};

struct aggregate {
    const char *name;
    const char *function;
    const char *sort;
    const char *comment;
};
constexpr aggregate aggregates[] = {
    {"min", "smaller", "<", "minimum value of all {name} input values"},
    {"max", "larger", ">", "maximum value of all {name} input values"},
};

// {base}_{name} has to fit into a name, or PostgreSQL would cut it off and two of them would collide.
constexpr std::size_t longest_suffix = [] {
    std::size_t longest = 0;
    const auto see = [&longest](const char *name) {
        const std::size_t n = std::string_view(name).size() + 1;
        longest = longest < n ? n : longest;
    };
    for (const function &f : functions)
        see(f.name);
    for (const operator_class &c : operator_classes)
        see(c.name);
    return longest;
}();
constexpr std::size_t max_name = NAMEDATALEN - 1 - longest_suffix;

// --- making it ---

struct maker {
    const char *type;      // qualified and quoted, as all names here
    const char *name;      // without schema
    const char *schema;    // of the functions and operators
    const char *base;      // not quoted
    const char *extension; // the extension's schema
    const char *library;   // not quoted
    std::string_view prefix;
    Oid oid; // of the type; invalid until it is made
    Oid language;
    Oid made[lengthof(functions)];

    const char *function_name(std::string_view name) const {
        for (std::size_t i = 0; i < lengthof(functions); ++i)
            if (name == functions[i].name)
                return quote_qualified_identifier(get_namespace_name(get_func_namespace(made[i])),
                                                  get_func_name(made[i]));
        elog(ERROR, "a typed id has no function \"%.*s\"", static_cast<int>(name.size()), name.data());
    }

    // Fills in a statement or a part of one.
    char *expand(const char *form) const {
        StringInfoData s;
        initStringInfo(&s);
        std::string_view rest = form;
        for (;;) {
            const std::size_t open = rest.find('{');
            const std::size_t close = open == std::string_view::npos ? open : rest.find('}', open);
            if (close == std::string_view::npos)
                break;
            appendBinaryStringInfo(&s, rest.data(), static_cast<int>(open));
            const std::string_view what = codec::slice(rest, open + 1, close - open - 1);
            rest = codec::slice(rest, close + 1);
            appendStringInfoString(&s, what == "type"        ? type
                                       : what == "name"      ? name
                                       : what == "schema"    ? schema
                                       : what == "extension" ? extension
                                                             : function_name(codec::slice(what, 3)));
        }
        appendBinaryStringInfo(&s, rest.data(), static_cast<int>(rest.size()));
        return s.data;
    }

    const char *new_name(const char *suffix) const {
        return psprintf("%s.%s", schema, quote_identifier(psprintf("%s_%s", base, suffix)));
    }
};

void execute(const char *statement) {
    if (const int r = SPI_execute(statement, false, 0); r < 0)
        elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(r));
}

// The first column of the first row, an OID; invalid where there is no row.
Oid query_oid(const char *query) {
    if (const int r = SPI_execute(query, false, 1); r != SPI_OK_SELECT)
        elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(r));
    Oid found = InvalidOid;
    if (SPI_processed > 0) {
        bool isnull;
        found = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull));
    }
    SPI_freetuptable(SPI_tuptable);
    return found;
}

void comment_on(const maker &m, const char *object, const char *comment) {
    execute(psprintf("COMMENT ON %s IS %s", object, quote_literal_cstr(m.expand(comment))));
}

// prosrc of a function.
const char *body_of(const maker &m, const function &f) {
    if (f.symbol != nullptr)
        return f.symbol;
    return m.prefix.empty() ? f.name
                            : psprintf("%s %.*s", f.name, static_cast<int>(m.prefix.size()), m.prefix.data());
}

Oid find_function(const maker &m, const function &f) {
    return query_oid(psprintf("SELECT oid FROM pg_proc WHERE prosrc = %s AND prolang = %u "
                              "AND (prorettype = %u OR %u = ANY (proargtypes)) ORDER BY oid",
                              quote_literal_cstr(body_of(m, f)),
                              f.symbol == nullptr ? m.language : ClanguageId, m.oid, m.oid));
}

Oid make_function(const maker &m, const function &f) {
    const char *signature = psprintf("%s(%s)", m.new_name(f.name), m.expand(f.arguments));
    const char *body = quote_literal_cstr(body_of(m, f));
    execute(psprintf("CREATE FUNCTION %s RETURNS %s %s STRICT PARALLEL SAFE COST 1 LANGUAGE %s AS %s",
                     signature, m.expand(f.result), m.expand(f.options),
                     f.symbol == nullptr ? quote_identifier(language_name) : "c",
                     f.symbol == nullptr ? body : psprintf("%s, %s", quote_literal_cstr(m.library), body)));
    comment_on(m, psprintf("FUNCTION %s", signature), f.comment);
    return find_function(m, f); // by what it is: a shell type can stand in no signature
}

void complete_casts(const maker &m) {
    for (const cast &c : casts) {
        const char *source = m.expand(c.source), *target = m.expand(c.target);
        if (OidIsValid(query_oid(psprintf(
                "SELECT oid FROM pg_cast WHERE castsource = %s::regtype AND casttarget = %s::regtype",
                quote_literal_cstr(source), quote_literal_cstr(target)))))
            continue;
        execute(psprintf("CREATE CAST (%s AS %s) %s", source, target, m.expand(c.how)));
    }
}

void complete_operators(const maker &m) {
    for (const op &o : operators) {
        const char *function = m.function_name(o.function), *right = m.expand(o.right);
        const char *signature = psprintf("%s(%s, %s)", function, m.type, right);
        if (OidIsValid(query_oid(psprintf("SELECT oid FROM pg_operator WHERE oprcode = %s::regprocedure",
                                          quote_literal_cstr(signature)))))
            continue;
        execute(psprintf("CREATE OPERATOR %s.%s (FUNCTION = %s, LEFTARG = %s, RIGHTARG = %s, %s)", m.schema,
                         o.name, function, m.type, right, m.expand(o.options)));
        comment_on(m, psprintf("OPERATOR %s.%s (%s, %s)", m.schema, o.name, m.type, right), o.comment);
    }
}

// The operator family of that class; invalid where there is none.
Oid find_family(const maker &m, const operator_class &c) {
    return query_oid(
        psprintf("SELECT opcfamily FROM pg_opclass JOIN pg_amproc ON amprocfamily = opcfamily "
                 "WHERE opcintype = %u AND amproclefttype = %u AND amprocnum = 1 AND amproc = %s::regproc "
                 "AND opcmethod = (SELECT oid FROM pg_am WHERE amname = %s)",
                 m.oid, m.oid, quote_literal_cstr(m.expand(c.first)), quote_literal_cstr(c.method)));
}

// An operator class goes with its type, but its family would stay behind, empty.  So the family is made to
// depend on the type, which there is no SQL for: after a restore typeid_upgrade_type() does it again.
void tie_to_type(const maker &m, Oid family) {
    const ObjectAddress dependent = {OperatorFamilyRelationId, family, 0}, type = {TypeRelationId, m.oid, 0};
    if (!OidIsValid(query_oid(psprintf("SELECT refobjid FROM pg_depend WHERE classid = %u AND objid = %u "
                                       "AND refclassid = %u AND refobjid = %u",
                                       dependent.classId, family, type.classId, m.oid))))
        recordDependencyOn(&dependent, &type, DEPENDENCY_AUTO);
}

#ifdef B62_HAVE_SKIP_SUPPORT
constexpr int skip_support = BTSKIPSUPPORT_PROC;
#else
constexpr int skip_support = 0;
#endif

bool has_support_function(const maker &m, Oid family, int number) {
    return OidIsValid(query_oid(psprintf("SELECT oid FROM pg_amproc WHERE amprocfamily = %u AND "
                                         "amproclefttype = %u AND amprocrighttype = %u AND amprocnum = %d",
                                         family, m.oid, m.oid, number)));
}

// A database that comes from before PostgreSQL 18 has operator classes without it.
void add_skip_support(const maker &m, Oid family) {
    const HeapTuple t = SearchSysCache1(OPFAMILYOID, ObjectIdGetDatum(family));
    if (!HeapTupleIsValid(t))
        elog(ERROR, "cache lookup failed for operator family %u", family);
    const auto *form = reinterpret_cast<Form_pg_opfamily>(GETSTRUCT(t));
    const char *name =
        quote_qualified_identifier(get_namespace_name(form->opfnamespace), NameStr(form->opfname));
    ReleaseSysCache(t);
    execute(
        psprintf("ALTER OPERATOR FAMILY %s USING btree ADD FUNCTION %d (%s, %s) uuid_skipsupport(internal)",
                 name, skip_support, m.type, m.type));
}

void complete_operator_classes(const maker &m) {
    for (const operator_class &c : operator_classes) {
        const std::string_view method = c.method;
        Oid family = find_family(m, c);
        if (!OidIsValid(family)) {
            const bool is_default = method != "brin" || std::string_view(c.name) == "minmax_ops";
            execute(psprintf("CREATE OPERATOR CLASS %s %s FOR TYPE %s USING %s AS %s", m.new_name(c.name),
                             is_default ? "DEFAULT" : "", m.type, c.method, m.expand(c.items)));
            family = find_family(m, c);
        }
        if (skip_support != 0 && method == "btree" && !has_support_function(m, family, skip_support))
            add_skip_support(m, family);
        tie_to_type(m, family);
    }
}

void complete_aggregates(const maker &m) {
    for (const aggregate &a : aggregates) {
        const char *function = m.function_name(a.function);
        if (OidIsValid(
                query_oid(psprintf("SELECT aggfnoid::oid FROM pg_aggregate WHERE aggtransfn = %s::regproc",
                                   quote_literal_cstr(function)))))
            continue;
        const char *signature = psprintf("%s.%s(%s)", m.schema, a.name, m.type);
        execute(psprintf("CREATE AGGREGATE %s (SFUNC = %s, STYPE = %s, COMBINEFUNC = %s, "
                         "SORTOP = OPERATOR(%s.%s), PARALLEL = SAFE)",
                         signature, function, m.type, function, m.schema, a.sort));
        comment_on(m, psprintf("AGGREGATE %s", signature), a.comment);
    }
}

// Makes what the type has not got.
void complete(maker &m) {
    for (std::size_t i = 0; i < lengthof(functions); ++i) {
        if (!OidIsValid(m.made[i]))
            m.made[i] = find_function(m, functions[i]);
        if (!OidIsValid(m.made[i]))
            m.made[i] = make_function(m, functions[i]);
    }
    complete_casts(m);
    complete_operators(m);
    complete_operator_classes(m);
    complete_aggregates(m);
}

// The type itself: a shell, its I/O functions, and then the type.
void make_type(maker &m, Oid schema) {
    execute(psprintf("CREATE TYPE %s", m.type));
    m.oid = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(m.base), ObjectIdGetDatum(schema));
    for (int i = 0; i < io_functions; ++i)
        m.made[i] = make_function(m, functions[i]);
    execute(psprintf("CREATE TYPE %s (INPUT = %s, OUTPUT = %s, RECEIVE = %s, SEND = %s, LIKE = uuid)", m.type,
                     m.function_name("in"), m.function_name("out"), m.function_name("recv"),
                     m.function_name("send")));
    comment_on(m, psprintf("TYPE %s", m.type),
               m.prefix.empty() ? "TypeID without type prefix, in 16 octets"
                                : psprintf("TypeID with type prefix \"%.*s\", in 16 octets",
                                           static_cast<int>(m.prefix.size()), m.prefix.data()));
}

// --- refusals ---

[[noreturn]] void raise_taken(const char *what) {
    ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("%s already exists", what)));
}

// Names that the type's objects will have.  Functions that take the type itself cannot be there yet.
void refuse_taken_names(const maker &m, Oid schema, const char *name) {
    if (SearchSysCacheExists2(TYPENAMENSP, CStringGetDatum(name), ObjectIdGetDatum(schema)))
        raise_taken(psprintf("type %s", m.type));
    // Without its schema the name would always mean PostgreSQL's own.
    if (SearchSysCacheExists2(TYPENAMENSP, CStringGetDatum(name), ObjectIdGetDatum(PG_CATALOG_NAMESPACE)))
        raise_taken(psprintf("type pg_catalog.%s", quote_identifier(name)));
    for (const function &f : functions) {
        if (std::strstr(f.arguments, "{type}") != nullptr)
            continue;
        const char *signature = psprintf("%s(%s)", m.new_name(f.name), m.expand(f.arguments));
        if (OidIsValid(
                query_oid(psprintf("SELECT to_regprocedure(%s)::oid WHERE to_regprocedure(%s) IS NOT NULL",
                                   quote_literal_cstr(signature), quote_literal_cstr(signature)))))
            raise_taken(psprintf("function %s", signature));
    }
    // A family that a dropped type of this name has left behind is empty, and serves again.
    for (const operator_class &c : operator_classes)
        if (OidIsValid(
                query_oid(psprintf("SELECT f.oid FROM pg_opfamily f WHERE opfname = %s AND opfnamespace = %u "
                                   "AND opfmethod = (SELECT oid FROM pg_am WHERE amname = %s) "
                                   "AND (EXISTS (SELECT FROM pg_opclass WHERE opcfamily = f.oid) "
                                   "OR EXISTS (SELECT FROM pg_amop WHERE amopfamily = f.oid) "
                                   "OR EXISTS (SELECT FROM pg_amproc WHERE amprocfamily = f.oid))",
                                   quote_literal_cstr(psprintf("%s_%s", m.base, c.name)), schema,
                                   quote_literal_cstr(c.method)))))
            raise_taken(psprintf("operator family %s for access method %s", m.new_name(c.name), c.method));
}

// A text shall be of one type: within a schema each type prefix serves once.
void refuse_taken_prefix(const maker &m, Oid schema) {
    const Oid other = query_oid(psprintf("SELECT t.oid FROM pg_type t JOIN pg_proc p ON p.oid = typinput "
                                         "WHERE prolang = %u AND prosrc = %s AND typnamespace = %u",
                                         m.language, quote_literal_cstr(body_of(m, functions[0])), schema));
    if (OidIsValid(other))
        ereport(ERROR,
                (errcode(ERRCODE_DUPLICATE_OBJECT),
                 errmsg("type prefix \"%.*s\" is taken", static_cast<int>(m.prefix.size()), m.prefix.data()),
                 errdetail("It is that of type %s, in the same schema.", format_type_be(other))));
}

// --- the calls ---

// search_path for the statements in here, and no notice that a type is a shell, until the level is left.
int pin_settings() {
    const int level = NewGUCNestLevel();
    set_config_option("client_min_messages", "warning", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                      false);
    set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true,
                      0, false);
    return level;
}

// What is found by way of the function that is called: it is the extension's.
void set_surroundings(maker &m, Oid called) {
    m.extension = quote_identifier(get_namespace_name(get_func_namespace(called)));
    m.language = get_language_oid(language_name, false);
    const HeapTuple t = SearchSysCache1(PROCOID, ObjectIdGetDatum(called));
    if (!HeapTupleIsValid(t))
        elog(ERROR, "cache lookup failed for function %u", called);
    bool isnull;
    const Datum library = SysCacheGetAttr(PROCOID, t, Anum_pg_proc_probin, &isnull);
    if (isnull)
        elog(ERROR, "function %u has no library", called);
    m.library = TextDatumGetCString(library);
    ReleaseSysCache(t);
}

// What is added goes where the input function is, and is named as it is: the type may have been renamed and
// moved, which does neither to its functions.
void set_names(maker &m) {
    const HeapTuple t = SearchSysCache1(TYPEOID, ObjectIdGetDatum(m.oid));
    if (!HeapTupleIsValid(t))
        elog(ERROR, "cache lookup failed for type %u", m.oid);
    const auto *form = reinterpret_cast<Form_pg_type>(GETSTRUCT(t));
    const Oid input = form->typinput;
    m.name = pstrdup(NameStr(form->typname));
    ReleaseSysCache(t);
    m.schema = quote_identifier(get_namespace_name(get_func_namespace(input)));
    char *base = get_func_name(input);
    const std::string_view all = base;
    if (all.size() > 3 && all.ends_with("_in"))
        base[all.size() - 3] = '\0';
    m.base = base;
}

} // namespace

} // namespace base62id::pg

B62_FN(typeid_create_type) {
    text *given = PG_GETARG_TEXT_PP(0);
    const std::string_view prefix = pg::text_arg(fcinfo, 1);
    if (const codec::result r = codec::type_id::check_prefix(prefix); !r)
        pg::raise_bad_prefix(r);
    List *names = textToQualifiedNameList(given);

    pg::maker m = {};
    m.prefix = prefix;
    if (!superuser()) {
        const Oid schema = get_func_namespace(fcinfo->flinfo->fn_oid);
        const Oid id = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("typeid"),
                                       ObjectIdGetDatum(schema));
        const char *where =
            TypeIsVisible(id) ? "" : psprintf("%s.", quote_identifier(get_namespace_name(schema)));
        ereport(
            ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("must be superuser to create a typed id"),
             errdetail("PostgreSQL lets nobody else create base types."),
             errhint("A domain needs no superuser: CREATE DOMAIN %s AS %stypeid CHECK "
                     "(%stypeid_check(VALUE, '%.*s'));",
                     text_to_cstring(given), where, where, static_cast<int>(prefix.size()), prefix.data())));
    }

    char *name;
    const Oid schema = QualifiedNameGetCreationNamespace(names, &name);
    if (std::strlen(name) > pg::max_name)
        ereport(ERROR, (errcode(ERRCODE_NAME_TOO_LONG), errmsg("type name \"%s\" is too long", name),
                        errdetail("The name of a typed id has at most %zu octets: its functions and operator "
                                  "classes are named after it.",
                                  pg::max_name)));
    if (isAnyTempNamespace(schema))
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("a typed id cannot be temporary"),
                        errdetail("Functions and operators are not looked up in the temporary schema.")));

    // One at a time in a schema, so that each sees what the other has taken.
    LockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock);
    SPI_connect();
    const int level = pg::pin_settings();
    pg::set_surroundings(m, fcinfo->flinfo->fn_oid);
    m.schema = quote_identifier(get_namespace_name(schema));
    m.type = quote_qualified_identifier(get_namespace_name(schema), name);
    m.name = m.base = name;
    pg::refuse_taken_names(m, schema, name);
    pg::refuse_taken_prefix(m, schema);
    pg::make_type(m, schema);
    pg::complete(m);
    const Oid made = m.oid;
    AtEOXact_GUC(true, level);
    SPI_finish();
    PG_RETURN_OID(made);
}

B62_FN(typeid_upgrade_type) {
    const Oid type = PG_GETARG_OID(0);
    pg::typed_id id;
    pg::maker m = {};
    const Oid language = get_language_oid(pg::language_name, false);
    if (!pg::find_typed_id(type, language, &id))
        ereport(ERROR,
                (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                 errmsg("%s is not a typed id", format_type_extended(type, -1, FORMAT_TYPE_ALLOW_INVALID))));
    if (!superuser())
        ereport(ERROR,
                (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("must be superuser to upgrade a typed id")));

    SPI_connect();
    const int level = pg::pin_settings();
    pg::set_surroundings(m, fcinfo->flinfo->fn_oid);
    m.prefix = id.prefix();
    m.oid = type;
    m.type = format_type_be_qualified(type);
    pg::set_names(m);
    pg::complete(m);
    AtEOXact_GUC(true, level);
    SPI_finish();
    PG_RETURN_VOID();
}

B62_FN(typeid_types) {
    InitMaterializedSRF(fcinfo, 0);
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    const Oid language = get_language_oid(pg::language_name, false);
    SPI_connect();
    const char *query = psprintf("SELECT t.oid FROM pg_catalog.pg_type t JOIN pg_catalog.pg_proc p "
                                 "ON p.oid OPERATOR(pg_catalog.=) t.typinput "
                                 "WHERE p.prolang OPERATOR(pg_catalog.=) %u ORDER BY t.oid",
                                 language);
    if (SPI_execute(query, true, 0) != SPI_OK_SELECT)
        elog(ERROR, "SPI_execute failed");
    for (std::uint64_t i = 0; i < SPI_processed; ++i) {
        bool isnull;
        const Datum type = SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull);
        pg::typed_id id;
        if (!pg::find_typed_id(DatumGetObjectId(type), language, &id))
            continue;
        const Datum values[] = {type, PointerGetDatum(cstring_to_text_with_len(
                                          id.prefix().data(), static_cast<int>(id.prefix().size())))};
        const bool nulls[] = {false, false};
        tuplestore_putvalues(result->setResult, result->setDesc, const_cast<Datum *>(values),
                             const_cast<bool *>(nulls));
    }
    SPI_finish();
    return Datum{0};
}
