<?php

declare(strict_types=1);

namespace Base62id;

/**
 * A uid11 that xid_new() of the server made.
 *
 *     Xid::parse('5NbFzMBiQEB')->timestamp();
 */
final class Xid extends Id
{
}
