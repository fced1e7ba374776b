<?php

// Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients: php php.php CLIENT.
require $argv[1] . '/autoload.php';

final class UserId extends Base62id\Id
{
    public const PREFIX = 'user';
}
final class InvoiceId extends Base62id\Id
{
    public const PREFIX = 'inv';
    public const NOTATION = Base62id\Notation::Uid11;
    public const MASKED = true;
}
@include 'Ramsey/Uuid/autoload.php';
$ramsey = class_exists('Ramsey\Uuid\Uuid');
$Uuid = 'Ramsey\Uuid\Uuid';

$uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
$id = (string) UserId::fromUuid($uuid);
$ulid = (string) Base62id\Ulid::fromUuid($uuid);
$base62id = (string) Base62id\Base62id::fromUuid($uuid);
$key = implode('', array_map('chr', range(0, 15)));
$numbers = InvoiceId::numbers($key);
$masked = (string) $numbers->encode(123456789);
$made = ['ramsey/uuid 4' => fn () => $Uuid::uuid4()->toString()];
$read = ['ramsey/uuid' => fn () => $Uuid::fromString($uuid)];
// A text is read, and another written.
$back = ['ramsey/uuid, octets and back' => fn () => $Uuid::fromBytes($Uuid::fromString($uuid)->getBytes())->toString()];
function nothing(string $name, string $text, ?string $prefix): void
{
}

$cells = [
    'an empty call' => [fn () => nothing('typeid', $id, 'user'), []],
    'new TypeID' => [fn () => UserId::generate(), $made],
    'new ULID' => [fn () => Base62id\Ulid::generate(), $made],
    'new base62id' => [fn () => Base62id\Base62id::generate(), $made],
    'read TypeID' => [fn () => UserId::parse($id), $read],
    'read ULID' => [fn () => Base62id\Ulid::parse($ulid), $read],
    'validate TypeID' => [fn () => UserId::is($id), ['ramsey/uuid' => fn () => $Uuid::isValid($uuid)]],
    'TypeID to UUID' => [fn () => UserId::toColumn($id), $back],
    'base62id to UUID' => [fn () => Base62id\Base62id::toColumn($base62id), $back],
    'TypeID from UUID' => [fn () => UserId::fromUuid($uuid), $back],
    'base62id from UUID' => [fn () => Base62id\Base62id::fromUuid($uuid), $back],
    'mask a number' => [fn () => $numbers->encode(123456789), []],
    'unmask a number' => [fn () => $numbers->decode($masked), []],
];

function seconds(callable $call, int $calls): float
{
    $used = getrusage();
    for ($i = 0; $i < $calls; ++$i) {
        $call();
    }
    $now = getrusage();
    $seconds = 0;
    foreach (['ru_utime', 'ru_stime'] as $time) {
        $seconds += $now["$time.tv_sec"] - $used["$time.tv_sec"]
            + ($now["$time.tv_usec"] - $used["$time.tv_usec"]) / 1e6;
    }
    return max($seconds, 1e-6) / $calls;
}

foreach ($cells as $cell => [$ours, $others]) {
    $packages = ['base62id' => $ours] + ($ramsey ? $others : []);
    $best = array_map(fn ($call) => seconds($call, 1000), $packages);
    for ($round = 0; $round < 15; ++$round) {
        foreach ($packages as $name => $call) {
            $best[$name] = min($best[$name], seconds($call, (int) (0.01 / $best[$name]) + 1));
        }
    }
    foreach ($best as $name => $time) {
        echo "$cell\t$name\t", round(1 / $time), "\n";
    }
}
