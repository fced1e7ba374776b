// base62id_execute_as(): statements with the rights of another role, for base62id-migrate.
//
// SET ROLE is not enough where statements call code of that role, as ALTER TABLE does in a CHECK: such code
// can reset the role.  Nor is a function with SECURITY DEFINER: its owner can replace it, and can leave
// settings behind, cursors WITH HOLD and deferred triggers, which are executed by whoever goes on.  A
// security-restricted operation, in which PostgreSQL itself builds an index in the name of a table's owner,
// refuses these; a level of settings of its own ends with it.
//
// Nor is that enough where a superuser is who acts, or the owner of a table for whom PostgreSQL itself checks
// a foreign key.  So calls are guarded where PostgreSQL looks functions up: whatever leads to a call, with a
// superuser's rights
// 1. a function of a role without superuser runs with the rights of that role only, and
// 2. in a superuser's statement no volatile function is called: others cannot write, nor execute what writes.
// So it makes no difference who wrote an expression that is evaluated, or when.
#include "pg/server/text.hpp"

namespace {

enum class guard : std::uint8_t { none, calls, all };
guard statement = guard::none; // the rule up to which base62id_execute_as() guards the statement that goes on
int definitions = 0;           // that go on in a scratch database, between two event triggers

guard guarded() { return !superuser() ? guard::none : definitions > 0 ? guard::all : statement; }

needs_fmgr_hook_type next_needs = nullptr;
fmgr_hook_type next_call = nullptr;
object_access_hook_type next_access = nullptr;

// A call that PostgreSQL tells of.
struct call {
    Oid user;
    int context;
    guard statement;
    bool changed;
    call *before;
};
call *innermost = nullptr;

// Volatile, but all that they do is to give a value.
bool gives_a_value(const FormData_pg_proc *form) {
    const std::string_view name = NameStr(form->proname);
    return form->oid < FirstGenbkiObjectId &&
           (name == "random" || name == "clock_timestamp" || name == "timeofday" ||
            name == "gen_random_uuid" || name == "uuidv4" || name == "uuidv7");
}

struct routine {
    Oid owner;
    bool acts;
    bool event_trigger;
};
routine look_up(Oid function) {
    const HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(tuple))
        elog(ERROR, "cache lookup failed for function %u", function);
    const auto *form = reinterpret_cast<const FormData_pg_proc *>(GETSTRUCT(tuple));
    const routine found = {form->proowner, form->provolatile == PROVOLATILE_VOLATILE && !gives_a_value(form),
                           form->prorettype == EVENT_TRIGGEROID};
    ReleaseSysCache(tuple);
    return found;
}

// A parallel worker would not be guarded.
void refuse_workers() {
    SetConfigOption("max_parallel_workers_per_gather", "0", PGC_USERSET, PGC_S_SESSION);
    SetConfigOption("max_parallel_maintenance_workers", "0", PGC_USERSET, PGC_S_SESSION);
}

// Asked when a function is looked up or inlined, and kept with what was looked up.
bool needs_guard(Oid function) {
    if (next_needs != nullptr && next_needs(function))
        return true;
    const routine r = look_up(function);
    return r.event_trigger || !superuser_arg(r.owner);
}

void begin_call(Oid function) {
    const routine r = look_up(function);
    auto *c = static_cast<call *>(MemoryContextAlloc(TopMemoryContext, sizeof(call)));
    *c = {InvalidOid, 0, statement, false, innermost};
    GetUserIdAndSecContext(&c->user, &c->context);
    if (guarded() != guard::none) {
        c->changed = !superuser_arg(r.owner);
        if (c->changed)
            SetUserIdAndSecContext(r.owner,
                                   c->context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
        else if (r.event_trigger)
            statement = guard::none; // a superuser's, which follows all statements
    }
    innermost = c;
}

void end_call(bool error) {
    call *c = innermost;
    if (c == nullptr) // began before install()
        return;
    innermost = c->before;
    statement = c->statement;
    if (c->changed && !error) { // after an error the end of the transaction does
        SetUserIdAndSecContext(c->user, c->context);
        refuse_workers();
    }
    pfree(c);
}

void on_call(FmgrHookEventType event, FmgrInfo *info, Datum *arg) {
    const bool asked = next_call != nullptr && (next_needs == nullptr || next_needs(info->fn_oid));
    if (event != FHET_START)
        end_call(event == FHET_ABORT);
    if (asked)
        next_call(event, info, arg);
    if (event == FHET_START)
        begin_call(info->fn_oid);
}

void on_access(ObjectAccessType access, Oid catalog, Oid object, int sub, void *arg) {
    if (next_access != nullptr)
        next_access(access, catalog, object, sub, arg);
    if (access != OAT_FUNCTION_EXECUTE || guarded() != guard::all)
        return;
    const routine r = look_up(object);
    if (r.acts && superuser_arg(r.owner))
        ereport(ERROR,
                (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                 errmsg("volatile function %s is not called here with a superuser's rights",
                        format_procedure(object)),
                 errhint("Where it changes nothing, declare it STABLE or IMMUTABLE. Or let what calls it "
                         "have an owner without superuser (ALTER ... OWNER TO).")));
}

// From the first use on for the whole session: what is looked up is kept.
void install() {
    static bool installed = false;
    if (installed)
        return;
    installed = true;
    next_needs = needs_fmgr_hook;
    needs_fmgr_hook = needs_guard;
    next_call = fmgr_hook;
    fmgr_hook = on_call;
    next_access = object_access_hook;
    object_access_hook = on_access;
}

// The first value of the last statement, in the caller's memory.
text *execute(const char *statements) {
    SPI_connect();
    const int outcome = SPI_execute(statements, false, 0);
    if (outcome < 0)
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot execute this as another role"),
                        errdetail("Statements that end a transaction, and COPY from or to the client, are "
                                  "not possible here.")));
    text *first = nullptr;
    if (SPI_tuptable != nullptr && SPI_tuptable->numvals > 0) {
        const char *value = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
        if (value != nullptr) {
            const std::size_t size = std::strlen(value);
            first = static_cast<text *>(SPI_palloc(VARHDRSZ + size));
            SET_VARSIZE(first, VARHDRSZ + size);
            std::memcpy(VARDATA(first), value, size);
        }
    }
    SPI_finish();
    return first;
}

// One that fails has no end of its own: that of its transaction, or of a block's with EXCEPTION, is it.
void end_with_transaction(int before) {
    auto *callback = static_cast<MemoryContextCallback *>(
        MemoryContextAlloc(CurTransactionContext, sizeof(MemoryContextCallback)));
    callback->func = [](void *arg) {
        const auto level = static_cast<int>(reinterpret_cast<std::intptr_t>(arg));
        if (definitions > level)
            definitions = level;
    };
    callback->arg = reinterpret_cast<void *>(static_cast<std::intptr_t>(before));
    MemoryContextRegisterResetCallback(CurTransactionContext, callback);
}

} // namespace

B62_FN(base62id_execute_as) {
    const Oid role = get_role_oid(NameStr(*PG_GETARG_NAME(0)), false);
    b62_check_can_set_role(GetUserId(), role);
    const char *statements = text_to_cstring(PG_GETARG_TEXT_PP(1));
    Oid user;
    int context;
    GetUserIdAndSecContext(&user, &context);
    SetUserIdAndSecContext(role, context | SECURITY_RESTRICTED_OPERATION);
    const int settings = NewGUCNestLevel();
    install();
    const guard before = statement;
    text *volatile first = nullptr;
    PG_TRY();
    {
        refuse_workers();
        if (superuser_arg(role))
            statement = guard::all;
        else if (before == guard::none)
            statement = guard::calls;
        first = execute(statements);
    }
    PG_FINALLY();
    { statement = before; }
    PG_END_TRY();

    // As if rolled back: also what SET, which is not LOCAL, has set.
    AtEOXact_GUC(false, settings);
    SetUserIdAndSecContext(user, context);
    if (first == nullptr)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(first);
}

// In scratch databases, the function of an event trigger before and of one after each definition: whoever
// restores it, as a superuser, runs it as guarded.
B62_FN(base62id_guard) {
    if (!CALLED_AS_EVENT_TRIGGER(fcinfo))
        ereport(ERROR,
                (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("base62id_guard() is for event triggers")));
    install();
    if (std::strcmp(reinterpret_cast<EventTriggerData *>(fcinfo->context)->event, "ddl_command_start") == 0) {
        end_with_transaction(definitions);
        ++definitions;
        refuse_workers();
    } else if (definitions > 0) {
        --definitions;
    }
    PG_RETURN_NULL();
}
