// The setting base62id.output: what the output functions of the types that read a uuid's text write.
//
// It belongs to the session, as DateStyle does, so those output functions are STABLE.  Casts to text,
// varchar, bpchar and name are functions of their own, immutable, and know nothing of it; nor does the binary
// form.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

enum class output_form : int { id, uuid };

// An output_form, as an int, which is what PostgreSQL writes to.
extern int output_setting;

inline bool writes_uuid() { return output_setting == static_cast<int>(output_form::uuid); }

// Called when the library is loaded.
void define_output_setting();

} // namespace base62id::pg
