package io.base62id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;

/**
 * The arithmetic of a notation: so many characters of an alphabet, whose texts sort as the numbers that they
 * are. Numbers of 64 bits are the lower half of a UUID here.
 */
final class Format {
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";
    private static final String HEXADECIMAL = "0123456789abcdef";
    static final String UUID_PATTERN = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";

    // 62^5, 62^10, 62^6 and 58^5: as many characters are a step.
    private static final long FIVE = 916_132_832L;
    private static final long TEN = FIVE * FIVE;
    private static final long SIX = FIVE * 62;
    private static final long FIVE_OF_58 = 656_356_768L;
    /** Of four characters of base 62. */
    private static final int FOUR = 3844 * 3844;

    private static final VarHandle PAIR =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    static final Format TYPEID = new Format("typeid", "0123456789abcdefghjkmnpqrstvwxyz", 16,
            "0".repeat(26), "7" + "z".repeat(25), "[0-7][0-9a-hjkmnp-tv-z]{25}");
    static final Format ULID = new Format("ulid", "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 16,
            "0".repeat(26), "7" + "Z".repeat(25), "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}");
    static final Format BASE62ID = new Format("base62id", DIGITS + UPPER + LOWER, 16,
            "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN", "[F-N][0-9A-Za-z]{21}");
    static final Format BASE64UUID = new Format("base64uuid", "$" + DIGITS + UPPER + "_" + LOWER, 16,
            "F" + "$".repeat(21), "I" + "z".repeat(21), "[F-I][$0-9A-Z_a-z]{21}");
    static final Format UUID = new Format("uuid", HEXADECIMAL, 16,
            "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", UUID_PATTERN);
    static final Format HEX = new Format("hex", HEXADECIMAL, 16,
            "0".repeat(32), "f".repeat(32), "[0-9a-fA-F]{32}");
    static final Format UID11 = new Format("uid11",
            "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 8,
            "1".repeat(11), "jpXCZedGfVQ", "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}");
    static final Format BASEUID = new Format("baseuid", "-" + DIGITS + UPPER + "_" + LOWER, 15,
            "-".repeat(20), "z".repeat(20), "[-0-9A-Z_a-z]{20}");

    final String name;
    final int length;
    final int octets;
    /** Of what is read. */
    final String pattern;
    private final String first;
    private final String last;
    private final String alphabet;
    private final byte[] characters;
    /** Of each character of ASCII; negative: it is none of the notation. */
    private final long[] values = new long[128];
    private final short[] pairs;

    private Format(String name, String alphabet, int octets, String first, String last, String pattern) {
        this.name = name;
        this.length = first.length();
        this.octets = octets;
        this.pattern = pattern;
        this.first = first;
        this.last = last;
        this.alphabet = alphabet;
        this.characters = ascii(alphabet);
        Arrays.fill(values, -1);
        int base = alphabet.length();
        this.pairs = new short[base * base];
        for (int i = 0; i < base; ++i) {
            values[alphabet.charAt(i)] = i;
            for (int j = 0; j < base; ++j) {
                pairs[i * base + j] = (short) (alphabet.charAt(i) | alphabet.charAt(j) << 8);
            }
        }
    }

    static Format of(Notation notation) {
        return switch (notation) {
            case TYPEID -> TYPEID;
            case ULID -> ULID;
            case BASE62ID -> BASE62ID;
            case BASE64UUID -> BASE64UUID;
            case UUID -> UUID;
            case HEX -> HEX;
            case UID11 -> UID11;
        };
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    boolean ofUuids() {
        return octets == 16;
    }

    /** The canonical case, of ASCII alone. */
    String fold(String text) {
        if (this != ULID && this != UUID && this != HEX) {
            return text;
        }
        StringBuilder folded = new StringBuilder(text);
        for (int i = 0; i < folded.length(); ++i) {
            char c = folded.charAt(i);
            boolean letter = this == ULID ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
            if (letter) {
                folded.setCharAt(i, (char) (c ^ 32));
            }
        }
        return folded.toString();
    }

    private int value(char c) {
        return c < 128 ? (int) values[c] : -1;
    }

    private boolean isHyphen(int at) {
        return this == UUID && first.charAt(at) == '-';
    }

    /** Where the first character stands that can be none of an id; -1: nowhere. */
    int fault(String text) {
        String folded = fold(text);
        for (int i = 0; i < folded.length(); ++i) {
            char c = folded.charAt(i);
            if (i < length && isHyphen(i) ? c != '-' : value(c) < 0) {
                return i;
            }
        }
        return -1;
    }

    /** The texts of the first and of the last id that begin so; null: none does. */
    String[] range(String beginning) {
        String given = fold(beginning);
        int size = given.length();
        if (size > length || fault(given) >= 0) {
            return null;
        }
        String low = given + filled(alphabet.charAt(0), size);
        String high = given + filled(alphabet.charAt(alphabet.length() - 1), size);
        String from = low.compareTo(first) < 0 ? first : low;
        String to = high.compareTo(last) > 0 ? last : high;
        return from.compareTo(to) > 0 ? null : new String[] {from, to};
    }

    private String filled(char c, int from) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < length; ++i) {
            text.append(isHyphen(i) ? '-' : c);
        }
        return text.toString();
    }

    /** The number of the characters from there to the end, in their canonical case; null: they are of none. */
    UUID read(String text, int at) {
        if (text.length() - at != length) {
            return null;
        }
        return switch (characters.length) {
            case 16 -> read16(text, at);
            case 32 -> read32(text, at);
            case 64 -> read64(text, at);
            case 62 -> read62(text, at);
            default -> read58(text, at);
        };
    }

    private UUID read16(String text, int at) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < length; ++i) {
            char c = text.charAt(at + i);
            if (isHyphen(i)) {
                if (c != '-') {
                    return null;
                }
                continue;
            }
            int digit = value(c);
            if (digit < 0) {
                return null;
            }
            high = high << 4 | low >>> 60;
            low = low << 4 | digit;
        }
        return new UUID(high, low);
    }

    /** Of four characters, so many bits each; negative if one of them is none. */
    private long four(String text, int at, int bits) {
        char a = text.charAt(at);
        char b = text.charAt(at + 1);
        char c = text.charAt(at + 2);
        char d = text.charAt(at + 3);
        if ((a | b | c | d) > 127) {
            return -1;
        }
        return values[a] << 3 * bits | values[b] << 2 * bits | values[c] << bits | values[d];
    }

    // 5 bits of a character: 3 and 12 * 5, 5 that are of both words, 12 * 5.
    private UUID read32(String text, int at) {
        long top = value(text.charAt(at));
        long both = value(text.charAt(at + 13));
        long a = four(text, at + 1, 5);
        long b = four(text, at + 5, 5);
        long c = four(text, at + 9, 5);
        long d = four(text, at + 14, 5);
        long e = four(text, at + 18, 5);
        long f = four(text, at + 22, 5);
        if ((top | both | a | b | c | d | e | f) < 0 || top > 7) {
            return null;
        }
        long high = top << 61 | a << 41 | b << 21 | c << 1 | both >> 4;
        return new UUID(high, both << 60 | d << 40 | e << 20 | f);
    }

    // The number 4 stands before the octets of a base64uuid, and nothing before those of a baseuid.
    private UUID read64(String text, int at) {
        int from = text.length() - 20;
        long mark = from > at ? value(text.charAt(at)) << 6 | value(text.charAt(at + 1)) : 4 << 8;
        long a = four(text, from, 6);
        long b = four(text, from + 4, 6);
        long c = four(text, from + 8, 6);
        long d = four(text, from + 12, 6);
        long e = four(text, from + 16, 6);
        if (mark >> 8 != 4 || (a | b | c | d | e) < 0) {
            return null;
        }
        return new UUID((mark & 255) << 56 | a << 32 | b << 8 | c >> 16, c << 48 | d << 24 | e);
    }

    /** Of ten characters in a base; negative if one of them is none. */
    private long ten(String text, int at, long base) {
        long high = 0;
        long low = 0;
        int all = 0;
        for (int i = at; i < at + 5; ++i) {
            int a = value(text.charAt(i));
            int b = value(text.charAt(i + 5));
            all |= a | b;
            high = high * base + a;
            low = low * base + b;
        }
        return all < 0 ? -1 : high * (base * base * base * base * base) + low;
    }

    // Three words, of which the first is the 2 that stands before the octets.
    private UUID read62(String text, int at) {
        long a = value(text.charAt(at));
        long b = value(text.charAt(at + 1));
        long ten = ten(text, at + 2, 62);
        long end = ten(text, at + 12, 62);
        if ((a | b | ten | end) < 0) {
            return null;
        }
        long two = a * 62 + b;
        long middle = two * TEN + ten;
        long top = Math.multiplyHigh(two, TEN) + carry(middle, ten);
        long low = middle * TEN + end;
        long under = top * TEN;
        long high = under + Math.multiplyHigh(middle, TEN) + (middle >> 63 & TEN) + carry(low, end);
        return Math.multiplyHigh(top, TEN) + carry(high, under) == 2 ? new UUID(high, low) : null;
    }

    private UUID read58(String text, int at) {
        long ten = ten(text, at, 58);
        long one = value(text.charAt(at + 10));
        long number = ten * 58 + one;
        boolean fits = (ten | one) >= 0 && Math.multiplyHigh(ten, 58) + carry(number, one) == 0;
        return fits ? new UUID(0, number) : null;
    }

    /** Of a sum one of whose parts this is. */
    private static long carry(long sum, long part) {
        return Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
    }

    /** The characters of a number behind what stands before them. */
    String write(byte[] lead, long high, long low) {
        byte[] text = Arrays.copyOf(lead, lead.length + length);
        switch (characters.length) {
            case 16 -> write16(text, lead.length, high, low);
            case 32 -> write32(text, lead.length, high, low);
            case 58 -> write58(text, lead.length, low);
            case 62 -> write62(text, lead.length, high, low);
            default -> write64(text, lead.length, high, low);
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private void write16(byte[] text, int at, long high, long low) {
        HexFormat hexadecimal = HexFormat.of();
        String digits = hexadecimal.toHexDigits(high) + hexadecimal.toHexDigits(low);
        for (int i = 0, digit = 0; i < length; ++i) {
            text[at + i] = (byte) (isHyphen(i) ? '-' : digits.charAt(digit++));
        }
    }

    // Ten bits a pair, of which one is of both words.
    private void write32(byte[] text, int at, long high, long low) {
        for (int i = 0; i < 6; ++i) {
            PAIR.set(text, at + 2 * i, pairs[(int) (high >>> 56 - 10 * i) & 1023]);
            PAIR.set(text, at + 14 + 2 * i, pairs[(int) (low >>> 50 - 10 * i) & 1023]);
        }
        PAIR.set(text, at + 12, pairs[(int) (high << 4 | low >>> 60) & 1023]);
    }

    private void write58(byte[] text, int at, long number) {
        long x = number >>> 32;
        long t = x % FIVE_OF_58 << 32 | number & 0xFFFFFFFFL;
        long six = x / FIVE_OF_58 << 32 | t / FIVE_OF_58;
        int five = (int) (t % FIVE_OF_58);
        for (int i = at + 6; i-- > at; six /= 58) {
            text[i] = characters[(int) (six % 58)];
        }
        for (int i = at + 11; i-- > at + 6; five /= 58) {
            text[i] = characters[five % 58];
        }
    }

    private void write64(byte[] text, int at, long high, long low) {
        long upper = high;
        long lower = low;
        for (int i = text.length; i-- > at; upper >>>= 6) {
            text[i] = characters[(int) lower & 63];
            lower = lower >>> 6 | upper << 58;
        }
        if (ofUuids()) {
            text[at] = characters[16 + (int) values[text[at]]]; // the 4 before the octets
        }
    }

    // Under the 2 before the octets, steps of long division of five limbs of 26 bits, whose quotients fit.
    private void write62(byte[] text, int at, long high, long low) {
        long t = (0x2000000 | high >>> 40) << 26 | high >>> 14 & 0x3FFFFFF;
        long c = t / SIX;
        t = t % SIX << 26 | (high & 0x3FFF) << 12 | low >>> 52;
        long b = t / SIX;
        t = t % SIX << 26 | low >>> 26 & 0x3FFFFFF;
        long a = t / SIX;
        t = t % SIX << 26 | low & 0x3FFFFFF;
        putSix(text, at + 16, t % SIX);
        long rest = t / SIX;
        t = c << 26 | b;
        c = t / SIX;
        t = t % SIX << 26 | a;
        b = t / SIX;
        t = t % SIX << 26 | rest;
        putSix(text, at + 10, t % SIX);
        t = c << 52 | b << 26 | t / SIX;
        putSix(text, at + 4, t % SIX);
        putFour(text, at, (int) (t / SIX));
    }

    private void putSix(byte[] text, int at, long six) {
        PAIR.set(text, at, pairs[(int) (six / FOUR)]);
        putFour(text, at + 2, (int) (six % FOUR));
    }

    private void putFour(byte[] text, int at, int four) {
        PAIR.set(text, at, pairs[four / 3844]);
        PAIR.set(text, at + 2, pairs[four % 3844]);
    }

    /** The UUID of its own text in either case; null: it is none. */
    static UUID uuid(String text) {
        return text.length() == 36 ? UUID.read(UUID.fold(text), 0) : null;
    }

    @Override
    public String toString() {
        return name.toLowerCase(Locale.ROOT);
    }
}
