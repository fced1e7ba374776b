package io.base62id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Every case of conformance/, which all languages answer alike. A test has the name of its file;
 * conformance/README.md says what its cases have.
 */
class ConformanceTest {
    private static final Map<String, Kind<?>> SYSTEMS = Map.of(
            "base62id", Systems.BASE62ID, "base64uuid", Systems.BASE64UUID, "ulid", Systems.ULID,
            "baseuid", Systems.BASEUID, "xid", Systems.XID);

    private interface Check {
        void of(Kind<?> kind, Map<String, Object> one, Map<String, Object> group);
    }

    private static List<Map<String, Object>> read(String name) {
        Path kit = Path.of(System.getProperty("conformance", "../../conformance"));
        try {
            return list(Json.read(Files.readString(kit.resolve(name + ".json"))), name);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A list that has elements: over an empty one a test would pass and compare nothing. */
    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value, String name) {
        List<Map<String, Object>> elements = (List<Map<String, Object>>) value;
        assertFalse(elements.isEmpty(), () -> name + ": an empty list");
        return elements;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static void each(String name, Check check) {
        for (Map<String, Object> group : read(name)) {
            Kind<?> kind = kind(map(group.get("kind")));
            for (Map<String, Object> one : list(group.get("cases"), name)) {
                check.of(kind, one, group);
            }
        }
    }

    private static Kind<?> kind(Map<String, Object> kind) {
        if (kind.containsKey("system")) {
            return SYSTEMS.get(kind.get("system"));
        }
        Kind.Builder builder = Kind.of((String) kind.get("prefix"));
        Object notation = kind.get("notation");
        if (notation != null) {
            builder.notation(Arrays.stream(Notation.values())
                    .filter(one -> one.sqlName().equals(notation))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no notation: " + notation)));
        }
        if (Boolean.TRUE.equals(kind.get("masked"))) {
            builder.masked();
        }
        if (Boolean.TRUE.equals(kind.get("acceptUuid"))) {
            builder.acceptUuid();
        }
        return builder.build();
    }

    private static Clock at(Object milliseconds) {
        return Clock.fixed(Instant.ofEpochMilli(Long.parseLong(milliseconds.toString())), ZoneOffset.UTC);
    }

    @Test
    void definitions() {
        for (Map<String, Object> one : read("definitions")) {
            if (Boolean.TRUE.equals(one.get("valid"))) {
                assertTrue(kind(map(one.get("kind"))).pattern().startsWith("^"));
            } else {
                assertThrows(IllegalArgumentException.class, () -> kind(map(one.get("kind"))), one.toString());
            }
        }
    }

    @Test
    void vectors() {
        each("vectors", (kind, one, group) -> {
            String text = (String) one.get("id");
            Id<?> id = kind.parse(text);
            assertEquals(text, id.toString());
            assertTrue(kind.is(text));
            if (one.get("uuid") != null) {
                UUID uuid = UUID.fromString((String) one.get("uuid"));
                assertEquals(uuid, id.toUuid());
                assertEquals(id, kind.fromUuid(uuid));
            }
            if (one.containsKey("timestamp")) {
                String milliseconds = id.timestamp().map(time -> String.valueOf(time.toEpochMilli())).orElse(null);
                assertEquals(one.get("timestamp"), milliseconds);
            }
        });
    }

    @Test
    void verdicts() {
        each("verdicts", (kind, one, group) -> {
            String text = (String) one.get("text");
            assertEquals(text.equals(one.get("id")), kind.is(text), text);
            if (one.get("id") == null) {
                var error = assertThrows(InvalidIdException.class, () -> kind.parse(text), kind + " " + text);
                assertEquals("22P02", error.getSqlState());
            } else {
                assertEquals(one.get("id"), kind.parse(text).toString());
            }
        });
    }

    @Test
    void ranges() {
        each("ranges", (kind, one, group) -> {
            Optional<UuidRange> range = kind.prefixRange((String) one.get("text"));
            assertEquals(one.get("first"), range.map(found -> found.first().toString()).orElse(null), one.toString());
            assertEquals(one.get("last"), range.map(found -> found.last().toString()).orElse(null), one.toString());
        });
    }

    @Test
    void numbers() {
        each("numbers", (kind, one, group) -> checkNumber(kind, one, (String) group.get("key")));
    }

    private static <T> void checkNumber(Kind<T> kind, Map<String, Object> one, String key) {
        Numbers<T> numbers = key == null ? kind.numbers() : kind.numbers(HexFormat.of().parseHex(key));
        long number = Long.parseLong((String) one.get("number"));
        assertEquals(one.get("id"), numbers.encode(number).toString());
        assertEquals(number, numbers.decode(kind.parse((String) one.get("id"))));
    }

    @Test
    void generated() {
        each("generated", (kind, one, group) -> {
            byte[] octets = HexFormat.of().parseHex((String) one.get("random"));
            assertEquals(one.get("id"), kind.with(at(one.get("at")), new Octets(octets)).generate().toString());
            if (one.get("seed") != null) {
                RandomGenerator seeded = Testing.seeded((int) Long.parseLong((String) one.get("seed")));
                assertEquals(one.get("id"), kind.with(at(one.get("at")), seeded).generate().toString());
            }
        });
    }

    /** Gives ten octets, and no others. */
    private record Octets(byte[] octets) implements RandomGenerator {
        @Override
        public void nextBytes(byte[] bytes) {
            assertEquals(octets.length, bytes.length);
            System.arraycopy(octets, 0, bytes, 0, bytes.length);
        }

        @Override
        public long nextLong() {
            throw new IllegalStateException("asked for a number");
        }
    }

    /** A clock that a test sets. */
    private static final class Hand extends Clock {
        private long now;

        @Override
        public long millis() {
            return now;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void clock() {
        for (Map<String, Object> sequence : read("clock")) {
            follow(sequence, Kind.of("user").build(), false);
            follow(sequence, Systems.ULID, true);
        }
    }

    private static void follow(Map<String, Object> sequence, Kind<?> kind, boolean ulid) {
        Hand hand = new Hand();
        Source source = new Source(hand);
        String last = "";
        for (Map<String, Object> step : list(sequence.get("steps"), "clock")) {
            hand.now = Long.parseLong((String) step.get("now"));
            Id<?> id = kind.fromUuid(source.next(ulid));
            assertEquals(step.get("timestamp"), String.valueOf(id.timestamp().orElseThrow().toEpochMilli()));
            assertEquals(step.get("ascends"), last.compareTo(id.toString()) < 0, sequence.get("name").toString());
            last = id.toString();
        }
    }

    @Test
    void patterns() {
        for (Map<String, Object> one : read("patterns")) {
            assertEquals(one.get("pattern"), kind(map(one.get("kind"))).pattern());
        }
    }
}
