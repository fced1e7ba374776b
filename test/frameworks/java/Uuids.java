import java.io.StringReader;
import java.sql.*;
import java.util.Arrays;
import java.util.UUID;
import org.postgresql.PGConnection;

/**
 * An application that knows UUIDs, over columns of base62id. Prints a line for each operation: its name, a tab, and
 * "ok" or what came instead, the class of a value or of an error, or a number of rows.
 *
 * <p>drivers.py runs it twice and judges what it prints. Without the line of docs/drivers.md, what came must be in the
 * driver's row there. With TOLD in the environment the line is executed, and every operation must be "ok".
 */
public class Uuids {
    static final UUID ADA = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    static final UUID GRACE = UUID.fromString("11111111-2222-4333-8444-555555555555");
    static final boolean TOLD = System.getenv("TOLD") != null;
    static final String READ = "SELECT id FROM authors WHERE name = 'Ada'";
    static final String COUNT = "SELECT count(*) FROM authors WHERE id = ";
    static final String LIST = "SELECT books FROM lists WHERE id = ?";

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

    /** "ok", or the class of what came instead of an object or an array. */
    static String same(Object got, Object... wanted) {
        Object[] all = got instanceof Object[] list ? list : new Object[] {got};
        return Arrays.equals(all, wanted) ? "ok" : all[0].getClass().getSimpleName();
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

    static void operations(Connection db) throws Exception {
        cell("send", () -> {
            UUID id = UUID.randomUUID();
            query(db, "INSERT INTO authors VALUES (?, 'sent') RETURNING name", id);
            return counts(db, 1, COUNT + "?", id);
        });
        cell("read", () -> {
            query(db, READ).getObject(1, UUID.class);
            return same(query(db, READ).getObject(1), ADA);
        });
        cell("any", () -> counts(db, 2, COUNT + "ANY (?)", db.createArrayOf("uuid", new UUID[] {ADA, GRACE})));
        cell("arrays", () -> {
            Array sent = db.createArrayOf("uuid", new UUID[] {GRACE});
            int id = query(db, "INSERT INTO lists (books) VALUES (?) RETURNING id", sent).getInt(1);
            String how = same(query(db, LIST, id).getArray(1).getArray(), GRACE);
            return how.equals("ok") ? same(query(db, LIST, 1).getArray(1).getArray(), ADA, GRACE) : how;
        });
        cell("copy", () -> {
            UUID id = UUID.randomUUID();
            StringReader row = new StringReader(id + "\tcopied\n");
            db.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY authors FROM STDIN", row);
            return counts(db, 1, COUNT + "?", id);
        });
    }

    static Connection open(String url) throws SQLException {
        Connection db = DriverManager.getConnection(url);
        if (TOLD) io.base62id.jdbc.IdColumns.registerUuids(db);
        return db;
    }

    public static void main(String[] args) throws Exception {
        operations(open(args[0]));
        // Binary from the first execution on, where the driver knows the type's binary form.
        Connection binary = open(args[0] + "&prepareThreshold=-1");
        cell("binary", () -> same(query(binary, READ).getObject(1, UUID.class), ADA));
    }
}
