-- Keys in time, from PostgreSQL 18 on: WITHOUT OVERLAPS and PERIOD with every type, without
-- another extension.
\i test/lib/helpers.sql
\i test/lib/types.sql
CALL pg_temp.add_id_type();

CALL pg_temp.for_types('CREATE DOMAIN d_%1$s AS %1$s');
CALL pg_temp.for_types('CREATE TABLE rooms_%1$s (room %1$s, during int4range,
                                                 PRIMARY KEY (room, during WITHOUT OVERLAPS))
                            WITH (autovacuum_enabled = off)');
CALL pg_temp.for_types('CREATE TABLE units_%1$s (unit d_%1$s, during int4range,
                                                 UNIQUE (unit, during WITHOUT OVERLAPS))');
CALL pg_temp.for_types('CREATE TABLE bookings_%1$s (
                            room %1$s, during int4range,
                            FOREIGN KEY (room, PERIOD during)
                                REFERENCES rooms_%1$s (room, PERIOD during))');
CALL pg_temp.for_types('INSERT INTO rooms_%1$s SELECT %2$s, int4range(10 * j, 10 * j + 10)
                          FROM generate_series(1, 300) AS g, generate_series(1, 4) AS j,
                               pg_temp.octets(g)');
CALL pg_temp.for_types('INSERT INTO units_%1$s SELECT * FROM rooms_%1$s');
CALL pg_temp.for_types('INSERT INTO bookings_%1$s SELECT room, int4range(12, 38)
                          FROM rooms_%1$s
                          WHERE lower(during) = 10');
CALL pg_temp.for_types('ANALYZE rooms_%1$s');
\echo '-- A key refuses what overlaps (23P01), also of a domain, and takes what does not. A foreign'
\echo '-- key refuses what no row covers (23503), takes what several rows cover together, and lets'
\echo '-- nobody delete or shorten a row that is referenced.'
SELECT type,
       pg_temp.sqlstate_of(format('INSERT INTO rooms_%1$s SELECT room, int4range(45, 55)
                                     FROM rooms_%1$s
                                     LIMIT 1', type)) AS overlap,
       pg_temp.sqlstate_of(format('INSERT INTO units_%1$s SELECT unit, int4range(45, 55)
                                     FROM units_%1$s
                                     LIMIT 1', type)) AS domain_overlap,
       pg_temp.sqlstate_of(format('INSERT INTO rooms_%1$s SELECT room, int4range(50, 55)
                                     FROM rooms_%1$s
                                     WHERE lower(during) = 10', type)) AS none,
       pg_temp.sqlstate_of(format('INSERT INTO bookings_%1$s SELECT room, int4range(52, 58)
                                     FROM rooms_%1$s
                                     LIMIT 1', type)) AS uncovered,
       pg_temp.sqlstate_of(format('INSERT INTO bookings_%1$s SELECT room, int4range(12, 55)
                                     FROM rooms_%1$s
                                     WHERE lower(during) = 10', type)) AS covered,
       pg_temp.sqlstate_of(format('DELETE FROM rooms_%1$s WHERE lower(during) = 20', type))
           AS referenced,
       pg_temp.sqlstate_of(format('UPDATE rooms_%1$s
                                     SET during = int4range(25, 30)
                                     WHERE lower(during) = 20', type)) AS shortened
  FROM id_types ORDER BY n;
\echo '-- The key''s own index answers, both conditions, without a filter.'
SET enable_seqscan = off;
SELECT type, bool_or(line ~ 'Index Cond: .*room = .* AND .*during') AS both,
       bool_or(line ~ 'Filter') AS filter
  FROM id_types,
       pg_temp.plan_of(format('SELECT
                                 FROM rooms_%1$s
                                 WHERE room = (SELECT max(room) FROM bookings_%1$s)
                                   AND during @> 25', type)) AS line
  GROUP BY n, type
  ORDER BY n;
\echo '-- A key of one of the family is referenced by a uuid.'
CREATE TABLE uuids (room uuid, during int4range);
INSERT INTO uuids SELECT room, during FROM bookings_ulid;
SELECT type,
       pg_temp.sqlstate_of(format('ALTER TABLE uuids
                                     ADD CONSTRAINT to_%1$s FOREIGN KEY (room, PERIOD during)
                                         REFERENCES rooms_%1$s (room, PERIOD during)',
                                  type)) AS made
  FROM id_types WHERE family = 'uuid' ORDER BY n;
SELECT pg_temp.sqlstate_of($$INSERT INTO uuids SELECT room, int4range(58, 62) FROM uuids LIMIT 1$$)
           AS uncovered,
       pg_temp.sqlstate_of($$INSERT INTO uuids SELECT room, int4range(12, 22) FROM uuids$$)
           AS covered;
\echo '-- So is one of an id type that takes uuids.'
SELECT typeid_create_type('stay_id', 'stay', accept_uuid => true);
CREATE TABLE made (room stay_id, during int4range, PRIMARY KEY (room, during WITHOUT OVERLAPS));
INSERT INTO made SELECT room::uuid, during FROM rooms_ulid;
CREATE TABLE stays (room uuid, during int4range, FOREIGN KEY (room, PERIOD during) REFERENCES made);
INSERT INTO stays SELECT room, during FROM bookings_ulid;
SELECT pg_temp.sqlstate_of('INSERT INTO stays SELECT room, int4range(58, 62) FROM stays LIMIT 1')
           AS uncovered,
       pg_temp.sqlstate_of('INSERT INTO stays SELECT room, int4range(12, 22) FROM stays')
           AS covered,
       pg_temp.sqlstate_of('DELETE FROM made WHERE lower(during) = 20') AS referenced;
SELECT pg_temp.error_of($$SELECT typeid_accept_uuid('stay_id', false)$$) AS refused;
\echo '-- A key moves there and back. What references it changes its type without the foreign'
\echo '-- key: PostgreSQL finds no cast from a range for PERIOD.'
ALTER TABLE made ALTER room TYPE base62id USING room::uuid::base62id;
ALTER TABLE made ALTER room TYPE stay_id USING room::uuid::stay_id;
SELECT pg_temp.sqlstate_of('INSERT INTO stays SELECT room, int4range(58, 62) FROM stays LIMIT 1')
           AS uncovered,
       pg_temp.sqlstate_of('INSERT INTO stays SELECT room, int4range(12, 22) FROM stays LIMIT 1')
           AS covered,
       pg_temp.sqlstate_of('DELETE FROM made WHERE lower(during) = 20') AS referenced;
ALTER TABLE stays DROP CONSTRAINT stays_room_during_fkey, ALTER room TYPE stay_id,
    ADD FOREIGN KEY (room, PERIOD during) REFERENCES made;
SELECT typeid_accept_uuid('stay_id', false);
SELECT pg_temp.sqlstate_of('INSERT INTO stays SELECT room, int4range(58, 62) FROM stays LIMIT 1')
           AS uncovered,
       pg_temp.sqlstate_of('DELETE FROM made WHERE lower(during) = 20') AS referenced;
DROP TABLE uuids, stays, made;
SELECT typeid_drop_type('stay_id');
CALL pg_temp.for_types('DROP TABLE bookings_%1$s, rooms_%1$s, units_%1$s');
CALL pg_temp.for_types('DROP DOMAIN d_%1$s');
DROP TYPE item_id CASCADE;
