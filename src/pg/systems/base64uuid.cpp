// Base64UUID in SQL: the type base64uuid, the functions that convert uuid, and base32hex for dictation.
#include "codec/base64uuid.hpp"

#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_traits<codec::base64uuid>;

B62_UUID_TYPE(base64uuid, self)
B62_FN(base64uuid_sortsupport) { return uuid_sortsupport(fcinfo); }

B62_FN(base64uuid_encode_uuid) { return pg::encode_uuid<codec::base64uuid>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(base64uuid_encode_text) { return pg::encode_uuid_text<codec::base64uuid>(fcinfo); }
B62_FN(base64uuid_decode) { return pg::decode_to_uuid<codec::base64uuid>(fcinfo); }

B62_FN(uuid_to_base32hex) { return pg::encode_uuid<codec::base32hex>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(uuid_from_base32hex) { return pg::decode_to_uuid<codec::base32hex>(fcinfo); }
