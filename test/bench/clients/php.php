<?php

// Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients: php php.php CLIENT.
preg_match('/^final class Codec\n.*?^}\n/ms', file_get_contents($argv[1]), $codec);
eval($codec[0]);
@include 'Ramsey/Uuid/autoload.php';
$ramsey = class_exists('Ramsey\Uuid\Uuid');
$Uuid = 'Ramsey\Uuid\Uuid';

$uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
$id = Codec::fromUuid('typeid', $uuid, 'user');
$ulid = Codec::fromUuid('ulid', $uuid);
$base62id = Codec::fromUuid('base62id', $uuid);
$key = implode('', array_map('chr', range(0, 15)));
$masked = Codec::fromNumber(123456789, 'inv', $key);
$made = ['ramsey/uuid 4' => fn () => $Uuid::uuid4()->toString()];
$version7 = ['ramsey/uuid' => method_exists($Uuid, 'uuid7') ? fn () => $Uuid::uuid7()->toString() : fn () => $Uuid::uuid4()->toString()];
$read = ['ramsey/uuid' => fn () => $Uuid::fromString($uuid)];
// A text is read, and another written.
$back = ['ramsey/uuid, octets and back' => fn () => $Uuid::fromBytes($Uuid::fromString($uuid)->getBytes())->toString()];
function nothing(string $name, string $text, ?string $prefix): void
{
}

$cells = [
    'an empty call' => [fn () => nothing('typeid', $id, 'user'), []],
    'new TypeID' => [fn () => Codec::newId('user'), $made],
    'new ULID' => [fn () => Codec::newUlid(), $made],
    'new UUID version 7' => [fn () => Codec::newUuid(), $version7],
    'new base62id' => [fn () => Codec::newId('', 'base62id'), $made],
    'read TypeID' => [fn () => Codec::parse('typeid', $id, 'user'), $read],
    'read ULID' => [fn () => Codec::parse('ulid', $ulid), $read],
    'validate TypeID' => [fn () => Codec::isValid('typeid', $id, 'user'), ['ramsey/uuid' => fn () => $Uuid::isValid($uuid)]],
    'TypeID to UUID' => [fn () => Codec::toUuid('typeid', $id), $back],
    'base62id to UUID' => [fn () => Codec::toUuid('base62id', $base62id), $back],
    'TypeID from UUID' => [fn () => Codec::fromUuid('typeid', $uuid, 'user'), $back],
    'base62id from UUID' => [fn () => Codec::fromUuid('base62id', $uuid), $back],
    'mask a number' => [fn () => Codec::fromNumber(123456789, 'inv', $key), []],
    'unmask a number' => [fn () => Codec::toNumber($masked, 'inv', $key), []],
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
        $seconds += $now["$time.tv_sec"] - $used["$time.tv_sec"] + ($now["$time.tv_usec"] - $used["$time.tv_usec"]) / 1e6;
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
