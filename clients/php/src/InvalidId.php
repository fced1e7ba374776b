<?php

declare(strict_types=1);

namespace Base62id;

use InvalidArgumentException;

/**
 * A value that is no id of a kind. The message says what is wrong with it, and where.
 *
 *     UserId::parse('user_1');
 *     // invalid user id "user_1": 1 character behind the type prefix, not 26
 */
final class InvalidId extends InvalidArgumentException
{
    /** The SQLSTATE that the server raises for such a text, and what getCode() gives. */
    public const SQLSTATE = '22P02';

    private const SHOWN = 100;

    /** @internal */
    public static function of(string $kind, mixed $given, string $reason): self
    {
        $shown = is_string($given) ? ' ' . self::quoted($given) : '';
        $error = new self("invalid $kind$shown: $reason");
        // A text, as of a PDOException.
        $error->code = self::SQLSTATE;

        return $error;
    }

    /**
     * The beginning of a text, in quotes, for a message.
     *
     * @internal
     */
    public static function quoted(string $text): string
    {
        $options = JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        $shown = (string) json_encode(substr($text, 0, self::SHOWN), $options);

        return strlen($text) > self::SHOWN ? "$shown and more, " . strlen($text) . ' octets' : $shown;
    }
}
