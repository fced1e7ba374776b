#include <base62id/uid11.hpp>

#define CODEC uid11
#include "fixed.hpp"
