<?php

declare(strict_types=1);

namespace Base62id;

/**
 * How the octets of an id are written behind its type prefix.
 *
 *     Notation::Ulid->value    // 'ulid', as typeid_create_type() has it
 */
enum Notation: string
{
    case TypeId = 'typeid';
    case Ulid = 'ulid';
    case Base62id = 'base62id';
    case Base64uuid = 'base64uuid';
    case Uuid = 'uuid';
    case Hex = 'hex';
    case Uid11 = 'uid11';
}
