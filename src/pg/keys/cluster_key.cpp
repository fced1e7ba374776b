#include "pg/keys/cluster_key.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/settings.hpp"

namespace base62id::pg {

constexpr const char *name = settings::cluster_key_file_name;
constexpr std::size_t min_size = 32;

// The one line of the file; what is wrong, or null.
static const char *parse(std::string_view text, std::string_view *line) {
    *line = take_line(&text);
    while (!text.empty())
        if (!take_line(&text).empty())
            return psprintf("The file that %s names has more than one line.", name);
    if (line->size() < min_size)
        return psprintf("The line of the file that %s names has %zu characters; at least %zu are needed.",
                        name, line->size(), min_size);
    return nullptr;
}

cluster_key read_cluster_key(const cluster_key &in_force, const char **fault) {
    cluster_key key{};
    *fault = nullptr;
    if (!is_named(settings::cluster_key_file))
        return key;
    key_file f = read_key_file(name, settings::cluster_key_file);
    std::string_view line;
    *fault = f.fault != nullptr ? f.fault : parse(f.text(), &line);
    if (*fault != nullptr) {
        key = in_force;
        key.fault = fault_number(*fault);
    } else {
        std::uint8_t hash[PG_SHA256_DIGEST_LENGTH];
        keyed_hash(line, "base62id xid permutation 1", hash);
        key.there = true;
        key.secret = {{codec::load_be64(hash), codec::load_be64(hash + 8)}};
        key.digest = key_digest(line, "base62id cluster key digest 1");
        explicit_bzero(hash, sizeof hash);
    }
    key.wanted = true;
    f.wipe();
    return key;
}

const char *cluster_key_file_fault(const cluster_key &in_force) {
    const char *fault;
    cluster_key now = read_cluster_key({}, &fault);
    explicit_bzero(&now.secret, sizeof now.secret);
    if (fault == nullptr && in_force.there && now.there && now.digest != in_force.digest)
        return psprintf("The file that %s names has another key than the one in effect.", name);
    return fault;
}

} // namespace base62id::pg
