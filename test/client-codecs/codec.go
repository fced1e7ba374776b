package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
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
	case "uuid":
		uuid, err := ParseUUID(text)
		if err != nil {
			return ""
		}
		id, err := FromUUID(name, uuid, prefix)
		if err != nil {
			return ""
		}
		again, _ := ToUUID(name, id)
		return id + "\t" + FormatUUID(again)
	case "time":
		if made, known, err := Timestamp(name, text); err == nil && known {
			return fmt.Sprint(made.UnixMilli())
		}
		return ""
	case "parts":
		suffix, _ := Suffix(text)
		return TypePrefix(text) + "\t" + suffix
	case "made":
		good, last := true, ""
		for i := 0; i < 1000; i++ {
			id, _ := NewIDIn(name, prefix)
			parsed, err := ParseIn(name, id, prefix)
			good = good && err == nil && parsed == id && last < id
			last = id
		}
		if name != "typeid" {
			last = last[len(prefix)+1:]
		}
		made, _, _ := Timestamp(name, last)
		return fmt.Sprint(good && time.Since(made).Abs() < time.Minute)
	case "message":
		_, err := ParseIn(name, text, prefix)
		if err != nil && strings.Contains(err.Error(), a) {
			return "true"
		}
		return fmt.Sprint(err)
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
		key := []byte(text)
		_, short := FromNumber(42, prefix, key[1:])
		_, long := FromNumber(42, prefix, append(key, key...))
		_, lead := FromNumber(42, "No", key)
		_, none := ToNumber("", prefix, key)
		shown := fmt.Sprintf("%+v %#v %v %v", []error{short, long, lead, none}, []error{short, long, lead, none}, kept, ids.uuid)
		return fmt.Sprint(good && short != nil && long != nil && lead != nil && none != nil && !strings.Contains(shown, "secret"))
	}
	return long(name, prefix, text)
}

func cpuTime() int64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return used.Utime.Nano() + used.Stime.Nano()
}

// Whether of a long text, wherever it is given, little is said, and as soon as of a shorter one.
func long(name, prefix, symbol string) string {
	texts, least, longest := [2]string{strings.Repeat(symbol, 1000), strings.Repeat(symbol, 1000000)}, [2]int64{1e9, 1e9}, 0
	for turn := 0; turn < 10; turn++ {
		text := texts[turn%2]
		octets, begun := []byte(text), cpuTime()
		told := longestTold(name, prefix, text, octets)
		if used := cpuTime() - begun; used < least[turn%2] {
			least[turn%2] = used
		}
		if told > longest {
			longest = told
		}
	}
	if longest > 1200 || least[1] > 10*least[0] {
		return fmt.Sprint(longest, least)
	}
	return "true"
}

func longestTold(name, prefix, text string, octets []byte) int {
	lead, told := strings.TrimPrefix(prefix, "-"), 0
	say := func(said ...any) {
		if shown := fmt.Sprint(said...); len(shown) > told {
			told = len(shown)
		}
	}
	for _, given := range [][3]string{{name, text, lead}, {name, "", text}, {text, "", ""}} {
		name, text, lead := given[0], given[1], given[2]
		say(Parse(name, text))
		say(ParseIn(name, text, lead))
		say(ParseTyped(name, text, Typed{lead, true, true}))
		say(IsValid(name, text), IsValidIn(name, text, lead), IsValidTyped(name, text, Typed{lead, true, true}))
		say(Decode(name, text))
		say(DecodeIn(name, text, lead))
		say(Encode(name, octets))
		say(EncodeIn(name, octets, lead))
		say(FromUUID(name, [16]byte{}, lead))
		say(ToUUID(name, text))
		say(ToColumn(name, text, lead, true))
		say(FromColumn(name, text, lead))
		_, _, _, err := PrefixRange(name, text, lead)
		say(err)
		_, _, err = Timestamp(name, text)
		say(err)
		say(Suffix(text))
		say(ParseUUID(text))
		say(TypePrefixIn(name, text), TypePrefix(text))
		_, err = Pattern(name)
		say(err)
		_, err = PatternTyped(name, Typed{Prefix: lead})
		say(err)
		say(NewIDIn(name, lead))
		say(NewID(lead))
		say(FromNumber(42, lead, octets))
		say(ToNumber(text, lead, octets))
		say(ToNumber(text, lead, nil))
	}
	return told
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
