#include "../naive/base64uuid.hpp"

#define CODEC base32hex
#include "fixed.hpp"
