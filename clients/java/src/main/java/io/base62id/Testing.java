package io.base62id;

import java.util.random.RandomGenerator;

/**
 * For tests of an application: {@link Kind#with} takes what this gives.
 *
 * <pre>{@code
 * USERS.with(Clock.fixed(instant, ZoneOffset.UTC), Testing.seeded(1)).generate()
 * }</pre>
 */
public final class Testing {
    private static final int GOLDEN = 0x9E3779B9;
    private static final int THROWN_AWAY = 16;

    private Testing() {}

    /**
     * The same octets for the same seed, in every language of base62id: for tests, and for nothing else.
     *
     * <pre>{@code
     * byte[] octets = new byte[3];
     * Testing.seeded(42).nextBytes(octets);    // 2e 74 c1
     * }</pre>
     *
     * @param seed any
     * @return what gives them
     */
    public static RandomGenerator seeded(int seed) {
        return new Xorshift(seed);
    }

    /** Of 32 bits, an octet a step. */
    private static final class Xorshift implements RandomGenerator {
        private int state;

        Xorshift(int seed) {
            state = seed ^ GOLDEN;
            if (state == 0) {
                state = 1;
            }
            nextBytes(new byte[THROWN_AWAY]);
        }

        @Override
        public void nextBytes(byte[] octets) {
            for (int i = 0; i < octets.length; ++i) {
                octets[i] = octet();
            }
        }

        @Override
        public long nextLong() {
            long number = 0;
            for (int i = 0; i < Long.BYTES; ++i) {
                number = number << 8 | octet() & 255;
            }
            return number;
        }

        private byte octet() {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            return (byte) (state >>> 24);
        }
    }
}
