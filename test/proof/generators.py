"""The generators' permutation and counters."""
import z3

from arithmetic import C, LAYOUTS, check, shr


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
