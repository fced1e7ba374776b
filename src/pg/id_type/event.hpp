// What event triggers see of a call: one CREATE, ALTER or DROP TYPE, as the caller, under his search_path.
//
// PostgreSQL fires them in ProcessUtility() around a whole statement, and not around a part of one
// (PROCESS_UTILITY_SUBCOMMAND).  The parts of an id type are executed so, as the bootstrap superuser; the
// call as a whole is fired here, by the same functions, before it becomes the superuser and after it has
// become the caller again.  A trigger is the code of whoever may write it, over names that a caller may
// make: pg_temp holds tables.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// CREATE TYPE of that name, and ALTER TYPE and DROP TYPE of a type, as pg_event_trigger_ddl_commands() and
// tags know them.
Node *create_type_event(List *name);
Node *alter_type_event(Oid type);
Node *drop_type_event(Oid type);

// Calls act() while PostgreSQL collects no commands for pg_event_trigger_ddl_commands().
template <class Act>
Oid execute_uncollected(const Act &act) {
    volatile Oid type = InvalidOid;
    EventTriggerInhibitCommandCollection();
    PG_TRY();
    { type = act(); }
    PG_FINALLY();
    { EventTriggerUndoInhibitCommandCollection(); }
    PG_END_TRY();
    return type;
}

// Calls act() as PostgreSQL executes such a statement.  It returns the type that it made or changed, or
// InvalidOid.
template <class Act>
void as_statement(Node *statement, const Act &act) {
    const bool watched = EventTriggerBeginCompleteQuery();
    PG_TRY();
    {
        EventTriggerDDLCommandStart(statement);
        if (const Oid type = execute_uncollected(act); OidIsValid(type))
            EventTriggerCollectSimpleCommand({TypeRelationId, type, 0}, InvalidObjectAddress, statement);
        EventTriggerSQLDrop(statement);
        EventTriggerDDLCommandEnd(statement);
    }
    PG_FINALLY();
    {
        if (watched)
            EventTriggerEndCompleteQuery();
    }
    PG_END_TRY();
}

} // namespace base62id::pg
