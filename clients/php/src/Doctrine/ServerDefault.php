<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Id\AbstractIdGenerator;
use LogicException;

/**
 * An identifier that the column's default makes: Doctrine wants to know it before it inserts.
 *
 *     #[ORM\GeneratedValue('CUSTOM'), ORM\CustomIdGenerator(ServerDefault::class)]
 */
final class ServerDefault extends AbstractIdGenerator
{
    public function generateId(EntityManagerInterface $em, object|null $entity): mixed
    {
        if ($entity === null) {
            throw new LogicException('an identifier is of an entity');
        }
        $class = $em->getClassMetadata($entity::class);
        $field = $class->getSingleIdentifierFieldName();
        $default = $class->getFieldMapping($field)->options['default']
            ?? throw new LogicException($entity::class . "::$field has no option default");
        $type = Type::getType((string) $class->getTypeOfField($field));
        $connection = $em->getConnection();
        $platform = $connection->getDatabasePlatform();
        $made = $connection->fetchOne("SELECT CAST($default AS {$type->getSQLDeclaration([], $platform)})");

        return $type->convertToPHPValue($made, $platform);
    }
}
