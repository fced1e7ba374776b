// All types through JDBC: parameters by setString, which pgjdbc sends as varchar, and in the other ways that it has.
// Customer is a code block of docs/frameworks/java.md.
import io.base62id.Id;
import io.base62id.InvalidIdException;
import io.base62id.Kind;
import io.base62id.Notation;
import io.base62id.jdbc.IdColumns;
import java.nio.file.*;
import java.sql.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.UUID;
import org.postgresql.PGStatement;

public class JdbcTest {
    interface Operation { void run(Connection connection, String type) throws Exception; }
    interface Binding { void bind(PreparedStatement s) throws SQLException; }

    static void expect(boolean condition, String what) {
        if (!condition) throw new IllegalStateException(what);
    }

    /** The first column of a query that is prepared at once, not at its fifth run, and is run three times. */
    static String run(Connection connection, String query, Binding binding) throws SQLException {
        String value = null;
        try (PreparedStatement s = connection.prepareStatement(query)) {
            s.unwrap(PGStatement.class).setPrepareThreshold(1);
            binding.bind(s);
            // From the second run on the driver may ask for binary results; for these types it must not.
            for (int i = 0; i < 3; ++i) {
                try (ResultSet row = s.executeQuery()) {
                    value = row.next() ? row.getString(1) : null;
                }
            }
        }
        return value;
    }

    static String one(Connection connection, String query, String... parameters) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; ++i) s.setString(i + 1, parameters[i]);
            try (ResultSet row = s.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    static String note(Connection connection, String t, String id) throws SQLException {
        return one(connection, "SELECT note FROM by_" + t + " WHERE id::text = ?", id);
    }

    static void insertDefault(Connection connection, String t) throws SQLException {
        String[] columns = {"id"};
        String query = "INSERT INTO by_" + t + " (note) VALUES ('default')";
        try (PreparedStatement s = connection.prepareStatement(query, columns)) {
            s.executeUpdate();
            try (ResultSet keys = s.getGeneratedKeys()) {
                expect(keys.next(), "no key");
                String made = keys.getString(1);
                expect("default".equals(note(connection, t, made)), made);
            }
        }
    }

    static void insert(Connection connection, String t, Binding id) throws SQLException {
        String query = "INSERT INTO by_" + t + " (id, note) VALUES (?, 'sought')";
        try (PreparedStatement s = connection.prepareStatement(query)) {
            id.bind(s);
            s.executeUpdate();
        }
    }

    static String sought(Connection connection, String t) throws SQLException {
        String own = one(connection, "SELECT new_id(?)", t);
        insert(connection, t, s -> s.setString(1, own));
        return own;
    }

    static void insertUuid(Connection connection, String t) throws SQLException {
        UUID own = UUID.randomUUID();
        insert(connection, t, s -> s.setObject(1, own));
        String id = one(connection, "SELECT ?::uuid::" + t + "::text", own.toString());
        expect("sought".equals(note(connection, t, id)), own.toString());
    }

    static void select(Connection connection, String t, String planned, Binding binding) throws SQLException {
        search(connection, "SELECT note FROM by_" + t + " WHERE id = ", "?", "sought", "= ", planned, binding);
    }

    static void search(Connection connection, String words, String placeholder, String wanted, String condition,
            String planned, Binding binding) throws SQLException {
        String found = run(connection, words + placeholder, binding);
        expect(wanted.equals(found), found + " for " + planned);
        expect("t".equals(one(connection, "SELECT uses_index(?, ?, ?)", words, planned, condition)),
                one(connection, "SELECT plan_of_prepared(?, ?)", words, planned));
    }

    static void lookUp(Connection connection, String t) throws SQLException {
        String own = sought(connection, t);
        select(connection, t, own, s -> s.setString(1, own));
    }

    static void lookUpOther(Connection connection, String t) throws SQLException {
        String own = sought(connection, t);
        select(connection, t, own, s -> s.setObject(1, own, Types.OTHER));
    }

    static void lookUpUuid(Connection connection, String t) throws SQLException {
        UUID uuid = UUID.fromString(one(connection, "SELECT ?::" + t + "::uuid::text", sought(connection, t)));
        select(connection, t, uuid.toString(), s -> s.setObject(1, uuid));
    }

    // stringtype=unspecified: setString leaves the type to the server.
    static void lookUpUnspecified(Connection connection, String t) throws SQLException {
        String url = connection.getMetaData().getURL() + "&stringtype=unspecified";
        try (Connection unspecified = DriverManager.getConnection(url)) {
            lookUp(unspecified, t);
        }
    }

    static void lookUpMany(Connection connection, String t) throws SQLException {
        String[] owns = {sought(connection, t), sought(connection, t)};
        Array array = connection.createArrayOf("varchar", owns);
        String words = "SELECT count(*) FROM by_" + t + " WHERE id = ANY";
        search(connection, words, " (?)", "2", "= ANY", "{" + String.join(",", owns) + "}", s -> s.setArray(1, array));
    }

    static void read(Connection connection, String t) throws SQLException {
        String own = sought(connection, t);
        String query = "SELECT id FROM by_" + t + " WHERE id::text = ?";
        expect(own.equals(run(connection, query, s -> s.setString(1, own))), own);
    }

    /** Ids over a column of uuid, which then becomes one of the id type: the program stays. */
    static void column(Connection connection, String t) throws SQLException {
        Notation notation = Notation.valueOf(t.toUpperCase());
        Kind<JdbcTest> kind = Kind.of("moved").notation(notation).build();
        Kind<String> other = Kind.of("other").notation(notation).build();
        String insert = "INSERT INTO stored_" + t + " SELECT ?, 1 RETURNING n";
        String select = "SELECT id, NULL::uuid FROM stored_" + t + " WHERE id = ?";
        try (Statement s = connection.createStatement()) {
            s.execute("CREATE TABLE stored_" + t + " (id uuid, n integer)");
            for (String step : new String[] {
                "SELECT typeid_create_type('moved_" + t + "', 'moved', '" + t + "', accept_uuid => true)",
                "ALTER TABLE stored_" + t + " ALTER id TYPE moved_" + t,
                "CREATE DOMAIN key_" + t + " AS moved_" + t + "; ALTER TABLE stored_" + t + " ALTER id TYPE key_" + t,
                "ANALYZE stored_" + t
            }) {
                Id<JdbcTest> own = kind.generate();
                run(connection, insert, i -> IdColumns.setUuid(i, 1, own));
                try (PreparedStatement read = connection.prepareStatement(select)) {
                    IdColumns.setUuid(read, 1, own);
                    try (ResultSet row = read.executeQuery()) {
                        expect(row.next() && own.equals(IdColumns.getUuid(row, 1, kind)), own.toString());
                        expect(IdColumns.getUuid(row, 2, kind) == null, own.toString());
                    }
                    // What is of another kind is not of its type: it does not compile as an Id of this one, and is
                    // none as a text.
                    try {
                        kind.parse(other.generate().toString());
                        throw new IllegalStateException("another kind");
                    } catch (InvalidIdException e) {
                    }
                }
                s.execute(step);
            }
            expect("moved_".equals(one(connection, "SELECT left(min(id::text), 6) FROM stored_" + t)), "moved");
        }
    }

    static String sqlstate(Connection connection, String query, String parameter) throws SQLException {
        try {
            return one(connection, query, parameter);
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    /** The page's program, and what it says of limits. */
    static void page(Connection connection) throws SQLException {
        Customer.createTable(connection);
        Customer ada = Customer.create(connection, "Ada");
        String id = ada.id().toString();
        expect(Customer.find(connection, id).equals(java.util.Optional.of(ada)), id);
        expect(Customer.startingWith(connection, id.substring(0, 20)).equals(List.of(ada)), id);
        String ofUser = Kind.of("user").build().generate().toString();
        for (String none : List.of("", "customer_1", ofUser, Customer.IDS.generate().toString())) {
            expect(Customer.find(connection, none).isEmpty(), none);
        }
        expect("22P02".equals(sqlstate(connection, "SELECT name FROM customers WHERE id = ?", ofUser)), "22P02");
        String untyped = "SELECT name FROM customers WHERE id = COALESCE(?, id)";
        expect("42804".equals(sqlstate(connection, untyped, id)), "42804");
        String cast = "SELECT name FROM customers WHERE id = COALESCE(?::customer_id, id)";
        expect("Ada".equals(one(connection, cast, id)), "cast");
        Array texts = connection.createArrayOf("varchar", new String[] {id});
        String any = "SELECT name FROM customers WHERE id = ANY (?)";
        expect("Ada".equals(run(connection, any, s -> s.setArray(1, texts))), "array");
    }

    static void check(Connection connection, String name, Operation operation) throws SQLException {
        String condition = name.contains("java.util.UUID") ? " WHERE of_uuid" : "";
        for (String t : one(connection, "SELECT string_agg(type, ' ') FROM kinds" + condition).split(" ")) {
            try {
                operation.run(connection, t);
                System.out.println("ok\t" + name + ", " + t);
            } catch (Exception e) {
                System.out.println("fail\t" + name + ", " + t + "\t" + e.getMessage().replace("\n", " | "));
            }
        }
    }

    /** What times.py asks: plain of UUIDs and stored of ids. */
    static void times(Connection connection) throws Exception {
        Kind<JdbcTest> kind = Kind.of("user").build();
        List<String> lines = Files.readAllLines(Path.of(System.getenv("ROWS")));
        List<String[]> rows = lines.stream().map(row -> row.split("\t")).toList();
        List<UUID> uuids = rows.stream().map(row -> UUID.fromString(row[0])).toList();
        for (Scanner in = new Scanner(System.in); in.hasNext();) {
            boolean write = in.next().equals("write");
            String table = in.next();
            String sql = write
                    ? "INSERT INTO " + table + " VALUES (?, ?, 'a name')"
                    : "SELECT id, friend FROM " + table;
            boolean stored = table.equals("stored");
            List<Object[]> found = new ArrayList<>();
            try (PreparedStatement s = connection.prepareStatement(sql)) {
                s.unwrap(PGStatement.class).setPrepareThreshold(-1); // binary at once
                for (int n = 0; write && n < uuids.size(); ++n) {
                    for (int i = 1; i < 3; ++i) {
                        if (stored) IdColumns.setUuid(s, i, kind.parse(rows.get(n)[1]));
                        else s.setObject(i, uuids.get(n));
                    }
                    s.addBatch();
                    if (n % 1000 == 999) s.executeBatch();
                }
                try (ResultSet row = write ? null : s.executeQuery()) {
                    while (row != null && row.next()) {
                        found.add(stored
                                ? new Object[] {IdColumns.getUuid(row, 1, kind), IdColumns.getUuid(row, 2, kind)}
                                : new Object[] {row.getObject(1, UUID.class), row.getObject(2, UUID.class)});
                    }
                }
            }
            System.out.println("=" + (write ? "" : "\t" + found.size() + "\t" + found.get(0)[1]));
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            if (System.getenv("ROWS") != null) {
                times(connection);
                return;
            }
            check(connection, "the server's default, `getGeneratedKeys`", JdbcTest::insertDefault);
            check(connection, "the client's id, read back, `setString`, `getString`", JdbcTest::read);
            check(connection, "the client's id, `setObject(java.util.UUID)`", JdbcTest::insertUuid);
            check(connection, "prepared `id = ?`, `setString`", JdbcTest::lookUp);
            check(connection, "prepared `id = ?`, `setString`, `stringtype=unspecified`", JdbcTest::lookUpUnspecified);
            check(connection, "prepared `id = ?`, `setObject(String, Types.OTHER)`", JdbcTest::lookUpOther);
            check(connection, "prepared `id = ?`, `setObject(java.util.UUID)`", JdbcTest::lookUpUuid);
            check(connection, "prepared `id = ANY (?)`, array of varchar", JdbcTest::lookUpMany);
            page(connection);
            System.out.println("ok\tthe page's program");
            for (String t : List.of("typeid", "ulid", "base62id", "base64uuid")) {
                column(connection, t);
                System.out.println("ok\tids over a column of uuid that becomes one of an id type, " + t);
            }
        }
    }
}
