#include "../naive/baseuid.hpp"

#define CODEC baseuid
#include "fixed.hpp"
