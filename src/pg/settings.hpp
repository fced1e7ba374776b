// The settings of the extension, which any file may read; module.cpp defines them.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// What the output functions of the types that read a uuid's text write.  It belongs to the session, as
// DateStyle does, so those output functions are STABLE.  Casts to text, varchar, bpchar and name are
// immutable functions that ignore it, as does the binary form.
enum class output_form : int { id, uuid };

// The version of the library.
const char *library_version();

namespace settings {

extern int output; // an output_form, as an int, which is what PostgreSQL writes to

// From the server's configuration only.
extern int machine; // -1: none
extern char *cluster_key_file, *mask_key_file, *reserved_file;

inline constexpr const char *machine_name = "base62id.machine",
                            *cluster_key_file_name = "base62id.cluster_key_file",
                            *mask_key_file_name = "base62id.mask_key_file",
                            *reserved_file_name = "base62id.reserved_file";

// In a session that loads the library late, settings have been placeholders that everybody may set.  Defining
// them drops what does not come from the configuration.  Where ALTER ROLE, ALTER DATABASE or the options of
// the connection had set one, the value of the configuration is lost with it.  Up to PostgreSQL 16 such a
// session reads the configuration's files again, where it does not find what stands in the server's command
// line.  From 17 on it does not have that value until the next reload, and must not publish its settings.
bool cluster_known();
bool mask_key_file_known();

// Whether the library was loaded by shared_preload_libraries.
extern bool preloaded;

// base62id.machine as configured when the library was loaded, if that is no machine number; else null.
const char *bad_machine();
// The same of what the configuration's files say now, which may differ: a reload leaves the number in force,
// and what a start has refused may be gone.
const char *bad_machine_now();

// Goes up whenever a setting of the cluster is assigned: all of these but the mask keys'.
extern std::uint64_t changes;

} // namespace settings

inline bool writes_uuid() { return settings::output == static_cast<int>(output_form::uuid); }

} // namespace base62id::pg
