// As drivers.py, for JDBC; the argument is the value of autosave.
import java.sql.*;
import java.util.*;

public class Drivers {
    public static void main(String[] arguments) throws Exception {
        String server = "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT");
        String url = server + "/" + System.getenv("PGDATABASE") + "?user=postgres&autosave=" + arguments[0];
        try (Connection connection = DriverManager.getConnection(url); Scanner lines = new Scanner(System.in)) {
            PreparedStatement statement = connection.prepareStatement("SELECT id FROM users WHERE name = ?");
            statement.setString(1, "Ada");
            while (lines.hasNextLine()) {
                connection.setAutoCommit(!lines.nextLine().equals("transactions"));
                List<String> outcomes = new ArrayList<>();
                for (int i = 0; i < 5; ++i) {
                    try {
                        // The server prepares what is asked for the fifth time.
                        for (int j = 0; j < 6; ++j)
                            statement.executeQuery().close();
                        if (!connection.getAutoCommit())
                            connection.commit();
                        outcomes.add("ok");
                    } catch (SQLException e) {
                        outcomes.add(e.getSQLState());
                        if (!connection.getAutoCommit())
                            connection.rollback();
                    }
                }
                System.out.println(String.join(" ", outcomes));
            }
        }
    }
}
