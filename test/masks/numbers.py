"""Masks of numbers in Python, from their description: lines of key, prefix, number and text, for comparison.

numbers.py COUNT SEED
"""
import hashlib
import hmac
import random
import struct
import sys

SYMBOLS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
WORD = 0xFFFFFFFF


def rotated(word, by):  # to the left
    return (word << by | word >> 32 - by) & WORD


def one_round(x, y, key):
    x = (rotated(x, 24) + y & WORD) ^ key
    return x, rotated(y, 3) ^ x


def schedule(key):
    k, *rest = struct.unpack("<4I", key)
    keys = []
    for i in range(27):
        keys.append(k)
        word, k = one_round(rest.pop(0), k, i)
        rest.append(word)
    return keys


def round_keys(file_key, prefix):
    message = b"base62id number mask\0" + prefix.encode()
    return schedule(hmac.new(file_key, message, hashlib.sha256).digest()[:16])


def facade(number, keys):
    x, y = number >> 32, number & WORD
    for key in keys:
        x, y = one_round(x, y, key)
    return x << 32 | y


def uid11(number):
    text = ""
    for _ in range(11):
        number, digit = divmod(number, 58)
        text = SYMBOLS[digit] + text
    return text


def main(count, seed):
    assert facade(0x3B7265747475432D, schedule(bytes.fromhex("0001020308090a0b1011121318191a1b"))) == 0x8C6FA548454E028B
    chance = random.Random(seed)
    for key_number in range(1, 11):
        key = chance.randbytes(16)
        prefixes = ["", "a", "inv", "order_item", "z" * 63, "".join(chance.choices("abcdefgh", k=20))]
        known = [(prefix, round_keys(key, prefix)) for prefix in prefixes]
        for _ in range(count // 10):
            prefix, keys = chance.choice(known)
            number = chance.getrandbits(64) >> chance.randrange(64)
            signed = number - (number >> 63 << 64)
            print(key_number, key.hex(), prefix, signed, uid11(facade(number, keys)), sep="\t")


main(int(sys.argv[1]), int(sys.argv[2]))
