<?php

declare(strict_types=1);

// The kinds that the tests share.

namespace Base62id\Tests;

use Base62id\Id;
use Base62id\Notation;

final class UserId extends Id
{
    public const PREFIX = 'user';
}

final class AdminId extends Id
{
    public const PREFIX = 'admin';
}

final class OrderId extends Id
{
    public const PREFIX = 'order';
    public const NOTATION = Notation::Ulid;
    public const ACCEPT_UUID = true;
}

final class FileId extends Id
{
    public const PREFIX = 's3';
    public const NOTATION = Notation::Uuid;
}

final class DigitsId extends Id
{
    public const PREFIX = 'us';
    public const NOTATION = Notation::Hex;
}

final class MaskedId extends Id
{
    public const PREFIX = 'user';
    public const MASKED = true;
}

final class InvoiceId extends Id
{
    public const PREFIX = 'inv';
    public const NOTATION = Notation::Uid11;
}

final class MaskedInvoiceId extends Id
{
    public const PREFIX = 'inv';
    public const NOTATION = Notation::Uid11;
    public const MASKED = true;
}

/** The class of a kind that the conformance kit describes. */
function kind(array $kind): string
{
    if (isset($kind['system'])) {
        return 'Base62id\\' . ucfirst($kind['system']);
    }
    $notation = Notation::tryFrom($kind['notation'] ?? 'typeid');
    $words = [
        'PREFIX' => var_export($kind['prefix'] ?? null, true),
        'NOTATION' => $notation === null ? "'none'" : '\\Base62id\\Notation::' . $notation->name,
        'MASKED' => var_export($kind['masked'] ?? false, true),
        'ACCEPT_UUID' => var_export($kind['acceptUuid'] ?? false, true),
    ];
    $name = 'Kind' . md5(serialize($words));
    if (!class_exists("Base62id\\Tests\\$name", false)) {
        $constants = '';
        foreach ($words as $constant => $value) {
            $constants .= "public const $constant = $value;";
        }
        eval("namespace Base62id\\Tests; final class $name extends \\Base62id\\Id { $constants }");
    }

    return "Base62id\\Tests\\$name";
}
