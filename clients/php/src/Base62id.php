<?php

declare(strict_types=1);

namespace Base62id;

/**
 * An id of a column of the type base62id.
 *
 *     Base62id::parse('Fd1grph2uh4xkiIkpsM2dD');
 */
final class Base62id extends Id
{
}
