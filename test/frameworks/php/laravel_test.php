<?php

declare(strict_types=1);

// Laravel's Eloquent over pdo_pgsql.
// customer.php is a code block of docs/frameworks/php.md.
require 'Illuminate/Database/autoload.php';
require 'harness.php';
require 'customer.php';

use Base62id\InvalidId;
use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Database\QueryException;

const MALFORMED = 'customer_01h455vb4pex5vsknk084sn02u'; // u is not in the alphabet

/** What a model without the trait makes of such a key. */
class BareBill extends Model
{
    public $timestamps = false;
    protected $table = 'bills';
    protected $guarded = [];
}

$manager = new Manager();
$manager->addConnection([
    'driver' => 'pgsql',
    'host' => getenv('PGHOST'),
    'port' => getenv('PGPORT'),
    'username' => getenv('PGUSER'),
    'database' => getenv('PGDATABASE'),
    'charset' => 'utf8',
]);
$manager->bootEloquent();
say('version', 'Laravel ' . getenv('ILLUMINATE_VERSION') . ', PHP ' . PHP_VERSION);
psql("SELECT typeid_create_type('customer_id', 'customer'), typeid_create_type('bill_id', 'bill', 'uid11')");
psql("CREATE TABLE customers (id customer_id PRIMARY KEY DEFAULT customer_id_new(), name text);
    CREATE SEQUENCE numbers;
    CREATE TABLE bills (
        id bill_id PRIMARY KEY DEFAULT nextval('numbers'),
        customer_id customer_id REFERENCES customers,
        note text
    )");

check('the program makes a key, and finds by it', function () {
    $ada = Customer::create(['name' => 'Ada']);
    ensure(CustomerId::is($ada->id) && psql("SELECT name FROM customers WHERE id = '$ada->id'") === 'Ada');
    ensure(Customer::find($ada->id)->is($ada) && Customer::find(CustomerId::parse($ada->id))->is($ada));
    ensure(json_decode($ada->toJson(), true)['id'] === $ada->id);
    $own = (string) CustomerId::generate();
    ensure(Customer::create(['id' => $own, 'name' => 'own'])->id === $own);
    ensure(Customer::whereIn('id', [$ada->id, $own])->count() === 2 && !$ada->isDirty());
    ensure(customers(substr($ada->id, 0, -4))->modelKeys() === [$ada->id]);
});
check('the server makes the key of numbers', function () {
    $bill = Bill::create(['note' => '1']);
    ensure(BillId::is($bill->id) && BillId::numbers()->decode($bill->id) === 1);
    $bill->note = 'changed';
    ensure($bill->save() && Bill::find($bill->id)->note === 'changed' && $bill->fresh()->is($bill));
    ensure($bill->delete() && Bill::count() === 0);
});
trap('Laravel: a key of numbers without `HasIds` is 0 after `create()`.', function () {
    ensure(BareBill::create(['note' => '1'])->id === 0);
    BareBill::query()->delete();
});
check('relations', function () {
    $customer = Customer::create(['name' => 'buyer']);
    $bills = [$customer->bills()->create(['note' => 'a']), $customer->bills()->create(['note' => 'b'])];
    ensure($bills[0]->customer_id === $customer->id);
    ensure($bills[0]->customer()->is($customer) && $bills[0]->customer->is($customer));
    ensure(Customer::with('bills')->find($customer->id)->bills->count() === 2);
    ensure(Bill::with('customer')->get()->every(fn ($bill) => $bill->customer->is($customer)));
    ensure(Customer::whereHas('bills', fn ($query) => $query->where('note', 'a'))->sole()->is($customer));
    ensure(Bill::whereBelongsTo($customer)->count() === 2);
});
check('a malformed id: the cast refuses it, and so does the server', function () {
    foreach ([MALFORMED, 'bill_1', '', 0] as $wrong) {
        refuses(InvalidId::class, fn () => Bill::create(['customer_id' => $wrong]));
        refuses(InvalidId::class, fn () => (new Customer())->forceFill(['id' => $wrong]));
    }
    refuses(QueryException::class, fn () => Customer::where('id', MALFORMED)->get());
    ensure(Bill::create(['customer_id' => null])->customer_id === null);
});
check('a malformed id of a URL is 404', function () {
    $customer = Customer::first();
    $bound = (new Customer())->resolveRouteBinding($customer->id);
    ensure($bound->is($customer));
    foreach ([MALFORMED, 'x', "\"$customer->id\"", Bill::first()->id] as $wrong) {
        refuses(ModelNotFoundException::class, fn () => (new Customer())->resolveRouteBinding($wrong));
    }
});
check('an attribute that is an object, and a class that is none of ids', function () {
    $id = CustomerId::generate();
    $bill = (new Bill())->mergeCasts(['note' => Base62id\Laravel\Cast::class . ':' . CustomerId::class]);
    $bill->note = "\"$id\"";
    ensure($bill->note instanceof CustomerId && $bill->note->equals($id) && $bill->save());
    ensure(psql("SELECT note FROM bills WHERE id = '$bill->id'") === (string) $id && !$bill->isDirty());
    refuses(InvalidArgumentException::class, fn () => new Base62id\Laravel\Cast(CustomerId::class, 'object'));
    refuses(InvalidArgumentException::class, fn () => new Base62id\Laravel\Cast(stdClass::class));
});
