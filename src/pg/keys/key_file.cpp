#include <charconv>

#include "codec/octets.hpp"

#include "pg/keys/key_file.hpp"

#include <sys/stat.h>

namespace base62id::pg {

constexpr std::size_t max_size = 65536;

// As be-secure-common.c has it for the file of the TLS key.
static const char *access_fault(const struct stat &st) {
    if (!S_ISREG(st.st_mode))
        return "It is not a regular file.";
    if (st.st_uid != geteuid() && st.st_uid != 0)
        return "It must belong to the user that the server runs as, or to root.";
    const mode_t closed = st.st_uid == 0 && geteuid() != 0 ? S_IWGRP | S_IXGRP | S_IRWXO : S_IRWXG | S_IRWXO;
    if ((st.st_mode & closed) != 0)
        return "Group or others have access to it. Its mode must be 0600 or less, or 0640 or less where it "
               "belongs to root.";
    return nullptr;
}

static const char *fault(const char *setting, const char *reason) {
    return psprintf("The file that %s names is refused. %s", setting, reason);
}
static const char *system_fault(const char *setting, const char *doing) {
    return psprintf("The file that %s names could not be %s: %m.", setting, doing);
}

// Reads one octet more than the file may have, to see that it has more.
static const char *read_open_file(int fd, const char *setting, key_file *f) {
    struct stat st;
    if (fstat(fd, &st) != 0)
        return system_fault(setting, "examined");
    if (const char *why = access_fault(st))
        return fault(setting, why);
    f->data = static_cast<char *>(palloc(max_size + 1));
    for (;;) {
        const auto n = read(fd, f->data + f->size, max_size + 1 - f->size);
        if (n < 0)
            return system_fault(setting, "read");
        f->size += static_cast<std::size_t>(n);
        if (f->size > max_size)
            return fault(setting, psprintf("It has more than %zu bytes.", max_size));
        if (n == 0)
            return nullptr;
    }
}

void key_file::wipe() {
    if (data == nullptr)
        return;
    explicit_bzero(data, size);
    pfree(data);
    data = nullptr;
    size = 0;
}

key_file read_key_file(const char *setting, const char *path) {
    key_file f{};
    if (!is_named(path)) {
        f.fault = psprintf("%s is not set.", setting);
        return f;
    }
    // Not to wait for the other end of a FIFO.
    const int fd = OpenTransientFile(path, O_RDONLY | O_NONBLOCK);
    if (fd < 0) {
        f.fault = system_fault(setting, "opened");
        return f;
    }
    f.fault = read_open_file(fd, setting, &f);
    CloseTransientFile(fd);
    if (f.fault != nullptr)
        f.wipe();
    return f;
}

std::string_view take_line(std::string_view *rest) {
    const std::size_t end = min(rest->find('\n'), rest->size());
    const std::string_view line = codec::slice(*rest, 0, end);
    *rest = codec::slice(*rest, min(end + 1, rest->size()));
    const std::size_t first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
    return first == line.npos ? std::string_view{} : codec::slice(line, first, last - first + 1);
}

bool read_hex(std::string_view digits, std::uint8_t *to, std::size_t size) {
    if (digits.size() != 2 * size)
        return false;
    for (const char *p = digits.data(), *all = p + digits.size(); p < all; p += 2, ++to)
        if (const auto [end, error] = std::from_chars(p, p + 2, *to, 16);
            error != std::errc{} || end != p + 2)
            return false;
    return true;
}

void keyed_hash(std::string_view key, std::string_view purpose, std::uint8_t *to) {
    pg_hmac_ctx *context = pg_hmac_create(PG_SHA256);
    if (context == nullptr)
        ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
    if (pg_hmac_init(context, reinterpret_cast<const uint8 *>(key.data()), key.size()) < 0 ||
        pg_hmac_update(context, reinterpret_cast<const uint8 *>(purpose.data()), purpose.size()) < 0 ||
        pg_hmac_final(context, to, PG_SHA256_DIGEST_LENGTH) < 0) {
        const char *why = pstrdup(pg_hmac_error(context));
        pg_hmac_free(context);
        ereport(ERROR,
                (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not compute a hash of a key: %s", why)));
    }
    pg_hmac_free(context);
}

std::uint64_t key_digest(std::string_view key, std::string_view purpose) {
    std::uint8_t hash[PG_SHA256_DIGEST_LENGTH];
    keyed_hash(key, purpose, hash);
    return codec::load_be64(hash);
}

const char *digest_text(std::uint64_t digest) {
    return psprintf("%016llx", static_cast<unsigned long long>(digest));
}

std::uint64_t fault_number(const char *fault) {
    return 1 | hash_bytes_extended(reinterpret_cast<const unsigned char *>(fault),
                                   static_cast<int>(std::strlen(fault)), 0);
}

void warn_of_key_file(const char *setting, const char *fault) {
    ereport(WARNING,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("%s was not read: what it held before stays in effect", setting),
             errdetail_internal("%s", fault),
             errhint("Until the file is repaired and the configuration reloaded, a restart leaves the "
                     "server without the keys."),
             errhidestmt(true), errhidecontext(true)));
}

} // namespace base62id::pg
