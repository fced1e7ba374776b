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
	"math/big"
	"math/bits"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// A number of so many bits, plus the offset, as symbols of the alphabet, and their pattern.
type format struct {
	alphabet string
	length   int
	bits     uint
	pattern  string
	offset   int64 // times 2^128
	upper    bool
}

const (
	digits = "0123456789"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
)

var (
	suffix  = format{"0123456789abcdefghjkmnpqrstvwxyz", 26, 128, "[0-7][0-9a-hjkmnp-tv-z]{25}", 0, false}
	formats = map[string]format{
		"base62id":   {digits + upper + lower, 22, 128, "[F-N][0-9A-Za-z]{21}", 2, false},
		"base64uuid": {"$" + digits + upper + "_" + lower, 22, 128, "[F-I][$0-9A-Z_a-z]{21}", 4, false},
		"uid11":      {"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 64, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}", 0, false},
		"baseuid":    {"-" + digits + upper + "_" + lower, 20, 120, "[-0-9A-Z_a-z]{20}", 0, false},
		"ulid":       {"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}", 0, true},
	}
	// Names of the types.
	Names = []string{"typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"}
)

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

func formatOf(name string) (format, error) {
	f, ok := formats[name]
	if !ok {
		return f, fmt.Errorf("no id is of the name %q, but: %s", name, strings.Join(Names, ", "))
	}
	return f, nil
}

func (f format) decode(name, given, whole string) ([]byte, error) {
	text := given
	if f.upper {
		text = strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' {
				return r - 32
			}
			return r
		}, text)
	}
	if len(text) != f.length {
		return nil, invalid(name, whole, "%d octets, not %d symbols", len(text), f.length)
	}
	number, base := new(big.Int), big.NewInt(int64(len(f.alphabet)))
	for i := 0; i < len(text); i++ {
		value := strings.IndexByte(f.alphabet, text[i])
		if value < 0 {
			at := i + 1 + strings.LastIndex(whole, given)
			return nil, invalid(name, whole, "%q at position %d is not in its alphabet", text[i:i+1], at)
		}
		number.Mul(number, base).Add(number, big.NewInt(int64(value)))
	}
	number.Sub(number, new(big.Int).Lsh(big.NewInt(f.offset), 128))
	if number.Sign() < 0 || uint(number.BitLen()) > f.bits {
		return nil, invalid(name, whole, "its number is none of a %s", name)
	}
	return number.FillBytes(make([]byte, f.bits/8)), nil
}

func (f format) encode(name string, octets []byte) (string, error) {
	if uint(len(octets)) != f.bits/8 {
		return "", invalid(name, "", "%d octets, not %d", len(octets), f.bits/8)
	}
	number, base, value := new(big.Int).SetBytes(octets), big.NewInt(int64(len(f.alphabet))), new(big.Int)
	number.Add(number, new(big.Int).Lsh(big.NewInt(f.offset), 128))
	text := make([]byte, f.length)
	for i := f.length - 1; i >= 0; i-- {
		number.DivMod(number, base, value)
		text[i] = f.alphabet[value.Int64()]
	}
	return string(text), nil
}

func isPrefix(prefix string) bool {
	for i := 0; i < len(prefix); i++ {
		letter := 'a' <= prefix[i] && prefix[i] <= 'z'
		if !letter && (prefix[i] != '_' || i == 0 || i == len(prefix)-1) {
			return false
		}
	}
	return len(prefix) <= 63
}

func checkPrefix(prefix, whole string) error {
	if isPrefix(prefix) {
		return nil
	}
	return invalid("typeid", whole, "a type prefix has at most 63 symbols of a to z, and _ inside, not %.100q", prefix)
}

func unquoted(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

// Decode gives the octets that PostgreSQL sends and receives, of an id's own text, bare or in one pair of double quotes.
func Decode(name, text string) ([]byte, error) {
	bare := unquoted(text)
	if name != "typeid" {
		f, err := formatOf(name)
		if err != nil {
			return nil, err
		}
		return f.decode(name, bare, text)
	}
	separator := strings.LastIndexByte(bare, '_')
	if separator == 0 {
		return nil, invalid(name, text, "a separator without a type prefix")
	}
	prefix := bare[:max(separator, 0)]
	if err := checkPrefix(prefix, text); err != nil {
		return nil, err
	}
	octets, err := suffix.decode(name, bare[separator+1:], text)
	if err != nil {
		return nil, err
	}
	return append([]byte(prefix), octets...), nil
}

// Encode gives the text of an id's octets.
func Encode(name string, octets []byte) (string, error) {
	if name != "typeid" {
		f, err := formatOf(name)
		if err != nil {
			return "", err
		}
		return f.encode(name, octets)
	}
	if len(octets) < 16 {
		return "", invalid(name, "", "%d octets, not 16 or more", len(octets))
	}
	prefix := string(octets[:len(octets)-16])
	if err := checkPrefix(prefix, ""); err != nil {
		return "", err
	}
	text, err := suffix.encode(name, octets[len(octets)-16:])
	if prefix != "" {
		text = prefix + "_" + text
	}
	return text, err
}

func isUUID(name string) bool { return name == "typeid" || formats[name].bits == 128 }

const uuidPattern = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"

var uuidText = regexp.MustCompile("^" + uuidPattern + "$")

// Parse gives what the type's input makes of a text: the canonical id.  A base62id, base64uuid or ulid may also come as
// a UUID's own text.
func Parse(name, text string) (string, error) {
	if bare := unquoted(text); name != "typeid" && isUUID(name) && uuidText.MatchString(bare) {
		uuid, err := ParseUUID(bare)
		if err != nil {
			return "", err
		}
		return FromUUID(name, uuid, "")
	}
	octets, err := Decode(name, text)
	if err != nil {
		return "", err
	}
	return Encode(name, octets)
}

// IsValid says whether this is the text of an id, as …_is_valid on the server.
func IsValid(name, text string) bool {
	_, err := Decode(name, text)
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
	if name == "typeid" {
		return patternOf("(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?"+suffix.pattern, false), nil
	}
	f, err := formatOf(name)
	return patternOf(f.pattern, f.bits == 128), err
}

// TypePrefix gives the type prefix of a typeid.
func TypePrefix(id string) string { return TypePrefixIn("typeid", id) }

// Typed ids: what typeid_create_type(name, prefix, notation) makes.  A notation is typeid, ulid, base62id, base64uuid or uid11; of
// a type that masks, octets and UUIDs are those of the façade.

func notationOf(notation string) (format, error) {
	if notation == "typeid" {
		return suffix, nil
	}
	f, err := formatOf(notation)
	if err == nil && f.bits != 128 && notation != "uid11" {
		err = fmt.Errorf("%s is no notation of typed ids", notation)
	}
	return f, err
}

func leadOf(prefix string) string {
	if prefix == "" {
		return ""
	}
	return prefix + "_"
}

// DecodeIn gives the octets of a typed id with this type prefix, as its type sends and receives them.
func DecodeIn(notation, text, prefix string) ([]byte, error) {
	f, err := notationOf(notation)
	if err == nil {
		err = checkPrefix(prefix, "")
	}
	if err != nil {
		return nil, err
	}
	bare, lead, found := unquoted(text), leadOf(prefix), TypePrefixIn(notation, text)
	if notation == "typeid" {
		if err := checkPrefix(found, text); err != nil {
			return nil, err
		}
	}
	// Behind a TypeID's prefix there is no underscore.
	if !strings.HasPrefix(bare, lead) || (notation == "typeid" && found != prefix) {
		return nil, invalid(notation, text, "the type prefix is %.100q, not %q", found, prefix)
	}
	return f.decode(notation, bare[len(lead):], text)
}

// EncodeIn gives the text of a typed id's octets.
func EncodeIn(notation string, octets []byte, prefix string) (string, error) {
	f, err := notationOf(notation)
	if err == nil {
		err = checkPrefix(prefix, "")
	}
	if err != nil {
		return "", err
	}
	text, err := f.encode(notation, octets)
	if err != nil {
		return "", err
	}
	return leadOf(prefix) + text, nil
}

// ParseIn gives what the type's input makes of a text: the canonical id.
func ParseIn(notation, text, prefix string) (string, error) {
	octets, err := DecodeIn(notation, text, prefix)
	if err != nil {
		return "", err
	}
	return EncodeIn(notation, octets, prefix)
}

// IsValidIn says whether this is the text of a typed id with this type prefix.
func IsValidIn(notation, text, prefix string) bool {
	_, err := DecodeIn(notation, text, prefix)
	return err == nil
}

// TypePrefixIn gives the type prefix of a typed id: behind it stand an underscore and as many symbols as the notation
// has, among which may be underscores.
func TypePrefixIn(notation, id string) string {
	bare := unquoted(id)
	separator := strings.LastIndexByte(bare, '_')
	if notation != "typeid" {
		separator = len(bare) - formats[notation].length - 1
	}
	return bare[:max(separator, 0)]
}

// FromNumber gives the typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks
// by that key shows it.
func FromNumber(number int64, prefix string, key []byte) (string, error) {
	block := uint64(number)
	if key != nil {
		keys, err := roundKeys(key, prefix)
		if err != nil {
			return "", err
		}
		x, y := uint32(block>>32), uint32(block)
		for _, k := range keys {
			x, y = round(x, y, k)
		}
		block = uint64(x)<<32 | uint64(y)
	}
	return EncodeIn("uid11", binary.BigEndian.AppendUint64(nil, block), prefix)
}

// ToNumber gives the bigint of a typed id.  Of a masked type every text has one: nothing shows another key.
func ToNumber(text, prefix string, key []byte) (int64, error) {
	octets, err := DecodeIn("uid11", text, prefix)
	if err != nil {
		return 0, err
	}
	block := binary.BigEndian.Uint64(octets)
	if key != nil {
		keys, err := roundKeys(key, prefix)
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

func roundKeys(key []byte, prefix string) (keys [27]uint32, err error) {
	if len(key) != 16 {
		return keys, fmt.Errorf("a mask key has 16 octets, not %d", len(key))
	}
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
	return keys, nil
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
func ParseUUID(text string) (uuid [16]byte, err error) {
	if !uuidText.MatchString(text) {
		return uuid, invalid("uuid", text, "not 32 hexadecimal digits in groups of 8-4-4-4-12")
	}
	_, err = hex.Decode(uuid[:], []byte(strings.ReplaceAll(text, "-", "")))
	return uuid, err
}

// FormatUUID gives a UUID's own text.
func FormatUUID(uuid [16]byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", uuid[:4], uuid[4:6], uuid[6:8], uuid[8:10], uuid[10:])
}

// ToUUID gives the UUID of a typeid, base62id, base64uuid or ulid.
func ToUUID(name, text string) (uuid [16]byte, err error) {
	if !isUUID(name) {
		return uuid, fmt.Errorf("a %s is no UUID", name)
	}
	text, err = Parse(name, text)
	if err != nil {
		return uuid, err
	}
	octets, err := Decode(name, text)
	if err == nil {
		copy(uuid[:], octets[len(octets)-16:])
	}
	return uuid, err
}

// FromUUID gives the id of a UUID, with a type prefix if there is one: then the name is that of a notation.
func FromUUID(name string, uuid [16]byte, prefix string) (string, error) {
	if !isUUID(name) {
		return "", fmt.Errorf("a %s is no UUID", name)
	}
	return EncodeIn(name, uuid[:], prefix)
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

// What comes after the last id: a millisecond, and a number of so many bits that ascends within it.
type ascending struct {
	sync.Mutex
	bits uint
	step func() uint64
	ms   int64
	rest *big.Int
}

func random(bits uint) *big.Int {
	number, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), bits))
	if err != nil {
		panic(err) // the system has no randomness
	}
	return number
}

func (a *ascending) next() (int64, *big.Int) {
	a.Lock()
	defer a.Unlock()
	if now := time.Now().UnixMilli(); now > a.ms {
		a.ms, a.rest = now, random(a.bits)
	} else { // the clock stands still or has stepped back
		a.rest = new(big.Int).Add(a.rest, new(big.Int).SetUint64(a.step()))
		if uint(a.rest.BitLen()) > a.bits {
			a.ms, a.rest = a.ms+1, random(a.bits)
		}
	}
	return a.ms, a.rest
}

// UUID version 7 has 74 bits beside the time.  A random step keeps the next id from being guessed.
var (
	uuids = ascending{bits: 74, step: func() uint64 { return 1 + random(32).Uint64() }}
	ulids = ascending{bits: 80, step: func() uint64 { return 1 }} // as the ULID specification counts on
)

// NewUUID makes a UUID of version 7.  All that one process makes ascend strictly, with those in the ids of NewID.
func NewUUID() (uuid [16]byte) {
	ms, rest := uuids.next()
	low := new(big.Int).And(rest, new(big.Int).SetUint64(1<<62-1)).Uint64()
	high := new(big.Int).Rsh(rest, 62).Uint64()
	binary.BigEndian.PutUint64(uuid[:8], uint64(ms)<<16|7<<12|high)
	binary.BigEndian.PutUint64(uuid[8:], 2<<62|low)
	return uuid
}

// NewID makes a typeid.  All that one process makes of a type prefix ascend strictly.
func NewID(prefix string) (string, error) { return NewIDIn("typeid", prefix) }

// NewIDIn makes a typed id.  All that one process makes of a type ascend strictly.
func NewIDIn(notation, prefix string) (string, error) { return FromUUID(notation, NewUUID(), prefix) }

// NewULID makes a ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond.
func NewULID() string {
	ms, rest := ulids.next()
	number := new(big.Int).Lsh(big.NewInt(ms), 80)
	text, err := Encode("ulid", number.Or(number, rest).FillBytes(make([]byte, 16)))
	if err != nil {
		panic(err) // 16 octets
	}
	return text
}

// Typed is what typeid_create_type was given beside the notation.  Masked: a UUID that no masked id can have is refused.
// AcceptUUID: a UUID's own text is read, too.
type Typed struct {
	Prefix             string
	Masked, AcceptUUID bool
}

// ParseTyped gives what the type's input makes of a text: the canonical id.
func ParseTyped(notation, text string, is Typed) (string, error) {
	var octets []byte
	var err error
	if bare := unquoted(text); is.AcceptUUID && uuidText.MatchString(bare) {
		var uuid [16]byte
		uuid, err = ParseUUID(bare)
		octets = uuid[:]
	} else {
		octets, err = DecodeIn(notation, text, is.Prefix)
	}
	if err != nil {
		return "", err
	}
	if is.Masked && len(octets) == 16 && (octets[6]>>4 != 4 || octets[8]>>6 != 2) {
		return "", invalid(notation, text, "its UUID is not of version 4, as that of every masked id is")
	}
	return EncodeIn(notation, octets, is.Prefix)
}

// IsValidTyped says whether ParseTyped takes it.
func IsValidTyped(notation, text string, is Typed) bool {
	_, err := ParseTyped(notation, text, is)
	return err == nil
}

// PatternTyped is that of a typed id.
func PatternTyped(notation string, is Typed) (string, error) {
	f, err := notationOf(notation)
	if err == nil {
		err = checkPrefix(is.Prefix, "")
	}
	return patternOf(leadOf(is.Prefix)+f.pattern, is.AcceptUUID), err
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
		if isUUID(c.Name) && (c.Name != "typeid" || c.Typed != nil) {
			return encodeUUIDPlan{c, format}
		}
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

// A UUID, where the type says what becomes of it.
type encodeUUIDPlan struct {
	codec  Codec
	format int16
}

func (p encodeUUIDPlan) Encode(value any, buf []byte) ([]byte, error) {
	uuid, ok := value.([16]byte)
	if !ok {
		value, err := value.(pgtype.UUIDValuer).UUIDValue()
		if err != nil || !value.Valid {
			return nil, err
		}
		uuid = value.Bytes
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

// Register gives a connection the codecs of all types that its database has, typed ids and arrays too: ids are strings.
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
	typedOf = `SELECT t.oid, t.typarray, t.typname::text, k.prefix, k.notation, k.mask_key <> 0, k.accept_uuid
	    FROM %s.typeid_types() k JOIN pg_catalog.pg_type t ON t.oid = k.type`
)

func register(ctx context.Context, conn *pgx.Conn, asUUID bool) error {
	var schema string
	var oid, array uint32
	var name string
	var usage bool
	add := func(codec Codec, uuids bool) {
		element := &pgtype.Type{Name: name, OID: oid, Codec: codec}
		if asUUID && uuids {
			element.Codec = pgtype.UUIDCodec{}
		}
		conn.TypeMap().RegisterType(element)
		list := &pgtype.ArrayCodec{ElementType: element}
		conn.TypeMap().RegisterType(&pgtype.Type{Name: "_" + name, OID: array, Codec: list})
	}
	rows, err := conn.Query(ctx, typesOf, Names)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, []any{&oid, &array, &name, &schema, &usage}, func() error {
		add(Codec{Name: name}, name != "typeid" && isUUID(name))
		return nil
	})
	if err != nil || schema == "" || !usage {
		return err
	}
	var prefix, notation string
	var masked, acceptUUID bool
	rows, err = conn.Query(ctx, fmt.Sprintf(typedOf, schema))
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, []any{&oid, &array, &name, &prefix, &notation, &masked, &acceptUUID}, func() error {
		typed := Typed{Prefix: prefix, Masked: masked, AcceptUUID: acceptUUID}
		add(Codec{Name: notation, Typed: &typed}, acceptUUID)
		return nil
	})
	return err
}
