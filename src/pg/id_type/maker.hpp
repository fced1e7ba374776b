// An id type being made from the template in the database, and what the catalogs have of it.
#pragma once

#include "pg/id_type/id_type.hpp"
#include "pg/server/catalog.hpp"

namespace base62id::pg {

struct maker {
    Oid type;         // invalid until it is made
    Oid schema;       // of the parts
    const char *base; // what their names begin with; not quoted
    id_type id;       // what its ids are like
    Oid called;       // the function of the extension that is called
    Oid extension;    // the extension's schema
    Oid language;
    const char *library;    // as pg_proc has it
    Oid typeid_type, uid11; // the extension's types that casts are from and to
    Oid member_of;          // the extension that the type belongs to, as its parts do; else invalid
    // Where the operator families are that the types of 16 octets share: one set for the database, because
    // each set makes planning slower for all queries over uuids.  Invalid if the type has its own, as
    // those of 8 octets, and those that an extension's script makes, which come and go with that extension.
    Oid families;
    // RawStmts that make the type, by the template, and the text that they refer to; NIL until they are read.
    List *statements;
    const char *text;

    bool shares_families() const { return OidIsValid(families); }
};

// --- template.cpp ---

List *read_template(const maker &m, const char **text);
// Raises 55000: the template says something that this library does not know.
[[noreturn]] void raise_unknown(const maker &m, const char *what, std::string_view name);
// {base}_{name} has to fit into a name, or PostgreSQL would cut it off and two of them would collide.  The
// longest is {base}_minmax_multi_ops.
constexpr std::size_t max_name = NAMEDATALEN - 1 - 17;

// --- parts.cpp ---

// Makes the type, or what one that is there lacks, and brings the rest of that up to date.  Raises 42710
// where something stands in a part's place, and 55000 for a type of another make.
void make_parts(maker &m);
// From then on DROP TYPE drops all parts, without CASCADE.
void tie_parts(maker &m);
// Of the shared families: gives them the extension's schema, if that has changed.
void move_families(maker &m);
// Drops what dropped types left in them, and themselves with their last class.
void sweep_families(maker &m);

// Whether the type takes uuids from now on.  Raises 2BP01 where something needs what goes.
void change_acceptance(maker &m, bool accept);

// Sets all that is known of an id type of the extension that is set; false if it is none.
bool read_id_type(maker &m, Oid type);

// What a type made now has and this one lacks; empty also if it is being dropped.  Needs no rights.
const char *missing_parts(maker &m, Oid type);

// --- superuser.cpp ---

// Between these all runs as the bootstrap superuser, under settings that the caller does not choose.  An
// error restores both as it does for a function that is SECURITY DEFINER, with settings of its own.
struct caller_state {
    Oid user;
    int context, level;
};
caller_state become_superuser();
void become_caller(const caller_state &before);
// The schema keeps its name until this transaction ends.  False, or 42704, if it is gone.
bool try_hold_name_of_schema(Oid schema);
void hold_name_of_schema(Oid schema);
// Executes a statement for its caller: event triggers see it.
void run(Node *statement, const char *text, const RawStmt *whole = nullptr);

// --- language.cpp ---

// Whether the body of a function of the language means something to this library.
bool is_known_body(std::string_view body);

// --- find.cpp ---
//
// By catalog scans and caches, never by a query: these see what is committed now, while a query sees the
// transaction's snapshot, which under REPEATABLE READ is the past.  Types are found by what they are, not by
// name: they may have been renamed and moved.  `called` is a function of the extension.

// The extension's language of id types; invalid if it is gone.
Oid find_language(Oid called);
// All id types, by OID.
List *find_id_types(Oid language);
// One with the same declaration in the schema; invalid if there is none.
Oid find_same_declaration(const maker &m);
// Invalid if the type is gone.
Oid schema_of_type(Oid type);
Oid input_of_type(Oid type);
Oid send_of_type(Oid type);
// Sets what the extension has: its schema, language, library and types.  False if it is gone.
bool set_extension(maker &m, Oid called);
// A function of the extension's schema; 42704 without it.
Oid extension_function(const maker &m, const char *name, int count, const Oid *arguments);
// The family of a type's btree class; invalid if it has none.  Its schema, if types share it.
Oid family_of_type(Oid type);
Oid schema_of_shared(Oid family);
// That of the families that all id types share, or will.
Oid find_families(const maker &m);
// Sets where new parts go, and their names: those of the input function, because renaming or moving a type
// does not rename or move its functions.
void set_names(maker &m, Oid input);

} // namespace base62id::pg
