import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Typed ids of notation uid11, of one type prefix: the text of a bigint and back, under a mask key or without one. Copy this file. */
public final class PublicId {
    private static final String SYMBOLS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final int LENGTH = 11;

    private final String lead;
    private final int[] roundKeys;

    /** @param key the 16 octets of a mask key, or null */
    public PublicId(String prefix, byte[] key) {
        if (!prefix.matches("([a-z]([a-z_]{0,61}[a-z])?)?")) throw new IllegalArgumentException("no type prefix: \"" + prefix + "\"");
        if (key != null && key.length != 16) throw new IllegalArgumentException("a mask key has 16 octets, not " + key.length);
        lead = prefix.isEmpty() ? "" : prefix + "_";
        roundKeys = key == null ? new int[0] : roundKeys(prefix, key);
    }

    public String toText(long number) {
        int x = (int) (number >>> 32), y = (int) number;
        for (int k : roundKeys) {
            x = (Integer.rotateRight(x, 8) + y) ^ k;
            y = Integer.rotateLeft(y, 3) ^ x;
        }
        char[] text = new char[LENGTH];
        long rest = (long) x << 32 | Integer.toUnsignedLong(y);
        for (int i = LENGTH; i-- > 0; rest = Long.divideUnsigned(rest, 58))
            text[i] = SYMBOLS.charAt((int) Long.remainderUnsigned(rest, 58));
        return lead + new String(text);
    }

    /** Of a masked type every id has a number: nothing shows another key. */
    public long toNumber(String text) {
        Long value = value(text);
        if (value == null) throw new IllegalArgumentException("no id that begins with \"" + lead + "\": \"" + text + "\"");
        int x = (int) (value >>> 32), y = (int) (long) value;
        for (int i = roundKeys.length; i-- > 0;) {
            y = Integer.rotateRight(y ^ x, 3);
            x = Integer.rotateLeft((x ^ roundKeys[i]) - y, 8);
        }
        return (long) x << 32 | Integer.toUnsignedLong(y);
    }

    public boolean isValid(String text) {
        return value(text) != null;
    }

    /** For JSON Schema: every id matches, and a few other texts, which toNumber() refuses. */
    public String pattern() {
        return "^" + lead + "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}$";
    }

    /** Of an id, bare or in one pair of double quotes. */
    private Long value(String text) {
        if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) text = text.substring(1, text.length() - 1);
        if (text.length() != lead.length() + LENGTH || !text.startsWith(lead)) return null;
        long value = 0;
        for (int i = lead.length(); i < text.length(); ++i) {
            int digit = SYMBOLS.indexOf(text.charAt(i));
            if (digit < 0 || Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, 58)) > 0) return null; // 64 bits
            value = value * 58 + digit;
        }
        return value;
    }

    /** Of Speck64/128, whose key is made of the mask key and the type prefix. */
    private static int[] roundKeys(String prefix, byte[] key) {
        byte[] hash;
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            hash = mac.doFinal(("base62id number mask\0" + prefix).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
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
