import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.EnhancedUserType;

/**
 * An attribute of Hibernate 7 that is an id, a String: over a column of the typed id, or, with asUuid, over one of uuid, which may become one of
 * the typed id made with accept_uuid. A wrong kind never reaches the server. Copy this file and the two beside it.
 *
 * <pre>{@code
 * public class UserId extends Base62idType {
 *     public UserId() {
 *         super(Base62id.of("typeid", "user"), true);
 *     }
 * }
 * @Id @Type(UserId.class) @Column(columnDefinition = "uuid") String id;
 * }</pre>
 */
public abstract class Base62idType implements EnhancedUserType<String> {
    private final Base62id kind;
    private final boolean asUuid;

    protected Base62idType(Base62id kind, boolean asUuid) {
        this.kind = kind;
        this.asUuid = asUuid;
    }

    @Override
    public int getSqlType() {
        return Types.OTHER;
    }

    @Override
    public Class<String> returnedClass() {
        return String.class;
    }

    @Override
    public String nullSafeGet(ResultSet row, int position, WrapperOptions options) throws SQLException {
        return Base62idJdbc.get(row, position, kind, asUuid);
    }

    @Override
    public void nullSafeSet(PreparedStatement statement, String id, int position, WrapperOptions options) throws SQLException {
        Base62idJdbc.set(statement, position, kind, id, asUuid);
    }

    // Without a literal Hibernate starts with no such key.
    @Override
    public String toSqlLiteral(String id) {
        return "'" + (asUuid ? kind.toColumn(id).toString() : kind.parse(id)) + "'";
    }

    @Override
    public String toString(String id) {
        return id;
    }

    @Override
    public String fromStringValue(CharSequence text) {
        return kind.parse(text.toString());
    }

    // By these a session knows an object by its row, whatever text of the id the attribute was given.
    @Override
    public boolean equals(String a, String b) {
        return Objects.equals(canonical(a), canonical(b));
    }

    @Override
    public int hashCode(String id) {
        return Objects.hashCode(canonical(id));
    }

    private String canonical(String id) {
        return id != null && kind.isValid(id) ? kind.parse(id) : id;
    }

    @Override
    public String deepCopy(String id) {
        return id;
    }

    @Override
    public boolean isMutable() {
        return false;
    }
}
