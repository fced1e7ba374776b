<?php

// The class alone: what follows it in the file is Doctrine.
preg_match('/^final class Codec\n.*?^}\n/ms', file_get_contents($argv[1]), $codec);
eval($codec[0]);

function read(callable $how): ?string
{
    try {
        return $how();
    } catch (InvalidArgumentException) {
        return null;
    }
}

function made(int $count): string
{
    for ($ids = ''; $count > 0; --$count) {
        $ids .= Codec::newId('user') . "\n" . Codec::newUuid() . "\n" . Codec::newUlid() . "\n";
    }
    return $ids;
}

if ($argv[2] !== 'lines') { // PHP has no threads: its workers are processes, too
    made(1);
    foreach ($workers = $argv[2] === 'workers' ? array_fill(0, 8, 12500) : [50000, 50000] as $count) {
        if (pcntl_fork() === 0) {
            for (; $count > 0; $count -= 25) {
                fwrite(STDOUT, made(25)); // as much as a pipe takes at once
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
    [$operation, $name, $prefix, $text, $a, $b] = [...explode("\t", rtrim($line, "\n")), '', '', ''];
    $prefixed = $prefix === '-' ? null : $prefix;
    $answer = [];
    switch ($operation) {
        case 'decode':
            $octets = read(fn () => Codec::decode($name, $text));
            $answer = [$octets === null ? '' : bin2hex($octets), $octets === null ? '' : Codec::encode($name, $octets)];
            break;
        case 'parse':
            $made = [$name, $text, $prefixed, $a === 't', $b === 't'];
            $answer = [read(fn () => Codec::parse(...$made)), (int) Codec::isValid(...$made)];
            break;
        case 'pattern':
            $answer = [Codec::pattern($name, $prefixed, $text === 't')];
            break;
        case 'range':
            $answer = Codec::prefixRange($name, $text, $prefix) ?? [];
            break;
        case 'column':
            $uuid = read(fn () => Codec::toColumn($name, $text, $prefix, $a === 't'));
            $answer = $uuid === null ? [] : [$uuid, Codec::fromColumn($name, $uuid, $prefix)];
            break;
        case 'number':
            $key = $a === '' ? null : hex2bin($a);
            $answer = [Codec::fromNumber((int) $b, $prefix, $key), read(fn () => (string) Codec::toNumber($text, $prefix, $key))];
            break;
        case 'keys':
            for ($texts = [], $i = 0; $i < 400; ++$i) {
                $key = substr($text, 0, 15) . chr($i % 200);
                $texts[Codec::fromNumber(42, $prefix, $key)] = Codec::toNumber(array_keys($texts)[$i % 200] ?? 'inv_11111111111', $prefix, $key);
            }
            try {
                Codec::fromNumber(42, $prefix, substr($text, 1));
            } catch (InvalidArgumentException $error) {
                $answer = [array_values($texts) === array_fill(0, 200, 42) && !str_contains("$error", 'secret') ? 'true' : 'false'];
            }
            break;
        case 'long':
            try {
                Codec::parse($name, str_repeat($text, 1000000), $prefixed);
            } catch (InvalidArgumentException $error) {
                $answer = [strlen($error->getMessage()) < 400 ? 'true' : 'false'];
            }
    }
    echo implode("\t", $answer), "\n";
}
