<?php

declare(strict_types=1);

namespace Base62id;

/**
 * The arithmetic of the notations: characters to octets and back. What it is given was checked.
 *
 * @internal
 */
final class Codec
{
    private const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    private const LOWER = 'abcdefghijklmnopqrstuvwxyz';
    private const BASE62 = '0123456789' . self::UPPER . self::LOWER;
    private const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    private const TYPEID = '0123456789abcdefghjkmnpqrstvwxyz';
    private const ULID = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    private const BASE64UUID = '$0123456789' . self::UPPER . '_' . self::LOWER;
    private const BASEUID = '-0123456789' . self::UPPER . '_' . self::LOWER;
    private const MIME = self::UPPER . self::LOWER . '0123456789+/';
    private const DIGITS = '0123456789abcdef';

    /** 62 to the power of six and 58 to the power of five: as many characters are a step. */
    private const SIX = 56800235584;
    private const FIVE = 656356768;

    public const UUID_PATTERN = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}';

    /**
     * Of each notation: the alphabet, how many characters, how many octets, the pattern of what is
     * read, and where it differs the pattern of what is written.
     */
    public const FORMATS = [
        'typeid' => [self::TYPEID, 26, 16, '[0-7][0-9a-hjkmnp-tv-z]{25}'],
        'ulid' => [
            self::ULID, 26, 16, '[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}', '[0-7][0-9A-HJKMNP-TV-Z]{25}',
        ],
        'base62id' => [self::BASE62, 22, 16, '[F-N][0-9A-Za-z]{21}'],
        'base64uuid' => [self::BASE64UUID, 22, 16, '[F-I][$0-9A-Z_a-z]{21}'],
        'uuid' => [self::DIGITS, 36, 16, self::UUID_PATTERN, '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'],
        'hex' => [self::DIGITS, 32, 16, '[0-9a-fA-F]{32}', '[0-9a-f]{32}'],
        'uid11' => [self::BASE58, 11, 8, '[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}'],
        'baseuid' => [self::BASEUID, 20, 15, '[-0-9A-Z_a-z]{20}'],
    ];

    /** The first and the last text, of notations in which more than one first character is of both. */
    public const BOUNDS = [
        'typeid' => ['00000000000000000000000000', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
        'ulid' => ['00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
        'base62id' => ['Fa84QWiAxLXUJaHZmEVPEG', 'NNC6dn4GR1JETNQMfLl6qN'],
        'base64uuid' => ['F$$$$$$$$$$$$$$$$$$$$$', 'Izzzzzzzzzzzzzzzzzzzzz'],
        'uuid' => ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
        'hex' => ['00000000000000000000000000000000', 'ffffffffffffffffffffffffffffffff'],
        'uid11' => ['11111111111', 'jpXCZedGfVQ'],
        'baseuid' => ['--------------------', 'zzzzzzzzzzzzzzzzzzzz'],
    ];

    /** The canonical case. strtolower() and strtoupper() know ASCII alone. */
    public static function fold(string $notation, string $characters): string
    {
        return match ($notation) {
            'ulid' => strtoupper($characters),
            'uuid', 'hex' => strtolower($characters),
            default => $characters,
        };
    }

    /** Where the first character stands that can be none of an id, or null. */
    public static function fault(string $notation, string $characters): ?int
    {
        $folded = self::fold($notation, $characters);
        $template = self::BOUNDS[$notation][0];
        $alphabet = self::FORMATS[$notation][0];
        $length = strlen($folded);
        for ($at = 0; $at < $length; ++$at) {
            $hyphen = $notation === 'uuid' && ($template[$at] ?? '') === '-';
            $fits = $hyphen ? $folded[$at] === '-' : str_contains($alphabet, $folded[$at]);
            if (!$fits) {
                return $at;
            }
        }

        return null;
    }

    /**
     * The texts of the first and of the last id that begin so, or null.
     *
     * @return array{string, string}|null
     */
    public static function range(string $notation, string $beginning): ?array
    {
        [$alphabet, $length] = self::FORMATS[$notation];
        $given = self::fold($notation, $beginning);
        $size = strlen($given);
        if ($size > $length || self::fault($notation, $given) !== null) {
            return null;
        }
        [$first, $last] = self::BOUNDS[$notation];
        $from = $notation === 'uuid' ? $given . substr($first, $size) : str_pad($given, $length, $alphabet[0]);
        $to = $notation === 'uuid' ? $given . substr($last, $size) : str_pad($given, $length, $alphabet[-1]);
        $from = strcmp($from, $first) < 0 ? $first : $from;
        $to = strcmp($to, $last) > 0 ? $last : $to;

        return strcmp($from, $to) > 0 ? null : [$from, $to];
    }

    /**
     * The two numbers of 64 bits in the characters of a UUID.
     *
     * @return array{int, int}
     */
    public static function halves(string $notation, string $characters): array
    {
        switch ($notation) {
            case 'typeid':
                return self::base32(strtr($characters, 'jkmnpqrstvwxyz', 'ijklmnopqrstuv'));
            case 'ulid':
                return self::base32(strtr($characters, 'JKMNPQRSTVWXYZ', 'IJKLMNOPQRSTUV'));
            case 'base62id':
                return self::fromBase62($characters);
            case 'base64uuid':
                $octets = base64_decode('AA' . strtr($characters, self::BASE64UUID, self::MIME));

                return self::two(substr($octets, 2));
        }

        return self::two((string) hex2bin(str_replace('-', '', $characters)));
    }

    /** The characters of the two numbers of 64 bits in a UUID. */
    public static function text(string $notation, int $high, int $low): string
    {
        switch ($notation) {
            case 'typeid':
                return self::toBase32(self::TYPEID, $high, $low);
            case 'ulid':
                return self::toBase32(self::ULID, $high, $low);
            case 'base62id':
                return self::toBase62($high, $low);
            case 'base64uuid':
                $mime = base64_encode("\0\4" . pack('J2', $high, $low));

                return substr(strtr($mime, self::MIME, self::BASE64UUID), 2);
            case 'hex':
                return sprintf('%016x%016x', $high, $low);
        }

        return self::uuid($high, $low);
    }

    public static function uuid(int $high, int $low): string
    {
        return sprintf(
            '%08x-%04x-%04x-%04x-%012x',
            $high >> 32 & 0xFFFFFFFF,
            $high >> 16 & 0xFFFF,
            $high & 0xFFFF,
            $low >> 48 & 0xFFFF,
            $low & 0xFFFFFFFFFFFF,
        );
    }

    /**
     * The two words of 32 bits of a uid11.
     *
     * @return array{int, int}
     */
    public static function words(string $s): array
    {
        static $v;
        $v ??= array_flip(str_split(self::BASE58));
        $six = (($v[$s[0]] * 58 + $v[$s[1]]) * 58 + $v[$s[2]]) * 58 + $v[$s[3]];
        $six = ($six * 58 + $v[$s[4]]) * 58 + $v[$s[5]];
        $five = ((($v[$s[6]] * 58 + $v[$s[7]]) * 58 + $v[$s[8]]) * 58 + $v[$s[9]]) * 58 + $v[$s[10]];
        $high = ($six >> 16) * self::FIVE;
        $low = (($high & 0xFFFF) << 16) + ($six & 0xFFFF) * self::FIVE + $five;

        return [($high >> 16) + ($low >> 32), $low & 0xFFFFFFFF];
    }

    /** The uid11 of two words of 32 bits. */
    public static function uid11(int $x, int $y): string
    {
        $t = $x % self::FIVE << 32 | $y;
        $six = intdiv($x, self::FIVE) << 32 | intdiv($t, self::FIVE);
        $five = $t % self::FIVE;
        $s = self::BASE58;
        $a = intdiv($six, 195112);
        $b = $six % 195112;

        return $s[intdiv($a, 3364)] . $s[intdiv($a, 58) % 58] . $s[$a % 58]
            . $s[intdiv($b, 3364)] . $s[intdiv($b, 58) % 58] . $s[$b % 58]
            . $s[intdiv($five, 11316496)] . $s[intdiv($five, 195112) % 58]
            . $s[intdiv($five, 3364) % 58] . $s[intdiv($five, 58) % 58] . $s[$five % 58];
    }

    /** The upper 48 bits of a baseuid. */
    public static function baseuidTime(string $characters): int
    {
        $octets = base64_decode(strtr($characters, self::BASEUID, self::MIME));

        return self::two("\0\0" . substr($octets, 0, 6) . "\0\0\0\0\0\0\0\0")[0];
    }

    /** @return array{int, int} */
    private static function two(string $octets): array
    {
        /** @var array{1: int, 2: int} $numbers */
        $numbers = unpack('J2', $octets);

        return [$numbers[1], $numbers[2]];
    }

    /**
     * PHP knows the digits of base 32 that strtr() made.
     *
     * @return array{int, int}
     */
    private static function base32(string $s): array
    {
        $both = intval($s[13], 32);

        return [intval(substr($s, 0, 13), 32) << 1 | $both >> 4, $both << 60 | intval(substr($s, 14), 32)];
    }

    /** Two characters are a step. */
    private static function toBase32(string $alphabet, int $h, int $l): string
    {
        static $pairs = [];
        $p = $pairs[$alphabet] ??= self::pairs($alphabet);

        return "{$p[$h >> 56 & 255]}{$p[$h >> 46 & 1023]}{$p[$h >> 36 & 1023]}{$p[$h >> 26 & 1023]}"
            . "{$p[$h >> 16 & 1023]}{$p[$h >> 6 & 1023]}{$p[($h & 63) << 4 | $l >> 60 & 15]}"
            . "{$p[$l >> 50 & 1023]}{$p[$l >> 40 & 1023]}{$p[$l >> 30 & 1023]}{$p[$l >> 20 & 1023]}"
            . "{$p[$l >> 10 & 1023]}{$p[$l & 1023]}";
    }

    /** @return list<string> */
    private static function pairs(string $alphabet): array
    {
        $pairs = [];
        foreach (str_split($alphabet) as $first) {
            foreach (str_split($alphabet) as $second) {
                $pairs[] = $first . $second;
            }
        }

        return $pairs;
    }

    /**
     * Six characters are a step, and 26 bits a limb, so that no product needs more than 62 bits.
     *
     * @return array{int, int}
     */
    private static function fromBase62(string $s): array
    {
        static $v;
        $v ??= array_flip(str_split(self::BASE62));
        $top = (($v[$s[0]] * 62 + $v[$s[1]]) * 62 + $v[$s[2]]) * 62 + $v[$s[3]];
        $six = [];
        for ($i = 4; $i < 22; $i += 6) {
            $three = ($v[$s[$i]] * 62 + $v[$s[$i + 1]]) * 62 + $v[$s[$i + 2]];
            $six[] = (($three * 62 + $v[$s[$i + 3]]) * 62 + $v[$s[$i + 4]]) * 62 + $v[$s[$i + 5]];
        }
        $top = $top * self::SIX + $six[0];
        $t = ($top & 0x3FFFFFF) * self::SIX + $six[1];
        $a = $t & 0x3FFFFFF;
        $t = ($top >> 26 & 0x3FFFFFF) * self::SIX + ($t >> 26);
        $b = $t & 0x3FFFFFF;
        $c = ($top >> 52) * self::SIX + ($t >> 26);
        $t = $a * self::SIX + $six[2];
        $low = $t & 0x3FFFFFF;
        $t = $b * self::SIX + ($t >> 26);
        $low |= ($t & 0x3FFFFFF) << 26;
        $t = ($c & 0x3FFFFFF) * self::SIX + ($t >> 26);
        $low |= $t << 52;

        return [$t >> 12 & 0x3FFF | (($c >> 26) * self::SIX + ($t >> 26)) << 14, $low];
    }

    /** Steps of long division of five limbs, whose quotients fit an integer. */
    private static function toBase62(int $high, int $low): string
    {
        $six = self::SIX;
        $t = (0x2000000 | $high >> 40 & 0xFFFFFF) << 26 | $high >> 14 & 0x3FFFFFF;
        $c = intdiv($t, $six);
        $t = $t % $six << 26 | ($high & 0x3FFF) << 12 | $low >> 52 & 0xFFF;
        $b = intdiv($t, $six);
        $t = $t % $six << 26 | $low >> 26 & 0x3FFFFFF;
        $a = intdiv($t, $six);
        $t = $t % $six << 26 | $low & 0x3FFFFFF;
        $n = [0, 0, intdiv($t, $six), $t % $six];
        $t = $c << 26 | $b;
        $c = intdiv($t, $six);
        $t = $t % $six << 26 | $a;
        $b = intdiv($t, $six);
        $t = $t % $six << 26 | $n[2];
        $n[2] = $t % $six;
        $t = $c << 52 | $b << 26 | intdiv($t, $six);
        $n[1] = $t % $six;
        $n[0] = intdiv($t, $six);
        $s = self::BASE62;
        $text = $s[intdiv($n[0], 238328)] . $s[intdiv($n[0], 3844) % 62]
            . $s[intdiv($n[0], 62) % 62] . $s[$n[0] % 62];
        for ($i = 1; $i < 4; ++$i) {
            $x = intdiv($n[$i], 238328);
            $y = $n[$i] % 238328;
            $text .= $s[intdiv($x, 3844)] . $s[intdiv($x, 62) % 62] . $s[$x % 62]
                . $s[intdiv($y, 3844)] . $s[intdiv($y, 62) % 62] . $s[$y % 62];
        }

        return $text;
    }
}
