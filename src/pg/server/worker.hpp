// Background workers of this library.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// Has a process put the server's configuration in force that comes straight from the postmaster, so that no
// database, role or connection has a say; returns when that is done, or cannot be.  A session needs it that
// loads the library itself and cannot see the configuration (settings.hpp).  It asks once for each reload.
void ask_postmaster();

} // namespace base62id::pg
