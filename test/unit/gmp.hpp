// libgmp's integers: it writes base 62 with the alphabet and the order of Base62id.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmp.h>

namespace test {

class integer {
  public:
    explicit integer(std::span<const std::uint8_t> big_endian) {
        mpz_init(value_);
        mpz_import(value_, big_endian.size(), 1, 1, 1, 0, big_endian.data());
    }
    // `valid()` tells whether `text` was a number of that base.
    integer(const std::string &text, int base) { valid_ = mpz_init_set_str(value_, text.c_str(), base) == 0; }
    ~integer() { mpz_clear(value_); }
    integer(const integer &) = delete;
    integer &operator=(const integer &) = delete;

    bool valid() const { return valid_; }
    integer &plus(int addend) {
        if (addend < 0)
            mpz_sub_ui(value_, value_, static_cast<unsigned long>(-addend));
        else
            mpz_add_ui(value_, value_, static_cast<unsigned long>(addend));
        return *this;
    }
    std::string base62() const {
        std::string text(mpz_sizeinbase(value_, 62) + 2, '\0');
        mpz_get_str(text.data(), 62, value_);
        text.resize(text.find('\0'));
        return text;
    }
    // Without leading zero octets.
    std::vector<std::uint8_t> octets() const {
        std::vector<std::uint8_t> result((mpz_sizeinbase(value_, 2) + 7) / 8);
        std::size_t n = 0;
        mpz_export(result.data(), &n, 1, 1, 1, 0, value_);
        result.resize(n);
        return result;
    }

  private:
    mpz_t value_;
    bool valid_ = true;
};

} // namespace test
