<?php

// Answers test/client-codecs; lines.py there says what.

declare(strict_types=1);

require $argv[1] . '/autoload.php';

use Base62id\Base62id;
use Base62id\Id;
use Base62id\InvalidId;
use Base62id\Kind;
use Base62id\Notation;
use Base62id\Ulid;

/** The class of a kind, or of a system. */
function classOf(string $notation, string $prefix, bool $masked = false, bool $acceptUuid = false): string
{
    if ($prefix === '-') {
        return 'Base62id\\' . ucfirst($notation);
    }
    $case = Notation::tryFrom($notation)?->name ?? 'None';
    $name = 'Kind' . md5("$case $prefix $masked $acceptUuid");
    if (!class_exists($name, false)) {
        eval("final class $name extends Base62id\\Id {
            public const PREFIX = " . var_export($prefix, true) . ";
            public const NOTATION = Base62id\\Notation::$case;
            public const MASKED = " . var_export($masked, true) . ';
            public const ACCEPT_UUID = ' . var_export($acceptUuid, true) . ';
        }');
    }

    return $name;
}

/** @template T @param callable(): T $how @return T|null */
function read(callable $how): mixed
{
    try {
        return $how();
    } catch (InvalidId) {
        return null;
    }
}

/** What each call gives, or says. */
function said(callable $how, array $calls): array
{
    $said = [];
    foreach ($calls as $call) {
        try {
            $said[] = $how($call(), true);
        } catch (Throwable $error) {
            $said[] = $how($error, true);
        }
    }

    return $said;
}

final class UserId extends Id
{
    public const PREFIX = 'user';
}

function ids(int $count): string
{
    for ($ids = ''; $count > 0; --$count) {
        $ids .= UserId::generate() . "\n" . Base62id::generate() . "\n" . Ulid::generate() . "\n";
    }

    return $ids;
}

function made(string $class): bool
{
    for ($last = '', $i = 0; $i < 1000; ++$i, $last = (string) $id) {
        $id = $class::generate();
        if (strcmp($last, (string) $id) >= 0 || !$class::parse((string) $id)->equals($id)) {
            return false;
        }
    }

    return abs(time() - $id->timestamp()->getTimestamp()) < 60;
}

function keys(string $prefix, string $text): bool
{
    $masked = classOf('uid11', $prefix, true);
    $plain = classOf('uid11', $prefix);
    $ids = [];
    for ($i = 0; $i < 200; ++$i) {
        $numbers = $masked::numbers(substr($text, 0, 15) . chr($i));
        $ids[] = (string) $numbers->encode(42);
        if ($numbers->decode(end($ids)) !== 42) {
            return false;
        }
    }
    $calls = [
        fn () => $masked::numbers($text), fn () => $plain::numbers($text), fn () => $masked::numbers(substr($text, 1)),
        fn () => $masked::numbers("$text$text"), fn () => $masked::numbers($text)->decode('x'),
        fn () => $masked::numbers($text)->encode('x'), fn () => $masked::numbers(str_split($text)),
    ];
    $shown = implode('', [...said('print_r', $calls), ...said('var_export', array_slice($calls, 0, 1))]);

    return count(array_unique($ids)) === 200 && !str_contains($shown, 'secret');
}

/** @return list<callable> */
function callsWith(string $class, string $long): array
{
    $calls = [];
    foreach (['parse', 'is', 'fromUuid', 'prefixRange', 'toColumn', 'fromColumn', 'numbers'] as $member) {
        $calls[] = fn () => $class::$member($long);
    }
    $calls[] = fn () => Kind::of('LongId', $long, Notation::TypeId, false, false);
    $calls[] = fn () => classOf('uid11', 'inv')::numbers()->decode($long);

    return $calls;
}

function long(string $class, string $symbol): string
{
    $say = fn ($made) => $made instanceof Throwable ? $made->getMessage() : print_r($made, true);
    $said = said($say, callsWith($class, str_repeat($symbol, 1000000)));
    $longest = max(array_map(strlen(...), $said));

    return $longest < 400 ? 'true' : "$longest";
}

function answer(string $operation, string $notation, string $prefix, string $text, string ...$more): array
{
    switch ($operation) {
        case 'parse':
            $class = classOf($notation, $prefix, $more[0] === 't', $more[1] === 't');

            return [read(fn () => $class::parse($text)), (int) $class::is($text)];
        case 'range':
            return classOf($notation, $prefix)::prefixRange($text) ?? [];
        case 'column':
            $class = classOf($notation, $prefix, false, $more[0] === 't');
            $uuid = read(fn () => $class::toColumn($text));

            return $uuid === null ? [] : [$uuid, $class::fromColumn($uuid)];
        case 'number':
            $numbers = classOf('uid11', $prefix, $more[0] !== '')::numbers($more[0] === '' ? null : hex2bin($more[0]));

            return [$numbers->encode((int) $more[1]), read(fn () => (string) $numbers->decode($text))];
        case 'uuid':
            $class = classOf($notation, $prefix);
            $id = read(fn () => $class::fromUuid($text));

            return $id === null ? [] : [$id, $id->toUuid()];
        case 'time':
            return [classOf($notation, $prefix)::parse($text)->timestamp()?->format('Uv')];
        case 'made':
            return [made(classOf($notation, $prefix)) ? 'true' : 'false'];
        case 'keys':
            return [keys($prefix, $text) ? 'true' : 'false'];
        case 'long':
            return [long(classOf($notation, $prefix), $text)];
        case 'message':
            try {
                return [(string) classOf($notation, $prefix)::parse($text)];
            } catch (InvalidId $error) {
                return [str_contains($error->getMessage(), $more[0]) ? 'true' : $error->getMessage()];
            }
    }

    return [];
}

if ($argv[2] !== 'lines') { // PHP has no threads: its workers are processes, too
    ids(1);
    foreach ($workers = $argv[2] === 'workers' ? array_fill(0, 8, 12500) : [50000, 50000] as $count) {
        if (pcntl_fork() === 0) {
            for (; $count > 0; $count -= 25) {
                fwrite(STDOUT, ids(25)); // as much as a pipe takes at once
            }
            exit;
        }
    }
    foreach ($workers as $_) {
        pcntl_wait($status);
    }
    exit;
}
while (($line = fgets(STDIN)) !== false) {
    echo implode("\t", answer(...explode("\t", rtrim($line, "\n")))), "\n";
}
