// Files of secrets that a setting names, and the hashes of a secret that may be shown.
#pragma once

#include "pg/server/pg.hpp"

namespace base62id::pg {

// The content.  Call wipe() after parsing and before an error, so that secrets do not stay in memory.
struct key_file {
    char *data;
    std::size_t size;
    const char *fault; // why it could not be read, a sentence for a DETAIL without its content; else null

    std::string_view text() const { return {data, size}; }
    void wipe();
};

// Whether a setting names a file.
inline bool is_named(const char *path) { return path != nullptr && *path != '\0'; }

// Reads the file at `path`, relative to the data directory, which `setting` names.  It is refused where a TLS
// key would be: anybody but the server's user (and root, and a group that root chose) can read it.
key_file read_key_file(const char *setting, const char *path);

// Removes the first line from `rest`, and returns it without its end and the blanks around it.
std::string_view take_line(std::string_view *rest);

// Reads two hexadecimal digits an octet; false if there are others, or not as many.
bool read_hex(std::string_view digits, std::uint8_t *to, std::size_t size);

// HMAC-SHA256 with the key; `purpose` keeps its uses apart.  `to` has PG_SHA256_DIGEST_LENGTH octets.
void keyed_hash(std::string_view key, std::string_view purpose, std::uint8_t *to);

// Eight octets of such a hash, to tell keys apart by.
std::uint64_t key_digest(std::string_view key, std::string_view purpose);
const char *digest_text(std::uint64_t digest);

// A hash of a fault's sentence, never 0: has this fault been logged already?
std::uint64_t fault_number(const char *fault);

// Warns that the keys in force stay, because a reload found a file that cannot be used.
void warn_of_key_file(const char *setting, const char *fault);

} // namespace base62id::pg
