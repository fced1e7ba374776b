package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"crypto/rand"

	"base62id"
)

const malformed = "user_01h455vb4pex5vsknk084sn02u" // u is not in the alphabet

func say(fields ...string) {
	for i := range fields {
		fields[i] = strings.NewReplacer("\t", " ", "\n", "\\n").Replace(fields[i])
	}
	fmt.Println(strings.Join(fields, "\t"))
}

func run(kind, what, how string, test func()) {
	defer func() {
		if problem := recover(); problem != nil {
			say("fail", what, fmt.Sprint(problem), string(debug.Stack()))
		}
	}()
	test()
	say(kind, what, how)
}
func cell(capability, how string, test func()) { run("cell", capability, how, test) }
func check(title string, test func())          { run("ok", title, "", test) }
func trap(title string, test func())           { run("trap", title, "", test) }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
func assert(truth bool, what ...any) {
	if !truth {
		panic(fmt.Sprint(append([]any{"not true: "}, what...)...))
	}
}

func psql(query string) string {
	out, err := exec.Command("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", query).CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	return strings.TrimSpace(string(out))
}
func psqlFile(name string) {
	out, err := exec.Command("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-f", os.Getenv(name)).CombinedOutput()
	if err != nil {
		panic(string(out))
	}
}

// An id of the client's own.
func newID(prefix string) string {
	octets := make([]byte, 16)
	rand.Read(octets)
	ms := big.NewInt(time.Now().UnixMilli()).FillBytes(make([]byte, 6))
	copy(octets, ms)
	octets[6] = 0x70 | octets[6]&15
	octets[8] = 0x80 | octets[8]&63
	id, err := base62id.Encode("typeid", append([]byte(prefix), octets...))
	must(err)
	return id
}

func haveTyped() bool {
	return psql("SELECT count(*) FROM pg_proc WHERE proname = 'typeid_create_type'") == "1"
}
func makeTyped() {
	psql("SELECT typeid_create_type('team_id', 'team')")
	psql("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)")
	psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n")
	psql("ANALYZE teams")
}

type vector struct {
	name, text string
	octets     []byte
}

func vectors() (valid, invalid []vector) {
	type entry struct{ Text, Typeid, Prefix, UUID, Hex, Payload string }
	load := func(name string, into any) {
		file, err := os.ReadFile(os.Getenv("VECTORS") + "/" + name + ".json")
		must(err)
		must(json.Unmarshal(file, into))
	}
	octets := func(e entry) []byte {
		if e.Payload != "" {
			number, _ := new(big.Int).SetString(e.Payload, 10)
			return number.FillBytes(make([]byte, 8))
		}
		if e.Hex != "" {
			b, _ := hex.DecodeString(e.Hex)
			return b
		}
		b, _ := hex.DecodeString(strings.ReplaceAll(e.UUID, "-", ""))
		return append([]byte(e.Prefix), b...)
	}
	for _, name := range base62id.Names {
		var file map[string]json.RawMessage
		load(name, &file)
		for _, key := range []string{"uuid", "ulid", "baseuid", "payload", "typeid"} {
			if list, there := file[key]; there {
				var entries []entry
				must(json.Unmarshal(list, &entries))
				for _, e := range entries {
					valid = append(valid, vector{name, e.Text, octets(e)})
				}
				break
			}
		}
		for _, key := range []string{"invalid_uuid_text", "invalid_text"} {
			if list, there := file[key]; there {
				var entries []entry
				must(json.Unmarshal(list, &entries))
				for _, e := range entries {
					invalid = append(invalid, vector{name: name, text: e.Text})
				}
			}
		}
	}
	var entries []entry
	load("typeid-official-valid", &entries)
	for _, e := range entries {
		valid = append(valid, vector{"typeid", e.Typeid, octets(e)})
	}
	entries = nil
	load("typeid-official-invalid", &entries)
	for _, e := range entries {
		invalid = append(invalid, vector{name: "typeid", text: e.Typeid})
	}
	assert(len(valid) > 400 && len(invalid) > 90)
	return
}

func checkVectors() {
	check("base62id.go passes the vectors", func() {
		valid, invalid := vectors()
		for _, v := range valid {
			for _, text := range []string{v.text, `"` + v.text + `"`} {
				octets, err := base62id.Decode(v.name, text)
				must(err)
				assert(string(octets) == string(v.octets), v.name, v.text)
			}
			if v.name == "ulid" {
				octets, err := base62id.Decode(v.name, strings.ToLower(v.text))
				must(err)
				assert(string(octets) == string(v.octets), v.text)
			}
			text, err := base62id.Encode(v.name, v.octets)
			must(err)
			assert(text == v.text, v.name, v.text)
		}
		for _, v := range invalid {
			_, err := base62id.Decode(v.name, v.text)
			assert(err != nil, v.name, v.text)
		}
	})
}
