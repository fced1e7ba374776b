// Answers test/client-codecs; lines.py there says what.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id"
)

// A type whose kind is that of the line that is answered.
type asked struct{}

var askedKind *base62id.Kind

func (asked) Kind() *base62id.Kind { return askedKind }

var userKind = base62id.MustKind("user")

type user struct{}

func (user) Kind() *base62id.Kind { return userKind }

func kindOf(notation, prefix string, masked, accepts bool) (*base62id.Kind, error) {
	if prefix == "-" {
		kind := base62id.System(strings.Replace(notation, "xid", "uid11", 1))
		if kind == nil {
			return nil, fmt.Errorf("no system %.100q", notation)
		}
		return kind, nil
	}
	options := []base62id.Option{base62id.Notation(notation)}
	if masked {
		options = append(options, base62id.Masked())
	}
	if accepts {
		options = append(options, base62id.AcceptUUID())
	}
	return base62id.NewKind(prefix, options...)
}

func workers() {
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			var made strings.Builder
			for i := 0; i < 12500; i++ {
				fmt.Fprintln(&made, base62id.Generate[user]())
				fmt.Fprintln(&made, base62id.Generate[base62id.Base62ID]())
				fmt.Fprintln(&made, base62id.Generate[base62id.ULID]())
			}
			os.Stdout.WriteString(made.String())
		}()
	}
	all.Wait()
}

func answer(operation, notation, prefix, text, a, b string) string {
	if operation == "number" || operation == "keys" {
		return answerNumber(operation, prefix, text, a, b)
	}
	if operation == "long" {
		return long(notation, prefix, text)
	}
	accepts := b == "t" || operation == "column" && a == "t"
	kind, err := kindOf(notation, prefix, operation == "parse" && a == "t", accepts)
	if err != nil {
		return fmt.Sprint("no kind: ", err)
	}
	askedKind = kind
	switch operation {
	case "parse":
		id, _ := base62id.Parse[asked](text)
		is := 0
		if base62id.Is[asked](text) {
			is = 1
		}
		return fmt.Sprintf("%s\t%d", id, is)
	case "range":
		if first, last, ok := base62id.PrefixRange[asked](text); ok {
			return fmt.Sprintf("%s\t%s", first, last)
		}
		return ""
	case "column":
		uuid, err := kind.ToColumn(text)
		if err != nil {
			return ""
		}
		id, err := kind.FromColumn(uuid.String())
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s\t%s", uuid, id)
	case "uuid":
		uuid, err := base62id.ParseUUID(text)
		if err != nil {
			return ""
		}
		id := base62id.FromUUID[asked](uuid)
		again, err := id.UUID()
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s\t%s", id, again)
	case "time":
		if made, known := base62id.MustParse[asked](text).Timestamp(); known {
			return strconv.FormatInt(made.UnixMilli(), 10)
		}
		return ""
	case "made":
		return made()
	case "message":
		_, err := kind.Parse(text)
		if err != nil && strings.Contains(err.Error(), a) {
			return "true"
		}
		return fmt.Sprint(err)
	}
	return "?"
}

func made() string {
	var last base62id.ID[asked]
	for i := 0; i < 1000; i++ {
		id := base62id.Generate[asked]()
		if read, err := base62id.Parse[asked](id.String()); err != nil || read != id || id.Compare(last) <= 0 {
			return fmt.Sprint(last, id, err)
		}
		last = id
	}
	when, known := last.Timestamp()
	return fmt.Sprint(known && time.Since(when).Abs() < time.Minute)
}

func numbersOf(prefix string, key []byte) (*base62id.Numbers[asked], error) {
	kind, err := kindOf("uid11", prefix, key != nil, false)
	if err != nil {
		return nil, err
	}
	askedKind = kind
	return base62id.NewNumbers[asked](key)
}

func answerNumber(operation, prefix, text, a, b string) string {
	if operation == "keys" {
		return keys(prefix, text)
	}
	var key []byte
	if a != "" {
		key, _ = hex.DecodeString(a)
	}
	numbers, err := numbersOf(prefix, key)
	if err != nil {
		return err.Error()
	}
	number, err := strconv.ParseInt(b, 10, 64)
	if err != nil {
		return err.Error()
	}
	shown := numbers.Encode(number).String()
	id, err := base62id.Parse[asked](text)
	if err != nil {
		return shown + "\t"
	}
	back, err := numbers.Decode(id)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s\t%d", shown, back)
}

func keys(prefix, text string) string {
	texts, printed := map[string]int{}, ""
	for i := 0; i < 400; i++ {
		numbers, err := numbersOf(prefix, append([]byte(text[:15]), byte(i%200)))
		if err != nil {
			return err.Error()
		}
		shown := numbers.Encode(42)
		number, err := numbers.Decode(shown)
		of, again := texts[shown.String()]
		if err != nil || number != 42 || again != (i >= 200) || again && of != i%200 {
			return fmt.Sprint(i, shown, number, err)
		}
		texts[shown.String()] = i % 200
		printed += fmt.Sprintf("%v %+v %#v %s %x", numbers, numbers, numbers, *numbers, numbers)
	}
	for _, wrong := range []string{text[1:], text + text} {
		_, err := numbersOf(prefix, []byte(wrong))
		if err == nil {
			return "a key of another length"
		}
		printed += err.Error()
	}
	inWords := hex.EncodeToString([]byte(text[:8]))
	return fmt.Sprint(!strings.Contains(printed, text[:8]) && !strings.Contains(printed, inWords))
}

// Whether of a long text, wherever it is given, little is said. Of a million symbols, what reads
// each with each does not come back before the test is given up.
func long(notation, prefix, symbol string) string {
	text := strings.Repeat(symbol, 1000000)
	longest := longestSaid(notation, prefix, text, []byte(text))
	if longest > 1200 {
		return fmt.Sprint(longest)
	}
	return "true"
}

func longestSaid(notation, prefix, text string, octets []byte) (longest int) {
	say := func(said ...any) {
		if shown := fmt.Sprint(said...); len(shown) > longest {
			longest = len(shown)
		}
	}
	_, err := kindOf(notation, text, false, false)
	say(err)
	_, err = kindOf(text, "user", false, false)
	say(err)
	say(base62id.System(text) == nil)
	for _, masked := range []bool{false, true} {
		kind, err := kindOf(notation, prefix, masked, false)
		if err != nil {
			return 1e9
		}
		askedKind = kind
		say(kind.Parse(text))
		say(kind.Is(text))
		say(kind.ToUUID(text))
		say(kind.ToColumn(text))
		say(kind.FromColumn(text))
		say(kind.FromColumn(octets))
		say(kind.Octets(text))
		say(kind.FromOctets(octets))
		say(kind.Timestamp(text))
		say(kind.PrefixRange(text))
		var id base62id.ID[asked]
		say(id.Scan(octets), id.UnmarshalText(octets))
		var stored base62id.StoredID[asked]
		say(stored.Scan(octets), stored.UnmarshalText(octets))
		_, err = base62id.NewNumbers[asked](octets)
		say(err)
	}
	say(base62id.ParseUUID(text))
	return longest
}

func main() {
	if os.Args[1] == "workers" {
		workers()
		return
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		f := append(strings.Split(in.Text(), "\t"), "", "", "")
		fmt.Fprintln(out, answer(f[0], f[1], f[2], f[3], f[4], f[5]))
	}
}
