// What a typed id has: the tables by which typeid_create_type() makes it and typeid_upgrade_type() completes
// it.
//
// A masked type's functions that show or read a value ask for its key, so they are STABLE (maker::expand:
// {volatility}).
//
// {type} is the type, {name} its name for comments, {schema} the schema of its objects, {extension} that of
// the extension, {typeid} the extension's typeid, {internal} core's pseudo-type, {fn NAME} a function of the
// table below, and {to_text} and {to_typeid} the type's own functions of that name with their arguments or,
// where it has none, the extension's.  Every name that takes a schema has one: search_path is the caller's,
// because event triggers see these statements and run under it.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Which types have an object: all, or those of one kind.  `accepting`: those that also read a uuid's text.
//
// DROP takes a lock for each object, and all of them count at once where an extension goes with its types. So
// what types can share is the extension's, and nothing is made that PostgreSQL does as well without.
enum class kind : std::uint8_t { all, plain, masked, accepting };

struct function {
    const char *name;
    const char *arguments;
    const char *result;
    const char *symbol; // of a C function; null where it is one of the language, whose role is the name
    const char *options;
    const char *comment;
    kind of = kind::all;
};

constexpr const char *immutable = "IMMUTABLE";
constexpr const char *leakproof = "IMMUTABLE LEAKPROOF";
constexpr const char *showing = "{volatility}";
constexpr const char *output = "{output_volatility}";
constexpr const char *searching = "{volatility} {support}";
constexpr const char *generator = "VOLATILE";

constexpr int io_functions = 5; // the first ones: what CREATE TYPE needs
constexpr function functions[] = {
    {"in", "pg_catalog.cstring", "{type}", "typed_id_in", showing, "I/O"},
    {"out", "{type}", "pg_catalog.cstring", "typed_id_out", output, "I/O"},
    {"recv", "pg_catalog.internal", "{type}", "typed_id_recv", immutable, "I/O", kind::plain},
    {"recv", "pg_catalog.internal", "{type}", nullptr, showing, "I/O", kind::masked},
    {"send", "{type}", "pg_catalog.bytea", nullptr, showing, "I/O"}, // says what the type is
    {"from_text", "pg_catalog.text", "{type}", nullptr, showing,
     "cast: text to {name}, an error where it is none"},
    {"to_text", "{type}", "pg_catalog.text", nullptr, showing, "cast: {name} to text", kind::masked},
    {"to_name", "{type}", "pg_catalog.name", nullptr, showing, "cast: {name} to name", kind::accepting},
    {"from_uuid", "pg_catalog.uuid", "{type}", nullptr, immutable,
     "cast: uuid to {name}, an error where it is not of version 7", kind::masked},
    {"from_typeid", "{typeid}", "{type}", nullptr, showing,
     "cast: typeid to {name}, an error where the type prefix is another"},
    {"to_typeid", "{type}", "{typeid}", nullptr, showing, "cast: {name} to typeid", kind::masked},
    {"starts_with", "{type}, pg_catalog.text", "boolean", nullptr, searching,
     "implementation of ^@ operator"},
    {"like", "{type}, pg_catalog.text", "boolean", nullptr, searching, "implementation of ~~ operator"},
    {"not_like", "{type}, pg_catalog.text", "boolean", nullptr, searching, "implementation of !~~ operator"},
    {"ilike", "{type}, pg_catalog.text", "boolean", nullptr, searching, "implementation of ~~* operator"},
    {"not_ilike", "{type}, pg_catalog.text", "boolean", nullptr, searching,
     "implementation of !~~* operator"},
    {"eq", "{type}, {type}", "boolean", "typed_id_eq", leakproof, "implementation of = operator"},
    {"ne", "{type}, {type}", "boolean", "typed_id_ne", leakproof, "implementation of <> operator"},
    {"lt", "{type}, {type}", "boolean", "typed_id_lt", leakproof, "implementation of < operator"},
    {"le", "{type}, {type}", "boolean", "typed_id_le", leakproof, "implementation of <= operator"},
    {"gt", "{type}, {type}", "boolean", "typed_id_gt", leakproof, "implementation of > operator"},
    {"ge", "{type}, {type}", "boolean", "typed_id_ge", leakproof, "implementation of >= operator"},
    {"cmp", "{type}, {type}", "integer", "typed_id_cmp", leakproof, "less-equal-greater"},
    {"hash", "{type}", "integer", "typed_id_hash", leakproof, "hash"},
    {"hash_extended", "{type}, bigint", "bigint", "typed_id_hash_extended", leakproof, "hash"},
    // Not shared over anyelement: Citus calls an aggregate's functions without an expression that says which
    // type it is.
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

// Types of casts that are known by what they are, not by OID.
constexpr Oid this_type = 1, extension_typeid = 2;

struct cast {
    Oid source, target;
    const char *how;
    kind of = kind::all;
};
constexpr cast casts[] = {
    // implicit ones for drivers that bind strings as text or varchar
    {TEXTOID, this_type, "WITH FUNCTION {fn from_text} (pg_catalog.text) AS IMPLICIT"},
    {VARCHAROID, this_type, "WITH FUNCTION {fn from_text} (pg_catalog.text) AS IMPLICIT"},
    {this_type, TEXTOID, "WITH FUNCTION {to_text} AS ASSIGNMENT"},
    // Without these PostgreSQL converts by the output function.  What is stored would be the session's form,
    // of types for which base62id.output is.
    {this_type, VARCHAROID, "WITH FUNCTION {to_text} AS ASSIGNMENT", kind::accepting},
    {this_type, BPCHAROID, "WITH FUNCTION {to_text} AS ASSIGNMENT", kind::accepting},
    {this_type, NAMEOID, "WITH FUNCTION {fn to_name} ({type}) AS ASSIGNMENT", kind::accepting},
    // in assignments only: else one kind of id would be compared with another by way of these
    {extension_typeid, this_type, "WITH FUNCTION {fn from_typeid} ({typeid}) AS ASSIGNMENT"},
    {this_type, extension_typeid, "WITH FUNCTION {to_typeid} AS ASSIGNMENT"},
    {UUIDOID, this_type, "WITHOUT FUNCTION AS ASSIGNMENT", kind::plain},
    {UUIDOID, this_type, "WITH FUNCTION {fn from_uuid} (pg_catalog.uuid) AS ASSIGNMENT", kind::masked},
    {this_type, UUIDOID, "WITHOUT FUNCTION AS ASSIGNMENT"},
};

struct op {
    const char *name;
    const char *right;
    const char *function;
    const char *options;
    const char *comment;
};
#define B62_SELECTIVITY(s) ", RESTRICT = pg_catalog." s "sel, JOIN = pg_catalog." s "joinsel"
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
    {"^@", "pg_catalog.text", "starts_with",
     "RESTRICT = {extension}.typed_id_prefixsel, JOIN = pg_catalog.prefixjoinsel", "text starts with"},
    {"~~", "pg_catalog.text", "like",
     "NEGATOR = OPERATOR({schema}.!~~), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.likejoinsel",
     "text matches LIKE expression"},
    {"!~~", "pg_catalog.text", "not_like",
     "NEGATOR = OPERATOR({schema}.~~), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.nlikejoinsel",
     "text does not match LIKE expression"},
    {"~~*", "pg_catalog.text", "ilike",
     "NEGATOR = OPERATOR({schema}.!~~*), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.iclikejoinsel",
     "text matches LIKE expression, case-insensitive"},
    {"!~~*", "pg_catalog.text", "not_ilike",
     "NEGATOR = OPERATOR({schema}.~~*), RESTRICT = {extension}.typed_id_prefixsel, JOIN = "
     "pg_catalog.icnlikejoinsel",
     "text does not match LIKE expression, case-insensitive"},
};

#define B62_ORDER                                                                                            \
    "OPERATOR 1 {schema}.< ({type}, {type}), OPERATOR 2 {schema}.<= ({type}, {type}), "                      \
    "OPERATOR 3 {schema}.= ({type}, {type}), OPERATOR 4 {schema}.>= ({type}, {type}), "                      \
    "OPERATOR 5 {schema}.> ({type}, {type})"

#define B62_ANY "pg_catalog.\"any\""

struct operator_class {
    const char *name;
    const char *method;
    const char *second; // symbol of support function 2, by which it is found
    const char *items;
    const char *family = nullptr; // of the extension, where typed ids share one
};
constexpr operator_class operator_classes[] = {
    {"ops", "btree", "typed_id_sortsupport",
     B62_ORDER ", "
               "FUNCTION 1 {fn cmp} ({type}, {type}), "
               "FUNCTION 2 {extension}.typed_id_sortsupport({internal}), FUNCTION 4 "
               "pg_catalog.btequalimage(pg_catalog.oid)"},
    {"hash_ops", "hash", "typed_id_hash_extended",
     "OPERATOR 1 {schema}.= ({type}, {type}), "
     "FUNCTION 1 {fn hash} ({type}), "
     "FUNCTION 2 {fn hash_extended} ({type}, bigint)"},
    {"minmax_ops", "brin", "base62id_brin_minmax_add_value",
     B62_ORDER
     ", "
     "FUNCTION 1 {extension}.base62id_brin_minmax_opcinfo({internal}), "
     "FUNCTION 2 {extension}.base62id_brin_minmax_add_value({internal}, {internal}, {internal}, {internal}), "
     "FUNCTION 3 {extension}.base62id_brin_minmax_consistent({internal}, {internal}, {internal}), "
     "FUNCTION 4 {extension}.base62id_brin_minmax_union({internal}, {internal}, {internal})",
     "typed_id_minmax_ops"},
    {"minmax_multi_ops", "brin", "base62id_brin_minmax_multi_add_value",
     B62_ORDER ", "
               "FUNCTION 1 {extension}.base62id_brin_minmax_multi_opcinfo({internal}), "
               "FUNCTION 2 {extension}.base62id_brin_minmax_multi_add_value({internal}, {internal}, "
               "{internal}, {internal}), "
               "FUNCTION 3 {extension}.base62id_brin_minmax_multi_consistent({internal}, {internal}, "
               "{internal}, integer), "
               "FUNCTION 4 {extension}.base62id_brin_minmax_multi_union({internal}, {internal}, {internal}), "
               "FUNCTION 5 pg_catalog.brin_minmax_multi_options({internal}), "
               "FUNCTION 11 {extension}.typed_id_brin_distance({internal}, {internal})",
     "typed_id_minmax_multi_ops"},
    {"bloom_ops", "brin", "brin_bloom_add_value",
     "OPERATOR 1 {schema}.= ({type}, {type}), "
     "FUNCTION 1 pg_catalog.brin_bloom_opcinfo({internal}), "
     "FUNCTION 2 pg_catalog.brin_bloom_add_value({internal}, {internal}, {internal}, {internal}), "
     "FUNCTION 3 pg_catalog.brin_bloom_consistent({internal}, {internal}, {internal}, integer), "
     "FUNCTION 4 pg_catalog.brin_bloom_union({internal}, {internal}, {internal}), "
     "FUNCTION 5 pg_catalog.brin_bloom_options({internal}), "
     "FUNCTION 11 {fn hash} ({type}), STORAGE {type}",
     "typed_id_bloom_ops"},
    {"gist_ops", "gist", "base62id_gist_union",
     "OPERATOR 18 {schema}.= ({type}, {type}), OPERATOR 19 {schema}.<> ({type}, {type}), "
     "OPERATOR 20 {schema}.< ({type}, {type}), OPERATOR 21 {schema}.<= ({type}, {type}), "
     "OPERATOR 22 {schema}.> ({type}, {type}), OPERATOR 23 {schema}.>= ({type}, {type}), "
     "FUNCTION 1 {extension}.uuid_family_gist_consistent({internal}, " B62_ANY
     ", smallint, pg_catalog.oid, {internal}), "
     "FUNCTION 2 {extension}.base62id_gist_union({internal}, {internal}), "
     "FUNCTION 3 {extension}.uuid_family_gist_compress({internal}), "
     "FUNCTION 5 {extension}.base62id_gist_penalty({internal}, {internal}, {internal}), "
     "FUNCTION 6 {extension}.base62id_gist_picksplit({internal}, {internal}), "
     "FUNCTION 7 {extension}.base62id_gist_same(pg_catalog.bytea, pg_catalog.bytea, {internal}), "
     "FUNCTION 9 {extension}.uuid_family_gist_fetch({internal}), "
     "FUNCTION 11 {extension}.base62id_gist_sortsupport({internal}), STORAGE pg_catalog.bytea"},
    // Without function 1 GIN compares by the type's btree class.
    {"gin_ops", "gin", "base62id_gin_extract_value",
     B62_ORDER
     ", FUNCTION 2 {extension}.base62id_gin_extract_value(" B62_ANY ", {internal}), "
     "FUNCTION 3 {extension}.uuid_family_gin_extract_query(" B62_ANY ", {internal}, smallint, {internal}, "
     "{internal}, {internal}, {internal}), "
     "FUNCTION 4 {extension}.base62id_gin_consistent({internal}, smallint, " B62_ANY ", integer, {internal}, "
     "{internal}, {internal}, {internal}), "
     "FUNCTION 5 {extension}.uuid_family_gin_compare_partial(" B62_ANY ", " B62_ANY
     ", smallint, {internal})"},
};

// Support functions that a later major brought: a database that comes from before it has operator classes
// without them.  Outside of BRIN each class has a family of its own, though one in the extension would do:
// some of what such a class has belongs to its family (gistadjustmembers), and no dump writes that of a
// family that is an extension's.
struct late_function {
    std::string_view method;
    int number;
    const char *types;
    Oid type; // both of `types`; invalid for the typed id
    const char *function;
};
#ifdef B62_HAVE_SKIP_SUPPORT
constexpr late_function late_functions[] = {
    {"btree", BTSKIPSUPPORT_PROC, "{type}, {type}", InvalidOid, "pg_catalog.uuid_skipsupport({internal})"},
    {"gist", GIST_TRANSLATE_CMPTYPE_PROC, B62_ANY ", " B62_ANY, ANYOID,
     "pg_catalog.gist_translate_cmptype_common(integer)"},
};
#else
constexpr std::initializer_list<late_function> late_functions = {};
#endif

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

} // namespace base62id::pg
