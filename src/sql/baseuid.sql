--@ layout INTERNALLENGTH = 15, ALIGNMENT = char, STORAGE = plain
--@ comment BaseUid: 48 bits of time and 72 random bits as 20 symbols that sort as the value does

CREATE FUNCTION baseuid_new() RETURNS baseuid @volatile@;
--| new baseuid, increasing within a session
CREATE FUNCTION baseuid_new(timestamptz) RETURNS baseuid @volatile baseuid_new_at@;
--| baseuid of a given time and 72 random bits, for backfilling
CREATE FUNCTION baseuid_encode(bytea) RETURNS text @immutable@;
--| BaseUid text of 15 octets, NULL for any other length
CREATE FUNCTION baseuid_decode(text) RETURNS baseuid @immutable@;
--| baseuid of its text, NULL if it is invalid
CREATE FUNCTION baseuid_timestamp(baseuid) RETURNS timestamptz @immutable@;
--| time of a baseuid, in steps of 32.768 microseconds
CREATE FUNCTION baseuid_min(timestamptz) RETURNS baseuid @immutable@;
--| first baseuid of that microsecond
CREATE FUNCTION baseuid_max(timestamptz) RETURNS baseuid @immutable@;
--| last baseuid of that microsecond

-- UUID version 8

CREATE FUNCTION baseuid_to_uuid(baseuid) RETURNS uuid @immutable@;
--| baseuid as UUID of version 8
CREATE FUNCTION baseuid_from_uuid(uuid) RETURNS baseuid @immutable@;
--| baseuid of its UUID of version 8, NULL if it is invalid
CREATE FUNCTION uuid_to_baseuid(uuid) RETURNS baseuid @immutable@;
--| cast: baseuid of its UUID of version 8; an error if it is invalid
CREATE CAST (baseuid AS uuid) WITH FUNCTION baseuid_to_uuid(baseuid) AS ASSIGNMENT;
CREATE CAST (uuid AS baseuid) WITH FUNCTION uuid_to_baseuid(uuid);
