--@ layout LIKE = pg_catalog.uuid
--@ comment ULID: 48 bits of time and 80 random bits as 26 symbols that sort as the value does
--@ relative uuid

CREATE FUNCTION ulid_generate() RETURNS ulid @volatile@;
--| new ulid, increasing within a session
CREATE FUNCTION ulid_generate(timestamptz) RETURNS ulid @volatile ulid_generate_at@;
--| ulid of a given time and 80 random bits, for backfilling
CREATE FUNCTION ulid_encode(uuid) RETURNS text @immutable ulid_encode_uuid@;
--| ULID of a UUID, 26 symbols
CREATE FUNCTION ulid_encode(text) RETURNS text @immutable ulid_encode_text@;
--| ULID of the 36-character text of a UUID, NULL if it is invalid
CREATE FUNCTION ulid_decode(text) RETURNS uuid @immutable@;
--| UUID of a ULID in either case, NULL if it is invalid
CREATE FUNCTION ulid_normalize(text) RETURNS text @immutable@;
--| the ULID that somebody typed: I and L read as 1, O as 0, without hyphens and spaces; NULL if it is invalid
CREATE FUNCTION ulid_timestamp(ulid) RETURNS timestamptz @immutable@;
--| time of a ulid, to the millisecond
CREATE FUNCTION ulid_min(timestamptz) RETURNS ulid @immutable@;
--| first ulid of that millisecond
CREATE FUNCTION ulid_max(timestamptz) RETURNS ulid @immutable@;
--| last ulid of that millisecond
