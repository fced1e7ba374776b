// All types through JDBC: parameters by setString, which pgjdbc sends as varchar.
//
//     java -cp postgresql.jar:. Client jdbc:postgresql://HOST:PORT/DATABASE?user=USER
//
// The database is one made by ../schema.sql.  Prints a line for each operation and type: cell or fail,
// operation, type, how it was written.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

public class Client {
    static final SecureRandom random = new SecureRandom();
    static final Map<String, Format> FORMATS = new LinkedHashMap<>();

    /** How the ids of a type are written: a line of the file FORMATS, which ../run makes. */
    record Format(boolean isUuid, String alphabet, int symbols, BigInteger lead, int bits, String prefix) {
        static void read(String line) {
            String[] f = line.split("\t", -1);
            FORMATS.put(f[0], new Format(f[1].equals("uuid"), f[2], Integer.parseInt(f[3]), new BigInteger(f[4]),
                    Integer.parseInt(f[5]), f[7].isEmpty() ? "" : f[7] + "_"));
        }

        String text(BigInteger value) {
            BigInteger radix = BigInteger.valueOf(alphabet.length()), number = lead.shiftLeft(bits).or(value);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < symbols; ++i, number = number.divide(radix)) {
                text.append(alphabet.charAt(number.mod(radix).intValue()));
            }
            return prefix + text.reverse();
        }
    }

    static String text(String type, UUID uuid) {
        return FORMATS.get(type).text(new BigInteger(uuid.toString().replace("-", ""), 16));
    }

    /** An id made by the client. */
    static String newId(String type) {
        return FORMATS.get(type).text(new BigInteger(FORMATS.get(type).bits(), random));
    }

    // Operations.  Each says how it had to be written: "as is" where nothing was needed.

    interface Operation {
        String run(Connection connection, String type) throws Exception;
    }

    interface Attempt {
        void run() throws Exception;
    }

    static void expect(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException(what);
        }
    }

    static String firstThatWorks(String how, Attempt attempt, String otherHow, Attempt other) throws Exception {
        try {
            attempt.run();
            return how;
        } catch (SQLException e) {
            other.run();
            return otherHow;
        }
    }

    static String one(Connection connection, String query, String... parameters) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; ++i) {
                s.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = s.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    static String insertDefault(Connection connection, String t) throws SQLException {
        String[] columns = {"id"};
        try (PreparedStatement s =
                connection.prepareStatement("INSERT INTO by_" + t + " (note) VALUES ('default')", columns)) {
            s.executeUpdate();
            try (ResultSet keys = s.getGeneratedKeys()) {
                expect(keys.next(), "no key");
                String made = keys.getString(1);
                expect("default".equals(note(connection, t, made)), made);
            }
        }
        return "as is";
    }

    static String note(Connection connection, String t, String id) throws SQLException {
        return one(connection, "SELECT note FROM by_" + t + " WHERE id::text = ?", id);
    }

    static String insertOwn(Connection connection, String t) throws SQLException {
        String own = newId(t);
        try (PreparedStatement s = connection.prepareStatement("INSERT INTO by_" + t + " (id, note) VALUES (?, ?)")) {
            s.setString(1, own);
            s.setString(2, "own");
            s.executeUpdate();
        }
        expect("own".equals(note(connection, t, own)), own);
        return "as is";
    }

    static String insertUuid(Connection connection, String t) throws SQLException {
        if (!FORMATS.get(t).isUuid()) {
            return "";
        }
        UUID own = UUID.randomUUID();
        try (PreparedStatement s = connection.prepareStatement("INSERT INTO by_" + t + " (id, note) VALUES (?, ?)")) {
            s.setObject(1, own);
            s.setString(2, "own");
            s.executeUpdate();
        }
        expect("own".equals(note(connection, t, text(t, own))), own.toString());
        return "as is";
    }

    interface Binding {
        void bind(PreparedStatement s, String id) throws SQLException;
    }

    static void select(Connection connection, String t, String placeholder, String own, Binding binding)
            throws SQLException {
        select(connection, t, placeholder, own, binding, own);
    }

    static void select(Connection connection, String t, String placeholder, String own, Binding binding,
            String anyParameter) throws SQLException {
        String words = "SELECT note FROM by_" + t + " WHERE id = ";
        try (PreparedStatement s = connection.prepareStatement(words + placeholder)) {
            s.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(1); // prepare at once, not at the fifth run
            binding.bind(s, own);
            try (ResultSet row = s.executeQuery()) {
                expect(row.next() && "sought".equals(row.getString(1)), "no row for " + own);
            }
            String plan = one(connection, "SELECT plan_of_prepared(?, ?)", words, anyParameter);
            expect(plan.contains("Index Cond: (id = ") && !plan.contains("Filter"), plan);
        }
    }

    static String sought(Connection connection, String t) throws SQLException {
        String own = newId(t);
        try (PreparedStatement s = connection.prepareStatement("INSERT INTO by_" + t + " (id, note) VALUES (?, ?)")) {
            s.setString(1, own);
            s.setString(2, "sought");
            s.executeUpdate();
        }
        return own;
    }

    static String lookUp(Connection connection, String t) throws Exception {
        String own = sought(connection, t);
        Binding setString = (s, id) -> s.setString(1, id);
        return firstThatWorks("as is", () -> select(connection, t, "?", own, setString),
                "`?::" + t + "`", () -> select(connection, t, "?::" + t, own, setString));
    }

    static String lookUpOther(Connection connection, String t) throws Exception {
        select(connection, t, "?", sought(connection, t), (s, id) -> s.setObject(1, id, Types.OTHER));
        return "as is";
    }

    static String lookUpUuid(Connection connection, String t) throws Exception {
        if (!FORMATS.get(t).isUuid()) {
            return "";
        }
        UUID uuid = UUID.fromString(one(connection, "SELECT ?::" + t + "::uuid::text", sought(connection, t)));
        select(connection, t, "?", text(t, uuid), (s, id) -> s.setObject(1, uuid), uuid.toString());
        return "as is";
    }

    // stringtype=unspecified: setString leaves the type to the server.
    static String lookUpUnspecified(Connection connection, String t) throws Exception {
        try (Connection unspecified =
                DriverManager.getConnection(connection.getMetaData().getURL() + "&stringtype=unspecified")) {
            select(unspecified, t, "?", sought(unspecified, t), (s, id) -> s.setString(1, id));
        }
        return "as is";
    }

    static String lookUpMany(Connection connection, String t) throws Exception {
        String[] owns = {sought(connection, t), sought(connection, t)};
        Attempt[] attempts = new Attempt[2];
        for (int i = 0; i < 2; ++i) {
            String placeholder = i == 0 ? "?" : "?::" + t + "[]";
            attempts[i] = () -> {
                String words = "SELECT count(*) FROM by_" + t + " WHERE id = ANY";
                try (PreparedStatement s = connection.prepareStatement(words + " (" + placeholder + ")")) {
                    s.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(1);
                    s.setArray(1, connection.createArrayOf("varchar", owns));
                    try (ResultSet row = s.executeQuery()) {
                        expect(row.next() && row.getInt(1) == 2, "not two rows");
                    }
                    String plan = one(connection, "SELECT plan_of_prepared(?, ?)", words,
                            "{" + String.join(",", owns) + "}");
                    expect(plan.contains("Index Cond: (id = ANY") && !plan.contains("Filter"), plan);
                }
            };
        }
        return firstThatWorks("as is", attempts[0], "`?::" + t + "[]`", attempts[1]);
    }

    static String read(Connection connection, String t) throws SQLException {
        String own = sought(connection, t);
        try (PreparedStatement s = connection.prepareStatement("SELECT id FROM by_" + t + " WHERE id::text = ?")) {
            // From the second run on the driver may ask for binary results; for these types it must not.
            s.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(1);
            for (int i = 0; i < 3; ++i) {
                s.setString(1, own);
                try (ResultSet row = s.executeQuery()) {
                    expect(row.next() && own.equals(row.getString(1)), "no " + own);
                }
            }
        }
        return "`getString`";
    }

    static String copyText(Connection connection, String t) throws Exception {
        List<String> owns = new ArrayList<>();
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 100; ++i) {
            String own = newId(t);
            owns.add(own);
            rows.append(own).append("\tcopied\n");
        }
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        copy.copyIn("COPY by_" + t + " (id, note) FROM STDIN",
                new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        copy.copyOut("COPY (SELECT id FROM by_" + t + " WHERE note = 'copied') TO STDOUT", out);
        List<String> back = List.of(out.toString(StandardCharsets.UTF_8).trim().split("\n"));
        expect(back.size() == 100 && back.containsAll(owns), back.size() + " rows");
        return "as is";
    }

    static void run(Connection connection, String name, Operation operation) {
        for (String t : FORMATS.keySet()) {
            try {
                String how = operation.run(connection, t);
                if (!how.isEmpty()) { // empty: not for this type
                    System.out.println("cell\t" + name + "\t" + t + "\t" + how);
                }
            } catch (Exception e) {
                failed = true;
                System.out.println("fail\t" + name + "\t" + t + "\t" + e.getMessage().replace("\n", " | "));
            }
        }
    }

    static boolean failed = false;

    public static void main(String[] arguments) throws Exception {
        Files.readAllLines(Path.of(System.getenv("FORMATS"))).forEach(Format::read);
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            run(connection, "INSERT, the server's default, `getGeneratedKeys`", Client::insertDefault);
            run(connection, "INSERT, the client's id, `setString`", Client::insertOwn);
            run(connection, "INSERT, the client's id, `setObject(java.util.UUID)`", Client::insertUuid);
            run(connection, "prepared `WHERE id = ?`, `setString`", Client::lookUp);
            run(connection, "prepared `WHERE id = ?`, `setString`, `stringtype=unspecified`", Client::lookUpUnspecified);
            run(connection, "prepared `WHERE id = ?`, `setObject(String, Types.OTHER)`", Client::lookUpOther);
            run(connection, "prepared `WHERE id = ?`, `setObject(java.util.UUID)`", Client::lookUpUuid);
            run(connection, "prepared `WHERE id = ANY (?)`, array of varchar", Client::lookUpMany);
            run(connection, "read back", Client::read);
            run(connection, "COPY in and out", Client::copyText);
        }
        System.exit(failed ? 1 : 0);
    }
}
