// What needs the implicit cast from what a type stores: from uuid, or from bigint.
//
// PostgreSQL does not record who does.  What depends on the type is known, though, and so is its text as a
// dump has it: what could be analysed with the cast, and cannot without it, needs it.  Texts are parsed and
// analysed, never executed, which takes the locks of a SELECT.  This has the rights of the object's owner, as
// the input of a constant can run his code: the CHECK of a domain, where the constant is an array of it. What
// cannot be analysed so is judged by its stored tree: the cast is used where PostgreSQL would leave it out of
// the text.  That is what changes rows, names OLD and NEW or arguments, or compares ids where a text has no
// place for the schema of an operator (JOIN USING, CASE x WHEN).  A foreign key keeps the operators that it
// was made with.
#include "pg/id_type/maker.hpp"

namespace base62id::pg {

namespace {

// $1 is the type, $2 the type that it stores.  A row has the name of a dependent and a text with its tree and
// owner, a tree, or the reason why it needs the cast.  based has the domains over both types, at any depth.
constexpr const char *dependents_query = R"(
WITH RECURSIVE d(c, o) AS (
    SELECT 'pg_type'::regclass::oid, $1
    UNION
    SELECT coalesce(v.tableoid, x.classid), coalesce(v.oid, x.objid)
    FROM pg_depend AS x
        JOIN d ON x.refclassid = d.c AND x.refobjid = d.o
        LEFT JOIN (pg_rewrite AS r JOIN pg_class AS v ON v.oid = r.ev_class AND r.ev_type = '1')
            ON x.classid = 'pg_rewrite'::regclass AND r.oid = x.objid
), based(base, type) AS (
    VALUES ($1, $1), ($2, $2)
    UNION
    SELECT b.base, t.oid FROM based AS b JOIN pg_type AS t ON t.typbasetype = b.type
), expressions(c, o, relation, expression) AS (
    SELECT 'pg_policy'::regclass, oid, polrelid, polqual FROM pg_policy
    UNION ALL
    SELECT 'pg_policy'::regclass, oid, polrelid, polwithcheck FROM pg_policy
    UNION ALL
    SELECT 'pg_constraint'::regclass, oid, conrelid, conbin FROM pg_constraint WHERE conrelid <> 0
    UNION ALL
    SELECT 'pg_attrdef'::regclass, oid, adrelid, adbin FROM pg_attrdef
    UNION ALL
    SELECT 'pg_class'::regclass, indexrelid, indrelid, indexprs FROM pg_index
    UNION ALL
    SELECT 'pg_class'::regclass, indexrelid, indrelid, indpred FROM pg_index
    UNION ALL
    SELECT 'pg_statistic_ext'::regclass, oid, stxrelid, stxexprs FROM pg_statistic_ext
    UNION ALL
    SELECT 'pg_class'::regclass, partrelid, partrelid, partexprs FROM pg_partitioned_table
), texts(c, o, owner, text, tree) AS (
    SELECT e.c, e.o, t.relowner,
        format('SELECT %s FROM ONLY %s', pg_get_expr(expression, relation), relation::regclass),
        expression::text
    FROM expressions AS e JOIN pg_class AS t ON t.oid = relation
    WHERE expression IS NOT NULL
    UNION ALL
    SELECT 'pg_class'::regclass, v.oid, relowner, pg_get_viewdef(v.oid), r.ev_action::text
    FROM pg_class AS v JOIN pg_rewrite AS r ON r.ev_class = v.oid AND r.ev_type = '1'
    WHERE relkind IN ('v', 'm')
    UNION ALL
    SELECT 'pg_type'::regclass, oid, typowner, 'SELECT ' || pg_get_expr(typdefaultbin, 0), typdefaultbin::text
    FROM pg_type WHERE typdefaultbin IS NOT NULL
), trees(c, o, tree) AS (
    SELECT 'pg_rewrite'::regclass, oid, ev_action::text FROM pg_rewrite WHERE ev_type <> '1'
    UNION ALL
    SELECT 'pg_rewrite'::regclass, oid, ev_qual::text FROM pg_rewrite WHERE ev_type <> '1'
    UNION ALL
    SELECT 'pg_trigger'::regclass, oid, tgqual::text FROM pg_trigger WHERE tgqual IS NOT NULL
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, prosqlbody::text FROM pg_proc WHERE prosqlbody IS NOT NULL
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, proargdefaults::text FROM pg_proc WHERE proargdefaults IS NOT NULL
    UNION ALL
    SELECT 'pg_constraint'::regclass, oid, conbin::text FROM pg_constraint WHERE contypid <> 0
), keys(c, o) AS (
    SELECT 'pg_constraint'::regclass, k.oid
    FROM pg_constraint AS k, unnest(k.conkey, k.conpfeqop) AS u(number, equal)
        JOIN pg_operator AS p ON p.oid = equal AND p.oprright = $1
        JOIN pg_attribute AS a ON a.attnum = number
        JOIN based AS b ON b.type = a.atttypid AND b.base = $2
    WHERE a.attrelid = k.conrelid AND k.conparentid = 0
), indexes(c, o, of) AS (
    SELECT 'pg_class'::regclass, i.indexrelid, other
    FROM (VALUES ($1, $2), ($2, $1)) AS pair(one, other), pg_index AS i,
        unnest(i.indclass, i.indkey) AS u(class, number)
        JOIN pg_opclass AS o ON o.oid = class
        JOIN pg_attribute AS a ON a.attnum = number
        JOIN based AS b ON b.type = a.atttypid
    WHERE o.opcintype = one AND a.attrelid = i.indrelid AND b.base = other
), mixed(c, o, of) AS (
    SELECT c, o, $2 FROM d JOIN keys USING (c, o)
    UNION ALL
    SELECT c, o, of FROM d JOIN indexes USING (c, o)
)
SELECT DISTINCT pg_describe_object(c, o, 0), text, tree, NULL::text, owner
FROM d JOIN texts USING (c, o)
UNION ALL
SELECT DISTINCT pg_describe_object(c, o, 0), NULL, tree, NULL, NULL::oid FROM d JOIN trees USING (c, o)
UNION ALL
SELECT DISTINCT pg_describe_object(c, o, 0), NULL, NULL, 'it has a column of type ' || format_type(of, NULL),
    NULL::oid
FROM mixed
ORDER BY 1)";

// Tables that foreign keys can reference by the type $1.
constexpr const char *referenced_tables_query = R"(
WITH RECURSIVE based(type) AS (
    VALUES ($1)
    UNION
    SELECT t.oid FROM based AS b JOIN pg_type AS t ON t.typbasetype = b.type
)
SELECT DISTINCT i.indrelid
FROM pg_index AS i
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    JOIN based AS b ON b.type = a.atttypid
WHERE i.indisunique
ORDER BY 1)";

struct dependent {
    const char *name, *text, *tree, *reason;
    Oid owner; // of the text
};

Oid stored_type(const maker &m) { return m.id.is_number() ? INT8OID : UUIDOID; }

// Calls see(row, columns) for the rows of a query about the type, as they are now and not as the
// transaction's snapshot has them.
template <class See>
void each_result(const maker &m, const char *query, int arguments, const See &see) {
    Oid types[] = {OIDOID, OIDOID};
    Datum values[] = {ObjectIdGetDatum(m.type), ObjectIdGetDatum(stored_type(m))};
    const MemoryContext mine = CurrentMemoryContext;
    SPI_connect();
    PushActiveSnapshot(GetLatestSnapshot());
    SPI_execute_with_args(query, arguments, types, values, nullptr, true, 0);
    PopActiveSnapshot();
    const MemoryContext of_spi = MemoryContextSwitchTo(mine);
    for (std::uint64_t i = 0; i < SPI_processed; ++i)
        see(SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
    MemoryContextSwitchTo(of_spi);
    SPI_finish();
}

// --- texts ---

// Takes FOR UPDATE and its like out of a SELECT and all within it, as they would lock more than a SELECT
// does.
bool drop_locking(Node *n, void *context) {
    if (n == nullptr)
        return false;
    if (IsA(n, SelectStmt))
        castNode(SelectStmt, n)->lockingClause = NIL;
    return b62_walk_raw(n, drop_locking, context);
}

void analyse(const char *text) {
    auto *raw = linitial_node(RawStmt, raw_parser(text, RAW_PARSE_DEFAULT));
    drop_locking(raw->stmt, nullptr);
    parse_analyze_fixedparams(raw, text, nullptr, 0, nullptr);
}

// Why a dependent needs the cast, or null.  Denied: its owner may not use a schema that it names, so nobody
// knows.
struct fault {
    const char *message;
    bool denied;
};

fault fault_of_text(const dependent &d) {
    Oid user;
    int security;
    GetUserIdAndSecContext(&user, &security);
    const MemoryContext context = CurrentMemoryContext;
    const ResourceOwner owner = CurrentResourceOwner;
    ErrorData *volatile error = nullptr;
    BeginInternalSubTransaction(nullptr); // its end brings the user back
    PG_TRY();
    {
        MemoryContextSwitchTo(context);
        SetUserIdAndSecContext(d.owner,
                               security | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
        PushActiveSnapshot(GetTransactionSnapshot());
        analyse(d.text);
        PopActiveSnapshot();
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        error = CopyErrorData();
        FlushErrorState();
    }
    PG_END_TRY();
    RollbackAndReleaseCurrentSubTransaction();
    MemoryContextSwitchTo(context);
    CurrentResourceOwner = owner;
    if (error == nullptr)
        return {nullptr, false};
    if (ERRCODE_TO_CATEGORY(error->sqlerrcode) != ERRCODE_SYNTAX_ERROR_OR_ACCESS_RULE_VIOLATION)
        ReThrowError(error);
    return {error->message, error->sqlerrcode == ERRCODE_INSUFFICIENT_PRIVILEGE};
}

// --- trees ---

struct cast_search {
    Oid from, to;
};

bool is_left_out(const Node *n, const cast_search &s) {
    if (!IsA(n, RelabelType))
        return false;
    const auto *r = reinterpret_cast<const RelabelType *>(n);
    return r->resulttype == s.to && r->relabelformat == COERCE_IMPLICIT_CAST &&
           getBaseType(exprType(reinterpret_cast<const Node *>(r->arg))) == s.from;
}

bool has_cast(Node *n, void *search);

// Of arguments ruleutils.c writes an implicit cast out, but not of what IN compares with.
bool is_of_in(const Expr *n) {
    return IsA(n, Param) && reinterpret_cast<const Param *>(n)->paramkind == PARAM_SUBLINK;
}
bool is_written_out(const Node *argument, const cast_search &s) {
    return is_left_out(argument, s) && !is_of_in(reinterpret_cast<const RelabelType *>(argument)->arg);
}
bool has_cast_in_arguments(List *arguments, cast_search *s) {
    ListCell *cell;
    foreach (cell, arguments) {
        auto *n = static_cast<Node *>(lfirst(cell));
        if (has_cast(is_written_out(n, *s) ? reinterpret_cast<Node *>(castNode(RelabelType, n)->arg) : n, s))
            return true;
    }
    return false;
}

// Whether a column of a set operation has both types: its queries have no cast, and are not of one type.
bool merges(const Query *q, const Node *n, const SetOperationStmt *whole, const cast_search &s) {
    if (IsA(n, SetOperationStmt)) {
        const auto *o = reinterpret_cast<const SetOperationStmt *>(n);
        return merges(q, o->larg, whole, s) || merges(q, o->rarg, whole, s);
    }
    const RangeTblEntry *rte = rt_fetch(reinterpret_cast<const RangeTblRef *>(n)->rtindex, q->rtable);
    ListCell *cell;
    int column = 0;
    foreach (cell, rte->subquery->targetList) {
        const auto *entry = lfirst_node(TargetEntry, cell);
        if (entry->resjunk || column >= list_length(whole->colTypes))
            continue;
        const Oid type = exprType(reinterpret_cast<const Node *>(entry->expr));
        if (list_nth_oid(whole->colTypes, column++) == s.to && getBaseType(type) == s.from)
            return true;
    }
    return false;
}

bool has_cast_in_query(Query *q, cast_search *s) {
    if (const auto *set = reinterpret_cast<const SetOperationStmt *>(q->setOperations);
        set != nullptr && merges(q, q->setOperations, set, *s))
        return true;
    return b62_walk_query(q, has_cast, s);
}

// Of JOIN USING and NATURAL JOIN, and of CASE x WHEN, ruleutils.c writes no comparison, so no cast of what is
// compared.
bool compares_by_cast(Node *comparison, const cast_search &s);
bool one_compares_by_cast(List *comparisons, const cast_search &s) {
    ListCell *cell;
    foreach (cell, comparisons)
        if (compares_by_cast(static_cast<Node *>(lfirst(cell)), s))
            return true;
    return false;
}
bool compares_by_cast(Node *comparison, const cast_search &s) {
    if (IsA(comparison, BoolExpr)) // of the columns of a join
        return one_compares_by_cast(castNode(BoolExpr, comparison)->args, s);
    if (!IsA(comparison, OpExpr))
        return false;
    ListCell *cell;
    foreach (cell, castNode(OpExpr, comparison)->args)
        if (is_left_out(static_cast<const Node *>(lfirst(cell)), s))
            return true;
    return false;
}
bool has_cast_in_join(const JoinExpr *j, const cast_search &s) {
    return j->usingClause != NIL && compares_by_cast(j->quals, s);
}
bool has_cast_in_case(const CaseExpr *c, const cast_search &s) {
    if (c->arg == nullptr)
        return false;
    ListCell *cell;
    foreach (cell, c->args)
        if (compares_by_cast(reinterpret_cast<Node *>(lfirst_node(CaseWhen, cell)->expr), s))
            return true;
    return false;
}

bool has_cast(Node *n, void *search) {
    auto *s = static_cast<cast_search *>(search);
    if (n == nullptr)
        return false;
    switch (nodeTag(n)) {
    case T_Query:
        return has_cast_in_query(castNode(Query, n), s);
    case T_OpExpr:
    case T_DistinctExpr: // are an OpExpr, too
    case T_NullIfExpr:
        return has_cast_in_arguments(reinterpret_cast<OpExpr *>(n)->args, s);
    case T_FuncExpr:
        return has_cast_in_arguments(castNode(FuncExpr, n)->args, s);
    case T_JoinExpr:
        return has_cast_in_join(castNode(JoinExpr, n), *s) || b62_walk_expression(n, has_cast, s);
    case T_CaseExpr:
        return has_cast_in_case(castNode(CaseExpr, n), *s) || b62_walk_expression(n, has_cast, s);
    default:
        return is_left_out(n, *s) || b62_walk_expression(n, has_cast, s);
    }
}

const char *fault_of_tree(const maker &m, const char *tree) {
    cast_search s = {stored_type(m), m.type};
    return has_cast(static_cast<Node *>(stringToNode(tree)), &s) ? "it uses the cast without a word"
                                                                 : nullptr;
}

// --- both ---

fault fault_of(const maker &m, const dependent &d) {
    if (d.text != nullptr)
        return fault_of_text(d);
    return {d.tree != nullptr ? fault_of_tree(m, d.tree) : d.reason, false};
}

} // namespace

void lock_referenced_tables(const maker &m) {
    List *tables = NIL;
    each_result(m, referenced_tables_query, 1, [&](HeapTuple t, TupleDesc columns) {
        bool isnull;
        tables = lappend_oid(tables, DatumGetObjectId(SPI_getbinval(t, columns, 1, &isnull)));
    });
    for (int i = 0; i < list_length(tables); ++i)
        LockRelationOid(list_nth_oid(tables, i), ShareUpdateExclusiveLock);
}

List *find_dependents(const maker &m) {
    List *all = NIL;
    each_result(m, dependents_query, 2, [&](HeapTuple t, TupleDesc columns) {
        auto *d = static_cast<dependent *>(palloc(sizeof(dependent)));
        bool isnull;
        const Oid owner = DatumGetObjectId(SPI_getbinval(t, columns, 5, &isnull));
        *d = {SPI_getvalue(t, columns, 1), SPI_getvalue(t, columns, 2), SPI_getvalue(t, columns, 3),
              SPI_getvalue(t, columns, 4), owner};
        all = lappend(all, d);
    });
    // What cannot be analysed even with the cast is judged by its tree.  What its owner may not look up
    // cannot be decided, and is named.
    for (int i = 0; i < list_length(all); ++i) {
        auto *d = static_cast<dependent *>(list_nth(all, i));
        if (d->text == nullptr)
            continue;
        const fault found = fault_of_text(*d);
        if (found.message != nullptr && !found.denied)
            d->text = nullptr;
    }
    return all;
}

void refuse_faults(const maker &m, const List *dependents) {
    StringInfoData found;
    initStringInfo(&found);
    for (int i = 0; i < list_length(dependents); ++i) {
        const auto *d = static_cast<const dependent *>(list_nth(dependents, i));
        const fault why = fault_of(m, *d);
        if (why.message != nullptr)
            appendStringInfo(&found, "%s%s %s the cast: %s", found.len == 0 ? "" : "\n", d->name,
                             why.denied ? "may depend on" : "depends on", why.message);
    }
    if (found.len != 0)
        ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
                        errmsg("type %s must keep accepting %ss because other objects depend on it",
                               format_type_be(m.type), format_type_be(stored_type(m))),
                        errdetail_internal("%s", found.data)));
}

} // namespace base62id::pg
