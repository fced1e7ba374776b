import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.core.TypeInfo;

/**
 * Columns of base62id, base64uuid and ulid are columns of uuid to pgjdbc: {@code getObject(1, UUID.class)}, arrays, metadata.
 *
 * <p>{@code Base62idJdbc.register(connection)} for each new connection; a pool has a place for that. Copy this file.
 */
public final class Base62idJdbc {
    private Base62idJdbc() {}

    public static void register(Connection connection) throws SQLException {
        BaseConnection base = connection.unwrap(BaseConnection.class);
        TypeInfo types = base.getTypeInfo();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT t.oid, t.typarray FROM pg_catalog.pg_extension e"
                        + " JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass"
                        + " AND d.refobjid = e.oid AND d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.deptype = 'e'"
                        + " JOIN pg_catalog.pg_type t ON t.oid = d.objid"
                        + " WHERE e.extname = 'base62id' AND t.typname IN ('base62id', 'base64uuid', 'ulid')")) {
            while (found.next()) {
                int array = (int) found.getLong(2);
                types.addCoreType("uuid", (int) found.getLong(1), Types.OTHER, "java.util.UUID", array);
                types.addCoreType("uuid", Oid.UUID, Types.OTHER, "java.util.UUID", array); // what an array's elements are
            }
        }
        // The name is core's again: what is made of it, as createArrayOf("uuid", ...), is a uuid, which these columns take.
        types.addCoreType("uuid", Oid.UUID, Types.OTHER, "java.util.UUID", Oid.UUID_ARRAY);
    }

    /** An id as a parameter, which the server reads by the column's type: for a column of uuid as a UUID. */
    public static void set(PreparedStatement statement, int position, Base62id kind, String id, boolean asUuid) throws SQLException {
        if (id == null) statement.setNull(position, Types.OTHER);
        else statement.setObject(position, asUuid ? kind.toColumn(id).toString() : kind.parse(id), Types.OTHER);
    }

    /** The id that a column gives: one of uuid, or one of the typed id. */
    public static String get(ResultSet row, int position, Base62id kind, boolean asUuid) throws SQLException {
        Object value = asUuid ? row.getObject(position) : row.getString(position); // a UUID, or of a type that the driver does not know its own object
        return value == null || !asUuid ? (String) value : kind.fromColumn(value instanceof java.util.UUID ? value : value.toString());
    }
}
