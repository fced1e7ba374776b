#include "codec/counter.hpp"

#include "pg/generate/cluster.hpp"
#include "pg/generate/counters.hpp"
#include "pg/type/output.hpp"

extern "C" {
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "base62id", .version = BASE62ID_VERSION);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void _PG_init(void);
}

void _PG_init(void) {
    base62id::pg::define_output_setting();
    base62id::pg::define_settings();
    if (process_shared_preload_libraries_in_progress) {
        base62id::pg::request_shared_memory();
        base62id::pg::watch_promotion();
    }
}

// The version of the library; the extension's objects may be older until ALTER EXTENSION UPDATE.
B62_FN(base62id_version) { PG_RETURN_TEXT_P(cstring_to_text(BASE62ID_VERSION)); }
