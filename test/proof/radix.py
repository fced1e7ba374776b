"""Codecs of digits: base62id, uid11, and the limbs of ten digits of base62id's octets."""
import z3

from arithmetic import C, INVALID, Terms, check, estimate, low_bits, quotient

BASE62, POWER4, POWER8, POWER16 = C['base62'], C['base62_4'], C['base62_8'], C['base62_16']

# --- base62id ---------------------------------------------------------------------------------------

def estimate_a(m, uuid):
    return estimate(m, (2 << 128) + uuid, C['dropped16'], C['reciprocal16'], C['scale16'])


def rest_of_a(m, uuid, a):
    return low_bits(m, uuid - a * POWER16, 128)


def estimate_b(m, rest):
    return estimate(m, rest, C['dropped8'], C['reciprocal8'], C['scale8'])


def corrected(m, a, b, rest):
    c = low_bits(m, low_bits(m, rest, 64) - b * POWER8, 64)
    again = c >= POWER8
    c, b = m.choose(again, c - POWER8, c), m.choose(again, b + 1, b)
    again = b >= POWER8
    return m.choose(again, a + 1, a), m.choose(again, b - POWER8, b), c


def base62_encode(m, uuid):
    a = estimate_a(m, uuid)
    rest = rest_of_a(m, uuid, a)
    return corrected(m, a, estimate_b(m, rest), rest)


def base62_decode(m, a, b, c):
    n = low_bits(m, a * POWER16 + b * POWER8 + c, 128)
    wrapped = quotient(m, n, 1 << 127)
    return low_bits(m, a - C['least_a'] - wrapped, 64) < C['greatest_a'] - C['least_a'], n


def prove_base62():
    # A: by its true value Q and rest R.
    m = Terms()
    uuid = m.variable('uuid', 1 << 128)
    q, r = m.divide((2 << 128) + uuid, POWER16)
    a = estimate_a(m, uuid)
    m.prove('base62id: A is never too great', a <= q)
    m.prove('base62id: A is too small by at most one', a >= q - 1)
    m.prove('base62id: A is too small for less than one rest in 2^27', r * (1 << 27) < POWER16, a < q)
    m.refute('base62id: ... and is too small for some (the test of the test)', a == q)

    m = Terms()
    uuid = m.variable('uuid', 1 << 128)
    q, r = m.divide((2 << 128) + uuid, POWER16)
    a = z3.Int('a')
    given = z3.Or(a == q, a == q - 1)
    rest = rest_of_a(m, uuid, a)
    m.prove('base62id: what is left behind A does not wrap', rest == (2 << 128) + uuid - a * POWER16, given)

    # B, of any rest that A can leave.
    m = Terms()
    rest = m.variable('rest', 2 * POWER16)
    q, r = m.divide(rest, POWER8)
    b = estimate_b(m, rest)
    m.prove('base62id: B is never too great', b <= q)
    m.prove('base62id: B is too small by at most one', b >= q - 1)
    m.prove('base62id: B is too small for less than one rest in 2^13', r * (1 << 13) < POWER8, b < q)
    m.refute('base62id: ... and is too small for some (the test of the test)', b == q)

    m = Terms()
    rest, a, q = m.variable('rest', 2 * POWER16), m.variable('a', BASE62 ** 6), z3.Int('q')
    qb, rb = m.divide(rest, POWER8)
    b = z3.Int('b')
    given = [z3.Or(b == qb, b == qb - 1), b >= 0]
    a1, b1, c1 = corrected(m, a, b, rest)
    m.prove('base62id: after the corrections A, B and C are the digits of what they were',
            z3.And(a1 * POWER16 + b1 * POWER8 + c1 == a * POWER16 + rest, 0 <= b1, b1 < POWER8, 0 <= c1, c1 < POWER8), *given)

    # Reading: any digits at all.
    m = Terms()
    a, b, c = m.variable('a', BASE62 ** 6), m.variable('b', POWER8), m.variable('c', POWER8)
    accepted, n = base62_decode(m, a, b, c)
    whole = a * POWER16 + b * POWER8 + c
    m.prove('base62id: accepted are the texts of 2 * 2^128 to 3 * 2^128 - 1, and no others',
            accepted == z3.And(whole >= 2 << 128, whole < 3 << 128))
    m.prove('base62id: what is accepted is read as its number less 2 * 2^128', n == whole - (2 << 128), accepted)
    m.prove('base62id: a number below 3 * 2^128 has 22 digits, the first of them F to N', z3.And(15 * BASE62 ** 5 <= a, a < 24 * BASE62 ** 5), accepted)
    places('base62id', BASE62, 22)
    limbs('base62id', BASE62, 4)


def places(name, base, length):
    """Texts of equal length sort as their numbers: for each place where two texts differ first."""
    a, b, r, s = z3.Ints('a b r s')
    check('%s: of two texts the one whose first differing digit is greater is the greater number' % name,
          z3.And(*[z3.Implies(z3.And(0 <= r, r < base ** n, 0 <= s, s < base ** n, a < b), a * base ** n + r < b * base ** n + s)
                   for n in range(1, length)]))
    # Hence digits and numbers are one to one.  And the code cuts a number into digits by / and %.
    m = Terms()
    v = z3.Int('v')
    x, y = m.divide(v, base * base)
    d3, d2 = m.divide(x, base)
    d1, d0 = m.divide(y, base)
    m.prove('%s: four symbols by two pairs are the digits of a limb, and the limb is their sum again' % name,
            z3.And(v == ((d3 * base + d2) * base + d1) * base + d0, d3 < base), 0 <= v, v < base ** 4)


def limbs(name, base, length):
    """A limb of symbols of which some are no symbols: what the tables hold, added in 32 bits, and OR."""
    symbols = [z3.BitVec('s%d' % i, 32) for i in range(length)]
    good = [z3.Bool('g%d' % i) for i in range(length)]
    limb = z3.BitVecVal(0, 32)
    value = z3.BitVecVal(0, 32)
    for i, (s, g) in enumerate(zip(symbols, good)):
        limb = limb + z3.If(g, s * base ** (length - 1 - i), z3.BitVecVal(INVALID, 32))
        value = value * base + z3.If(g, s, z3.BitVecVal(0, 32))
    other = z3.BitVec('other', 32)
    # `other` stands for all limbs that are added by OR: valid ones change nothing, invalid ones stay.
    check('%s: a limb is below `invalid` where all its %d symbols are good, and nowhere else, also by OR' % (name, length),
          z3.And(z3.ULT(limb, INVALID) == z3.And(*good),
                 z3.ULT(limb | other, INVALID) == z3.And(*good, z3.ULT(other, INVALID)),
                 z3.Implies(z3.And(*good), z3.And(z3.ULT(limb, base ** length), limb == value))),
          *[z3.ULT(s, base) for s in symbols])


# --- uid11 ------------------------------------------------------------------------------------------

B58, B58_4, B58_8, GREATEST58 = C['base58'], C['base58_4'], C['base58_8'], C['base58_greatest_a']


def uid11_encode(m, v):
    upper, low = m.divide(v, B58_4)
    high, middle = m.divide(upper, B58_4)
    return high, middle, low


def uid11_decode(m, a, b, c):
    out = low_bits(m, a * B58_8 + b * B58_4 + c, 64)
    small = 1 - quotient(m, out, 1 << 63)
    return low_bits(m, a + small, 32) <= GREATEST58, out


def prove_uid11():
    m = Terms()
    v = m.variable('v', 1 << 64)
    a, b, c = uid11_encode(m, v)
    m.prove('uid11: what is written are the digits of the number', z3.And(a * B58_8 + b * B58_4 + c == v, a < B58 ** 3, b < B58_4, c < B58_4))
    m = Terms()
    a, b, c = m.variable('a', B58 ** 3), m.variable('b', B58_4), m.variable('c', B58_4)
    accepted, out = uid11_decode(m, a, b, c)
    whole = a * B58_8 + b * B58_4 + c
    m.prove('uid11: accepted are the texts of numbers below 2^64, and no others', accepted == (whole < 1 << 64))
    m.prove('uid11: what is accepted is read as its number', out == whole, accepted)
    m.refute('uid11: ... which a sum that has wrapped is not (the test of the test)', out == whole)
    m = Terms()
    a, b, c = z3.Int('a'), m.variable('b', B58_4), m.variable('c', B58_4)
    accepted, out = uid11_decode(m, a, b, c)
    m.prove('uid11: three symbols with one that is none are refused, whatever they add up to', z3.Not(accepted), INVALID <= a, a < 1 << 31)
    places('uid11', B58, 11)
    limbs('uid11', B58, 4)
    limbs('uid11, the first limb', B58, 3)


# --- limbs of ten digits ----------------------------------------------------------------------------

LIMB = C['limb_base']


def divide_limb(m, x):
    upper = low_bits(m, quotient(m, x, 1 << C['limb_dropped']), 64)
    e = quotient(m, upper * C['limb_reciprocal'], 1 << (C['limb_scale'] - C['limb_dropped']))
    rest = low_bits(m, low_bits(m, x, 64) - e * LIMB, 64)
    more, r = m.divide(rest, LIMB)
    return e + more, r


def prove_divide():
    m = Terms()
    x = m.variable('x', LIMB << 64)
    q, r = m.divide(x, LIMB)
    upper = low_bits(m, quotient(m, x, 1 << C['limb_dropped']), 64)
    e = quotient(m, upper * C['limb_reciprocal'], 1 << (C['limb_scale'] - C['limb_dropped']))
    m.prove('base62id of octets: the estimate of a limb is never too great and too small by at most four', z3.And(e <= q, e >= q - 4))
    m = Terms()
    x = m.variable('x', LIMB << 64)
    q, r = m.divide(x, LIMB)
    e = z3.Int('e')
    rest = low_bits(m, low_bits(m, x, 64) - e * LIMB, 64)
    more, last = m.divide(rest, LIMB)
    m.prove('base62id of octets: quotient and rest are those of the division', z3.And(e + more == q, last == r), e <= q, e >= q - 4)
