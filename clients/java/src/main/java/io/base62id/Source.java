package io.base62id;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.DateTimeException;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** Where the new ids of this process come from: its last UUID and its last ULID, a clock, randomness. */
final class Source {
    static final Source OF_PROCESS = new Source(Clock.systemUTC());

    /** Milliseconds. Further back the clock was wrong before, or it is a test's. */
    private static final long STEP_BACK = 10_000;
    /** The first millisecond that 48 bits do not hold, in the year 10889. */
    private static final long END_OF_TIME = 1L << 48;
    private static final int POOL = 1024;
    /** Milliseconds. The copy of a machine has none of its original's random octets for longer. */
    private static final long OLDEST = 1000;
    private static final long LOW = (1L << 62) - 1;
    // Beside the time, the version and the variant, and these 62.
    private static final int UUID_BITS = 12;
    private static final int ULID_BITS = 18;

    private final ReentrantLock lock = new ReentrantLock();
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final byte[] octets = new byte[POOL];
    private final ByteBuffer pool = ByteBuffer.wrap(octets).position(POOL);
    private long filled;
    // A millisecond, and two numbers that ascend within it.
    private final long[] uuids = {Long.MIN_VALUE, 0, 0};
    private final long[] ulids = {Long.MIN_VALUE, 0, 0};

    Source(Clock clock) {
        this.clock = clock;
    }

    /** The next UUID of version 7, or the next ULID, by the specification's monotonic rule. */
    UUID next(boolean ulid) {
        lock.lock();
        try {
            long[] last = ulid ? ulids : uuids;
            follow(last, ulid);
            return made(ulid, last[0], last[1], last[2]);
        } finally {
            lock.unlock();
        }
    }

    /** Of a time and randomness that somebody gave; it reads and changes no state. */
    static UUID at(boolean ulid, Clock clock, RandomGenerator random) {
        long time = checked(clock.millis());
        byte[] tail = new byte[10];
        random.nextBytes(tail);
        ByteBuffer given = ByteBuffer.wrap(tail);
        long high = given.getShort() & 0xFFFF;
        long low = given.getLong();
        // The two bits between them are the variant of a UUID, and random ones of a ULID.
        return ulid ? made(true, time, high << 2 | low >>> 62, low & LOW) : made(false, time, high & 0xFFF, low & LOW);
    }

    private static UUID made(boolean ulid, long time, long high, long low) {
        return ulid
                ? new UUID(time << 16 | high >>> 2, high << 62 | low)
                : new UUID(time << 16 | 0x7000 | high, Long.MIN_VALUE | low);
    }

    private static long checked(long time) {
        if (time < 0 || time >= END_OF_TIME) {
            throw new DateTimeException("an id has a time from 1970 to 10889");
        }
        return time;
    }

    private void follow(long[] last, boolean ulid) {
        int bits = ulid ? ULID_BITS : UUID_BITS;
        long now = checked(clock.millis());
        boolean renewed = now > last[0] || last[0] - now > STEP_BACK;
        if (renewed) {
            last[0] = now;
        } else {
            // By the ULID specification's step, or by one that keeps the next UUID from being guessed.
            last[2] += ulid ? 1 : 1 + (drawn(now) >>> 32);
            last[1] += last[2] >>> 62;
            last[2] &= LOW;
            renewed = last[1] >>> bits != 0;
            last[0] += renewed ? 1 : 0;
        }
        if (renewed) {
            last[1] = drawn(now) >>> 64 - bits;
            last[2] = drawn(now) >>> 2;
        }
    }

    private long drawn(long now) {
        if (!pool.hasRemaining() || Math.abs(now - filled) > OLDEST) {
            random.nextBytes(octets);
            pool.rewind();
            filled = now;
        }
        long number = pool.getLong();
        pool.putLong(pool.position() - Long.BYTES, 0);
        return number;
    }
}
