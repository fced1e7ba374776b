import io.base62id.Id;
import io.base62id.Kind;
import io.base62id.Notation;
import io.base62id.Numbers;
import io.base62id.Systems;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What ids cost beside java.util.UUID. Prints CELL, PACKAGE and calls per second of CPU time, of each package the best
 * of 15 rounds, for scripts/bench-clients.
 */
public class Bench {
    /** The result of the last call: a call whose result nobody keeps could be compiled to nothing. */
    static Object kept;

    /** Seconds of CPU time that a call takes, over so many of them. */
    static double seconds(Supplier<Object> call, int calls) {
        var clock = ManagementFactory.getThreadMXBean();
        long begun = clock.getCurrentThreadCpuTime();
        for (int i = 0; i < calls; ++i) kept = call.get();
        return (clock.getCurrentThreadCpuTime() - begun + 1) / 1e9 / calls;
    }

    static void alone(String cell, Supplier<Object> ours) {
        measure(cell, Map.of("base62id", ours));
    }

    static void compare(String cell, Supplier<Object> ours, String name, Supplier<Object> other) {
        Map<String, Supplier<Object>> packages = new LinkedHashMap<>();
        packages.put("base62id", ours);
        packages.put(name, other);
        measure(cell, packages);
    }

    /** By turns, so that what slows the machine down slows all of them down. */
    static void measure(String cell, Map<String, Supplier<Object>> packages) {
        Map<String, Double> best = new LinkedHashMap<>();
        packages.forEach((key, call) -> best.put(key, seconds(call, 100_000))); // compiles it
        for (int round = 0; round < 15; ++round) {
            packages.forEach((key, call) -> {
                int calls = (int) (0.02 / best.get(key)) + 1;
                best.merge(key, seconds(call, calls), Math::min);
            });
        }
        best.forEach((key, time) -> System.out.println(cell + "\t" + key + "\t" + Math.round(1 / time)));
    }

    public static void main(String[] arguments) {
        String text = "01890a5d-ac96-774b-bcce-b302099a8057";
        UUID uuid = UUID.fromString(text);
        Kind<Bench> user = Kind.of("user").build();
        Kind<?> ulids = Systems.ULID;
        Kind<?> base62ids = Systems.BASE62ID;
        Kind<Bench> invoice = Kind.of("inv").notation(Notation.UID11).masked().build();
        Numbers<Bench> numbers = invoice.numbers("0123456789abcdef".getBytes());
        Id<Bench> masked = numbers.encode(123456789);
        String id = user.fromUuid(uuid).toString();
        String ulid = ulids.fromUuid(uuid).toString();
        String base62id = base62ids.fromUuid(uuid).toString();
        byte[] octets = id.getBytes();
        Supplier<Object> made = () -> UUID.randomUUID().toString();
        Supplier<Object> read = () -> UUID.fromString(text);
        Supplier<Object> written = uuid::toString;
        alone("an empty call", () -> uuid);
        alone("a text of 31 octets", () -> new String(octets, StandardCharsets.ISO_8859_1));
        compare("new TypeID", user::generate, "java.util.UUID, text", made);
        compare("new ULID", ulids::generate, "java.util.UUID, text", made);
        compare("new base62id", base62ids::generate, "java.util.UUID, text", made);
        compare("read TypeID", () -> user.parse(id), "java.util.UUID", read);
        compare("read ULID", () -> ulids.parse(ulid), "java.util.UUID", read);
        compare("validate TypeID", () -> user.is(id), "java.util.UUID", read);
        compare("TypeID to UUID", () -> user.toColumn(id), "java.util.UUID", read);
        compare("base62id to UUID", () -> base62ids.toColumn(base62id), "java.util.UUID", read);
        compare("TypeID from UUID", () -> user.fromUuid(uuid), "java.util.UUID, text", written);
        compare("base62id from UUID", () -> base62ids.fromUuid(uuid), "java.util.UUID, text", written);
        alone("mask a number", () -> numbers.encode(123456789));
        alone("unmask a number", () -> numbers.decode(masked));
    }
}
