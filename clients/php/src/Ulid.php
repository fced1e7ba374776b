<?php

declare(strict_types=1);

namespace Base62id;

/**
 * A ULID, of a column of the type ulid.
 *
 *     Ulid::generate();
 */
final class Ulid extends Id
{
}
