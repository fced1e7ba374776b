/*
 * Preloaded into a server (LD_PRELOAD): while the file $ONES exists, OpenSSL's random bytes are all ones. The
 * 80 random bits of a ULID are then the greatest that there are, so the next ULID has to go on in the next
 * millisecond.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int RAND_bytes(unsigned char *buf, int num);

int RAND_bytes(unsigned char *buf, int num) {
    const char *path = getenv("ONES");

    if (path == NULL || access(path, F_OK) != 0)
        return ((__typeof__(&RAND_bytes))dlsym(RTLD_NEXT, "RAND_bytes"))(buf, num);
    memset(buf, 0xff, (size_t)num);
    return 1;
}
