package io.base62id;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A checked id of a kind, a value: {@link Kind} makes and reads them.
 *
 * <pre>{@code
 * Id<User> id = USERS.parse("user_01h455vb4pex5vsknk084sn02q");
 * }</pre>
 *
 * @param <T> what it is an id of: ids of two kinds are of two types
 */
public final class Id<T> implements Comparable<Id<T>> {
    private final Kind<T> kind;
    private final String text;

    Id(Kind<T> kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /**
     * Its kind.
     *
     * <pre>{@code
     * id.kind().prefix()    // user
     * }</pre>
     *
     * @return it
     */
    public Kind<T> kind() {
        return kind;
    }

    /**
     * Its UUID.
     *
     * <pre>{@code
     * id.toUuid()    // 01890a5d-ac96-774b-bcce-b302099a8057
     * }</pre>
     *
     * @return it
     * @throws UnsupportedOperationException if it is masked or a number
     */
    public UUID toUuid() {
        return kind.uuidOf(this);
    }

    /**
     * When it was made; empty: its UUID is not of version 7.
     *
     * <pre>{@code
     * id.timestamp().get()    // 2023-06-30T03:34:18.518Z
     * }</pre>
     *
     * @return the time
     * @throws UnsupportedOperationException if it is masked or a number
     */
    public Optional<Instant> timestamp() {
        return kind.timestampOf(this);
    }

    /**
     * Its canonical text.
     *
     * <pre>{@code
     * "/users/" + id    // /users/user_01h455vb4pex5vsknk084sn02q
     * }</pre>
     *
     * @return it
     */
    @Override
    public String toString() {
        return text;
    }

    /**
     * As the server orders ids of a kind.
     *
     * <pre>{@code
     * ids.sort(null)
     * }</pre>
     *
     * @param other an id of the same kind
     * @return less than, equal to or greater than zero
     */
    @Override
    public int compareTo(Id<T> other) {
        return text.compareTo(other.text);
    }

    /**
     * Whether the other is the same id of the same kind.
     *
     * <pre>{@code
     * id.equals(USERS.parse(id.toString()))    // true
     * }</pre>
     *
     * @param other anything
     * @return whether it is
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Id<?> id && id.text.equals(text) && id.kind.equals(kind);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
