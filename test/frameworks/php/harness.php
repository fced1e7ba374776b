<?php

declare(strict_types=1);

// Prints what test/frameworks/framework.py reads.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require 'autoload.php';

function say(string ...$fields): void
{
    echo implode("\t", array_map(fn ($f) => strtr($f, ["\t" => ' ', "\n" => '\n']), $fields)), "\n";
}
function run(string $kind, string $what, string $how, callable $test): void
{
    try {
        $test();
        say($kind, $what, $how);
    } catch (Throwable $error) {
        say('fail', $what, (string) $error);
    }
}
function cell(string $capability, string $how, callable $test): void
{
    run('cell', $capability, $how, $test);
}
function check(string $title, callable $test): void
{
    run('ok', $title, '', $test);
}
function trap(string $title, callable $test): void
{
    run('trap', $title, '', $test);
}
function ensure(bool $truth, mixed $what = 'not true'): void
{
    $truth || throw new Exception(is_string($what) ? $what : json_encode($what));
}
function refuses(string $kind, callable $function): Throwable
{
    try {
        $function();
    } catch (Throwable $error) {
        ensure($error instanceof $kind, (string) $error);
        return $error;
    }
    throw new Exception("no $kind");
}
function psql(string $query, ?string $database = null, string $option = '-c'): string
{
    $words = array_map(escapeshellarg(...), [$database ?? getenv('PGDATABASE'), $option, $query]);
    exec('psql -XAtq -v ON_ERROR_STOP=1 -d ' . implode(' ', $words) . ' 2>&1', $lines, $status);
    ensure($status === 0, implode("\n", $lines));
    return implode("\n", $lines);
}
/** A field of an answer, of which a list is one. */
function fieldOf(mixed $made): string
{
    return is_array($made) ? implode(' ', array_map(fn ($one) => $one ?? '-', $made)) : (string) $made;
}
/** Answers stored.py: each line is an operation and its arguments, the answer its fields, of which a list is one. */
function serve(array $operations): void
{
    while (($line = fgets(STDIN)) !== false) {
        $given = explode("\t", rtrim($line, "\n"));
        $operation = $operations[array_shift($given)] ?? null;
        try {
            $made = $operation ? (array) $operation(...$given) : [];
            say(...($operation ? ['=', ...array_map(fieldOf(...), $made)] : ['?']));
        } catch (Throwable $error) {
            $state = '';
            for ($e = $error; $e; $e = $e->getPrevious()) {
                $state = $e instanceof Doctrine\DBAL\Driver\Exception ? (string) $e->getSQLState() : $state;
            }
            say('!', $state, $error->getMessage());
        }
    }
}
