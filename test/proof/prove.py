#!/usr/bin/env python3
"""Proofs over all inputs of what the codecs compute, by the SMT solver z3.

    prove.py CONSTANTS VALUES       as model.cpp prints them; one TAP line a proof

Each codec is modelled once, as a function over an arithmetic: whole numbers of Python, where the model has to give
what the code gave for the same random values, or terms of z3, of which a claim is proved by the search for a
counterexample.  A solver that finds none in its time has proved nothing: that is a failure, too.
"""
import sys
import time

import z3

C = {}
LAYOUTS = {}
for line in open(sys.argv[1]):
    name, *numbers = line.split()
    if name.startswith('layout_'):
        LAYOUTS[name[len('layout_'):]] = [int(n, 0) for n in numbers]
    else:
        C[name] = int(numbers[0], 0)
INVALID = C['invalid']
BASE62, POWER4, POWER8, POWER16 = C['base62'], C['base62_4'], C['base62_8'], C['base62_16']

passed = failed = 0


def report(good, title, more=''):
    global passed, failed
    passed, failed = passed + good, failed + (not good)
    print('ok' if good else 'not ok', '-', title + more, flush=True)


# Limits of a search, in thousands of the solver's steps. Most claims need less than the first, two need nineteen million.
THOUSANDS_OF_STEPS = (300, 300, 300, 1_000, 3_000, 10_000, 30_000, 100_000)


def ask(*facts):
    """A search that runs astray begins again with other choices. Its limit is in steps and not in seconds, so that a busy
    machine proves as much as an idle one."""
    for choices, thousands in enumerate(THOUSANDS_OF_STEPS):
        solver = z3.Solver()
        solver.set('random_seed', choices)
        solver.set('rlimit', thousands * 1_000)
        solver.add(*facts)
        answer = solver.check()
        if answer != z3.unknown:
            break
    return answer, solver


def check(title, claim, *given, wanted=z3.unsat):
    """Is there a counterexample?  unsat: none.  sat: there must be one, the test of the test."""
    began = time.time()
    possible, _ = ask(*given)
    if possible != z3.sat:
        report(False, title, ': can what is given be? %s' % possible)
        return
    answer, solver = ask(*given, z3.Not(claim))
    report(answer == wanted, title, ' (%.1f s)%s' % (time.time() - began, '' if answer == wanted else ': %s' % answer))
    if answer == z3.sat and wanted == z3.unsat:
        print('#  ', solver.model())


# --- arithmetic -------------------------------------------------------------------------------------

class Numbers:
    """Whole numbers of Python."""
    def divide(self, x, c):
        return divmod(x, c)

    def choose(self, condition, a, b):
        return a if condition else b


class Terms:
    """Whole numbers of z3.  A quotient and its rest are fresh variables: division by a constant stays linear."""
    def __init__(self):
        self.facts = []

    def variable(self, name, below):
        v = z3.Int(name)
        self.facts += [0 <= v, v < below]
        return v

    def divide(self, x, c):
        q, r = z3.FreshInt('q'), z3.FreshInt('r')
        self.facts += [x == q * c + r, 0 <= r, r < c]
        return q, r

    def choose(self, condition, a, b):
        v = z3.FreshInt('v')
        self.facts += [z3.Implies(condition, v == a), z3.Implies(z3.Not(condition), v == b)]
        return v

    def prove(self, title, claim, *given):
        check(title, claim, *self.facts, *given)

    def refute(self, title, claim, *given):
        check(title, claim, *self.facts, *given, wanted=z3.sat)


def quotient(m, x, c):
    return m.divide(x, c)[0]


def low_bits(m, x, n):
    return m.divide(x, 1 << n)[1]


def estimate(m, dividend, dropped, reciprocal, scale):
    """mulhi(the upper bits, reciprocal), shifted: floor(floor(dividend / 2^dropped) * reciprocal / 2^(scale - dropped))."""
    upper = low_bits(m, quotient(m, dividend, 1 << dropped), 64)
    high = quotient(m, upper * reciprocal, 1 << 64)
    return quotient(m, high, 1 << (scale - dropped - 64))


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


# --- codecs of bits ---------------------------------------------------------------------------------

def concat(parts):
    return z3.Concat(*parts)


class Bits:
    """A codec that cuts `lead` || value || `trail` into groups of `width` bits."""
    def __init__(self, name, value_bits, width, symbols, lead='', trail=''):
        self.name, self.value_bits, self.width, self.symbols = name, value_bits, width, symbols
        self.lead, self.trail = lead, trail
        assert len(lead) + value_bits + len(trail) == width * symbols

    def encode(self, value):
        whole = int(self.lead + '0' * self.value_bits + self.trail, 2) | value << len(self.trail)
        return [whole >> self.width * (self.symbols - 1 - i) & (1 << self.width) - 1 for i in range(self.symbols)]

    def decode(self, digits):
        if None in digits:
            return False, 0
        whole = 0
        for d in digits:
            whole = whole << self.width | d
        accepted = (not self.lead or whole >> (self.value_bits + len(self.trail)) == int(self.lead, 2)) and \
            (not self.trail or whole & (1 << len(self.trail)) - 1 == int(self.trail, 2))
        return accepted, whole >> len(self.trail) & (1 << self.value_bits) - 1


# The layouts as the specifications have them.  The code's own shifts are below.
BITS = {c.name: c for c in (
    Bits('base64uuid', 128, 6, 22, lead='0100'),
    Bits('base32hex', 128, 5, 26, trail='00'),
    Bits('ulid', 128, 5, 26, lead='00'),
    Bits('typeid_suffix', 128, 5, 26, lead='00'),
    Bits('baseuid', 120, 6, 20))}


def extended(v, width):
    return z3.ZeroExt(width - v.size(), v) if width > v.size() else v


def prove_bits(codec, put, get, accept):
    """put(h, l): the pairs that encode writes; get(limbs): the value that decode makes; accept(limbs): whether."""
    v = z3.BitVec('v', codec.value_bits)
    high, low = z3.Extract(codec.value_bits - 1, codec.value_bits - 64, v), z3.Extract(63, 0, v)
    parts = ([z3.BitVecVal(int(codec.lead, 2), len(codec.lead))] if codec.lead else []) + [v] + \
        ([z3.BitVecVal(int(codec.trail, 2), len(codec.trail))] if codec.trail else [])
    wanted = concat(parts) if len(parts) > 1 else v
    pair_bits = 2 * codec.width
    pairs = put(high, low)
    written = concat([z3.Extract(pair_bits - 1, 0, p) for p in pairs])
    check('%s: what is written is the specification\'s string of bits' % codec.name,
          z3.And(written == wanted, *[z3.LShR(p, pair_bits) == 0 for p in pairs]))

    # All symbols at all: each one good or not.  Limbs as the tables give them, in 32 bits.
    digits = [z3.BitVec('d%d' % i, codec.width) for i in range(codec.symbols)]
    good = [z3.Bool('g%d' % i) for i in range(codec.symbols)]
    whole = concat(digits)

    def limb(first, n):
        total = z3.BitVecVal(0, 32)
        for i in range(n):
            total = total + z3.If(good[first + i], extended(digits[first + i], 32) << codec.width * (n - 1 - i), z3.BitVecVal(INVALID, 32))
        return total
    limbs_read = [z3.ZeroExt(32, x) for x in get.limbs(limb)]
    valid = z3.ULT(z3.Extract(31, 0, or_all(limbs_read)), INVALID)
    accepted = z3.And(valid, accept(limbs_read))
    value = get.value(limbs_read)
    canonical = [*good]
    if codec.lead:
        n = len(codec.lead)
        canonical.append(z3.Extract(whole.size() - 1, whole.size() - n, whole) == int(codec.lead, 2))
    if codec.trail:
        canonical.append(z3.Extract(len(codec.trail) - 1, 0, whole) == int(codec.trail, 2))
    check('%s: accepted are the canonical texts, and no others' % codec.name, accepted == z3.And(*canonical))
    check('%s: what is accepted is read as the bits that it spells' % codec.name,
          value == z3.Extract(len(codec.trail) + codec.value_bits - 1, len(codec.trail), whole), accepted)
    # Both strings of bits are the same, so reading and writing are inverse to each other, and the order of texts, which
    # is that of strings of bits, is the order of the values.
    w = z3.BitVec('w', codec.value_bits)
    other = z3.substitute(wanted, (v, w))
    check('%s: texts sort as values' % codec.name, z3.ULT(v, w) == z3.ULT(wanted, other))


def or_all(terms):
    result = terms[0]
    for t in terms[1:]:
        result = result | t
    return result


class Get:
    def __init__(self, sizes, value):
        self.sizes, self.value = sizes, value

    def limbs(self, limb):
        first, out = 0, []
        for n in self.sizes:
            out.append(limb(first, n))
            first += n
        return out


def shr(v, n):
    return z3.LShR(v, n)


def prove_bit_codecs():
    zero_above = z3.BoolVal(True)
    # The expressions of the headers, one for one.
    prove_bits(
        BITS['base64uuid'],
        lambda h, l: [0x400 | shr(h, 56)] + [shr(h, n) & 0xfff for n in (44, 32, 20, 8)] + [(h << 4 | shr(l, 60)) & 0xfff] +
        [shr(l, n) & 0xfff for n in (48, 36, 24, 12)] + [l & 0xfff],
        Get((2, 4, 4, 4, 4, 4), lambda x: z3.Concat(x[0] << 56 | x[1] << 32 | x[2] << 8 | shr(x[3], 16), x[3] << 48 | x[4] << 24 | x[5])),
        lambda x: shr(x[0], 8) == 4)
    for name in ('ulid', 'typeid_suffix'):
        prove_bits(
            BITS[name],
            lambda h, l: [shr(h, n) & 0x3ff for n in (56, 46, 36, 26, 16, 6)] + [(h << 4 | shr(l, 60)) & 0x3ff] +
            [shr(l, n) & 0x3ff for n in (50, 40, 30, 20, 10)] + [l & 0x3ff],
            Get((2, 4, 4, 4, 4, 4, 4), lambda x: z3.Concat(x[0] << 56 | x[1] << 36 | x[2] << 16 | shr(x[3], 4),
                                                          x[3] << 60 | x[4] << 40 | x[5] << 20 | x[6])),
            lambda x: shr(x[0], 8) == 0)
    prove_bits(
        BITS['base32hex'],
        lambda h, l: [shr(h, n) & 0x3ff for n in (54, 44, 34, 24, 14, 4)] + [(h << 6 | shr(l, 58)) & 0x3ff] +
        [shr(l, n) & 0x3ff for n in (48, 38, 28, 18, 8)] + [(l << 2) & 0x3ff],
        Get((4, 4, 4, 4, 4, 4, 2), lambda x: z3.Concat(x[0] << 44 | x[1] << 24 | x[2] << 4 | shr(x[3], 16),
                                                      x[3] << 48 | x[4] << 28 | x[5] << 8 | shr(x[6], 2))),
        lambda x: x[6] & 3 == 0)
    # 15 octets: the eight of `high` and the eight of `low` share one.
    prove_bits(
        BITS['baseuid'],
        lambda h, l: [shr(h, n) & 0xfff for n in (52, 40, 28, 16, 4)] + [shr(l, n) & 0xfff for n in (48, 36, 24, 12)] + [l & 0xfff],
        Get((4, 4, 4, 4, 4), lambda x: z3.Concat(z3.Extract(63, 8, x[0] << 40 | x[1] << 16 | shr(x[2], 8)), x[2] << 48 | x[3] << 24 | x[4])),
        lambda x: zero_above)


def prove_baseuid_uuid():
    v = z3.BitVec('v', 120)
    h, l = z3.Extract(119, 56, v), z3.Extract(63, 0, v)
    random60 = (1 << 60) - 1

    def to_uuid(h, l):
        return h & ~z3.BitVecVal(0xffff, 64) | 0x8000 | shr(h, 4) & 0xfff, z3.BitVecVal(2 << 62, 64) | (l & random60) << 2

    def from_uuid(h, l):
        low = shr(l, 2) & random60
        first = h & ~z3.BitVecVal(0xffff, 64) | (h & 0xfff) << 4 | shr(low, 56)
        second = (h & 0xf) << 60 | low
        good = z3.And(shr(h, 12) & 0xf == 8, shr(l, 62) == 2, l & 3 == 0)
        return good, z3.Concat(z3.Extract(63, 8, first), second)
    uh, ul = to_uuid(h, l)
    good, back = from_uuid(uh, ul)
    check('baseuid: as a UUID and back it is the same', z3.And(good, back == v))
    u = z3.BitVec('u', 128)
    good, b = from_uuid(z3.Extract(127, 64, u), z3.Extract(63, 0, u))
    uh, ul = to_uuid(z3.Extract(119, 56, b), z3.Extract(63, 0, b))
    check('baseuid: a UUID that is taken is that of the id', z3.Concat(uh, ul) == u, good)
    w = z3.BitVec('w', 120)
    vh, vl = to_uuid(h, l)
    wh, wl = to_uuid(z3.Extract(119, 56, w), z3.Extract(63, 0, w))
    check('baseuid: its UUIDs sort as the ids', z3.ULT(v, w) == z3.ULT(z3.Concat(vh, vl), z3.Concat(wh, wl)))


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


# --- generators -------------------------------------------------------------------------------------

def permute(half, v, functions):
    left, right = v >> half, v & (1 << half) - 1
    for f in functions:
        left, right = right, left ^ f(right)
    return left << half | right


def prove_permutation():
    half, rounds = C['half'], C['rounds']
    word = z3.BitVecSort(half)
    functions = [z3.Function('round%d' % i, word, word) for i in range(rounds)]
    v, w = z3.BitVec('v', 2 * half), z3.BitVec('w', 2 * half)

    def split(x):
        return z3.Extract(2 * half - 1, half, x), z3.Extract(half - 1, 0, x)

    def forward(x):
        left, right = split(x)
        for f in functions:
            left, right = right, left ^ f(right)
        return z3.Concat(left, right)

    def backward(x):
        left, right = split(x)
        for f in reversed(functions):
            left, right = right ^ f(left), left
        return z3.Concat(left, right)
    check('permutation: a bijection of %d bits, whatever its %d round functions are' % (2 * half, rounds),
          z3.And(backward(forward(v)) == v, forward(backward(w)) == w))

    # xids of a millisecond: a machine's number and its count go into different values.
    time_bits, count_bits, limit = LAYOUTS['xid_in_a_cluster']
    m1, m2, c1, c2 = z3.BitVecs('m1 m2 c1 c2', 32)
    machines = (1 << count_bits) // limit
    check('xid: two machines, or two counts of one, never give the permutation the same value, nor one beyond its bits',
          z3.And(m1 * limit | c1 != m2 * limit | c2, z3.ULT(m1 * limit | c1, 1 << count_bits)),
          *[z3.ULT(m, machines) for m in (m1, m2)], *[z3.ULT(c, limit) for c in (c1, c2)], z3.Or(m1 != m2, c1 != c2))


def count_on(layout, last, now):
    """As counter.hpp, in 64 bits of z3: whether, and the next word."""
    time_bits, count_bits, limit = layout
    mask = (1 << count_bits) - 1
    begin = now << count_bits
    following = z3.If(z3.UGT(last + 1, begin), last + 1, begin)
    following = z3.If(z3.UGE(following & mask, limit), (following | mask) + 1, following)
    beyond = shr(shr(following, count_bits), time_bits) if time_bits < 64 else z3.BitVecVal(0, 64)
    return z3.And(z3.UGT(following, last), beyond == 0), following


def use_up(layout, last, until):
    mask = (1 << layout[1]) - 1
    end = until << layout[1]
    return z3.If(z3.UGT(last, end), last, end) | mask


def prove_counters():
    for name, layout in LAYOUTS.items():
        time_bits, count_bits, limit = layout
        last, now, other = z3.BitVecs('last now other', 64)
        in_time = z3.ULT(now, 1 << time_bits) if time_bits < 64 else z3.BoolVal(True)
        fits = shr(shr(other, count_bits), time_bits) == 0
        counts = z3.ULT(other & (1 << count_bits) - 1, limit)
        comes = z3.And(z3.UGT(other, last), z3.UGE(shr(other, count_bits), now), fits, counts)
        more, following = count_on(layout, last, now)
        check('count_on, %s: what comes next is greater, not before the clock, and a count within the limit' % name,
              z3.And(z3.UGT(following, last), z3.UGE(shr(following, count_bits), now),
                     z3.ULT(following & (1 << count_bits) - 1, limit)), in_time, more)
        check('count_on, %s: it is the least such word, and there is none where it fails' % name,
              z3.And(more, z3.ULE(following, other)), in_time, comes)
        until = z3.BitVec('until', 64)
        used = use_up(layout, last, until)
        more, following = count_on(layout, used, now)
        check('use_up, %s: no count of the last time, nor of one up to the given one, comes any more' % name,
              z3.And(z3.UGE(used, last), z3.Implies(more, z3.And(
                  z3.UGT(shr(following, count_bits), shr(last, count_bits)), z3.UGT(shr(following, count_bits), until)))),
              in_time, z3.ULT(until, 1 << time_bits))


# --- model and code ---------------------------------------------------------------------------------

def constant(term):
    return z3.simplify(term)


def tie():
    """The model over whole numbers gives what the code gave."""
    m = Numbers()
    wrong, seen = [], {}

    def digits_of(values, base):
        total = 0
        for d in values:
            total = total * base + d
        return total

    for line in open(sys.argv[2]):
        kind, *words = line.split()
        if kind in ('encode', 'decode'):
            name, words = words[0], words[1:]
            accepted = True
            if kind == 'decode':
                accepted, words = words[0] == '1', words[1:]
            value = int(words[0]) << 64 | int(words[1])
            digits = [None if w == '-' else int(w) for w in words[2:]]
            if name in BITS:
                got = BITS[name].encode(value) if kind == 'encode' else BITS[name].decode(digits)
            elif kind == 'encode' and name == 'base62id':
                a, b, c = base62_encode(m, value)
                got = [d for v, n in ((a, 6), (b, 8), (c, 8)) for d in to_digits(v, BASE62, n)]
            elif kind == 'encode':
                a, b, c = uid11_encode(m, value)
                got = [d for v, n in ((a, 3), (b, 4), (c, 4)) for d in to_digits(v, B58, n)]
            elif None in digits:
                got = False, 0
            elif name == 'base62id':
                got = base62_decode(m, *(digits_of(d, BASE62) for d in (digits[:6], digits[6:14], digits[14:])))
            else:
                got = uid11_decode(m, *(digits_of(d, B58) for d in (digits[:3], digits[3:7], digits[7:])))
            right = got == digits if kind == 'encode' else got[0] == accepted and (not accepted or got[1] == value)
            key = '%s of %s' % (kind, name)
            if kind == 'decode':
                seen[key + (', accepted' if accepted else ', refused')] = seen.get(key + (', accepted' if accepted else ', refused'), 0) + 1
            if name == 'base62id' and kind == 'encode':
                if estimate_a(m, value) != ((2 << 128) + value) // POWER16 or estimate_b(m, rest_of_a(m, value, estimate_a(m, value))) != b:
                    seen['an estimate too small'] = seen.get('an estimate too small', 0) + 1
        elif kind == 'divide':
            high, low, q, r = map(int, words)
            right, key = divide_limb(m, high << 64 | low) == (q, r), kind
        elif kind == 'permute':
            v, result, *rounds = map(int, words)
            given = iter(rounds)
            right, key = permute(C['half'], v, [lambda right: next(given)] * C['rounds']) == result, kind
        else:
            name, (last, now, *result) = words[0], map(int, words[1:])
            last, now = z3.BitVecVal(last, 64), z3.BitVecVal(now, 64)
            if kind == 'count_on':
                more, following = count_on(LAYOUTS[name], last, now)
                right = [int(z3.is_true(constant(more))), constant(following).as_long()] == result
            else:
                right = constant(use_up(LAYOUTS[name], last, now)).as_long() == result[0]
            key = '%s, %s' % (kind, name)
        seen[key] = seen.get(key, 0) + 1
        if not right:
            wrong.append(line)
    report(not wrong, 'model and code agree on %d random values' % sum(seen[k] for k in seen if ',' not in k or k.startswith(('count', 'use'))),
           ''.join('\n#   ' + w for w in wrong[:10]))
    for key in sorted(seen):
        print('#   %s: %d' % (key, seen[key]))
    report(all(seen.get('decode of %s, %s' % (n, how), 0) for n in [*BITS, 'base62id', 'uid11'] for how in ('accepted', 'refused')) and
           seen.get('an estimate too small', 0) > 0, '... of which some are refused, and some need a correction')


def to_digits(v, base, n):
    return [v // base ** (n - 1 - i) % base for i in range(n)]


began = time.time()
tie()
prove_base62()
prove_uid11()
prove_bit_codecs()
prove_baseuid_uuid()
prove_divide()
prove_permutation()
prove_counters()
print('# z3 %s, %.0f s' % (z3.get_version_string(), time.time() - began))
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed != 0)
