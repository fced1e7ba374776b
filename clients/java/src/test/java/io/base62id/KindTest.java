package io.base62id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What a kind reads, makes and refuses, beside the conformance kit. */
class KindTest {
    private interface User {}

    private interface Order {}

    private interface Invoice {}

    private static final Kind<User> USERS = Kind.of("user").build();
    private static final Kind<Order> ORDERS = Kind.of("order").notation(Notation.ULID).acceptUuid().build();
    private static final Kind<User> MASKED = Kind.of("user").masked().build();
    private static final Kind<Invoice> INVOICES = Kind.of("inv").notation(Notation.UID11).build();
    private static final Kind<Invoice> MASKED_INVOICES = Kind.of("inv").notation(Notation.UID11).masked().build();
    private static final String ID = "user_01h455vb4pex5vsknk084sn02q";
    private static final UUID IDS_UUID = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    private static final byte[] KEY = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    private static final Instant START = Instant.parse("2026-02-03T04:05:06.789Z");

    @Test
    void aWrongDefinitionIsAnIllegalArgument() {
        assertThrows(IllegalArgumentException.class, () -> Kind.of(null).build());
        assertThrows(IllegalArgumentException.class, () -> Kind.of("user").notation(null).build());
        assertThrows(IllegalArgumentException.class, () -> Kind.of("user").masked().acceptUuid().build());
    }

    @Test
    void kindsAreEqualByTheirDefinition() {
        assertEquals(Kind.of("user").build(), USERS);
        assertEquals(Kind.of("user").build().hashCode(), USERS.hashCode());
        for (Kind<?> other : List.of(MASKED, ORDERS, Kind.of("user").acceptUuid().build(), Systems.ULID)) {
            assertNotEquals(other, USERS);
        }
    }

    @Test
    void anythingElseIsAnInvalidId() {
        for (String given : new String[] {
            null, "", "user", "user_1", ID + "0", " " + ID, ID + "\n", "\"", "\"\"", ID.toUpperCase(),
            "order_01h455vb4pex5vsknk084sn02q", IDS_UUID.toString(), "é", "\uD800", "a".repeat(1_000_000)
        }) {
            var error = assertThrows(InvalidIdException.class, () -> USERS.parse(given));
            assertEquals("22P02", error.getSqlState());
            assertTrue(error.getMessage().length() < 400);
            assertFalse(USERS.is(given));
            assertThrows(InvalidIdException.class, () -> USERS.toColumn(given));
        }
    }

    @Test
    void anErrorSaysWhatIsWrongAndWhere() {
        Map.of(
                "order_01h455vb4pex5vsknk084sn02q", "the type prefix is \"order\", not \"user\"",
                "user_01h455vb4pex5vsknk084sn02u", "\"u\" at position 31 is not in its alphabet",
                "\"user_01h455vb4pex5vsknk084sn02u\"", "\"u\" at position 32 is not in its alphabet",
                "user_1", "1 character behind the type prefix, not 26",
                "user_81h455vb4pex5vsknk084sn02q", "its number is none of a typeid",
                "hello", "it does not begin with \"user_\"",
                "User_01h455vb4pex5vsknk084sn02q", "not \"User\"")
                .forEach((text, words) -> {
                    String message = assertThrows(InvalidIdException.class, () -> USERS.parse(text)).getMessage();
                    assertTrue(message.contains(words), message);
                });
    }

    @Test
    void idsAreValues() {
        Id<User> id = USERS.parse('"' + ID + '"');
        assertEquals(ID, id.toString());
        assertEquals(USERS.parse(ID), id);
        assertEquals(1, new HashSet<>(List.of(id, USERS.fromUuid(IDS_UUID))).size());
        assertNotEquals(MASKED.parse(USERS.fromUuid(UUID.randomUUID()).toString()), id);
        assertEquals(IDS_UUID, id.toUuid());
        assertEquals(USERS, id.kind());
        assertEquals(Instant.parse("2023-06-30T03:34:18.518Z"), id.timestamp().orElseThrow());
        assertTrue(USERS.fromUuid(UUID.randomUUID()).timestamp().isEmpty());
    }

    @Test
    void maskedIdsNumbersBaseuidsAndXidsAreNotGeneratedAndHaveNoUuid() {
        for (Kind<?> kind : List.of(MASKED, INVOICES, Systems.BASEUID, Systems.XID)) {
            assertThrows(UnsupportedOperationException.class, kind::generate);
            assertThrows(UnsupportedOperationException.class, () -> kind.with(null, null));
            assertThrows(UnsupportedOperationException.class, () -> kind.fromUuid(IDS_UUID));
            assertThrows(UnsupportedOperationException.class, () -> kind.prefixRange(""));
            assertThrows(UnsupportedOperationException.class, () -> kind.toColumn(""));
            assertThrows(UnsupportedOperationException.class, () -> kind.fromColumn(IDS_UUID));
        }
        assertTrue(assertThrows(InvalidIdException.class, () -> MASKED.parse(ID)).getMessage().contains("version 4"));
    }

    @Test
    void aColumnOfUuidGetsAUuidAndGivesAnId() {
        assertEquals(IDS_UUID, ORDERS.toColumn(IDS_UUID.toString().toUpperCase()));
        assertThrows(InvalidIdException.class, () -> USERS.toColumn(IDS_UUID.toString()));
        for (Object value : List.of(IDS_UUID, IDS_UUID.toString(), ID)) {
            assertEquals(ID, USERS.fromColumn(value).toString());
        }
        assertThrows(InvalidIdException.class, () -> USERS.fromColumn(null));
        assertEquals(ID, USERS.fromUuid("01890A5Dac96774bbcceb302099a8057").toString());
        for (String wrong : new String[] {null, "", "{" + IDS_UUID + "}", "g".repeat(32)}) {
            assertThrows(InvalidIdException.class, () -> USERS.fromUuid(wrong));
        }
    }

    @Test
    void numbersComeBackAndTheKeyIsNotShown() {
        Numbers<Invoice> masked = MASKED_INVOICES.numbers(KEY);
        for (long number : new long[] {0, 42, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertEquals(number, masked.decode(masked.encode(number)));
            assertEquals(number, INVOICES.numbers().decode(INVOICES.numbers().encode(number)));
        }
        assertThrows(IllegalArgumentException.class, MASKED_INVOICES::numbers);
        assertThrows(IllegalArgumentException.class, () -> INVOICES.numbers(KEY));
        assertThrows(IllegalArgumentException.class, () -> MASKED_INVOICES.numbers(new byte[3]));
        assertThrows(IllegalArgumentException.class, USERS::numbers);
        assertEquals("numbers of inv id", masked.toString());
    }

    @Test
    void idsOfAProcessAscend() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5000; ++i) {
            ids.add(USERS.generate().toString());
        }
        assertEquals(ids.stream().sorted().distinct().toList(), ids);
        assertTrue(Duration.between(USERS.generate().timestamp().orElseThrow(), Instant.now()).abs().toSeconds() < 60);
    }

    @Test
    void anIdOfOnesOwnClockChangesNoLaterId() {
        Clock clock = Clock.fixed(START, ZoneOffset.UTC);
        Id<User> id = USERS.with(clock, new Random(1)).generate();
        assertEquals(id, USERS.with(clock, new Random(1)).generate());
        assertEquals(START, id.timestamp().orElseThrow());
        Id<User> before = USERS.generate();
        // Five seconds: what is more than ten ahead of the clock would not be believed anyway.
        Id<User> soon = USERS.with(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(5)), null).generate();
        Id<User> after = USERS.generate();
        assertTrue(before.compareTo(after) < 0 && after.compareTo(soon) < 0);
    }

    @Test
    void aTimeThatNoIdHasIsAnException() {
        for (long milliseconds : new long[] {-1, 1L << 48, Long.MIN_VALUE / 2}) {
            Clock clock = Clock.fixed(Instant.ofEpochMilli(milliseconds), ZoneOffset.UTC);
            assertThrows(DateTimeException.class, () -> USERS.with(clock, null).generate());
            assertThrows(DateTimeException.class, () -> new Source(clock).next(false));
        }
    }

    @Test
    void threadsMakeNoIdTwice() throws InterruptedException {
        Set<String> ids = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; ++i) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 1000; ++n) {
                    ids.add(USERS.generate().toString());
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(8000, ids.size());
    }
}
