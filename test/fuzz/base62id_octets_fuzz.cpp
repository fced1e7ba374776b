// Base62id of octet strings of any length, against libgmp.
#include <base62id/base62id_octets.hpp>

#include <gmp.h>

#include "harness.hpp"

namespace fuzz {
namespace {

using codec::base62id_octets;

constexpr std::size_t most = 2048; // octets of data here

class octets_target {
    guarded_page input_, output_, scratch_;
    mutable mpz_t number_{};
    mutable std::array<char, 2 * most> expected_{};
    mutable std::array<std::uint8_t, 2 * most> data_{};

    // The scratch space ends where the page ends.
    std::span<std::uint64_t> scratch(std::size_t words) const {
        return {reinterpret_cast<std::uint64_t *>(scratch_.room(words * 8, true)), words};
    }

    static std::string_view view(std::span<const std::uint8_t> octets) {
        return {reinterpret_cast<const char *>(octets.data()), octets.size()};
    }

    // What GMP says of symbols that are good: 0x02 in front of the data, or not.
    codec::result expected_of(std::string_view symbols, std::size_t offset, std::size_t &length) const {
        std::memcpy(expected_.data(), symbols.data(), symbols.size());
        expected_[symbols.size()] = '\0';
        mpz_set_str(number_, expected_.data(), 62);
        std::size_t n = 0;
        mpz_export(data_.data(), &n, 1, 1, 1, 0, number_);
        if (n == 0 || data_[0] != 2)
            return {status::bad_bit_length, offset};
        length = n - 1;
        return {};
    }
    codec::result expected_of_text(std::string_view text, std::size_t &length) const {
        std::size_t offset = 0;
        const bool front = !text.empty() && text.front() == '"', back = !text.empty() && text.back() == '"';
        std::string_view bare = text;
        if (front && back && text.size() > 1) {
            bare = text.substr(1, text.size() - 2);
            offset = 1;
        } else if (front || back) {
            return {status::unbalanced_quotes, front ? 0 : text.size() - 1};
        }
        if (bare.empty())
            return {status::bad_length, 0};
        static constexpr std::string_view symbols =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        if (const std::size_t bad = bare.find_first_not_of(symbols); bad != std::string_view::npos)
            return {status::bad_symbol, bad + offset};
        if (bare.front() == '0')
            return {status::leading_zero, offset};
        return expected_of(bare, offset, length);
    }

    void check(std::string_view candidate) const {
        ++inputs;
        const std::string_view text = input_.put(candidate, (inputs & 1) != 0);
        const std::size_t bound = base62id_octets::data_bound(text.size());
        auto *out = reinterpret_cast<std::uint8_t *>(output_.room(bound, true));
        std::size_t length = 0, expected_length = 0;
        const codec::result got = base62id_octets::decode(
            text, out, length, scratch(base62id_octets::decode_scratch(text.size())), [] {});
        const codec::result expected = expected_of_text(candidate, expected_length);
        require(got.code == expected.code && got.position == expected.position, "status", text);
        if (!got)
            return;
        require(length == expected_length && length <= bound &&
                    std::memcmp(out, data_.data() + 1, length) == 0,
                "data", text);
        check_encode({out, length},
                     candidate.front() == '"' ? candidate.substr(1, candidate.size() - 2) : candidate);
    }

    void check_encode(std::span<const std::uint8_t> data, std::string_view expected) const {
        ++inputs;
        std::uint8_t copy[2 * most];
        std::memcpy(copy, data.data(), data.size());
        const std::string_view octets = input_.put({reinterpret_cast<char *>(copy), data.size()}, true);
        const std::size_t bound = base62id_octets::text_bound(octets.size());
        char *to = output_.room(bound, true);
        const std::size_t n =
            base62id_octets::encode({reinterpret_cast<const std::uint8_t *>(octets.data()), octets.size()},
                                    to, scratch(base62id_octets::encode_scratch(octets.size())), [] {});
        require(n <= bound && std::string_view(to, n) == expected, "encode", octets);
    }

    void check_data(std::span<const std::uint8_t> data) const {
        std::uint8_t prefixed[most + 1];
        const std::size_t n = std::min(data.size(), most);
        prefixed[0] = 2;
        std::memcpy(prefixed + 1, data.data(), n);
        mpz_import(number_, n + 1, 1, 1, 1, 0, prefixed);
        char text[2 * most];
        mpz_get_str(text, 62, number_);
        check_encode(data.first(n), text);
        check(text);
    }

  public:
    octets_target() { mpz_init(number_); }

    void run(const std::uint8_t *data, std::size_t size) const {
        const std::span<const std::uint8_t> raw{data, size};
        check(view(raw));
        check_data(raw);

        source octets(data, size);
        char buffer[most];
        std::size_t n = std::min(size, most - 3);
        buffer[0] = '"';
        char *const text = buffer + 1;
        for (std::size_t i = 0; i < n; ++i)
            text[i] = codec::base62id::symbols.symbols[octets.octet() % 62];
        text[n] = '"';
        const std::string_view fitted(text, n);
        check(fitted);
        check({buffer, n + 2});
        check({buffer, n + 1});
        if (n == 0)
            return;
        // One of 256 lengths of N in bits is good: try all symbols in front.
        const char kept = text[0];
        for (int i = 0; i < 8; ++i) {
            text[0] = codec::base62id::symbols.symbols[(data[0] + i) % 62];
            check(fitted);
        }
        text[0] = kept;
        text[data[0] % n] = static_cast<char>(data[size - 1]);
        check(fitted);
        // Runs of zero and one bits, and as many octets again.
        std::uint8_t many[most];
        const std::size_t cut = data[0] % n;
        std::memset(many, 0, cut);
        std::memset(many + cut, 0xff, n - cut);
        check_data({many, n});
        std::memcpy(many, data, n - cut);
        check_data({many, n});
    }
};

} // namespace
} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const fuzz::octets_target target;
    fuzz::report_at_exit();
    target.run(data, size);
    return 0;
}
