<?php

declare(strict_types=1);

// Doctrine: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the word (typed).
require 'harness.php';

use Base62id\{Codec, InvalidId, ServerDefault};
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Tools\SchemaTool;

#[ORM\Entity, ORM\Table('users')]
class User
{
    #[ORM\Id, ORM\Column(type: 'user_id', options: ['default' => 'gen_random_uuid()'])]
    #[ORM\GeneratedValue('CUSTOM'), ORM\CustomIdGenerator(ServerDefault::class)]
    public ?string $id = null;

    #[ORM\Column(type: 'text')]
    public string $name;
}

#[ORM\Entity, ORM\Table('orders')]
class Order
{
    #[ORM\Id, ORM\Column(type: 'order_id', options: ['default' => 'gen_random_uuid()'])]
    #[ORM\GeneratedValue('CUSTOM'), ORM\CustomIdGenerator(ServerDefault::class)]
    public ?string $id = null;

    #[ORM\ManyToOne(User::class), ORM\JoinColumn('buyer_id', nullable: false, onDelete: 'CASCADE', options: ['default' => null])]
    public User $buyer;

    #[ORM\Column('parent_id', type: 'order_id', nullable: true)]
    public ?string $parent = null;
}

$state = getenv('STATE');
$em = open(['host' => getenv('PGHOST'), 'port' => getenv('PGPORT'), 'user' => getenv('PGUSER'), 'dbname' => getenv('PGDATABASE')], ['.']);
$kind = fn (string $prefix) => $state === 'typed' ? [$prefix, 'typeid', false, true] : [$prefix, 'stored' => 'uuid'];
Base62id\register($em->getConnection(), ['user_id' => $kind('user'), 'order_id' => $kind('order')]);
$user = new User();
$order = new Order();

check("$state: rows, keys, references, lists, ranges", function () use ($em, $state, $user, $order) {
    psql('DELETE FROM orders; DELETE FROM users');
    $user->name = 'Ada';
    $order->buyer = $user;
    array_map($em->persist(...), [$user, $order]);
    $em->flush();
    $order->parent = $order->id;
    $em->flush();
    ensure(Codec::isValid('typeid', $user->id, 'user') && Codec::isValid('typeid', $order->id, 'order'), "$user->id $order->id");
    ensure(psql('SELECT pg_typeof(id) FROM users') === ($state === 'uuid' ? 'uuid' : 'user_id'));
    ensure(psql("SELECT id = '" . Codec::toUuid('typeid', $user->id) . "' FROM users") === 't');
    $em->clear();
    $found = $em->find(Order::class, $order->id);
    ensure($found->buyer->name === 'Ada' && $found->buyer->id === $user->id && $found->parent === $order->id, $found);
    ensure($em->find(User::class, $user->id) === $found->buyer);
    foreach ([User::class => ['id' => [$user->id, Codec::newId('user')]], Order::class => ['buyer' => $user->id]] as $class => $by) {
        ensure(count($em->getRepository($class)->findBy($by)) === 1, $class);
    }
    [$first, $last] = Codec::prefixRange('typeid', substr($user->id, 0, 20), 'user');
    $dql = fn (string $where, array $parameters) => count($em->createQuery("SELECT u FROM User u WHERE $where")->setParameters(
        new Doctrine\Common\Collections\ArrayCollection(array_map(fn ($name, $value) => new Doctrine\ORM\Query\Parameter($name, ...(array) $value), array_keys($parameters), $parameters))
    )->getResult());
    ensure($dql('u.id BETWEEN :a AND :b', ['a' => $first, 'b' => $last]) === 1);
    ensure($dql('u.id = :a', ['a' => [$user->id, 'user_id']]) === 1 && $dql('u.id > :a', ['a' => [$user->id, 'user_id']]) === 0);
});
check("$state: another kind and a malformed id never reach the server", function () use ($em, $state, $user, $order) {
    foreach ([$order->id, 'user_1', ''] as $wrong) {
        refuses(InvalidId::class, fn () => $em->find(User::class, $wrong));
        refuses(InvalidId::class, fn () => $em->getRepository(Order::class)->findBy(['buyer' => $wrong]));
    }
    if ($state === 'typed') { // which was made with accept_uuid
        ensure($em->find(User::class, Codec::toUuid('typeid', $user->id))->id === $user->id);
    } else {
        refuses(InvalidId::class, fn () => $em->find(User::class, Codec::toUuid('typeid', $user->id)));
    }
    foreach ([['', 'stored' => 'uuid'], ['user', 'typeid', true, 'stored' => 'uuid'], ['user', 'uid11', 'stored' => 'uuid']] as $i => $kind) {
        refuses(LogicException::class, fn () => Base62id\register($em->getConnection(), ["kind_$i" => $kind]));
    }
});
check("$state: an update of the schema touches no column with ids", function () use ($em) {
    foreach (['_uuid', '_user_id'] as $array) { // friends
        $em->getConnection()->getDatabasePlatform()->registerDoctrineTypeMapping($array, 'text');
    }
    $sql = (new SchemaTool($em))->getUpdateSchemaSql(array_map($em->getClassMetadata(...), [User::class, Order::class]));
    ensure(preg_grep('/(ALTER|MODIFY)\s+"?(id|buyer_id|parent_id)\b.*\bTYPE\b/i', $sql) === [], $sql);
});
