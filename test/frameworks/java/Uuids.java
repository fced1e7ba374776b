import java.io.StringReader;
import java.sql.*;
import java.util.Arrays;
import java.util.UUID;
import org.postgresql.PGConnection;

/** An application that knows UUIDs: of each operation its name and, where it does not work, what came or the error. */
public class Uuids {
    static final UUID ADA = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    static final UUID GRACE = UUID.fromString("11111111-2222-4333-8444-555555555555");

    static final boolean TOLD = System.getenv("TOLD") != null;

    interface Operation { String run() throws Exception; }

    static void cell(String name, Operation operation) {
        String how;
        try {
            how = operation.run();
        } catch (Exception error) {
            if (TOLD) error.printStackTrace();
            how = error.getClass().getSimpleName();
        }
        System.out.println(name + "\t" + how);
    }

    static String same(Object got, Object wanted) {
        if (got instanceof Object[] && wanted instanceof Object[]) {
            got = Arrays.asList((Object[]) got);
            wanted = Arrays.asList((Object[]) wanted);
        }
        if (got.equals(wanted)) return "ok";
        Object one = got instanceof java.util.List ? ((java.util.List<?>) got).get(0) : got;
        return one.getClass().getSimpleName();
    }

    static ResultSet query(Connection db, String sql, Object... args) throws SQLException {
        PreparedStatement statement = db.prepareStatement(sql);
        for (int i = 0; i < args.length; ++i) statement.setObject(i + 1, args[i]);
        ResultSet result = statement.executeQuery();
        result.next();
        return result;
    }

    static String counts(Connection db, int wanted, String sql, Object... args) throws SQLException {
        int found = query(db, sql, args).getInt(1);
        return found == wanted ? "ok" : found + " rows";
    }

    static void operations(Connection db, boolean binary) throws Exception {
        String read = "SELECT id FROM authors WHERE name = 'Ada'";
        if (binary) {
            cell("binary", () -> same(query(db, read).getObject(1, UUID.class), ADA));
            return;
        }
        cell("send", () -> {
            UUID id = UUID.randomUUID();
            try (PreparedStatement insert = db.prepareStatement("INSERT INTO authors VALUES (?, 'sent')")) {
                insert.setObject(1, id);
                insert.executeUpdate();
            }
            return counts(db, 1, "SELECT count(*) FROM authors WHERE id = ?", id);
        });
        cell("read", () -> {
            String plain = same(query(db, read).getObject(1), ADA);
            same(query(db, read).getObject(1, UUID.class), ADA);
            return plain;
        });
        cell("any", () -> counts(db, 2, "SELECT count(*) FROM authors WHERE id = ANY (?)",
                db.createArrayOf("uuid", new UUID[] {ADA, GRACE})));
        cell("arrays", () -> {
            query(db, "INSERT INTO lists (books) VALUES (?) RETURNING id", db.createArrayOf("uuid", new UUID[] {GRACE}));
            return same(query(db, "SELECT books FROM lists WHERE id = 1").getArray(1).getArray(), new UUID[] {ADA, GRACE});
        });
        cell("copy", () -> {
            UUID id = UUID.randomUUID();
            db.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY authors FROM STDIN", new StringReader(id + "\tcopied\n"));
            return counts(db, 1, "SELECT count(*) FROM authors WHERE id = ?", id);
        });
    }

    public static void main(String[] args) throws Exception {
        for (boolean binary : new boolean[] {false, true}) {
            // Binary from the first execution on, where the driver knows the type's binary form.
            try (Connection db = DriverManager.getConnection(args[0] + (binary ? "&prepareThreshold=-1" : ""))) {
                if (TOLD) Base62idJdbc.register(db);
                operations(db, binary);
            }
        }
    }
}
