<?php

declare(strict_types=1);

namespace Base62id\Tests;

use Base62id\InvalidId;
use Base62id\Testing;
use Base62id\Ulid;
use DateTimeImmutable;
use InvalidArgumentException;
use PHPUnit\Framework\TestCase;
use Random\Engine;
use Random\Randomizer;

/** Every case of conformance/, which all languages answer alike. */
final class ConformanceTest extends TestCase
{
    private const KIT = __DIR__ . '/../../../conformance/';

    private static function cases(string $name): array
    {
        return json_decode(file_get_contents(self::KIT . "$name.json"), true, flags: JSON_THROW_ON_ERROR);
    }

    /** Of files whose cases are grouped by kind. */
    private static function each(string $name, callable $check): void
    {
        foreach (self::cases($name) as $group) {
            $class = kind($group['kind']);
            foreach ($group['cases'] as $case) {
                $check($class, $case, $group);
            }
        }
    }

    private static function time(int $milliseconds): DateTimeImmutable
    {
        $seconds = intdiv($milliseconds, 1000);

        return (new DateTimeImmutable("@$seconds"))->modify('+' . $milliseconds % 1000 . ' ms');
    }

    private static function milliseconds(?DateTimeImmutable $time): ?int
    {
        return $time === null ? null : (int) $time->format('Uv');
    }

    private function assertRefused(string $kind, callable $call, string $what): void
    {
        try {
            $call();
        } catch (InvalidArgumentException $error) {
            $this->assertInstanceOf($kind, $error, $what);
            if ($error instanceof InvalidId) {
                $this->assertSame('22P02', $error->getCode());
            }

            return;
        }
        $this->fail("taken: $what");
    }

    public function testDefinitions(): void
    {
        foreach (self::cases('definitions') as $case) {
            $what = json_encode($case['kind']);
            if ($case['valid']) {
                $this->assertIsString(kind($case['kind'])::pattern(), $what);
            } else {
                $make = static fn() => kind($case['kind'])::is('');
                $this->assertRefused(InvalidArgumentException::class, $make, $what);
            }
        }
    }

    public function testVectors(): void
    {
        self::each('vectors', function (string $class, array $case): void {
            $id = $class::parse($case['id']);
            $this->assertSame($case['id'], $id->value);
            $this->assertTrue($class::is($case['id']));
            if (isset($case['uuid'])) {
                $this->assertSame($case['uuid'], $id->toUuid());
                $this->assertTrue($id->equals($class::fromUuid($case['uuid'])));
            }
            if (array_key_exists('timestamp', $case)) {
                $this->assertSame($case['timestamp'], self::milliseconds($id->timestamp()));
            }
        });
    }

    public function testVerdicts(): void
    {
        self::each('verdicts', function (string $class, array $case): void {
            $what = $class::pattern() . ' ' . json_encode($case['text']);
            $this->assertSame($case['text'] === $case['id'], $class::is($case['text']), $what);
            if ($case['id'] === null) {
                $this->assertRefused(InvalidId::class, static fn() => $class::parse($case['text']), $what);
            } else {
                $this->assertSame($case['id'], $class::parse($case['text'])->value, $what);
            }
        });
    }

    public function testRanges(): void
    {
        self::each('ranges', function (string $class, array $case): void {
            $wanted = $case['first'] === null ? null : [$case['first'], $case['last']];
            $this->assertSame($wanted, $class::prefixRange($case['text']), json_encode($case));
        });
    }

    public function testNumbers(): void
    {
        self::each('numbers', function (string $class, array $case, array $group): void {
            $numbers = $class::numbers(isset($group['key']) ? hex2bin($group['key']) : null);
            $this->assertSame($case['id'], $numbers->encode((int) $case['number'])->value);
            $this->assertSame($case['number'], (string) $numbers->decode($case['id']));
        });
    }

    public function testGenerated(): void
    {
        self::each('generated', function (string $class, array $case): void {
            $octets = new class (hex2bin($case['random'])) implements Engine {
                public function __construct(private string $octets)
                {
                }

                public function generate(): string
                {
                    $first = $this->octets[0];
                    $this->octets = substr($this->octets, 1);

                    return $first;
                }
            };
            $at = self::time($case['at']);
            $this->assertSame($case['id'], $class::generate($at, new Randomizer($octets))->value);
            if (isset($case['seed'])) {
                $this->assertSame($case['id'], $class::generate($at, Testing::seeded($case['seed']))->value);
            }
        });
    }

    public function testClock(): void
    {
        foreach (self::cases('clock') as $sequence) {
            foreach ([UserId::class, Ulid::class] as $class) {
                $now = 0;
                $undo = Testing::source(now: static function () use (&$now): DateTimeImmutable {
                    return self::time($now);
                });
                $last = null;
                try {
                    foreach ($sequence['steps'] as $step) {
                        $now = $step['now'];
                        $id = $class::generate();
                        $this->assertSame($step['timestamp'], self::milliseconds($id->timestamp()), $sequence['name']);
                        $ascends = $last === null || $last->compareTo($id) < 0;
                        $this->assertSame($step['ascends'], $ascends, $sequence['name']);
                        $last = $id;
                    }
                } finally {
                    $undo();
                }
            }
        }
    }

    public function testPatterns(): void
    {
        foreach (self::cases('patterns') as $case) {
            $this->assertSame($case['pattern'], kind($case['kind'])::pattern());
        }
    }
}
