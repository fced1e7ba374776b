package io.base62id.jdbc;

import io.base62id.Id;
import io.base62id.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.UUID;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.core.TypeInfo;

/**
 * Ids in columns of id types and of uuid, by pgjdbc.
 *
 * <pre>{@code
 * IdColumns.set(statement, 1, id);
 * Id<User> id = IdColumns.get(row, 1, USERS);
 * }</pre>
 */
public final class IdColumns {
    private static final String TYPES = "SELECT t.oid, t.typarray FROM pg_catalog.pg_extension e"
            + " JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass"
            + " AND d.refobjid = e.oid AND d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass"
            + " AND d.deptype = 'e'"
            + " JOIN pg_catalog.pg_type t ON t.oid = d.objid"
            + " WHERE e.extname = 'base62id' AND t.typname IN ('base62id', 'base64uuid', 'ulid')";
    private static final String UUID_CLASS = "java.util.UUID";

    private IdColumns() {}

    /**
     * For a program that knows UUIDs: columns of base62id, base64uuid and ulid are columns of uuid to pgjdbc,
     * {@code getObject(1, UUID.class)}, arrays and metadata too. For each new connection; a pool has a place
     * for that.
     *
     * @param connection of pgjdbc
     * @throws SQLException if the types cannot be read
     */
    public static void registerUuids(Connection connection) throws SQLException {
        TypeInfo types = connection.unwrap(BaseConnection.class).getTypeInfo();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(TYPES)) {
            while (found.next()) {
                int array = (int) found.getLong(2);
                types.addCoreType("uuid", (int) found.getLong(1), Types.OTHER, UUID_CLASS, array);
                types.addCoreType("uuid", Oid.UUID, Types.OTHER, UUID_CLASS, array); // an array's elements
            }
        }
        // The name is core's again: what is made of it is a uuid, which these columns take.
        types.addCoreType("uuid", Oid.UUID, Types.OTHER, UUID_CLASS, Oid.UUID_ARRAY);
    }

    /**
     * An id as a parameter of a column of its id type.
     *
     * @param statement its statement
     * @param position from 1
     * @param id or null
     * @throws SQLException if the driver refuses it
     */
    public static void set(PreparedStatement statement, int position, Id<?> id) throws SQLException {
        bind(statement, position, id == null ? null : id.toString());
    }

    /**
     * An id as a parameter of a column of uuid, or of the id type by now: the server is sent a UUID's text
     * without a type, which both take.
     *
     * @param statement its statement
     * @param position from 1
     * @param id or null
     * @throws SQLException if the driver refuses it
     */
    public static void setUuid(PreparedStatement statement, int position, Id<?> id) throws SQLException {
        bind(statement, position, id == null ? null : id.toUuid().toString());
    }

    private static void bind(PreparedStatement statement, int position, String text) throws SQLException {
        if (text == null) {
            statement.setNull(position, Types.OTHER);
        } else {
            statement.setObject(position, text, Types.OTHER);
        }
    }

    /**
     * The id that a column of its id type gives.
     *
     * @param <T> what it is an id of
     * @param row its row
     * @param position from 1
     * @param kind its kind
     * @return the id; null where there is none
     * @throws SQLException if there is no such column
     * @throws io.base62id.InvalidIdException if the column gives what is no id of the kind
     */
    public static <T> Id<T> get(ResultSet row, int position, Kind<T> kind) throws SQLException {
        String text = row.getString(position);
        return text == null ? null : kind.parse(text);
    }

    /**
     * The id that a column of uuid gives, or of the id type by now.
     *
     * @param <T> what it is an id of
     * @param row its row
     * @param position from 1
     * @param kind its kind
     * @return the id; null where there is none
     * @throws SQLException if there is no such column
     * @throws io.base62id.InvalidIdException if the column gives what has no id of the kind
     */
    public static <T> Id<T> getUuid(ResultSet row, int position, Kind<T> kind) throws SQLException {
        // A UUID, or of a type that the driver does not know an object of its own.
        Object value = row.getObject(position);
        if (value == null) {
            return null;
        }
        return kind.fromColumn(value instanceof UUID ? value : value.toString());
    }
}
