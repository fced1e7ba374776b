import io.base62id.Id;
import io.base62id.InvalidIdException;
import io.base62id.Kind;
import io.base62id.Notation;
import io.base62id.Numbers;
import io.base62id.Systems;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Answers test/client-codecs; lines.py there says what. */
public class Codec {
    interface Thing {}

    static final Map<String, Kind<?>> SYSTEMS = Map.of(
            "base62id", Systems.BASE62ID, "base64uuid", Systems.BASE64UUID, "ulid", Systems.ULID,
            "baseuid", Systems.BASEUID, "xid", Systems.XID);

    static Kind<?> kind(String notation, String prefix, boolean masked, boolean acceptUuid) {
        if (prefix.equals("-")) {
            return SYSTEMS.get(notation);
        }
        Kind.Builder builder = Kind.of(prefix).notation(Notation.valueOf(notation.toUpperCase(Locale.ROOT)));
        if (masked) {
            builder.masked();
        }
        return (acceptUuid ? builder.acceptUuid() : builder).build();
    }

    static String read(Supplier<Object> how) {
        try {
            return how.get().toString();
        } catch (InvalidIdException e) {
            return "";
        }
    }

    static String answer(String operation, String notation, String prefix, String text, String a, String b) {
        switch (operation) {
            case "number":
                return number(prefix, text, a, b);
            case "keys":
                return String.valueOf(keys(prefix, text.getBytes(StandardCharsets.US_ASCII)));
            case "parse":
                Kind<?> parsing = kind(notation, prefix, a.equals("t"), b.equals("t"));
                return read(() -> parsing.parse(text)) + "\t" + (parsing.is(text) ? 1 : 0);
            case "column":
                Kind<?> column = kind(notation, prefix, false, a.equals("t"));
                return read(() -> {
                    UUID uuid = column.toColumn(text);
                    return uuid + "\t" + column.fromColumn(uuid);
                });
            default:
                return answer(kind(notation, prefix, false, false), operation, text, a);
        }
    }

    static String answer(Kind<?> kind, String operation, String text, String words) {
        switch (operation) {
            case "range":
                return kind.prefixRange(text).map(range -> range.first() + "\t" + range.last()).orElse("");
            case "uuid":
                return read(() -> {
                    Id<?> id = kind.fromUuid(text);
                    return id + "\t" + id.toUuid();
                });
            case "time":
                return kind.parse(text).timestamp().map(Instant::toEpochMilli).map(String::valueOf).orElse("");
            case "made":
                return String.valueOf(made(kind));
            case "message":
                try {
                    return kind.parse(text).toString();
                } catch (InvalidIdException e) {
                    return e.getMessage().contains(words) ? "true" : e.getMessage();
                }
            default:
                return isShort(kind, text);
        }
    }

    static String number(String prefix, String text, String key, String number) {
        Kind<Thing> kind = numbers(prefix, !key.isEmpty());
        Numbers<Thing> numbers = key.isEmpty() ? kind.numbers() : kind.numbers(HexFormat.of().parseHex(key));
        return numbers.encode(Long.parseLong(number)) + "\t" + read(() -> numbers.decode(kind.parse(text)));
    }

    static Kind<Thing> numbers(String prefix, boolean masked) {
        Kind.Builder builder = Kind.of(prefix).notation(Notation.UID11);
        return (masked ? builder.masked() : builder).build();
    }

    static boolean made(Kind<?> kind) {
        String last = "";
        boolean good = true;
        Id<?> id = null;
        for (int i = 0; i < 1000; ++i) {
            id = kind.generate();
            good &= last.compareTo(id.toString()) < 0 && kind.parse(id.toString()).equals(id);
            last = id.toString();
        }
        return good && Math.abs(id.timestamp().get().toEpochMilli() - System.currentTimeMillis()) < 60_000;
    }

    static boolean keys(String prefix, byte[] key) {
        Kind<Thing> masked = numbers(prefix, true);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 200; ++i) {
            byte[] other = key.clone();
            other[15] = (byte) i;
            Numbers<Thing> numbers = masked.numbers(other);
            Id<Thing> id = numbers.encode(42);
            if (numbers.decode(id) != 42) {
                return false;
            }
            ids.add(id.toString());
        }
        String shown = said(() -> masked.numbers(new byte[15]), () -> masked.numbers(key), masked::numbers,
                () -> numbers(prefix, false).numbers(key), () -> masked.numbers(key).decode(masked.parse("x")));
        return ids.stream().distinct().count() == 200 && !shown.contains("secret") && !shown.contains("115, 101");
    }

    /** What each call gives, or says, with its trace. */
    @SafeVarargs
    @SuppressWarnings("varargs")
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

    static String isShort(Kind<?> kind, String symbol) {
        int longest = longestSaid(kind, symbol.repeat(1_000_000));
        return longest < 400 ? "true" : String.valueOf(longest);
    }

    static int longestSaid(Kind<?> kind, String text) {
        int longest = 0;
        for (Supplier<Object> call : List.<Supplier<Object>>of(
                () -> kind.parse(text), () -> kind.is(text), () -> kind.fromUuid(text), () -> kind.prefixRange(text),
                () -> kind.toColumn(text), () -> kind.fromColumn(text), () -> Kind.of(text).build())) {
            longest = Math.max(longest, said(call).split("\n\tat ")[0].length());
        }
        return longest;
    }

    static void ids(PrintStream out) {
        Kind<Thing> user = Kind.of("user").build();
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < 12_500; ++i) {
            ids.append(user.generate()).append('\n').append(Systems.BASE62ID.generate()).append('\n');
            ids.append(Systems.ULID.generate()).append('\n');
        }
        out.print(ids);
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        if (arguments[0].equals("workers")) {
            Thread[] workers = new Thread[8];
            for (int i = 0; i < 8; ++i) {
                workers[i] = new Thread(() -> ids(out));
                workers[i].start();
            }
            for (Thread worker : workers) {
                worker.join();
            }
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
