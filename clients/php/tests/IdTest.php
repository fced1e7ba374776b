<?php

declare(strict_types=1);

namespace Base62id\Tests;

use BadMethodCallException;
use Base62id\Base62id;
use Base62id\Baseuid;
use Base62id\InvalidId;
use Base62id\Testing;
use Base62id\Ulid;
use Base62id\Xid;
use DateTimeImmutable;
use Error;
use InvalidArgumentException;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;
use RangeException;
use Throwable;

/** What a class of ids reads, makes and refuses, beside the conformance kit. */
final class IdTest extends TestCase
{
    private const ID = 'user_01h455vb4pex5vsknk084sn02q';
    private const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
    /** Of version 4, as those of masked ids. */
    private const UUID4 = '01890a5d-ac96-474b-bcce-b302099a8057';
    private const KEY = "\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17";

    private function refused(string $class, callable $call): Throwable
    {
        try {
            $call();
        } catch (Throwable $error) {
            $this->assertInstanceOf($class, $error);

            return $error;
        }
        $this->fail("no $class");
    }

    public function testAnythingThatIsNoIdIsAnInvalidId(): void
    {
        $none = [
            null, 1, 1.5, true, [], (object) [], '', 'user', 'user_1', self::ID . '0', ' ' . self::ID, self::ID . "\n",
            'order_01h455vb4pex5vsknk084sn02q', self::UUID, "\xFF", 'é', str_repeat('a', 1000000),
            AdminId::generate(), OrderId::generate(),
        ];
        foreach ($none as $given) {
            $error = $this->refused(InvalidId::class, static fn() => UserId::parse($given));
            $this->assertSame('22P02', $error->getCode());
            $this->assertLessThan(400, strlen($error->getMessage()));
            $this->assertFalse(UserId::is($given));
        }
    }

    public function testAnErrorSaysWhatIsWrongAndWhere(): void
    {
        $said = [
            'order_01h455vb4pex5vsknk084sn02q' => 'the type prefix is "order", not "user"',
            'user_01h455vb4pex5vsknk084sn02u' => '"u" at position 31 is not in its alphabet',
            '"user_01h455vb4pex5vsknk084sn02u"' => '"u" at position 32 is not in its alphabet',
            'user_1' => '1 character behind the type prefix, not 26',
            'user_81h455vb4pex5vsknk084sn02q' => 'its number is none of a typeid',
            'hello' => 'it does not begin with "user_"',
        ];
        foreach ($said as $text => $words) {
            $error = $this->refused(InvalidId::class, static fn() => UserId::parse($text));
            $this->assertStringContainsString($words, $error->getMessage());
        }
    }

    public function testAnIdIsAValue(): void
    {
        $id = UserId::parse(self::ID);
        $this->assertSame(self::ID, (string) $id);
        $this->assertSame('{"id":"' . self::ID . '"}', json_encode(['id' => $id]));
        $this->assertSame($id, UserId::parse($id));
        $this->assertTrue($id->equals(UserId::parse('"' . self::ID . '"')));
        $this->assertFalse($id->equals(self::ID));
        $this->assertTrue($id->equals(unserialize(serialize($id))));
        $this->assertTrue($id->equals(clone $id));
        $forged = str_replace('user_0', 'user_9', serialize($id));
        $this->refused(InvalidId::class, static fn() => unserialize($forged));
        $this->refused(Error::class, static fn() => $id->value = 'x');
        $ids = [UserId::generate(), UserId::generate()];
        $this->assertSame(-1, $ids[0]->compareTo($ids[1]) <=> 0);
        $this->assertSame(0, $id->compareTo(UserId::parse(self::ID)));
    }

    public function testIdsOfTwoClassesAreNotEqual(): void
    {
        // Their classes have the same type prefix, so that nothing but the class differs.
        $id = UserId::fromUuid(self::UUID4);
        $masked = MaskedId::parse($id->value);
        $this->assertSame($id->value, $masked->value);
        $this->assertFalse($id->equals($masked));
        $this->assertFalse($masked->equals($id));
    }

    public function testUlidsOfDigitsAreNoNumbers(): void
    {
        // As numbers, which == compares, both are 10000000000.
        $one = Ulid::parse('00000000000000000000001E10');
        $this->assertFalse($one->equals(Ulid::parse('00000000000000010000000000')));
    }

    public function testMaskedIdsNumbersBaseuidsAndXidsAreNotGeneratedAndHaveNoUuid(): void
    {
        foreach ([MaskedId::class, InvoiceId::class, Baseuid::class, Xid::class] as $class) {
            foreach (['generate', 'fromUuid', 'prefixRange', 'toColumn', 'fromColumn'] as $method) {
                $arguments = $method === 'generate' ? [] : [''];
                $this->refused(BadMethodCallException::class, static fn() => $class::$method(...$arguments));
            }
        }
        $masked = MaskedId::parse(UserId::fromUuid(self::UUID4)->value); // of the same type prefix
        foreach ([$masked, InvoiceId::numbers()->encode(42)] as $id) {
            $this->refused(BadMethodCallException::class, static fn() => $id->toUuid());
            $this->refused(BadMethodCallException::class, static fn() => $id->timestamp());
        }
        $error = $this->refused(InvalidId::class, static fn() => MaskedId::parse(self::ID));
        $this->assertStringContainsString('version 4', $error->getMessage());
    }

    public function testAColumnOfUuidGetsAUuidAndGivesAnId(): void
    {
        $this->assertSame(self::UUID, UserId::toColumn('"' . self::ID . '"'));
        $this->assertSame(self::UUID, OrderId::toColumn(self::UUID));
        $this->assertSame(self::UUID, UserId::toColumn(UserId::parse(self::ID)));
        $this->refused(InvalidId::class, static fn() => UserId::toColumn(self::UUID));
        $this->assertSame(self::ID, UserId::fromColumn(self::UUID)->value);
        $this->assertSame(self::ID, UserId::fromColumn(self::ID)->value);
        foreach ([null, '', 'order_01h455vb4pex5vsknk084sn02q'] as $wrong) {
            $this->refused(InvalidId::class, static fn() => UserId::fromColumn($wrong));
            $this->refused(InvalidId::class, static fn() => UserId::fromUuid($wrong));
        }
    }

    public function testNumbersComeBackAndNothingShowsTheKey(): void
    {
        foreach ([0, 42, -1, PHP_INT_MAX, PHP_INT_MIN] as $number) {
            $this->assertSame($number, InvoiceId::numbers()->decode(InvoiceId::numbers()->encode($number)));
            $masked = MaskedInvoiceId::numbers(self::KEY);
            $this->assertSame($number, $masked->decode((string) $masked->encode($number)));
        }
        $this->refused(InvalidId::class, static fn() => InvoiceId::numbers()->decode('inv_0'));
        $numbers = MaskedInvoiceId::numbers('secretsecretsecr');
        $shown = var_export($numbers, true) . print_r($numbers, true);
        $this->assertDoesNotMatchRegularExpression('/secret|[0-9]{6}/', $shown);
        $this->assertSame('inv_7NhJVj3A6wb', MaskedInvoiceId::numbers(self::KEY)->encode(2)->value);
    }

    public function testErrorsAboutAMaskKeyDoNotShowIt(): void
    {
        $key = 'secretsecretsecr';
        $wrong = [
            'a masked kind needs its key' => static fn() => MaskedInvoiceId::numbers(),
            'a kind that is not masked has no key' => static fn() => InvoiceId::numbers($key),
            'a mask key has 16 octets, not 12' => static fn() => MaskedInvoiceId::numbers(substr($key, 4)),
            'numbers are of a kind of Notation::Uid11' => static fn() => UserId::numbers($key),
        ];
        // Traces with the arguments of calls, and those in full.
        $arguments = ini_set('zend.exception_ignore_args', '0');
        $length = ini_set('zend.exception_string_param_max_len', '1000');
        $shown = '';
        foreach ($wrong as $words => $call) {
            $error = $this->refused(InvalidArgumentException::class, $call);
            $this->assertStringContainsString($words, $error->getMessage());
            $shown .= $error;
        }
        ini_set('zend.exception_ignore_args', (string) $arguments);
        ini_set('zend.exception_string_param_max_len', (string) $length);
        $this->assertStringContainsString('Object(SensitiveParameterValue)', $shown);
        $this->assertStringNotContainsString('secret', $shown);
    }

    public function testIdsOfOneMomentAscendAndAreUnique(): void
    {
        $undo = Testing::source(now: new DateTimeImmutable('2026-02-03Z'));
        $ids = array_map(static fn() => UserId::generate()->value, range(1, 3000));
        $undo();
        $sorted = $ids;
        sort($sorted, SORT_STRING);
        $this->assertSame($sorted, $ids);
        $this->assertCount(3000, array_unique($ids));
    }

    public function testAnIdOfOnesOwnTimeChangesNoLaterId(): void
    {
        $at = new DateTimeImmutable('2026-02-03 04:05:06.789Z');
        $made = static fn() => UserId::generate($at, new Randomizer(new Mt19937(1)));
        $this->assertTrue($made()->equals($made()));
        $this->assertEquals($at, $made()->timestamp());
        $undo = Testing::source(now: $at, random: new Randomizer(new Mt19937(1)));
        $this->assertTrue($made()->equals(UserId::generate()));
        $before = UserId::generate();
        // Within Source::STEP_BACK, so that $after would follow a last time that this had changed.
        $far = UserId::generate($at->modify('+5 seconds'));
        $after = UserId::generate();
        $undo();
        $this->assertSame(1, $far->compareTo($after) <=> 0);
        $this->assertSame(-1, $before->compareTo($after) <=> 0);
        $this->assertEquals($at, $after->timestamp());
        $this->assertEqualsWithDelta(time(), Base62id::generate()->timestamp()->getTimestamp(), 60);
    }

    public function testATimeThatNoIdHasIsARangeException(): void
    {
        $times = [
            new DateTimeImmutable('1969-12-31 23:59:59.999Z'),
            new DateTimeImmutable('@-1'),
            new DateTimeImmutable('@281474976710.656'), // a time has 48 bits, of milliseconds since 1970
            (new DateTimeImmutable('2000-01-01Z'))->setDate(12000, 1, 1),
        ];
        foreach ($times as $at) {
            $this->refused(RangeException::class, static fn() => UserId::generate($at));
            $undo = Testing::source(now: $at);
            $this->refused(RangeException::class, static fn() => UserId::generate());
            $undo();
        }
        $last = UserId::generate(new DateTimeImmutable('@281474976710.655'));
        $this->assertSame('281474976710655', $last->timestamp()->format('Uv'));
    }

    /** As Symfony's ClockMock does it, in a process of its own: the function cannot be taken back. */
    public function testAMicrotimeOfThisNamespaceIsHeard(): void
    {
        $program = 'namespace Base62id { function microtime(bool $float) { return 4102444800.5; } }'
            . 'namespace { require ' . var_export(__DIR__ . '/bootstrap.php', true) . ';'
            . 'echo Base62id\Tests\UserId::generate()->timestamp()->format("Uv"); }';
        $this->assertSame('4102444800500', shell_exec(PHP_BINARY . ' -r ' . escapeshellarg($program)));
    }

    public function testChildrenRepeatNothing(): void
    {
        if (!function_exists('pcntl_fork')) {
            $this->markTestSkipped('no pcntl');
        }
        UserId::generate();
        [$read, $write] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        for ($child = 0; $child < 2; ++$child) {
            if (pcntl_fork() === 0) {
                $random = substr(UserId::generate()->value, -12); // of 60 bits, behind the time
                fwrite($write, "$random\n");
                posix_kill((int) getmypid(), 9);
            }
        }
        while (pcntl_wait($status) > 0) {
            continue;
        }
        fclose($write);
        $lines = explode("\n", trim((string) stream_get_contents($read)));
        $this->assertCount(2, array_unique($lines));
    }

    /**
     * The examples in the comments: five spaces behind a star, an expression, and behind // the
     * text that it gives. Of a request's parameter nobody knows what it gives.
     */
    public function testTheExamples(): void
    {
        $names = 'use DateTimeImmutable; use Base62id\{Testing, Notation};';
        $before = '$id = UserId::parse("' . self::ID . '");';
        $checked = 0;
        foreach (['Id', 'Numbers', 'Testing', 'Notation'] as $file) {
            $text = file_get_contents(__DIR__ . "/../src/$file.php");
            preg_match_all('/^ +\* {5}(?!.*_GET)(\S.*?);? +\/\/ (.+)$/m', $text, $found, PREG_SET_ORDER);
            foreach ($found as [, $code, $wanted]) {
                $code = preg_replace('/^\$id = /', '', $code);
                $got = eval("namespace Base62id\\Tests; $names $before return $code;");
                if (str_ends_with($code, 'generate()')) {
                    $this->assertTrue(UserId::is((string) $got));
                } else {
                    $shown = is_string($got) ? $got : json_encode($got);
                    $wanted = trim(preg_replace('/, as .*$/', '', $wanted), "'");
                    $this->assertSame($wanted, $shown, $code);
                }
                ++$checked;
            }
        }
        $this->assertSame(18, $checked);
    }
}
