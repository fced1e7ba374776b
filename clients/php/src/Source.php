<?php

declare(strict_types=1);

namespace Base62id;

use Closure;
use DateTimeInterface;
use Random\Randomizer;
use RangeException;
use UnexpectedValueException;

/**
 * Where new ids come from: the last UUID and the last ULID of this process, a clock, randomness.
 *
 * @internal
 */
final class Source
{
    /** Milliseconds. Further back the clock was wrong before, or it is a test's. */
    private const STEP_BACK = 10_000;
    /** Random octets from the system's strong source that are taken at once; most requests make few ids. */
    private const POOL = 1024;
    private const FIRST_POOL = 64;
    /** Milliseconds. The copy of a machine has none of its original's random octets for longer. */
    private const OLDEST = 1000;
    private const LOW = (1 << 62) - 1;
    /** The first millisecond that 48 bits do not hold, in the year 10889. */
    private const END_OF_TIME = 1 << 48;

    private static ?self $current = null;

    /** @var array<string, array{int, int, int}> a millisecond, and two numbers that ascend within it */
    private array $last = [];
    /** @var list<int> of 32 bits */
    private array $pool = [];
    private int $process = 0;
    private int $filled = 0;

    /** @param (Closure(): DateTimeInterface)|null $clock */
    public function __construct(private readonly ?Closure $clock = null, private readonly ?Randomizer $random = null)
    {
    }

    public static function current(): self
    {
        return self::$current ??= new self();
    }

    public static function use(self $source): self
    {
        $before = self::current();
        self::$current = $source;

        return $before;
    }

    /**
     * The two numbers of 64 bits of the next id: a UUID of version 7, or a ULID.
     *
     * @return array{int, int}
     */
    public function next(bool $ulid): array
    {
        $now = $this->now();
        if ($this->process !== getmypid()) { // a child has nothing of its parent
            $this->process = (int) getmypid();
            $this->pool = $this->last = [];
        }
        $name = $ulid ? 'ulid' : 'uuid';
        [$ms, $high, $low] = $this->last[$name] ?? [PHP_INT_MIN, 0, 0];
        $renewed = $now > $ms || $ms - $now > self::STEP_BACK;
        if (!$renewed) {
            // By the ULID specification's step, or by one that keeps the next UUID from being guessed.
            $low += $ulid ? 1 : 1 + $this->step($now);
            $high += $low >> 62;
            $low &= self::LOW;
            $full = $high >> ($ulid ? 18 : 12) !== 0;
            $ms += $full ? 1 : 0;
            $renewed = $full;
        } else {
            $ms = $now;
        }
        if ($renewed) {
            [$high, $low] = $this->tail($ulid, self::checked($ms));
        }
        $this->last[$name] = [$ms, $high, $low];

        return self::numbers($ulid, $ms, $high, $low);
    }

    /**
     * The same of a time and randomness that somebody gave; it reads and changes no state.
     *
     * @return array{int, int}
     */
    public function at(bool $ulid, ?DateTimeInterface $at, ?Randomizer $random): array
    {
        $ms = self::checked($at === null ? $this->now() : self::milliseconds($at));
        $random ??= $this->random;
        [$high, $low] = self::split($ulid, $random === null ? random_bytes(10) : $random->getBytes(10));

        return self::numbers($ulid, $ms, $high, $low);
    }

    private static function milliseconds(DateTimeInterface $time): int
    {
        return (int) $time->format('U') * 1000 + (int) $time->format('v');
    }

    private static function checked(int $ms): int
    {
        if ($ms < 0 || $ms >= self::END_OF_TIME) {
            throw new RangeException('an id has a time from 1970 to 10889');
        }

        return $ms;
    }

    /** microtime() without a backslash: what fakes it in this namespace, as Symfony's ClockMock, is heard. */
    private function now(): int
    {
        return $this->clock === null ? (int) (microtime(true) * 1000) : self::milliseconds(($this->clock)());
    }

    /** @return array{int, int} */
    private function tail(bool $ulid, int $now): array
    {
        if ($this->random !== null) {
            return self::split($ulid, $this->random->getBytes(10));
        }

        return [
            $this->draw($now) >> ($ulid ? 14 : 20),
            $this->draw($now) << 30 | $this->draw($now) >> 2,
        ];
    }

    private function step(int $now): int
    {
        return $this->random === null ? $this->draw($now) : self::unpacked('V', $this->random->getBytes(4));
    }

    private function draw(int $now): int
    {
        if ($this->pool === [] || abs($now - $this->filled) > self::OLDEST) {
            $octets = random_bytes($this->filled === 0 ? self::FIRST_POOL : self::POOL);
            $this->pool = array_values(unpack('V*', $octets) ?: []);
            $this->filled = $now;
        }

        return array_pop($this->pool) ?? throw new UnexpectedValueException('no random octets');
    }

    /**
     * The ten octets behind the time: 12 bits and 62 of a UUID, between them the variant's two; 18
     * and 62 of a ULID.
     *
     * @return array{int, int}
     */
    private static function split(bool $ulid, string $octets): array
    {
        $high = self::unpacked('n', substr($octets, 0, 2));
        $low = self::unpacked('J', substr($octets, 2));

        return [$ulid ? $high << 2 | $low >> 62 & 3 : $high & 0xFFF, $low & self::LOW];
    }

    private static function unpacked(string $format, string $octets): int
    {
        $found = unpack($format, $octets);
        if ($found === false || !is_int($found[1])) {
            throw new UnexpectedValueException('a Randomizer gave too few octets');
        }

        return $found[1];
    }

    /** @return array{int, int} */
    private static function numbers(bool $ulid, int $ms, int $high, int $low): array
    {
        return $ulid
            ? [$ms << 16 | $high >> 2, ($high & 3) << 62 | $low]
            : [$ms << 16 | 0x7000 | $high, PHP_INT_MIN | $low];
    }
}
