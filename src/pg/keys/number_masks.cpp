#include "codec/speck64.hpp"
#include "codec/type_prefix.hpp"

#include "pg/keys/number_masks.hpp"
#include "pg/keys/key_file.hpp"

namespace base62id::pg {

using codec::speck64, codec::type_prefix;

std::uint64_t number_mask_generation = 1;

namespace {

constexpr long most_ciphers = 1024; // SQL may ask for any number of prefixes

struct prefix_under_key {
    std::uint64_t fingerprint;
    char prefix[type_prefix::max_prefix + 1]; // filled up with zeros
};
struct cipher_entry {
    prefix_under_key of;
    speck64 cipher;
};
HTAB *ciphers;

HTAB *new_table() {
    HASHCTL how{};
    how.keysize = sizeof(prefix_under_key);
    how.entrysize = sizeof(cipher_entry);
    how.hcxt = TopMemoryContext;
    return hash_create("base62id number masks", 16, &how, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

speck64 derive(const mask_key &key, std::string_view prefix) {
    char purpose[codec::number_mask_purpose.size() + 1 + type_prefix::max_prefix] = {};
    std::memcpy(purpose, codec::number_mask_purpose.data(), codec::number_mask_purpose.size());
    const std::size_t before = codec::number_mask_purpose.size() + 1;
    std::memcpy(purpose + before, prefix.data(), prefix.size());
    std::uint8_t hash[PG_SHA256_DIGEST_LENGTH];
    keyed_hash({reinterpret_cast<const char *>(key.octets), sizeof key.octets},
               {purpose, before + prefix.size()}, hash);
    const speck64 cipher(hash);
    explicit_bzero(hash, sizeof hash);
    return cipher;
}

} // namespace

void forget_number_masks() {
    ++number_mask_generation;
    if (ciphers == nullptr)
        return;
    HASH_SEQ_STATUS all;
    hash_seq_init(&all, ciphers);
    while (auto *entry = static_cast<cipher_entry *>(hash_seq_search(&all)))
        explicit_bzero(&entry->cipher, sizeof entry->cipher);
    hash_destroy(ciphers);
    ciphers = nullptr;
}

std::uint64_t number_mask::encrypt(std::uint64_t v) const { return cipher->encrypt(v); }
std::uint64_t number_mask::decrypt(std::uint64_t v) const { return cipher->decrypt(v); }

void number_mask::find(const mask_key &key, std::string_view prefix) {
    prefix_under_key of{key.fingerprint, {}};
    std::memcpy(of.prefix, prefix.data(), prefix.size());
    if (ciphers == nullptr)
        ciphers = new_table();
    auto *entry = static_cast<cipher_entry *>(hash_search(ciphers, &of, HASH_FIND, nullptr));
    if (entry == nullptr) {
        const speck64 derived = derive(key, prefix); // may raise an error, so it comes before the entry
        if (hash_get_num_entries(ciphers) >= most_ciphers) {
            forget_number_masks();
            ciphers = new_table();
        }
        entry = static_cast<cipher_entry *>(hash_search(ciphers, &of, HASH_ENTER, nullptr));
        entry->cipher = derived;
    }
    generation = number_mask_generation;
    cipher = &entry->cipher;
}

} // namespace base62id::pg
