--@ layout LIKE = pg_catalog.uuid
--@ comment UUID written as Base64UUID: 22 URL-safe symbols that sort as the value does
--@ relative uuid

CREATE FUNCTION base64uuid_encode(uuid) RETURNS text @immutable base64uuid_encode_uuid@;
--| Base64UUID of a UUID, 22 symbols
CREATE FUNCTION base64uuid_encode(text) RETURNS text @immutable base64uuid_encode_text@;
--| Base64UUID of the 36-character text of a UUID, NULL if it is invalid
CREATE FUNCTION base64uuid_decode(text) RETURNS uuid @immutable@;
--| UUID of a Base64UUID, NULL if it is invalid

CREATE FUNCTION uuid_to_base32hex(uuid) RETURNS text @immutable@;
--| base32hex (RFC 4648, section 7) of a UUID for dictation: 26 upper-case symbols, no padding
CREATE FUNCTION uuid_from_base32hex(text) RETURNS uuid @immutable@;
--| UUID of a base32hex in either case, NULL if it is invalid
