#include "../naive/base62id.hpp"

#define CODEC base62id
#include "fixed.hpp"
