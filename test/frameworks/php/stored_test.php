<?php

declare(strict_types=1);

// Doctrine over columns of uuid: what stored.py asks, and what schema:update makes of it.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
namespace Stored;

require 'Doctrine/ORM/autoload.php';
require 'Symfony/Component/Cache/autoload.php';
require 'harness.php';

use Base62id\Doctrine\NotConvertible;
use Base62id\Doctrine\ServerDefault;
use Base62id\Doctrine\Types;
use Base62id\Id;
use Base62id\Notation;
use Doctrine\DBAL\ArrayParameterType;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Query\ResultSetMappingBuilder;
use Doctrine\ORM\Tools\SchemaTool;

final class UserId extends Id
{
    public const PREFIX = 'user';
}
final class OrderId extends Id
{
    public const PREFIX = 'order';
}
final class MaskedId extends Id
{
    public const PREFIX = 'user';
    public const MASKED = true;
}
final class NumberId extends Id
{
    public const PREFIX = 'user';
    public const NOTATION = Notation::Uid11;
}
#[ORM\Entity, ORM\Table(name: 'users')]
class User
{
    #[ORM\Id, ORM\Column(type: 'user_id', options: ['default' => 'gen_random_uuid()'])] public UserId $id;
    #[ORM\Column(type: 'text')] public string $name;
    #[ORM\Column(type: 'json', nullable: true, options: ['jsonb' => true])] public ?array $facts = null;
    #[ORM\OneToMany(targetEntity: Order::class, mappedBy: 'buyer')] public $orders;
    #[ORM\ManyToMany(targetEntity: Order::class)]
    #[ORM\JoinTable(name: 'watches'), ORM\JoinColumn(name: 'user_id'), ORM\InverseJoinColumn(name: 'order_id')]
    public $watched;
}
#[ORM\Entity, ORM\Table(name: 'orders')]
class Order
{
    #[ORM\Id, ORM\Column(type: 'order_id', options: ['default' => 'gen_random_uuid()'])] public OrderId $id;
    #[ORM\ManyToOne(targetEntity: User::class, inversedBy: 'orders')]
    #[ORM\JoinColumn(name: 'buyer_id', nullable: false, onDelete: 'CASCADE')]
    public User $buyer;
    #[ORM\ManyToOne(targetEntity: Order::class), ORM\JoinColumn(name: 'parent_id')] public ?Order $parent = null;
    #[ORM\Column(type: 'text', nullable: true)] public ?string $note = null;
}
#[ORM\Entity(readOnly: true), ORM\Table(name: 'buyers')]
class Buyer
{
    #[ORM\Id, ORM\Column(type: 'user_id')] public UserId $id;
    #[ORM\Column(type: 'integer')] public int $orders;
}
#[ORM\Entity]
class Plain
{
    #[ORM\Column(type: 'text')] public string $name = 'a name';

    public function __construct(
        #[ORM\Id]
        #[ORM\Column(type: 'guid')]
        public string $id,
        #[ORM\Column(type: 'guid')]
        public string $friend,
    ) {
    }
}
#[ORM\Entity]
class Stored
{
    #[ORM\Column(type: 'text')] public string $name = 'a name';

    public function __construct(
        #[ORM\Id]
        #[ORM\Column(type: 'user_id')]
        public UserId $id,
        #[ORM\Column(type: 'user_id')]
        public UserId $friend,
    ) {
    }
}

$state = getenv('STATE');
$config = \Doctrine\ORM\ORMSetup::createAttributeMetadataConfig(['.'], true);
$config->enableNativeLazyObjects(true);
$connection = \Doctrine\DBAL\DriverManager::getConnection(
    [
        'driver' => 'pdo_pgsql',
        'host' => getenv('PGHOST'),
        'port' => (int) getenv('PGPORT'),
        'user' => getenv('PGUSER'),
        'dbname' => getenv('PGDATABASE'),
    ],
    $config
);
$tables = ['users', 'orders', 'watches'];
$config->setSchemaAssetsFilter(fn ($name) => in_array(is_string($name) ? $name : $name->getName(), $tables, true));
// Its introspection stops at an array that it does not know.
foreach (['_uuid', '_user_id'] as $array) {
    $connection->getDatabasePlatform()->registerDoctrineTypeMapping($array, 'text');
}
$classes = ['user_id' => UserId::class, 'order_id' => OrderId::class];
$state === 'typed' ? Types::register($connection, $classes) : Types::registerStored($connection, $classes);
$em = new \Doctrine\ORM\EntityManager($connection, $config);
$ids = fn ($where, array $given, array $types = []) => array_column((function () use ($em, $where, $given, $types) {
    $query = $em->createQuery('SELECT u.id FROM ' . User::class . " u WHERE $where ORDER BY u.id");
    foreach ($given as $name => $value) {
        $query->setParameter($name, $value, $types[$name] ?? 'user_id');
    }
    return $query->getArrayResult();
})(), 'id');
$add = function (object $one, string $id) use ($em) {
    $one instanceof Order || $em->clear();
    $class = $one instanceof User ? UserId::class : OrderId::class;
    $one->id = $id !== '' ? $class::parse($id) : (new ServerDefault())->generateId($em, $one);
    $em->persist($one);
    $em->flush();
    return (string) $one->id;
};
// The UUIDs of ids, or the ids without the option stored.
$column = fn (string $id) => $state === 'typed' ? (string) UserId::parse($id) : UserId::toColumn($id);
$columns = fn (string $all) => array_map($column, explode(' ', $all));
$of = fn (Order $o, string $way) => [$way, $o->id, $o->buyer->id, $o->parent?->id];
$user = function (string $id) use ($em) {
    $one = $em->find(User::class, $id);
    return $one ? [$one->id, $one->name, implode(' ', friends((string) $one->id)), $one->facts['id'] ?? ''] : [];
};
// Doctrine has no arrays of ids: these are read and written by hand.
function friends(string $id, ?string $set = null): array
{
    global $connection, $state;
    $column = $state === 'typed' ? $id : UserId::toColumn($id);
    if ($set !== null) {
        $connection->executeStatement('UPDATE users SET friends = ? WHERE id = ?', [$set, $column]);
    }
    $read = $connection->fetchOne('SELECT friends FROM users WHERE id = ?', [$column]);
    return array_map(fn ($one) => UserId::fromColumn($one), array_filter(explode(',', trim($read, '{}'))));
}
// What times.py asks: UUIDs and ids, by their column of its file.
$timed = ['plain' => Plain::class, 'stored' => Stored::class];
$rows = array_map(fn ($row) => explode("\t", $row), file(getenv('ROWS') ?: '/dev/null', FILE_IGNORE_NEW_LINES));

serve([
    'write' => function ($table) use ($em, $timed, $rows) {
        foreach (array_chunk(array_column($rows, (int) ($table === 'stored')), 1000) as $ids) {
            $em->clear();
            foreach ($ids as $id) {
                $one = $table === 'stored' ? UserId::parse($id) : $id;
                $em->persist(new $timed[$table]($one, $one));
            }
            $em->flush();
        }
        return [];
    },
    'read' => function ($table) use ($em, $timed) {
        $em->clear();
        $all = $em->getRepository($timed[$table])->findAll();
        return [count($all), $all[0]->friend];
    },
    'add_user' => function ($id, $name, $friends, $fact) use ($add, $columns) {
        $one = new User();
        [$one->name, $one->facts] = [$name, $fact === '' ? null : ['id' => $fact]];
        $id = $add($one, $id);
        $friends === '' || friends($id, '{' . implode(',', $columns($friends)) . '}');
        return $id;
    },
    'user' => function ($id) use ($em, $user) {
        $em->clear();
        return $user($id);
    },
    'add_order' => function ($id, $buyer, $parent, $note) use ($em, $add) {
        $em->clear();
        $one = new Order();
        $one->buyer = $em->getReference(User::class, UserId::parse($buyer));
        $one->parent = $parent === '' ? null : $em->getReference(Order::class, OrderId::parse($parent));
        $one->note = $note;
        return $add($one, $id);
    },
    'watch' => function ($user, $order) use ($em) {
        $one = $em->find(User::class, $user);
        $em->refresh($one);
        $one->watched->add($em->find(Order::class, $order));
        $em->flush();
        return [];
    },
    'orders' => function ($id) use ($em, $of) {
        $em->clear();
        $rows = [];
        foreach ($em->find(User::class, $id)->orders as $one) {
            $rows[] = $of($one, 'lazy');
        }
        foreach ($em->getRepository(Order::class)->findBy(['buyer' => $id]) as $one) {
            $rows[] = $of($one, 'findBy');
        }
        $query = $em->createQuery(
            'SELECT o, b, p FROM ' . Order::class . ' o JOIN o.buyer b LEFT JOIN o.parent p WHERE b.id = :id'
        );
        foreach ($query->setParameter('id', $id, 'user_id')->getResult() as $one) {
            $rows[] = $of($one, 'join');
        }
        return $rows;
    },
    'watched' => fn ($id) => array_map(fn ($one) => $one->id, $em->find(User::class, $id)->watched->toArray()),
    'in' => fn ($all) => $ids('u.id IN (:ids)', ['ids' => $columns($all)], ['ids' => ArrayParameterType::STRING]),
    'between' => fn ($low, $high) => $ids('u.id BETWEEN :low AND :high', ['low' => $low, 'high' => $high]),
    'below' => fn ($high) => $ids('u.id < :high', ['high' => $high]),
    'prefix' => function ($text) use ($ids) {
        $range = UserId::prefixRange($text);
        if ($range === null) {
            return [];
        }
        [$low, $high] = array_map(UserId::fromUuid(...), $range);
        return $ids('u.id BETWEEN :low AND :high', ['low' => $low, 'high' => $high]);
    },
    // DBAL, which has the types, too.
    'friend' => function ($id) use ($connection) {
        $sql = 'SELECT id FROM users WHERE ? = ANY (friends)';
        $found = $connection->fetchFirstColumn($sql, [$id], ['user_id']);
        return array_map(fn ($one) => $connection->convertToPHPValue($one, 'user_id'), $found);
    },
    'upsert' => function ($id, $name) use ($connection) {
        $sql = 'INSERT INTO users (id, name) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id';
        $made = $connection->fetchOne($sql, [$id, $name], ['user_id']);
        return $connection->convertToPHPValue($made, 'user_id');
    },
    'give' => function ($id, $buyer) use ($em) {
        $em->clear();
        $one = $em->find(Order::class, $id);
        $one->buyer = $em->find(User::class, $buyer);
        $em->flush();
        $em->refresh($one);
        return [$one->id, $one->buyer->id];
    },
    'remove' => function ($id) use ($em) {
        $query = $em->createQuery('DELETE ' . User::class . ' u WHERE u.id = :id');
        return $query->setParameter('id', $id, 'user_id')->execute();
    },
    'buyer' => fn ($id) => ($one = $em->find(Buyer::class, $id)) ? [$one->id, $one->orders] : [],
    'policy' => fn ($customer) => $connection->transactional(function () use ($em, $connection, $customer) {
        $sql = "SELECT set_config('shop.customer', ?, true), set_config('role', 'customer', true)";
        $connection->executeQuery($sql, [$customer]);
        return array_map(fn ($one) => $one->id, $em->getRepository(Order::class)->findAll());
    }),
    'call' => fn ($uuid) => $connection->fetchOne('SELECT orders_of(?)', [$uuid]),
    'parents' => fn () => $connection->fetchFirstColumn('SELECT id FROM parents()'),
    'tree' => function ($id) use ($em) {
        $map = new ResultSetMappingBuilder($em);
        $map->addRootEntityFromClassMetadata(Order::class, 'o');
        $sql = 'WITH RECURSIVE o AS (
                SELECT * FROM orders WHERE id = :id
                UNION ALL SELECT p.* FROM orders p JOIN o ON p.id = o.parent_id
            )
            SELECT ' . $map->generateSelectClause() . ' FROM o';
        $query = $em->createNativeQuery($sql, $map)->setParameter('id', $id, 'order_id');
        return array_map(fn ($one) => $one->id, $query->getResult());
    },
    'migrate' => function () use ($em) {
        (new SchemaTool($em))->updateSchema(array_map($em->getClassMetadata(...), [User::class, Order::class]));
        return [];
    },
    'own' => function ($mine) use ($em, $state, $connection) {
        check("$state: the schema tool changes the type of no column", function () use ($em, $state) {
            $classes = array_map($em->getClassMetadata(...), [User::class, Order::class]);
            $found = (new SchemaTool($em))->getUpdateSchemaSql($classes);
            $type = '/ALTER (id|buyer_id|parent_id|user_id|order_id) TYPE|DROP (COLUMN )?(id|buyer_id|parent_id)/';
            ensure(preg_grep($type, $found) === [], $found);
        });
        $title = "$state: kinds that no uuid column can have and a UUID's text are errors";
        check($title, function () use ($em, $connection, $mine, $state) {
            foreach ([MaskedId::class, NumberId::class] as $class) {
                refuses(\LogicException::class, fn () => Types::registerStored($connection, ['x_id' => $class]));
            }
            $query = $em->createQuery('SELECT u FROM ' . User::class . ' u WHERE u.id = :id');
            $found = fn () => $query->setParameter('id', UserId::toColumn($mine), 'user_id')->getResult();
            $state === 'typed' || refuses(NotConvertible::class, $found);
        });
    },
]);
