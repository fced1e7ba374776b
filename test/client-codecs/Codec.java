import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

public class Codec {
    static String read(Supplier<Object> how) {
        try {
            return how.get().toString();
        } catch (Base62id.InvalidId e) {
            return "";
        }
    }

    static String answer(String operation, String name, String prefix, String text, String a, String b) {
        try {
            return answer(prefix.equals("-") ? Base62id.of(name) : Base62id.of(name, prefix), operation, name, prefix, text, a, b);
        } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException e) {
            if (operation.equals("uuid")) return ""; // no UUID's text, no name of a type, or one that is stored as no UUID
            throw e;
        }
    }

    static String answer(Base62id kind, String operation, String name, String prefix, String text, String a, String b) {
        switch (operation) {
            case "decode":
                return read(() -> HexFormat.of().formatHex(kind.decode(text)) + "\t" + kind.encode(kind.decode(text)));
            case "parse":
                Base62id masked = a.equals("t") ? kind.masked() : kind, made = b.equals("t") ? masked.acceptUuid() : masked;
                return read(() -> made.parse(text)) + "\t" + (made.isValid(text) ? 1 : 0);
            case "pattern":
                return (text.equals("t") ? kind.acceptUuid() : kind).pattern();
            case "range":
                return kind.prefixRange(text).map(range -> range.first() + "\t" + range.last()).orElse("");
            case "column":
                return read(() -> {
                    UUID uuid = (a.equals("t") ? kind.acceptUuid() : kind).toColumn(text);
                    return uuid + "\t" + kind.fromColumn(uuid);
                });
            case "number":
                Base62id numbers = a.isEmpty() ? kind : kind.key(HexFormat.of().parseHex(a));
                return numbers.fromNumber(Long.parseLong(b)) + "\t" + read(() -> numbers.toNumber(text));
            case "uuid":
                String uuid = kind.fromUuid(UUID.fromString(text));
                return uuid + "\t" + kind.toUuid(uuid);
            case "time":
                Instant time = kind.timestamp(text);
                return time == null ? "" : String.valueOf(time.toEpochMilli());
            case "parts":
                return kind.typePrefix(text) + "\t" + kind.suffix(text);
            case "made":
                String last = "";
                boolean good = true;
                for (int i = 0; i < 1000; ++i) {
                    String id = kind.newId();
                    good &= last.compareTo(id) < 0 && kind.parse(id).equals(id);
                    last = id;
                }
                return String.valueOf(good && Math.abs(kind.timestamp(last).toEpochMilli() - System.currentTimeMillis()) < 60_000);
            case "message":
                try {
                    return kind.parse(text);
                } catch (Base62id.InvalidId e) {
                    return e.getMessage().contains(a) ? "true" : e.getMessage();
                }
            case "keys":
                for (int i = 0; i < 200; ++i) {
                    byte[] key = text.getBytes();
                    key[15] = (byte) i;
                    if (kind.key(key).toNumber(kind.key(key).fromNumber(42)) != 42) return "false";
                }
                byte[] key = text.getBytes();
                Base62id own = kind.key(key);
                String shown = said(() -> kind.key(text.substring(1).getBytes()), () -> kind.key((text + text).getBytes()), () -> own, () -> own.masked(),
                        () -> Base62id.of("typeid").key(key).fromNumber(42), () -> own.toNumber(""), () -> own.fromColumn("x"));
                return String.valueOf(!shown.contains("secret"));
            default:
                return isShort(kind, name, text);
        }
    }

    /** What each call gives, or says, with its trace. */
    @SafeVarargs
    static String said(Supplier<Object>... calls) {
        StringWriter said = new StringWriter();
        for (Supplier<Object> call : calls) {
            try {
                said.append(String.valueOf(call.get()));
            } catch (RuntimeException e) {
                e.printStackTrace(new PrintWriter(said));
            }
        }
        return said.toString();
    }

    /** Whether of a long text, wherever it is given, little is said, and as soon as of a shorter one. */
    static String isShort(Base62id kind, String name, String symbol) {
        String[] texts = {symbol.repeat(1_000), symbol.repeat(1_000_000)};
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
        int longest = 0;
        for (int turn = 0; turn < 10; ++turn) {
            String text = texts[turn % 2];
            byte[] octets = text.getBytes();
            long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            longest = Math.max(longest, longestSaid(kind, name, text, octets));
            least[turn % 2] = Math.min(least[turn % 2], ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun);
        }
        return longest < 400 && least[1] < 10 * least[0] ? "true" : longest + " " + least[0] + " " + least[1];
    }

    @SuppressWarnings("unchecked")
    static int longestSaid(Base62id kind, String name, String text, byte[] octets) {
        Base62id masked = kind.masked().acceptUuid();
        int longest = 0;
        for (Supplier<Object> call : List.<Supplier<Object>>of(() -> kind.parse(text), () -> kind.isValid(text), () -> kind.decode(text), () -> kind.encode(octets),
                () -> kind.typePrefix(text), () -> kind.suffix(text), () -> kind.toUuid(text), () -> kind.prefixRange(text), () -> kind.toColumn(text),
                () -> kind.fromColumn(text), () -> kind.toNumber(text), () -> kind.timestamp(text), () -> masked.parse(text), () -> masked.isValid(text),
                () -> kind.key(octets), () -> Base62id.of(text), () -> Base62id.of(name, text), () -> Base62id.of(text, "user")))
            longest = Math.max(longest, said(call).split("\n\tat ")[0].length());
        return longest;
    }

    static void made(PrintStream out) {
        Base62id user = Base62id.of("typeid", "user");
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < 12_500; ++i) ids.append(user.newId()).append('\n').append(Base62id.newUuid()).append('\n').append(Base62id.newUlid()).append('\n');
        out.print(ids);
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        if (arguments[0].equals("workers")) {
            Thread[] workers = new Thread[8];
            for (int i = 0; i < 8; ++i) (workers[i] = new Thread(() -> made(out))).start();
            for (Thread worker : workers) worker.join();
        } else {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            StringBuilder answers = new StringBuilder();
            for (String line; (line = in.readLine()) != null;) {
                String[] f = (line + "\t\t\t").split("\t", -1);
                answers.append(answer(f[0], f[1], f[2], f[3], f[4], f[5])).append('\n');
            }
            out.print(answers);
        }
        out.flush();
    }
}
