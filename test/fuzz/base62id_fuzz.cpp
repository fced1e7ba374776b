#include <base62id/base62id.hpp>

#define CODEC base62id
#include "fixed.hpp"
