<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Base62id\Id;
use Base62id\InvalidId;
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\PhpIntegerMappingType;
use Doctrine\DBAL\Types\Type;

/**
 * A column of an id type: an object of the class of its kind. Types::register() makes it.
 *
 * DBAL quotes the default of a type as text unless PHP sees numbers in it: PhpIntegerMappingType
 * says so, and a default is an expression, written and read.
 */
final class IdType extends Type implements PhpIntegerMappingType
{
    /** The name of the type. */
    public string $name;
    /** @var class-string<Id> */
    public string $class;
    /** The column is one of core's uuid, or of the id type by now: the schema's comparison takes both for the same. */
    public bool $storedUuid = false;

    public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
    {
        return $this->storedUuid ? $platform->getGuidTypeDeclarationSQL($column) : $this->name;
    }

    public function getMappedDatabaseTypes(AbstractPlatform $platform): array
    {
        return [$this->name];
    }

    /** @throws NotConvertible of what is no id of this kind */
    public function convertToDatabaseValue(mixed $value, AbstractPlatform $platform): ?string
    {
        if ($value === null) {
            return null;
        }
        try {
            return $this->storedUuid ? $this->class::toColumn($value) : $this->class::parse($value)->value;
        } catch (InvalidId $error) {
            throw NotConvertible::of($error);
        }
    }

    public function convertToPHPValue(mixed $value, AbstractPlatform $platform): ?Id
    {
        if ($value === null) {
            return null;
        }
        if ($value instanceof $this->class) {
            return $value;
        }

        return $this->storedUuid ? $this->class::fromColumn($value) : $this->class::parse($value);
    }
}
