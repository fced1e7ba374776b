<?php

declare(strict_types=1);

// Doctrine ORM and DBAL over pdo_pgsql.
require 'harness.php';
require 'entities.php';

use Base62id\Codec;
use Doctrine\DBAL\Exception\DriverException;
use Doctrine\ORM\Tools\SchemaTool;

const MALFORMED = 'user_01h455vb4pex5vsknk084sn02u'; // u is not in the alphabet

function newId(string $prefix = 'user', string $notation = 'typeid'): string
{
    return Codec::newId($prefix, $notation);
}
function linesOf(string $variable): array
{
    return array_map(fn ($line) => explode("\t", $line), file(getenv($variable), FILE_IGNORE_NEW_LINES));
}

$parameters = ['host' => getenv('PGHOST'), 'port' => getenv('PGPORT'), 'user' => getenv('PGUSER'), 'dbname' => getenv('PGDATABASE')];
say('version', 'Doctrine ORM ' . getenv('ORM_VERSION') . ', DBAL ' . getenv('DBAL_VERSION') . ', PHP ' . PHP_VERSION . ', PostgreSQL ' . explode(' ', psql('SHOW server_version'))[0]);

$em = open($parameters, ['.']);
$classes = array_map($em->getClassMetadata(...), [User::class, Order::class, Invoice::class]);
cell('migrate', 'adapter: `register`', function () use ($em, $classes) {
    (new SchemaTool($em))->createSchema($classes);
    ensure(psql("SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'") === "typeid_generate('user'::text)");
    ensure(psql("SELECT format_type(atttypid, -1), atthasdef FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attname = 'buyer_id'") === 'typeid|f');
});
cell('again', 'adapter, the stored form of the default', function () use ($em, $classes) {
    $sql = (new SchemaTool($em))->getUpdateSchemaSql($classes);
    ensure($sql === [], $sql);
});
trap("Doctrine: a type that extends `StringType` writes the default as text, `'typeid_generate(…)'`, and each update drops the server's default.", function () use ($parameters) {
    // What a new user writes, in a process of its own: types are global.
    $script = <<<'PHP'
        error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
        require 'Doctrine/ORM/autoload.php';
        class Plain extends Doctrine\DBAL\Types\StringType {
            public function getSQLDeclaration(array $column, $platform): string { return 'typeid'; }
        }
        Doctrine\DBAL\Types\Type::addType('typeid', Plain::class);
        $connection = Doctrine\DBAL\DriverManager::getConnection(['driver' => 'pdo_pgsql', ...json_decode($argv[1], true)]);
        $connection->getDatabasePlatform()->registerDoctrineTypeMapping('typeid', 'typeid');
        $manager = $connection->createSchemaManager();
        $table = $manager->introspectTable('users');
        $wanted = clone $table;
        $wanted->getColumn('id')->setDefault(null);
        $diff = $manager->createComparator()->compareTables($table, $wanted);
        echo implode(";\n", $connection->getDatabasePlatform()->getAlterTableSQL($diff));
        echo "\n", $connection->getDatabasePlatform()->getColumnDeclarationSQL('id', $table->getColumn('id')->toArray());
        PHP;
    exec('php -d display_errors=stderr -r ' . escapeshellarg($script) . ' ' . escapeshellarg(json_encode($parameters)) . ' 2>&1', $lines);
    $output = implode("\n", $lines);
    ensure(str_contains($output, 'ALTER id DROP DEFAULT') && str_contains($output, "DEFAULT 'typeid_generate("), $output);
});
psql(getenv('FILL'), option: '-f');

$entities = [User::class, Order::class, Invoice::class];
$make = function (string $name, ?string $id = null) {
    $user = new User();
    $user->name = $name;
    $user->id = $id;
    return $user;
};
$assigned = function (string $class, callable $test) use ($em) {
    $class = $em->getClassMetadata($class);
    $before = $class->idGenerator;
    $class->setIdGenerator(new Doctrine\ORM\Id\AssignedGenerator());
    $class->setIdGeneratorType(Doctrine\ORM\Mapping\ClassMetadata::GENERATOR_TYPE_NONE);
    $test();
    $em->flush();
    $class->setIdGenerator($before);
    $class->setIdGeneratorType(Doctrine\ORM\Mapping\ClassMetadata::GENERATOR_TYPE_CUSTOM);
};
$ids = fn (string $class, int $n) => array_column($em->createQuery("SELECT e.id FROM $class e")->setMaxResults($n)->getArrayResult(), 'id');
$mine = newId();
cell('default', 'adapter: `ServerDefault`, one SELECT before the INSERT', function () use ($em, $make) {
    $em->persist($user = $make('Ada'));
    $order = new Order();
    $order->buyer = $user;
    $order->note = '1';
    $em->persist($order);
    $em->flush();
    ensure(str_starts_with($user->id, 'user_') && strlen($order->id) === 11);
});
cell('own', '`setIdGenerator(new AssignedGenerator)`', fn () => $assigned(User::class, fn () => $em->persist($make('mine', $mine))));
check('one row is one object, whatever text of its id it was given', function () use ($em, $assigned) {
    $invoice = new Invoice();
    $invoice->id = Codec::newUuid();
    $id = Codec::fromUuid('base62id', $invoice->id);
    $invoice->note = '1';
    $assigned(Invoice::class, fn () => $em->persist($invoice));
    ensure($invoice->id === $id && $em->find(Invoice::class, $id) === $invoice, $invoice->id);
    $texts = [$id, "\"$id\"", Codec::toUuid('base62id', $id), strtoupper(Codec::toUuid('base62id', $id))];
    foreach ([...$texts, ['id' => $texts[2]]] as $first) {
        $em->clear();
        $invoice = $em->getReference(Invoice::class, $first);
        foreach ([...$texts, ['id' => $texts[2]]] as $text) {
            ensure($em->getReference(Invoice::class, $text) === $invoice && $em->find(Invoice::class, $text) === $invoice && $invoice->id === $id, $text);
        }
    }
    refuses(Base62id\InvalidId::class, fn () => $em->getReference(Invoice::class, 'Fa84'));
    $em->remove($invoice);
    $em->flush();
});
trap("Doctrine: `getReference()` by another text of an id makes a second object of its row.", function () use ($em, $ids) {
    $em->clear();
    $plain = new Doctrine\ORM\EntityManager($em->getConnection(), $em->getConfiguration());
    [$id] = $ids(Invoice::class, 1);
    $one = $plain->getReference(Invoice::class, Codec::toUuid('base62id', $id));
    ensure($one !== $plain->getReference(Invoice::class, $id));
});
cell('malformed', 'adapter: `InvalidId`, a `ConversionException`; `DriverException` from the server', function () use ($em) {
    refuses(Base62id\InvalidId::class, fn () => $em->find(User::class, MALFORMED));
    $error = refuses(DriverException::class, fn () => $em->getConnection()->fetchOne('SELECT 1 FROM users WHERE id = ?', [MALFORMED]));
    ensure($error->getSQLState() === '22P02');
});
cell('prefix', 'adapter: `STARTS_WITH` in DQL', function () use ($em, $entities, $ids) {
    foreach ($entities as $class) {
        [$some] = $ids($class, 1);
        $found = $em->createQuery("SELECT e.id FROM $class e WHERE STARTS_WITH(e.id, :text) = TRUE")->setParameter('text', substr($some, 0, -4))->getSingleColumnResult();
        ensure(in_array($some, $found));
    }
});
cell('introspect', 'adapter: `register`', function () use ($em) {
    $columns = $em->getConnection()->createSchemaManager()->introspectTable('users')->getColumns();
    $id = array_values($columns)[0];
    ensure($id->getType() instanceof Base62id\IdType && $id->getType()->name === 'typeid');
});
cell('first', '`CREATE EXTENSION` in the first migration', function () use ($parameters, $entities) {
    $name = getenv('PGDATABASE') . '_bare';
    psql("CREATE DATABASE \"$name\"");
    $bare = open(['dbname' => $name] + $parameters, ['.']);
    foreach (['CREATE EXTENSION IF NOT EXISTS base62id', "SELECT typeid_create_type('team_id', 'team')"] as $sql) {
        $bare->getConnection()->executeStatement($sql);
    }
    $tool = new SchemaTool($bare);
    $classes = array_map($bare->getClassMetadata(...), $entities);
    $tool->updateSchema($classes);
    ensure($tool->getUpdateSchemaSql($classes) === []);
    ensure(psql("SELECT team_id_new() ^@ 'team_'", $name) === 't');
    ensure(str_starts_with(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", $name), 'user_'));
});
cell('typed', "adapter: `register(\$connection, ['team_id' => 'team'])`", function () use ($em) {
    psql("SELECT typeid_create_type('team_id', 'team')");
    $connection = $em->getConnection();
    Base62id\register($connection, ['team_id' => 'team']);
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
    ensure($connection->fetchOne('SELECT id FROM teams WHERE id = ?', [$some], ['team_id']) === $some);
    refuses(Base62id\InvalidId::class, fn () => $connection->fetchOne('SELECT id FROM teams WHERE id = ?', [newId('user')], ['team_id']));
});
cell('kind', 'adapter: `InvalidId` in a typed id', function () use ($em) {
    refuses(Base62id\InvalidId::class, fn () => $em->getConnection()->insert('teams', ['id' => newId('user'), 'name' => 'x'], ['id' => 'team_id']));
    ensure($em->find(User::class, newId('order')) === null);
});
cell('empty', 'adapter: `InvalidId`: give `null`', function () use ($em) {
    refuses(Base62id\InvalidId::class, fn () => $em->getConnection()->insert('teams', ['id' => '', 'name' => 'x'], ['id' => 'team_id']));
    psql('CREATE TABLE notes (author team_id)');
    $em->getConnection()->insert('notes', ['author' => null], ['author' => 'team_id']);
    ensure(psql('SELECT count(*) FROM notes WHERE author IS NULL') === '1');
});
check('typed ids in every notation', function () use ($em) {
    psql(getenv('NOTATED'), option: '-f');
    $connection = $em->getConnection();
    $kinds = array_map(fn ($line) => explode('|', $line), explode("\n", psql("SELECT type, prefix, notation FROM typeid_types() WHERE notation <> 'typeid'")));
    ensure(count($kinds) > 2, $kinds);
    foreach ($kinds as [$name, $prefix, $notation]) {
        Base62id\register($connection, [$name => [$prefix, $notation]]);
        $table = substr($name, 0, -3);
        $mine = newId($prefix, $notation);
        $connection->insert($table, ['id' => $mine, 'name' => 'mine'], ['id' => $name]);
        $made = $connection->fetchOne("INSERT INTO $table DEFAULT VALUES RETURNING id");
        ensure(Codec::isValid($notation, $made, $prefix), $made);
        ensure($connection->fetchFirstColumn("SELECT name FROM $table WHERE id = ?", [$mine], [$name]) === ['mine']);
        $manager = $connection->createSchemaManager();
        ensure(array_values($manager->introspectTable($table)->getColumns())[0]->getType()->notation === $notation);
        foreach ([newId('user', $notation), substr($mine, 1), "{$mine}0"] as $wrong) {
            refuses(Base62id\InvalidId::class, fn () => $connection->fetchOne("SELECT id FROM $table WHERE id = ?", [$wrong], [$name]));
        }
    }
});
check('an application of UUIDs: registerUuids', function () use ($em) {
    $connection = $em->getConnection();
    $connection->executeStatement('CREATE TABLE authors (id base62id PRIMARY KEY)');
    $connection->executeStatement('SET base62id.output = uuid');
    Base62id\registerUuids($connection);
    $uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
    ensure($connection->fetchOne('INSERT INTO authors VALUES (?) RETURNING id', [$uuid], ['guid']) === $uuid);
    ensure($connection->fetchOne('SELECT id FROM authors WHERE id IN (?)', [[$uuid]], [Doctrine\DBAL\ArrayParameterType::STRING]) === $uuid);
    ensure($connection->createSchemaManager()->listTableColumns('authors')['id']->getType() instanceof Doctrine\DBAL\Types\GuidType);
    $connection->executeStatement('RESET base62id.output');
});
check('every type', function () use ($em) {
    foreach (Codec::NAMES as $name) {
        foreach (array_slice(array_filter(linesOf('VECTORS'), fn ($v) => $v[0] === $name && $v[1] === $v[3] && $v[3] !== ''), 0, 40) as [, $text]) {
            ensure($em->getConnection()->fetchOne("SELECT ?::$name", [$text], [$name]) === $text, "$name $text");
        }
    }
});
