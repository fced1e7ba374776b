<?php

declare(strict_types=1);

namespace Base62id;

use InvalidArgumentException;
use SensitiveParameter;
use SensitiveParameterValue;

/**
 * The numbers of the ids of a kind, which Id::numbers() makes. Nothing that is printed shows the key.
 *
 *     InvoiceId::numbers($key)
 *
 * @template T of Id
 */
final class Numbers
{
    private const WORD = 0xFFFFFFFF;
    private const ROUNDS = 27;

    /** A list of integers, empty where nothing is masked. */
    private readonly SensitiveParameterValue $roundKeys;

    /**
     * @internal
     *
     * @param class-string<T> $class
     */
    public function __construct(
        private readonly string $class,
        private readonly Kind $kind,
        #[SensitiveParameter] ?string $key,
    ) {
        if ($kind->notation !== 'uid11') {
            throw new InvalidArgumentException("$class: numbers are of a kind of Notation::Uid11");
        }
        if ($key !== null && !$kind->masked) {
            throw new InvalidArgumentException("$class: a kind that is not masked has no key");
        }
        if ($key === null && $kind->masked) {
            throw new InvalidArgumentException("$class: a masked kind needs its key");
        }
        $roundKeys = $key === null ? [] : self::roundKeys($key, $kind->prefix);
        $this->roundKeys = new SensitiveParameterValue($roundKeys);
    }

    /**
     * The id of a number.
     *
     *     InvoiceId::numbers()->encode(42)->value;   // inv_1111111111j
     *
     * @return T
     */
    public function encode(int $number): Id
    {
        $x = $number >> 32 & self::WORD;
        $y = $number & self::WORD;
        foreach ($this->roundKeys->getValue() as $key) { // a round of Speck64/128
            $x = (($x >> 8 | $x << 24 & self::WORD) + $y & self::WORD) ^ $key;
            $y = ($y << 3 & self::WORD | $y >> 29) ^ $x;
        }

        return $this->class::ofCanonical($this->kind->writeNumber($x, $y));
    }

    /**
     * The number of an id, or of a text that the kind parses. Of a masked kind every id has one:
     * nothing tells another key.
     *
     *     InvoiceId::numbers()->decode('inv_1111111111j');   // 42
     *
     * @throws InvalidId
     */
    public function decode(mixed $id): int
    {
        [$x, $y] = Codec::words($this->kind->characters($this->class::parse($id)->value));
        foreach (array_reverse($this->roundKeys->getValue()) as $key) {
            $y ^= $x;
            $y = $y >> 3 | $y << 29 & self::WORD;
            $x = ($x ^ $key) - $y & self::WORD;
            $x = $x << 8 & self::WORD | $x >> 24;
        }

        return $x << 32 | $y;
    }

    /** @return list<int> */
    private static function roundKeys(#[SensitiveParameter] string $key, string $prefix): array
    {
        if (strlen($key) !== 16) {
            throw new InvalidArgumentException('a mask key has 16 octets, not ' . strlen($key));
        }
        $digest = hash_hmac('sha256', "base62id number mask\0$prefix", $key, true);
        $word = array_values(unpack('V4', $digest) ?: []);
        $keys = [];
        for ($round = 0; $round < self::ROUNDS; ++$round) {
            $keys[] = $k = $word[0];
            $x = $word[1 + $round % 3];
            $x = (($x >> 8 | $x << 24 & self::WORD) + $k & self::WORD) ^ $round;
            $word[1 + $round % 3] = $x;
            $word[0] = ($k << 3 & self::WORD | $k >> 29) ^ $x;
        }

        return $keys;
    }
}
