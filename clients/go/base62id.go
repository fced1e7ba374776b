// Package base62id reads and writes the ids of the PostgreSQL extension base62id, and gives pgx 5 their codecs.
//
//	config.AfterConnect = base62id.Register   // ids are strings in binary, arrays too, and CopyFrom works
//	base62id.NewID("user")                    // user_01h455vb4pex5vsknk084sn02q
//	base62id.Parse("typeid", text)            // the canonical text, or an *Error
//	base62id.ParseIn("ulid", text, "prod")    // the same of a typed id, by its notation and its type prefix
//	config.AfterConnect = base62id.RegisterUUIDs   // for a program of UUIDs: columns of ids are those of uuids to it
//
// One file: copy it, or package it.
package base62id

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// A number of so many octets as symbols of an alphabet: the first text and the last, their pattern, the values of
// octets, of which 64 and more are none, and pairs of symbols, the first in the low octet.
type format struct {
	alphabet    string
	length      int
	size        int
	pattern     string
	first, last string
	values      [256]byte
	pairs       []uint16
}

const (
	digits = "0123456789"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	// Octets: 63 of a type prefix, "_", 26 symbols, two quotes.
	longest = 92
)

var (
	typeid     = of("0123456789abcdefghjkmnpqrstvwxyz", 26, 16, "[0-7][0-9a-hjkmnp-tv-z]{25}", "00000000000000000000000000", "7zzzzzzzzzzzzzzzzzzzzzzzzz")
	base62id   = of(digits+upper+lower, 22, 16, "[F-N][0-9A-Za-z]{21}", "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN")
	base64uuid = of("$"+digits+upper+"_"+lower, 22, 16, "[F-I][$0-9A-Z_a-z]{21}", "F$$$$$$$$$$$$$$$$$$$$$", "Izzzzzzzzzzzzzzzzzzzzz")
	uid11      = of("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 8, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}", "11111111111", "jpXCZedGfVQ")
	baseuid    = of("-"+digits+upper+"_"+lower, 20, 15, "[-0-9A-Z_a-z]{20}", "--------------------", "zzzzzzzzzzzzzzzzzzzz")
	ulid       = of("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 16, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}", "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ").andLower()
	// Names of the types.
	Names = []string{"typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"}
)

func of(alphabet string, length, size int, pattern, first, last string) *format {
	f := &format{alphabet: alphabet, length: length, size: size, pattern: pattern, first: first, last: last}
	for i := range f.values {
		f.values[i] = 255
	}
	for i := 0; i < len(alphabet); i++ {
		f.values[alphabet[i]] = byte(i)
		for j := 0; j < len(alphabet); j++ {
			f.pairs = append(f.pairs, uint16(alphabet[i])|uint16(alphabet[j])<<8)
		}
	}
	return f
}

// A ULID's letters in lower case, too.
func (f *format) andLower() *format {
	for i := 10; i < 32; i++ {
		f.values[f.alphabet[i]|32] = byte(i)
	}
	return f
}

// Error is of a text that is no id, and says what is wrong with it.
type Error struct {
	Name, Text, Reason string
}

func (e *Error) Error() string {
	if e.Text == "" {
		return "invalid " + e.Name + ": " + e.Reason
	}
	return fmt.Sprintf("invalid %s %.100q: %s", e.Name, e.Text, e.Reason)
}

// SQLState is what the server raises for such a text.
func (e *Error) SQLState() string { return "22P02" }

func invalid(name, text, reason string, found ...any) error {
	return &Error{name, text, fmt.Sprintf(reason, found...)}
}

func formatOf(name string) (*format, error) {
	switch name {
	case "typeid":
		return typeid, nil
	case "base62id":
		return base62id, nil
	case "base64uuid":
		return base64uuid, nil
	case "uid11":
		return uid11, nil
	case "baseuid":
		return baseuid, nil
	case "ulid":
		return ulid, nil
	}
	return nil, fmt.Errorf("no id is of the name %.100q, but: %s", name, strings.Join(Names, ", "))
}

// The number of symbols, modulo 2^128: the marks of base62id and base64uuid fall off.  Not of what is no id.
func (f *format) read(symbols string) (high, low uint64, ok bool) {
	if len(symbols) != f.length {
		return
	}
	switch values, seen := &f.values, byte(0); len(f.alphabet) {
	case 32:
		// 3 and 12 * 5 bits, 5 that are of both words, 12 * 5.
		first, rest := symbols[:13], symbols[13:26]
		for i := 0; i < len(first); i++ {
			a, b := values[first[i]], values[rest[i]]
			seen |= a | b
			high, low = high<<5|uint64(a), low<<5|uint64(b)
		}
		return high<<1 | uint64(values[rest[0]])>>4, low, seen < 64 && first[0] < '8'
	case 64:
		a, seen := f.digits(symbols[:len(symbols)-20], 64, seen)
		b, seen := f.digits(symbols[len(symbols)-20:len(symbols)-10], 64, seen)
		c, seen := f.digits(symbols[len(symbols)-10:], 64, seen)
		return a<<56 | b>>4, b<<60 | c, seen < 64 && (f == baseuid || a>>8 == 4)
	case 62:
		two, seen := f.digits(symbols[:2], 62, seen)
		ten, seen := f.ten(symbols[2:12], 62, seen)
		last, seen := f.ten(symbols[12:22], 62, seen)
		// Three words, the first of which is the mark.
		top, middle := bits.Mul64(two, tenOf62)
		middle, carry := bits.Add64(middle, ten, 0)
		mark, high := bits.Mul64(top+carry, tenOf62)
		over, low := bits.Mul64(middle, tenOf62)
		low, carry = bits.Add64(low, last, 0)
		high, carry = bits.Add64(high, over, carry)
		return high, low, seen < 64 && mark+carry == 2
	default:
		ten, seen := f.ten(symbols[:10], 58, seen)
		one, seen := f.digits(symbols[10:11], 58, seen)
		over, low := bits.Mul64(ten, 58)
		low, carry := bits.Add64(low, one, 0)
		return 0, low, seen < 64 && over+carry == 0
	}
}

const (
	fiveOf62 = 916132832 // 62^5
	tenOf62  = fiveOf62 * fiveOf62
)

// Symbols as a number, and the bits of all their values.
func (f *format) digits(symbols string, base uint64, seen byte) (uint64, byte) {
	number := uint64(0)
	for i := 0; i < len(symbols); i++ {
		value := f.values[symbols[i]]
		seen |= value
		number = number*base + uint64(value)
	}
	return number, seen
}

func (f *format) ten(symbols string, base uint64, seen byte) (uint64, byte) {
	first, rest, a, b := symbols[:5], symbols[5:10], uint64(0), uint64(0)
	for i := 0; i < len(first); i++ {
		x, y := f.values[first[i]], f.values[rest[i]]
		seen |= x | y
		a, b = a*base+uint64(x), b*base+uint64(y)
	}
	return a*(base*base*base*base*base) + b, seen
}

// What is wrong with symbols, of a whole text, that are not read.
func (f *format) fault(name, given, whole string) error {
	if len(given) != f.length {
		return invalid(name, whole, "%d octets, not %d symbols", len(given), f.length)
	}
	for i := 0; i < len(given); i++ {
		if f.values[given[i]] > 63 {
			at := i + 1 + strings.LastIndex(whole, given)
			return invalid(name, whole, "%q at position %d is not in its alphabet", given[i:i+1], at)
		}
	}
	return invalid(name, whole, "its number is none of a %s", name)
}

// The canonical text of an id that was read: of a ULID in upper case.
func (f *format) canonical(bare string) string {
	if f == ulid {
		symbols := bare[len(bare)-26:]
		for i := 0; i < len(symbols); i++ {
			if symbols[i] >= 'a' {
				return bare[:len(bare)-26] + fold(symbols)
			}
		}
	}
	return bare
}

// To upper case what is ASCII.
func fold(text string) string {
	folded := []byte(text)
	for i, c := range folded {
		if 'a' <= c && c <= 'z' {
			folded[i] = c - 32
		}
	}
	return string(folded)
}

// The symbols of a number, into as many octets.
func (f *format) write(symbols []byte, high, low uint64) {
	switch f {
	case typeid, ulid:
		// Ten bits a pair, of which one is of both words.
		pairs, symbols := (*[1024]uint16)(f.pairs), (*[26]byte)(symbols)
		put(symbols[0:], pairs[high>>56])
		put(symbols[2:], pairs[high>>46&1023])
		put(symbols[4:], pairs[high>>36&1023])
		put(symbols[6:], pairs[high>>26&1023])
		put(symbols[8:], pairs[high>>16&1023])
		put(symbols[10:], pairs[high>>6&1023])
		put(symbols[12:], pairs[(high<<4|low>>60)&1023])
		put(symbols[14:], pairs[low>>50&1023])
		put(symbols[16:], pairs[low>>40&1023])
		put(symbols[18:], pairs[low>>30&1023])
		put(symbols[20:], pairs[low>>20&1023])
		put(symbols[22:], pairs[low>>10&1023])
		put(symbols[24:], pairs[low&1023])
	case base64uuid, baseuid:
		for i := len(symbols) - 1; i >= 0; i-- {
			symbols[i] = f.alphabet[low&63]
			high, low = high>>6, low>>6|high<<58
		}
		if f == base64uuid {
			symbols[0] = f.alphabet[16+f.values[symbols[0]]] // the mark 4
		}
	case base62id:
		// Under the mark 2, by long division.
		top, rest := divTen(2, high)
		middle, last := divTen(rest, low)
		two, ten := divTen(top, middle)
		symbols, pairs := (*[22]byte)(symbols), (*[3844]uint16)(f.pairs)
		put(symbols[:], pairs[two])
		putTen((*[10]byte)(symbols[2:12]), pairs, ten)
		putTen((*[10]byte)(symbols[12:]), pairs, last)
	default:
		for i := 10; i >= 0; i-- {
			symbols[i] = f.alphabet[low%58]
			low /= 58
		}
	}
}

func put(symbols []byte, pair uint16) { binary.LittleEndian.PutUint16(symbols, pair) }

func putTen(symbols *[10]byte, pairs *[3844]uint16, ten uint64) {
	six, four := ten/(3844*3844), ten%(3844*3844)
	put(symbols[0:], pairs[six/(3844*3844)])
	put(symbols[2:], pairs[six/3844%3844])
	put(symbols[4:], pairs[six%3844])
	put(symbols[6:], pairs[four/3844])
	put(symbols[8:], pairs[four%3844])
}

// A number below 2^64 * 62^10, divided by 62^10 with a rest, by two products: Möller and Granlund, Improved division by
// invariant integers (2011), algorithm 4.
func divTen(high, low uint64) (found, rest uint64) {
	const divisor = tenOf62 << 4 // the first bit is set
	const inverse = (1<<128-1)/divisor - 1<<64
	high, low = high<<4|low>>60, low<<4
	found, under := bits.Mul64(inverse, high)
	under, carry := bits.Add64(under, low, 0)
	found += high + carry + 1
	rest = low - found*divisor
	if rest > under {
		found--
		rest += divisor
	}
	if rest >= divisor {
		found++
		rest -= divisor
	}
	return found, rest >> 4
}

func (f *format) octets(high, low uint64) []byte {
	octets := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(make([]byte, 0, 16), high), low)
	return octets[16-f.size:]
}

func (f *format) encode(name string, octets []byte, prefix string) (string, error) {
	if len(octets) != f.size {
		return "", invalid(name, "", "%d octets, not %d", len(octets), f.size)
	}
	var all [16]byte
	copy(all[16-f.size:], octets)
	return f.text(prefix, binary.BigEndian.Uint64(all[:8]), binary.BigEndian.Uint64(all[8:])), nil
}

func (f *format) text(prefix string, high, low uint64) string {
	var room [longest]byte
	at := copy(room[:], prefix)
	if at > 0 {
		room[at] = '_'
		at++
	}
	f.write(room[at:at+f.length], high, low)
	return string(room[:at+f.length])
}

func isPrefix(prefix string) bool {
	if len(prefix) > 63 {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		letter := 'a' <= prefix[i] && prefix[i] <= 'z'
		if !letter && (prefix[i] != '_' || i == 0 || i == len(prefix)-1) {
			return false
		}
	}
	return true
}

func checkPrefix(prefix, whole string) error {
	if isPrefix(prefix) {
		return nil
	}
	return invalid("typeid", whole, "a type prefix has at most 63 symbols of a to z, and _ inside, not %.100q of %d octets", prefix, len(prefix))
}

func tooLong(name, text string) error {
	return invalid(name, text, "%d octets, which are more than any id has", len(text))
}

func unquoted(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

// The type prefix of a bare typeid, and the number; of a text without a separator there is none.
func (f *format) split(name, bare, whole string) (prefix string, high, low uint64, err error) {
	symbols := bare
	if f == typeid {
		separator := len(bare) - 27 // of what is read, the last underscore stands there
		if separator > 0 && bare[separator] == '_' && isPrefix(bare[:separator]) {
			if high, low, ok := f.read(bare[separator+1:]); ok {
				return bare[:separator], high, low, nil
			}
		}
		separator = strings.LastIndexByte(bare, '_')
		if separator == 0 {
			return "", 0, 0, invalid(name, whole, "a separator without a type prefix")
		}
		prefix, symbols = bare[:max(separator, 0)], bare[separator+1:]
		if err = checkPrefix(prefix, whole); err != nil {
			return
		}
	}
	high, low, ok := f.read(symbols)
	if !ok {
		err = f.fault(name, symbols, whole)
	}
	return prefix, high, low, err
}

// The number of a typed id.  Behind a TypeID's prefix there is no underscore, which is none of its symbols.
func (f *format) behind(name, text, prefix string) (high, low uint64, err error) {
	if len(text) > longest {
		return 0, 0, tooLong(name, text)
	}
	bare, n := unquoted(text), len(prefix)
	if strings.HasPrefix(bare, prefix) && (n == 0 || len(bare) > n && bare[n] == '_') {
		if n > 0 {
			n++
		}
		if high, low, ok := f.read(bare[n:]); ok {
			return high, low, nil
		} else if f != typeid || strings.LastIndexByte(bare, '_') == n-1 {
			return 0, 0, f.fault(name, bare[n:], text)
		}
	}
	found := TypePrefixIn(name, bare)
	if f == typeid {
		if err := checkPrefix(found, text); err != nil {
			return 0, 0, err
		}
	}
	return 0, 0, invalid(name, text, "the type prefix is %.100q, not %q", found, prefix)
}

// Decode gives the octets that PostgreSQL sends and receives, of an id's own text, bare or in one pair of double quotes.
func Decode(name, text string) ([]byte, error) {
	f, err := formatOf(name)
	if err == nil && len(text) > longest {
		err = tooLong(name, text)
	}
	if err != nil {
		return nil, err
	}
	prefix, high, low, err := f.split(name, unquoted(text), text)
	if err != nil {
		return nil, err
	}
	return append([]byte(prefix), f.octets(high, low)...), nil
}

// Encode gives the text of an id's octets.
func Encode(name string, octets []byte) (string, error) {
	f, err := formatOf(name)
	if err != nil {
		return "", err
	}
	prefix := ""
	if f == typeid && len(octets) > 16 && len(octets) <= 63+16 {
		prefix = string(octets[:len(octets)-16])
		if err := checkPrefix(prefix, ""); err != nil {
			return "", err
		}
	}
	return f.encode(name, octets[len(prefix):], prefix)
}

const uuidPattern = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"

// Parse gives what the type's input makes of a text: the canonical id.  A base62id, base64uuid or ulid may also come as
// a UUID's own text.
func Parse(name, text string) (string, error) {
	f, err := formatOf(name)
	if err == nil && len(text) > longest {
		err = tooLong(name, text)
	}
	if err != nil {
		return "", err
	}
	bare := unquoted(text)
	if f.size == 16 && f != typeid {
		if uuid, ok := readUUID(bare); ok {
			return f.encode(name, uuid[:], "")
		}
	}
	if _, _, _, err = f.split(name, bare, text); err != nil {
		return "", err
	}
	return f.canonical(bare), nil
}

// IsValid says whether this is the text of an id, as …_is_valid on the server.
func IsValid(name, text string) bool {
	f, err := formatOf(name)
	if err != nil || len(text) > longest {
		return false
	}
	_, _, _, err = f.split(name, unquoted(text), text)
	return err == nil
}

func patternOf(text string, acceptUUID bool) string {
	if acceptUUID {
		text = "(?:" + text + "|" + uuidPattern + ")"
	}
	return "^" + text + "$"
}

// Pattern is for JSON Schema: every id matches, and of base62id, uid11 and masked types a few other texts, which Parse and
// ParseTyped refuse.
func Pattern(name string) (string, error) {
	f, err := formatOf(name)
	if err != nil {
		return "", err
	}
	if f == typeid {
		return patternOf("(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?"+f.pattern, false), nil
	}
	return patternOf(f.pattern, f.size == 16), nil
}

// TypePrefix gives the type prefix of a typeid.
func TypePrefix(id string) string { return TypePrefixIn("typeid", id) }

// Typed ids: what typeid_create_type(name, prefix, notation) makes.  A notation is typeid, ulid, base62id, base64uuid or uid11; of
// a type that masks, octets and UUIDs are those of the façade.

// The format of a notation, where the type prefix is one.
func notationOf(notation, prefix string) (*format, error) {
	f, err := formatOf(notation)
	if err == nil && f == baseuid {
		err = fmt.Errorf("%s is no notation of typed ids", notation)
	}
	if err == nil {
		err = checkPrefix(prefix, "")
	}
	return f, err
}

// That of ids that are UUIDs.
func uuidOf(notation, prefix string) (*format, error) {
	f, err := formatOf(notation)
	if err == nil && f.size != 16 {
		err = fmt.Errorf("a %s is no UUID", notation)
	}
	if err == nil {
		err = checkPrefix(prefix, "")
	}
	return f, err
}

// DecodeIn gives the octets of a typed id with this type prefix, as its type sends and receives them.
func DecodeIn(notation, text, prefix string) ([]byte, error) {
	f, err := notationOf(notation, prefix)
	if err != nil {
		return nil, err
	}
	high, low, err := f.behind(notation, text, prefix)
	if err != nil {
		return nil, err
	}
	return f.octets(high, low), nil
}

// EncodeIn gives the text of a typed id's octets.
func EncodeIn(notation string, octets []byte, prefix string) (string, error) {
	f, err := notationOf(notation, prefix)
	if err != nil {
		return "", err
	}
	return f.encode(notation, octets, prefix)
}

// ParseIn gives what the type's input makes of a text: the canonical id.
func ParseIn(notation, text, prefix string) (string, error) {
	return ParseTyped(notation, text, Typed{Prefix: prefix})
}

// IsValidIn says whether this is the text of a typed id with this type prefix.
func IsValidIn(notation, text, prefix string) bool {
	f, err := notationOf(notation, prefix)
	if err == nil {
		_, _, err = f.behind(notation, text, prefix)
	}
	return err == nil
}

// TypePrefixIn gives the type prefix of a typed id: behind it stand an underscore and as many symbols as the notation
// has, among which may be underscores.
func TypePrefixIn(notation, id string) string {
	if len(id) > longest {
		return ""
	}
	bare := unquoted(id)
	separator := strings.LastIndexByte(bare, '_')
	if f, err := formatOf(notation); err == nil && f != typeid {
		separator = len(bare) - f.length - 1
	}
	return bare[:max(separator, 0)]
}

// PrefixRange gives, over a column of uuid, the first and the last UUID whose id begins with a text, if there is one.
func PrefixRange(notation, text, prefix string) (first, last [16]byte, ok bool, err error) {
	f, err := uuidOf(notation, prefix)
	if err != nil || len(text) > longest {
		return
	}
	lead := prefix
	if lead != "" {
		lead += "_"
	}
	given := ""
	if strings.HasPrefix(text, lead) {
		given = text[len(lead):]
	} else if !strings.HasPrefix(lead, text) {
		return
	}
	if f == ulid {
		given = fold(given)
	}
	if len(given) > f.length {
		return
	}
	for i := 0; i < len(given); i++ {
		if f.values[given[i]] > 63 {
			return
		}
	}
	from := given + strings.Repeat(f.alphabet[:1], f.length-len(given))
	to := given + strings.Repeat(f.alphabet[len(f.alphabet)-1:], f.length-len(given))
	if from < f.first {
		from = f.first
	}
	if to > f.last {
		to = f.last
	}
	if from > to {
		return
	}
	high, low, _ := f.read(from)
	first = uuidOfWords(high, low)
	high, low, _ = f.read(to)
	return first, uuidOfWords(high, low), true, nil
}

// ToColumn gives the UUID, for such a column, of an id of this kind or of a UUID ([16]byte, uuid.UUID of whichever package); of a
// UUID's own text where acceptUUID says so.
func ToColumn(notation string, given any, prefix string, acceptUUID bool) (uuid [16]byte, err error) {
	f, err := uuidOf(notation, prefix)
	if err != nil {
		return uuid, err
	}
	switch given := given.(type) {
	case [16]byte:
		return given, nil
	case string:
		if uuid, ok := readUUID(unquoted(given)); ok && acceptUUID {
			return uuid, nil
		}
		high, low, err := f.behind(notation, given, prefix)
		return uuidOfWords(high, low), err
	case fmt.Stringer:
		return ParseUUID(given.String())
	}
	return uuid, fmt.Errorf("a %T is no id and no UUID", given)
}

// FromColumn gives the id of what such a column gives: a UUID, its text, or, where the column is of the typed id by now, an id of this kind.
func FromColumn(notation string, value any, prefix string) (string, error) {
	uuid, err := ToColumn(notation, value, prefix, true)
	if err != nil {
		return "", err
	}
	return EncodeIn(notation, uuid[:], prefix)
}

// FromNumber gives the typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks
// by that key shows it.
func FromNumber(number int64, prefix string, key []byte) (string, error) {
	if err := checkPrefix(prefix, ""); err != nil {
		return "", err
	}
	block := uint64(number)
	if key != nil {
		keys, err := schedule(key, prefix)
		if err != nil {
			return "", err
		}
		x, y := uint32(block>>32), uint32(block)
		for _, k := range keys {
			x, y = round(x, y, k)
		}
		block = uint64(x)<<32 | uint64(y)
	}
	return uid11.text(prefix, 0, block), nil
}

// ToNumber gives the bigint of a typed id.  Of a masked type every text has one: nothing shows another key.
func ToNumber(text, prefix string, key []byte) (int64, error) {
	err := checkPrefix(prefix, "")
	if err != nil {
		return 0, err
	}
	_, block, err := uid11.behind("uid11", text, prefix)
	if err != nil {
		return 0, err
	}
	if key != nil {
		keys, err := schedule(key, prefix)
		if err != nil {
			return 0, err
		}
		x, y := uint32(block>>32), uint32(block)
		for i := len(keys) - 1; i >= 0; i-- {
			y = bits.RotateLeft32(y^x, -3)
			x = bits.RotateLeft32((x^keys[i])-y, 8)
		}
		block = uint64(x)<<32 | uint64(y)
	}
	return int64(block), nil
}

// Of Speck64/128.
func round(x, y, key uint32) (uint32, uint32) {
	x = (bits.RotateLeft32(x, -8) + y) ^ key
	return x, bits.RotateLeft32(y, 3) ^ x
}

// The round keys of the last 64 mask keys and type prefixes.
type schedules struct {
	sync.Mutex
	of   map[masked]*roundKeys
	uses uint64
}

type masked struct {
	key    [16]byte
	prefix string
}

type roundKeys struct {
	keys [27]uint32
	used uint64
}

var kept = schedules{of: map[masked]*roundKeys{}}

func schedule(key []byte, prefix string) (*[27]uint32, error) {
	if len(key) != 16 {
		return nil, fmt.Errorf("a mask key has 16 octets, not %d", len(key))
	}
	mask := masked{prefix: prefix}
	copy(mask.key[:], key)
	kept.Lock()
	defer kept.Unlock()
	found := kept.of[mask]
	if found == nil {
		if len(kept.of) == 64 {
			oldest, last := mask, kept.uses
			for mask, keys := range kept.of {
				if keys.used <= last {
					oldest, last = mask, keys.used
				}
			}
			delete(kept.of, oldest)
		}
		found = &roundKeys{keys: expand(key, prefix)}
		mask.prefix = strings.Clone(prefix)
		kept.of[mask] = found
	}
	kept.uses++
	found.used = kept.uses
	return &found.keys, nil
}

func expand(key []byte, prefix string) (keys [27]uint32) {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("base62id number mask\x00" + prefix))
	var word [4]uint32
	for i, sum := 0, mac.Sum(nil); i < 4; i++ {
		word[i] = binary.LittleEndian.Uint32(sum[4*i:])
	}
	for i := range keys {
		keys[i] = word[0]
		at := 1 + i%3
		word[at], word[0] = round(word[at], word[0], uint32(i))
	}
	return keys
}

// Suffix gives the 26 symbols of a typeid behind its type prefix.
func Suffix(id string) (string, error) {
	id, err := Parse("typeid", id)
	if err != nil {
		return "", err
	}
	return id[len(id)-26:], nil
}

// ParseUUID reads a UUID's own text, 36 characters.
func ParseUUID(text string) ([16]byte, error) {
	uuid, ok := readUUID(text)
	if !ok {
		return uuid, invalid("uuid", text, "not 32 hexadecimal digits in groups of 8-4-4-4-12")
	}
	return uuid, nil
}

func readUUID(text string) (uuid [16]byte, ok bool) {
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return
	}
	for i, at := range [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
		high, low := hexadecimal[text[at]], hexadecimal[text[at+1]]
		if high|low > 15 {
			return [16]byte{}, false
		}
		uuid[i] = high<<4 | low
	}
	return uuid, true
}

var hexadecimal = of("0123456789abcdef", 0, 0, "", "", "").andUpper()

func (f *format) andUpper() [256]byte {
	for c := byte('A'); c <= 'F'; c++ {
		f.values[c] = c - 'A' + 10
	}
	return f.values
}

// FormatUUID gives a UUID's own text.
func FormatUUID(uuid [16]byte) string {
	var text [36]byte
	hex.Encode(text[:8], uuid[:4])
	text[8] = '-'
	hex.Encode(text[9:13], uuid[4:6])
	text[13] = '-'
	hex.Encode(text[14:18], uuid[6:8])
	text[18] = '-'
	hex.Encode(text[19:23], uuid[8:10])
	text[23] = '-'
	hex.Encode(text[24:], uuid[10:])
	return string(text[:])
}

// ToUUID gives the UUID of a typeid, base62id, base64uuid or ulid.
func ToUUID(name, text string) (uuid [16]byte, err error) {
	f, err := formatOf(name)
	if err != nil || f.size != 16 {
		_, err = uuidOf(name, "")
		return uuid, err
	}
	if len(text) > longest {
		return uuid, tooLong(name, text)
	}
	bare := unquoted(text)
	if f != typeid {
		if high, low, ok := f.read(bare); ok {
			return uuidOfWords(high, low), nil
		} else if uuid, ok := readUUID(bare); ok {
			return uuid, nil
		}
	}
	_, high, low, err := f.split(name, bare, text)
	return uuidOfWords(high, low), err
}

func uuidOfWords(high, low uint64) (uuid [16]byte) {
	binary.BigEndian.PutUint64(uuid[:8], high)
	binary.BigEndian.PutUint64(uuid[8:], low)
	return
}

// FromUUID gives the id of a UUID, with a type prefix if there is one: then the name is that of a notation.
func FromUUID(name string, uuid [16]byte, prefix string) (string, error) {
	f, err := uuidOf(name, prefix)
	if err != nil {
		return "", err
	}
	return f.text(prefix, binary.BigEndian.Uint64(uuid[:8]), binary.BigEndian.Uint64(uuid[8:])), nil
}

// Timestamp says when an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; false for
// other UUIDs.
func Timestamp(name, text string) (time.Time, bool, error) {
	text, err := Parse(name, text)
	if err != nil {
		return time.Time{}, false, err
	}
	octets, err := Decode(name, text)
	if err != nil {
		return time.Time{}, false, err
	}
	switch name {
	case "uid11":
		return time.UnixMilli(int64(binary.BigEndian.Uint64(octets)>>22) + 1321009871111).UTC(), true, nil
	case "baseuid":
		units := binary.BigEndian.Uint64(octets) >> 16
		return time.UnixMicro(int64(units << 15 / 1000)).UTC(), true, nil
	}
	octets = octets[len(octets)-16:]
	if name != "ulid" && (octets[6]>>4 != 7 || octets[8]>>6 != 2) {
		return time.Time{}, false, nil
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(octets) >> 16)).UTC(), true, nil
}

// The last UUID and the last ULID of this process, and random octets from the system's strong source: none is older than a
// second.  A Go program does not fork.
type session struct {
	sync.Mutex
	uuid, ulid last
	pool       [1024]byte
	at         int
	filled     int64
}

// A millisecond, and two numbers, one of so many bits and one of 62, that ascend within it.
type last struct {
	ms        int64
	high, low uint64
}

var ids = session{at: 1024}

func (s *session) random(now int64) (number uint64) {
	if s.at == len(s.pool) || now-s.filled > 1000 || s.filled-now > 1000 {
		if _, err := rand.Read(s.pool[:]); err != nil {
			panic(err) // the system has no randomness
		}
		s.at, s.filled = 0, now
	}
	number = binary.LittleEndian.Uint64(s.pool[s.at:])
	binary.LittleEndian.PutUint64(s.pool[s.at:], 0)
	s.at += 8
	return
}

func (s *session) next(is *last, bits uint) last {
	s.Lock()
	defer s.Unlock()
	now := time.Now().UnixMilli()
	if now <= is.ms { // the clock stands still or has stepped back
		// By the ULID specification's step, or by one that keeps the next UUID from being guessed.
		is.low++
		if is == &s.uuid {
			is.low += s.random(now) >> 32
		}
		is.high += is.low >> 62
		is.low &= 1<<62 - 1
	}
	if now > is.ms || is.high>>bits != 0 {
		is.ms = max(now, is.ms+1)
		is.high, is.low = s.random(now)>>(64-bits), s.random(now)>>2
	}
	return *is
}

func nextUUID() (high, low uint64) {
	made := ids.next(&ids.uuid, 12)
	return uint64(made.ms)<<16 | 7<<12 | made.high, 2<<62 | made.low
}

// NewUUID makes a UUID of version 7.  All that one process makes ascend strictly, with those in the ids of NewID.
func NewUUID() (uuid [16]byte) {
	return uuidOfWords(nextUUID())
}

// NewID makes a typeid.  All that one process makes of a type prefix ascend strictly.
func NewID(prefix string) (string, error) { return NewIDIn("typeid", prefix) }

// NewIDIn makes a typed id.  All that one process makes of a type ascend strictly.
func NewIDIn(notation, prefix string) (string, error) {
	f, err := uuidOf(notation, prefix)
	if err != nil {
		return "", err
	}
	high, low := nextUUID()
	return f.text(prefix, high, low), nil
}

// NewULID makes a ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond.
func NewULID() string {
	made := ids.next(&ids.ulid, 18)
	return ulid.text("", uint64(made.ms)<<16|made.high>>2, made.high<<62|made.low)
}

// Typed is what typeid_create_type was given beside the notation.  Masked: a UUID that no masked id can have is refused.
// AcceptUUID: a UUID's own text is read, too.
type Typed struct {
	Prefix             string
	Masked, AcceptUUID bool
}

// ParseTyped gives what the type's input makes of a text: the canonical id.
func ParseTyped(notation, text string, is Typed) (string, error) {
	f, err := notationOf(notation, is.Prefix)
	if err != nil {
		return "", err
	}
	var high, low uint64
	bare, isUUID := unquoted(text), false
	if is.AcceptUUID {
		var uuid [16]byte
		uuid, isUUID = readUUID(bare)
		high, low = binary.BigEndian.Uint64(uuid[:8]), binary.BigEndian.Uint64(uuid[8:])
	}
	if !isUUID {
		if high, low, err = f.behind(notation, text, is.Prefix); err != nil {
			return "", err
		}
	}
	if is.Masked && f.size == 16 && (high>>12&15 != 4 || low>>62 != 2) {
		return "", invalid(notation, text, "its UUID is not of version 4, as that of every masked id is")
	}
	if !isUUID {
		return f.canonical(bare), nil
	}
	return f.text(is.Prefix, high, low), nil
}

// IsValidTyped says whether ParseTyped takes it.
func IsValidTyped(notation, text string, is Typed) bool {
	_, err := ParseTyped(notation, text, is)
	return err == nil
}

// PatternTyped is that of a typed id.
func PatternTyped(notation string, is Typed) (string, error) {
	f, err := notationOf(notation, is.Prefix)
	if err != nil {
		return "", err
	}
	lead := is.Prefix
	if lead != "" {
		lead += "_"
	}
	return patternOf(lead+f.pattern, is.AcceptUUID), nil
}

func storesUUID(name string) bool {
	f, err := formatOf(name)
	return err == nil && f.size == 16
}

// Codec is pgx's codec of one type: strings in Go, octets on the wire.  That of a typed id has the name of its notation.
type Codec struct {
	Name  string
	Typed *Typed
}

// The canonical text of what is given, and its octets.
func (c Codec) read(given string) (text string, octets []byte, err error) {
	if c.Typed != nil {
		if text, err = ParseTyped(c.Name, given, *c.Typed); err == nil {
			octets, err = DecodeIn(c.Name, text, c.Typed.Prefix)
		}
	} else if text, err = Parse(c.Name, given); err == nil {
		octets, err = Decode(c.Name, text)
	}
	return
}

func (c Codec) text(octets []byte) (string, error) {
	if c.Typed != nil {
		return EncodeIn(c.Name, octets, c.Typed.Prefix)
	}
	return Encode(c.Name, octets)
}

func (Codec) FormatSupported(format int16) bool {
	return format == pgtype.TextFormatCode || format == pgtype.BinaryFormatCode
}

func (Codec) PreferredFormat() int16 { return pgtype.BinaryFormatCode }

func (c Codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	switch value.(type) {
	case string:
		return encodePlan{c, format}
	case pgtype.TextValuer:
		return encodeTextPlan{c, format}
	case [16]byte, pgtype.UUIDValuer:
		return c.planUUID(format)
	}
	if kind := reflect.TypeOf(value); kind != nil && kind.ConvertibleTo(uuidType) && kind.Kind() == reflect.Array {
		return c.planUUID(format) // google/uuid, of which pgx would take the text
	}
	return nil
}

var uuidType = reflect.TypeOf([16]byte{})

// A UUID, where the type says what becomes of it.
func (c Codec) planUUID(format int16) pgtype.EncodePlan {
	if storesUUID(c.Name) && (c.Name != "typeid" || c.Typed != nil) {
		return encodeUUIDPlan{c, format}
	}
	return nil
}

type encodePlan struct {
	codec  Codec
	format int16
}

func (p encodePlan) Encode(value any, buf []byte) ([]byte, error) {
	text, octets, err := p.codec.read(value.(string))
	if err != nil {
		return nil, err
	}
	if p.format == pgtype.TextFormatCode {
		return append(buf, text...), nil
	}
	return append(buf, octets...), nil
}

type encodeUUIDPlan struct {
	codec  Codec
	format int16
}

func (p encodeUUIDPlan) Encode(value any, buf []byte) ([]byte, error) {
	var uuid [16]byte
	if valuer, ok := value.(pgtype.UUIDValuer); ok {
		value, err := valuer.UUIDValue()
		if err != nil || !value.Valid {
			return nil, err
		}
		uuid = value.Bytes
	} else {
		uuid = reflect.ValueOf(value).Convert(uuidType).Interface().([16]byte)
	}
	if p.format == pgtype.BinaryFormatCode {
		return append(buf, uuid[:]...), nil
	}
	text, err := p.codec.text(uuid[:])
	return append(buf, text...), err
}

type encodeTextPlan struct {
	codec  Codec
	format int16
}

func (p encodeTextPlan) Encode(value any, buf []byte) ([]byte, error) {
	text, err := value.(pgtype.TextValuer).TextValue()
	if err != nil || !text.Valid {
		return nil, err
	}
	return encodePlan(p).Encode(text.String, buf)
}

func (c Codec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *string:
		return scanPlan{c, format}
	case pgtype.TextScanner:
		return scanTextPlan{c, format}
	}
	return nil
}

type scanPlan struct {
	codec  Codec
	format int16
}

func (p scanPlan) text(src []byte) (string, error) {
	if p.format == pgtype.TextFormatCode {
		return string(src), nil
	}
	return p.codec.text(src)
}

func (p scanPlan) Scan(src []byte, target any) error {
	if src == nil {
		return fmt.Errorf("cannot scan NULL into %T", target)
	}
	text, err := p.text(src)
	*target.(*string) = text
	return err
}

type scanTextPlan scanPlan

func (p scanTextPlan) Scan(src []byte, target any) error {
	if src == nil {
		return target.(pgtype.TextScanner).ScanText(pgtype.Text{})
	}
	text, err := scanPlan(p).text(src)
	if err != nil {
		return err
	}
	return target.(pgtype.TextScanner).ScanText(pgtype.Text{String: text, Valid: true})
}

func (c Codec) DecodeDatabaseSQLValue(m *pgtype.Map, oid uint32, format int16, src []byte) (driver.Value, error) {
	return c.DecodeValue(m, oid, format, src)
}

func (c Codec) DecodeValue(m *pgtype.Map, oid uint32, format int16, src []byte) (any, error) {
	if src == nil {
		return nil, nil
	}
	return scanPlan{c, format}.text(src)
}

// KindOf names one kind of ids in StoredID.
type KindOf interface {
	Kind() (notation, prefix string)
}

// StoredID is an id in a program over a column of core's uuid, or of the typed id by now, which takes UUIDs: database/sql, pgx and
// GORM send its UUID's text and read either; Register is for arrays of a column that has moved. Its zero value is no id, and NULL.
//
//	type user struct{}
//	func (user) Kind() (notation, prefix string) { return "typeid", "user" }
//	type UserID = base62id.StoredID[user]
type StoredID[K KindOf] string

// Value is what a driver sends.
func (id StoredID[K]) Value() (driver.Value, error) {
	if id == "" {
		return nil, nil
	}
	var kind K
	notation, prefix := kind.Kind()
	uuid, err := ToColumn(notation, string(id), prefix, false)
	if err != nil {
		return nil, err
	}
	return FormatUUID(uuid), nil
}

// Canonical gives the text that is read back: == knows two texts of one id, as of a ULID, by theirs.
func (id StoredID[K]) Canonical() (string, error) {
	var kind K
	notation, prefix := kind.Kind()
	return ParseIn(notation, string(id), prefix)
}

// Scan reads what a driver got.
func (id *StoredID[K]) Scan(given any) error {
	if given == nil {
		*id = ""
		return nil
	}
	if octets, ok := given.([]byte); ok && len(octets) != 16 {
		given = string(octets)
	}
	var kind K
	notation, prefix := kind.Kind()
	text, err := FromColumn(notation, given, prefix)
	*id = StoredID[K](text)
	return err
}

// ScanUUID reads a uuid for pgx, which would give Scan its text.
func (id *StoredID[K]) ScanUUID(given pgtype.UUID) error {
	if !given.Valid {
		return id.Scan(nil)
	}
	return id.Scan(given.Bytes)
}

// GormDataType is the type of the column in GORM's migrations.
func (StoredID[K]) GormDataType() string { return "uuid" }

// StoredRange is the first and the last UUID of the ids of a kind that begin with a text: WHERE id BETWEEN $1 AND $2. Without
// one, ok is false.
func StoredRange[K KindOf](text string) (first, last string, ok bool, err error) {
	var kind K
	notation, prefix := kind.Kind()
	low, high, ok, err := PrefixRange(notation, text, prefix)
	return FormatUUID(low), FormatUUID(high), ok, err
}

// Register gives a connection the codecs of all types that its database has, typed ids, domains and arrays too: ids are strings.
// After a type was dropped and made again, which has another OID, a connection wants it again.
func Register(ctx context.Context, conn *pgx.Conn) error {
	return register(ctx, conn, false)
}

// RegisterUUIDs does it for a program that knows UUIDs: what base62id.output = uuid writes as UUIDs has pgx's own codec of
// a uuid, so whatever a uuid column is scanned into, copied or compared with does for these columns.
func RegisterUUIDs(ctx context.Context, conn *pgx.Conn) error {
	return register(ctx, conn, true)
}

const (
	typesOf = `SELECT t.oid, t.typarray, t.typname::text, pg_catalog.quote_ident(n.nspname),
	        pg_catalog.has_schema_privilege(n.oid, 'USAGE')
	    FROM pg_catalog.pg_extension e
	    JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid
	        AND d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.deptype = 'e'
	    JOIN pg_catalog.pg_type t ON t.oid = d.objid
	    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
	    WHERE e.extname = 'base62id' AND t.typname::text = ANY ($1)`
	typedOf = `SELECT t.oid, t.typarray, t.typname::text, k.prefix, k.notation, k.mask_key IS DISTINCT FROM 0, k.accept_uuid
	    FROM %s.typeid_types() k JOIN pg_catalog.pg_type t ON t.oid = k.type`
	domainsOf = `SELECT t.oid, t.typarray, t.typname::text, t.typbasetype FROM pg_catalog.pg_type t
	    WHERE t.typtype = 'd' AND t.typbasetype = ANY ($1)`
)

func register(ctx context.Context, conn *pgx.Conn, asUUID bool) error {
	var schema string
	var oid, array, base uint32
	var name string
	var usage bool
	bases := []uint32{pgtype.UUIDOID}
	add := func(codec pgtype.Codec, uuids bool) {
		element := &pgtype.Type{Name: name, OID: oid, Codec: codec}
		if asUUID && uuids {
			element.Codec = pgtype.UUIDCodec{}
		}
		conn.TypeMap().RegisterType(element)
		list := &pgtype.ArrayCodec{ElementType: element}
		conn.TypeMap().RegisterType(&pgtype.Type{Name: "_" + name, OID: array, Codec: list})
		bases = append(bases, oid)
	}
	rows, _ := conn.Query(ctx, typesOf, Names) // ForEachRow returns its error
	_, err := pgx.ForEachRow(rows, []any{&oid, &array, &name, &schema, &usage}, func() error {
		add(Codec{Name: name}, name != "typeid" && storesUUID(name))
		return nil
	})
	if err != nil {
		return err
	}
	if usage {
		var prefix, notation string
		var masked, acceptUUID bool
		rows, _ = conn.Query(ctx, fmt.Sprintf(typedOf, schema))
		_, err = pgx.ForEachRow(rows, []any{&oid, &array, &name, &prefix, &notation, &masked, &acceptUUID}, func() error {
			typed := Typed{Prefix: prefix, Masked: masked, AcceptUUID: acceptUUID}
			add(Codec{Name: notation, Typed: &typed}, acceptUUID)
			return nil
		})
		if err != nil {
			return err
		}
	}
	// A value of a domain has its type's codec.
	rows, _ = conn.Query(ctx, domainsOf, bases)
	_, err = pgx.ForEachRow(rows, []any{&oid, &array, &name, &base}, func() error {
		if of, ok := conn.TypeMap().TypeForOID(base); ok {
			add(of.Codec, false)
		}
		return nil
	})
	return err
}
