// Speck64/128 against the plain implementation, there and back.
#include <base62id/speck64.hpp>

#include "../naive/speck.hpp"
#include "harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using fuzz::require;
    fuzz::report_at_exit();
    ++fuzz::inputs;
    const std::string_view raw(reinterpret_cast<const char *>(data), size);
    fuzz::source octets(data, size);
    std::vector<std::uint8_t> key(base62id::codec::speck64::key_size);
    for (std::uint8_t &o : key)
        o = octets.octet();
    std::uint64_t number = 0;
    for (int i = 0; i < 8; ++i)
        number = number << 8 | octets.octet();
    const base62id::codec::speck64 cipher(key.data());
    const naive::speck64 plain(key);
    const std::uint64_t facade = cipher.encrypt(number), inside = cipher.decrypt(number);
    require(facade == plain.encrypt(number), "encrypt", raw);
    require(inside == plain.decrypt(number), "decrypt", raw);
    require(cipher.decrypt(facade) == number, "there and back", raw);
    require(cipher.encrypt(inside) == number, "back and there", raw);
    return 0;
}
