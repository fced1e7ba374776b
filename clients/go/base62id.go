// Package base62id reads and writes the ids of the PostgreSQL extension base62id, and gives pgx 5 their codecs.
//
//	config.AfterConnect = base62id.Register   // ids are strings in binary, arrays too, and CopyFrom works
//	base62id.Parse("typeid", text)            // the canonical text, or an error
//
// One file: copy it, or package it.
package base62id

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// A number of so many bits, plus the offset, as symbols of the alphabet.
type format struct {
	alphabet string
	length   int
	bits     uint
	offset   int64 // times 2^128
	upper    bool
}

const (
	digits = "0123456789"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
)

var (
	suffix  = format{alphabet: "0123456789abcdefghjkmnpqrstvwxyz", length: 26, bits: 128}
	formats = map[string]format{
		"base62id":   {alphabet: digits + upper + lower, length: 22, bits: 128, offset: 2},
		"base64uuid": {alphabet: "$" + digits + upper + "_" + lower, length: 22, bits: 128, offset: 4},
		"uid11":      {alphabet: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", length: 11, bits: 64},
		"baseuid":    {alphabet: "-" + digits + upper + "_" + lower, length: 20, bits: 120},
		"ulid":       {alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26, bits: 128, upper: true},
	}
	// Names of the types.
	Names = []string{"typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"}

	errPrefix = errors.New("the type prefix has 1 to 63 symbols of a to z, and _ inside")
)

func (f format) decode(name, text string) ([]byte, error) {
	if f.upper {
		text = strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' {
				return r - 32
			}
			return r
		}, text)
	}
	if len(text) != f.length {
		return nil, fmt.Errorf("%s has %d symbols, not %d octets", name, f.length, len(text))
	}
	number, base := new(big.Int), big.NewInt(int64(len(f.alphabet)))
	for i := 0; i < len(text); i++ {
		value := strings.IndexByte(f.alphabet, text[i])
		if value < 0 {
			return nil, fmt.Errorf("the symbol at position %d is not in the alphabet of %s", i+1, name)
		}
		number.Mul(number, base).Add(number, big.NewInt(int64(value)))
	}
	number.Sub(number, new(big.Int).Lsh(big.NewInt(f.offset), 128))
	if number.Sign() < 0 || uint(number.BitLen()) > f.bits {
		return nil, fmt.Errorf("the value is not one of %s", name)
	}
	return number.FillBytes(make([]byte, f.bits/8)), nil
}

func (f format) encode(name string, octets []byte) (string, error) {
	if uint(len(octets)) != f.bits/8 {
		return "", fmt.Errorf("%s has %d octets, not %d", name, f.bits/8, len(octets))
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

// Decode gives the octets that PostgreSQL sends and receives.  Like the type's input it takes one pair of
// double quotes, too.
func Decode(name, text string) ([]byte, error) {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		text = text[1 : len(text)-1]
	}
	if name != "typeid" {
		return formats[name].decode(name, text)
	}
	separator := strings.LastIndexByte(text, '_')
	prefix := text[:max(separator, 0)]
	if !isPrefix(prefix) || separator == 0 {
		return nil, errPrefix
	}
	octets, err := suffix.decode(name, text[separator+1:])
	return append([]byte(prefix), octets...), err
}

// Encode gives the text of an id's octets.
func Encode(name string, octets []byte) (string, error) {
	if name != "typeid" {
		return formats[name].encode(name, octets)
	}
	if len(octets) < 16 {
		return "", fmt.Errorf("typeid has 16 octets or more, not %d", len(octets))
	}
	prefix := string(octets[:len(octets)-16])
	if !isPrefix(prefix) {
		return "", errPrefix
	}
	text, err := suffix.encode(name, octets[len(octets)-16:])
	if prefix != "" {
		text = prefix + "_" + text
	}
	return text, err
}

// Parse gives the canonical text of an id.
func Parse(name, text string) (string, error) {
	octets, err := Decode(name, text)
	if err != nil {
		return "", err
	}
	return Encode(name, octets)
}

// Codec is pgx's codec of one type: strings in Go, octets on the wire.  A typed id has the name typeid and a
// prefix.
type Codec struct {
	Name   string
	Prefix string
}

func (c Codec) octets(text string) ([]byte, error) {
	octets, err := Decode(c.Name, text)
	if err == nil && c.Prefix != "" {
		if string(octets[:len(octets)-16]) != c.Prefix {
			return nil, fmt.Errorf("the type prefix is not %s", c.Prefix)
		}
		octets = octets[len(octets)-16:]
	}
	return octets, err
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
	}
	return nil
}

type encodePlan struct {
	codec  Codec
	format int16
}

func (p encodePlan) Encode(value any, buf []byte) ([]byte, error) {
	octets, err := p.codec.octets(value.(string))
	if err != nil {
		return nil, err
	}
	if p.format == pgtype.TextFormatCode {
		return append(buf, value.(string)...), nil
	}
	return append(buf, octets...), nil
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
	return Encode(p.codec.Name, append([]byte(p.codec.Prefix), src...))
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

// Register gives a connection the codecs of the types that its database has, and of their arrays.
func Register(ctx context.Context, conn *pgx.Conn) error {
	return RegisterTyped(ctx, conn, nil)
}

// RegisterTyped does it for typed ids as well: {"user_id": "user"}.
func RegisterTyped(ctx context.Context, conn *pgx.Conn, typed map[string]string) error {
	codecs := map[string]Codec{}
	for _, name := range Names {
		codecs[name] = Codec{Name: name}
	}
	for name, prefix := range typed {
		codecs[name] = Codec{Name: "typeid", Prefix: prefix}
	}
	for name, codec := range codecs {
		var oid, array uint32
		err := conn.QueryRow(ctx, "SELECT oid, typarray FROM pg_catalog.pg_type"+
			" WHERE oid = pg_catalog.to_regtype($1)", name).Scan(&oid, &array)
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		element := &pgtype.Type{Name: name, OID: oid, Codec: codec}
		conn.TypeMap().RegisterType(element)
		list := &pgtype.ArrayCodec{ElementType: element}
		conn.TypeMap().RegisterType(&pgtype.Type{Name: "_" + name, OID: array, Codec: list})
	}
	return nil
}
