// Ids made by the client: each text is a number written with an alphabet.
package main

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"
)

const (
	base32     = "0123456789abcdefghjkmnpqrstvwxyz"
	base58     = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base62     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	base64uuid = "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	baseuid    = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
)

var types = []string{"typeid", "user_id", "uid11", "baseuid", "base62id", "base64uuid", "ulid"}

func digits(number *big.Int, alphabet string, length int) string {
	radix, digit := big.NewInt(int64(len(alphabet))), new(big.Int)
	number = new(big.Int).Set(number)
	text := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		number.DivMod(number, radix, digit)
		text[i] = alphabet[digit.Int64()]
	}
	return string(text)
}

// high in front of random bits.
func withRandom(high int64, bits uint) *big.Int {
	random, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), bits))
	if err != nil {
		panic(err)
	}
	return random.Or(random, new(big.Int).Lsh(big.NewInt(high), bits))
}

func uuidv7() *big.Int {
	number := withRandom(time.Now().UnixMilli(), 80)
	for i, bit := range []uint{0, 1} { // the variant, 10
		number.SetBit(number, 62+i, bit)
	}
	for i, bit := range []uint{1, 1, 1, 0} { // version 7
		number.SetBit(number, 76+i, bit)
	}
	return number
}

// The bits in front of a UUID that make the first symbol a letter.
func prefixed(bits int64, uuid *big.Int) *big.Int {
	return new(big.Int).Or(uuid, new(big.Int).Lsh(big.NewInt(bits), 128))
}

func newID(t string) string {
	now := time.Now()
	switch t {
	case "typeid", "user_id": // the latter is a domain over typeid
		return "user_" + digits(uuidv7(), base32, 26)
	case "uid11": // profile xid: milliseconds since its epoch, and 22 random bits
		return digits(withRandom(now.UnixMilli()-1321009871111, 22), base58, 11)
	case "baseuid":
		return digits(withRandom(now.UnixNano()>>15, 72), baseuid, 20)
	case "ulid":
		return strings.ToUpper(digits(withRandom(now.UnixMilli(), 80), base32, 26))
	case "base62id":
		return digits(prefixed(2, uuidv7()), base62, 22)
	default:
		return digits(prefixed(4, uuidv7()), base64uuid, 22)
	}
}

// Runs an operation for each type and prints a line for each: cell or fail, operation, type, how it was written.
func run(name string, operation func(t string) (string, error)) {
	for _, t := range types {
		if how, err := operation(t); err != nil {
			failed = true
			fmt.Printf("fail\t%s\t%s\t%s\n", name, t, strings.ReplaceAll(err.Error(), "\n", " | "))
		} else {
			fmt.Printf("cell\t%s\t%s\t%s\n", name, t, how)
		}
	}
}

type variant struct {
	how     string
	attempt func() error
}

func firstThatWorks(variants ...variant) (how string, err error) {
	for _, v := range variants {
		if err = v.attempt(); err == nil {
			return v.how, nil
		}
	}
	return "", err
}

func usesIndex(plan, condition string) error {
	if !strings.Contains(plan, "Index Cond: (id "+condition) || strings.Contains(plan, "Filter") {
		return fmt.Errorf("%s", plan)
	}
	return nil
}

var failed = false

func finish() {
	if failed {
		os.Exit(1)
	}
}
