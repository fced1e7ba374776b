<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Id\AbstractIdGenerator;
use LogicException;

/**
 * An identifier that the program makes, without a query: a new one of the class of its column.
 *
 *     #[ORM\GeneratedValue('CUSTOM'), ORM\CustomIdGenerator(Generated::class)]
 */
final class Generated extends AbstractIdGenerator
{
    public function generateId(EntityManagerInterface $em, object|null $entity): mixed
    {
        if ($entity === null) {
            throw new LogicException('an identifier is of an entity');
        }
        $class = $em->getClassMetadata($entity::class);
        $field = $class->getSingleIdentifierFieldName();
        $type = Type::getType((string) $class->getTypeOfField($field));
        if (!$type instanceof IdType) {
            throw new LogicException($entity::class . "::$field is of no id type");
        }

        return $type->class::generate();
    }
}
