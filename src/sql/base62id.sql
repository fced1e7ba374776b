--@ layout LIKE = pg_catalog.uuid
--@ comment UUID written as Base62id: 22 symbols that sort as the value does
--@ relative uuid

CREATE FUNCTION base62id_encode(uuid) RETURNS text @immutable base62id_encode_uuid@;
--| Base62id of a UUID, 22 symbols
CREATE FUNCTION base62id_encode(text) RETURNS text @immutable base62id_encode_text@;
--| Base62id of the 36-character text of a UUID, NULL if it is invalid
CREATE FUNCTION base62id_encode(bytea) RETURNS text @immutable base62id_encode_bytea@ COST 100;
--| Base62id of any octets up to 64 KiB
CREATE FUNCTION base62id_decode(text) RETURNS uuid @immutable@;
--| UUID of a Base62id of 22 symbols, NULL if it is invalid
CREATE FUNCTION base62id_decode_bytea(text) RETURNS bytea @immutable@ COST 100;
--| octets of a Base62id of any length, NULL if it is invalid
