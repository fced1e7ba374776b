import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.UUID;
import javax.persistence.Column;
import javax.persistence.Entity;
import javax.persistence.Id;
import javax.persistence.Table;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.Type;
import org.hibernate.cfg.Configuration;
import org.hibernate.tool.hbm2ddl.SchemaValidator;

/** Hibernate, whose entities say UUID. */
public class Hibernate {
    @Entity
    @Table(name = "authors")
    public static class Author {
        @Id @Type(type = "pg-uuid") UUID id;
        @Column String name;
    }

    @Entity
    @Table(name = "books")
    public static class Book {
        @Id @Type(type = "pg-uuid") UUID id;
        @javax.persistence.ManyToOne @javax.persistence.JoinColumn(name = "author_id") Author author;
        @Column String title;
    }

    static String is(boolean right) {
        if (!right) throw new IllegalStateException("another value");
        return "✓";
    }

    static void operations(Session session, Configuration configuration, boolean binary) {
        String read = "select id from Hibernate$Author where name = 'Ada'";
        App.cell(binary ? "binary" : "read", () -> App.same(session.createQuery(read).uniqueResult(), App.ADA));
        if (binary) return;
        App.cell("send", () -> {
            Book book = new Book();
            book.author = new Author();
            book.author.id = UUID.randomUUID();
            book.author.name = "sent";
            book.id = UUID.randomUUID();
            book.title = "b";
            session.beginTransaction();
            session.save(book.author);
            session.save(book);
            session.flush();
            session.clear();
            String name = ((Book) session.get(Book.class, book.id)).author.name;
            session.getTransaction().commit();
            return is(name.equals("sent"));
        });
        session.clear();
        App.cell("any", () -> is(2 == session.createQuery("from Hibernate$Author where id in (:ids)")
                .setParameterList("ids", Arrays.asList(App.ADA, App.GRACE)).list().size()));
        App.cell("reflection", () -> {
            new SchemaValidator(configuration).validate();
            return "validates";
        });
    }

    public static void main(String[] args) throws Exception {
        for (boolean binary : new boolean[] {false, true}) {
            String url = args[0] + (binary ? "&prepareThreshold=-1" : "");
            Configuration configuration = new Configuration().addAnnotatedClass(Author.class).addAnnotatedClass(Book.class)
                    .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
                    .setProperty("hibernate.connection.driver_class", "org.postgresql.Driver")
                    .setProperty("hibernate.connection.url", url);
            SessionFactory factory = configuration.buildSessionFactory();
            try (Connection db = DriverManager.getConnection(url)) {
                if ("told".equals(System.getenv("FORM"))) Base62idJdbc.register(db);
                operations(factory.openSession(db), configuration, binary);
            }
        }
    }
}
