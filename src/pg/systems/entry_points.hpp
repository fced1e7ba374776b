// What the entry points of a type call.  Each type writes its own out, because PostgreSQL finds a C function
// by its symbol, and you find uid11_like in a backtrace, a debugger and by grep.  Functions that core has are
// not declared as LANGUAGE internal: fmgr would compare the name with those of all built-in functions at each
// start of an executor, while C entry points are found by hash.
#pragma once

#include "pg/search/search.hpp"
#include "pg/type/functions.hpp"
#include "pg/type/gin.hpp"
#include "pg/type/gist.hpp"
#include "pg/type/sort.hpp"
