/*
 * The wall clock of a server that has this preloaded (LD_PRELOAD).  Each reading looks into the file $CLOCK,
 * which says in seconds:
 *
 *   +3600              ahead
 *   -1                 behind
 *   =1924992010        stands still there
 *   *0.5 1924992010    runs half as fast since then
 *
 * Where the server also loads this as a module, clock_steps() makes the clock step at any single reading. The
 * server itself reads the clock by gettimeofday, so each reading that is counted is one of the extension's.
 *
 * libfaketime does less: it shows some new processes the real time for a moment.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "postgres.h"

#include "fmgr.h"

PG_MODULE_MAGIC;

static int64 readings, step_at, step_ns;

static void set_by_file(struct timespec *to) {
    const char *path = getenv("CLOCK");
    char text[32];
    int fd = path == NULL ? -1 : open(path, O_RDONLY), n;

    if (fd < 0)
        return;
    n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n < 2)
        return;
    text[n] = 0;
    if (text[0] == '=')
        *to = (struct timespec){atol(text + 1), 0};
    else if (text[0] == '*') {
        char *end;
        double rate = strtod(text + 1, &end), since = strtod(end, NULL),
               now = since + rate * (to->tv_sec - since + to->tv_nsec / 1e9);

        *to = (struct timespec){now, (now - (time_t)now) * 1e9};
    } else
        to->tv_sec += atol(text);
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    static int (*real)(struct timeval *restrict, void *restrict);
    struct timespec now;
    int result;

    if (real == NULL)
        real = (__typeof__(real))dlsym(RTLD_NEXT, "gettimeofday");
    result = real(to, zone);
    now = (struct timespec){to->tv_sec, to->tv_usec * 1000};
    set_by_file(&now);
    *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

/* pg_ctl compares it with when the server started. */
time_t time(time_t *to) {
    struct timeval now;

    gettimeofday(&now, NULL);
    if (to != NULL)
        *to = now.tv_sec;
    return now.tv_sec;
}

int clock_gettime(clockid_t id, struct timespec *to) {
    static int (*real)(clockid_t, struct timespec *);
    int result;
    int64 ns;

    if (real == NULL)
        real = (__typeof__(real))dlsym(RTLD_NEXT, "clock_gettime");
    result = real(id, to);
    if (id != CLOCK_REALTIME || result != 0)
        return result;
    set_by_file(to);
    readings++;
    if (step_at > 0 && readings >= step_at) {
        ns = (int64)to->tv_sec * 1000000000 + to->tv_nsec + step_ns;
        to->tv_sec = ns / 1000000000;
        to->tv_nsec = ns % 1000000000;
    }
    return 0;
}

/*
 * From the n-th reading on the clock is that many nanoseconds off; returns how often it was read since the
 * last call.
 */
PG_FUNCTION_INFO_V1(clock_steps);
Datum clock_steps(PG_FUNCTION_ARGS) {
    int64 before = readings;

    readings = 0;
    step_at = PG_GETARG_INT64(0);
    step_ns = PG_GETARG_INT64(1);
    PG_RETURN_INT64(before);
}
