/*
 * Preloaded into a server: fails what the file $FAULTS/NAME asks for.
 *   random  all of the system's sources of random octets refuse (RAND_bytes of OpenSSL, getrandom,
 *           getentropy, and opening /dev/urandom)
 *   clock   clock_gettime(CLOCK_REALTIME) fails
 *   ancient clock_gettime(CLOCK_REALTIME) says 1969
 *   disk    there is no space for tables, indexes and temporary files; there is for the write-ahead log
 * Each refusal is counted in the file's size, so that a test sees that its fault was met.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static int fault(const char *name) {
    char path[4096];
    const char *directory = getenv("FAULTS");
    int fd;

    if (directory == NULL)
        return 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (access(path, F_OK) != 0)
        return 0;
    fd = openat(AT_FDCWD, path, O_WRONLY | O_APPEND);
    if (fd >= 0) {
        if (write(fd, "x", 1) != 1)
            abort();
        close(fd);
    }
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int RAND_bytes(unsigned char *buf, int num);
ssize_t getrandom(void *buf, size_t n, unsigned int flags);
int getentropy(void *buf, size_t n);

int RAND_bytes(unsigned char *buf, int num) { return fault("random") ? 0 : REAL(RAND_bytes)(buf, num); }

ssize_t getrandom(void *buf, size_t n, unsigned int flags) {
    if (fault("random")) {
        errno = ENOSYS;
        return -1;
    }
    return REAL(getrandom)(buf, n, flags);
}

int getentropy(void *buf, size_t n) {
    if (fault("random")) {
        errno = ENOSYS;
        return -1;
    }
    return REAL(getentropy)(buf, n);
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (strcmp(path, "/dev/urandom") == 0 && fault("random")) {
        errno = EIO;
        return -1;
    }
    return REAL(open)(path, flags, mode);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (clock == CLOCK_REALTIME) {
        if (fault("clock")) {
            errno = EINVAL;
            return -1;
        }
        if (fault("ancient")) {
            now->tv_sec = -1;
            now->tv_nsec = 0;
            return 0;
        }
    }
    return REAL(clock_gettime)(clock, now);
}

/* A full disk.  fd: of a relation or a temporary file, both of which are in base/. */
static int disk_is_full(int fd) {
    char link[64];
    char path[4096];
    ssize_t n;

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    n = readlink(link, path, sizeof path - 1);
    if (n < 0)
        return 0;
    path[n] = '\0';
    if (strstr(path, "/base/") == NULL || !fault("disk"))
        return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset) {
    return disk_is_full(fd) ? -1 : REAL(pwrite)(fd, buf, n, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t offset) {
    return disk_is_full(fd) ? -1 : REAL(pwritev)(fd, parts, n, offset);
}

int posix_fallocate(int fd, off_t offset, off_t n) {
    return disk_is_full(fd) ? ENOSPC : REAL(posix_fallocate)(fd, offset, n);
}
