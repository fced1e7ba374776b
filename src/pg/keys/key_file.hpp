// Files of secrets that a setting names, and what may be known of a secret.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// What was read.  Secrets stay in memory only as long as they are needed: wipe() when they are parsed, also
// before an error is raised.
struct key_file {
    char *data;
    std::size_t size;
    const char
        *fault; // why it could not be read, a sentence for a DETAIL that shows nothing of it; else null

    std::string_view text() const { return {data, size}; }
    void wipe();
};

// Whether a setting names a file.
inline bool is_named(const char *path) { return path != nullptr && *path != '\0'; }

// Reads the file at `path`, relative to the data directory, which `setting` names.  It is refused where a TLS
// key would be: anybody but the server's user (and root, and a group that root chose) can read it.
key_file read_key_file(const char *setting, const char *path);

// The first line of `rest`, without what ends it and blanks around it; takes it off `rest`.
std::string_view take_line(std::string_view *rest);

// HMAC-SHA256 with the key; `purpose` keeps its uses apart.  `to` has PG_SHA256_DIGEST_LENGTH octets.
void keyed_hash(std::string_view key, std::string_view purpose, std::uint8_t *to);

// Eight octets of such a hash, to tell keys apart by.
std::uint64_t key_digest(std::string_view key, std::string_view purpose);
const char *digest_text(std::uint64_t digest);

// Another number for another sentence, never 0: whether a fault is the one that was in the log already.
std::uint64_t fault_number(const char *fault);

// A reload found a file that cannot be used: the WARNING that the keys in force stay.
void warn_of_key_file(const char *setting, const char *fault);

} // namespace base62id::pg
