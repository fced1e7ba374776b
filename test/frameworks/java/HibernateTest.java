// Hibernate over columns of uuid: what stored.py asks, what hbm2ddl makes of it, and User, the entity of
// the extension, which is a code block of docs/frameworks/java.md.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
import io.base62id.Kind;
import io.base62id.hibernate.IdType;
import jakarta.persistence.*;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.*;
import java.util.stream.Stream;
import org.hibernate.*;
import org.hibernate.annotations.*;
import org.hibernate.query.SelectionQuery;
import org.hibernate.type.CustomType;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.EnhancedUserType;

public class HibernateTest {
    static final String STATE = System.getenv("STATE");
    static final boolean TYPED = STATE.equals("typed");
    static final Kind<Person> USER = Kind.of("user").build();
    static final Kind<Order> ORDER = Kind.of("order").build();
    static final CustomType<String> USER_ID = new CustomType<>(new UserId(), null);
    static String literal(String id) { return new UserId().toSqlLiteral(id); }

    /** What stored.py asks is texts: an attribute of IdType as its text. */
    public abstract static class TextType<T> implements EnhancedUserType<String> {
        final Kind<T> kind;
        final IdType<T> ids;
        TextType(Kind<T> kind) {
            this.kind = kind;
            ids = new IdType<>(kind, !TYPED) {};
        }
        @Override public int getSqlType() { return ids.getSqlType(); }
        @Override public Class<String> returnedClass() { return String.class; }
        @Override public String nullSafeGet(ResultSet row, int position, WrapperOptions options) throws SQLException {
            var id = ids.nullSafeGet(row, position, options);
            return id == null ? null : id.toString();
        }
        @Override public void nullSafeSet(PreparedStatement statement, String id, int position, WrapperOptions options)
                throws SQLException {
            ids.nullSafeSet(statement, id == null ? null : kind.parse(id), position, options);
        }
        @Override public String toSqlLiteral(String id) { return ids.toSqlLiteral(kind.parse(id)); }
        @Override public String toString(String id) { return id; }
        @Override public String fromStringValue(CharSequence text) { return ids.fromStringValue(text).toString(); }
        String canonical(String id) { return id == null ? null : kind.parse(id).toString(); }
        @Override public boolean equals(String a, String b) { return Objects.equals(canonical(a), canonical(b)); }
        @Override public int hashCode(String id) { return Objects.hashCode(canonical(id)); }
        @Override public String deepCopy(String id) { return id; }
        @Override public boolean isMutable() { return false; }
    }
    public static class UserId extends TextType<Person> { public UserId() { super(USER); } }
    public static class OrderId extends TextType<Order> { public OrderId() { super(ORDER); } }
    @Entity(name = "Person") @Table(name = "users")
    public static class Person {
        @Id @Generated(writable = true) @ColumnDefault("gen_random_uuid()")
        @Type(UserId.class) @Column(columnDefinition = "uuid") String id;
        @Column(nullable = false, columnDefinition = "text") String name;
        @OneToMany(mappedBy = "buyer") List<Order> orders;
        @ManyToMany
        @JoinTable(
                name = "watches",
                joinColumns = @JoinColumn(name = "user_id"),
                inverseJoinColumns = @JoinColumn(name = "order_id"))
        List<Order> watched;
    }
    @Entity(name = "Bill") @Table(name = "orders")
    public static class Order {
        @Id @Generated(writable = true) @ColumnDefault("gen_random_uuid()")
        @Type(OrderId.class) @Column(columnDefinition = "uuid") String id;
        @ManyToOne(fetch = FetchType.LAZY) @JoinColumn(name = "buyer_id", nullable = false) Person buyer;
        @ManyToOne(fetch = FetchType.LAZY) @JoinColumn(name = "parent_id") Order parent;
        @Column(columnDefinition = "text") String note;
    }
    @Embeddable public record Pair(
            @Type(UserId.class) @Column(name = "user_id", columnDefinition = "uuid") String user,
            @Type(OrderId.class) @Column(name = "order_id", columnDefinition = "uuid") String order) {}
    @Entity @Table(name = "watches") public static class Watch { @EmbeddedId Pair id; }
    @Entity(name = "Buyer") @Table(name = "buyers") @Immutable @org.hibernate.annotations.BatchSize(size = 4)
    public static class Buyer {
        @Id @Type(UserId.class) @Column(columnDefinition = "uuid") String id;
        long orders;
    }
    static final Class<?>[] TABLES = {Person.class, Order.class, Watch.class};

    static SessionFactory factory;
    static SessionFactory open(String schema, String action, Class<?>... classes) {
        String url = System.getenv("JDBC_URL") + "&currentSchema=" + schema;
        var made = new org.hibernate.cfg.Configuration()
                .setProperty("hibernate.connection.url", url)
                .setProperty("hibernate.hbm2ddl.auto", action)
                .setProperty("hibernate.xml_mapping_enabled", "false");
        for (Class<?> one : classes) made.addAnnotatedClass(one);
        return made.buildSessionFactory();
    }
    static <T> List<T> list(SelectionQuery<T> query, Object... given) {
        for (int i = 0; i < given.length; ++i) query.setParameter(i + 1, given[i]);
        return query.getResultList();
    }
    static <T> List<T> sql(Session s, Class<T> kind, String query, Object... given) {
        return list(s.createNativeQuery(query, kind), given);
    }
    static List<String> ids(Session s, String where, Object... given) {
        String query = "select p.id from Person p where " + where + " order by p.id";
        return list(s.createSelectionQuery(query, String.class), given);
    }
    static List<String> listOf(String words) {
        return Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).toList();
    }
    static String idOf(Order order) {
        return ((Order) Hibernate.unproxy(order)).id;
    }
    static Stream<String> fields(String way, List<Order> all) {
        return all.stream().map(o -> String.join(" ", way, o.id, o.buyer.id, o.parent == null ? "-" : idOf(o.parent)));
    }
    static String add(Session s, Object one) {
        s.persist(one);
        s.flush();
        return (String) s.getIdentifier(one);
    }
    static String addUser(Session s, String id, String name, String friends, String fact) {
        Person one = new Person();
        one.id = id.isEmpty() ? null : id;
        one.name = name;
        String made = add(s, one);
        String all = String.join(",", listOf(friends).stream().map(f -> literal(f).replace("'", "")).toList());
        String update = "UPDATE users SET friends = '{" + all + "}', facts = jsonb_build_object('id', ?1) WHERE id = ";
        s.createNativeMutationQuery(update + literal(made)).setParameter(1, fact).executeUpdate();
        return made;
    }
    static List<String> user(Session s, String id) {
        Person one = s.find(Person.class, id);
        if (one == null) return List.of();
        String query = "SELECT array_to_string(friends::text[], ' '), coalesce(facts->>'id', '')"
                + " FROM users WHERE id = " + literal(one.id);
        Object[] more = sql(s, Object[].class, query).get(0);
        Stream<String> friends = listOf((String) more[0]).stream().map(USER::fromColumn).map(Object::toString);
        return List.of(one.id, one.name, String.join(" ", friends.toList()), (String) more[1]);
    }
    static String addOrder(Session s, String id, String buyer, String parent, String note) {
        Order one = new Order();
        one.id = id.isEmpty() ? null : id;
        one.buyer = s.getReference(Person.class, buyer);
        one.parent = parent.isEmpty() ? null : s.getReference(Order.class, parent);
        one.note = note;
        return add(s, one);
    }
    static Object answer(Session s, String operation, String... g) {
        return switch (operation) {
            case "add_user" -> addUser(s, g[0], g[1], g[2], g[3]);
            case "user" -> user(s, g[0]);
            case "add_order" -> addOrder(s, g[0], g[1], g[2], g[3]);
            case "watch" -> {
                s.find(Person.class, g[0]).watched.add(s.getReference(Order.class, g[1]));
                s.flush();
                s.clear();
                assert s.find(Watch.class, new Pair(g[0], g[1])).id.equals(new Pair(g[0], g[1])) : "an embedded id";
                yield List.of();
            }
            case "orders" -> {
                List<Order> lazy = s.find(Person.class, g[0]).orders;
                String byPath = "from Bill o where o.buyer.id = ?1";
                List<Order> path = list(s.createSelectionQuery(byPath, Order.class), g[0]);
                String byJoin = "from Bill o join fetch o.buyer b left join fetch o.parent where b.id = ?1";
                List<Order> join = list(s.createSelectionQuery(byJoin, Order.class), g[0]);
                yield Stream.of(fields("lazy", lazy), fields("path", path), fields("join", join))
                        .flatMap(one -> one)
                        .toList();
            }
            case "watched" -> s.find(Person.class, g[0]).watched.stream().map(o -> o.id).toList();
            case "in" -> ids(s, "p.id in ?1", listOf(g[0]));
            case "between" -> ids(s, "p.id between ?1 and ?2", g[0], g[1]);
            case "below" -> ids(s, "p.id < ?1", g[0]);
            case "prefix" -> USER.prefixRange(g[0])
                    .map(r -> ids(s, "p.id between ?1 and ?2",
                            USER.fromUuid(r.first()).toString(), USER.fromUuid(r.last()).toString()))
                    .orElse(List.of());
            case "friend" -> {
                String query = "SELECT * FROM users WHERE " + literal(g[0]) + " = ANY (friends)";
                yield sql(s, Person.class, query).stream().map(p -> p.id).toList();
            }
            case "upsert" -> {
                String insert = "insert into Person (id, name) values (?1, ?2)"
                        + " on conflict (id) do update set name = excluded.name";
                s.createMutationQuery(insert)
                        .setParameter(1, g[0], USER_ID)
                        .setParameter(2, g[1])
                        .executeUpdate();
                yield ids(s, "p.id = ?1", g[0]);
            }
            case "give" -> {
                Order one = s.find(Order.class, g[0]);
                one.buyer = s.find(Person.class, g[1]);
                s.flush();
                s.refresh(one);
                yield List.of(one.id, one.buyer.id);
            }
            case "remove" -> s.createMutationQuery("delete from Person p where p.id = ?1")
                    .setParameter(1, g[0])
                    .executeUpdate();
            case "buyer" -> list(s.createSelectionQuery("from Buyer b where b.id = ?1", Buyer.class), g[0]).stream()
                    .flatMap(b -> Stream.of(b.id, b.orders))
                    .toList();
            case "policy" -> {
                String query = "SELECT set_config('shop.customer', ?1, true), set_config('role', 'customer', true)";
                sql(s, Object.class, query, g[0]);
                yield list(s.createSelectionQuery("select o.id from Bill o", String.class));
            }
            case "call" -> sql(s, Object.class, "SELECT orders_of(?1)", UUID.fromString(g[0]));
            case "parents" -> sql(s, Object.class, "SELECT id FROM parents()");
            case "tree" -> {
                String query = "WITH RECURSIVE up AS (SELECT * FROM orders WHERE id = "
                        + new OrderId().toSqlLiteral(g[0])
                        + " UNION ALL SELECT o.* FROM orders o JOIN up ON o.id = up.parent_id) SELECT * FROM up";
                yield sql(s, Order.class, query).stream().map(HibernateTest::idOf).toList();
            }
            case "own" -> own(g[0], g[1]);
            case "migrate" -> {
                open("public", "update", TABLES).close();
                yield List.of();
            }
            default -> "?";
        };
    }
    static void check(String title, Class<?> wanted, Runnable test) {
        Throwable got = null;
        try {
            test.run();
        } catch (RuntimeException | Error error) {
            got = error;
        }
        String kind = wanted == (got == null ? null : got.getClass()) ? "ok" : "fail";
        System.out.println(kind + "\t" + STATE + ": " + title + "\t" + String.valueOf(got).replace("\n", " "));
    }
    static String columns(SessionFactory of) {
        String query = "SELECT string_agg(concat_ws(' ', table_name, column_name, udt_name, column_default), ', '"
                + " ORDER BY table_name, column_name)"
                + " FROM information_schema.columns WHERE table_schema = current_schema"
                + " AND table_name IN ('users', 'orders', 'watches')";
        return of.fromSession(s -> sql(s, String.class, query).get(0));
    }
    static List<String> own(String mine, String server) {
        check("validate and update leave the columns", null, () -> {
            String before = columns(factory);
            for (String action : new String[] {"validate", "update"}) open("public", action, TABLES).close();
            assert before.equals(columns(factory)) : before;
        });
        check("references, groups, lists, another text of an id, native queries", null, () -> factory.inSession(s -> {
            Person one = s.find(Person.class, mine);
            String group = "select o.buyer.id, count(*) from Bill o where o.buyer = ?1 group by o.buyer.id";
            Object[] found = list(s.createSelectionQuery(group, Object[].class), one).get(0);
            assert found[0].equals(mine) : "group";
            assert ids(s, "p.id in (?1, ?2) and p.id not in (?2)", mine, server).equals(List.of(mine)) : "in";
            String inBills = "p in (select o.buyer from Bill o) and p.id in ?1";
            assert ids(s, inBills, List.of(mine)).equals(List.of(mine)) : "subquery";
            assert s.find(Person.class, '"' + mine + '"') == one : "quoted";
            Object scalar = s.createNativeQuery("SELECT id FROM users WHERE id = :id", Object.class)
                    .addScalar("id", USER_ID)
                    .setParameter("id", mine, USER_ID)
                    .getSingleResult();
            assert scalar.equals(mine) : "scalar";
        }));
        // What docs/frameworks/java.md says that fails, by errors of Hibernate itself.
        check("findMultiple fails", NullPointerException.class,
                () -> factory.inSession(s -> s.findMultiple(Person.class, List.of(mine, server))));
        check("a batch fails", NullPointerException.class,
                () -> factory.inSession(s -> Stream.of(mine, server)
                        .map(id -> s.getReference(Buyer.class, id))
                        .toList()
                        .forEach(Hibernate::initialize)));
        check("upsert fails", org.hibernate.exception.SQLGrammarException.class,
                () -> factory.inStatelessSession(s -> s.upsert(s.get(Person.class, mine))));
        if (TYPED) check("the page's entity", null, HibernateTest::page);
        return List.of();
    }
    static void page() {
        factory.inTransaction(s -> s.createNativeMutationQuery("CREATE SCHEMA page").executeUpdate());
        for (String action : new String[] {"create-only", "update"}) {
            try (SessionFactory made = open("page,public", action, User.class)) {
                assert columns(made).equals("users id user_id user_id_new()") : columns(made);
                made.inTransaction(s -> {
                    User one = new User();
                    s.persist(one);
                    s.flush();
                    assert User.startingWith(s, one.id.toString().substring(0, 28)).get(0) == one : one.id;
                });
            }
        }
    }

    public static void main(String[] arguments) {
        factory = open("public", "none", Person.class, Order.class, Watch.class, Buyer.class);
        for (Scanner in = new Scanner(System.in); in.hasNextLine();) {
            String[] words = in.nextLine().split("\t", -1);
            try {
                String[] given = Arrays.copyOfRange(words, 1, words.length);
                Object made = factory.fromTransaction(s -> answer(s, words[0], given));
                List<?> fields = made instanceof List<?> all ? all : List.of(made);
                String line = String.join("", fields.stream().map(one -> "\t" + one).toList());
                System.out.println(made.equals("?") ? "?" : "=" + line);
            } catch (RuntimeException | Error error) {
                String code = "";
                for (Throwable e = error; e != null; e = e.getCause()) {
                    code = e instanceof SQLException told ? told.getSQLState() : code;
                }
                System.out.println("!\t" + code + "\t" + String.valueOf(error).replaceAll("\\s+", " "));
            }
        }
    }
}
