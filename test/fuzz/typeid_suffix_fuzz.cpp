#include "../naive/typeid.hpp"

#define CODEC typeid_suffix
#include "fixed.hpp"
