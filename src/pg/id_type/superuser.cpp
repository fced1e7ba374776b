// Acting for an owner, who may not make base types, as the bootstrap superuser, who may.
//
// Rights are looked up before, as the caller.  From then on nothing depends on what the caller chooses:
// names are qualified, or in pg_catalog, which comes first, and nobody can rename a schema in between.
#include "pg/id_type/maker.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

caller_state become_superuser() {
    caller_state before;
    GetUserIdAndSecContext(&before.user, &before.context);
    SetUserIdAndSecContext(BOOTSTRAP_SUPERUSERID, before.context | SECURITY_LOCAL_USERID_CHANGE);
    before.level = NewGUCNestLevel();
    const auto pin = [](const char *name, const char *value) {
        set_config_option(name, value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
    };
    pin("search_path", "pg_catalog, pg_temp");
    pin("client_min_messages", "warning"); // no notices that the type is a shell
    pin("standard_conforming_strings", "on");
    return before;
}

void become_caller(const caller_state &before) {
    AtEOXact_GUC(true, before.level);
    SetUserIdAndSecContext(before.user, before.context);
}

// By a lock on the row, as a foreign key takes it: granting on the schema goes on, renaming it waits.
bool try_hold_name_of_schema(Oid schema) {
    const Relation schemas = table_open(NamespaceRelationId, RowShareLock);
    for (;;) {
        CHECK_FOR_INTERRUPTS();
        AcceptInvalidationMessages();
        const HeapTuple row = SearchSysCacheCopy1(NAMESPACEOID, ObjectIdGetDatum(schema));
        if (!HeapTupleIsValid(row)) {
            table_close(schemas, NoLock);
            return false;
        }
        Buffer buffer;
        TM_FailureData failure;
        const TM_Result result = heap_lock_tuple(schemas, row, GetCurrentCommandId(true), LockTupleKeyShare,
                                                 LockWaitBlock, false, &buffer, &failure);
        ReleaseBuffer(buffer);
        if (result != TM_Updated && result != TM_Deleted)
            break;
    }
    table_close(schemas, NoLock);
    return true;
}

void hold_name_of_schema(Oid schema) {
    if (!try_hold_name_of_schema(schema))
        raise_dropped("schema", psprintf("with OID %u", schema));
}

void run(Node *statement, const char *text, const RawStmt *whole) {
    auto *planned = makeNode(PlannedStmt);
    planned->commandType = CMD_UTILITY;
    planned->utilityStmt = statement;
    planned->stmt_location = whole == nullptr ? -1 : whole->stmt_location;
    planned->stmt_len = whole == nullptr ? 0 : whole->stmt_len;
    PushActiveSnapshot(GetTransactionSnapshot());
    ProcessUtility(planned, text, true, PROCESS_UTILITY_SUBCOMMAND, nullptr, nullptr, None_Receiver, nullptr);
    PopActiveSnapshot();
    CommandCounterIncrement();
}

} // namespace base62id::pg
