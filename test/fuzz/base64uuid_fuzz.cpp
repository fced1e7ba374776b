#include "../naive/base64uuid.hpp"

#define CODEC base64uuid
#include "fixed.hpp"
