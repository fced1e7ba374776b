<?php

declare(strict_types=1);

// Random compositions of conditions in DQL, over columns of uuid and over those of id types, beside
// the same query in SQL: no row more, none less. Names of fields are not those of columns.
namespace Compositions;

require 'Doctrine/ORM/autoload.php';
require 'Symfony/Component/Cache/autoload.php';
require 'harness.php';

use Base62id\Doctrine\StartsWith;
use Base62id\Doctrine\Types;
use Base62id\Id;
use Base62id\Notation;
use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Mapping\UnderscoreNamingStrategy;
use Doctrine\ORM\ORMSetup;
use Random\Engine\Mt19937;
use Random\Randomizer;

final class PersonId extends Id
{
    public const PREFIX = 'person';
}
final class ThingId extends Id
{
    public const PREFIX = 'thing';
    public const NOTATION = Notation::Ulid;
}
#[ORM\Entity, ORM\Table('people')]
class Person
{
    #[ORM\Id, ORM\Column(name: 'pk', type: 'person_id')] public PersonId $id;
    #[ORM\Column(type: 'text')] public string $name;
}
#[ORM\Entity, ORM\Table('things')]
class Thing
{
    #[ORM\Id, ORM\Column(name: 'thing_key', type: 'thing_id')] public ThingId $id;
    #[ORM\ManyToOne(targetEntity: Person::class)]
    #[ORM\JoinColumn(name: 'owner', referencedColumnName: 'pk')]
    public Person $keeper;
    #[ORM\Column(type: 'thing_id', nullable: true)] public ?ThingId $parentThing = null;
    #[ORM\Column(type: 'text', nullable: true)] public ?string $note = null;
}

$count = getenv('BASE62ID_FULL') ? 1000 : 100;
$seed = (int) (getenv('BASE62ID_SEED') ?: random_int(1, 999999));
$random = new Randomizer(new Mt19937($seed));
say('version', 'Doctrine ORM ' . getenv('ORM_VERSION') . ", BASE62ID_SEED=$seed");
psql("SELECT typeid_create_type('person_id', 'person', accept_uuid => true),
    typeid_create_type('thing_id', 'thing', 'ulid', accept_uuid => true)");
foreach (['stored' => ['uuid', 'uuid'], 'typed' => ['person_id', 'thing_id']] as $schema => [$person, $thing]) {
    psql("CREATE SCHEMA $schema; SET search_path = $schema, public;
        CREATE TABLE people (pk $person PRIMARY KEY, name text NOT NULL);
        CREATE TABLE things (
            thing_key $thing PRIMARY KEY,
            owner $person NOT NULL REFERENCES people,
            parent_thing $thing,
            note text
        );
        INSERT INTO people
        SELECT ('0189000' || n || '-0000-7000-8000-' || repeat(n::text, 12))::uuid, n
          FROM generate_series(0, 9) AS n;
        INSERT INTO things
        SELECT ('0189' || lpad(to_hex(n * 997 % 65536), 4, '0') || '-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
               ('0189000' || n % 10 || '-0000-7000-8000-' || repeat((n % 10)::text, 12))::uuid,
               CASE WHEN n % 3 > 0 THEN ('0189' || lpad(to_hex((n - n % 3) * 997 % 65536), 4, '0')
                    || '-0000-7000-8000-' || lpad((n - n % 3)::text, 12, '0'))::uuid END,
               CASE WHEN n % 2 = 0 THEN n::text END
          FROM generate_series(0, 199) AS n");
}
$things = explode("\n", psql('SELECT thing_key FROM stored.things ORDER BY 1'));
$people = explode("\n", psql('SELECT pk FROM stored.people ORDER BY 1'));
// Of each field: the column, the class, the type, the UUIDs that it has.
$fields = [
    't.id' => ['thing_key', ThingId::class, 'thing_id', $things],
    't.parentThing' => ['parent_thing', ThingId::class, 'thing_id', $things],
    't.keeper' => ['owner', PersonId::class, 'person_id', $people],
    'k.id' => ['owner', PersonId::class, 'person_id', $people],
];

/** A condition in DQL with its parameters, and the same in SQL. */
final class Condition
{
    private static int $names = 0;

    /** @param list<array{string, mixed, string}> $parameters */
    public function __construct(public string $dql, public string $sql, public array $parameters = [])
    {
    }

    public static function name(): string
    {
        return 'p' . ++self::$names;
    }
}

$pick = fn (array $list) => $list[$random->getInt(0, count($list) - 1)];
$leaf = function (bool $begins) use ($pick, $random, $fields): Condition {
    $field = $pick(array_keys($fields));
    [$column, $class, $type, $uuids] = $fields[$field];
    $given = [];
    $value = function (string $uuid) use (&$given, $class, $type, $random) {
        $name = Condition::name();
        // An object, its text, or a text in quotes, which the type makes canonical.
        $id = $class::fromUuid($uuid);
        $given[] = [$name, [$id, (string) $id, "\"$id\""][$random->getInt(0, 2)], $type];
        return ":$name";
    };
    $some = array_map(fn () => $pick($uuids), range(0, $random->getInt(1, 3)));
    sort($some);
    [$low, $high] = [$some[0], $some[count($some) - 1]];
    $list = "'" . implode("', '", $some) . "'";
    $values = fn () => implode(', ', array_map($value, $some));
    $ways = [
        fn () => ["$field = {$value($low)}", "$column = '$low'"],
        fn () => ["$field <> {$value($low)}", "$column <> '$low'"],
        fn () => ["$field IN ({$values()})", "$column IN ($list)"],
        fn () => ["$field NOT IN ({$values()})", "$column NOT IN ($list)"],
        fn () => ["$field IS NULL", "$column IS NULL"],
        fn () => ["$field IS NOT NULL", "$column IS NOT NULL"],
        fn () => ['t.note IS NULL', 'note IS NULL'],
    ];
    if ($field !== 't.keeper') {
        $ways[] = fn () => ["$field BETWEEN {$value($low)} AND {$value($high)}", "$column BETWEEN '$low' AND '$high'"];
        $ways[] = fn () => ["$field < {$value($high)}", "$column < '$high'"];
        $ways[] = fn () => ["$field >= {$value($low)}", "$column >= '$low'"];
    }
    if ($begins && $field !== 't.keeper') {
        $id = (string) $class::fromUuid($low);
        $text = substr($id, 0, $random->getInt(3, strlen($id)));
        $encoded = $type === 'thing_id'
            ? "'thing_' || public.ulid_encode($column)"
            : "public.typeid_encode('person', $column)::text";
        $sql = "pg_catalog.starts_with($encoded, '$text')";
        $ways[] = fn () => ["STARTS_WITH($field, '$text') = TRUE", $sql];
    }
    [$dql, $sql] = $pick($ways)();
    return new Condition($dql, $sql, $given);
};
$composed = function (int $depth, bool $begins) use (&$composed, $leaf, $random): Condition {
    $way = $depth === 0 ? 0 : $random->getInt(0, 3);
    if ($way === 0) {
        return $leaf($begins);
    }
    $some = array_map(fn () => $composed($depth - 1, $begins), range(1, $way === 1 ? 1 : $random->getInt(2, 4)));
    $word = $way === 2 ? ' AND ' : ' OR ';
    $not = $way === 1 ? 'NOT ' : '';
    return new Condition(
        "$not(" . implode($word, array_column($some, 'dql')) . ')',
        "$not(" . implode($word, array_column($some, 'sql')) . ')',
        array_merge(...array_column($some, 'parameters')),
    );
};

foreach (['stored', 'typed'] as $schema) {
    $configuration = ORMSetup::createAttributeMetadataConfig(['.'], true);
    $configuration->enableNativeLazyObjects(true);
    $configuration->setNamingStrategy(new UnderscoreNamingStrategy());
    $configuration->addCustomStringFunction('STARTS_WITH', StartsWith::class);
    $connection = DriverManager::getConnection(
        [
            'driver' => 'pdo_pgsql',
            'host' => getenv('PGHOST'),
            'port' => (int) getenv('PGPORT'),
            'user' => getenv('PGUSER'),
            'dbname' => getenv('PGDATABASE'),
        ],
        $configuration,
    );
    $connection->executeStatement("SET search_path = $schema, public");
    $classes = ['person_id' => PersonId::class, 'thing_id' => ThingId::class];
    $schema === 'stored' ? Types::registerStored($connection, $classes) : Types::register($connection, $classes);
    $manager = new EntityManager($connection, $configuration);
    $title = "$count compositions over $schema columns give the rows of the same SQL";
    $test = function () use ($manager, $connection, $composed, $random, $schema, $count, $things) {
        $some = 0;
        for ($i = 0; $i < $count; ++$i) {
            $one = $composed($random->getInt(1, 2), $schema === 'typed');
            $wanted = $connection->fetchFirstColumn("SELECT thing_key FROM stored.things WHERE $one->sql ORDER BY 1");
            $query = $manager->createQuery(
                'SELECT t FROM ' . Thing::class . " t JOIN t.keeper k WHERE $one->dql ORDER BY t.id"
            );
            foreach ($one->parameters as $parameter) {
                $query->setParameter(...$parameter);
            }
            $found = array_map(fn (Thing $thing) => $thing->id->toUuid(), $query->getResult());
            ensure($found === $wanted, "$one->sql\n$one->dql\n" . count($found) . ' rows, not ' . count($wanted));
            $some += $wanted !== [] && count($wanted) < count($things);
        }
        ensure($some > $count / 3, "only $some find some of the rows");
    };
    check($title, $test);
}
