// Base64UUID in SQL: the type base64uuid, the functions that convert uuid, and base32hex for dictation.
#include "codec/base64uuid.hpp"

#include "pg/systems/uuid_functions.hpp"
#include "pg/systems/entry_points.hpp"

using namespace base62id;
using self = pg::uuid_traits<codec::base64uuid>;
using role = pg::search_role;

B62_FN(base64uuid_in) { return pg::in<self>(fcinfo); }
B62_FN(base64uuid_out) { return pg::out<self>(fcinfo); }
B62_FN(base64uuid_recv) { return pg::recv<self>(fcinfo); }
B62_FN(base64uuid_send) { return pg::send<self>(fcinfo); }
B62_FN(base64uuid_from_text) { return pg::from_text<self>(fcinfo); }
B62_FN(base64uuid_to_text) { return pg::to_text<self>(fcinfo); }
B62_FN(base64uuid_is_valid) { return pg::is_valid<self>(fcinfo); }
B62_FN(base64uuid_prefix_support) { return pg::search_support<self>(fcinfo); }
B62_FN(base64uuid_prefixsel) { return pg::search_selectivity<self>(fcinfo); }
B62_FN(base64uuid_prefix_lower) { return pg::prefix_lower<self>(fcinfo); }
B62_FN(base64uuid_prefix_upper) { return pg::prefix_upper<self>(fcinfo); }
B62_FN(base64uuid_like_start) { return pg::like_start<self>(fcinfo); }
B62_FN(base64uuid_starts_with) { return pg::search_match<self, role::starts_with>(fcinfo); }
B62_FN(base64uuid_like) { return pg::search_match<self, role::like>(fcinfo); }
B62_FN(base64uuid_not_like) { return pg::search_match<self, role::not_like>(fcinfo); }
B62_FN(base64uuid_ilike) { return pg::search_match<self, role::ilike>(fcinfo); }
B62_FN(base64uuid_not_ilike) { return pg::search_match<self, role::not_ilike>(fcinfo); }
B62_FN(base64uuid_to_name) { return pg::to_name<self>(fcinfo); }

// Core's own functions: these 16 bytes sort as a uuid.  GiST and GIN are in uuid.cpp.
B62_FN(base64uuid_eq) { return uuid_eq(fcinfo); }
B62_FN(base64uuid_ne) { return uuid_ne(fcinfo); }
B62_FN(base64uuid_lt) { return uuid_lt(fcinfo); }
B62_FN(base64uuid_le) { return uuid_le(fcinfo); }
B62_FN(base64uuid_gt) { return uuid_gt(fcinfo); }
B62_FN(base64uuid_ge) { return uuid_ge(fcinfo); }
B62_FN(base64uuid_cmp) { return uuid_cmp(fcinfo); }
B62_FN(base64uuid_brin_distance) { return brin_minmax_multi_distance_uuid(fcinfo); }
B62_FN(base64uuid_hash) { return pg::hash<self>(fcinfo); }
B62_FN(base64uuid_hash_extended) { return pg::hash_extended<self>(fcinfo); }
B62_FN(base64uuid_smaller) { return pg::smaller<self>(fcinfo); }
B62_FN(base64uuid_larger) { return pg::larger<self>(fcinfo); }
B62_SKIP_SUPPORT_FN(base64uuid_skipsupport, uuid_skipsupport)
B62_FN(base64uuid_sortsupport) { return uuid_sortsupport(fcinfo); }

B62_FN(base64uuid_encode_uuid) { return pg::encode_uuid<codec::base64uuid>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(base64uuid_encode_text) { return pg::encode_uuid_text<codec::base64uuid>(fcinfo); }
B62_FN(base64uuid_decode) { return pg::decode_to_uuid<codec::base64uuid>(fcinfo); }

B62_FN(uuid_to_base32hex) { return pg::encode_uuid<codec::base32hex>(pg::uuid_of(PG_GETARG_DATUM(0))); }
B62_FN(uuid_from_base32hex) { return pg::decode_to_uuid<codec::base32hex>(fcinfo); }
