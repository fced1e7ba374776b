-- What hangs on the relations and routines of a move, by names; names that are gone are NULL, not
-- errors.
-- relations, routines: arrays of names
WITH t AS (SELECT to_regclass(n)::oid AS o FROM unnest(:relations) AS u(n)),
f AS (SELECT to_regprocedure(n)::oid AS o FROM unnest(:routines) AS u(n)),
-- without those that are made beforehand, whose names no plan of another move has
i AS (
    SELECT x.indexrelid AS o
    FROM pg_index AS x
    JOIN t ON t.o = x.indrelid
    JOIN pg_class AS c ON c.oid = x.indexrelid AND c.relname !~ '^base62id_[0-9a-f]{12}$'
),
h AS (
    SELECT 'pg_class'::regclass AS c, o FROM i
    UNION ALL
    SELECT 'pg_proc', o FROM f
    UNION ALL
    SELECT 'pg_attrdef', x.oid FROM pg_attrdef AS x, t WHERE x.adrelid = t.o
    UNION ALL
    SELECT 'pg_constraint', x.oid FROM pg_constraint AS x, t WHERE x.conrelid = t.o
    UNION ALL
    SELECT 'pg_rewrite', x.oid FROM pg_rewrite AS x, t WHERE x.ev_class = t.o
    UNION ALL
    SELECT 'pg_policy', x.oid FROM pg_policy AS x, t WHERE x.polrelid = t.o
    UNION ALL
    SELECT 'pg_trigger', x.oid FROM pg_trigger AS x, t WHERE x.tgrelid = t.o
    UNION ALL
    SELECT 'pg_publication_rel', x.oid FROM pg_publication_rel AS x, t WHERE x.prrelid = t.o
    UNION ALL
    SELECT 'pg_statistic_ext', x.oid FROM pg_statistic_ext AS x, t WHERE x.stxrelid = t.o
)
