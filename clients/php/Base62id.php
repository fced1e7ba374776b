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
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\ConversionException;
use Doctrine\DBAL\Types\PhpIntegerMappingType;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Id\AbstractIdGenerator;
use Doctrine\ORM\Query\AST\Functions\FunctionNode;
use Doctrine\ORM\Query\AST\Node;
use Doctrine\ORM\Query\Parser;
use Doctrine\ORM\Query\SqlWalker;
use Doctrine\ORM\Query\TokenType;
use InvalidArgumentException;
use LogicException;

final class Codec
{
    public const NAMES = ['typeid', 'base62id', 'base64uuid', 'uid11', 'baseuid', 'ulid'];
    private const DIGITS = '0123456789';
    private const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    private const LOWER = 'abcdefghijklmnopqrstuvwxyz';

    private const UID11 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

    // The alphabet, the symbols, the octets, and what stands before them: an octet whose last bits are marks; the pattern.
    private const FORMATS = [
        'suffix' => ['0123456789abcdefghjkmnpqrstvwxyz', 26, 16, 0, '[0-7][0-9a-hjkmnp-tv-z]{25}'],
        'base62id' => [self::DIGITS . self::UPPER . self::LOWER, 22, 16, 2, '[F-N][0-9A-Za-z]{21}'],
        'base64uuid' => ['$' . self::DIGITS . self::UPPER . '_' . self::LOWER, 22, 16, 4, '[F-I][$0-9A-Z_a-z]{21}'],
        'uid11' => [self::UID11, 11, 8, 0, '[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}'],
        'baseuid' => ['-' . self::DIGITS . self::UPPER . '_' . self::LOWER, 20, 15, 0, '[-0-9A-Z_a-z]{20}'],
        'ulid' => ['0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26, 16, 0, '[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}'],
    ];

    /** The octets of an id's own text, bare or in one pair of double quotes. */
    public static function decode(string $name, string $text): string
    {
        $bare = self::unquoted($text);
        if ($name !== 'typeid') {
            return self::number($name, self::format($name), $bare, $text);
        }
        $separator = strrpos($bare, '_');
        $prefix = substr($bare, 0, (int) $separator);
        if ($separator === 0) {
            throw self::invalid($name, $text, 'a separator without a type prefix');
        }
        self::checkPrefix($prefix, $text);
        $suffix = $separator === false ? $bare : substr($bare, $separator + 1);
        return $prefix . self::number($name, self::FORMATS['suffix'], $suffix, $text);
    }

    /** The text of an id's octets. */
    public static function encode(string $name, string $octets): string
    {
        if ($name !== 'typeid') {
            return self::text($name, self::format($name), $octets);
        }
        $prefix = substr($octets, 0, max(strlen($octets) - 16, 0));
        self::checkPrefix($prefix);
        return $prefix . ($prefix === '' ? '' : '_') . self::text($name, self::FORMATS['suffix'], substr($octets, -16));
    }

    /**
     * What the type's input makes of a text: the canonical id. A base62id, base64uuid or ulid may also come as a UUID's
     * own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and uid11 are then the notation
     * of a typed id, as typeid_create_type(name, prefix, notation) makes its type. $masked: a UUID that is not of version 4 is
     * refused, as no masked id has one. $acceptUuid: a UUID's own text is read, too.
     */
    public static function parse(string $name, string $text, ?string $prefix = null, bool $masked = false, bool $acceptUuid = false): string
    {
        $bare = self::unquoted($text);
        if (self::isUuid($name) && ($prefix === null ? $name !== 'typeid' : $acceptUuid) && preg_match(self::UUID, $bare) === 1) {
            $octets = hex2bin(str_replace('-', '', $bare));
            $id = self::fromUuid($name, $bare, $prefix ?? '');
        } elseif ($prefix !== null && self::isBehind($name)) {
            $octets = self::behindPrefix($name, $text, $prefix);
            $id = self::lead($prefix) . self::encode($name, $octets);
        } else {
            $octets = self::decode($name, $text);
            $id = self::encode($name, $octets);
            if ($prefix !== null && ($name !== 'typeid' || self::typePrefix($id) !== $prefix)) {
                $found = $name === 'typeid' ? json_encode(self::typePrefix($id)) : 'none';
                throw self::invalid($name, $text, "the type prefix is $found, not " . json_encode($prefix));
            }
        }
        $octets = substr($octets, -16);
        if ($masked && self::isUuid($name) && (ord($octets[6]) >> 4 !== 4 || ord($octets[8]) >> 6 !== 2)) {
            throw self::invalid($name, $text, 'its UUID is not of version 4, as that of every masked id is');
        }
        return $id;
    }

    /** Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with $acceptUuid. */
    public static function isValid(string $name, string $text, ?string $prefix = null, bool $masked = false, bool $acceptUuid = false): bool
    {
        if (!$acceptUuid && preg_match(self::UUID, self::unquoted($text)) === 1) {
            return false;
        }
        try {
            self::parse($name, $text, $prefix, $masked, $acceptUuid);
            return true;
        } catch (InvalidArgumentException) {
            return false;
        }
    }

    /** For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse() refuses. */
    public static function pattern(string $name, ?string $prefix = null, bool $acceptUuid = false): string
    {
        self::checkPrefix($prefix ?? '');
        $text = $name === 'typeid' && $prefix === null ? '(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?' : self::lead($prefix ?? '');
        $text .= ($name === 'typeid' ? self::FORMATS['suffix'] : self::format($name))[4];
        if ($prefix === null ? self::isNotation($name) : $acceptUuid) {
            $text = "(?:$text|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})";
        }
        return "^$text\$";
    }

    /** The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it. */
    public static function typePrefix(string $id, string $notation = 'typeid'): string
    {
        $id = self::unquoted($id);
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
        if (!self::isUuid($name)) {
            throw new LogicException("a $name is no UUID");
        }
        $hex = bin2hex(substr(self::decode($name, self::parse($name, $text)), -16));
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split($hex, 4));
    }

    /** The id of a UUID's own text. */
    public static function fromUuid(string $name, string $uuid, string $prefix = ''): string
    {
        if (!self::isUuid($name)) {
            throw new LogicException("a $name is no UUID");
        }
        if (preg_match(self::UUID, $uuid) !== 1) {
            throw self::invalid('uuid', $uuid, 'not 32 hexadecimal digits in groups of 8-4-4-4-12');
        }
        self::checkPrefix($prefix);
        $octets = hex2bin(str_replace('-', '', $uuid));
        return $name === 'typeid' ? self::encode($name, $prefix . $octets) : self::lead($prefix) . self::encode($name, $octets);
    }

    /** The typed id of a bigint, in the notation uid11; with a mask key's 16 octets, as a type that masks by it shows it. */
    public static function fromNumber(int $number, string $prefix = '', ?string $key = null): string
    {
        self::checkPrefix($prefix);
        [$x, $y] = array_values(unpack('N2', pack('J', $number)));
        foreach ($key === null ? [] : self::roundKeys($key, $prefix) as $k) {
            [$x, $y] = self::round($x, $y, $k);
        }
        return self::lead($prefix) . self::encode('uid11', pack('N2', $x, $y));
    }

    /** The bigint of a typed id. Of a masked type every text has one: nothing shows another key. */
    public static function toNumber(string $text, string $prefix = '', ?string $key = null): int
    {
        [$x, $y] = array_values(unpack('N2', self::behindPrefix('uid11', $text, $prefix)));
        foreach ($key === null ? [] : array_reverse(self::roundKeys($key, $prefix)) as $k) {
            $y = self::rotated($y ^ $x, 29);
            $x = self::rotated(($x ^ $k) - $y & 0xFFFFFFFF, 8);
        }
        return unpack('J', pack('N2', $x, $y))[1];
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
        } elseif ($name === 'ulid' || (ord($octets[6]) >> 4 === 7 && ord($octets[8]) >> 6 === 2)) {
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
        [$ms, $rest] = self::next('uuid', 3, 1 + random_int(0, 0xFFFFFFFF));
        [$a, $b, $c] = $rest;
        $octets = [0x70 | $a << 2 | $b >> 6, ($b & 63) << 2 | $c >> 6, 0x80 | $c & 63, ...array_slice($rest, 3)];
        $hex = bin2hex(substr(pack('J', $ms), 2) . pack('C*', ...$octets));
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split($hex, 4));
    }

    /** A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly. */
    public static function newId(string $prefix = '', string $notation = 'typeid'): string
    {
        return self::fromUuid($notation, self::newUuid(), $prefix);
    }

    /** A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
    public static function newUlid(): string
    {
        [$ms, $rest] = self::next('ulid', 255, 1);
        return self::encode('ulid', substr(pack('J', $ms), 2) . pack('C*', ...$rest));
    }

    private static array $last = ['uuid' => [-1, []], 'ulid' => [-1, []]];

    /** What comes after the last id: a millisecond, and ten octets that ascend within it, the first at most $top. */
    private static function next(string $kind, int $top, int $step): array
    {
        [$ms, $rest] = self::$last[$kind];
        $now = (int) (microtime(true) * 1000);
        if ($now <= $ms) { // the clock stands still or has stepped back
            for ($i = 9; $i >= 0; --$i, $step >>= 8) {
                $step += $rest[$i];
                $rest[$i] = $step & 255;
            }
        }
        if ($now > $ms || $step !== 0 || $rest[0] > $top) {
            $ms = max($now, $ms + 1);
            $rest = array_values(unpack('C*', random_bytes(10)));
            $rest[0] &= $top;
        }
        return self::$last[$kind] = [$ms, $rest];
    }

    private const UUID = '/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/Di';

    private static function invalid(string $name, string $text, string $reason): InvalidArgumentException
    {
        $found = json_encode(substr($text, 0, 100), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE);
        return new InvalidArgumentException("invalid $name $found: $reason");
    }

    private static function format(string $name): array
    {
        if ($name === 'suffix' || !isset(self::FORMATS[$name])) {
            throw new LogicException("no id is of the name \"$name\", but: " . implode(', ', self::NAMES));
        }
        return self::FORMATS[$name];
    }

    private static function isUuid(string $name): bool
    {
        return $name === 'typeid' || self::format($name)[2] === 16;
    }

    private static function isNotation(string $name): bool
    {
        return $name !== 'typeid' && self::isUuid($name);
    }

    /** A notation of typed ids beside typeid. */
    private static function isBehind(string $name): bool
    {
        return $name === 'uid11' || self::isNotation($name);
    }

    private static function rotated(int $word, int $left): int
    {
        return ($word << $left | $word >> 32 - $left) & 0xFFFFFFFF;
    }

    /** Of Speck64/128. */
    private static function round(int $x, int $y, int $key): array
    {
        $x = (self::rotated($x, 24) + $y & 0xFFFFFFFF) ^ $key;
        return [$x, self::rotated($y, 3) ^ $x];
    }

    private static function roundKeys(string $key, string $prefix): array
    {
        if (strlen($key) !== 16) {
            throw new InvalidArgumentException('a mask key has 16 octets, not ' . strlen($key));
        }
        $word = array_values(unpack('V4', hash_hmac('sha256', "base62id number mask\0$prefix", $key, true)));
        for ($i = 0, $keys = []; $i < 27; ++$i) {
            $keys[] = $word[0];
            [$word[1 + $i % 3], $word[0]] = self::round($word[1 + $i % 3], $word[0], $i);
        }
        return $keys;
    }

    private static function lead(string $prefix): string
    {
        return $prefix === '' ? '' : $prefix . '_';
    }

    /** The octets of a typed id in the notation of that name, which is none of the system typeid. */
    private static function behindPrefix(string $name, string $text, string $prefix): string
    {
        self::checkPrefix($prefix);
        $bare = self::unquoted($text);
        if (!str_starts_with($bare, self::lead($prefix))) {
            $found = json_encode(self::typePrefix($text, $name), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE);
            throw self::invalid($name, $text, "the type prefix is $found, not " . json_encode($prefix));
        }
        return self::number($name, self::format($name), substr($bare, strlen(self::lead($prefix))), $text);
    }

    private static function unquoted(string $text): string
    {
        return strlen($text) >= 2 && $text[0] === '"' && $text[-1] === '"' ? substr($text, 1, -1) : $text;
    }

    private static function checkPrefix(string $prefix, string $text = ''): void
    {
        if (preg_match('/^(?:[a-z](?:[a-z_]{0,61}[a-z])?)?$/D', $prefix) !== 1) {
            $found = json_encode(substr($prefix, 0, 100), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE);
            throw self::invalid('typeid', $text, "a type prefix has at most 63 symbols of a to z, and _ inside, not $found");
        }
    }

    private static function number(string $name, array $format, string $given, string $whole): string
    {
        [$alphabet, $length, $size, $mark] = $format;
        $text = $name === 'ulid' ? strtr($given, self::LOWER, self::UPPER) : $given;
        if (strlen($text) !== $length) {
            throw self::invalid($name, $whole, strlen($text) . " octets, not $length symbols");
        }
        $octets = array_fill(0, $size + 1, 0);
        foreach (str_split($text) as $position => $symbol) {
            $carry = strpos($alphabet, $symbol);
            if ($carry === false) {
                $at = 1 + $position + strrpos($whole, $given);
                $found = json_encode($given[$position], JSON_INVALID_UTF8_SUBSTITUTE);
                throw self::invalid($name, $whole, "$found at position $at is not in its alphabet");
            }
            for ($i = $size; $i >= 0; --$i) {
                $carry += $octets[$i] * strlen($alphabet);
                $octets[$i] = $carry & 255;
                $carry >>= 8;
            }
        }
        if (array_shift($octets) !== $mark) {
            throw self::invalid($name, $whole, "its number is none of a $name");
        }
        return pack('C*', ...$octets);
    }

    private static function text(string $name, array $format, string $octets): string
    {
        [$alphabet, $length, $size, $mark] = $format;
        if (strlen($octets) !== $size) {
            throw new InvalidArgumentException("invalid $name: " . strlen($octets) . " octets, not $size");
        }
        $number = [$mark, ...unpack('C*', $octets)];
        $text = '';
        for ($symbol = 0; $symbol < $length; ++$symbol) {
            $rest = 0;
            foreach ($number as $i => $octet) {
                $rest = $rest << 8 | $octet;
                $number[$i] = intdiv($rest, strlen($alphabet));
                $rest %= strlen($alphabet);
            }
            $text = $alphabet[$rest] . $text;
        }
        return $text;
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

    public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
    {
        return $this->name;
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
        try {
            $format = $this->prefix === null ? $this->name : $this->notation;
            return Codec::parse($format, (string) $value, $this->prefix, $this->masked, $this->acceptUuid);
        } catch (InvalidArgumentException $error) {
            throw new InvalidId($error->getMessage(), 0, $error);
        }
    }
}

class InvalidId extends ConversionException
{
}

/**
 * The types for a connection, and typed ids: ['user_id' => 'user', 'product_id' => ['prod', 'ulid']]. A third element is
 * whether the type masks, a fourth whether it accepts UUIDs: ['member_id' => ['member', 'typeid', true]].
 */
function register(Connection $connection, array $typed = []): void
{
    $registry = Type::getTypeRegistry();
    foreach ([...array_fill_keys(Codec::NAMES, [null]), ...$typed] as $name => $kind) {
        if (!$registry->has($name)) {
            $type = new IdType();
            $type->name = $name;
            [$type->prefix, $type->notation, $type->masked, $type->acceptUuid] = (array) $kind + [null, 'typeid', false, false];
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
            $type = $class->getTypeOfField($class->getSingleIdentifierFieldName());
            return $em->getConnection()->fetchOne("SELECT CAST($default AS $type)");
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
