<?php

declare(strict_types=1);

namespace Base62id;

use Closure;
use DateTimeInterface;
use Psr\Clock\ClockInterface;
use Random\Engine;
use Random\Randomizer;

/** For tests of an application. */
final class Testing
{
    /**
     * All new ids of this process have this time and this randomness, until what it gives is called.
     *
     *     $undo = Testing::source(now: new DateTimeImmutable('2026-01-01Z'), random: Testing::seeded(1));
     *     UserId::generate();
     *     $undo();
     *
     * @param DateTimeInterface|ClockInterface|(callable(): DateTimeInterface)|null $now a time or what gives one
     *
     * @return Closure(): void
     */
    public static function source(
        DateTimeInterface|ClockInterface|callable|null $now = null,
        ?Randomizer $random = null,
    ): Closure {
        $clock = match (true) {
            $now === null => null,
            $now instanceof DateTimeInterface => static fn() => $now,
            $now instanceof ClockInterface => $now->now(...),
            default => $now(...),
        };
        $before = Source::use(new Source($clock, $random));

        return static function () use ($before): void {
            Source::use($before);
        };
    }

    /**
     * The same octets for the same seed, in every language of base62id: for tests, and for nothing else.
     *
     *     bin2hex(Testing::seeded(42)->getBytes(3));   // 2e74c1
     */
    public static function seeded(int $seed): Randomizer
    {
        // xorshift of 32 bits, an octet a step.
        return new Randomizer(new class ($seed) implements Engine {
            private const WORD = 0xFFFFFFFF;
            private const THROWN_AWAY = 16;

            private int $state;

            public function __construct(int $seed)
            {
                $this->state = ($seed ^ 0x9E3779B9) & self::WORD;
                $this->state = $this->state === 0 ? 1 : $this->state;
                for ($i = 0; $i < self::THROWN_AWAY; ++$i) {
                    $this->generate();
                }
            }

            public function generate(): string
            {
                $this->state ^= $this->state << 13 & self::WORD;
                $this->state ^= $this->state >> 17;
                $this->state ^= $this->state << 5 & self::WORD;

                return chr($this->state >> 24);
            }
        });
    }
}
