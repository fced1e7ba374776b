// A UUID in hexadecimal digits, with hyphens and without, against vectors and the laws.
#include <base62id/notations.hpp>

#include "laws.hpp"

namespace test {
namespace {

using codec::hex;
using codec::hyphenated;

INSTANTIATE_TYPED_TEST_SUITE_P(hex, fixed_laws, hex);
INSTANTIATE_TYPED_TEST_SUITE_P(hex, prefix_laws, hex);
INSTANTIATE_TYPED_TEST_SUITE_P(hyphenated, fixed_laws, hyphenated);
INSTANTIATE_TYPED_TEST_SUITE_P(hyphenated, prefix_laws, hyphenated);

TEST(hex, vectors) {
    const auto file = vectors("hex");
    check_vectors<hyphenated>(file.at("uuid"), 40);
    check_vectors<hex>(file.at("hex"), 40);
    check_invalid_vectors<hyphenated>(file.at("invalid_uuid"), 20);
    check_invalid_vectors<hex>(file.at("invalid_hex"), 14);
    for (const auto &entry : file.at("either_case")) {
        const std::string text = entry.at("text");
        const auto read = text.size() == hex::text_length ? decoded<hex>(text) : decoded<hyphenated>(text);
        EXPECT_EQ(read, value_in<uuid>(entry)) << text;
    }
    EXPECT_EQ(file.at("either_case").size(), 4u);
}

// --- type prefixes of other notations than TypeID's ---

TEST(wide_prefix, every_short_one) {
    constexpr std::string_view symbols = "azAZ09_-@[`{/: ";
    std::size_t good = 0;
    std::string prefix;
    const auto check = [&] {
        for (const auto rule : {codec::prefix_rule::wide, codec::prefix_rule::wide_or_none}) {
            const auto expected = naive::check_wide_prefix(prefix, rule == codec::prefix_rule::wide_or_none);
            ASSERT_EQ(codec::type_prefix::check_prefix(exact_text(prefix), rule),
                      (result{expected.code, expected.position}))
                << prefix;
            good += expected.code == status::ok;
        }
    };
    check();
    for (const char a : symbols) {
        prefix = a;
        check();
        for (const char b : symbols) {
            prefix = {a, b};
            check();
            for (const char c : symbols) {
                prefix = {a, b, c};
                check();
            }
        }
    }
    EXPECT_EQ(good, 1u + 2 * (4 + 4 * 6 + 4 * 7 * 6));
}

TEST(wide_prefix, lengths) {
    for (const std::size_t n : {62u, 63u, 64u, 1000u}) {
        EXPECT_EQ(codec::type_prefix::valid_prefix(std::string(n, 'Z'), codec::prefix_rule::wide), n <= 63);
        EXPECT_EQ(codec::type_prefix::valid_prefix(std::string(n, 'z')), n <= 63);
    }
}

TEST(wide_prefix, only_of_other_notations) {
    for (const codec::notation &n : codec::notations) {
        const std::string_view name = n.name;
        EXPECT_EQ(static_cast<bool>(n.check_prefix("s3")), name != "typeid");
        EXPECT_EQ(static_cast<bool>(n.check_prefix("")), name != "uuid" && name != "hex");
        EXPECT_TRUE(n.check_prefix("usr"));
        EXPECT_FALSE(n.check_prefix("3s"));
    }
}

// --- test/vectors/prefixed.json: ids of each notation, with a type prefix; clients have conformance/ ---

struct typed {
    codec::prefixed type{};

    explicit typed(const nlohmann::json &entry) {
        const auto *how = codec::find_notation(entry.at("notation").get<std::string>());
        const std::string prefix = entry.at("prefix");
        EXPECT_TRUE(how != nullptr && how->check_prefix(prefix)) << entry;
        type.set(prefix, how);
    }
    // The canonical text of what is read, or nothing.
    template <class Id>
    std::optional<std::string> canonical(std::string_view text, Id &id) const {
        if (!type.read(exact_text(text), id))
            return {};
        std::string written(type.length(), ' ');
        type.write(id, written.data());
        return written;
    }
    std::optional<std::string> canonical(std::string_view text) const {
        uuid id{};
        std::uint64_t n = 0;
        return type.written->of_numbers() ? canonical(text, n) : canonical(text, id);
    }
};

TEST(prefixed, vectors) {
    const auto file = vectors("prefixed");
    for (const auto &entry : file.at("ids")) {
        const typed t(entry);
        const std::string text = entry.at("text");
        EXPECT_EQ(t.canonical(text), text);
        EXPECT_EQ(t.canonical(in_quotes(text)), text);
        if (entry.contains("number")) {
            std::uint64_t n = 0;
            EXPECT_EQ(t.canonical(text, n), text);
            EXPECT_EQ(std::to_string(n), entry.at("number"));
        } else {
            uuid id{};
            EXPECT_EQ(t.canonical(text, id), text);
            EXPECT_EQ(encode<hyphenated>(id), entry.at("uuid"));
        }
    }
    for (const auto &entry : file.at("either_case"))
        EXPECT_EQ(typed(entry).canonical(entry.at("text").get<std::string>()), entry.at("id")) << entry;
    for (const auto &entry : file.at("refused"))
        EXPECT_FALSE(typed(entry).canonical(entry.at("text").get<std::string>())) << entry;
    for (const auto &entry : file.at("prefixes")) {
        const std::string prefix = entry.at("prefix");
        for (const codec::notation &n : codec::notations) {
            const std::string_view name = n.name;
            const char *member = name == "typeid"                  ? "typeid"
                                 : name == "uuid" || name == "hex" ? "uuid"
                                                                   : "other";
            EXPECT_EQ(static_cast<bool>(n.check_prefix(prefix)), entry.at(member)) << entry << name;
        }
    }
    EXPECT_EQ(file.at("ids").size(), 124u);
    EXPECT_EQ(file.at("either_case").size(), 12u);
    EXPECT_EQ(file.at("refused").size(), 139u);
    EXPECT_EQ(file.at("prefixes").size(), 39u);
}

} // namespace
} // namespace test
