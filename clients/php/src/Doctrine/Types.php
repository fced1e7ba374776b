<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Base62id\Base62id;
use Base62id\Base64uuid;
use Base62id\Baseuid;
use Base62id\Id;
use Base62id\Ulid;
use Base62id\Xid;
use Doctrine\DBAL\Connection;
use Doctrine\DBAL\Types\Type;
use InvalidArgumentException;

/** Makes the types known to Doctrine: DBAL 4, ORM 3. */
final class Types
{
    private const OWN = [
        'base62id' => Base62id::class, 'base64uuid' => Base64uuid::class, 'ulid' => Ulid::class,
        'baseuid' => Baseuid::class, 'uid11' => Xid::class,
    ];
    private const OF_UUIDS = ['base62id', 'base64uuid', 'ulid'];

    /**
     * The types of a connection: those of the extension, and id types by their names.
     *
     *     Types::register($connection, ['user_id' => UserId::class]);
     *
     * @param array<string, class-string<Id>> $classes
     */
    public static function register(Connection $connection, array $classes = []): void
    {
        self::add($connection, 'typeid', new TypeidType());
        foreach ([...self::OWN, ...$classes] as $name => $class) {
            self::add($connection, $name, self::type($name, $class, false));
        }
    }

    /**
     * Id types over columns of uuid, or of the id type by now.
     *
     *     Types::registerStored($connection, ['user_id' => UserId::class]);
     *
     * @param array<string, class-string<Id>> $classes
     *
     * @throws InvalidArgumentException of kinds that are masked or numbers
     */
    public static function registerStored(Connection $connection, array $classes): void
    {
        foreach ($classes as $name => $class) {
            if (!$class::kind()->makes()) {
                throw new InvalidArgumentException("$class: a column of uuid has no mask and no number");
            }
            self::add($connection, $name, self::type($name, $class, true));
        }
    }

    /**
     * For a program that knows UUIDs: columns of base62id, base64uuid and ulid are guid to Doctrine, as
     * those of uuid are.
     *
     *     Types::registerUuids($connection);
     */
    public static function registerUuids(Connection $connection): void
    {
        foreach (self::OF_UUIDS as $name) {
            $connection->getDatabasePlatform()->registerDoctrineTypeMapping($name, 'guid');
        }
    }

    private static function type(string $name, string $class, bool $stored): IdType
    {
        if (!is_a($class, Id::class, true)) {
            throw new InvalidArgumentException("$class is no class of ids");
        }
        $type = new IdType();
        $type->name = $name;
        $type->class = $class;
        $type->storedUuid = $stored;

        return $type;
    }

    private static function add(Connection $connection, string $name, Type $type): void
    {
        $registry = Type::getTypeRegistry();
        if ($registry->has($name)) {
            $registry->override($name, $type);
        } else {
            $registry->register($name, $type);
        }
        $connection->getDatabasePlatform()->registerDoctrineTypeMapping($name, $name);
    }
}
