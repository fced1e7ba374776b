-- Casts to and from bytea, as uuid has them from PostgreSQL 19 on.  A database that pg_upgrade brought from an earlier
-- major adds this by hand.

CREATE CAST (base62id AS bytea) WITH FUNCTION pg_catalog.bytea(uuid);
CREATE CAST (bytea AS base62id) WITH FUNCTION pg_catalog.uuid(bytea);
CREATE CAST (base64uuid AS bytea) WITH FUNCTION pg_catalog.bytea(uuid);
CREATE CAST (bytea AS base64uuid) WITH FUNCTION pg_catalog.uuid(bytea);
CREATE CAST (ulid AS bytea) WITH FUNCTION pg_catalog.bytea(uuid);
CREATE CAST (bytea AS ulid) WITH FUNCTION pg_catalog.uuid(bytea);
