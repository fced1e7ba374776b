/*
 * What a disk has of the file of reserved times: preloaded into a server (LD_PRELOAD), keeps in the
 * directory $DISK what would be there after a power loss, as the POSIX calls promise it.
 *
 * The server writes base62id.reserved.tmp, flushes it, renames it to base62id.reserved, and flushes the
 * directory.  The content of a file counts when it is fsynced; its new name when the directory is fsynced
 * afterwards:
 *
 *   content                what was fsynced of the file under its first name
 *   renamed                that, when the file has its last name, which a power loss may still take away
 *   base62id.reserved      that, when the directory was fsynced: the file that a new start would find
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "base62id.reserved"

static int ends_in(const char *path, const char *name) {
    size_t a = strlen(path), b = strlen(name);

    return a > b && path[a - b - 1] == '/' && strcmp(path + a - b, name) == 0;
}

static void on_disk(char *to, size_t size, const char *name) {
    snprintf(to, size, "%s/%s", getenv("DISK"), name);
}

static void copy(const char *from, const char *to) {
    char text[256], made[1100];
    int in = open(from, O_RDONLY), out;
    ssize_t n = in < 0 ? 0 : read(in, text, sizeof text);

    if (in >= 0)
        close(in);
    snprintf(made, sizeof made, "%s.%d", to, (int)getpid());
    out = open(made, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (out < 0 || write(out, text, n < 0 ? 0 : (size_t)n) < 0)
        abort();
    close(out);
    ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(made, to);
}

int fsync(int fd) {
    int result = ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd), error = errno;
    char link[64], path[1024], content[1024], renamed[1024], durable[1024];
    ssize_t n;

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    n = readlink(link, path, sizeof path - 1);
    if (result == 0 && n > 0 && getenv("DISK") != NULL) {
        path[n] = '\0';
        on_disk(content, sizeof content, "content");
        on_disk(renamed, sizeof renamed, "renamed");
        on_disk(durable, sizeof durable, NAME);
        if (ends_in(path, NAME ".tmp"))
            copy(path, content);
        else if (ends_in(path, NAME) && access(renamed, F_OK) == 0)
            copy(path, renamed);
        else if (ends_in(path, "pg_stat") && access(renamed, F_OK) == 0) {
            copy(renamed, durable);
            unlink(renamed);
        }
    }
    errno = error;
    return result;
}

/* A file that is renamed before its content is on the disk may be empty afterwards. */
int rename(const char *from, const char *to) {
    int result = ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to), error = errno;
    char content[1024], renamed[1024];

    if (result == 0 && strstr(from, NAME ".tmp") != NULL && getenv("DISK") != NULL) {
        on_disk(content, sizeof content, "content");
        on_disk(renamed, sizeof renamed, "renamed");
        copy(content, renamed);
        unlink(content);
    }
    errno = error;
    return result;
}
