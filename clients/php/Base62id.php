<?php

declare(strict_types=1);

// The types of the PostgreSQL extension base62id in Doctrine (ORM 3, DBAL 4).
//
//   Base62id\register($connection)                      once for each connection: the types' names
//   #[ORM\Column(type: 'typeid', options: ['default' => "typeid_generate('user'::text)"])]
//   #[ORM\GeneratedValue('CUSTOM'), ORM\CustomIdGenerator(Base62id\ServerDefault::class)]
//   WHERE STARTS_WITH(u.id, :text) = TRUE               id ^@ 'user_01h4' in DQL, an index scan
//   Base62id\Codec::parse('typeid', $text)              the canonical text, or InvalidArgumentException
//   Base62id\Codec::parse('ulid', $text, 'prod')        the same of a typed id, by its notation and its type prefix
//   Base62id\Codec::newId('user')                       user_01h455vb4pex5vsknk084sn02q

namespace Base62id;

use DateTimeImmutable;
use Doctrine\DBAL\Connection;
use Doctrine\DBAL\LockMode;
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\ConversionException;
use Doctrine\DBAL\Types\PhpIntegerMappingType;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\Decorator\EntityManagerDecorator;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Event\PrePersistEventArgs;
use Doctrine\ORM\Event\PreUpdateEventArgs;
use Doctrine\ORM\Id\AbstractIdGenerator;
use Doctrine\ORM\Query\AST\Functions\FunctionNode;
use Doctrine\ORM\Query\AST\Node;
use Doctrine\ORM\Query\Parser;
use Doctrine\ORM\Query\SqlWalker;
use Doctrine\ORM\Query\TokenType;
use InvalidArgumentException;
use LogicException;
use SensitiveParameter;
use Stringable;

final class Codec
{
    public const NAMES = ['typeid', 'base62id', 'base64uuid', 'uid11', 'baseuid', 'ulid'];
    private const LONGEST = 92; // octets: 63 of a type prefix, "_", 26 symbols, two quotes
    private const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    private const LOWER = 'abcdefghijklmnopqrstuvwxyz';
    private const BASE62 = '0123456789' . self::UPPER . self::LOWER;
    private const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    private const MIME = self::UPPER . self::LOWER . '0123456789+/';

    // The alphabet, the symbols, the octets, the first text and the last, the pattern.
    private const FORMATS = [
        'typeid' => ['0123456789abcdefghjkmnpqrstvwxyz', 26, 16, '00000000000000000000000000', '7zzzzzzzzzzzzzzzzzzzzzzzzz', '[0-7][0-9a-hjkmnp-tv-z]{25}'],
        'base62id' => [self::BASE62, 22, 16, 'Fa84QWiAxLXUJaHZmEVPEG', 'NNC6dn4GR1JETNQMfLl6qN', '[F-N][0-9A-Za-z]{21}'],
        'base64uuid' => ['$0123456789' . self::UPPER . '_' . self::LOWER, 22, 16, 'F$$$$$$$$$$$$$$$$$$$$$', 'Izzzzzzzzzzzzzzzzzzzzz', '[F-I][$0-9A-Z_a-z]{21}'],
        'uid11' => [self::BASE58, 11, 8, '11111111111', 'jpXCZedGfVQ', '[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}'],
        'baseuid' => ['-0123456789' . self::UPPER . '_' . self::LOWER, 20, 15, '--------------------', 'zzzzzzzzzzzzzzzzzzzz', '[-0-9A-Z_a-z]{20}'],
        'ulid' => ['0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26, 16, '00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
            '[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}'],
    ];
    private const UUID = '/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/Di';

    /** The octets of an id's own text, bare or in one pair of double quotes. */
    public static function decode(string $name, string $text): string
    {
        [$prefix, $symbols] = self::split($name, $text, self::unquoted($name, $text));
        return $prefix . self::octets($name, $symbols);
    }

    /** The text of an id's octets. */
    public static function encode(string $name, string $octets): string
    {
        $size = self::format($name)[2];
        $more = strlen($octets) - $size;
        if ($more < 0 || $more > ($name === 'typeid' ? 63 : 0)) {
            throw new InvalidArgumentException("invalid $name: " . strlen($octets) . " octets, not $size");
        }
        $prefix = substr($octets, 0, $more);
        self::checkPrefix($prefix);
        return self::lead($prefix) . self::symbols($name, bin2hex(substr($octets, -$size)));
    }

    /**
     * What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's
     * own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and uid11 are then the notation
     * of a typed id, as typeid_create_type(name, prefix, notation) makes its type. $masked: a UUID that is not of version 4 is
     * refused, as no masked id has one. $acceptUuid: a UUID's own text is read, too.
     */
    public static function parse(string $name, string $text, ?string $prefix = null, bool $masked = false, bool $acceptUuid = false): string
    {
        if (!$masked && preg_match(self::$matchers[$name][$prefix ?? '-'] ?? self::matcher($name, $prefix), $text) === 1) {
            if (($name !== 'base62id' && $name !== 'uid11') || self::inRange($name, substr($text, -self::FORMATS[$name][1]))) {
                return $text;
            }
        }
        $bare = self::unquoted($name, $text);
        if (self::isUuid($name) && ($prefix === null ? $name !== 'typeid' : $acceptUuid) && self::isUuidText($bare)) {
            $hex = str_replace('-', '', $bare);
            $symbols = self::symbols($name, $hex);
            self::checkPrefix($prefix ?? '');
        } elseif ($prefix !== null && ($name === 'uid11' || self::isUuid($name))) {
            $symbols = self::behindPrefix($name, $text, $bare, $prefix);
        } else {
            [$found, $symbols] = self::split($name, $text, $bare);
            if ($prefix !== null) {
                throw self::invalid($name, $text, 'the type prefix is none, not ' . self::quoted($prefix));
            }
        }
        if ($masked && self::isUuid($name) && self::version(isset($hex) ? hex2bin($hex) : self::octets($name, $symbols)) !== 4) {
            throw self::invalid($name, $text, 'its UUID is not of version 4, as that of every masked id is');
        }
        return self::lead($prefix ?? $found ?? '') . $symbols;
    }

    /** By name and type prefix, the patterns of ids as they are written, but for the range of their numbers. */
    private static array $matchers = [];

    private static function matcher(string $name, ?string $prefix): string
    {
        if (count(self::$matchers[$name] ?? []) > 63) {
            self::$matchers[$name] = [];
        }
        $pattern = $name === 'baseuid' && $prefix !== null ? '(?!)' : self::ownPattern($name, $prefix);
        return self::$matchers[$name][$prefix ?? '-'] = '/^' . ($name === 'ulid' ? str_replace('a-hjkmnp-tv-z', '', $pattern) : $pattern) . '$/D';
    }

    /** Of texts that are no UUID's own. */
    private static function ownPattern(string $name, ?string $prefix): string
    {
        self::checkPrefix($prefix ?? '');
        $lead = $name === 'typeid' && $prefix === null ? '(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?' : self::lead($prefix ?? '');
        return $lead . self::format($name)[5];
    }

    /** Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with $acceptUuid. */
    public static function isValid(string $name, string $text, ?string $prefix = null, bool $masked = false, bool $acceptUuid = false): bool
    {
        try {
            self::parse($name, $text, $prefix, $masked, $acceptUuid);
        } catch (InvalidArgumentException) {
            return false;
        }
        return $acceptUuid || strlen($text) < 36 || !self::isUuidText(self::unquoted($name, $text));
    }

    /** For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse() refuses. */
    public static function pattern(string $name, ?string $prefix = null, bool $acceptUuid = false): string
    {
        $text = self::ownPattern($name, $prefix);
        if ($prefix === null ? $name !== 'typeid' && self::isUuid($name) : $acceptUuid) {
            $text = "(?:$text|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})";
        }
        return "^$text\$";
    }

    /** The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it. */
    public static function typePrefix(string $id, string $notation = 'typeid'): string
    {
        $id = self::unquoted($notation, $id);
        $separator = $notation === 'typeid' ? (int) strrpos($id, '_') : strlen($id) - self::format($notation)[1] - 1;
        return substr($id, 0, max($separator, 0));
    }

    /** The 26 symbols of a typeid behind its type prefix. */
    public static function suffix(string $id): string
    {
        return substr(self::parse('typeid', $id), -26);
    }

    /** The UUID of an id, in its own text. */
    public static function toUuid(string $name, string $text): string
    {
        self::checkUuid($name);
        return self::uuidOf($name, self::parse($name, $text));
    }

    /** The id of a UUID's own text. */
    public static function fromUuid(string $name, string $uuid, string $prefix = ''): string
    {
        self::checkUuid($name);
        if (!self::isUuidText($uuid)) {
            throw self::invalid('uuid', $uuid, 'not 32 hexadecimal digits in groups of 8-4-4-4-12');
        }
        self::checkPrefix($prefix);
        return self::lead($prefix) . self::symbols($name, str_replace('-', '', $uuid));
    }

    /**
     * Over a column of uuid. The first and the last UUID whose id begins with a text; null: none does.
     *
     * @return array{string, string}|null
     */
    public static function prefixRange(string $name, string $text, string $prefix = ''): ?array
    {
        self::checkUuid($name);
        self::checkPrefix($prefix);
        [$alphabet, $length, , $first, $last] = self::FORMATS[$name];
        $lead = self::lead($prefix);
        if (strlen($text) > strlen($lead) + $length || strncmp($text, $lead, min(strlen($text), strlen($lead))) !== 0) {
            return null;
        }
        $given = substr($text, strlen($lead));
        $given = $name === 'ulid' ? strtr($given, self::LOWER, self::UPPER) : $given;
        if (strspn($given, $alphabet) !== strlen($given)) {
            return null;
        }
        $from = str_pad($given, $length, $alphabet[0]);
        $to = str_pad($given, $length, $alphabet[-1]);
        $from = strcmp($from, $first) < 0 ? $first : $from;
        $to = strcmp($to, $last) > 0 ? $last : $to;
        return strcmp($from, $to) > 0 ? null : [self::uuidOf($name, $from), self::uuidOf($name, $to)];
    }

    /** The UUID, for such a column, of an id of this kind or of a UUID object; with $acceptUuid of a UUID's own text, too. */
    public static function toColumn(string $name, string|Stringable $given, string $prefix = '', bool $acceptUuid = false): string
    {
        self::checkUuid($name);
        return self::uuidOf($name, self::parse($name, (string) $given, $prefix, false, $acceptUuid || $given instanceof Stringable));
    }

    /** The id of what such a column gives: a UUID, or, where the column is of the typed id by now, an id of this kind. */
    public static function fromColumn(string $name, string|Stringable $value, string $prefix = ''): string
    {
        $name === 'typeid' || self::checkUuid($name);
        $text = (string) $value;
        if (strlen($text) !== 36 || preg_match(self::UUID, $text) !== 1) {
            return self::parse($name, $text, $prefix, false, true);
        }
        if ($prefix !== self::$checked) {
            self::checkPrefix($prefix);
        }
        return ($prefix === '' ? '' : $prefix . '_') . self::symbols($name, str_replace('-', '', $text));
    }

    /** The typed id of a bigint, in the notation uid11; with a mask key's 16 octets, as a type that masks by it shows it. */
    public static function fromNumber(int $number, string $prefix = '', #[SensitiveParameter] ?string $key = null): string
    {
        self::checkPrefix($prefix);
        $x = $number >> 32 & 0xFFFFFFFF;
        $y = $number & 0xFFFFFFFF;
        if ($key !== null) {
            foreach (self::schedule($key, $prefix) as $k) { // a round of Speck64/128
                $x = (($x >> 8 | $x << 24 & 0xFFFFFFFF) + $y & 0xFFFFFFFF) ^ $k;
                $y = ($y << 3 & 0xFFFFFFFF | $y >> 29) ^ $x;
            }
        }
        return self::lead($prefix) . self::base58($x, $y);
    }

    /** The bigint of a typed id. Of a masked type every text has one: nothing shows another key. */
    public static function toNumber(string $text, string $prefix = '', #[SensitiveParameter] ?string $key = null): int
    {
        [$x, $y] = self::words(self::behindPrefix('uid11', $text, self::unquoted('uid11', $text), $prefix));
        if ($key !== null) {
            for ($keys = self::schedule($key, $prefix), $i = 26; $i >= 0; --$i) {
                $y ^= $x;
                $y = $y >> 3 | $y << 29 & 0xFFFFFFFF;
                $x = ($x ^ $keys[$i]) - $y & 0xFFFFFFFF;
                $x = $x << 8 & 0xFFFFFFFF | $x >> 24;
            }
        }
        return $x << 32 | $y;
    }

    /** When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; null for other UUIDs. */
    public static function timestamp(string $name, string $text): ?DateTimeImmutable
    {
        $octets = self::decode($name, self::parse($name, $text));
        $octets = $name === 'typeid' ? substr($octets, -16) : $octets;
        // 48 bits, and so no sign.
        $time = unpack('J', "\0\0" . substr($octets, 0, 6))[1];
        if ($name === 'uid11') {
            $microseconds = (($time >> 6) + 1321009871111) * 1000;
        } elseif ($name === 'baseuid') {
            // Units of 2^15 ns, of which 125 are 4096 us.
            $microseconds = intdiv($time, 125) * 4096 + intdiv($time % 125 * 4096, 125);
        } elseif ($name === 'ulid' || self::version($octets) === 7) {
            $microseconds = $time * 1000;
        } else {
            return null;
        }
        return (new DateTimeImmutable('@' . intdiv($microseconds, 1000000)))
            ->modify('+' . $microseconds % 1000000 . ' microseconds');
    }

    /** A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of newId(). */
    public static function newUuid(): string
    {
        [$ms, $high, $low] = self::next('uuid');
        return self::uuidText($ms << 16 | 0x7000 | $high, PHP_INT_MIN | $low);
    }

    /** A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly. */
    public static function newId(string $prefix = '', string $notation = 'typeid'): string
    {
        self::checkUuid($notation);
        self::checkPrefix($prefix);
        [$ms, $high, $low] = self::next('uuid');
        $high |= $ms << 16 | 0x7000;
        $low |= PHP_INT_MIN;
        return self::lead($prefix) . ($notation === 'base62id' ? self::base62($high, $low) : self::symbols($notation, sprintf('%016x%016x', $high, $low)));
    }

    /** A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
    public static function newUlid(): string
    {
        [$ms, $high, $low] = self::next('ulid');
        return self::symbols('ulid', sprintf('%016x%016x', $ms << 16 | $high >> 2, $high << 62 | $low));
    }

    // The last UUID and ULID of this process: a millisecond, and two numbers, of 12 or 18 bits and of 62, that ascend within it.
    // And random numbers of 32 bits from the system's strong source; none is older than a second, none in a forked process.
    private static array $last = [];
    private static array $pool = [];
    private static int $process = 0;
    private static int $filled = 0;

    private static function next(string $kind): array
    {
        $now = (int) (microtime(true) * 1000);
        if (self::$process !== getmypid()) {
            self::$process = getmypid();
            self::$pool = self::$last = [];
        }
        [$ms, $high, $low] = self::$last[$kind] ?? [-1, 0, 0];
        $bits = $kind === 'ulid' ? 18 : 12;
        if ($now <= $ms) { // the clock stands still or has stepped back
            // By the ULID specification's step, or by one that keeps the next UUID from being guessed.
            $low += $kind === 'ulid' ? 1 : 1 + self::random($now);
            $high += $low >> 62;
            $low &= (1 << 62) - 1;
        }
        if ($now > $ms || $high >> $bits !== 0) {
            $ms = max($now, $ms + 1);
            $high = self::random($now) >> 32 - $bits;
            $low = self::random($now) << 30 | self::random($now) >> 2;
        }
        return self::$last[$kind] = [$ms, $high, $low];
    }

    private static function random(int $now): int
    {
        if (self::$pool === [] || abs($now - self::$filled) > 1000) {
            // Most requests make few ids.
            self::$pool = unpack('V*', random_bytes(self::$filled === 0 ? 64 : 1024));
            self::$filled = $now;
        }
        return array_pop(self::$pool);
    }

    private static function quoted(string $text): string
    {
        $shown = json_encode(substr($text, 0, 100), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE);
        return $shown . (strlen($text) > 100 ? ' and more, ' . strlen($text) . ' octets' : '');
    }

    private static function invalid(string $name, string $text, string $reason): InvalidArgumentException
    {
        return new InvalidArgumentException("invalid $name " . self::quoted($text) . ": $reason");
    }

    private static function format(string $name): array
    {
        return self::FORMATS[$name] ?? throw new LogicException('no id is of the name ' . self::quoted($name) . ', but: ' . implode(', ', self::NAMES));
    }

    private static function isUuid(string $name): bool
    {
        return (self::FORMATS[$name] ?? self::format($name))[2] === 16;
    }

    private static function checkUuid(string $name): void
    {
        if (!self::isUuid($name)) {
            throw new LogicException("a $name is no UUID");
        }
    }

    private static function isUuidText(string $text): bool
    {
        return strlen($text) === 36 && preg_match(self::UUID, $text) === 1;
    }

    /** As RFC 9562 counts them. */
    private static function version(string $octets): ?int
    {
        return ord($octets[8]) >> 6 === 2 ? ord($octets[6]) >> 4 : null;
    }

    private static array $schedules = [];

    /** The round keys of a mask. Those of the last 64 keys and type prefixes are kept. */
    private static function schedule(#[SensitiveParameter] string $key, string $prefix): array
    {
        $keys = self::$schedules[$key . $prefix] ?? self::roundKeys($key, $prefix);
        unset(self::$schedules[$key . $prefix]);
        if (count(self::$schedules) === 64) {
            unset(self::$schedules[array_key_first(self::$schedules)]);
        }
        return self::$schedules[$key . $prefix] = $keys;
    }

    private static function roundKeys(#[SensitiveParameter] string $key, string $prefix): array
    {
        if (strlen($key) !== 16) {
            throw new InvalidArgumentException('a mask key has 16 octets, not ' . strlen($key));
        }
        $word = array_values(unpack('V4', hash_hmac('sha256', "base62id number mask\0$prefix", $key, true)));
        for ($i = 0, $keys = []; $i < 27; ++$i) {
            $keys[] = $k = $word[0];
            $x = $word[1 + $i % 3];
            $x = (($x >> 8 | $x << 24 & 0xFFFFFFFF) + $k & 0xFFFFFFFF) ^ $i;
            $word[1 + $i % 3] = $x;
            $word[0] = ($k << 3 & 0xFFFFFFFF | $k >> 29) ^ $x;
        }
        return $keys;
    }

    private static function lead(string $prefix): string
    {
        return $prefix === '' ? '' : $prefix . '_';
    }

    /** The type prefix and the symbols of an id. */
    private static function split(string $name, string $text, string $bare): array
    {
        if ($name !== 'typeid') {
            return ['', self::check($name, $bare, $text)];
        }
        $separator = strrpos($bare, '_');
        if ($separator === 0) {
            throw self::invalid($name, $text, 'a separator without a type prefix');
        }
        $prefix = substr($bare, 0, (int) $separator);
        self::checkPrefix($prefix, $text);
        return [$prefix, self::check($name, $separator === false ? $bare : substr($bare, $separator + 1), $text)];
    }

    /** The symbols of a typed id. Behind a TypeID's type prefix there is no underscore. */
    private static function behindPrefix(string $name, string $text, string $bare, string $prefix): string
    {
        self::checkPrefix($prefix);
        $lead = self::lead($prefix);
        if (str_starts_with($bare, $lead) && ($name !== 'typeid' || strrpos($bare, '_') === ($lead === '' ? false : strlen($prefix)))) {
            return self::check($name, substr($bare, strlen($lead)), $text);
        }
        $found = self::typePrefix($bare, $name);
        if ($name === 'typeid') {
            self::checkPrefix($found, $text);
        }
        throw self::invalid($name, $text, 'the type prefix is ' . self::quoted($found) . ', not ' . self::quoted($prefix));
    }

    private static function unquoted(string $name, string $text): string
    {
        if (strlen($text) > self::LONGEST) {
            throw self::invalid($name, $text, strlen($text) . ' octets, which are more than any id has');
        }
        return strlen($text) >= 2 && $text[0] === '"' && $text[-1] === '"' ? substr($text, 1, -1) : $text;
    }

    /** The last type prefix that was one. */
    private static string $checked = '';

    private static function checkPrefix(string $prefix, string $text = ''): void
    {
        if ($prefix === self::$checked) {
            return;
        }
        if (strlen($prefix) > 63 || strspn($prefix, self::LOWER . '_') !== strlen($prefix) || trim($prefix, '_') !== $prefix) {
            throw self::invalid('typeid', $text, 'a type prefix has at most 63 symbols of a to z, and _ inside, not ' . self::quoted($prefix));
        }
        self::$checked = $prefix;
    }

    /** The symbols as they are written, of those that were given in a whole text. */
    private static function check(string $name, string $given, string $whole): string
    {
        [$alphabet, $length] = self::format($name);
        if (strlen($given) !== $length) {
            throw self::invalid($name, $whole, strlen($given) . " octets, not $length symbols");
        }
        $symbols = $name === 'ulid' ? strtr($given, self::LOWER, self::UPPER) : $given;
        $good = strspn($symbols, $alphabet);
        if ($good !== $length) {
            $at = 1 + $good + strrpos($whole, $given);
            throw self::invalid($name, $whole, self::quoted($given[$good]) . " at position $at is not in its alphabet");
        }
        if (!self::inRange($name, $symbols)) {
            throw self::invalid($name, $whole, "its number is none of a $name");
        }
        return $symbols;
    }

    private static function inRange(string $name, string $symbols): bool
    {
        return strcmp($symbols, self::FORMATS[$name][3]) >= 0 && strcmp($symbols, self::FORMATS[$name][4]) <= 0;
    }

    /** Of symbols that were checked. */
    private static function octets(string $name, string $symbols): string
    {
        return match ($name) {
            'base64uuid' => substr(base64_decode('AA' . strtr($symbols, self::FORMATS[$name][0], self::MIME)), 2),
            'baseuid' => base64_decode(strtr($symbols, self::FORMATS[$name][0], self::MIME)),
            'uid11' => pack('N2', ...self::words($symbols)),
            default => pack('J2', ...self::halves($name, $symbols)),
        };
    }

    /** The two numbers of 64 bits in the symbols of a UUID. */
    private static function halves(string $name, string $symbols): array
    {
        if ($name === 'base64uuid') {
            return array_values(unpack('J2', self::octets($name, $symbols)));
        }
        if ($name !== 'base62id') { // PHP knows the digits of base 32 that strtr() makes
            $s = $name === 'ulid' ? strtr($symbols, 'JKMNPQRSTVWXYZ', 'IJKLMNOPQRSTUV') : strtr($symbols, 'jkmnpqrstvwxyz', 'ijklmnopqrstuv');
            $both = intval($s[13], 32);
            return [intval(substr($s, 0, 13), 32) << 1 | $both >> 4, $both << 60 | intval(substr($s, 14), 32)];
        }
        // Six symbols are a step, and 26 bits a limb, so that no product needs more than 62 bits.
        static $v;
        $v ??= array_flip(str_split(self::BASE62));
        $s = $symbols;
        $top = (($v[$s[0]] * 62 + $v[$s[1]]) * 62 + $v[$s[2]]) * 62 + $v[$s[3]];
        $six = [];
        for ($i = 4; $i < 22; $i += 6) {
            $six[] = (((($v[$s[$i]] * 62 + $v[$s[$i + 1]]) * 62 + $v[$s[$i + 2]]) * 62 + $v[$s[$i + 3]]) * 62 + $v[$s[$i + 4]]) * 62 + $v[$s[$i + 5]];
        }
        $top = $top * 56800235584 + $six[0];
        $t = ($top & 0x3FFFFFF) * 56800235584 + $six[1];
        $a = $t & 0x3FFFFFF;
        $t = ($top >> 26 & 0x3FFFFFF) * 56800235584 + ($t >> 26);
        $b = $t & 0x3FFFFFF;
        $c = ($top >> 52) * 56800235584 + ($t >> 26);
        $t = $a * 56800235584 + $six[2];
        $low = $t & 0x3FFFFFF;
        $t = $b * 56800235584 + ($t >> 26);
        $low |= ($t & 0x3FFFFFF) << 26;
        $t = ($c & 0x3FFFFFF) * 56800235584 + ($t >> 26);
        $low |= $t << 52;
        return [$t >> 12 & 0x3FFF | (($c >> 26) * 56800235584 + ($t >> 26)) << 14, $low];
    }

    /** The symbols of hexadecimal digits. */
    private static function symbols(string $name, string $hex): string
    {
        switch ($name) {
            case 'typeid':
            case 'ulid':
                static $pairs = []; // two symbols at once
                $p = $pairs[$name] ??= array_merge(...array_map(fn ($a) => array_map(fn ($b) => $a . $b, str_split(self::FORMATS[$name][0])), str_split(self::FORMATS[$name][0])));
                [1 => $h, 2 => $l] = unpack('J2', hex2bin($hex));
                return "{$p[$h >> 56 & 255]}{$p[$h >> 46 & 1023]}{$p[$h >> 36 & 1023]}{$p[$h >> 26 & 1023]}{$p[$h >> 16 & 1023]}{$p[$h >> 6 & 1023]}{$p[($h & 63) << 4 | $l >> 60 & 15]}"
                    . "{$p[$l >> 50 & 1023]}{$p[$l >> 40 & 1023]}{$p[$l >> 30 & 1023]}{$p[$l >> 20 & 1023]}{$p[$l >> 10 & 1023]}{$p[$l & 1023]}"; // faster than by dots
            case 'base64uuid':
                return substr(strtr(base64_encode(hex2bin("0004$hex")), self::MIME, self::FORMATS[$name][0]), 2);
            case 'baseuid':
                return strtr(base64_encode(hex2bin($hex)), self::MIME, self::FORMATS[$name][0]);
            case 'uid11':
                return self::base58(hexdec(substr($hex, 0, 8)), hexdec(substr($hex, 8)));
        }
        return self::base62(...unpack('Jhigh/Jlow', hex2bin($hex)));
    }

    private static function base62(int $high, int $low): string
    {
        $six = 56800235584; // 62^6
        // Two steps of long division of five limbs, whose quotient fits an integer.
        $t = (0x2000000 | $high >> 40 & 0xFFFFFF) << 26 | $high >> 14 & 0x3FFFFFF;
        $c = intdiv($t, $six);
        $t = $t % $six << 26 | ($high & 0x3FFF) << 12 | $low >> 52 & 0xFFF;
        $b = intdiv($t, $six);
        $t = $t % $six << 26 | $low >> 26 & 0x3FFFFFF;
        $a = intdiv($t, $six);
        $t = $t % $six << 26 | $low & 0x3FFFFFF;
        $n = [0, 0, intdiv($t, $six), $t % $six];
        $t = $c << 26 | $b;
        $c = intdiv($t, $six);
        $t = $t % $six << 26 | $a;
        $b = intdiv($t, $six);
        $t = $t % $six << 26 | $n[2];
        $n[2] = $t % $six;
        $t = $c << 52 | $b << 26 | intdiv($t, $six);
        $n[1] = $t % $six;
        $n[0] = intdiv($t, $six);
        $s = self::BASE62;
        $text = $s[intdiv($n[0], 238328)] . $s[intdiv($n[0], 3844) % 62] . $s[intdiv($n[0], 62) % 62] . $s[$n[0] % 62];
        for ($i = 1; $i < 4; ++$i) {
            $x = intdiv($n[$i], 238328);
            $y = $n[$i] % 238328;
            $text .= $s[intdiv($x, 3844)] . $s[intdiv($x, 62) % 62] . $s[$x % 62] . $s[intdiv($y, 3844)] . $s[intdiv($y, 62) % 62] . $s[$y % 62];
        }
        return $text;
    }

    /** The two words of 32 bits of a number in base 58, six and five symbols of it. */
    private static function words(string $s): array
    {
        static $v;
        $v ??= array_flip(str_split(self::BASE58));
        $six = (((($v[$s[0]] * 58 + $v[$s[1]]) * 58 + $v[$s[2]]) * 58 + $v[$s[3]]) * 58 + $v[$s[4]]) * 58 + $v[$s[5]];
        $five = ((($v[$s[6]] * 58 + $v[$s[7]]) * 58 + $v[$s[8]]) * 58 + $v[$s[9]]) * 58 + $v[$s[10]];
        $high = ($six >> 16) * 656356768;
        $low = (($high & 0xFFFF) << 16) + ($six & 0xFFFF) * 656356768 + $five;
        return [($high >> 16) + ($low >> 32), $low & 0xFFFFFFFF];
    }

    private static function base58(int $x, int $y): string
    {
        $t = $x % 656356768 << 32 | $y;
        $six = intdiv($x, 656356768) << 32 | intdiv($t, 656356768);
        $five = $t % 656356768;
        $s = self::BASE58;
        $a = intdiv($six, 195112);
        $b = $six % 195112;
        return $s[intdiv($a, 3364)] . $s[intdiv($a, 58) % 58] . $s[$a % 58] . $s[intdiv($b, 3364)] . $s[intdiv($b, 58) % 58] . $s[$b % 58]
            . $s[intdiv($five, 11316496)] . $s[intdiv($five, 195112) % 58] . $s[intdiv($five, 3364) % 58] . $s[intdiv($five, 58) % 58] . $s[$five % 58];
    }

    /** The UUID behind a type prefix. */
    private static function uuidOf(string $name, string $id): string
    {
        return self::uuidText(...self::halves($name, substr($id, -self::FORMATS[$name][1])));
    }

    private static function uuidText(int $high, int $low): string
    {
        return sprintf('%08x-%04x-%04x-%04x-%012x', $high >> 32 & 0xFFFFFFFF, $high >> 16 & 0xFFFF, $high & 0xFFFF, $low >> 48 & 0xFFFF, $low & 0xFFFFFFFFFFFF);
    }
}

/**
 * A column of one of the types; a string in PHP. DBAL quotes the default of a type as text unless PHP sees
 * numbers in it: PhpIntegerMappingType says so, and a default is an expression, written and read.
 */
class IdType extends Type implements PhpIntegerMappingType
{
    public string $name;
    public ?string $prefix = null;
    public string $notation = 'typeid';
    public bool $masked = false;
    public bool $acceptUuid = false;
    /** The column is one of core's uuid, or of the type by now, which the schema's comparison takes for the same. */
    public bool $storedUuid = false;

    public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
    {
        return $this->storedUuid ? $platform->getGuidTypeDeclarationSQL($column) : $this->name;
    }

    public function getMappedDatabaseTypes(AbstractPlatform $platform): array
    {
        return [$this->name];
    }

    public function convertToDatabaseValue(mixed $value, AbstractPlatform $platform): mixed
    {
        if ($value === null) {
            return null;
        }
        if (!$this->storedUuid) {
            return $this->canonical((string) $value);
        }
        try {
            return Codec::toColumn($this->notation, (string) $value, $this->prefix, $this->acceptUuid);
        } catch (InvalidArgumentException $error) {
            throw new InvalidId($error->getMessage(), 0, $error);
        }
    }

    public function canonical(string $value): string
    {
        try {
            return Codec::parse($this->prefix === null ? $this->name : $this->notation, $value, $this->prefix, $this->masked, $this->acceptUuid);
        } catch (InvalidArgumentException $error) {
            throw new InvalidId($error->getMessage(), 0, $error);
        }
    }

    // Doctrine's own guid is the text as it came; this is half a microsecond of PHP, and of a row with two ids half of its time again.
    public function convertToPHPValue(mixed $value, AbstractPlatform $platform): mixed
    {
        return $value === null || !$this->storedUuid ? $value : Codec::fromColumn($this->notation, $value, $this->prefix);
    }
}

class InvalidId extends ConversionException
{
}

/**
 * The types for a connection, and typed ids: ['user_id' => 'user', 'product_id' => ['prod', 'ulid']]. A third element is
 * whether the type masks, a fourth whether it accepts UUIDs: ['member_id' => ['member', 'typeid', true]]. Over a column of uuid:
 * ['user_id' => ['user', 'stored' => 'uuid']].
 */
function register(Connection $connection, array $typed = []): void
{
    $registry = Type::getTypeRegistry();
    foreach ([...array_fill_keys(Codec::NAMES, [null]), ...$typed] as $name => $kind) {
        if (!$registry->has($name)) {
            $type = new IdType();
            $type->name = $name;
            [$type->prefix, $type->notation, $type->masked, $type->acceptUuid] = (array) $kind + [null, 'typeid', false, false];
            $type->storedUuid = (((array) $kind)['stored'] ?? null) === 'uuid' && Codec::prefixRange($type->notation, '', $type->prefix ?? '') !== null;
            if ($type->storedUuid && ($type->masked || ($type->prefix ?? '') === '')) {
                throw new \LogicException('a plain uuid column has ids with a type prefix, and no mask');
            }
            $registry->register($name, $type);
        }
        $connection->getDatabasePlatform()->registerDoctrineTypeMapping($name, $name);
    }
}

/** For a program that knows UUIDs: columns of base62id, base64uuid and ulid are guid to Doctrine, as those of uuid are. */
function registerUuids(Connection $connection): void
{
    foreach (['base62id', 'base64uuid', 'ulid'] as $name) {
        $connection->getDatabasePlatform()->registerDoctrineTypeMapping($name, 'guid');
    }
}

if (class_exists(AbstractIdGenerator::class)) { // Doctrine ORM
    /** An identifier made by the column's default: Doctrine wants to know it before it inserts. */
    class ServerDefault extends AbstractIdGenerator
    {
        public function generateId(EntityManagerInterface $em, object|null $entity): mixed
        {
            $class = $em->getClassMetadata($entity::class);
            $default = $class->getFieldMapping($class->getSingleIdentifierFieldName())->options['default'];
            $type = Type::getType($class->getTypeOfField($class->getSingleIdentifierFieldName()));
            $platform = $em->getConnection()->getDatabasePlatform();
            $made = $em->getConnection()->fetchOne("SELECT CAST($default AS {$type->getSQLDeclaration([], $platform)})");
            return $type->convertToPHPValue($made, $platform);
        }
    }

    /** Gives an object the ids of its row before it is stored, by $events->addEventListener([Events::prePersist, Events::preUpdate], new CanonicalIds()). */
    class CanonicalIds
    {
        public function prePersist(PrePersistEventArgs $event): void
        {
            $this->write($event->getObjectManager(), $event->getObject());
        }

        public function preUpdate(PreUpdateEventArgs $event): void
        {
            $em = $event->getObjectManager();
            foreach ($this->write($em, $event->getObject()) as $field => $id) {
                $event->setNewValue($field, $id);
                $em->getUnitOfWork()->setOriginalEntityProperty(spl_object_id($event->getObject()), $field, $id);
            }
        }

        private function write(EntityManagerInterface $em, object $entity): array
        {
            $class = $em->getClassMetadata($entity::class);
            $changed = [];
            foreach ($class->fieldMappings as $field => $mapping) {
                $type = Type::getType($mapping->type);
                $value = $type instanceof IdType ? $class->getFieldValue($entity, $field) : null;
                $id = $value === null ? null : $type->canonical($value);
                if ($id !== $value) {
                    $class->setFieldValue($entity, $field, $id);
                    $changed[$field] = $id;
                }
            }
            return $changed;
        }
    }

    /** Knows an object by each text of its id, new EntityManager($manager): Doctrine's own getReference() makes a second object of another text. */
    class EntityManager extends EntityManagerDecorator
    {
        public function find(string $className, mixed $id, LockMode|int|null $lockMode = LockMode::NONE, int|null $lockVersion = null): object|null
        {
            return parent::find($className, $this->canonical($className, $id), $lockMode, $lockVersion);
        }

        public function getReference(string $entityName, mixed $id): object|null
        {
            return parent::getReference($entityName, $this->canonical($entityName, $id));
        }

        private function canonical(string $name, mixed $given): mixed
        {
            $class = $this->getClassMetadata($name);
            $ids = is_array($given) ? $given : [$class->identifier[0] => $given];
            foreach ($ids as $field => $id) {
                $type = $class->hasField($field) ? Type::getType($class->getTypeOfField($field)) : null;
                if ($type instanceof IdType && $id !== null) {
                    $ids[$field] = $type->canonical((string) $id);
                }
            }
            return is_array($given) ? $ids : reset($ids);
        }
    }

    /** STARTS_WITH(id, text) in DQL, by $configuration->addCustomStringFunction('STARTS_WITH', StartsWith::class). */
    class StartsWith extends FunctionNode
    {
        private Node $id;
        private Node|string $text;

        public function parse(Parser $parser): void
        {
            $parser->match(TokenType::T_IDENTIFIER);
            $parser->match(TokenType::T_OPEN_PARENTHESIS);
            $this->id = $parser->StringPrimary();
            $parser->match(TokenType::T_COMMA);
            $this->text = $parser->StringPrimary();
            $parser->match(TokenType::T_CLOSE_PARENTHESIS);
        }

        public function getSql(SqlWalker $walker): string
        {
            return '(' . $this->id->dispatch($walker) . ' ^@ ' . $this->text->dispatch($walker) . ')';
        }
    }
}
