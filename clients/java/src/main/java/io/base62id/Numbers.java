package io.base62id;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The numbers of the ids of a kind of {@link Notation#UID11}, which {@link Kind#numbers()} makes. Nothing that
 * is printed shows its key.
 *
 * <pre>{@code
 * Numbers<Invoice> numbers = INVOICES.numbers(key);
 * }</pre>
 *
 * @param <T> what they are numbers of
 */
public final class Numbers<T> {
    private static final int ROUNDS = 27;

    private final Kind<T> kind;
    private final int[] roundKeys;

    Numbers(Kind<T> kind, byte[] key) {
        if (!kind.notation().equals("uid11")) {
            throw new IllegalArgumentException("numbers are of a kind of Notation.UID11");
        }
        if (key != null && !kind.isMasked()) {
            throw new IllegalArgumentException("a kind that is not masked has no key");
        }
        if (key == null && kind.isMasked()) {
            throw new IllegalArgumentException("a masked kind needs its key");
        }
        this.kind = kind;
        this.roundKeys = key == null ? new int[0] : expanded(kind.prefix(), key);
    }

    /**
     * The id of a number.
     *
     * <pre>{@code
     * INVOICES.numbers().encode(42)    // inv_1111111111j
     * }</pre>
     *
     * @param number any
     * @return its id
     */
    public Id<T> encode(long number) {
        int x = (int) (number >> 32);
        int y = (int) number;
        for (int key : roundKeys) { // a round of Speck64/128
            x = (Integer.rotateRight(x, 8) + y) ^ key;
            y = Integer.rotateLeft(y, 3) ^ x;
        }
        return kind.ofNumber((long) x << 32 | y & 0xFFFFFFFFL);
    }

    /**
     * The number of an id. Of a masked kind every id has one: nothing tells another key.
     *
     * <pre>{@code
     * INVOICES.numbers().decode(INVOICES.parse("inv_1111111111j"))    // 42
     * }</pre>
     *
     * @param id of this kind
     * @return its number
     */
    public long decode(Id<T> id) {
        UUID read = kind.read(id.toString());
        if (read == null) {
            throw new IllegalArgumentException("an id of another kind");
        }
        long number = read.getLeastSignificantBits();
        int x = (int) (number >> 32);
        int y = (int) number;
        for (int i = roundKeys.length; i-- > 0;) {
            y = Integer.rotateRight(y ^ x, 3);
            x = Integer.rotateLeft((x ^ roundKeys[i]) - y, 8);
        }
        return (long) x << 32 | y & 0xFFFFFFFFL;
    }

    /**
     * The kind, without the key.
     *
     * @return a text for people
     */
    @Override
    public String toString() {
        return "numbers of " + kind;
    }

    private static int[] expanded(String prefix, byte[] key) {
        if (key.length != 16) {
            throw new IllegalArgumentException("a mask key has 16 octets, not " + key.length);
        }
        ByteBuffer words = ByteBuffer.wrap(digest(prefix, key)).order(ByteOrder.LITTLE_ENDIAN);
        int k = words.getInt();
        int[] l = {words.getInt(), words.getInt(), words.getInt()};
        int[] keys = new int[ROUNDS];
        for (int i = 0; i < ROUNDS; ++i) {
            keys[i] = k;
            l[i % 3] = (Integer.rotateRight(l[i % 3], 8) + k) ^ i;
            k = Integer.rotateLeft(k, 3) ^ l[i % 3];
        }
        return keys;
    }

    private static byte[] digest(String prefix, byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(("base62id number mask\0" + prefix).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HmacSHA256", e);
        }
    }
}
