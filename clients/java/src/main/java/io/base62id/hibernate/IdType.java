package io.base62id.hibernate;

import io.base62id.Id;
import io.base62id.Kind;
import io.base62id.jdbc.IdColumns;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.EnhancedUserType;

/**
 * An attribute of Hibernate 7 that is an id, over a column of its id type, or, with {@code asUuid}, over one of
 * uuid, which may become one of the id type made with accept_uuid. An id of another kind does not compile.
 *
 * <pre>{@code
 * public class UserIdType extends IdType<User> {
 *     public UserIdType() {
 *         super(USERS, false);
 *     }
 * }
 *
 * @jakarta.persistence.Id
 * @Type(UserIdType.class)
 * @Column(columnDefinition = "user_id")
 * io.base62id.Id<User> id;
 * }</pre>
 *
 * @param <T> what it is an id of
 */
public abstract class IdType<T> implements EnhancedUserType<Id<T>> {
    private final Kind<T> kind;
    private final boolean asUuid;

    /**
     * Of a kind.
     *
     * @param kind it
     * @param asUuid whether the column is one of uuid
     */
    protected IdType(Kind<T> kind, boolean asUuid) {
        this.kind = kind;
        this.asUuid = asUuid;
    }

    @Override
    public int getSqlType() {
        return Types.OTHER;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<Id<T>> returnedClass() {
        return (Class<Id<T>>) (Class<?>) Id.class;
    }

    @Override
    public Id<T> nullSafeGet(ResultSet row, int position, WrapperOptions options) throws SQLException {
        return asUuid ? IdColumns.getUuid(row, position, kind) : IdColumns.get(row, position, kind);
    }

    @Override
    public void nullSafeSet(PreparedStatement statement, Id<T> id, int position, WrapperOptions options)
            throws SQLException {
        if (asUuid) {
            IdColumns.setUuid(statement, position, id);
        } else {
            IdColumns.set(statement, position, id);
        }
    }

    // Without a literal Hibernate starts with no such key.
    @Override
    public String toSqlLiteral(Id<T> id) {
        return "'" + (asUuid ? id.toUuid().toString() : id.toString()) + "'";
    }

    @Override
    public String toString(Id<T> id) {
        return id.toString();
    }

    @Override
    public Id<T> fromStringValue(CharSequence text) {
        return kind.parse(text.toString());
    }

    @Override
    public boolean equals(Id<T> a, Id<T> b) {
        return Objects.equals(a, b);
    }

    @Override
    public int hashCode(Id<T> id) {
        return Objects.hashCode(id);
    }

    @Override
    public Id<T> deepCopy(Id<T> id) {
        return id;
    }

    @Override
    public boolean isMutable() {
        return false;
    }
}
