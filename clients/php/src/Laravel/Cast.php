<?php

declare(strict_types=1);

namespace Base62id\Laravel;

use Base62id\Id;
use Base62id\InvalidId;
use Illuminate\Contracts\Database\Eloquent\CastsAttributes;
use InvalidArgumentException;

/**
 * An attribute over a column of an id type, or of text: an object of the class of its kind; with
 * ",text" behind the class its canonical text, as for keys and foreign keys, which Eloquent compares
 * by ===.
 *
 *     protected $casts = [
 *         'invited_by' => Cast::class . ':' . UserId::class,
 *         'buyer_id' => Cast::class . ':' . UserId::class . ',text',
 *     ];
 *
 * @implements CastsAttributes<Id|string, Id|string>
 */
final class Cast implements CastsAttributes
{
    /** @param class-string<Id> $class */
    public function __construct(private readonly string $class, private readonly string $as = 'id')
    {
        if (!is_a($class, Id::class, true)) {
            throw new InvalidArgumentException("$class is no class of ids");
        }
        if ($as !== 'id' && $as !== 'text') {
            throw new InvalidArgumentException("an attribute is an id or a text, not \"$as\"");
        }
    }

    /** @throws InvalidId of what is no id of this kind */
    public function get($model, string $key, $value, array $attributes): Id|string|null
    {
        if ($value === null) {
            return null;
        }
        $id = $this->class::parse($value);

        return $this->as === 'id' ? $id : $id->value;
    }

    /** @throws InvalidId of what is no id of this kind */
    public function set($model, string $key, $value, array $attributes): ?string
    {
        return $value === null ? null : $this->class::parse($value)->value;
    }
}
