// base62id_execute_as(): statements with the rights of another role, for base62id-migrate.
//
// SET ROLE is not enough where statements call code of that role, as ALTER TABLE does in a CHECK: such code
// can reset the role.  Nor is a function with SECURITY DEFINER: its owner can replace it, and can leave
// settings behind, cursors WITH HOLD and deferred triggers, which are executed by whoever goes on.  A
// security-restricted operation, in which PostgreSQL itself builds an index in the name of a table's owner,
// refuses these; a level of settings of its own ends with it.
//
// Nor is that enough where a superuser acts, or where PostgreSQL itself checks a foreign key for the owner of
// a table.  So calls are guarded where PostgreSQL looks functions up, whatever leads to a call:
// 1. A function whose owner is no superuser runs as a security-restricted operation, also with SECURITY
//    DEFINER; called by a superuser, it runs with its owner's rights only.
// 2. A superuser's statement calls no volatile function, and none that reads what its arguments name: all
//    others can neither write nor execute what writes.
// So it makes no difference who wrote an expression that is evaluated, or when.
//
// What base62id-migrate itself says as a superuser (base62id.guard) calls nobody else's function at all: a
// schema's owner can put one in the place of ours.
//
// Who restores definitions, as pg_restore does, executes what their owners have written, before it is theirs:
// with the rights of a superuser, or of whoever can take all these roles.  So an empty text, executed as the
// caller himself, arms the session: both rules hold for him as for a superuser, to its end.  And as one's
// expression can pass a statement to another's function, what is called then changes nothing.
#include "pg/settings.hpp"
#include "pg/server/catalog.hpp"
#include "pg/server/names.hpp"

using namespace base62id::pg;

namespace {

enum class guard : std::uint8_t { none, program, calls, all };
guard statement = guard::none; // of the statement that base62id_execute_as() executes
bool acting = false;           // in a superuser's event trigger, which rule 2 leaves alone
Oid restorer = InvalidOid;     // whom an armed session is guarded for

guard level() {
    if (statement != guard::none)
        return statement;
    if (OidIsValid(restorer))
        return guard::all;
    return settings::guard ? guard::program : guard::none;
}

// Whether the rules are there for the sake of a role.
bool guarded(Oid role) { return role == restorer || superuser_arg(role); }

void refuse(const char *what) {
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("cannot %s within security-restricted operation", what)));
}

needs_fmgr_hook_type next_needs = nullptr;
fmgr_hook_type next_call = nullptr;
object_access_hook_type next_access = nullptr;
get_relation_stats_hook_type next_column = nullptr;
get_index_stats_hook_type next_index = nullptr;
decltype(b62_relation_hook) next_relation = nullptr;
ProcessUtility_hook_type next_utility = nullptr;

// A call that PostgreSQL tells of.
struct call {
    Oid user;
    int context;
    bool acting, read_only, changed, restored; // restored: by PostgreSQL, before FHET_END (SECURITY DEFINER)
    call *before;
};
call *innermost = nullptr;

// Volatile, but all that they do is to give a value.
bool gives_a_value(const procedure_row &form) {
    const std::string_view name = NameStr(form->proname);
    return form->oid < FirstGenbkiObjectId &&
           (name == "random" || name == "clock_timestamp" || name == "timeofday" ||
            name == "gen_random_uuid" || name == "uuidv4" || name == "uuidv7");
}

// Returns what a table or setting holds that its arguments name, with the rights of who calls it.  A
// statement of base62id_execute_as() may read settings, as any view may.
bool reads(const procedure_row &form) {
    const std::string_view name = NameStr(form->proname);
    if (form->prolang == ClanguageId) // of contrib; trusted extensions are among these
        return name.starts_with("crosstab") || name == "connectby" || name == "xpath_table";
    return form->oid < FirstGenbkiObjectId &&
           (name.find("_to_xml") != name.npos ||
            (statement == guard::none && (name == "current_setting" || name.starts_with("pg_stat_get_"))));
}

struct routine {
    Oid owner;
    bool stranger; // its owner is no superuser, nor who restores
    bool acts, reads;
    bool definer, event_trigger;
};
routine look_up(Oid function) {
    return of_row<FormData_pg_proc>(function, [](const procedure_row &form) {
        return routine{form->proowner,
                       !guarded(form->proowner),
                       form->provolatile == PROVOLATILE_VOLATILE && !gives_a_value(form),
                       reads(form),
                       form->prosecdef,
                       form->prorettype == EVENT_TRIGGEROID};
    });
}

// A parallel worker would not be guarded.  The last setting is for plans that the session has already.
void refuse_workers() {
    for (const char *name :
         {"max_parallel_workers_per_gather", "max_parallel_maintenance_workers", "max_parallel_workers"})
        SetConfigOption(name, "0", PGC_USERSET, PGC_S_SESSION);
}

// Asked when a function is looked up or inlined, and kept with what was looked up.
bool needs_guard(Oid function) {
    if (next_needs != nullptr && next_needs(function))
        return true;
    const routine r = look_up(function);
    return r.event_trigger || r.stranger;
}

void begin_call(Oid function) {
    const routine r = look_up(function);
    const guard now = level();
    if (now == guard::program && r.stranger && !acting)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("function %s is not called here with a superuser's rights",
                               format_procedure(function)),
                        errdetail("Its owner is no superuser.")));
    auto *c = static_cast<call *>(MemoryContextAlloc(TopMemoryContext, sizeof(call)));
    *c = {InvalidOid, 0, acting, XactReadOnly, false, r.definer, innermost};
    GetUserIdAndSecContext(&c->user, &c->context);
    if (now != guard::none && r.stranger) {
        const bool leaves = guarded(c->user);
        // a function's SET role comes before this
        if (OidIsValid(restorer) && !leaves && !InSecurityRestrictedOperation() &&
            !(r.definer && c->user == r.owner))
            refuse("set parameter \"role\"");
        if (leaves)
            b62_check_can_set_role(c->user, r.owner);
        c->changed = true;
        XactReadOnly = XactReadOnly || OidIsValid(restorer);
        SetUserIdAndSecContext(leaves ? r.owner : c->user,
                               c->context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
    } else if (r.event_trigger && !r.stranger) {
        acting = true; // a superuser's, which follows all statements
    }
    innermost = c;
}

void end_call(bool error) {
    call *c = innermost;
    if (c == nullptr) // began before install()
        return;
    innermost = c->before;
    acting = c->acting;
    if (c->changed && !error) { // after an error the end of the transaction does
        if (!c->restored)
            SetUserIdAndSecContext(c->user, c->context);
        XactReadOnly = c->read_only;
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
    if (access != OAT_FUNCTION_EXECUTE || level() != guard::all || acting)
        return;
    const routine r = look_up(object);
    const bool ours = guarded(GetUserId());
    if (r.stranger || !((r.acts && (ours || OidIsValid(restorer))) || (r.reads && ours)))
        return;
    ereport(ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
             errmsg(r.acts ? "volatile function %s is not called here with %s rights"
                           : "function %s, which reads, is not called here with %s rights",
                    format_procedure(object), superuser() ? "a superuser's" : "the caller's"),
             r.acts
                 ? errhint("Where it changes nothing, declare it STABLE or IMMUTABLE. Or let what calls it "
                           "have an owner without these (ALTER ... OWNER TO).")
                 : 0));
}

// Estimators as eqsel call the functions of an operator, its negator or commutator with what statistics hold,
// and no hook is told of it.  So a superuser's statements are planned without statistics: those of catalogs
// only meet operators that base62id-migrate itself has written.
bool plans_without_statistics(Oid relation) {
    const guard now = level();
    return now != guard::none && guarded(GetUserId()) &&
           (now != guard::program || relation >= FirstNormalObjectId);
}
bool finds_none(Oid relation, VariableStatData *found) {
    const bool none = plans_without_statistics(relation);
    if (none)
        found->statsTuple = nullptr; // brincostestimate() does not
    return none;
}
bool on_column(PlannerInfo *root, RangeTblEntry *of, AttrNumber column, VariableStatData *found) {
    return finds_none(of->relid, found) || (next_column != nullptr && next_column(root, of, column, found));
}
bool on_index(PlannerInfo *root, Oid index, AttrNumber column, VariableStatData *found) {
    return finds_none(index, found) || (next_index != nullptr && next_index(root, index, column, found));
}

// Who owns a foreign table or its server says where to connect, and as whom: perhaps to this server as a
// superuser, whom nothing guards there.
void refuse_foreign_table(Oid table, const RelOptInfo *rel) {
    const Oid user = OidIsValid(rel->userid) ? rel->userid : GetUserId();
    if (level() != guard::none && (OidIsValid(restorer) || guarded(user)) &&
        !(guarded(owner_of(RelationRelationId, table)) &&
          guarded(owner_of(ForeignServerRelationId, rel->serverid))))
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("foreign table %s is not read here with %s rights", get_rel_name(table),
                               superuser_arg(user) ? "a superuser's" : "the caller's"),
                        errdetail("Its owner, or that of its server, is no superuser.")));
}

template <typename... Others>
void on_relation(PlannerInfo *root, Others... others) {
    if (next_relation != nullptr)
        next_relation(root, others...);
    RelOptInfo *rel = b62_relation(others...);
    const Oid relation = planner_rt_fetch(rel->relid, root)->relid;
    if (plans_without_statistics(relation))
        rel->statlist = NIL;
    if (rel->fdwroutine != nullptr)
        refuse_foreign_table(relation, rel);
}

} // namespace

// From the first use on for the whole session: what is looked up is kept.
void base62id::pg::install_guard() {
    static bool installed = false;
    if (installed)
        return;
    installed = true;
    next_needs = std::exchange(needs_fmgr_hook, needs_guard);
    next_call = std::exchange(fmgr_hook, on_call);
    next_access = std::exchange(object_access_hook, on_access);
    next_column = std::exchange(get_relation_stats_hook, on_column);
    next_index = std::exchange(get_index_stats_hook, on_index);
    next_relation = std::exchange(b62_relation_hook, on_relation);
}

namespace {

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

// What a definition calls in an armed session.  A procedure's ROLLBACK would end the guard.
void on_utility(PlannedStmt *planned, const char *text, bool read_only, ProcessUtilityContext context,
                ParamListInfo parameters, QueryEnvironment *environment, DestReceiver *to,
                QueryCompletion *done) {
    if ((innermost != nullptr && !acting) || IsA(planned->utilityStmt, CallStmt))
        refuse(psprintf("execute %s", GetCommandTagName(CreateCommandTag(planned->utilityStmt))));
    (next_utility != nullptr ? next_utility : standard_ProcessUtility)(planned, text, read_only, context,
                                                                       parameters, environment, to, done);
}

void arm() {
    const Oid user = GetUserId();
    if (user != GetOuterUserId() || InSecurityRestrictedOperation())
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("cannot guard this session"),
                        errdetail("Only its own role can, outside of a security-restricted operation.")));
    install_guard();
    refuse_workers();
    if (!OidIsValid(restorer))
        next_utility = std::exchange(ProcessUtility_hook, on_utility);
    restorer = user;
}

} // namespace

B62_FN(base62id_execute_as) {
    const Oid role = get_role_oid(NameStr(*PG_GETARG_NAME(0)), false);
    b62_check_can_set_role(GetUserId(), role);
    const char *statements = text_to_cstring(PG_GETARG_TEXT_PP(1));
    if (*statements == '\0' && role == GetUserId()) {
        arm();
        PG_RETURN_NULL();
    }
    Oid user;
    int context;
    GetUserIdAndSecContext(&user, &context);
    SetUserIdAndSecContext(role, context | SECURITY_RESTRICTED_OPERATION);
    const int settings = NewGUCNestLevel();
    install_guard();
    const guard before = statement;
    const bool was_acting = acting;
    text *volatile first = nullptr;
    PG_TRY();
    {
        refuse_workers();
        acting = false;
        if (superuser_arg(role))
            statement = guard::all;
        else if (before == guard::none)
            statement = guard::calls;
        first = execute(statements);
    }
    PG_FINALLY();
    {
        statement = before;
        acting = was_acting;
    }
    PG_END_TRY();

    // As if rolled back: also what SET, which is not LOCAL, has set.
    AtEOXact_GUC(false, settings);
    SetUserIdAndSecContext(user, context);
    if (first == nullptr)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(first);
}
