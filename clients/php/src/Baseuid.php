<?php

declare(strict_types=1);

namespace Base62id;

/**
 * An id of a column of the type baseuid, which the server makes.
 *
 *     Baseuid::parse('BH40gQFk------------')->timestamp();
 */
final class Baseuid extends Id
{
}
