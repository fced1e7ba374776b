// Octets in groups of four, five or six bits: the layout of every codec whose base is a power of two.
#pragma once

#include <utility>

#include "radix.hpp"
#include "result.hpp"

namespace base62id::codec {

// Constant bits in front of the octets and zero bits behind, which fill up the first and the last symbol.
struct group_frame {
    int lead_bits;
    std::uint32_t lead;
    int pad_bits;
    status broken; // where the symbols are good, but these bits are not
};

// Everything of a fixed-length codec except its name.
template <alphabet A, std::size_t Size, group_frame Frame>
struct grouped {
    using value = octets<Size>;
    static constexpr int frame_bits = Frame.lead_bits + 8 * static_cast<int>(Size) + Frame.pad_bits;
    static constexpr int text_bits = Frame.lead == 0 ? frame_bits - Frame.lead_bits : frame_bits;
    static constexpr alphabet symbols = A;
    static constexpr int symbol_bits = std::countr_zero(A.base);
    static constexpr std::size_t text_length = std::size_t{frame_bits} / symbol_bits;
    static constexpr value lowest{};
    static constexpr value highest = value::filled(0xff);
    using digits = radix<A>;
    static_assert(A.base == 1u << symbol_bits && frame_bits % (2 * symbol_bits) == 0);

    static constexpr void encode(const value &v, char *text) noexcept { encode(v.high(), v.low(), text); }

    // From the first and the last eight octets.
    static constexpr void encode(std::uint64_t h, std::uint64_t l, char *text) noexcept {
        [=]<std::size_t... I>(std::index_sequence<I...>) {
            (digits::put2(text + 2 * I, pair<frame_bits - int{I + 1} * pair_bits>(h, l)), ...);
        }
        (std::make_index_sequence<text_length / 2>{});
    }

    static constexpr bool decode_exact(const char *text, value &out) noexcept {
        return decode(text, out, std::make_index_sequence<(text_length - first_length) / 4>{});
    }

    static constexpr status out_of_range(std::string_view) noexcept { return Frame.broken; }

  private:
    static constexpr int pair_bits = 2 * symbol_bits;
    static constexpr std::size_t first_length = text_length % 4 == 0 ? 4 : 2;
    static constexpr int after_first = frame_bits - symbol_bits * static_cast<int>(first_length);
    static constexpr int above = 8 * static_cast<int>(Size) - 64; // bits of the octets behind the first eight

    // The two symbols that begin `Text` bits above the end of the text.
    template <int Text>
    [[gnu::always_inline]] static constexpr std::uint32_t pair(std::uint64_t h, std::uint64_t l) noexcept {
        constexpr int at = Text - Frame.pad_bits; // above the end of the octets
        std::uint64_t bits = 0;
        if constexpr (at >= above)
            bits = h >> (at - above);
        else if constexpr (at + pair_bits <= 64)
            bits = at >= 0 ? l >> (at & 63) : l << (-at & 63);
        else
            bits = h << (above - at) | l >> at;
        if constexpr (at + pair_bits > 8 * static_cast<int>(Size))
            bits |= std::uint64_t{Frame.lead} << (8 * static_cast<int>(Size) - at);
        return static_cast<std::uint32_t>(bits & ((1u << pair_bits) - 1));
    }

    // Where four symbols lie that begin `Text` bits above the end: in the first eight octets, in the last.
    template <int Text>
    [[gnu::always_inline]] static constexpr std::uint64_t high_part(std::uint64_t limb) noexcept {
        constexpr int at = Text - Frame.pad_bits;
        if constexpr (at >= above)
            return limb << (at - above);
        else
            return at + 2 * pair_bits > above ? limb >> (above - at) : 0;
    }
    template <int Text>
    [[gnu::always_inline]] static constexpr std::uint64_t low_part(std::uint64_t limb) noexcept {
        constexpr int at = Text - Frame.pad_bits;
        if constexpr (at >= 64)
            return 0;
        else
            return at >= 0 ? limb << (at & 63) : limb >> (-at & 63);
    }

    // All groups in a row: a loop would be one, and clang keeps a lambda as a call.
    template <std::size_t... I>
    [[gnu::always_inline]] static constexpr bool decode(const char *text, value &out,
                                                        std::index_sequence<I...>) noexcept {
        const std::uint32_t first = first_length == 4 ? digits::get4(text) : digits::get2(text);
        std::uint32_t all = first, last = first;
        std::uint64_t h = high_part<after_first>(first), l = low_part<after_first>(first);
        ((last = digits::get4(text + first_length + 4 * I), all |= last,
          h |= high_part<after_first - int{I + 1} * 2 * pair_bits>(last),
          l |= low_part<after_first - int{I + 1} * 2 * pair_bits>(last)),
         ...);
        store_be64(out.bytes, h);
        store_be64(out.bytes + Size - 8, l);
        bool good = digits::valid(all);
        if constexpr (Frame.lead_bits != 0)
            good &= first >> (frame_bits - after_first - Frame.lead_bits) == Frame.lead;
        if constexpr (Frame.pad_bits != 0)
            good &= (last & ((1u << Frame.pad_bits) - 1)) == 0;
        return good;
    }
};

} // namespace base62id::codec
