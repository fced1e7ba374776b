<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\PhpIntegerMappingType;
use Doctrine\DBAL\Types\Type;

/**
 * A column of the type typeid, which has ids of every type prefix: a string. The server checks it.
 */
final class TypeidType extends Type implements PhpIntegerMappingType
{
    public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
    {
        return 'typeid';
    }

    public function getMappedDatabaseTypes(AbstractPlatform $platform): array
    {
        return ['typeid'];
    }
}
