package io.base62id;

/**
 * A value that is no id of a kind. The message says what is wrong with it, and where.
 *
 * <pre>{@code
 * USERS.parse("user_1")
 * // invalid user id "user_1": 1 character behind the type prefix, not 26
 * }</pre>
 */
public final class InvalidIdException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private static final int SHOWN = 100;

    InvalidIdException(String kind, String given, String reason) {
        super("invalid " + kind + (given == null ? "" : " " + quoted(given)) + ": " + reason);
    }

    /**
     * The SQLSTATE that the server raises for such a text.
     *
     * <pre>{@code
     * error.getSqlState()    // 22P02
     * }</pre>
     *
     * @return 22P02
     */
    public String getSqlState() {
        return "22P02";
    }

    /** At most 100 characters of a text. */
    static String quoted(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.codePoints().limit(SHOWN).forEach(c -> {
            if (c == '"' || c == '\\') {
                shown.append('\\');
            }
            if (Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.append('"').toString();
    }
}
