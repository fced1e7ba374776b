#include "../naive/ulid.hpp"

#define CODEC ulid
#include "fixed.hpp"
