package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"sync"
)

func max[T int | int64](a, b T) T { // of Go 1.21 on
	if a < b {
		return b
	}
	return a
}

func workers() {
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func() {
			var made strings.Builder
			for i := 0; i < 12500; i++ {
				id, _ := NewID("user")
				fmt.Fprintf(&made, "%s\n%s\n%s\n", id, FormatUUID(NewUUID()), NewULID())
			}
			os.Stdout.WriteString(made.String())
			all.Done()
		}()
	}
	all.Wait()
}

func answer(operation, name, prefix, text, a, b string) string {
	is := Typed{Prefix: prefix, Masked: a == "t", AcceptUUID: b == "t"}
	switch operation {
	case "decode":
		octets, err := Decode(name, text)
		if err != nil {
			return ""
		}
		again, _ := Encode(name, octets)
		return hex.EncodeToString(octets) + "\t" + again
	case "parse":
		var id string
		valid := 0
		if prefix == "-" {
			id, _ = Parse(name, text)
			if IsValid(name, text) {
				valid = 1
			}
		} else {
			id, _ = ParseTyped(name, text, is)
			if octets, err := DecodeIn(name, id, prefix); id != "" && err == nil {
				if again, _ := EncodeIn(name, octets, prefix); again != id || TypePrefixIn(name, id) != prefix {
					id = "not of its octets: " + id
				}
			}
			if IsValidTyped(name, text, is) {
				valid = 1
			}
		}
		return fmt.Sprintf("%s\t%d", id, valid)
	case "pattern":
		pattern, _ := Pattern(name)
		if prefix != "-" {
			pattern, _ = PatternTyped(name, Typed{Prefix: prefix, AcceptUUID: text == "t"})
		}
		return pattern
	case "range":
		first, last, ok, err := PrefixRange(name, text, prefix)
		if err != nil || !ok {
			return ""
		}
		return FormatUUID(first) + "\t" + FormatUUID(last)
	case "column":
		uuid, err := ToColumn(name, text, prefix, a == "t")
		if err != nil {
			return ""
		}
		id, _ := FromColumn(name, uuid, prefix)
		return FormatUUID(uuid) + "\t" + id
	case "number":
		var key []byte
		if a != "" {
			key, _ = hex.DecodeString(a)
		}
		var number int64
		fmt.Sscan(b, &number)
		shown, _ := FromNumber(number, prefix, key)
		if found, err := ToNumber(text, prefix, key); err == nil {
			return fmt.Sprintf("%s\t%d", shown, found)
		}
		return shown
	}
	if operation == "keys" {
		texts, good := map[string]byte{}, true
		for i := 0; i < 400; i++ {
			key := append([]byte(text[:15]), byte(i%200))
			shown, _ := FromNumber(42, prefix, key)
			number, _ := ToNumber(shown, prefix, key)
			of, again := texts[shown]
			good = good && number == 42 && again == (i >= 200) && (!again || of == byte(i%200))
			texts[shown] = byte(i % 200)
		}
		_, err := FromNumber(42, prefix, []byte(text[1:]))
		return fmt.Sprint(good && err != nil && !strings.Contains(fmt.Sprintf("%+v", err), "secret"))
	}
	text = strings.Repeat(text, 1000000)
	_, err := Parse(name, text)
	if prefix != "-" {
		_, err = ParseIn(name, text, prefix)
	}
	return fmt.Sprint(err != nil && len(err.Error()) < 600)
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
