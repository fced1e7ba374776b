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
    const char *library; // as pg_proc has it
    Oid member_of;       // the extension that the type belongs to, as its parts do; else invalid
    // Where the operator families are that the types of 16 octets share: one set for the database, because
    // each set makes planning slower for all queries over uuids.  Invalid if the type has its own, as
    // those of 8 octets, and those that an extension's script makes, which come and go with that extension.
    Oid families;
    bool accepts_bigint;   // of numbers: the cast from bigint is implicit
    bool waits_for_nobody; // for reports: names are looked up without locks
    // RawStmts that make the type, by the template, and the text that they refer to; NIL until they are read.
    List *statements;
    const char *text;

    bool shares_families() const { return OidIsValid(families); }
};

// --- template.cpp ---

// The statements that make the type, as text.
const char *fill_in_template(const maker &m);
// Raises 55000: the template says something that this library does not know.
[[noreturn]] void raise_unknown(const maker &m, const char *what, std::string_view name);
// {base}_{name} has to fit into a name, or PostgreSQL would cut it off and two of them would collide.  The
// longest is {base}_minmax_multi_ops, of numbers.
constexpr std::size_t max_name = NAMEDATALEN - 1 - 17;

// --- hint.cpp ---

// Raises 42710: the name of a type is used.
[[noreturn]] void raise_type_taken(Oid type);

// --- parts.cpp ---

// Makes the type, or what one that is there lacks, and brings the rest of that up to date.  Raises 42710
// where something stands in a part's place, and 55000 for a type of another make.
void make_parts(maker &m);
// From then on DROP TYPE drops all parts, without CASCADE.
void tie_parts(maker &m);

// --- families.cpp ---

// Of the shared families: gives them the extension's schema, if that has changed.
void move_families(maker &m);
// Drops what dropped types left in them, and themselves with their last class.
void sweep_families(maker &m);

// --- acceptance.cpp ---

// Whether the type takes uuids from now on, or bigints.  Raises 2BP01 where something needs what goes.
void change_acceptance_of_uuid(maker &m, bool accept);
void change_acceptance_of_bigint(maker &m, bool accept);

// --- dependents.cpp ---

// What depends on a type in such a way that it may need the implicit cast from what the type stores, which
// PostgreSQL does not record.
List *find_dependents(const maker &m);
// Raises 2BP01 if some of them cannot be analysed any more, now that the cast is not implicit.
void refuse_faults(const maker &m, const List *dependents);
// Adding a foreign key to the type waits from then on, and this waited for who was adding one.
void lock_referenced_tables(const maker &m);

// --- missing.cpp ---

// What a type made now has and this one lacks, and what of another's stands in the place of parts; both empty
// if there is nothing, and if the type is being dropped.  Needs no rights.
struct type_faults {
    const char *lacking, *taken;
};
type_faults find_faults(maker &m, Oid type);

// --- survey.cpp ---

// How many parts of each kind are there, and ours.
struct part_counts {
    int functions, operators, casts, classes, members;

    // What others add, as a cast to a type of theirs, is no fault.
    bool lack_some_of(const part_counts &all) const {
        return functions < all.functions || operators < all.operators || casts < all.casts ||
               classes < all.classes || members < all.members;
    }
};
struct surveyed_type {
    id_type id;
    part_counts parts;
    const char *mark;    // which version made or upgraded the parts; null if they have none
    bool accepts_bigint; // of numbers
};
struct survey {
    surveyed_type *types;
    int count;
};
// All id types, by OID.
survey take_survey(const maker &m);
// What the template makes for a type of the kind of this one, and its mark.
struct expectation {
    part_counts parts;
    const char *mark;
};
expectation expected_parts(maker &m, Oid type);

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
// Executes a statement as a part of one that as_statement() (event.hpp) stands for: no event trigger runs.
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
// One of the schema that is declared alike, whether it accepts UUIDs or not; invalid if there is none.
Oid find_same_declaration(const maker &m);
// Invalid if the type is gone.
Oid schema_of_type(Oid type);
Oid input_of_type(Oid type);
Oid send_of_type(Oid type);
// Sets what the extension has: its schema, language and library.  False if it is gone.
bool set_extension(maker &m, Oid called);
// The extension's type with the same values: typeid, or uid11.
Oid relative_type(const maker &m);
// A function of the extension's schema; 42704 without it.
Oid extension_function(const maker &m, const char *name, int count, const Oid *arguments);
// The family of a type's btree class; invalid if it has none.  Its schema, if types share it.
Oid family_of_type(Oid type);
Oid schema_of_shared(Oid family);
// That of the families that all id types share, or will.
Oid find_families(const maker &m);
// Sets all that is known of an id type of the extension that is set; false if it is none.
bool read_id_type(maker &m, Oid type);
// Whether the cast from a type to another is implicit.
bool is_implicit(Oid from, Oid to);
// Sets where new parts go, and their names: those of the input function, because renaming or moving a type
// does not rename or move its functions.
void set_names(maker &m, Oid input);

} // namespace base62id::pg
