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
        Base62id user = Base62id.of("typeid", "user"), ulids = Base62id.of("ulid"), base62ids = Base62id.of("base62id");
        Base62id invoice = Base62id.of("uid11", "inv").key("0123456789abcdef".getBytes());
        String id = user.fromUuid(uuid), ulid = ulids.fromUuid(uuid), base62id = base62ids.fromUuid(uuid), masked = invoice.fromNumber(123456789);
        byte[] octets = id.getBytes();
        Supplier<Object> made = () -> UUID.randomUUID().toString(), read = () -> UUID.fromString(text), written = uuid::toString;
        cell("an empty call", () -> uuid, "", null);
        cell("a text of 31 octets", () -> new String(octets, java.nio.charset.StandardCharsets.ISO_8859_1), "", null);
        cell("new TypeID", user::newId, "java.util.UUID, text", made);
        cell("new ULID", Base62id::newUlid, "java.util.UUID, text", made);
        cell("new UUID version 7", Base62id::newUuid, "java.util.UUID", UUID::randomUUID);
        cell("new base62id", base62ids::newId, "java.util.UUID, text", made);
        cell("read TypeID", () -> user.parse(id), "java.util.UUID", read);
        cell("read ULID", () -> ulids.parse(ulid), "java.util.UUID", read);
        cell("validate TypeID", () -> user.isValid(id), "java.util.UUID", read);
        cell("TypeID to UUID", () -> user.toUuid(id), "java.util.UUID", read);
        cell("base62id to UUID", () -> base62ids.toUuid(base62id), "java.util.UUID", read);
        cell("TypeID from UUID", () -> user.fromUuid(uuid), "java.util.UUID, text", written);
        cell("base62id from UUID", () -> base62ids.fromUuid(uuid), "java.util.UUID, text", written);
        cell("mask a number", () -> invoice.fromNumber(123456789), "", null);
        cell("unmask a number", () -> invoice.toNumber(masked), "", null);
    }
}
