// Makes and reads ids without a server; they are the same as the database's own.
//
//   client-codec make N    N lines of a TypeID, an xid, a BaseUid, a UUID as Base62id and as Base64UUID, and
//                          a ULID, separated by tabs: what COPY reads
//   client-codec read      reads ids, one a line, and says what each one is, or what is wrong with it
//
// For example, into a table (user_id typeid, event_id uid11, note_id baseuid, key base62id, link base64uuid,
// log_id ulid):
//   client-codec make 1000 | psql -c '\copy t from stdin'
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include <base62id/base62id.hpp>
#include <base62id/base64uuid.hpp>
#include <base62id/baseuid.hpp>
#include <base62id/typeid.hpp>
#include <base62id/uid11.hpp>
#include <base62id/ulid.hpp>
#include <base62id/uuidv7.hpp>

namespace codec = base62id::codec;

namespace {

std::uint64_t unix_ns() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

std::uint64_t random_bits() { // the system's own random source, 32 bits a call
    static std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

// Steps on where the clock has not moved, so that the ids of this process ascend.
codec::uuid new_uuidv7() {
    static std::uint64_t last = 0;
    const std::uint64_t tick = codec::uuidv7::tick_of_ns(unix_ns());
    last = tick > last ? tick : last + 1;
    return codec::uuidv7::make(last, random_bits() % codec::uuidv7::random_limit);
}

// Its 22 random bits may repeat within a millisecond: only the server's xid_new() rules that out.
std::uint64_t new_xid() {
    const std::uint64_t ms = unix_ns() / 1'000'000 - codec::xid_epoch_ms;
    return codec::xid::pack(ms, static_cast<std::uint32_t>(random_bits() % codec::xid::random_limit));
}

codec::baseuid::value new_baseuid() {
    static std::uint64_t last = 0;
    const std::uint64_t time = unix_ns() >> codec::baseuid::time_shift;
    last = time > last ? time : last + 1;
    return codec::baseuid::make(last, static_cast<std::uint8_t>(random_bits()), random_bits());
}

codec::uuid new_ulid() {
    static codec::uuid last{};
    codec::ulid::next(last, unix_ns() / 1'000'000, [](std::uint16_t &high, std::uint64_t &low) {
        high = static_cast<std::uint16_t>(random_bits());
        low = random_bits();
    });
    return last;
}

template <class Codec>
std::string text(const typename Codec::value &v) {
    std::string s(Codec::text_length, ' ');
    Codec::encode(v, s.data());
    return s;
}

std::string text(codec::type_id::view v) {
    std::string s(v.text_length(), ' ');
    codec::type_id::encode(v, s.data());
    return s;
}

void make(int count) {
    for (int i = 0; i < count; ++i) {
        codec::type_id::value user;
        user.assign("user", new_uuidv7());
        const codec::uuid id = new_uuidv7();
        std::cout << text(user) << '\t' << text<codec::uid11>(new_xid()) << '\t'
                  << text<codec::baseuid>(new_baseuid()) << '\t' << text<codec::base62id>(id) << '\t'
                  << text<codec::base64uuid>(id) << '\t' << text<codec::ulid>(new_ulid()) << '\n';
    }
}

std::string hex(const std::uint8_t *octets, std::size_t n) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string s;
    for (std::size_t i = 0; i < n; ++i) {
        s += digits[octets[i] >> 4];
        s += digits[octets[i] & 15];
    }
    return s;
}

// Texts of different systems can look alike (22 symbols are a Base62id or a Base64UUID): an application
// knows which one it expects.  Here the first that reads the text wins.
bool explain(std::string_view line) {
    codec::type_id::value user;
    const codec::result wrong = codec::type_id::decode(line, user);
    if (wrong) {
        const codec::type_id::view v = user;
        const codec::uuid id = v.id();
        std::cout << line << "\ttypeid\tprefix \"" << line.substr(line.front() == '"', v.prefix_length())
                  << "\" uuid " << hex(id.bytes, 16);
        if (codec::uuidv7::is(id))
            std::cout << " unix_ms " << codec::uuidv7::unix_ms(id);
        std::cout << '\n';
        return true;
    }
    if (std::uint64_t xid = 0; codec::decode<codec::uid11>(line, xid)) {
        std::cout << line << "\tuid11\tpayload " << xid << " as xid unix_ms "
                  << static_cast<std::int64_t>(codec::xid::time(xid)) + codec::xid_epoch_ms << " random "
                  << codec::xid::random(xid) << '\n';
        return true;
    }
    if (codec::baseuid::value id{}; codec::decode<codec::baseuid>(line, id)) {
        std::cout << line << "\tbaseuid\toctets " << hex(id.bytes, 15) << " unix_ns "
                  << (codec::baseuid::time(id) << codec::baseuid::time_shift) << '\n';
        return true;
    }
    if (codec::uuid id{}; codec::decode<codec::base62id>(line, id)) {
        std::cout << line << "\tbase62id\tuuid " << hex(id.bytes, 16) << '\n';
        return true;
    }
    if (codec::uuid id{}; codec::decode<codec::base64uuid>(line, id)) {
        std::cout << line << "\tbase64uuid\tuuid " << hex(id.bytes, 16) << '\n';
        return true;
    }
    if (codec::uuid id{}; codec::decode<codec::ulid>(line, id)) {
        std::cout << line << "\tulid\tuuid " << hex(id.bytes, 16) << " unix_ms " << codec::ulid::unix_ms(id)
                  << '\n';
        return true;
    }
    // A decoder says what is wrong (codec::status) and where.
    std::cout << line << "\tnone\tas a typeid: status " << static_cast<int>(wrong.code) << ", position "
              << wrong.position << '\n';
    return false;
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view verb = argc > 1 ? argv[1] : "";
    if (verb == "make" && argc == 3) {
        make(std::atoi(argv[2]));
        return 0;
    }
    if (verb == "read" && argc == 2) {
        bool all = true;
        for (std::string line; std::getline(std::cin, line);)
            all &= explain(line);
        return all ? 0 : 1;
    }
    std::cerr << "usage: client-codec make N | read\n";
    return 2;
}
