-- Row-level security and security-barrier views: comparisons are leakproof, so they go below the barrier and use the index;
-- searches by prefix are not, so that an error or a message of theirs could not tell of hidden rows.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

CREATE TABLE accounts (owner name, b62 base62id, b64 base64uuid, u11 uid11, tid typeid, bid baseuid, hidden text);
INSERT INTO accounts SELECT CASE WHEN n % 2 = 0 THEN 'regress_base62id_reader' ELSE 'other' END, md5(n::text)::uuid, md5(n::text)::uuid, n::bigint, uuid_to_typeid('user', md5(n::text)::uuid), baseuid_encode(decode(left(md5(n::text), 30), 'hex'))::baseuid, 'row ' || n
  FROM generate_series(1, 5000) AS n;
CREATE INDEX accounts_b62 ON accounts (b62);
CREATE INDEX accounts_b64 ON accounts (b64);
CREATE INDEX accounts_u11 ON accounts (u11);
CREATE INDEX accounts_tid ON accounts (tid);
CREATE INDEX accounts_bid ON accounts (bid);
VACUUM ANALYZE accounts;
CREATE VIEW my_accounts WITH (security_barrier) AS SELECT * FROM accounts WHERE owner = 'regress_base62id_reader';
CREATE ROLE regress_base62id_reader;
GRANT SELECT ON accounts, my_accounts TO regress_base62id_reader;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON accounts USING (owner = current_user);
-- values: of a row of one's own, and of another's
SELECT b62, b64, u11, tid, bid FROM accounts WHERE hidden = 'row 100' \gset own_
SELECT b62, b64, u11, tid, bid FROM accounts WHERE hidden = 'row 101' \gset other_

SET enable_seqscan = off;
SET ROLE regress_base62id_reader;
SELECT t, c, op, plan ~ 'Index Cond' AS by_index
  FROM (VALUES (1, 'b62', :'own_b62'), (2, 'b64', :'own_b64'), (3, 'u11', :'own_u11'), (4, 'tid', :'own_tid'), (5, 'bid', :'own_bid')) AS v(n, c, id), unnest('{accounts,my_accounts}'::text[]) AS t, unnest('{=,<}'::text[]) AS op,
       LATERAL (SELECT string_agg(line, ' ') AS plan FROM pg_temp.plan_of(format('SELECT hidden FROM %s WHERE %I %s %L ORDER BY %2$I LIMIT 1', t, c, op, id)) AS line) AS p ORDER BY t, n, op;
SELECT hidden FROM accounts WHERE tid = :'own_tid';
SELECT hidden FROM accounts WHERE tid = :'other_tid';
SELECT hidden FROM my_accounts WHERE u11 = :'own_u11' OR u11 = :'other_u11';
-- a search by prefix finds own rows only; its filter stays above the barrier
RESET enable_seqscan;
SELECT pg_temp.plan_of($$SELECT hidden FROM accounts WHERE tid ^@ 'user_0'$$);
SELECT count(*) FROM accounts WHERE tid @> 'user';
SELECT count(*) FROM my_accounts WHERE tid ^@ 'user_';
SELECT hidden FROM accounts WHERE tid ^@ left(:'own_tid', 12);
SELECT hidden FROM accounts WHERE tid ^@ left(:'other_tid', 12);
-- the functions are everybody's
SELECT has_function_privilege('typeid_generate(text)', 'execute') AS generate, xid_new() > '11111111111' AS xid, typeid_generate('user') @> 'user' AS typeid, baseuid_new() > '--------------------' AS baseuid;
RESET ROLE;
DROP TABLE accounts CASCADE;
DROP ROLE regress_base62id_reader;
