<?php

declare(strict_types=1);

// Doctrine over columns of uuid: what stored.py asks, and what schema:update makes of it.
namespace Stored;

require 'harness.php';

use Base62id\Codec;
use Doctrine\DBAL\ArrayParameterType;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Query\ResultSetMappingBuilder;
use Doctrine\ORM\Tools\SchemaTool;

#[ORM\Entity, ORM\Table(name: 'users')]
class User
{
    #[ORM\Id, ORM\Column(type: 'user_id', options: ['default' => 'gen_random_uuid()'])] public string $id;
    #[ORM\Column(type: 'text')] public string $name;
    #[ORM\Column(type: 'json', nullable: true, options: ['jsonb' => true])] public ?array $facts = null;
    #[ORM\OneToMany(targetEntity: Order::class, mappedBy: 'buyer')] public $orders;
    #[ORM\ManyToMany(targetEntity: Order::class), ORM\JoinTable(name: 'watches'), ORM\JoinColumn(name: 'user_id'), ORM\InverseJoinColumn(name: 'order_id')]
    public $watched;
}
#[ORM\Entity, ORM\Table(name: 'orders')]
class Order
{
    #[ORM\Id, ORM\Column(type: 'order_id', options: ['default' => 'gen_random_uuid()'])] public string $id;
    #[ORM\ManyToOne(targetEntity: User::class, inversedBy: 'orders'), ORM\JoinColumn(name: 'buyer_id', nullable: false, onDelete: 'CASCADE')]
    public User $buyer;
    #[ORM\ManyToOne(targetEntity: Order::class), ORM\JoinColumn(name: 'parent_id')] public ?Order $parent = null;
    #[ORM\Column(type: 'text', nullable: true)] public ?string $note = null;
}
#[ORM\Entity(readOnly: true), ORM\Table(name: 'buyers')]
class Buyer
{
    #[ORM\Id, ORM\Column(type: 'user_id')] public string $id;
    #[ORM\Column(type: 'integer')] public int $orders;
}
#[ORM\Entity]
class Plain
{
    #[ORM\Column(type: 'text')] public string $name = 'a name';

    public function __construct(
        #[ORM\Id, ORM\Column(type: 'guid')] public string $id,
        #[ORM\Column(type: 'guid')] public string $friend,
    ) {
    }
}
#[ORM\Entity]
class Stored
{
    #[ORM\Column(type: 'text')] public string $name = 'a name';

    public function __construct(
        #[ORM\Id, ORM\Column(type: 'user_id')] public string $id,
        #[ORM\Column(type: 'user_id')] public string $friend,
    ) {
    }
}

$state = getenv('STATE');
$word = $state === 'typed' ? [] : ['stored' => 'uuid'];
$config = \Doctrine\ORM\ORMSetup::createAttributeMetadataConfig(['.'], true);
$config->enableNativeLazyObjects(true);
$connection = \Doctrine\DBAL\DriverManager::getConnection(
    ['driver' => 'pdo_pgsql', 'host' => getenv('PGHOST'), 'port' => (int) getenv('PGPORT'), 'user' => getenv('PGUSER'), 'dbname' => getenv('PGDATABASE')],
    $config
);
$config->setSchemaAssetsFilter(fn ($name) => in_array(is_string($name) ? $name : $name->getName(), ['users', 'orders', 'watches'], true));
foreach (['_uuid', '_user_id'] as $array) {
    $connection->getDatabasePlatform()->registerDoctrineTypeMapping($array, 'text'); // its introspection stops at an array that it does not know
}
\Base62id\register($connection, ['user_id' => ['user', ...$word], 'order_id' => ['order', ...$word]]);
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
    $one->id = $id !== '' ? $id : (new \Base62id\ServerDefault())->generateId($em, $one);
    $em->persist($one);
    $em->flush();
    return $one->id;
};
// The UUIDs of ids, or the ids without the word.
$columns = fn (string $all) => array_map(fn ($id) => getenv('STATE') === 'typed' ? Codec::parse('typeid', $id, 'user') : Codec::toColumn('typeid', $id, 'user'), explode(' ', $all));
$of = fn (Order $o, string $way) => [$way, $o->id, $o->buyer->id, $o->parent?->id];
$user = function (string $id) use ($em) {
    $one = $em->find(User::class, $id);
    return $one ? [$one->id, $one->name, implode(' ', friends($one->id)), $one->facts['id'] ?? ''] : [];
};
// It has no arrays of ids.
function friends(string $id, ?string $set = null): array
{
    global $connection, $state;
    $column = $state === 'typed' ? $id : Codec::toColumn('typeid', $id, 'user');
    if ($set !== null) {
        $connection->executeStatement('UPDATE users SET friends = ? WHERE id = ?', [$set, $column]);
    }
    $read = $connection->fetchOne('SELECT friends FROM users WHERE id = ?', [$column]);
    return array_map(fn ($one) => Codec::fromColumn('typeid', $one, 'user'), array_filter(explode(',', trim($read, '{}'))));
}
// What times.py asks: UUIDs and ids, by their column of its file.
$timed = ['plain' => Plain::class, 'stored' => Stored::class];
$rows = array_map(fn ($row) => explode("\t", $row), file(getenv('ROWS') ?: '/dev/null', FILE_IGNORE_NEW_LINES));

serve([
    'write' => function ($table) use ($em, $timed, $rows) {
        foreach (array_chunk(array_column($rows, (int) ($table === 'stored')), 1000) as $ids) {
            $em->clear();
            foreach ($ids as $id) {
                $em->persist(new $timed[$table]($id, $id));
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
        [$one->buyer, $one->parent, $one->note] = [$em->getReference(User::class, $buyer), $parent === '' ? null : $em->getReference(Order::class, $parent), $note];
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
        $query = $em->createQuery('SELECT o, b, p FROM ' . Order::class . ' o JOIN o.buyer b LEFT JOIN o.parent p WHERE b.id = :id')->setParameter('id', $id, 'user_id');
        foreach ($query->getResult() as $one) {
            $rows[] = $of($one, 'join');
        }
        return $rows;
    },
    'watched' => fn ($id) => array_map(fn ($one) => $one->id, $em->find(User::class, $id)->watched->toArray()),
    'in' => fn ($all) => $ids('u.id IN (:ids)', ['ids' => $columns($all)], ['ids' => ArrayParameterType::STRING]),
    'between' => fn ($low, $high) => $ids('u.id BETWEEN :low AND :high', ['low' => $low, 'high' => $high]),
    'below' => fn ($high) => $ids('u.id < :high', ['high' => $high]),
    'prefix' => function ($text) use ($ids) {
        [$first, $last] = Codec::prefixRange('typeid', $text, 'user') ?? [null, null];
        return $first === null ? [] : $ids('u.id BETWEEN :low AND :high', ['low' => Codec::fromUuid('typeid', $first, 'user'), 'high' => Codec::fromUuid('typeid', $last, 'user')]);
    },
    // DBAL, which has the types, too.
    'friend' => fn ($id) => array_map(fn ($one) => $connection->convertToPHPValue($one, 'user_id'), $connection->fetchFirstColumn('SELECT id FROM users WHERE ? = ANY (friends)', [$id], ['user_id'])),
    'upsert' => function ($id, $name) use ($connection) {
        $made = $connection->fetchOne('INSERT INTO users (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id', [$id, $name], ['user_id']);
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
    'remove' => fn ($id) => $em->createQuery('DELETE ' . User::class . ' u WHERE u.id = :id')->setParameter('id', $id, 'user_id')->execute(),
    'buyer' => fn ($id) => ($one = $em->find(Buyer::class, $id)) ? [$one->id, $one->orders] : [],
    'policy' => fn ($customer) => $connection->transactional(function () use ($em, $connection, $customer) {
        $connection->executeQuery("SELECT set_config('shop.customer', ?, true), set_config('role', 'customer', true)", [$customer]);
        return array_map(fn ($one) => $one->id, $em->getRepository(Order::class)->findAll());
    }),
    'call' => fn ($uuid) => $connection->fetchOne('SELECT orders_of(?)', [$uuid]),
    'parents' => fn () => $connection->fetchFirstColumn('SELECT id FROM parents()'),
    'tree' => function ($id) use ($em) {
        $map = new ResultSetMappingBuilder($em);
        $map->addRootEntityFromClassMetadata(Order::class, 'o');
        $sql = 'WITH RECURSIVE o AS (SELECT * FROM orders WHERE id = :id UNION ALL SELECT p.* FROM orders p JOIN o ON p.id = o.parent_id) SELECT ' . $map->generateSelectClause() . ' FROM o';
        return array_map(fn ($one) => $one->id, $em->createNativeQuery($sql, $map)->setParameter('id', $id, 'order_id')->getResult());
    },
    'migrate' => function () use ($em) {
        (new SchemaTool($em))->updateSchema(array_map($em->getClassMetadata(...), [User::class, Order::class]));
        return [];
    },
    'own' => function ($mine) use ($em, $state, $connection) {
        check("$state: the schema tool changes the type of no column", function () use ($em, $state) {
            $found = (new SchemaTool($em))->getUpdateSchemaSql(array_map($em->getClassMetadata(...), [User::class, Order::class]));
            $types = array_filter($found, fn ($line) => preg_match('/ALTER (id|buyer_id|parent_id|user_id|order_id) TYPE|DROP (COLUMN )?(id|buyer_id|parent_id)/', $line));
            ensure($types === [], $found);
        });
        check("$state: kinds that are none, and a UUID's text", function () use ($em, $connection, $mine, $state) {
            foreach ([['user', 'typeid', true, 'stored' => 'uuid'], ['', 'stored' => 'uuid'], ['user', 'uid11', 'stored' => 'uuid']] as $kind) {
                refuses(\LogicException::class, fn () => \Base62id\register($connection, ['x_id' => $kind]));
            }
            $state === 'typed' || refuses(\Base62id\InvalidId::class, fn () => $em->createQuery('SELECT u FROM ' . User::class . ' u WHERE u.id = :id')->setParameter('id', Codec::toUuid('typeid', $mine), 'user_id')->getResult());
        });
    },
]);
