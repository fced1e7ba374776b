// The keyed permutation of 22 bits, over its whole domain.
#include <base62id/permutation.hpp>

#include <cmath>

#include "support.hpp"

namespace test {
namespace {

using codec::permutation22;

constexpr std::uint32_t domain = 1u << permutation22::bits;

std::vector<permutation22> samples() {
    std::vector<permutation22> list{permutation22()}; // without a key
    random r;
    for (int key = 0; key < 5; ++key) {
        const permutation22::secret secret{{r.bits64(), r.bits64()}};
        for (const std::uint64_t tweak :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x6789abcdef}, ~std::uint64_t{0}})
            list.emplace_back(secret, tweak);
    }
    list.emplace_back(permutation22::secret{{0, 0}}, 0);
    list.emplace_back(permutation22::secret{{~std::uint64_t{0}, ~std::uint64_t{0}}}, ~std::uint64_t{0});
    return list;
}

// Every value comes up exactly once: ids of one millisecond are drawn without replacement.
TEST(permutation22, is_a_bijection) {
    for (const auto &permute : samples()) {
        std::vector<bool> seen(domain);
        for (std::uint32_t v = 0; v < domain; ++v) {
            const std::uint32_t image = permute(v);
            ASSERT_LT(image, domain);
            ASSERT_FALSE(seen[image]) << v;
            seen[image] = true;
        }
    }
}

TEST(permutation22, changes_with_each_word_of_the_key_and_the_tweak) {
    random r;
    for (int i = 0; i < 200; ++i) {
        const permutation22::secret secret{{r.bits64(), r.bits64()}};
        const std::uint64_t tweak = r.bits64() >> 22, flip = std::uint64_t{1} << r.below(64);
        const permutation22 p(secret, tweak), same(secret, tweak);
        const permutation22 others[] = {{{{secret.words[0] ^ flip, secret.words[1]}}, tweak},
                                        {{{secret.words[0], secret.words[1] ^ flip}}, tweak},
                                        {secret, tweak + 1}};
        int equal[3] = {};
        for (std::uint32_t v = 0; v < 4096; ++v) {
            ASSERT_EQ(p(v), same(v));
            for (int k = 0; k < 3; ++k)
                equal[k] += p(v) == others[k](v);
        }
        // Two random permutations agree at a place with probability 2^-22; 4096 places.
        for (const int n : equal)
            ASSERT_LE(n, 4);
    }
}

// The first images of a millisecond, which is what a server uses of it: uniform over 256 cells of the
// high, the middle and the low bits, and over the difference of neighbours.
TEST(permutation22, first_images_look_uniform) {
    constexpr int cells = 256;
    constexpr int keys = 20'000, calls = 16;
    std::vector<double> count[4];
    for (auto &c : count)
        c.resize(cells);
    random r;
    const permutation22::secret secret{{r.bits64(), r.bits64()}};
    for (int k = 0; k < keys; ++k) {
        const permutation22 permute(secret, static_cast<std::uint64_t>(k)); // milliseconds follow each other
        std::uint32_t last = 0;
        for (std::uint32_t v = 0; v < calls; ++v) {
            const std::uint32_t image = permute(v);
            ++count[0][image >> 14];
            ++count[1][image >> 7 & 255];
            ++count[2][image & 255];
            ++count[3][(image - last) >> 14 & 255];
            last = image;
        }
    }
    for (const auto &c : count) {
        const double expected = double(keys) * calls / cells;
        double chi_square = 0;
        for (const double n : c)
            chi_square += (n - expected) * (n - expected) / expected;
        // 255 degrees of freedom: mean 255, standard deviation 22.6; five of them.
        EXPECT_NEAR(chi_square, 255, 5 * std::sqrt(2 * 255));
    }
}

} // namespace
} // namespace test
