--@ layout INTERNALLENGTH = 8, PASSEDBYVALUE, ALIGNMENT = double, STORAGE = plain
--@ comment 64-bit id written as 11 Base58 symbols that sort as the value does

-- numbers

CREATE FUNCTION uid11_from_bigint(bigint) RETURNS uid11 @immutable@;
--| cast: bigint to uid11; an error if it is negative
CREATE FUNCTION uid11_from_integer(integer) RETURNS uid11 @immutable@;
--| cast: integer to uid11; an error if it is negative
CREATE FUNCTION uid11_from_smallint(smallint) RETURNS uid11 @immutable@;
--| cast: smallint to uid11; an error if it is negative
CREATE FUNCTION uid11_to_bigint(uid11) RETURNS bigint @immutable@;
--| cast: uid11 to bigint, an error from 2^63 on
CREATE FUNCTION uid11_to_integer(uid11) RETURNS integer @immutable@;
--| cast: uid11 to integer, an error from 2^31 on
CREATE FUNCTION uid11_to_smallint(uid11) RETURNS smallint @immutable@;
--| cast: uid11 to smallint, an error from 2^15 on
CREATE FUNCTION uid11_from_numeric(numeric) RETURNS uid11 @immutable@;
--| cast: numeric to uid11; an error unless it is an integer of 64 bits
CREATE FUNCTION uid11_to_numeric(uid11) RETURNS numeric @immutable@;
--| cast: uid11 to numeric
CREATE CAST (bigint AS uid11) WITH FUNCTION uid11_from_bigint(bigint) AS ASSIGNMENT;
CREATE CAST (integer AS uid11) WITH FUNCTION uid11_from_integer(integer) AS ASSIGNMENT;
CREATE CAST (smallint AS uid11) WITH FUNCTION uid11_from_smallint(smallint) AS ASSIGNMENT;
CREATE CAST (uid11 AS bigint) WITH FUNCTION uid11_to_bigint(uid11) AS ASSIGNMENT;
CREATE CAST (uid11 AS integer) WITH FUNCTION uid11_to_integer(uid11) AS ASSIGNMENT;
CREATE CAST (uid11 AS smallint) WITH FUNCTION uid11_to_smallint(uid11) AS ASSIGNMENT;
CREATE CAST (numeric AS uid11) WITH FUNCTION uid11_from_numeric(numeric) AS ASSIGNMENT;
CREATE CAST (uid11 AS numeric) WITH FUNCTION uid11_to_numeric(uid11) AS ASSIGNMENT;

CREATE FUNCTION uid11_encode(numeric) RETURNS text @immutable@;
--| uid11 text of a payload, NULL unless it is an integer of 64 bits
CREATE FUNCTION uid11_decode(text) RETURNS uid11 @immutable@;
--| uid11 of its text, NULL if it is invalid
CREATE FUNCTION uid11_prefix_range(prefix text, OUT lower uid11, OUT upper uid11) @immutable@;
--| least and greatest uid11 whose text starts with this, NULLs if there are none

-- masks of numbers: an oracle each for who may call them

CREATE FUNCTION uid11_mask(bigint, prefix text, key integer DEFAULT 1) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
--| the façade of a number, for a type prefix and by the mask key of that number
CREATE FUNCTION uid11_unmask(uid11, prefix text, key integer DEFAULT 1) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
--| the number of a façade
REVOKE EXECUTE ON FUNCTION uid11_mask(bigint, text, integer), uid11_unmask(uid11, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uid11_mask(bigint, text, integer), uid11_unmask(uid11, text, integer)
    TO pg_database_owner WITH GRANT OPTION;

-- profile xid

CREATE FUNCTION xid_new() RETURNS uid11 @volatile@;
--| new xid: a uid11 of the current millisecond and 22 bits that no other id of the server, or of the cluster, has in it
CREATE FUNCTION xid_new(timestamptz) RETURNS uid11 @volatile xid_new_at@;
--| xid of a given time and 22 random bits, for backfilling
CREATE FUNCTION xid_pack(timestamptz, random integer) RETURNS uid11 @immutable@;
--| xid of a time and a random field of 22 bits
CREATE FUNCTION xid_timestamp(uid11) RETURNS timestamptz @immutable@;
--| time of an xid, in milliseconds
CREATE FUNCTION xid_random(uid11) RETURNS integer @immutable@;
--| random field of an xid, 22 bits
CREATE FUNCTION xid_parse(text, OUT ts timestamptz, OUT random integer) @immutable@;
--| time and random field of the text of an xid; an error if it is invalid
CREATE FUNCTION xid_parse_prefix(text, OUT ts_lo timestamptz, OUT ts_hi timestamptz, OUT rand_lo integer,
    OUT rand_hi integer) @immutable@;
--| fields of the least and the greatest xid whose text starts with this, NULLs if there are none
CREATE FUNCTION xid_min(timestamptz) RETURNS uid11 @immutable@;
--| first xid of that millisecond
CREATE FUNCTION xid_max(timestamptz) RETURNS uid11 @immutable@;
--| last xid of that millisecond
CREATE FUNCTION xid_generator_scope() RETURNS text @volatile@;
--| where xid_new() is guaranteed never to repeat: cluster, server or session

-- the server's place in a cluster

CREATE FUNCTION base62id_settings() RETURNS TABLE (name text, value text, detail text) @volatile@ ROWS 4;
--| settings in force on this server, to compare those of a cluster: its machine number, a digest of the cluster key,
--| the scope of xid_new(), the fingerprint of each mask key; and what is wrong with each

-- other profiles

CREATE FUNCTION uid11_fullrand_new() RETURNS uid11 @volatile@;
--| new uid11 of 64 random bits
CREATE FUNCTION uid11_fullrand_parse(uid11, OUT random numeric) @immutable uid11_to_numeric@;
--| field of a fullrand uid11
CREATE FUNCTION uid11_snowish_new() RETURNS uid11 @volatile uid11_snowish_new_here@;
--| new snowish uid11 of the machine number in base62id.machine
CREATE FUNCTION uid11_snowish_new(machine integer) RETURNS uid11 @volatile@;
--| new snowish uid11: 41 bits of milliseconds, machine 0 to 1023, 12 bits of sequence
CREATE FUNCTION uid11_snowish_parse(uid11, OUT ts timestamptz, OUT machine integer, OUT sequence integer) @immutable@;
--| fields of a snowish uid11
CREATE FUNCTION uid11_ts_seq_rand_new() RETURNS uid11 @volatile@;
--| new ts_seq_rand uid11: 42 bits of milliseconds, 12 bits of sequence, 10 random bits
CREATE FUNCTION uid11_ts_seq_rand_parse(uid11, OUT ts timestamptz, OUT sequence integer, OUT random integer)
@immutable@;
--| fields of a ts_seq_rand uid11
