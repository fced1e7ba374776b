<?php

declare(strict_types=1);

namespace Base62id;

/**
 * An id of a column of the type base64uuid.
 *
 *     Base64uuid::generate();
 */
final class Base64uuid extends Id
{
}
