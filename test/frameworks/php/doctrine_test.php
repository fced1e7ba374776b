<?php

declare(strict_types=1);

// Doctrine ORM and DBAL over pdo_pgsql.
// users.php is a code block of docs/frameworks/php.md.
require 'Doctrine/ORM/autoload.php';
require 'Symfony/Component/Cache/autoload.php';
require 'harness.php';
require 'users.php';

use Base62id\Doctrine\IdType;
use Base62id\Doctrine\NotConvertible;
use Base62id\Doctrine\Types;
use Base62id\Id;
use Base62id\Notation;
use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\Exception\DriverException;
use Doctrine\DBAL\Types\GuidType;
use Doctrine\ORM\Tools\SchemaTool;

const MALFORMED = 'user_01h455vb4pex5vsknk084sn02u'; // u is not in the alphabet

final class TeamId extends Id
{
    public const PREFIX = 'team';
}
final class InUlid extends Id
{
    public const PREFIX = 'in_ulid';
    public const NOTATION = Notation::Ulid;
}
final class InBase62id extends Id
{
    public const PREFIX = 'in_baseid';
    public const NOTATION = Notation::Base62id;
}
final class InBase64uuid extends Id
{
    public const PREFIX = 'in_baseuuid';
    public const NOTATION = Notation::Base64uuid;
}
/** At most 40 texts of the vectors of a type: ids as they are written. */
function idsOfVectors(string $type): array
{
    $ids = [];
    foreach (file(getenv('VECTORS'), FILE_IGNORE_NEW_LINES) as $line) {
        [$name, $text, , $id] = explode("\t", $line);
        if ($name === $type && $text === $id && $id !== '') {
            $ids[] = $id;
        }
    }
    return array_slice($ids, 0, 40);
}

$parameters = [
    'host' => getenv('PGHOST'),
    'port' => getenv('PGPORT'),
    'user' => getenv('PGUSER'),
    'dbname' => getenv('PGDATABASE'),
];
say('version', implode(', ', [
    'Doctrine ORM ' . getenv('ORM_VERSION'),
    'DBAL ' . getenv('DBAL_VERSION'),
    'PHP ' . PHP_VERSION,
    'PostgreSQL ' . explode(' ', psql('SHOW server_version'))[0],
]));

$em = open($parameters, ['.']);
$classes = array_map($em->getClassMetadata(...), [User::class, Order::class, Invoice::class]);
psql("SELECT typeid_create_type('user_id', 'user')");
cell('migrate', 'adapter: `Types::register`', function () use ($em, $classes) {
    (new SchemaTool($em))->createSchema($classes);
    $default = psql("SELECT column_default FROM information_schema.columns
        WHERE table_name = 'users' AND column_name = 'id'");
    ensure($default === 'user_id_new()', $default);
    $reference = psql("SELECT format_type(atttypid, -1), atthasdef FROM pg_attribute
        WHERE attrelid = 'orders'::regclass AND attname = 'buyer_id'");
    ensure($reference === 'user_id|f', $reference);
});
cell('again', 'adapter, the stored form of the default', function () use ($em, $classes) {
    $sql = (new SchemaTool($em))->getUpdateSchemaSql($classes);
    ensure($sql === [], $sql);
});
$title = "Doctrine: a type that extends `StringType` writes the default as text, `'user_id_new()'`, "
    . "and each update drops the server's default.";
trap($title, function () use ($parameters) {
    // What a new user writes, in a process of its own: types are global.
    $script = <<<'PHP'
        error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
        require 'Doctrine/ORM/autoload.php';
        class Plain extends Doctrine\DBAL\Types\StringType {
            public function getSQLDeclaration(array $column, $platform): string { return 'user_id'; }
        }
        Doctrine\DBAL\Types\Type::addType('user_id', Plain::class);
        $parameters = ['driver' => 'pdo_pgsql', ...json_decode($argv[1], true)];
        $connection = Doctrine\DBAL\DriverManager::getConnection($parameters);
        $platform = $connection->getDatabasePlatform();
        $platform->registerDoctrineTypeMapping('user_id', 'user_id');
        $manager = $connection->createSchemaManager();
        $table = $manager->introspectTable('users');
        $wanted = clone $table;
        $wanted->getColumn('id')->setDefault(null);
        $diff = $manager->createComparator()->compareTables($table, $wanted);
        echo implode(";\n", $platform->getAlterTableSQL($diff));
        echo "\n", $platform->getColumnDeclarationSQL('id', $table->getColumn('id')->toArray());
        PHP;
    $words = array_map(escapeshellarg(...), [$script, json_encode($parameters)]);
    exec('php -d display_errors=stderr -r ' . implode(' ', $words) . ' 2>&1', $lines);
    $output = implode("\n", $lines);
    ensure(str_contains($output, 'ALTER id DROP DEFAULT'), $output);
    ensure(str_contains($output, "DEFAULT 'user_id_new("), $output);
});
psql(getenv('FILL'), option: '-f');

$entities = [User::class, Order::class, Invoice::class];
$make = function (string $name, ?UserId $id = null) {
    $user = new User();
    $user->name = $name;
    $user->id = $id;
    return $user;
};
$ids = function (string $class, int $n) use ($em) {
    $query = $em->createQuery("SELECT e.id FROM $class e")->setMaxResults($n);
    return array_column($query->getArrayResult(), 'id');
};
cell('default', 'adapter: `ServerDefault`, one SELECT before the INSERT', function () use ($em) {
    $order = new Order();
    $order->buyer = $em->getReference(User::class, UserId::parse(psql('SELECT min(id) FROM users')));
    $order->note = '1';
    $em->persist($order);
    $em->flush();
    ensure($order->id instanceof Base62id\Xid);
    ensure(psql("SELECT note FROM orders WHERE id = '$order->id'") === '1');
});
cell('own', 'adapter: `Generated`, without a query', function () use ($em, $make) {
    $em->persist($user = $make('Ada'));
    ensure(UserId::is((string) $user->id));
    ensure($user->id->timestamp() >= new DateTimeImmutable('-1 min'));
    $em->flush();
    $em->clear();
    ensure($em->find(User::class, $user->id)->name === 'Ada');
    ensure($em->find(User::class, (string) $user->id)->id->equals($user->id));
});
check('one row is one object, and another kind is no id of it', function () use ($em, $ids) {
    $em->clear();
    [$id] = $ids(Invoice::class, 1);
    $invoice = $em->getReference(Invoice::class, $id);
    ensure($em->find(Invoice::class, (string) $id) === $invoice);
    ensure($invoice->id->equals($id));
    ensure($em->getRepository(Invoice::class)->findOneBy(['id' => $id->toUuid()]) === $invoice);
    refuses(TypeError::class, fn () => $em->getReference(User::class, 'user_1')->name);
    $orders = $em->getRepository(Order::class);
    $order = $orders->findOneBy([]);
    ensure($orders->count(['buyer' => $order->buyer]) > 0);
    ensure($order->buyer->id instanceof UserId);
    $query = $em->createQuery('SELECT count(u) FROM User u WHERE u.id = :id')->setParameter('id', $order->buyer->id);
    ensure($query->getSingleScalarResult() === 1);
});
$how = 'adapter: `NotConvertible`, a `ConversionException`; `DriverException` from the server';
cell('malformed', $how, function () use ($em) {
    refuses(NotConvertible::class, fn () => $em->find(User::class, MALFORMED));
    $asText = fn () => $em->getConnection()->fetchOne('SELECT 1 FROM users WHERE id = ?', [MALFORMED]);
    $error = refuses(DriverException::class, $asText);
    ensure($error->getSQLState() === '22P02');
});
cell('prefix', 'adapter: `STARTS_WITH` in DQL', function () use ($em, $entities, $ids) {
    foreach ($entities as $class) {
        [$some] = $ids($class, 1);
        $query = $em->createQuery("SELECT e.id FROM $class e WHERE STARTS_WITH(e.id, :text) = TRUE");
        $query->setParameter('text', substr((string) $some, 0, -4));
        $found = array_map(strval(...), $query->getSingleColumnResult());
        ensure(in_array((string) $some, $found));
    }
});
cell('introspect', 'adapter: `Types::register`', function () use ($em) {
    $columns = $em->getConnection()->createSchemaManager()->introspectTable('users')->getColumns();
    $type = array_values($columns)[0]->getType();
    ensure($type instanceof IdType);
    ensure($type->class === UserId::class);
});
cell('first', '`CREATE EXTENSION` in the first migration', function () use ($parameters, $entities) {
    $name = getenv('PGDATABASE') . '_bare';
    psql("CREATE DATABASE \"$name\"");
    $bare = open(['dbname' => $name] + $parameters, ['.']);
    foreach (['CREATE EXTENSION IF NOT EXISTS base62id', "SELECT typeid_create_type('user_id', 'user')"] as $sql) {
        $bare->getConnection()->executeStatement($sql);
    }
    $tool = new SchemaTool($bare);
    $classes = array_map($bare->getClassMetadata(...), $entities);
    $tool->updateSchema($classes);
    ensure($tool->getUpdateSchemaSql($classes) === []);
    ensure(psql("SELECT user_id_new() ^@ 'user_'", $name) === 't');
    ensure(str_starts_with(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", $name), 'user_'));
});
cell('typed', "adapter: `Types::register(\$connection, ['team_id' => TeamId::class])`", function () use ($em) {
    psql("SELECT typeid_create_type('team_id', 'team')");
    $connection = $em->getConnection();
    Types::register($connection, ['team_id' => TeamId::class]);
    $schema = new Doctrine\DBAL\Schema\Schema();
    $table = $schema->createTable('teams');
    $table->addColumn('id', 'team_id', ['default' => 'team_id_new()']);
    $table->addColumn('name', 'text');
    $table->setPrimaryKey(['id']);
    $manager = $connection->createSchemaManager();
    $manager->createTable($table);
    ensure($manager->createComparator()->compareTables($manager->introspectTable('teams'), $table)->isEmpty());
    psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n; ANALYZE teams");
    $some = $connection->fetchOne('SELECT id FROM teams LIMIT 1');
    $find = fn ($id) => $connection->fetchOne('SELECT id FROM teams WHERE id = ?', [$id], ['team_id']);
    ensure($find($some) === $some);
    refuses(NotConvertible::class, fn () => $find(UserId::generate()));
});
cell('kind', 'adapter: `NotConvertible`', function () use ($em) {
    $team = ['id' => UserId::generate(), 'name' => 'x'];
    refuses(NotConvertible::class, fn () => $em->getConnection()->insert('teams', $team, ['id' => 'team_id']));
    refuses(NotConvertible::class, fn () => $em->find(User::class, 'order_01h455vb4pex5vsknk084sn02q'));
});
cell('empty', 'adapter: `NotConvertible`: give `null`', function () use ($em) {
    $team = ['id' => '', 'name' => 'x'];
    refuses(NotConvertible::class, fn () => $em->getConnection()->insert('teams', $team, ['id' => 'team_id']));
    psql('CREATE TABLE notes (author team_id)');
    $em->getConnection()->insert('notes', ['author' => null], ['author' => 'team_id']);
    ensure(psql('SELECT count(*) FROM notes WHERE author IS NULL') === '1');
});
check('id types in every notation', function () use ($em) {
    psql(getenv('NOTATED'), option: '-f');
    $connection = $em->getConnection();
    $notations = explode(' ', getenv('UUID_TYPES'));
    ensure(count($notations) > 2, $notations);
    foreach ($notations as $notation) {
        $class = 'In' . ucfirst($notation);
        Types::register($connection, ["in_{$notation}_id" => $class]);
        $name = "in_{$notation}_id";
        $table = substr($name, 0, -3);
        $mine = $class::generate();
        $connection->insert($table, ['id' => $mine, 'name' => 'mine'], ['id' => $name]);
        $made = $connection->fetchOne("INSERT INTO $table DEFAULT VALUES RETURNING id");
        ensure($class::is($made), $made);
        $find = fn ($id) => $connection->fetchFirstColumn("SELECT name FROM $table WHERE id = ?", [$id], [$name]);
        ensure($find($mine) === ['mine']);
        $columns = $connection->createSchemaManager()->introspectTable($table)->getColumns();
        ensure(array_values($columns)[0]->getType()->class === $class);
        foreach ([UserId::generate(), substr((string) $mine, 1), "{$mine}0"] as $wrong) {
            refuses(NotConvertible::class, fn () => $find($wrong));
        }
    }
});
check('an application of UUIDs: Types::registerUuids', function () use ($em) {
    $connection = $em->getConnection();
    $connection->executeStatement('CREATE TABLE authors (id base62id PRIMARY KEY)');
    $connection->executeStatement('SET base62id.output = uuid');
    Types::registerUuids($connection);
    $uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
    ensure($connection->fetchOne('INSERT INTO authors VALUES (?) RETURNING id', [$uuid], ['guid']) === $uuid);
    $find = 'SELECT id FROM authors WHERE id IN (?)';
    ensure($connection->fetchOne($find, [[$uuid]], [ArrayParameterType::STRING]) === $uuid);
    $columns = $connection->createSchemaManager()->listTableColumns('authors');
    ensure($columns['id']->getType() instanceof GuidType);
    $connection->executeStatement('RESET base62id.output');
});
check('every type', function () use ($em) {
    foreach (['typeid', 'base62id', 'base64uuid', 'uid11', 'baseuid', 'ulid'] as $name) {
        foreach (idsOfVectors($name) as $id) {
            ensure($em->getConnection()->fetchOne("SELECT ?::$name", [$id], [$name]) === $id, "$name $id");
        }
    }
});
