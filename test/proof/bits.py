"""Codecs of bits: base64uuid, base32hex, ulid, the suffix of a typeid, baseuid, and its way to uuid."""
import z3

from arithmetic import INVALID, check, shr


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


class Get:
    def __init__(self, sizes, value):
        self.sizes, self.value = sizes, value

    def limbs(self, limb):
        first, out = 0, []
        for n in self.sizes:
            out.append(limb(first, n))
            first += n
        return out


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


def or_all(terms):
    result = terms[0]
    for t in terms[1:]:
        result = result | t
    return result


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
