<?php

declare(strict_types=1);

namespace Base62id\Laravel;

use Base62id\Id;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\ModelNotFoundException;

/**
 * A model whose key is an id, as HasUuids is one whose key is a UUID: its canonical text.
 *
 *     class User extends Model
 *     {
 *         use HasIds;
 *
 *         protected string $idClass = UserId::class;
 *     }
 *
 * The program makes the key of a new row. Where the server alone makes it (numbers, masked ids,
 * xids), the row comes back with it: to Eloquent itself such a key is the number 0. A text in a URL
 * that is no id of the kind is 404.
 *
 * @mixin Model
 */
trait HasIds
{
    /** @internal Eloquent calls it for each new object. */
    public function initializeHasIds(): void
    {
        $this->keyType = 'string';
        $this->usesUniqueIds = $this->idClass::kind()->makes();
        $this->incrementing = !$this->usesUniqueIds;
        $this->casts[$this->getKeyName()] ??= Cast::class . ':' . $this->idClass . ',text';
    }

    /** A new id, which Eloquent gives to a row that has none. */
    public function newUniqueId(): string
    {
        return $this->idClass::generate()->value;
    }

    /** @return list<string> the columns that get a new id */
    public function uniqueIds(): array
    {
        return [$this->getKeyName()];
    }

    /**
     * @param \Illuminate\Contracts\Database\Eloquent\Builder $query
     * @param mixed       $value
     * @param string|null $field
     *
     * @throws ModelNotFoundException of what is no id of the kind
     */
    public function resolveRouteBindingQuery($query, $value, $field = null)
    {
        $isKey = $field === null || $field === $this->getKeyName();
        if ($isKey && !($value instanceof Id) && !$this->idClass::is($value)) {
            throw (new ModelNotFoundException())->setModel(static::class, [$value]);
        }

        return parent::resolveRouteBindingQuery($query, $value, $field);
    }

    /**
     * The rows whose id begins with a text: id ^@ 'user_01h4', an index scan.
     *
     *     User::idStartsWith('user_01h4')->get();
     *
     * @param \Illuminate\Database\Eloquent\Builder<static> $query
     */
    public function scopeIdStartsWith($query, string $text): void
    {
        $column = $query->getQuery()->getGrammar()->wrap($this->getQualifiedKeyName());
        $query->whereRaw("$column ^@ ?", [$text]);
    }
}
