package base62id

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// A format is how a number of size octets is written: so many characters of an alphabet.
type format struct {
	name     string
	alphabet string
	length   int
	size     int
	// The suffix as a regular expression, for JSON Schema.
	pattern string
	// The texts of the lowest and of the highest number.
	first, last string
	// What stands behind the beginning of a text for the lowest and the highest text that begins so.
	lowest, highest string
	// The value of each octet; 255 of one that is not in the alphabet.
	values [256]byte
	// Two characters at a time, the first in the low octet.
	pairs []uint16
}

const (
	digits = "0123456789"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"

	noValue = 255

	// The octets of the longest text that can be an id: 63 of a type prefix, an underscore, 36 of a
	// UUID, two quotes.
	longest = 102
)

// The positions of the hyphens in a UUID's text.
var hyphens = [4]int{8, 13, 18, 23}

var (
	typeIDFormat = newFormat(format{
		name:     "typeid",
		alphabet: "0123456789abcdefghjkmnpqrstvwxyz",
		length:   26,
		size:     16,
		pattern:  "[0-7][0-9a-hjkmnp-tv-z]{25}",
		first:    "00000000000000000000000000",
		last:     "7zzzzzzzzzzzzzzzzzzzzzzzzz",
	})
	ulidFormat = newFormat(format{
		name:     "ulid",
		alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
		length:   26,
		size:     16,
		pattern:  "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}",
		first:    "00000000000000000000000000",
		last:     "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
	}).inEitherCase()
	base62Format = newFormat(format{
		name:     "base62id",
		alphabet: digits + upper + lower,
		length:   22,
		size:     16,
		pattern:  "[F-N][0-9A-Za-z]{21}",
		first:    "Fa84QWiAxLXUJaHZmEVPEG",
		last:     "NNC6dn4GR1JETNQMfLl6qN",
	})
	base64Format = newFormat(format{
		name:     "base64uuid",
		alphabet: "$" + digits + upper + "_" + lower,
		length:   22,
		size:     16,
		pattern:  "[F-I][$0-9A-Z_a-z]{21}",
		first:    "F$$$$$$$$$$$$$$$$$$$$$",
		last:     "Izzzzzzzzzzzzzzzzzzzzz",
	})
	uuidFormat = newFormat(format{
		name:     "uuid",
		alphabet: "0123456789abcdef",
		length:   36,
		size:     16,
		pattern:  "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
		first:    "00000000-0000-0000-0000-000000000000",
		last:     "ffffffff-ffff-ffff-ffff-ffffffffffff",
	}).inEitherCase()
	hexFormat = newFormat(format{
		name:     "hex",
		alphabet: "0123456789abcdef",
		length:   32,
		size:     16,
		pattern:  "[0-9a-fA-F]{32}",
		first:    "00000000000000000000000000000000",
		last:     "ffffffffffffffffffffffffffffffff",
	}).inEitherCase()
	uid11Format = newFormat(format{
		name:     "uid11",
		alphabet: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
		length:   11,
		size:     8,
		pattern:  "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}",
		first:    "11111111111",
		last:     "jpXCZedGfVQ",
	})
	baseUIDFormat = newFormat(format{
		name:     "baseuid",
		alphabet: "-" + digits + upper + "_" + lower,
		length:   20,
		size:     15,
		pattern:  "[-0-9A-Z_a-z]{20}",
		first:    "--------------------",
		last:     "zzzzzzzzzzzzzzzzzzzz",
	})

	notations = []*format{
		typeIDFormat, ulidFormat, base62Format, base64Format, uuidFormat, hexFormat, uid11Format,
	}
)

func newFormat(f format) *format {
	for i := range f.values {
		f.values[i] = noValue
	}
	for i := 0; i < len(f.alphabet); i++ {
		f.values[f.alphabet[i]] = byte(i)
		for j := 0; j < len(f.alphabet); j++ {
			f.pairs = append(f.pairs, uint16(f.alphabet[i])|uint16(f.alphabet[j])<<8)
		}
	}
	f.lowest = strings.Repeat(f.alphabet[:1], f.length)
	f.highest = strings.Repeat(f.alphabet[len(f.alphabet)-1:], f.length)
	if f.name == "uuid" {
		f.lowest, f.highest = f.first, f.last
	}
	return &f
}

// inEitherCase has letters read in the other case, too.
func (f *format) inEitherCase() *format {
	const caseBit = 'a' - 'A'
	for i := 10; i < len(f.alphabet); i++ {
		f.values[f.alphabet[i]^caseBit] = byte(i)
	}
	return f
}

// storesUUID says whether the ids are UUIDs.
func (f *format) storesUUID() bool { return f.size == 16 }

// read gives the number of a suffix, modulo 2^128: the marks of base62id and base64uuid fall off.
func (f *format) read(suffix string) (high, low uint64, ok bool) {
	if len(suffix) != f.length {
		return 0, 0, false
	}
	switch f {
	case typeIDFormat, ulidFormat:
		return f.readCrockford(suffix)
	case base62Format:
		return f.readBase62(suffix)
	case base64Format:
		high, low, ok = f.readBase64(suffix)
		return high, low, ok && 'F' <= suffix[0] && suffix[0] <= 'I'
	case baseUIDFormat:
		return f.readBase64(suffix)
	case uid11Format:
		return f.readBase58(suffix)
	case uuidFormat:
		return f.readUUID(suffix)
	default:
		return f.readHex(suffix)
	}
}

// Three bits and twelve characters, one whose five bits are of both words, and twelve characters.
func (f *format) readCrockford(suffix string) (high, low uint64, ok bool) {
	values, seen := &f.values, byte(0)
	first, rest := suffix[:13], suffix[13:26]
	for i := 0; i < len(first); i++ {
		a, b := values[first[i]], values[rest[i]]
		seen |= a | b
		high, low = high<<5|uint64(a), low<<5|uint64(b)
	}
	return high<<1 | uint64(values[rest[0]])>>4, low, seen < 64 && first[0] < '8'
}

func (f *format) readBase64(suffix string) (high, low uint64, ok bool) {
	a, seen := f.number(suffix[:len(suffix)-20], 64, 0)
	b, seen := f.number(suffix[len(suffix)-20:len(suffix)-10], 64, seen)
	c, seen := f.number(suffix[len(suffix)-10:], 64, seen)
	return a<<56 | b>>4, b<<60 | c, seen < 64
}

const (
	fiveOf62 = 62 * 62 * 62 * 62 * 62
	tenOf62  = fiveOf62 * fiveOf62
)

// The number has three words, the first of which is the mark 2.
func (f *format) readBase62(suffix string) (high, low uint64, ok bool) {
	two, seen := f.number(suffix[:2], 62, 0)
	ten, seen := f.ten(suffix[2:12], 62, seen)
	last, seen := f.ten(suffix[12:22], 62, seen)
	top, middle := bits.Mul64(two, tenOf62)
	middle, carry := bits.Add64(middle, ten, 0)
	mark, high := bits.Mul64(top+carry, tenOf62)
	over, low := bits.Mul64(middle, tenOf62)
	low, carry = bits.Add64(low, last, 0)
	high, carry = bits.Add64(high, over, carry)
	return high, low, seen < 64 && mark+carry == 2
}

func (f *format) readBase58(suffix string) (high, low uint64, ok bool) {
	ten, seen := f.ten(suffix[:10], 58, 0)
	one, seen := f.number(suffix[10:11], 58, seen)
	over, low := bits.Mul64(ten, 58)
	low, carry := bits.Add64(low, one, 0)
	return 0, low, seen < 64 && over+carry == 0
}

func (f *format) readHex(suffix string) (high, low uint64, ok bool) {
	high, seen := f.number(suffix[:16], 16, 0)
	low, seen = f.number(suffix[16:32], 16, seen)
	return high, low, seen < 64
}

func (f *format) readUUID(suffix string) (high, low uint64, ok bool) {
	for _, at := range hyphens {
		if suffix[at] != '-' {
			return 0, 0, false
		}
	}
	a, seen := f.number(suffix[:8], 16, 0)
	b, seen := f.number(suffix[9:13], 16, seen)
	c, seen := f.number(suffix[14:18], 16, seen)
	d, seen := f.number(suffix[19:23], 16, seen)
	e, seen := f.number(suffix[24:36], 16, seen)
	return a<<32 | b<<16 | c, d<<48 | e, seen < 64
}

// number reads characters in a base, and collects the bits of their values.
func (f *format) number(text string, base uint64, seen byte) (uint64, byte) {
	number := uint64(0)
	for i := 0; i < len(text); i++ {
		value := f.values[text[i]]
		seen |= value
		number = number*base + uint64(value)
	}
	return number, seen
}

// ten reads ten characters, in two halves that do not wait for each other.
func (f *format) ten(text string, base uint64, seen byte) (uint64, byte) {
	first, rest, a, b := text[:5], text[5:10], uint64(0), uint64(0)
	for i := 0; i < len(first); i++ {
		x, y := f.values[first[i]], f.values[rest[i]]
		seen |= x | y
		a, b = a*base+uint64(x), b*base+uint64(y)
	}
	return a*(base*base*base*base*base) + b, seen
}

// isHyphen says whether a UUID's text has a hyphen at this place.
func (f *format) isHyphen(at int) bool {
	return f == uuidFormat && (at == 8 || at == 13 || at == 18 || at == 23)
}

// fits says whether the octet can stand at this place of a suffix.
func (f *format) fits(at int, octet byte) bool {
	if f.isHyphen(at) {
		return octet == '-'
	}
	return f.values[octet] != noValue
}

// canonical gives the text of an id that was read: letters in the alphabet's own case.
func (f *format) canonical(text string) string {
	var from, to byte
	switch f {
	case ulidFormat:
		from, to = 'a', 'z'
	case uuidFormat, hexFormat:
		from, to = 'A', 'F'
	default:
		return text
	}
	for i := len(text) - f.length; i < len(text); i++ {
		if from <= text[i] && text[i] <= to {
			return text[:i] + swapCase(text[i:], from, to)
		}
	}
	return text
}

// swapCase changes the case of the letters between from and to.
func swapCase(text string, from, to byte) string {
	const caseBit = 'a' - 'A'
	swapped := []byte(text)
	for i, c := range swapped {
		if from <= c && c <= to {
			swapped[i] = c ^ caseBit
		}
	}
	return string(swapped)
}

// write puts the characters of a number into as many octets.
func (f *format) write(suffix []byte, high, low uint64) {
	switch f {
	case typeIDFormat, ulidFormat:
		f.writeCrockford((*[26]byte)(suffix), high, low)
	case base62Format:
		f.writeBase62((*[22]byte)(suffix), high, low)
	case base64Format:
		f.writeBase64(suffix, high, low)
		suffix[0] = f.alphabet[16+f.values[suffix[0]]] // the mark 4
	case baseUIDFormat:
		f.writeBase64(suffix, high, low)
	case uid11Format:
		for i := f.length - 1; i >= 0; i-- {
			suffix[i] = f.alphabet[low%58]
			low /= 58
		}
	default:
		f.writeHex(suffix, high, low)
	}
}

// Ten bits a pair, of which one is of both words.
func (f *format) writeCrockford(suffix *[26]byte, high, low uint64) {
	pairs := (*[1024]uint16)(f.pairs)
	put(suffix[0:], pairs[high>>56])
	put(suffix[2:], pairs[high>>46&1023])
	put(suffix[4:], pairs[high>>36&1023])
	put(suffix[6:], pairs[high>>26&1023])
	put(suffix[8:], pairs[high>>16&1023])
	put(suffix[10:], pairs[high>>6&1023])
	put(suffix[12:], pairs[(high<<4|low>>60)&1023])
	put(suffix[14:], pairs[low>>50&1023])
	put(suffix[16:], pairs[low>>40&1023])
	put(suffix[18:], pairs[low>>30&1023])
	put(suffix[20:], pairs[low>>20&1023])
	put(suffix[22:], pairs[low>>10&1023])
	put(suffix[24:], pairs[low&1023])
}

func (f *format) writeBase64(suffix []byte, high, low uint64) {
	for i := f.length - 1; i >= 0; i-- {
		suffix[i] = f.alphabet[low&63]
		high, low = high>>6, low>>6|high<<58
	}
}

// Under the mark 2, by long division.
func (f *format) writeBase62(suffix *[22]byte, high, low uint64) {
	top, rest := divideByTen(2, high)
	middle, last := divideByTen(rest, low)
	two, ten := divideByTen(top, middle)
	pairs := (*[62 * 62]uint16)(f.pairs)
	put(suffix[:], pairs[two])
	putTen((*[10]byte)(suffix[2:12]), pairs, ten)
	putTen((*[10]byte)(suffix[12:22]), pairs, last)
}

func (f *format) writeHex(suffix []byte, high, low uint64) {
	for i := f.length - 1; i >= 0; i-- {
		if f.isHyphen(i) {
			suffix[i] = '-'
			continue
		}
		suffix[i] = f.alphabet[low&15]
		high, low = high>>4, low>>4|high<<60
	}
}

func put(suffix []byte, pair uint16) { binary.LittleEndian.PutUint16(suffix, pair) }

func putTen(suffix *[10]byte, pairs *[62 * 62]uint16, ten uint64) {
	const two, four = 62 * 62, 62 * 62 * 62 * 62
	first, rest := ten/four, ten%four
	put(suffix[0:], pairs[first/four])
	put(suffix[2:], pairs[first/two%two])
	put(suffix[4:], pairs[first%two])
	put(suffix[6:], pairs[rest/two])
	put(suffix[8:], pairs[rest%two])
}

// divideByTen divides a number below 2^64 * 62^10 by 62^10, by two products: Möller and Granlund,
// "Improved division by invariant integers" (2011), algorithm 4.
func divideByTen(high, low uint64) (quotient, remainder uint64) {
	const divisor = tenOf62 << 4 // its first bit is set
	const inverse = (1<<128-1)/divisor - 1<<64
	high, low = high<<4|low>>60, low<<4
	quotient, under := bits.Mul64(inverse, high)
	under, carry := bits.Add64(under, low, 0)
	quotient += high + carry + 1
	remainder = low - quotient*divisor
	if remainder > under {
		quotient--
		remainder += divisor
	}
	if remainder >= divisor {
		quotient++
		remainder -= divisor
	}
	return quotient, remainder >> 4
}

// text gives the id of a number: what leads, and the suffix.
func (f *format) text(lead string, high, low uint64) string {
	var room [longest]byte
	at := copy(room[:], lead)
	f.write(room[at:at+f.length], high, low)
	return string(room[:at+f.length])
}

// octets gives the octets of a number as PostgreSQL sends and receives them.
func (f *format) octets(high, low uint64) []byte {
	octets := make([]byte, 16)
	binary.BigEndian.PutUint64(octets, high)
	binary.BigEndian.PutUint64(octets[8:], low)
	return octets[16-f.size:]
}

// words gives the number of as many octets as the format has.
func (f *format) words(octets []byte) (high, low uint64) {
	var all [16]byte
	copy(all[16-f.size:], octets)
	return wordsOf(all)
}

func wordsOf(octets [16]byte) (high, low uint64) {
	return binary.BigEndian.Uint64(octets[:8]), binary.BigEndian.Uint64(octets[8:])
}

func uuidOf(high, low uint64) (uuid UUID) {
	binary.BigEndian.PutUint64(uuid[:8], high)
	binary.BigEndian.PutUint64(uuid[8:], low)
	return uuid
}
