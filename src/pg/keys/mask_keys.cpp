#include "codec/siphash.hpp"

#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"
#include "pg/keys/number_masks.hpp"
#include "pg/settings.hpp"

namespace base62id::pg {

known_mask_keys known_masks;

namespace {

constexpr const char *setting_name = settings::mask_key_file_name;
const char *const &setting = settings::mask_key_file;

void forget() {
    forget_number_masks();
    if (known_masks.keys != nullptr) {
        explicit_bzero(known_masks.keys, static_cast<std::size_t>(known_masks.count) * sizeof(mask_key));
        pfree(known_masks.keys);
    }
    known_masks = {};
}

// --- a line ---

constexpr std::size_t key_digits = 2 * codec::siphash::key_size;

int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// A positive integer without a sign; 0 where it is none.
int number_of(std::string_view digits) {
    std::int64_t n = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return 0;
        n = 10 * n + (c - '0');
        if (n > std::numeric_limits<int>::max())
            return 0;
    }
    return static_cast<int>(n);
}

bool parse_line(std::string_view line, mask_key *to) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.size() != colon + 1 + key_digits)
        return false;
    to->number = number_of(codec::slice(line, 0, colon));
    std::uint8_t *octets = to->octets;
    bool good = to->number > 0;
    for (std::size_t i = 0; i < sizeof to->octets; ++i) {
        const int high = hex_digit(line[colon + 1 + 2 * i]), low = hex_digit(line[colon + 2 + 2 * i]);
        good &= high >= 0 && low >= 0;
        octets[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    if (good) {
        to->begun = codec::siphash(codec::siphash::key_of(octets));
        to->fingerprint = key_digest({reinterpret_cast<const char *>(octets), sizeof to->octets},
                                     "base62id mask key digest 1");
    }
    return good;
}

bool has_number(const mask_key *keys, int count, int number) {
    for (int i = 0; i < count; ++i)
        if (keys[i].number == number)
            return true;
    return false;
}

// Fills `keys`, which has room for as many as there can be; what is wrong, or null.
const char *parse(std::string_view text, mask_key *keys, int *count) {
    for (int number = 1; !text.empty(); ++number) {
        std::string_view line = take_line(&text);
        if (line.empty() || line.front() == '#')
            continue;
        mask_key &k = keys[*count];
        if (!parse_line(line, &k))
            return psprintf(
                "Line %d of the file that %s names is not a number, a colon and %zu hexadecimal digits.",
                number, setting_name, key_digits);
        if (has_number(keys, *count, k.number))
            return psprintf("Line %d of the file that %s names gives the number %d a second key.", number,
                            setting_name, k.number);
        ++*count;
    }
    return nullptr;
}

const char *read_keys() {
    forget();
    key_file f = read_key_file(setting_name, setting);
    if (f.fault != nullptr)
        return f.fault;
    const std::size_t room = f.size / (key_digits + 2) + 1; // the shortest line: a digit, a colon, a key
    known_masks.keys =
        static_cast<mask_key *>(MemoryContextAllocZero(TopMemoryContext, (room + 1) * sizeof(mask_key)));
    const char *fault = parse(f.text(), known_masks.keys, &known_masks.count);
    f.wipe();
    if (fault == nullptr) {
        known_masks.read_at = PgReloadTime;
        return nullptr;
    }
    known_masks.count = static_cast<int>(room);
    forget();
    return fault;
}

} // namespace

mask_keys current_mask_keys() {
    const char *fault = nullptr;
    if (!known_masks.current()) [[unlikely]]
        fault = read_keys();
    return {known_masks.keys, known_masks.count, fault};
}

const mask_key &mask_key_of_number(int number) {
    const mask_keys keys = current_mask_keys();
    for (int i = 0; i < keys.count; ++i)
        if (keys.first[i].number == number)
            return keys.first[i];
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("there is no mask key %d", number),
             keys.fault != nullptr
                 ? errdetail_internal("%s", keys.fault)
                 : errdetail("The file that %s names has no key of this number.", setting_name),
             errhint("A line of that file is a number, a colon and what \"openssl rand -hex 16\" prints.")));
}

int mask_key_number(std::uint64_t fingerprint) {
    const mask_keys keys = current_mask_keys();
    for (int i = 0; i < keys.count; ++i)
        if (keys.first[i].fingerprint == fingerprint)
            return keys.first[i].number;
    return 0;
}

const char *mask_keys_json() {
    if (setting == nullptr || *setting == '\0')
        return nullptr;
    const mask_keys keys = current_mask_keys();
    if (keys.fault != nullptr)
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("mask keys cannot be read"),
                        errdetail_internal("%s", keys.fault)));
    StringInfoData json;
    initStringInfo(&json);
    appendStringInfoChar(&json, '{');
    for (int i = 0; i < keys.count; ++i)
        appendStringInfo(&json, "%s\"%d\": \"%s\"", i == 0 ? "" : ", ", keys.first[i].number,
                         digest_text(keys.first[i].fingerprint));
    appendStringInfoChar(&json, '}');
    return json.data;
}

} // namespace base62id::pg
