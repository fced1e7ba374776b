<?php

declare(strict_types=1);

namespace Base62id;

use InvalidArgumentException;

/**
 * What the constants of a class of ids say, checked once.
 *
 * @internal
 */
final class Kind
{
    private const TYPEID_PREFIX = ['/^[a-z](?:[a-z_]{0,61}[a-z])?$/D', '1 to 63 characters of a to z, and _ inside'];
    private const WIDE_PREFIX = [
        '/^[A-Za-z](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?$/D',
        '1 to 63 letters, digits and _, a letter first and no _ last',
    ];
    /** The octets of the longest text: 63 of a type prefix, _, 36 of a UUID, two quotes. */
    private const LONGEST = 102;
    private const UUID = '/^' . Codec::UUID_PATTERN . '$/D';

    /** Classes without a type prefix, and the notations of their columns' types. */
    private const SYSTEMS = [
        Base62id::class => 'base62id', Base64uuid::class => 'base64uuid', Ulid::class => 'ulid',
        Baseuid::class => 'baseuid', Xid::class => 'uid11',
    ];

    public readonly bool $ofUuids;
    private readonly string $lead;
    private readonly int $size;
    private readonly string $matcher;
    private readonly bool $bounded;

    private function __construct(
        public readonly string $prefix,
        public readonly string $notation,
        public readonly bool $masked,
        public readonly bool $acceptUuid,
        public readonly bool $system,
    ) {
        [, $length, $octets, $read] = $format = Codec::FORMATS[$notation];
        $this->ofUuids = $octets === 16;
        $this->lead = $prefix === '' ? '' : $prefix . '_';
        $this->size = strlen($this->lead) + $length;
        $this->matcher = '/^' . $this->lead . ($format[4] ?? $read) . '$/D';
        $this->bounded = $notation === 'base62id' || $notation === 'uid11';
    }

    /** @param class-string $class */
    public static function of(string $class, mixed $prefix, mixed $notation, mixed $masked, mixed $acceptUuid): self
    {
        $system = self::SYSTEMS[$class] ?? null;
        if ($system !== null) {
            return new self('', $system, false, Codec::FORMATS[$system][2] === 16, true);
        }
        $wrong = static fn(string $what) => new InvalidArgumentException("$class: $what");
        if (!$notation instanceof Notation) {
            throw $wrong('NOTATION is a case of Base62id\\Notation');
        }
        [$rule, $words] = $notation === Notation::TypeId ? self::TYPEID_PREFIX : self::WIDE_PREFIX;
        if (!is_string($prefix) || preg_match($rule, $prefix) !== 1) {
            $shown = is_string($prefix) ? InvalidId::quoted($prefix) : get_debug_type($prefix);
            throw $wrong("a type prefix has $words, not $shown");
        }
        if (!is_bool($masked) || !is_bool($acceptUuid)) {
            throw $wrong('MASKED and ACCEPT_UUID are true or false');
        }
        if ($acceptUuid && ($masked || $notation === Notation::Uid11)) {
            throw $wrong('ACCEPT_UUID is of kinds of UUIDs that are not masked');
        }

        return new self($prefix, $notation->value, $masked, $acceptUuid, false);
    }

    public function makes(): bool
    {
        return $this->ofUuids && !$this->masked;
    }

    /** Whether this is the text of an id as it is written. */
    public function isCanonical(mixed $text): bool
    {
        return is_string($text)
            && strlen($text) === $this->size
            && preg_match($this->matcher, $text) === 1
            && (!$this->bounded || $this->inBounds(substr($text, strlen($this->lead))))
            && (!$this->masked || $this->isMask($text));
    }

    /** The canonical text, or an InvalidId. */
    public function parse(mixed $given): string
    {
        return $this->isCanonical($given) ? $given : $this->lead . $this->charactersIn($given);
    }

    public function pattern(): string
    {
        $own = $this->lead . Codec::FORMATS[$this->notation][3];

        return $this->acceptUuid ? "^(?:$own|" . Codec::UUID_PATTERN . ')$' : "^$own\$";
    }

    /** @return array{int, int} */
    public function halves(string $id): array
    {
        return Codec::halves($this->notation, substr($id, strlen($this->lead)));
    }

    public function characters(string $id): string
    {
        return substr($id, strlen($this->lead));
    }

    public function write(int $high, int $low): string
    {
        return $this->lead . Codec::text($this->notation, $high, $low);
    }

    public function writeNumber(int $x, int $y): string
    {
        return $this->lead . Codec::uid11($x, $y);
    }

    /** The id of a UUID's text, with or without hyphens; null of other texts. */
    public function fromUuid(mixed $uuid): ?string
    {
        $digits = is_string($uuid) && strlen($uuid) === 32 && ctype_xdigit($uuid);
        if (!$digits && !(is_string($uuid) && self::isUuid($uuid))) {
            return null;
        }

        return $this->write(...Codec::halves('hex', str_replace('-', '', $uuid)));
    }

    public static function isUuid(string $text): bool
    {
        return strlen($text) === 36 && preg_match(self::UUID, $text) === 1;
    }

    /** @return array{string, string}|null two UUIDs */
    public function prefixRange(string $text): ?array
    {
        $lead = strlen($this->lead);
        $common = min(strlen($text), $lead);
        if (strlen($text) > $this->size || strncmp($text, $this->lead, $common) !== 0) {
            return null;
        }
        $range = Codec::range($this->notation, substr($text, $lead));

        return $range === null ? null : [$this->uuidOf($range[0]), $this->uuidOf($range[1])];
    }

    public function uuidOf(string $characters): string
    {
        return Codec::uuid(...Codec::halves($this->notation, $characters));
    }

    /** As RFC 9562 counts the versions of its variant. */
    public static function version(int $high, int $low): ?int
    {
        return ($low >> 62 & 3) === 2 ? $high >> 12 & 15 : null;
    }

    public function invalid(mixed $given, string $reason): InvalidId
    {
        return InvalidId::of($this->prefix === '' ? $this->notation : "$this->prefix id", $given, $reason);
    }

    private function inBounds(string $characters): bool
    {
        [$first, $last] = Codec::BOUNDS[$this->notation];

        return strcmp($characters, $first) >= 0 && strcmp($characters, $last) <= 0;
    }

    /** A masked id is a UUID of version 4, and a masked number any number. */
    private function isMask(string $id): bool
    {
        return !$this->ofUuids || self::version(...$this->halves($id)) === 4;
    }

    private function isWhole(string $characters): bool
    {
        return strlen($characters) === Codec::FORMATS[$this->notation][1]
            && preg_match('/^' . Codec::FORMATS[$this->notation][3] . '$/D', $characters) === 1
            && $this->inBounds(Codec::fold($this->notation, $characters));
    }

    /** The canonical characters behind the type prefix of a text that may have to be made canonical. */
    private function charactersIn(mixed $given): string
    {
        if (!is_string($given)) {
            throw $this->invalid($given, get_debug_type($given) . ', not string');
        }
        if (strlen($given) > self::LONGEST) {
            throw $this->invalid($given, strlen($given) . ' octets, which are more than any id has');
        }
        $quoted = strlen($given) >= 2 && $given[0] === '"' && $given[-1] === '"';
        $text = $quoted ? substr($given, 1, -1) : $given;
        if ($this->acceptUuid && self::isUuid($text)) {
            return Codec::text($this->notation, ...Codec::halves('hex', str_replace('-', '', $text)));
        }
        $characters = substr($text, strlen($this->lead));
        if (!str_starts_with($text, $this->lead) || !$this->isWhole($characters)) {
            throw $this->invalid($given, $this->reason($text, $quoted));
        }
        $characters = Codec::fold($this->notation, $characters);
        if ($this->masked && !$this->isMask($this->lead . $characters)) {
            throw $this->invalid($given, 'its UUID is not of version 4, as that of every masked id is');
        }

        return $characters;
    }

    /** What is wrong with a text that is none of this kind. */
    private function reason(string $text, bool $quoted): string
    {
        $other = $this->otherPrefix($text);
        if (!str_starts_with($text, $this->lead)) {
            return $this->reasonOfPrefix($other ?? substr($text, 0, (int) strrpos($text, '_')));
        }
        $characters = substr($text, strlen($this->lead));
        $length = Codec::FORMATS[$this->notation][1];
        $count = strlen($characters);
        if ($count !== $length) {
            if ($other !== null) {
                return $this->reasonOfPrefix($other);
            }
            $where = $this->lead === '' ? '' : ' behind the type prefix';
            $word = preg_match('/[\x80-\xFF]/', $characters) === 1 ? 'octet' : 'character';

            return "$count $word" . ($count === 1 ? '' : 's') . "$where, not $length";
        }
        $wrong = Codec::fault($this->notation, $characters);
        if ($wrong === null) {
            return "its number is none of a $this->notation";
        }
        $position = strlen($this->lead) + $wrong + ($quoted ? 2 : 1);

        return InvalidId::quoted($characters[$wrong]) . " at position $position is not in its alphabet";
    }

    private function reasonOfPrefix(string $found): string
    {
        if ($found === '') {
            return 'it does not begin with ' . InvalidId::quoted($this->lead);
        }
        [$rule, $words] = $this->notation === 'typeid' ? self::TYPEID_PREFIX : self::WIDE_PREFIX;
        if (preg_match($rule, $found) !== 1) {
            return "a type prefix has $words, not " . InvalidId::quoted($found);
        }

        return 'the type prefix is ' . InvalidId::quoted($found) . ', not ' . InvalidId::quoted($this->prefix);
    }

    /**
     * The type prefix before a complete suffix of the notation: the separator is counted from the
     * end, as characters of a notation can be underscores.
     */
    private function otherPrefix(string $text): ?string
    {
        $at = strlen($text) - Codec::FORMATS[$this->notation][1] - 1;
        if ($at < 0 || $text[$at] !== '_' || !$this->isWhole(substr($text, $at + 1))) {
            return null;
        }
        $found = substr($text, 0, $at);

        return $found === $this->prefix ? null : $found;
    }
}
