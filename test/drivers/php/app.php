<?php

// PDO, or Doctrine DBAL over it: the first argument.

declare(strict_types=1);

const ADA = '01890a5d-ac96-774b-bcce-b302099a8057';
const GRACE = '11111111-2222-4333-8444-555555555555';
const LISTED = '{' . ADA . ',' . GRACE . '}';

function cell(string $name, callable $operation): void
{
    try {
        $how = $operation() ?? '✓';
    } catch (Throwable $error) {
        if (getenv('FORM') !== 'id') {
            fwrite(STDERR, "$name: $error\n");
        }
        $how = '`' . (new ReflectionClass($error))->getShortName() . '`';
    }
    echo "cell\t$name\t$how\n";
}
function same(mixed $got, mixed $wanted): void
{
    if ($got !== $wanted) {
        throw new LogicException(json_encode($got) . ', not ' . json_encode($wanted));
    }
}
function fresh(): string
{
    return trim(file_get_contents('/proc/sys/kernel/random/uuid'));
}

if ($argv[1] === 'pdo') {
    $db = new PDO('pgsql:host=' . getenv('PGHOST') . ';port=' . getenv('PGPORT') . ';dbname=' . getenv('PGDATABASE'), getenv('PGUSER'));
    $value = function (string $sql, mixed ...$arguments) use ($db): mixed {
        $statement = $db->prepare($sql);
        $statement->execute($arguments);
        return $statement->fetchColumn();
    };
    $reflection = fn () => $db->query('SELECT id FROM authors')->getColumnMeta(0)['native_type'];
    $in = fn () => $value('SELECT count(*) FROM authors WHERE id = ANY (?)', LISTED);
    cell('copy', function () use ($db, $value): void {
        $id = fresh();
        (method_exists($db, 'copyFromArray') ? $db->copyFromArray(...) : $db->pgsqlCopyFromArray(...))('authors', ["$id\tcopied"]);
        same($value('SELECT count(*) FROM authors WHERE id = ?', $id), 1);
    });
} else {
    require 'Doctrine/DBAL/autoload.php';
    $db = Doctrine\DBAL\DriverManager::getConnection(['driver' => 'pdo_pgsql', 'host' => getenv('PGHOST'), 'port' => (int) getenv('PGPORT'),
        'user' => getenv('PGUSER'), 'dbname' => getenv('PGDATABASE')]);
    if (getenv('FORM') === 'told') {
        require $argv[2];
        Base62id\registerUuids($db);
    }
    $value = fn (string $sql, mixed ...$arguments) => $db->fetchOne($sql, $arguments, array_fill(0, count($arguments), 'guid'));
    $strings = Doctrine\DBAL\ArrayParameterType::STRING;
    $in = fn () => $db->fetchOne('SELECT count(*) FROM authors WHERE id IN (?)', [[ADA, GRACE]], [$strings]);
    $reflection = fn () => (new ReflectionClass($db->createSchemaManager()->listTableColumns('authors')['id']->getType()))->getShortName();
}
cell('send', function () use ($value): void {
    $id = fresh();
    same($value("INSERT INTO authors VALUES (?, 'sent') RETURNING id", $id), $id);
    same($value('SELECT name FROM authors WHERE id = ?', $id), 'sent');
});
cell('read', fn () => same($value("SELECT id FROM authors WHERE name = 'Ada'"), ADA));
cell('any', fn () => same($in(), 2));
// An array is its text in PHP, whatever it holds.
cell('arrays', function () use ($value): void {
    same($value('INSERT INTO lists (books) VALUES (?) RETURNING books', '{' . GRACE . '}'), '{' . GRACE . '}');
    same($value('SELECT books FROM lists WHERE id = 1'), LISTED);
    same($value("SELECT array_agg(id) FROM authors WHERE name = 'Ada'"), '{' . ADA . '}');
});
cell('reflection', fn () => '`' . $reflection() . '`');
