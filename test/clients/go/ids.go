// Ids made by the client: each text is a number written with an alphabet.
package main

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"os"
	"strings"
)

// How the ids of a type are written: a line of the file FORMATS, which ../run makes.
type format struct {
	alphabet      string
	symbols, bits int
	lead          int64
	prefix        string
}

var types []string
var formats = map[string]format{}

func init() {
	file, err := os.ReadFile(os.Getenv("FORMATS"))
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(file), "\n"), "\n") {
		fields := strings.Split(line, "\t")
		f := format{alphabet: fields[2]}
		if _, err := fmt.Sscan(strings.Join(fields[3:6], " "), &f.symbols, &f.lead, &f.bits); err != nil {
			panic(err)
		}
		if fields[7] != "" {
			f.prefix = fields[7] + "_"
		}
		types, formats[fields[0]] = append(types, fields[0]), f
	}
}

func newID(t string) string {
	f := formats[t]
	number, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), uint(f.bits)))
	if err != nil {
		panic(err)
	}
	number.Or(number, new(big.Int).Lsh(big.NewInt(f.lead), uint(f.bits)))
	radix, digit := big.NewInt(int64(len(f.alphabet))), new(big.Int)
	text := make([]byte, f.symbols)
	for i := f.symbols - 1; i >= 0; i-- {
		number.DivMod(number, radix, digit)
		text[i] = f.alphabet[digit.Int64()]
	}
	return f.prefix + string(text)
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
