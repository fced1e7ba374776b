-- Typed ids in every notation are held to the laws of all types: those of order, equality and hashes, of binary send and
-- receive, of GiST and GIN.  Their text and searches are in notations.sql; test/masks/run has types that mask.
\getenv srcdir PG_ABS_SRCDIR
SELECT typeid_create_type('in_typeid', 'it'), typeid_create_type('in_ulid', 'i_u', 'ulid'), typeid_create_type('in_base62id', 'ib', 'base62id'),
       typeid_create_type('in_base64uuid', '', 'base64uuid'), typeid_create_type('in_uid11', 'in', 'uid11');
\set types_file :srcdir/test/lib/notated.tsv
\i :srcdir/sql/laws.sql
\connect -
\i :srcdir/sql/binary.sql
\connect -
\i :srcdir/sql/gist_gin.sql
SET client_min_messages = warning;
DROP TYPE in_typeid, in_ulid, in_base62id, in_base64uuid, in_uid11 CASCADE;
