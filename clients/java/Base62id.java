import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The ids of one kind of the PostgreSQL extension base62id: of a type, {@code Base62id.of("base62id")}, or of a typed id, by its notation and its
 * type prefix, {@code Base62id.of("typeid", "user")}. Java 17. Copy this file.
 *
 * <pre>{@code
 * static final Base62id USER = Base62id.of("typeid", "user");
 * USER.newId()                     // user_01h455vb4pex5vsknk084sn02q
 * USER.parse(text)                 // the canonical text, or Base62id.InvalidId
 * USER.prefixRange("user_01h4")    // the first UUID and the last, for a column of uuid
 * static final Base62id INVOICE = Base62id.of("uid11", "inv").key(key);
 * INVOICE.fromNumber(42)           // as a type that masks by this key shows it
 * }</pre>
 */
public final class Base62id {
    /** A text that is no id, and what is wrong with it. */
    @SuppressWarnings("serial")
    public static final class InvalidId extends IllegalArgumentException {
        InvalidId(String message) {
            super(message);
        }
    }

    /** Two UUIDs, both inclusive. */
    public record UuidRange(UUID first, UUID last) {}

    /** A number of so many octets as symbols: the first text and the last, their pattern, values of ASCII, pairs of symbols. */
    private record Format(
            String name, byte[] alphabet, int length, int size, String first, String last, String pattern, long[] values, short[] pairs) {
        static Format of(String name, String alphabet, int size, String first, String last, String pattern) {
            long[] values = new long[128];
            Arrays.fill(values, -1);
            int base = alphabet.length();
            short[] pairs = new short[base * base];
            for (int i = 0; i < base; ++i) {
                for (int j = 0; j < base; ++j) pairs[i * base + j] = (short) (alphabet.charAt(i) | alphabet.charAt(j) << 8);
                values[alphabet.charAt(i)] = i;
                if (name.equals("ulid")) values[alphabet.charAt(i) | 32] = alphabet.charAt(i) > '9' ? SMALL | i : i;
            }
            return new Format(name, ascii(alphabet), first.length(), size, first, last, pattern, values, pairs);
        }

        int value(char symbol) {
            return symbol < 128 ? (int) values[symbol] : -1; // without a mark
        }

        /** Of four symbols, so many bits each; negative if one of them is none. */
        long four(String text, int at, int bits) {
            char a = text.charAt(at), b = text.charAt(at + 1), c = text.charAt(at + 2), d = text.charAt(at + 3);
            return (a | b | c | d) > 127 ? -1 : values[a] << 3 * bits | values[b] << 2 * bits | values[c] << bits | values[d];
        }

        /** Of ten symbols in a base; negative if one of them is none. */
        long ten(String text, int at, long base) {
            long first = 0, last = 0;
            int all = 0;
            for (int i = at; i < at + 5; ++i) {
                int a = value(text.charAt(i)), b = value(text.charAt(i + 5));
                all |= a | b;
                first = first * base + a;
                last = last * base + b;
            }
            return all < 0 ? -1 : first * (base * base * base * base * base) + last;
        }
    }

    /** In the value of a small letter of a ULID, above all that are put together. */
    private static final long SMALL = 1L << 40;

    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", LOWER = "abcdefghijklmnopqrstuvwxyz", DIGITS = "0123456789";
    private static final List<Format> FORMATS = List.of(
            Format.of("typeid", "0123456789abcdefghjkmnpqrstvwxyz", 16, "00000000000000000000000000", "7zzzzzzzzzzzzzzzzzzzzzzzzz",
                    "[0-7][0-9a-hjkmnp-tv-z]{25}"),
            Format.of("base62id", DIGITS + UPPER + LOWER, 16, "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN", "[F-N][0-9A-Za-z]{21}"),
            Format.of("base64uuid", "$" + DIGITS + UPPER + "_" + LOWER, 16, "F$$$$$$$$$$$$$$$$$$$$$", "Izzzzzzzzzzzzzzzzzzzzz", "[F-I][$0-9A-Z_a-z]{21}"),
            Format.of("uid11", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 8, "11111111111", "jpXCZedGfVQ",
                    "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"),
            Format.of("baseuid", "-" + DIGITS + UPPER + "_" + LOWER, 15, "--------------------", "zzzzzzzzzzzzzzzzzzzz", "[-0-9A-Z_a-z]{20}"),
            Format.of("ulid", "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 16, "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                    "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"));
    public static final List<String> NAMES = FORMATS.stream().map(Format::name).toList();
    private static final String UUID_PATTERN = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
    private static final int LONGEST = 92; // 63 symbols of a type prefix, "_", 26, two quotes
    private static final long FIVE = 916_132_832L, TEN = FIVE * FIVE, SIX = FIVE * 62, FIVE_OF_58 = 656_356_768L; // 62^5, 62^10, 62^6
    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final Format format;
    private final String prefix; // null: none is asked for
    private final String lead;
    private final byte[] leadOctets;
    private final boolean masked, acceptUuid, isTypeId, isUlid;
    private final int[] roundKeys;

    private Base62id(Format format, String prefix, boolean masked, boolean acceptUuid, int[] roundKeys) {
        this.format = format;
        this.prefix = prefix;
        this.lead = prefix == null || prefix.isEmpty() ? "" : prefix + "_";
        this.leadOctets = ascii(lead);
        this.isTypeId = format.name.equals("typeid");
        this.isUlid = format.name.equals("ulid");
        this.masked = masked;
        this.acceptUuid = acceptUuid;
        this.roundKeys = roundKeys;
    }

    /** A type of the extension. */
    public static Base62id of(String name) {
        return FORMATS.stream().filter(format -> format.name.equals(name)).findFirst().map(format -> new Base62id(format, null, false, false, new int[0]))
                .orElseThrow(() -> new IllegalArgumentException("no id is of the name " + quoted(name) + ", but: " + String.join(", ", NAMES)));
    }

    /** A typed id, as typeid_create_type(name, prefix, notation) makes its type. */
    public static Base62id of(String notation, String prefix) {
        if (notation.equals("baseuid")) throw new IllegalArgumentException("baseuid is no notation of typed ids");
        checkPrefix(prefix, "");
        return new Base62id(of(notation).format, prefix, false, false, new int[0]);
    }

    /** Of a type that masks: a UUID that is not of version 4 is refused, as no masked id has one. */
    public Base62id masked() {
        return new Base62id(format, prefix, true, acceptUuid, roundKeys);
    }

    /** Of a type that reads a UUID's own text, too. */
    public Base62id acceptUuid() {
        return new Base62id(format, prefix, masked, true, roundKeys);
    }

    /** With the 16 octets of a mask key, fromNumber() and toNumber() are those of a type that masks by it. */
    public Base62id key(byte[] key) {
        if (key.length != 16) throw new IllegalArgumentException("a mask key has 16 octets, not " + key.length);
        return new Base62id(format, prefix, true, acceptUuid, expand(prefix == null ? "" : prefix, key));
    }

    @Override
    public String toString() {
        return "Base62id[" + format.name + (prefix == null ? "" : " " + prefix) + "]";
    }

    /** What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's own text. */
    public String parse(String text) {
        String bare = unquoted(text);
        UUID uuid = readsUuid() ? uuid(bare) : null;
        if (uuid != null) return text(facade(uuid, text));
        int at = begin(bare, text);
        if (format.alphabet.length == 32 && !masked && bare.length() - at == 26) { // without the number
            long all = all32(bare, at);
            if (all >= 0) return all < SMALL ? bare : canonical(bare);
        }
        uuid = read(bare, at, text);
        if (format.size == 16) facade(uuid, text);
        return canonical(bare);
    }

    /** Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with acceptUuid(). */
    public boolean isValid(String text) {
        try {
            return (acceptUuid || text.length() < 36 || uuid(unquoted(text)) == null) && parse(text) != null;
        } catch (InvalidId e) {
            return false;
        }
    }

    /** For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse() refuses. */
    public String pattern() {
        String text = (prefix == null && isTypeId ? "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?" : lead) + format.pattern;
        return "^" + (readsUuid() ? "(?:" + text + "|" + UUID_PATTERN + ")" : text) + "$";
    }

    /** The octets of an id's own text, as the type sends and receives them: before a typeid's there is its type prefix. */
    public byte[] decode(String text) {
        String bare = unquoted(text);
        UUID number = number(bare, text);
        byte[] own = prefix == null ? ascii(typePrefix(bare)) : new byte[0];
        byte[] octets = ByteBuffer.allocate(16).putLong(number.getMostSignificantBits()).putLong(number.getLeastSignificantBits()).array();
        return ByteBuffer.allocate(own.length + format.size).put(own).put(octets, 16 - format.size, format.size).array();
    }

    /** The text of an id's octets. */
    public String encode(byte[] octets) {
        int own = prefix == null && isTypeId && octets.length <= 63 + 16 ? Math.max(octets.length - 16, 0) : 0;
        if (octets.length != own + format.size) throw new InvalidId("invalid " + format.name + ": " + octets.length + " octets, not " + format.size);
        String found = new String(octets, 0, own, StandardCharsets.UTF_8);
        checkPrefix(found, "");
        ByteBuffer all = ByteBuffer.allocate(16).position(16 - format.size).put(octets, own, format.size).rewind();
        return write(own > 0 ? ascii(found + "_") : leadOctets, all.getLong(), all.getLong());
    }

    /** The type prefix of an id. */
    public String typePrefix(String id) {
        String bare = unquoted(id);
        int separator = isTypeId ? bare.lastIndexOf('_') : bare.length() - format.length - 1;
        return bare.substring(0, Math.max(separator, 0));
    }

    /** The symbols of an id behind its type prefix. */
    public String suffix(String id) {
        String canonical = parse(id);
        return canonical.substring(canonical.length() - format.length);
    }

    public UUID toUuid(String text) {
        checkUuid();
        String bare = unquoted(text);
        UUID uuid = readsUuid() ? uuid(bare) : null;
        return facade(uuid != null ? uuid : number(bare, text), text);
    }

    public String fromUuid(UUID uuid) {
        return text(uuid);
    }

    /** Over a column of uuid: the UUIDs whose ids begin with a text, if there are any. */
    public Optional<UuidRange> prefixRange(String text) {
        checkPlain();
        if (text.length() > LONGEST || !lead.startsWith(text) && !text.startsWith(lead)) return Optional.empty();
        String given = fold(text.substring(Math.min(text.length(), lead.length())));
        if (given.length() > format.length || given.chars().anyMatch(symbol -> format.value((char) symbol) < 0)) return Optional.empty();
        String from = given + Character.toString(format.alphabet[0]).repeat(format.length - given.length());
        String to = given + Character.toString(format.alphabet[format.alphabet.length - 1]).repeat(format.length - given.length());
        if (from.compareTo(format.first) < 0) from = format.first;
        if (to.compareTo(format.last) > 0) to = format.last;
        return from.compareTo(to) > 0 ? Optional.empty() : Optional.of(new UuidRange(read(from, 0, from), read(to, 0, to)));
    }

    /** The UUID, for such a column, of a UUID or an id of this kind; of a UUID's own text where acceptUuid() says so. */
    public UUID toColumn(Object given) {
        checkPlain();
        if (given instanceof UUID uuid) return uuid;
        UUID uuid = acceptUuid ? uuid(unquoted((String) given)) : null;
        return uuid != null ? uuid : number(unquoted((String) given), (String) given);
    }

    /** The id of what such a column gives: a UUID, its text, or, where the column is of the typed id by now, an id of this kind. */
    public String fromColumn(Object value) {
        return text((value instanceof UUID ? this : acceptUuid()).toColumn(value));
    }

    /** The id of a bigint, in the notation uid11. */
    public String fromNumber(long number) {
        checkNumber();
        int x = (int) (number >>> 32), y = (int) number;
        for (int k : roundKeys) { // of Speck64/128
            x = (Integer.rotateRight(x, 8) + y) ^ k;
            y = Integer.rotateLeft(y, 3) ^ x;
        }
        return write(leadOctets, 0, (long) x << 32 | Integer.toUnsignedLong(y));
    }

    /** The bigint of an id. Of a masked type every text has one: nothing shows another key. */
    public long toNumber(String text) {
        checkNumber();
        long number = number(unquoted(text), text).getLeastSignificantBits();
        int x = (int) (number >>> 32), y = (int) number;
        for (int i = roundKeys.length; i-- > 0;) {
            y = Integer.rotateRight(y ^ x, 3);
            x = Integer.rotateLeft((x ^ roundKeys[i]) - y, 8);
        }
        return (long) x << 32 | Integer.toUnsignedLong(y);
    }

    /** When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; null for other UUIDs. */
    public Instant timestamp(String text) {
        UUID number = read(suffix(text), 0, text);
        long high = number.getMostSignificantBits(), low = number.getLeastSignificantBits();
        return switch (format.name) {
            case "uid11" -> Instant.ofEpochMilli((low >>> 22) + 1_321_009_871_111L);
            case "baseuid" -> {
                long units = high << 8 >>> 16; // of 2^15 ns, 125 of which are 4096 us
                long micros = units / 125 * 4096 + units % 125 * 4096 / 125;
                yield Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1000);
            }
            case "ulid" -> Instant.ofEpochMilli(high >>> 16);
            default -> (high >>> 12 & 15) == 7 && low >>> 62 == 2 ? Instant.ofEpochMilli(high >>> 16) : null;
        };
    }

    /** A new id, of a UUID of version 7; of no type prefix where there is none. All that one process makes ascend strictly. */
    public String newId() {
        return text(newUuid());
    }

    /** A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of newId(). */
    public static UUID newUuid() {
        return IDS.uuid();
    }

    /** A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
    public static String newUlid() {
        return ULID.text(IDS.ulid());
    }

    private static final Base62id ULID = of("ulid");
    private static final Session IDS = new Session();

    /**
     * The last UUID and the last ULID of this process: a millisecond, and two numbers of 12 or 18 bits and of 62 that ascend within it. And random
     * octets from the system's strong source; none is older than a second, so that images of a process that are started later share none.
     */
    private static final class Session {
        private final SecureRandom source = new SecureRandom();
        private final byte[] octets = new byte[1024];
        private final ByteBuffer pool = ByteBuffer.wrap(octets).position(octets.length);
        private long filled;
        private final long[] uuid = new long[3], ulid = new long[3];

        synchronized UUID uuid() {
            next(uuid, 12);
            return new UUID(uuid[0] << 16 | 7 << 12 | uuid[1], 2L << 62 | uuid[2]);
        }

        synchronized UUID ulid() {
            next(ulid, 18);
            return new UUID(ulid[0] << 16 | ulid[1] >>> 2, ulid[1] << 62 | ulid[2]);
        }

        private void next(long[] last, int bits) {
            long now = System.currentTimeMillis();
            if (now <= last[0]) { // the clock stands still or has stepped back
                // By the ULID specification's step, or by one that keeps the next UUID from being guessed.
                last[2] += last == ulid ? 1 : 1 + (random(now) >>> 32);
                last[1] += last[2] >>> 62;
                last[2] &= (1L << 62) - 1;
            }
            if (now > last[0] || last[1] >>> bits != 0) {
                last[0] = Math.max(now, last[0] + 1);
                last[1] = random(now) >>> 64 - bits;
                last[2] = random(now) >>> 2;
            }
        }

        private long random(long now) {
            if (!pool.hasRemaining() || Math.abs(now - filled) > 1000) {
                source.nextBytes(octets);
                pool.rewind();
                filled = now;
            }
            long number = pool.getLong();
            pool.putLong(pool.position() - 8, 0);
            return number;
        }
    }

    private boolean readsUuid() {
        return format.size == 16 && (prefix == null ? !isTypeId : acceptUuid);
    }

    private void checkUuid() {
        if (format.size != 16) throw new UnsupportedOperationException("a " + format.name + " is no UUID");
    }

    private void checkPlain() {
        checkUuid();
        if (masked) throw new UnsupportedOperationException("a masked id is no UUID of a column");
    }

    private void checkNumber() {
        if (format.size != 8) throw new UnsupportedOperationException("a " + format.name + " is no number");
    }

    private UUID facade(UUID uuid, String text) {
        if (masked && (uuid.version() != 4 || uuid.variant() != 2)) throw invalid(text, "its UUID is not of version 4, as that of every masked id is");
        return uuid;
    }

    private String text(UUID uuid) {
        checkUuid();
        return write(leadOctets, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Of its own text, which has 36 symbols; else null. */
    private static UUID uuid(String text) {
        if (text.length() != 36) return null;
        long high = 0, low = 0;
        for (int i = 0; i < 36; ++i) {
            char symbol = text.charAt(i);
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (symbol != '-') return null;
                continue;
            }
            if (!HexFormat.isHexDigit(symbol)) return null;
            high = high << 4 | low >>> 60;
            low = low << 4 | HexFormat.fromHexDigit(symbol);
        }
        return new UUID(high, low);
    }

    /** At most 100 symbols of it. */
    private static String quoted(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.codePoints().limit(100).forEach(c -> {
            if (c == '"' || c == '\\') shown.append('\\');
            if (Character.isISOControl(c)) shown.append(String.format("\\u%04x", c));
            else shown.appendCodePoint(c);
        });
        return shown.append('"').toString();
    }

    private InvalidId invalid(String text, String reason) {
        return new InvalidId("invalid " + format.name + (text.isEmpty() ? "" : " " + quoted(text)) + ": " + reason);
    }

    private String unquoted(String text) {
        if (text.length() > LONGEST) throw invalid(text, text.length() + " symbols, which are more than any id has");
        return text.length() >= 2 && text.charAt(0) == '"' && text.charAt(text.length() - 1) == '"' ? text.substring(1, text.length() - 1) : text;
    }

    private static void checkPrefix(String prefix, String text) {
        boolean good = prefix.length() <= 63 && !prefix.startsWith("_") && !prefix.endsWith("_");
        for (int i = 0; good && i < prefix.length(); ++i) good = prefix.charAt(i) >= 'a' && prefix.charAt(i) <= 'z' || prefix.charAt(i) == '_';
        if (good) return;
        throw new InvalidId("invalid typeid" + (text.isEmpty() ? "" : " " + quoted(text)) + ": a type prefix has at most 63 symbols of a to z, and _ inside, not "
                + quoted(prefix) + " of " + prefix.length() + " symbols");
    }

    private String fold(String text) {
        if (!isUlid) return text;
        StringBuilder folded = new StringBuilder(text);
        for (int i = 0; i < folded.length(); ++i) {
            char symbol = folded.charAt(i);
            if (symbol >= 'a' && symbol <= 'z') folded.setCharAt(i, (char) (symbol - 32));
        }
        return folded.toString();
    }

    /** Of an id that was read: a ULID in upper case. */
    private String canonical(String bare) {
        return isUlid ? lead + fold(bare.substring(lead.length())) : bare;
    }

    /** The number of an id. */
    private UUID number(String bare, String text) {
        return read(bare, begin(bare, text), text);
    }

    /** Where its symbols begin. */
    private int begin(String bare, String text) {
        if (bare.startsWith(lead) && (!isTypeId || prefix != null && bare.length() == lead.length() + 26)) return lead.length();
        if (!isTypeId) throw wrongPrefix(bare, text);
        int separator = bare.lastIndexOf('_');
        if (separator == 0) throw invalid(text, "a separator without a type prefix");
        if (prefix != null && bare.startsWith(lead) && separator + 1 == lead.length()) return lead.length();
        checkPrefix(bare.substring(0, Math.max(separator, 0)), text);
        if (prefix != null) throw wrongPrefix(bare, text);
        return separator + 1;
    }

    private InvalidId wrongPrefix(String bare, String text) {
        return invalid(text, "the type prefix is " + quoted(typePrefix(bare)) + ", not " + quoted(prefix));
    }

    private InvalidId fault(String given, String text) {
        if (given.length() != format.length) return invalid(text, given.length() + " symbols, not " + format.length);
        for (int i = 0; i < given.length(); ++i) {
            if (format.value(given.charAt(i)) >= 0) continue;
            return invalid(text, quoted(given.substring(i, i + 1)) + " at position " + (i + 1 + text.lastIndexOf(given)) + " is not in its alphabet");
        }
        return invalid(text, "its number is none of a " + format.name);
    }

    /** The number of the symbols from there on, modulo 2^128: the marks of base62id and base64uuid fall off. */
    private UUID read(String bare, int at, String text) {
        if (bare.length() - at != format.length) throw fault(bare.substring(at), text);
        if (format.alphabet.length == 32) return read32(bare, at, text);
        return switch (format.alphabet.length) {
            case 64 -> read64(bare, at, text);
            case 62 -> read62(bare, at, text);
            default -> read58(bare, at, text);
        };
    }

    // 5 bits of a symbol: 3 and 12 * 5, 5 that are of both words, 12 * 5.
    private UUID read32(String bare, int at, String text) {
        long first = format.value(bare.charAt(at)), both = format.value(bare.charAt(at + 13));
        long a = format.four(bare, at + 1, 5), b = format.four(bare, at + 5, 5), c = format.four(bare, at + 9, 5);
        long d = format.four(bare, at + 14, 5), e = format.four(bare, at + 18, 5), f = format.four(bare, at + 22, 5);
        long all = first | both | a | b | c | d | e | f;
        if (all < 0 || first > 7) throw fault32(bare, at, text);
        if (all >= SMALL) return read32(fold(bare.substring(at)), 0, text);
        return new UUID(first << 61 | a << 41 | b << 21 | c << 1 | both >> 4, both << 60 | d << 40 | e << 20 | f);
    }

    /** The values of all symbols together; negative if one of them is none. */
    private long all32(String bare, int at) {
        long first = format.value(bare.charAt(at)), all = format.four(bare, at + 1, 5) | format.four(bare, at + 5, 5);
        all |= format.four(bare, at + 9, 5) | format.four(bare, at + 14, 5) | format.four(bare, at + 18, 5) | format.four(bare, at + 22, 5);
        char thirteenth = bare.charAt(at + 13);
        return first > 7 || thirteenth > 127 ? -1 : all | first | format.values[thirteenth];
    }

    // Behind a TypeID's prefix there is no underscore, which is none of its symbols.
    private InvalidId fault32(String bare, int at, String text) {
        int separator = bare.lastIndexOf('_');
        if (separator < at || !isTypeId) return fault(bare.substring(at), text);
        if (separator == 0) return invalid(text, "a separator without a type prefix");
        checkPrefix(bare.substring(0, separator), text);
        return wrongPrefix(bare, text);
    }

    private UUID read64(String bare, int at, String text) {
        int from = bare.length() - 20;
        long mark = from > at ? format.value(bare.charAt(at)) << 6 | format.value(bare.charAt(at + 1)) : 4 << 8;
        long a = format.four(bare, from, 6), b = format.four(bare, from + 4, 6), c = format.four(bare, from + 8, 6);
        long d = format.four(bare, from + 12, 6), e = format.four(bare, from + 16, 6);
        if (mark >> 8 == 4 && (a | b | c | d | e) >= 0) return new UUID((mark & 255) << 56 | a << 32 | b << 8 | c >> 16, c << 48 | d << 24 | e);
        throw fault(bare.substring(at), text);
    }

    private UUID read62(String bare, int at, String text) {
        long a = format.value(bare.charAt(at)), b = format.value(bare.charAt(at + 1));
        long ten = format.ten(bare, at + 2, 62), last = format.ten(bare, at + 12, 62);
        // Three words, of which the mark is the first.
        long two = a * 62 + b, middle = two * TEN + ten, top = Math.multiplyHigh(two, TEN) + carry(middle, ten);
        long low = middle * TEN + last, under = top * TEN, high = under + Math.multiplyHigh(middle, TEN) + (middle >> 63 & TEN) + carry(low, last);
        if ((a | b | ten | last) >= 0 && Math.multiplyHigh(top, TEN) + carry(high, under) == 2) return new UUID(high, low);
        throw fault(bare.substring(at), text);
    }

    private UUID read58(String bare, int at, String text) {
        long ten = format.ten(bare, at, 58), one = format.value(bare.charAt(at + 10)), number = ten * 58 + one;
        if ((ten | one) >= 0 && Math.multiplyHigh(ten, 58) + carry(number, one) == 0) return new UUID(0, number);
        throw fault(bare.substring(at), text);
    }

    /** Of a sum one of whose parts this is. */
    private static long carry(long sum, long part) {
        return Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
    }

    /** Six symbols of base 62. */
    private void put(byte[] text, int at, long six) {
        int four = (int) (six % (3844 * 3844));
        PAIR.set(text, at, format.pairs[(int) (six / (3844 * 3844))]);
        put(text, at + 2, four);
    }

    /** Four of them. */
    private void put(byte[] text, int at, int four) {
        PAIR.set(text, at, format.pairs[four / 3844]);
        PAIR.set(text, at + 2, format.pairs[four % 3844]);
    }

    private String write(byte[] lead, long high, long low) {
        byte[] text = Arrays.copyOf(lead, lead.length + format.length);
        switch (format.alphabet.length) {
            case 32 -> write32(text, lead.length, high, low);
            case 58 -> write58(text, lead.length, low);
            case 62 -> write62(text, lead.length, high, low);
            default -> write64(text, lead.length, high, low);
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    // Ten bits a pair, of which one is of both words.
    private void write32(byte[] text, int at, long high, long low) {
        short[] pairs = format.pairs;
        for (int i = 0; i < 6; ++i) {
            PAIR.set(text, at + 2 * i, pairs[(int) (high >>> 56 - 10 * i) & 1023]);
            PAIR.set(text, at + 14 + 2 * i, pairs[(int) (low >>> 50 - 10 * i) & 1023]);
        }
        PAIR.set(text, at + 12, pairs[(int) (high << 4 | low >>> 60) & 1023]);
    }

    private void write58(byte[] text, int at, long number) {
        long x = number >>> 32, t = x % FIVE_OF_58 << 32 | number & 0xFFFFFFFFL, six = x / FIVE_OF_58 << 32 | t / FIVE_OF_58;
        int five = (int) (t % FIVE_OF_58);
        for (int i = at + 6; i-- > at; six /= 58) text[i] = format.alphabet[(int) (six % 58)];
        for (int i = at + 11; i-- > at + 6; five /= 58) text[i] = format.alphabet[five % 58];
    }

    private void write64(byte[] text, int at, long high, long low) {
        for (int i = text.length; i-- > at; high >>>= 6) {
            text[i] = format.alphabet[(int) low & 63];
            low = low >>> 6 | high << 58;
        }
        if (format.size == 16) text[at] = format.alphabet[16 + (int) format.values[text[at]]]; // the mark 4
    }

    private void write62(byte[] text, int at, long high, long low) {
        // Under the mark 2, two steps of long division of five limbs of 26 bits, whose quotient fits a long.
        long t = (0x2000000 | high >>> 40) << 26 | high >>> 14 & 0x3FFFFFF, c = t / SIX;
        t = t % SIX << 26 | (high & 0x3FFF) << 12 | low >>> 52;
        long b = t / SIX;
        t = t % SIX << 26 | low >>> 26 & 0x3FFFFFF;
        long a = t / SIX;
        t = t % SIX << 26 | low & 0x3FFFFFF;
        put(text, at + 16, t % SIX);
        long last = t / SIX;
        t = c << 26 | b;
        c = t / SIX;
        t = t % SIX << 26 | a;
        b = t / SIX;
        t = t % SIX << 26 | last;
        put(text, at + 10, t % SIX);
        t = c << 52 | b << 26 | t / SIX;
        put(text, at + 4, t % SIX);
        put(text, at, (int) (t / SIX));
    }

    /** The round keys of Speck64/128, whose key is made of the mask key and the type prefix. */
    private static int[] expand(String prefix, byte[] key) {
        byte[] hash;
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            hash = mac.doFinal(("base62id number mask\0" + prefix).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HmacSHA256", e);
        }
        ByteBuffer words = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN);
        int[] keys = new int[27], l = new int[3];
        int k = words.getInt();
        for (int i = 0; i < 3; ++i) l[i] = words.getInt();
        for (int i = 0; i < keys.length; ++i) {
            keys[i] = k;
            l[i % 3] = (Integer.rotateRight(l[i % 3], 8) + k) ^ i;
            k = Integer.rotateLeft(k, 3) ^ l[i % 3];
        }
        return keys;
    }
}
