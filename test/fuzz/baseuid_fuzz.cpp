#include <base62id/baseuid.hpp>

#define CODEC baseuid
#include "fixed.hpp"
