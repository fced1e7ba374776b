package io.base62id;

import java.util.Locale;

/**
 * How the octets of an id are written behind its type prefix.
 *
 * <pre>{@code
 * Kind.of("user").notation(Notation.ULID)
 * }</pre>
 */
public enum Notation {
    /** 26 characters, lower case. */
    TYPEID,
    /** 26 characters, upper case. */
    ULID,
    /** 22 letters and digits. */
    BASE62ID,
    /** 22 characters, {@code $} and {@code _} among them. */
    BASE64UUID,
    /** A UUID's text. */
    UUID,
    /** The 32 digits of a UUID. */
    HEX,
    /** 11 characters, of a number. */
    UID11;

    /**
     * The name that {@code typeid_create_type} takes.
     *
     * <pre>{@code
     * Notation.ULID.sqlName()    // ulid
     * }</pre>
     *
     * @return it
     */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
