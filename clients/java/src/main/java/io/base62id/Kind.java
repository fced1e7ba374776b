package io.base62id;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A kind of ids: what a type prefix and a notation are, said once and checked at once.
 *
 * <pre>{@code
 * static final Kind<User> USERS = Kind.of("user").build();
 * static final Kind<Order> ORDERS = Kind.of("order").notation(Notation.ULID).acceptUuid().build();
 *
 * Id<User> id = USERS.generate();           // user_01h455vb4pex5vsknk084sn02q
 * Id<User> id = USERS.parse(text);          // or an InvalidIdException
 * }</pre>
 *
 * <p>Kinds of the same definition are equal. {@link Systems} has those without a type prefix.
 *
 * @param <T> what its ids are ids of
 */
public final class Kind<T> {
    /** What the ids are, which says what a kind can do. */
    enum Members {
        UUIDS,
        ULIDS,
        MASKED,
        NUMBERS,
        BASEUIDS,
        XIDS
    }

    private static final Pattern TYPEID_PREFIX = Pattern.compile("[a-z](?:[a-z_]{0,61}[a-z])?");
    private static final Pattern WIDE_PREFIX = Pattern.compile("[A-Za-z](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?");
    private static final String TYPEID_WORDS = "1 to 63 characters of a to z, and _ inside";
    private static final String WIDE_WORDS = "1 to 63 letters, digits and _, a letter first and no _ last";
    /** The characters of the longest text: 63 of a type prefix, _, 36 of a UUID, two quotes. */
    private static final int LONGEST = 102;
    /** The first millisecond that a xid can have. */
    private static final long XID_EPOCH = 1_321_009_871_111L;

    private final Format format;
    private final Members members;
    private final String prefix;
    private final String lead;
    private final byte[] leadOctets;
    private final boolean masked;
    private final boolean acceptUuid;

    private Kind(Format format, Members members, String prefix, boolean masked, boolean acceptUuid) {
        this.format = format;
        this.members = members;
        this.prefix = prefix;
        this.lead = prefix.isEmpty() ? "" : prefix + "_";
        this.leadOctets = Format.ascii(lead);
        this.masked = masked;
        this.acceptUuid = acceptUuid;
    }

    /** Without a type prefix. */
    Kind(Format format, Members members) {
        this(format, members, "", false, members == Members.UUIDS || members == Members.ULIDS);
    }

    /**
     * Begins a kind.
     *
     * <pre>{@code
     * Kind<User> USERS = Kind.of("user").build();
     * }</pre>
     *
     * @param prefix the type prefix
     * @return what further options are said to
     */
    public static Builder of(String prefix) {
        return new Builder(prefix);
    }

    /** What {@code typeid_create_type} was told besides the type prefix. */
    public static final class Builder {
        private final String prefix;
        private Notation notation = Notation.TYPEID;
        private boolean masked;
        private boolean acceptUuid;

        private Builder(String prefix) {
            this.prefix = prefix;
        }

        /**
         * Says the notation, which is TYPEID where nothing is said.
         *
         * <pre>{@code
         * Kind.of("user").notation(Notation.ULID)
         * }</pre>
         *
         * @param notation it
         * @return this
         */
        public Builder notation(Notation notation) {
            this.notation = notation;
            return this;
        }

        /**
         * Says that the type has a mask key: the server alone makes and reads what is behind its ids.
         *
         * <pre>{@code
         * Kind.of("inv").notation(Notation.UID11).masked()
         * }</pre>
         *
         * @return this
         */
        public Builder masked() {
            masked = true;
            return this;
        }

        /**
         * Says that a UUID's own text is read.
         *
         * <pre>{@code
         * Kind.of("user").acceptUuid()
         * }</pre>
         *
         * @return this
         */
        public Builder acceptUuid() {
            acceptUuid = true;
            return this;
        }

        /**
         * The kind.
         *
         * <pre>{@code
         * Kind<User> USERS = Kind.of("user").build();
         * }</pre>
         *
         * @param <T> what its ids are ids of
         * @return it
         * @throws IllegalArgumentException if there is no such kind
         */
        public <T> Kind<T> build() {
            if (notation == null) {
                throw new IllegalArgumentException("a kind has a notation");
            }
            Format format = Format.of(notation);
            if (prefix == null || prefix.length() > 63 || !ruleOf(format).matcher(prefix).matches()) {
                String shown = prefix == null ? "null" : InvalidIdException.quoted(prefix);
                throw new IllegalArgumentException("a type prefix has " + wordsOf(format) + ", not " + shown);
            }
            if (acceptUuid && (masked || !format.ofUuids())) {
                throw new IllegalArgumentException("acceptUuid is of kinds of UUIDs that are not masked");
            }
            Members members = masked ? Members.MASKED : Members.UUIDS;
            return new Kind<>(format, format.ofUuids() ? members : Members.NUMBERS, prefix, masked, acceptUuid);
        }
    }

    private static Pattern ruleOf(Format format) {
        return format == Format.TYPEID ? TYPEID_PREFIX : WIDE_PREFIX;
    }

    private static String wordsOf(Format format) {
        return format == Format.TYPEID ? TYPEID_WORDS : WIDE_WORDS;
    }

    /**
     * The type prefix.
     *
     * <pre>{@code
     * USERS.prefix()    // user
     * }</pre>
     *
     * @return it; empty of {@link Systems}
     */
    public String prefix() {
        return prefix;
    }

    /**
     * The name of the notation, as the server has it.
     *
     * <pre>{@code
     * USERS.notation()    // typeid
     * }</pre>
     *
     * @return it
     */
    public String notation() {
        return format.name;
    }

    /**
     * Whether the type has a mask key.
     *
     * <pre>{@code
     * USERS.isMasked()    // false
     * }</pre>
     *
     * @return whether it has
     */
    public boolean isMasked() {
        return masked;
    }

    /**
     * Whether a UUID's own text is read.
     *
     * <pre>{@code
     * USERS.acceptsUuid()    // false
     * }</pre>
     *
     * @return whether it is
     */
    public boolean acceptsUuid() {
        return acceptUuid;
    }

    /**
     * A new id. All that a process makes ascend, while the clock stands still or steps back by up to ten
     * seconds.
     *
     * <pre>{@code
     * USERS.generate()    // user_01h455vb4pex5vsknk084sn02q
     * }</pre>
     *
     * @return it
     * @throws UnsupportedOperationException if the server alone makes such ids: masked ones, and numbers
     */
    public Id<T> generate() {
        checkUuids();
        return written(Source.OF_PROCESS.next(members == Members.ULIDS));
    }

    /**
     * Makes ids of a time and randomness that are yours: they are unique by chance, and change nothing for
     * those of {@link #generate()}.
     *
     * <pre>{@code
     * USERS.with(Clock.fixed(instant, ZoneOffset.UTC), new Random(1)).generate()
     * }</pre>
     *
     * @param clock of the time; null: the system's
     * @param random of the ten octets behind it; null: the system's strong source
     * @return what makes them
     */
    public Maker<T> with(Clock clock, RandomGenerator random) {
        checkUuids();
        return new Maker<>(
                this, clock == null ? Clock.systemUTC() : clock, random == null ? new SecureRandom() : random);
    }

    /**
     * Makes ids of a time and randomness that {@link Kind#with} was given.
     *
     * @param <T> what they are ids of
     */
    public static final class Maker<T> {
        private final Kind<T> kind;
        private final Clock clock;
        private final RandomGenerator random;

        private Maker(Kind<T> kind, Clock clock, RandomGenerator random) {
            this.kind = kind;
            this.clock = clock;
            this.random = random;
        }

        /**
         * A new id.
         *
         * <pre>{@code
         * USERS.with(clock, random).generate()
         * }</pre>
         *
         * @return it
         * @throws java.time.DateTimeException if the clock is before 1970 or after 10889
         */
        public Id<T> generate() {
            return kind.written(Source.at(kind.members == Members.ULIDS, clock, random));
        }
    }

    /**
     * The id of a text: what the input of the type makes of it. Double quotes around it, another case of the
     * notations ulid, uuid and hex, and a UUID's own text where the kind reads it are made canonical.
     *
     * <pre>{@code
     * USERS.parse("\"user_01h455vb4pex5vsknk084sn02q\"")    // user_01h455vb4pex5vsknk084sn02q
     * }</pre>
     *
     * @param text any
     * @return its id
     * @throws InvalidIdException if it is none, or null
     */
    public Id<T> parse(String text) {
        return read(text) != null ? new Id<>(this, text) : new Id<>(this, canonical(text));
    }

    /**
     * Whether this is the canonical text of an id, which {@link #parse} would give back. It throws nothing.
     *
     * <pre>{@code
     * USERS.is("user_01h455vb4pex5vsknk084sn02q")    // true
     * USERS.is(null)                                 // false
     * }</pre>
     *
     * @param text any
     * @return whether it is
     */
    public boolean is(String text) {
        return read(text) != null;
    }

    /**
     * The id of a UUID.
     *
     * <pre>{@code
     * USERS.fromUuid(uuid)    // user_01h455vb4pex5vsknk084sn02q
     * }</pre>
     *
     * @param uuid any
     * @return its id
     * @throws UnsupportedOperationException if the kind is masked or of numbers
     */
    public Id<T> fromUuid(UUID uuid) {
        checkUuids();
        return written(uuid);
    }

    /**
     * The id of a UUID's own text, with or without hyphens.
     *
     * <pre>{@code
     * USERS.fromUuid("01890a5d-ac96-774b-bcce-b302099a8057")    // user_01h455vb4pex5vsknk084sn02q
     * }</pre>
     *
     * @param uuid its text
     * @return its id
     * @throws InvalidIdException if it is none
     */
    public Id<T> fromUuid(String uuid) {
        checkUuids();
        UUID found = uuid == null ? null : Format.uuid(uuid);
        if (found == null && uuid != null && uuid.length() == 32) {
            found = Format.HEX.read(Format.HEX.fold(uuid), 0);
        }
        if (found == null) {
            String reason = "not 32 hexadecimal digits, in groups of 8-4-4-4-12 or none";
            throw new InvalidIdException("uuid", uuid, reason);
        }
        return written(found);
    }

    /**
     * The UUIDs of the first and of the last id that begins with a text, as {@code ^@} of the server finds
     * them; empty: none does.
     *
     * <pre>{@code
     * USERS.prefixRange("user_01h4").get().last()    // 01893fff-ffff-ffff-ffff-ffffffffffff
     * }</pre>
     *
     * @param text the beginning
     * @return the range
     * @throws UnsupportedOperationException if the kind is masked or of numbers
     */
    public Optional<UuidRange> prefixRange(String text) {
        checkUuids();
        if (text == null || text.length() > lead.length() + format.length) {
            return Optional.empty();
        }
        String[] range = null;
        if (text.startsWith(lead)) {
            range = format.range(text.substring(lead.length()));
        } else if (lead.startsWith(text)) {
            range = format.range("");
        }
        return range == null
                ? Optional.empty()
                : Optional.of(new UuidRange(format.read(range[0], 0), format.read(range[1], 0)));
    }

    /**
     * What a column of uuid is sent: the UUID of a text that {@link #parse} reads.
     *
     * <pre>{@code
     * USERS.toColumn("user_01h455vb4pex5vsknk084sn02q")    // 01890a5d-ac96-774b-bcce-b302099a8057
     * }</pre>
     *
     * @param text any
     * @return its UUID
     * @throws InvalidIdException if it is no id
     */
    public UUID toColumn(String text) {
        checkUuids();
        return parse(text).toUuid();
    }

    /**
     * The id of what a column gives: a UUID, its text, or an id where the column is of the id type by now.
     *
     * <pre>{@code
     * USERS.fromColumn(row.getObject(1))    // user_01h455vb4pex5vsknk084sn02q
     * }</pre>
     *
     * @param value any
     * @return its id
     * @throws InvalidIdException if it has none
     */
    public Id<T> fromColumn(Object value) {
        checkUuids();
        if (value instanceof UUID uuid) {
            return written(uuid);
        }
        String text = value == null ? null : value.toString();
        UUID uuid = text == null ? null : Format.uuid(text);
        return uuid == null ? parse(text) : written(uuid);
    }

    /**
     * The numbers of a kind of {@link Notation#UID11} that is not masked.
     *
     * <pre>{@code
     * INVOICES.numbers().encode(42)    // inv_1111111111j
     * }</pre>
     *
     * @return what knows them
     * @throws IllegalArgumentException if the kind is another
     */
    public Numbers<T> numbers() {
        return new Numbers<>(this, null);
    }

    /**
     * The numbers of a masked kind of {@link Notation#UID11}.
     *
     * <pre>{@code
     * INVOICES.numbers(key).encode(42)
     * }</pre>
     *
     * @param key the 16 octets of the mask key
     * @return what knows them
     * @throws IllegalArgumentException if the kind is another
     */
    public Numbers<T> numbers(byte[] key) {
        return new Numbers<>(this, Objects.requireNonNull(key, "a masked kind needs its key"));
    }

    /**
     * A regular expression for JSON Schema and OpenAPI. Every text that {@link #parse} reads without quotes
     * matches, and of base62id, uid11 and masked kinds a few others, which it refuses.
     *
     * <pre>{@code
     * USERS.pattern()    // ^user_[0-7][0-9a-hjkmnp-tv-z]{25}$
     * }</pre>
     *
     * @return it
     */
    public String pattern() {
        String own = lead + format.pattern;
        return acceptUuid ? "^(?:" + own + "|" + Format.UUID_PATTERN + ")$" : "^" + own + "$";
    }

    /**
     * Whether the other is a kind of the same definition.
     *
     * <pre>{@code
     * Kind.of("user").build().equals(USERS)    // true
     * }</pre>
     *
     * @param other anything
     * @return whether it is
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Kind<?> kind && kind.format == format && kind.members == members
                && kind.prefix.equals(prefix) && kind.masked == masked && kind.acceptUuid == acceptUuid;
    }

    @Override
    public int hashCode() {
        return Objects.hash(format.name, members, prefix, masked, acceptUuid);
    }

    /**
     * For messages.
     *
     * @return a text for people
     */
    @Override
    public String toString() {
        return prefix.isEmpty() ? format.name : prefix + " id";
    }

    Id<T> written(UUID uuid) {
        return new Id<>(this, format.write(leadOctets, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()));
    }

    Id<T> ofNumber(long number) {
        return new Id<>(this, format.write(leadOctets, 0, number));
    }

    UUID uuidOf(Id<T> id) {
        checkUuids();
        return format.read(id.toString(), lead.length());
    }

    Optional<Instant> timestampOf(Id<T> id) {
        UUID number = format.read(id.toString(), lead.length());
        long high = number.getMostSignificantBits();
        return switch (members) {
            case XIDS -> Optional.of(Instant.ofEpochMilli((number.getLeastSignificantBits() >>> 22) + XID_EPOCH));
            case BASEUIDS -> Optional.of(baseuidTime((high << 8 | number.getLeastSignificantBits() >>> 56) >>> 16));
            case ULIDS -> Optional.of(Instant.ofEpochMilli(high >>> 16));
            case UUIDS -> isVersion(number, 7) ? Optional.of(Instant.ofEpochMilli(high >>> 16)) : Optional.empty();
            default -> throw new UnsupportedOperationException("no time is in " + this + "s");
        };
    }

    // Units of 2^15 ns, of which 125 are 4096 us.
    private static Instant baseuidTime(long units) {
        long microseconds = units / 125 * 4096 + units % 125 * 4096 / 125;
        return Instant.ofEpochSecond(microseconds / 1_000_000, microseconds % 1_000_000 * 1000);
    }

    private static boolean isVersion(UUID uuid, int version) {
        return uuid.version() == version && uuid.variant() == 2;
    }

    private void checkUuids() {
        if (members != Members.UUIDS && members != Members.ULIDS) {
            throw new UnsupportedOperationException("the server alone makes and reads UUIDs of a " + this);
        }
    }

    /** The number of the canonical text of an id; null of everything else. */
    UUID read(String text) {
        if (text == null || text.length() != lead.length() + format.length || !text.startsWith(lead)) {
            return null;
        }
        UUID number = format.read(text, lead.length());
        return number == null || !isMask(number) ? null : number;
    }

    /** A masked id is a UUID of version 4, and a masked number any number. */
    private boolean isMask(UUID uuid) {
        return !masked || !format.ofUuids() || isVersion(uuid, 4);
    }

    private String canonical(String given) {
        if (given == null) {
            throw new InvalidIdException(toString(), null, "null is no text");
        }
        if (given.length() > LONGEST) {
            throw invalid(given, given.length() + " characters, which are more than any id has");
        }
        int size = given.length();
        boolean quoted = size >= 2 && given.charAt(0) == '"' && given.charAt(size - 1) == '"';
        String text = quoted ? given.substring(1, size - 1) : given;
        UUID uuid = acceptUuid ? Format.uuid(text) : null;
        if (uuid != null) {
            return written(uuid).toString();
        }
        String characters = text.startsWith(lead) ? format.fold(text.substring(lead.length())) : null;
        UUID number = characters == null ? null : format.read(characters, 0);
        if (number == null) {
            throw invalid(given, reason(text, quoted));
        }
        if (!isMask(number)) {
            throw invalid(given, "its UUID is not of version 4, as that of every masked id is");
        }
        return lead + characters;
    }

    private InvalidIdException invalid(String given, String reason) {
        return new InvalidIdException(toString(), given, reason);
    }

    /** What is wrong with a text that is none of this kind. */
    private String reason(String text, boolean quoted) {
        String other = otherPrefix(text);
        if (!text.startsWith(lead)) {
            return reasonOfPrefix(other == null ? text.substring(0, Math.max(text.lastIndexOf('_'), 0)) : other);
        }
        String characters = text.substring(lead.length());
        int count = characters.length();
        if (count != format.length) {
            if (other != null) {
                return reasonOfPrefix(other);
            }
            String where = lead.isEmpty() ? "" : " behind the type prefix";
            return count + (count == 1 ? " character" : " characters") + where + ", not " + format.length;
        }
        int wrong = format.fault(characters);
        if (wrong < 0) {
            return "its number is none of a " + format.name;
        }
        int position = lead.length() + wrong + (quoted ? 2 : 1);
        String shown = InvalidIdException.quoted(characters.substring(wrong, wrong + 1));
        return shown + " at position " + position + " is not in its alphabet";
    }

    private String reasonOfPrefix(String found) {
        if (found.isEmpty()) {
            return "it does not begin with " + InvalidIdException.quoted(lead);
        }
        String shown = InvalidIdException.quoted(found);
        return ruleOf(format).matcher(found).matches()
                ? "the type prefix is " + shown + ", not " + InvalidIdException.quoted(prefix)
                : "a type prefix has " + wordsOf(format) + ", not " + shown;
    }

    /**
     * The type prefix before a complete suffix of the notation: the separator is counted from the end, as
     * characters of a notation can be underscores.
     */
    private String otherPrefix(String text) {
        int at = text.length() - format.length - 1;
        boolean complete = at >= 0 && text.charAt(at) == '_'
                && format.read(format.fold(text.substring(at + 1)), 0) != null;
        return !complete || text.substring(0, at).equals(prefix) ? null : text.substring(0, at);
    }
}
