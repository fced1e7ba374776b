-- What typed ids cannot tell by themselves: names without letters, two tables of one name, ids of several tables.
CREATE SCHEMA clash;
SET search_path = clash;
CREATE TABLE "a-b" (id uuid PRIMARY KEY);
CREATE TABLE ab (id uuid PRIMARY KEY, of uuid REFERENCES "a-b");
CREATE TABLE "2025" (id uuid PRIMARY KEY);
CREATE TABLE cats (id uuid PRIMARY KEY);
CREATE TABLE dogs (id uuid PRIMARY KEY);
CREATE TABLE pets (id uuid PRIMARY KEY, animal uuid REFERENCES cats REFERENCES dogs);
CREATE TABLE comments (id uuid PRIMARY KEY, commentable_id uuid, commentable_type text, "ownerId" uuid, "ownerType" text, other_id uuid);
CREATE TABLE first (id text PRIMARY KEY);
CREATE TABLE second (id text PRIMARY KEY);
INSERT INTO first SELECT 'p_' || public.ulid_encode(md5('a')::uuid);
INSERT INTO second SELECT 'p_' || public.ulid_encode(md5('b')::uuid);
-- a domain that references a key
CREATE DOMAIN own AS uuid;
CREATE TABLE held (id uuid PRIMARY KEY);
CREATE TABLE holds (held own REFERENCES held);
-- of keys of partitions and generated columns
CREATE TABLE by_text (id uuid) PARTITION BY LIST ((id::text));
CREATE TABLE by_identity (id uuid, n integer GENERATED ALWAYS AS IDENTITY) PARTITION BY HASH (id);
CREATE TABLE middle (a uuid, g uuid GENERATED ALWAYS AS (a) STORED, b integer, h uuid GENERATED ALWAYS AS (a) STORED);
CREATE TABLE filled (id uuid);
CREATE TABLE filled_parts (id uuid) PARTITION BY HASH (id);
SET client_min_messages = error;
CREATE SUBSCRIPTION filling CONNECTION 'dbname=none' PUBLICATION none WITH (connect = false, slot_name = NONE);
-- what it would do by itself if it were connected
INSERT INTO pg_subscription_rel (srsubid, srrelid, srsubstate)
SELECT s.oid, r, 'i' FROM pg_subscription AS s, unnest('{clash.filled,clash.filled_parts}'::regclass[]) AS r;
RESET search_path;
