#include <base62id/ulid.hpp>

#define CODEC ulid
#include "fixed.hpp"
