// The statements of the template, and what the catalogs have of them.
//
// statement.cpp knows no other of these files; families.cpp and current.cpp know only it; parts.cpp, which
// makes and changes parts, and missing.cpp, which reports, use all three.
#pragma once

#include "pg/id_type/maker.hpp"

namespace base62id::pg {

// --- statement.cpp ---

// Calls see(statement, whole) for each statement of the template.  As the superuser: whether a backslash in
// a text means something is a setting.
template <class See>
void each_statement(maker &m, const See &see) {
    if (m.statements == NIL) {
        m.text = fill_in_template(m);
        m.statements = raw_parser(m.text, RAW_PARSE_DEFAULT);
    }
    ListCell *cell;
    foreach (cell, m.statements) {
        const auto *raw = lfirst_node(RawStmt, cell);
        see(raw->stmt, raw);
    }
}

// What a statement makes, or adds to, as DROP names it.
struct part {
    ObjectType kind;
    Node *object;
};
part part_of(Node *statement);
// Whether it makes an object, and does not only add to one.
bool is_part(Node *statement);
// The value of an option, or null.
Node *option_of(List *options, const char *name);

// A function or aggregate by its qualified name; invalid if there is none.
Oid routine_of(const ObjectWithArgs *o);
// Without a lock: for what this transaction made, and for reports.
ObjectAddress look_up(Node *statement);
// With a lock, if there is one, so that nobody else drops it.
ObjectAddress lock(Node *statement, LOCKMODE mode);

// "operator class", of CREATE OPERATOR CLASS.
const char *kind_of(Node *statement);
const char *name_of(const part &p);

// A cast, of which there is no cache by OID; null if there is none.
const FormData_pg_cast *cast_row(Oid cast);
// Whether it is a superuser's, and runs a function of our library or language.
bool is_ours(const maker &m, const ObjectAddress &a);
// The owner of what stands in the place of a part, also of the function of a cast.
Oid owner_of_part(const ObjectAddress &a);
[[noreturn]] void raise_taken(const ObjectAddress &a);

// --- families.cpp ---

// The types of an item; those of a function of a class are its own.
struct member_types {
    Oid left, right;
};
member_types types_of_item(const CreateOpClassItem *i, Oid type);
// The items that the family lacks, as a statement about the family says them.
List *missing_items(const List *items, Oid family, Oid type);
void add_members(const maker &m, char *method, List *name, const List *items);
// A class that was dropped has left members in its family.
void leave_out_members(const maker &m, CreateOpClassStmt *s);

// From then on dropping `on` drops the object without CASCADE, for which there is no SQL.
void tie(const ObjectAddress &a, const ObjectAddress &on);
// What DROP TYPE CASCADE, or DROP EXTENSION CASCADE of base62id, would leave behind, empty.
void tie_family(const maker &m, const ObjectAddress &a);
void tie_members(maker &m);

// A family that other types share already, or one of its own that a type of this name has left behind.
bool may_use_family(const maker &m, const ObjectAddress &a);
ObjectAddress find_family(const maker &m, Node *statement);

// --- current.cpp ---

bool is_current(Node *statement, Oid object);

// --- parts.cpp ---

// The parts that the type has, and are ours, by a template with this answer to accept_uuid; without some.
ObjectAddresses *present_parts(maker &m, bool accepting, const ObjectAddresses *but);

} // namespace base62id::pg
