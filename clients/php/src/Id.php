<?php

declare(strict_types=1);

namespace Base62id;

use BadMethodCallException;
use DateTimeImmutable;
use DateTimeInterface;
use JsonSerializable;
use Random\Randomizer;
use SensitiveParameter;
use Stringable;

/**
 * A checked id. A kind of ids is a class of its own, whose constants say what it is:
 *
 *     final class UserId extends Base62id\Id
 *     {
 *         const PREFIX = 'user';
 *     }
 *
 *     $id = UserId::generate();               // user_01h455vb4pex5vsknk084sn02q
 *     $id = UserId::parse($_GET['id']);       // or an InvalidId
 *
 * The constants are checked where the class is first used: an InvalidArgumentException says what is
 * wrong with them.
 */
abstract class Id implements Stringable, JsonSerializable
{
    /** The type prefix. */
    public const PREFIX = '';
    /** A case of Notation. */
    public const NOTATION = Notation::TypeId;
    /** Whether the type has a mask key. */
    public const MASKED = false;
    /** Whether a UUID's own text is read. */
    public const ACCEPT_UUID = false;

    /** @var array<class-string, Kind> */
    private static array $kinds = [];

    /** @param string $value the canonical text */
    final private function __construct(public readonly string $value)
    {
    }

    /**
     * A new id. All that a process makes ascend, while the clock stands still or steps back by up to
     * ten seconds. With a time or a Randomizer it is unique by chance, and changes nothing for the
     * next one.
     *
     *     UserId::generate();
     *     UserId::generate(new DateTimeImmutable('2026-01-01Z'));
     *
     * @throws \RangeException if an id cannot have the time: it is before 1970 or from 10889 on
     * @throws BadMethodCallException if the server alone makes such ids: masked ones, and numbers
     */
    final public static function generate(?DateTimeInterface $at = null, ?Randomizer $random = null): static
    {
        $kind = self::kindOfUuids('generate');
        $ulid = $kind->system && $kind->notation === 'ulid';
        $source = Source::current();
        $numbers = $at === null && $random === null ? $source->next($ulid) : $source->at($ulid, $at, $random);

        return new static($kind->write(...$numbers));
    }

    /**
     * The id of a text: what the input of the type makes of it. Double quotes around it, another
     * case of the notations ulid, uuid and hex, and a UUID's own text where the kind reads it are
     * made canonical. An id of this class is given back.
     *
     *     UserId::parse('"user_01h455vb4pex5vsknk084sn02q"')->value;   // user_01h455vb4pex5vsknk084sn02q
     *
     * @throws InvalidId for everything else, whatever its type
     */
    final public static function parse(mixed $text): static
    {
        return $text instanceof static ? $text : new static(self::kind()->parse($text));
    }

    /**
     * Whether this is the canonical text of an id. It throws nothing.
     *
     *     UserId::is('user_01h455vb4pex5vsknk084sn02q');   // true
     *     UserId::is(null);                                // false
     */
    final public static function is(mixed $text): bool
    {
        return self::kind()->isCanonical($text);
    }

    /**
     * The id of a UUID's text, with or without hyphens.
     *
     *     UserId::fromUuid('01890a5d-ac96-774b-bcce-b302099a8057')->value;   // user_01h455vb4pex5vsknk084sn02q
     *
     * @throws InvalidId
     */
    final public static function fromUuid(mixed $uuid): static
    {
        $id = self::kindOfUuids('fromUuid')->fromUuid($uuid instanceof Stringable ? (string) $uuid : $uuid);
        $reason = 'not 32 hexadecimal digits, in groups of 8-4-4-4-12 or none';

        return new static($id ?? throw InvalidId::of('uuid', $uuid, $reason));
    }

    /**
     * The UUIDs of the first and of the last id that begins with a text, as ^@ of the server finds
     * them, or null if none does.
     *
     *     UserId::prefixRange('user_01h4');
     *     // ['01890000-0000-0000-0000-000000000000', '01893fff-ffff-ffff-ffff-ffffffffffff']
     *
     * @return array{string, string}|null
     */
    final public static function prefixRange(string $text): ?array
    {
        return self::kindOfUuids('prefixRange')->prefixRange($text);
    }

    /**
     * What a column of uuid is sent: the UUID of an id, or of a text that parse() reads.
     *
     *     UserId::toColumn('user_01h455vb4pex5vsknk084sn02q');   // 01890a5d-ac96-774b-bcce-b302099a8057
     *
     * @throws InvalidId
     */
    final public static function toColumn(mixed $text): string
    {
        self::kindOfUuids('toColumn');

        return static::parse($text)->toUuid();
    }

    /**
     * The id of what a column gives: a UUID, or an id where the column is of the id type by now.
     *
     *     UserId::fromColumn('01890a5d-ac96-774b-bcce-b302099a8057')->value;   // user_01h455vb4pex5vsknk084sn02q
     *
     * @throws InvalidId
     */
    final public static function fromColumn(mixed $value): static
    {
        self::kindOfUuids('fromColumn');

        return is_string($value) && Kind::isUuid($value) ? static::fromUuid($value) : static::parse($value);
    }

    /**
     * A regular expression for JSON Schema and OpenAPI. Every text that parse() reads without quotes
     * matches, and of base62id, uid11 and masked kinds a few others, which parse() refuses.
     *
     *     UserId::pattern();   // ^user_[0-7][0-9a-hjkmnp-tv-z]{25}$
     */
    final public static function pattern(): string
    {
        return self::kind()->pattern();
    }

    /**
     * The numbers behind the ids of a kind of Notation::Uid11.
     *
     *     InvoiceId::numbers()->encode(42)->value;   // inv_1111111111j
     *
     * @param string|null $key the 16 octets of the mask key, of a masked kind and of no other
     *
     * @return Numbers<static>
     *
     * @throws \InvalidArgumentException if the kind is of another notation, or the key is missing or in excess
     */
    final public static function numbers(#[SensitiveParameter] ?string $key = null): Numbers
    {
        return new Numbers(static::class, self::kind(), $key);
    }

    /**
     * The UUID of this id.
     *
     *     UserId::parse('user_01h455vb4pex5vsknk084sn02q')->toUuid();   // 01890a5d-ac96-774b-bcce-b302099a8057
     */
    final public function toUuid(): string
    {
        $kind = self::kindOfUuids('toUuid');

        return $kind->uuidOf($kind->characters($this->value));
    }

    /**
     * When this id was made, or null if its UUID is not of version 7.
     *
     *     UserId::parse('user_01h455vb4pex5vsknk084sn02q')->timestamp()->format('c');   // 2023-06-30T03:34:18+00:00
     */
    final public function timestamp(): ?DateTimeImmutable
    {
        $kind = self::kind();
        $characters = $kind->characters($this->value);
        if ($kind->system && $kind->notation === 'baseuid') {
            // Units of 2^15 ns, of which 125 are 4096 us.
            $units = Codec::baseuidTime($characters);

            return self::time(intdiv($units, 125) * 4096 + intdiv($units % 125 * 4096, 125));
        }
        if ($kind->system && $kind->notation === 'uid11') {
            [$high, $low] = Codec::words($characters);

            return self::time((($high << 10 | $low >> 22) + 1321009871111) * 1000);
        }
        $kind = self::kindOfUuids('timestamp');
        [$high, $low] = $kind->halves($this->value);
        $timed = ($kind->system && $kind->notation === 'ulid') || Kind::version($high, $low) === 7;

        return $timed ? self::time(($high >> 16 & 0xFFFFFFFFFFFF) * 1000) : null;
    }

    /**
     * Whether the other is the same id of the same kind. (== compares the digits of some ULIDs as numbers.)
     *
     *     $id->equals(UserId::parse($id->value));   // true
     */
    final public function equals(mixed $other): bool
    {
        return $other instanceof static && $other->value === $this->value;
    }

    /**
     * Less than, equal to or greater than zero, in the order of the server: for usort().
     *
     *     usort($ids, fn(UserId $a, UserId $b) => $a->compareTo($b));
     */
    final public function compareTo(self $other): int
    {
        return strcmp($this->value, $other->value);
    }

    /**
     * The canonical text.
     *
     *     "/users/$id";   // /users/user_01h455vb4pex5vsknk084sn02q
     */
    final public function __toString(): string
    {
        return $this->value;
    }

    /**
     * The canonical text.
     *
     *     json_encode($id);   // "user_01h455vb4pex5vsknk084sn02q"
     */
    final public function jsonSerialize(): string
    {
        return $this->value;
    }

    /** @return array{value: string} */
    final public function __serialize(): array
    {
        return ['value' => $this->value];
    }

    /**
     * @param array<mixed> $data
     *
     * @throws InvalidId
     */
    final public function __unserialize(array $data): void
    {
        $this->value = self::kind()->parse($data['value'] ?? null);
    }

    /** @internal */
    final public static function kind(): Kind
    {
        return self::$kinds[static::class]
            ??= Kind::of(static::class, static::PREFIX, static::NOTATION, static::MASKED, static::ACCEPT_UUID);
    }

    /**
     * Of a text that was checked.
     *
     * @internal
     */
    final public static function ofCanonical(string $value): static
    {
        return new static($value);
    }

    private static function kindOfUuids(string $method): Kind
    {
        $kind = self::kind();
        if (!$kind->makes()) {
            $why = 'its ids are no UUIDs that a client makes or reads';
            throw new BadMethodCallException(static::class . " has no $method(): $why");
        }

        return $kind;
    }

    private static function time(int $microseconds): DateTimeImmutable
    {
        $seconds = new DateTimeImmutable('@' . intdiv($microseconds, 1000000));

        return $seconds->modify('+' . $microseconds % 1000000 . ' microseconds');
    }
}
