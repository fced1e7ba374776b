package io.base62id;

/**
 * Kinds without a type prefix: of columns of the types that the extension brings.
 *
 * <pre>{@code
 * Id<Systems.Ulid> id = Systems.ULID.generate();
 * }</pre>
 */
public final class Systems {
    /** What ids of the type base62id are of. */
    public interface Base62id {}

    /** What ids of the type base64uuid are of. */
    public interface Base64uuid {}

    /** What ids of the type ulid are of. */
    public interface Ulid {}

    /** What ids of the type baseuid are of. */
    public interface Baseuid {}

    /** What ids of the type uid11 are of that {@code xid_new()} makes. */
    public interface Xid {}

    /** Of columns of base62id. */
    public static final Kind<Base62id> BASE62ID = new Kind<>(Format.BASE62ID, Kind.Members.UUIDS);
    /** Of columns of base64uuid. */
    public static final Kind<Base64uuid> BASE64UUID = new Kind<>(Format.BASE64UUID, Kind.Members.UUIDS);
    /** Of columns of ulid: by the ULID specification, without a version. */
    public static final Kind<Ulid> ULID = new Kind<>(Format.ULID, Kind.Members.ULIDS);
    /** Of columns of baseuid, whose ids the server makes. */
    public static final Kind<Baseuid> BASEUID = new Kind<>(Format.BASEUID, Kind.Members.BASEUIDS);
    /** Of columns of uid11 whose ids {@code xid_new()} of the server makes. */
    public static final Kind<Xid> XID = new Kind<>(Format.UID11, Kind.Members.XIDS);

    private Systems() {}
}
