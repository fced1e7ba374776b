#include <base62id/typeid.hpp>

#define CODEC typeid_suffix
#include "fixed.hpp"
