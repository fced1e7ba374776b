// The C functions of a type, as type.sql.in names them.
//
// B62_TYPE(NAME, TRAITS) defines NAME_in, NAME_eq, NAME_like, ... (so uid11_like is `like` here): each is an
// entry point, because PostgreSQL finds a C function by its symbol.  Functions that core has are not declared
// as LANGUAGE internal: fmgr would compare the name with those of all built-in functions at each start of an
// executor, while C entry points are found by hash.
#pragma once

#include "pg/search/search.hpp"
#include "pg/type/functions.hpp"
#include "pg/type/gin.hpp"
#include "pg/type/gist.hpp"
#include "pg/type/sort.hpp"

#define B62_COMPARISONS(name, T)                                                                             \
    B62_FN(name##_eq) { return base62id::pg::eq<T>(fcinfo); }                                                \
    B62_FN(name##_ne) { return base62id::pg::ne<T>(fcinfo); }                                                \
    B62_FN(name##_lt) { return base62id::pg::lt<T>(fcinfo); }                                                \
    B62_FN(name##_le) { return base62id::pg::le<T>(fcinfo); }                                                \
    B62_FN(name##_gt) { return base62id::pg::gt<T>(fcinfo); }                                                \
    B62_FN(name##_ge) { return base62id::pg::ge<T>(fcinfo); }                                                \
    B62_FN(name##_cmp) { return base62id::pg::cmp<T>(fcinfo); }                                              \
    B62_FN(name##_sortsupport) { return base62id::pg::sortsupport<T>(fcinfo); }                              \
    B62_FN(name##_brin_distance) { return base62id::pg::brin_distance<T>(fcinfo); }                          \
    B62_HASH_AND_CHOICE(name, T)

// Core's own, for 16 octets that sort as a uuid.
#define B62_UUID_COMPARISONS(name, T)                                                                        \
    B62_FN(name##_eq) { return uuid_eq(fcinfo); }                                                            \
    B62_FN(name##_ne) { return uuid_ne(fcinfo); }                                                            \
    B62_FN(name##_lt) { return uuid_lt(fcinfo); }                                                            \
    B62_FN(name##_le) { return uuid_le(fcinfo); }                                                            \
    B62_FN(name##_gt) { return uuid_gt(fcinfo); }                                                            \
    B62_FN(name##_ge) { return uuid_ge(fcinfo); }                                                            \
    B62_FN(name##_cmp) { return uuid_cmp(fcinfo); }                                                          \
    B62_FN(name##_brin_distance) { return brin_minmax_multi_distance_uuid(fcinfo); }                         \
    B62_HASH_AND_CHOICE(name, T)

#define B62_HASH_AND_CHOICE(name, T)                                                                         \
    B62_FN(name##_hash) { return base62id::pg::hash<T>(fcinfo); }                                            \
    B62_FN(name##_hash_extended) { return base62id::pg::hash_extended<T>(fcinfo); }                          \
    B62_FN(name##_smaller) { return base62id::pg::smaller<T>(fcinfo); }                                      \
    B62_FN(name##_larger) { return base62id::pg::larger<T>(fcinfo); }

#define B62_TEXTS(name, T)                                                                                   \
    B62_FN(name##_in) { return base62id::pg::in<T>(fcinfo); }                                                \
    B62_FN(name##_out) { return base62id::pg::out<T>(fcinfo); }                                              \
    B62_FN(name##_recv) { return base62id::pg::recv<T>(fcinfo); }                                            \
    B62_FN(name##_send) { return base62id::pg::send<T>(fcinfo); }                                            \
    B62_FN(name##_from_text) { return base62id::pg::from_text<T>(fcinfo); }                                  \
    B62_FN(name##_to_text) { return base62id::pg::to_text<T>(fcinfo); }                                      \
    B62_FN(name##_is_valid) { return base62id::pg::is_valid<T>(fcinfo); }                                    \
    B62_FN(name##_prefix_support) { return base62id::pg::search_support<T>(fcinfo); }                        \
    B62_FN(name##_prefixsel) { return base62id::pg::search_selectivity<T>(fcinfo); }                         \
    B62_FN(name##_prefix_lower) { return base62id::pg::prefix_lower<T>(fcinfo); }                            \
    B62_FN(name##_prefix_upper) { return base62id::pg::prefix_upper<T>(fcinfo); }                            \
    B62_FN(name##_like_start) { return base62id::pg::like_start<T>(fcinfo); }                                \
    B62_SEARCH(name, T, starts_with)                                                                         \
    B62_SEARCH(name, T, like)                                                                                \
    B62_SEARCH(name, T, not_like)                                                                            \
    B62_SEARCH(name, T, ilike)                                                                               \
    B62_SEARCH(name, T, not_ilike)
#define B62_SEARCH(name, T, role)                                                                            \
    B62_FN(name##_##role) { return base62id::pg::search_match<T, base62id::pg::search_role::role>(fcinfo); }

#ifdef B62_HAVE_SKIP_SUPPORT
#define B62_SKIPS(name, make)                                                                                \
    B62_FN(name##_skipsupport) { return make(fcinfo); }
#else
#define B62_SKIPS(name, make)
#endif

#define B62_TYPE(name, T)                                                                                    \
    B62_TEXTS(name, T)                                                                                       \
    B62_COMPARISONS(name, T)                                                                                 \
    B62_SKIPS(name, base62id::pg::skipsupport<T>)                                                            \
    B62_FN(name##_gist_consistent) { return base62id::pg::gist::consistent<T>(fcinfo); }                     \
    B62_FN(name##_gist_compress) { return base62id::pg::gist::compress<T>(fcinfo); }                         \
    B62_FN(name##_gist_fetch) { return base62id::pg::gist::fetch<T>(fcinfo); }                               \
    B62_FN(name##_gin_extract_query) { return base62id::pg::gin::extract_query<T>(fcinfo); }                 \
    B62_FN(name##_gin_compare_partial) { return base62id::pg::gin::compare_partial<T>(fcinfo); }

// Of uuid's family, whose GiST and GIN functions are in uuid_family.cpp.  The sort support may be another.
#define B62_UUID_TYPE(name, T)                                                                               \
    B62_TEXTS(name, T)                                                                                       \
    B62_FN(name##_to_name) { return base62id::pg::to_name<T>(fcinfo); }                                      \
    B62_UUID_COMPARISONS(name, T)                                                                            \
    B62_SKIPS(name, uuid_skipsupport)
