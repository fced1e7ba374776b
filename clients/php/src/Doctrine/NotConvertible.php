<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Base62id\InvalidId;
use Doctrine\DBAL\Types\ConversionException;

/**
 * A value that is no id of a column's kind; getPrevious() is the InvalidId. Symfony answers a
 * ConversionException of an entity in a URL by 404.
 */
final class NotConvertible extends ConversionException
{
    /** @internal */
    public static function of(InvalidId $error): self
    {
        return new self($error->getMessage(), 0, $error);
    }
}
