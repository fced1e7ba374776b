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

/** What each call gives, or says. */
function said(callable $how, array $calls): string
{
    $said = '';
    foreach ($calls as $call) {
        try {
            $said .= $how(call_user_func_array([Codec::class, array_shift($call)], $call), true);
        } catch (Throwable $error) {
            $said .= $how($error, true);
        }
    }
    return $said;
}

function cpu_us(): int
{
    $used = getrusage();
    return ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']) * 1000000 + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec'];
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
    $answer = $calls = [];
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
        case 'uuid':
            try {
                $id = Codec::fromUuid($name, $text, $prefix);
                $answer = [$id, Codec::toUuid($name, $id)];
            } catch (LogicException) {
            }
            break;
        case 'time':
            $answer = [Codec::timestamp($name, $text)?->format('Uv')];
            break;
        case 'parts':
            $answer = [Codec::typePrefix($text), Codec::suffix($text)];
            break;
        case 'made':
            for ($good = true, $last = '', $i = 0; $i < 1000; ++$i, $last = $id) {
                $id = Codec::newId($prefix, $name);
                $good = $good && $last < $id && Codec::parse($name, $id, $prefix) === $id;
            }
            $age = time() - Codec::timestamp($name, $name === 'typeid' ? $id : substr($id, strlen($prefix) + 1))->getTimestamp();
            $answer = [$good && abs($age) < 60 ? 'true' : 'false'];
            break;
        case 'message':
            try {
                Codec::parse($name, $text, $prefix);
            } catch (InvalidArgumentException $error) {
                $answer = [str_contains($error->getMessage(), $a) ? 'true' : $error->getMessage()];
            }
            break;
        case 'keys':
            for ($texts = [], $i = 0; $i < 400; ++$i) {
                $key = substr($text, 0, 15) . chr($i % 200);
                $texts[Codec::fromNumber(42, $prefix, $key)] = Codec::toNumber(array_keys($texts)[$i % 200] ?? 'inv_11111111111', $prefix, $key);
            }
            foreach ([substr($text, 1), "$text$text", str_split($text), null] as $given) {
                array_push($calls, ['fromNumber', 42, $prefix, $given], ['toNumber', '', $prefix, $given]);
            }
            $shown = said('print_r', [...$calls, ['fromNumber', 42, 'No', $text], ['fromNumber', 'x', $prefix, $text], ['toNumber', '', $prefix, $text]]);
            $answer = [array_values($texts) === array_fill(0, 200, 42) && !str_contains($shown, 'secret') ? 'true' : 'false'];
            break;
        case 'long':
            $calls = [[], []];
            foreach ([1000, 1000000] as $turn => $count) {
                $long = str_repeat($text, $count);
                foreach (['parse', 'isValid', 'prefixRange', 'toColumn', 'fromColumn', 'fromUuid', 'pattern'] as $of) {
                    array_push($calls[$turn], [$of, $name, $long, $prefixed ?? ''], [$of, $name, '', $long], [$of, $long, '', '']);
                }
                foreach (['decode', 'encode', 'toUuid', 'timestamp'] as $of) {
                    array_push($calls[$turn], [$of, $name, $long], [$of, $long, '']);
                }
                array_push($calls[$turn], ['suffix', $long], ['typePrefix', $long], ['typePrefix', $long, $name], ['newId', $long], ['newId', '', $long], ['toNumber', $long]);
                array_push($calls[$turn], ['fromNumber', 42, $long], ['fromNumber', 42, '', $long], ['toNumber', '', $long], ['toNumber', '11111111111', '', $long]);
            }
            $least = [1e9, 1e9];
            for ($longest = $turn = 0; $turn < 10; ++$turn) {
                $begun = cpu_us();
                $lengths = array_map(fn ($call) => strlen(said(fn ($e) => is_object($e) && $e instanceof Throwable ? $e->getMessage() : print_r($e, true), [$call])), $calls[$turn % 2]);
                $least[$turn % 2] = min($least[$turn % 2], cpu_us() - $begun);
                $longest = max($longest, ...$lengths);
            }
            $answer = [$longest < 400 && $least[1] < 10 * $least[0] ? 'true' : "$longest $least[0] $least[1]"];
    }
    echo implode("\t", $answer), "\n";
}
