#include "../naive/uid11.hpp"

#define CODEC uid11
#include "fixed.hpp"
