package org.hibernate.usertype;

import java.sql.*;
import org.hibernate.type.descriptor.WrapperOptions;

/** What Hibernate 7 asks of a type, for a compiler that does not have Hibernate. */
public interface EnhancedUserType<J> {
    int getSqlType();
    Class<J> returnedClass();
    boolean equals(J a, J b);
    int hashCode(J x);
    J nullSafeGet(ResultSet row, int position, WrapperOptions options) throws SQLException;
    void nullSafeSet(PreparedStatement statement, J value, int position, WrapperOptions options) throws SQLException;
    J deepCopy(J value);
    boolean isMutable();
    String toSqlLiteral(J value);
    String toString(J value);
    J fromStringValue(CharSequence text);
}
