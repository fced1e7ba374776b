import io.base62id.Id;
import io.base62id.Kind;
import io.base62id.Notation;
import io.base62id.Numbers;
import io.base62id.Systems;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients. */
public class Bench {
    static Object kept; // so that no call is for nothing

    static double seconds(Supplier<Object> call, int calls) {
        var clock = ManagementFactory.getThreadMXBean();
        long begun = clock.getCurrentThreadCpuTime();
        for (int i = 0; i < calls; ++i) kept = call.get();
        return (clock.getCurrentThreadCpuTime() - begun + 1) / 1e9 / calls;
    }

    static void cell(String cell, Supplier<Object> ours, String name, Supplier<Object> other) {
        Map<String, Supplier<Object>> packages = new LinkedHashMap<>();
        packages.put("base62id", ours);
        if (other != null) packages.put(name, other);
        Map<String, Double> best = new LinkedHashMap<>();
        packages.forEach((key, call) -> best.put(key, seconds(call, 100_000))); // compiles it
        for (int round = 0; round < 15; ++round)
            packages.forEach((key, call) -> best.merge(key, seconds(call, (int) (0.02 / best.get(key)) + 1), Math::min));
        best.forEach((key, time) -> System.out.println(cell + "\t" + key + "\t" + Math.round(1 / time)));
    }

    public static void main(String[] arguments) {
        String text = "01890a5d-ac96-774b-bcce-b302099a8057";
        UUID uuid = UUID.fromString(text);
        Kind<Bench> user = Kind.of("user").build();
        Kind<?> ulids = Systems.ULID, base62ids = Systems.BASE62ID;
        Kind<Bench> invoice = Kind.of("inv").notation(Notation.UID11).masked().build();
        Numbers<Bench> numbers = invoice.numbers("0123456789abcdef".getBytes());
        Id<Bench> masked = numbers.encode(123456789);
        String id = user.fromUuid(uuid).toString(), ulid = ulids.fromUuid(uuid).toString(), base62id = base62ids.fromUuid(uuid).toString();
        byte[] octets = id.getBytes();
        Supplier<Object> made = () -> UUID.randomUUID().toString(), read = () -> UUID.fromString(text), written = uuid::toString;
        cell("an empty call", () -> uuid, "", null);
        cell("a text of 31 octets", () -> new String(octets, java.nio.charset.StandardCharsets.ISO_8859_1), "", null);
        cell("new TypeID", user::generate, "java.util.UUID, text", made);
        cell("new ULID", ulids::generate, "java.util.UUID, text", made);
        cell("new base62id", base62ids::generate, "java.util.UUID, text", made);
        cell("read TypeID", () -> user.parse(id), "java.util.UUID", read);
        cell("read ULID", () -> ulids.parse(ulid), "java.util.UUID", read);
        cell("validate TypeID", () -> user.is(id), "java.util.UUID", read);
        cell("TypeID to UUID", () -> user.toColumn(id), "java.util.UUID", read);
        cell("base62id to UUID", () -> base62ids.toColumn(base62id), "java.util.UUID", read);
        cell("TypeID from UUID", () -> user.fromUuid(uuid), "java.util.UUID, text", written);
        cell("base62id from UUID", () -> base62ids.fromUuid(uuid), "java.util.UUID, text", written);
        cell("mask a number", () -> numbers.encode(123456789), "", null);
        cell("unmask a number", () -> numbers.decode(masked), "", null);
    }
}
