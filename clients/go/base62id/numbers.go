package base62id

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Numbers converts between a bigint and the id that an id type in the notation uid11 shows of it.
type Numbers[K Of] struct {
	// Of a masked kind, the round keys of Speck64/128.
	mask *[27]uint32
}

// NewNumbers wants the 16 octets of the mask key where the kind is masked, and nil where it is not.
// It is an error where the kind is none of numbers.
func NewNumbers[K Of](key []byte) (*Numbers[K], error) {
	k := kindOf[K]()
	switch {
	case k.format != uid11Format || k.system != "":
		return nil, fmt.Errorf("base62id: a %s is no number: its notation is not uid11", k)
	case k.masked && len(key) != 16:
		return nil, fmt.Errorf("base62id: the mask key of a %s has 16 octets, not %d", k, len(key))
	case !k.masked && key != nil:
		return nil, fmt.Errorf("base62id: a %s is not masked: it has no mask key", k)
	case k.masked:
		return &Numbers[K]{expandKey(key, k.prefix)}, nil
	}
	return &Numbers[K]{}, nil
}

// MustNumbers is [NewNumbers] for variables of a package: it panics where that has an error.
func MustNumbers[K Of](key []byte) *Numbers[K] {
	n, err := NewNumbers[K](key)
	if err != nil {
		panic(err)
	}
	return n
}

// Encode gives the id of a number.
func (n *Numbers[K]) Encode(number int64) ID[K] {
	block := uint64(number)
	if n.mask != nil {
		x, y := uint32(block>>32), uint32(block)
		for _, key := range n.mask {
			x, y = speckRound(x, y, key)
		}
		block = uint64(x)<<32 | uint64(y)
	}
	return ID[K]{canonical[K](uid11Format.text(kindOf[K]().lead, 0, block))}
}

// Decode gives the number of an id. Every id of a masked kind has one: nothing shows another key.
// It is an error where there is no id.
func (n *Numbers[K]) Decode(id ID[K]) (int64, error) {
	r, err := kindOf[K]().read(string(id.text))
	if err != nil {
		return 0, err
	}
	block := r.low
	if n.mask != nil {
		x, y := uint32(block>>32), uint32(block)
		for i := len(n.mask) - 1; i >= 0; i-- {
			y = bits.RotateLeft32(y^x, -3)
			x = bits.RotateLeft32((x^n.mask[i])-y, 8)
		}
		block = uint64(x)<<32 | uint64(y)
	}
	return int64(block), nil
}

// Format keeps the mask key out of what is printed.
func (n Numbers[K]) Format(to fmt.State, _ rune) {
	fmt.Fprintf(to, "base62id.Numbers(%s)", kindOf[K]().prefix)
}

func speckRound(x, y, key uint32) (uint32, uint32) {
	x = (bits.RotateLeft32(x, -8) + y) ^ key
	return x, bits.RotateLeft32(y, 3) ^ x
}

// expandKey derives the round keys of a type prefix, as the server does.
func expandKey(key []byte, prefix string) *[27]uint32 {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("base62id number mask\x00" + prefix))
	sum := mac.Sum(nil)
	var words [4]uint32
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(sum[4*i:])
	}
	var keys [27]uint32
	for i := range keys {
		keys[i] = words[0]
		at := 1 + i%3
		words[at], words[0] = speckRound(words[at], words[0], uint32(i))
	}
	return &keys
}
