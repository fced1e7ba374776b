/** The ids of the PostgreSQL extension base62id. */
@SuppressWarnings("requires-automatic") // an older pgjdbc is no module of its own
module io.base62id {
    requires static transitive java.sql;
    requires static org.postgresql.jdbc;
    requires static transitive org.hibernate.orm.core;

    exports io.base62id;
    exports io.base62id.jdbc;
    exports io.base62id.hibernate;
}
