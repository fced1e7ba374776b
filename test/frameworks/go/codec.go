package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"base62id"
)

// An id of the client's own.
func newID(prefix string) string {
	id, err := base62id.NewID(prefix)
	must(err)
	return id
}

func lines(variable string) []string {
	file, err := os.ReadFile(os.Getenv(variable))
	must(err)
	return strings.Split(strings.TrimRight(string(file), "\n"), "\n")
}

// The texts of a system's vectors, as they are written.
func textsOf(name string) (texts []string) {
	for _, line := range lines("VECTORS") {
		if fields := strings.Split(line, "\t"); fields[0] == name && fields[1] == fields[3] && fields[3] != "" {
			texts = append(texts, fields[1])
		}
	}
	return
}

// What test/client-codecs does not ask of the codec.
func checkFunctions() {
	const text, id = "01890a5d-ac96-774b-bcce-b302099a8057", "user_01h455vb4pex5vsknk084sn02q"
	check("UUIDs both ways, and nonsense is none", func() {
		uuid, err := base62id.ParseUUID(text)
		must(err)
		made, err := base62id.FromUUID("typeid", uuid, "user")
		must(err)
		back, err := base62id.ToUUID("typeid", id)
		must(err)
		assert(made == id && back == uuid && base62id.FormatUUID(back) == text)
		for _, name := range strings.Fields(os.Getenv("UUID_TYPES")) {
			made, err := base62id.FromUUID(name, uuid, "")
			must(err)
			for _, given := range []string{text, strings.ToUpper(text), `"` + text + `"`} {
				parsed, err := base62id.Parse(name, given)
				must(err)
				assert(parsed == made && !base62id.IsValid(name, given))
			}
		}
		for _, wrong := range []string{"", "zz", text + "0", strings.Replace(text, "0", "z", 1)} {
			_, err := base62id.ParseUUID(wrong)
			assert(err != nil, wrong)
		}
		_, err = base62id.FromUUID("uid11", uuid, "")
		assert(err != nil)
		_, err = base62id.FromUUID("ulid", uuid, "User")
		assert(err != nil)
	})
	check("a name that is none is an error", func() {
		for _, given := range []string{"", "x"} {
			octets, err := base62id.Decode("nope", given)
			assert(err != nil && octets == nil)
		}
		_, err := base62id.Encode("nope", nil)
		assert(err != nil)
	})
	check("messages name what was found", func() {
		for given, words := range map[string]string{
			"order_01h455vb4pex5vsknk084sn02q": `the type prefix is "order", not "user"`,
			malformed:                          `"u" at position 31`,
			"user_1":                           "1 octets, not 26 symbols",
			"User_01h455vb4pex5vsknk084sn02q":  `not "User"`,
		} {
			_, err := base62id.ParseIn("typeid", given, "user")
			assert(err != nil && strings.Contains(err.Error(), words), err)
		}
	})
	check("new ids ascend, and have their time", func() {
		for name, make := range map[string]func() string{
			"typeid": func() string { return newID("user") },
			"ulid":   base62id.NewULID,
			"base62id": func() string {
				id, err := base62id.FromUUID("base62id", base62id.NewUUID(), "")
				must(err)
				return id
			},
		} {
			before, last := time.Now(), ""
			for i := 0; i < 20000; i++ {
				id := make()
				assert(last < id, last, id)
				if i == 0 {
					made, known, err := base62id.Timestamp(name, id)
					must(err)
					age := made.Sub(before)
					assert(known && age >= -time.Millisecond && age < time.Minute, age)
				}
				last = id
			}
		}
		for function, name := range map[string]string{"xid": "uid11", "baseuid": "baseuid"} {
			fields := strings.Split(psql("SELECT id, floor(extract(epoch FROM "+function+"_timestamp(id)) * 1000000)::bigint FROM "+
				function+"_min('2026-02-03 04:05:06.789+00') AS id"), "|")
			made, known, err := base62id.Timestamp(name, fields[0])
			must(err)
			assert(known && fmt.Sprint(made.UnixMicro()) == fields[1], made, fields)
		}
		for _, notation := range append(strings.Fields(os.Getenv("UUID_TYPES")), "typeid") {
			last := ""
			for i := 0; i < 1000; i++ {
				id, err := base62id.NewIDIn(notation, "us_er")
				must(err)
				parsed, err := base62id.ParseIn(notation, id, "us_er")
				must(err)
				assert(parsed == id && last < id, last, id)
				last = id
			}
		}
		for _, wrong := range []string{"baseuid", "nope"} {
			_, err := base62id.ParseIn(wrong, "user_11111111111", "user")
			assert(err != nil)
		}
		far, _, err := base62id.Timestamp("ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
		assert(err == nil && far.UnixMilli() == 1<<48-1, far)
		made, err := base62id.Suffix(id)
		must(err)
		assert(made == id[5:] && base62id.TypePrefix(id) == "user")
	})
}
