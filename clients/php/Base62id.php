<?php

declare(strict_types=1);

// The types of the PostgreSQL extension base62id in Doctrine (ORM 3, DBAL 4).
//
//   Base62id\register($connection)                      once for each connection: the types' names
//   #[ORM\Column(type: 'typeid', options: ['default' => "typeid_generate('user'::text)"])]
//   #[ORM\GeneratedValue('CUSTOM'), ORM\CustomIdGenerator(Base62id\ServerDefault::class)]
//   WHERE STARTS_WITH(u.id, :text) = TRUE               id ^@ 'user_01h4' in DQL, an index scan
//   Base62id\Codec::parse('typeid', $text)              the canonical text, or InvalidArgumentException

namespace Base62id;

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

final class Codec
{
    public const NAMES = ['typeid', 'base62id', 'base64uuid', 'uid11', 'baseuid', 'ulid'];
    private const DIGITS = '0123456789';
    private const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    private const LOWER = 'abcdefghijklmnopqrstuvwxyz';

    // The alphabet, the symbols, the octets, and what stands before them: an octet whose last bits are marks.
    private const FORMATS = [
        'suffix' => ['0123456789abcdefghjkmnpqrstvwxyz', 26, 16, 0],
        'base62id' => [self::DIGITS . self::UPPER . self::LOWER, 22, 16, 2],
        'base64uuid' => ['$' . self::DIGITS . self::UPPER . '_' . self::LOWER, 22, 16, 4],
        'uid11' => ['123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 11, 8, 0],
        'baseuid' => ['-' . self::DIGITS . self::UPPER . '_' . self::LOWER, 20, 15, 0],
        'ulid' => ['0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26, 16, 0],
    ];

    /** The octets of an id. Like the type's input it takes one pair of double quotes, too. */
    public static function decode(string $name, string $text): string
    {
        if (strlen($text) >= 2 && $text[0] === '"' && $text[-1] === '"') {
            $text = substr($text, 1, -1);
        }
        if ($name !== 'typeid') {
            return self::number($name, $text);
        }
        $separator = strrpos($text, '_');
        $prefix = substr($text, 0, (int) $separator);
        if ($separator === 0 || !self::isPrefix($prefix)) {
            throw new InvalidArgumentException('the type prefix has 1 to 63 symbols of a to z, and _ inside');
        }
        return $prefix . self::number('suffix', $separator === false ? $text : substr($text, $separator + 1));
    }

    /** The text of an id's octets. */
    public static function encode(string $name, string $octets): string
    {
        if ($name !== 'typeid') {
            return self::text($name, $octets);
        }
        $prefix = substr($octets, 0, max(strlen($octets) - 16, 0));
        if (!self::isPrefix($prefix)) {
            throw new InvalidArgumentException('the type prefix has 1 to 63 symbols of a to z, and _ inside');
        }
        return $prefix . ($prefix === '' ? '' : '_') . self::text('suffix', substr($octets, -16));
    }

    /** The canonical text of an id. With a prefix, a typeid must have that type prefix. */
    public static function parse(string $name, string $text, ?string $prefix = null): string
    {
        $id = self::encode($name, self::decode($name, $text));
        if ($prefix !== null && substr($id, 0, -27) !== $prefix) {
            throw new InvalidArgumentException("the type prefix is not $prefix");
        }
        return $id;
    }

    private static function isPrefix(string $prefix): bool
    {
        return preg_match('/^(?:[a-z](?:[a-z_]{0,61}[a-z])?)?$/D', $prefix) === 1;
    }

    private static function number(string $name, string $text): string
    {
        [$alphabet, $length, $size, $mark] = self::FORMATS[$name];
        if ($name === 'ulid') {
            $text = strtoupper($text);
        }
        if (strlen($text) !== $length) {
            throw new InvalidArgumentException("$name has $length symbols, not " . strlen($text) . ' octets');
        }
        $octets = array_fill(0, $size + 1, 0);
        foreach (str_split($text) as $position => $symbol) {
            $carry = strpos($alphabet, $symbol);
            if ($carry === false) {
                ++$position;
                throw new InvalidArgumentException("the symbol at position $position is not in the alphabet of $name");
            }
            for ($i = $size; $i >= 0; --$i) {
                $carry += $octets[$i] * strlen($alphabet);
                $octets[$i] = $carry & 255;
                $carry >>= 8;
            }
            if ($carry !== 0) {
                throw new InvalidArgumentException("the value is not one of $name");
            }
        }
        if (array_shift($octets) !== $mark) {
            throw new InvalidArgumentException("the value is not one of $name");
        }
        return pack('C*', ...$octets);
    }

    private static function text(string $name, string $octets): string
    {
        [$alphabet, $length, $size, $mark] = self::FORMATS[$name];
        if (strlen($octets) !== $size) {
            throw new InvalidArgumentException("$name has $size octets, not " . strlen($octets));
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
            $format = $this->prefix === null ? $this->name : 'typeid';
            return Codec::parse($format, (string) $value, $this->prefix);
        } catch (InvalidArgumentException $error) {
            throw new InvalidId("\"$value\" is no $this->name: {$error->getMessage()}", 0, $error);
        }
    }
}

class InvalidId extends ConversionException
{
}

/** The types for a connection, and typed ids: ['user_id' => 'user']. */
function register(Connection $connection, array $typed = []): void
{
    $registry = Type::getTypeRegistry();
    foreach ([...array_fill_keys(Codec::NAMES, null), ...$typed] as $name => $prefix) {
        if (!$registry->has($name)) {
            $type = new IdType();
            $type->name = $name;
            $type->prefix = $prefix;
            $registry->register($name, $type);
        }
        $connection->getDatabasePlatform()->registerDoctrineTypeMapping($name, $name);
    }
}

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
