package base62id_test

import (
	"errors"
	"strings"
	"testing"

	"placeholder.invalid/base62id/clients/go/base62id"
)

func TestWrongDefinitions(t *testing.T) {
	masked, accepts := base62id.Masked(), base62id.AcceptUUID()
	longest := strings.Repeat("a", 63)
	// Prefixes that a typeid does not have, and others do.
	wide := []string{"s3", "USR", "t_org_123_w", "A", "a0"}
	for _, notation := range []string{"typeid", "ulid", "base62id", "base64uuid", "uuid", "hex", "uid11"} {
		none := []string{"", "_", "user_", "_user", "a-b", "é", "a b", "a\x00", longest + "a"}
		if notation == "typeid" {
			none = append(none, wide...)
		} else {
			none = append(none, "3s", "1")
			for _, prefix := range append(wide, longest) {
				if _, err := base62id.NewKind(prefix, base62id.Notation(notation)); err != nil {
					t.Errorf("%s, %s: %v", prefix, notation, err)
				}
			}
		}
		for _, prefix := range none {
			_, err := base62id.NewKind(prefix, base62id.Notation(notation))
			if err == nil || !strings.Contains(err.Error(), "a type prefix has 1 to 63 characters") {
				t.Errorf("%q, %s: %v", prefix, notation, err)
			}
		}
		if _, err := base62id.NewKind("user", base62id.Notation(notation), masked, accepts); err == nil {
			t.Errorf("%s, masked, accepts UUIDs", notation)
		}
	}
	for _, notation := range []string{"", "baseuid", "xid", "TypeID", "uuidv7", strings.Repeat("x", 1000)} {
		_, err := base62id.NewKind("user", base62id.Notation(notation))
		if err == nil || !strings.Contains(err.Error(), "there is no notation") || len(err.Error()) > 400 {
			t.Errorf("%.20q: %v", notation, err)
		}
	}
	if _, err := base62id.NewKind("n", base62id.Notation("uid11"), accepts); err == nil {
		t.Error("a number accepts UUIDs")
	}
	panics(t, "User", func() { base62id.MustKind("User") })
}

// panics wants a panic whose message has these words.
func panics(t *testing.T, words string, run func()) {
	t.Helper()
	defer func() {
		t.Helper()
		err, _ := recover().(error)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, which does not say %q", err, words)
		}
	}()
	run()
}

func TestKindSaysWhatItIs(t *testing.T) {
	if orderKind.Prefix() != "order" || orderKind.Notation() != "ulid" || orderKind.String() != "order id (ulid)" {
		t.Error(orderKind)
	}
	if !memberKind.Masked() || memberKind.AcceptsUUID() || !teamKind.AcceptsUUID() || teamKind.Masked() {
		t.Error("masked, accepts")
	}
	if base62id.System("ulid").String() != "ulid" || base62id.System("nope") != nil {
		t.Error("systems")
	}
}

func TestNotations(t *testing.T) {
	uuid, err := base62id.ParseUUID(uuidText)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		"typeid":     userText,
		"ulid":       "user_01H455VB4PEX5VSKNK084SN02Q",
		"base62id":   "user_Fd1grph2uh4xkiIkpsM2dD",
		"base64uuid": "user_F0XFdSf8OrHvnDgk78ac0M",
		"uuid":       "user_" + uuidText,
		"hex":        "user_" + strings.ReplaceAll(uuidText, "-", ""),
	}
	for notation, text := range texts {
		kind := base62id.MustKind("user", base62id.Notation(notation))
		id, err := kind.FromUUID(uuid)
		if err != nil || id != text {
			t.Errorf("%s: %s, %v", notation, id, err)
		}
		back, err := kind.ToUUID(id)
		if err != nil || back != uuid || !kind.Is(id) {
			t.Errorf("%s: %s, %v", notation, back, err)
		}
		octets, err := kind.Octets(id)
		again, _ := kind.FromOctets(octets)
		if err != nil || string(octets) != string(uuid[:]) || again != id {
			t.Errorf("%s: %x, %v", notation, octets, err)
		}
		if read, err := kind.Parse(`"` + id + `"`); err != nil || read != id {
			t.Errorf("%s: in quotes %s, %v", notation, read, err)
		}
		others := []string{
			id[1:], id + "0", id[:len(id)-1], "User" + id[4:], "é" + id, id[:5] + "!" + id[6:], "",
			`"` + id, `"` + id + "0", id + `"`, "0" + id + `"`,
		}
		for _, wrong := range others {
			var invalid *base62id.InvalidIDError
			if _, err := kind.Parse(wrong); !errors.As(err, &invalid) || kind.Is(wrong) {
				t.Errorf("%s: %q, %v", notation, wrong, err)
			}
		}
	}
}

func TestEitherCase(t *testing.T) {
	for _, kind := range []*base62id.Kind{orderKind, fileKind, keyKind} {
		id, err := kind.Generate()
		if err != nil {
			t.Fatal(err)
		}
		suffix := strings.TrimPrefix(id, kind.Prefix()+"_")
		for _, other := range []string{strings.ToLower(suffix), strings.ToUpper(suffix)} {
			given := kind.Prefix() + "_" + other
			read, err := kind.Parse(`"` + given + `"`)
			if err != nil || read != id || kind.Is(given) != (given == id) {
				t.Errorf("%s: %s, %v", given, read, err)
			}
		}
	}
}

func TestWhatIsWrongAndWhere(t *testing.T) {
	uuidID := "s3_" + uuidText
	cases := []struct {
		kind     *base62id.Kind
		text     string
		position int
		words    string
	}{
		{userKind, "user_01h455vb4pex5vsknk084sn02u", 31, `"u" at position 31 is not in the alphabet of typeid`},
		{userKind, `"user_01h455vb4pex5vsknk084sn02u"`, 32, `"u" at position 32`},
		{userKind, "user_1", 0, "its suffix has 1 bytes, not 26"},
		{userKind, "user_81h455vb4pex5vsknk084sn02q", 0, "its number is none of a typeid"},
		{userKind, "order_01h455vb4pex5vsknk084sn02q", 0, `the type prefix is "order", not "user"`},
		{userKind, "user_admin_01h455vb4pex5vsknk084sn02q", 0, `the type prefix is "user_admin", not "user"`},
		{userKind, "User_01h455vb4pex5vsknk084sn02q", 0, `_, not "User"`},
		{userKind, uuidText, 0, `it does not begin with "user_"`},
		{fileKind, uuidID[:11] + "0" + uuidID[12:], 12, `"0" at position 12 is no hyphen`},
		{fileKind, uuidID[:4] + "g" + uuidID[5:], 5, `"g" at position 5 is not in the alphabet of uuid`},
		{memberKind, "member_01h455vb4pex5vsknk084sn02q", 0, "version 4"},
		{base62id.System("ulid"), "1", 0, "it has 1 bytes, not 26"},
		{base62id.System("typeid"), "a-b_01h455vb4pex5vsknk084sn02q", 0, `not "a-b"`},
		{userKind, strings.Repeat("x", 1<<20), 0, "1048576 bytes"},
	}
	for _, c := range cases {
		_, err := c.kind.Parse(c.text)
		var invalid *base62id.InvalidIDError
		if !errors.As(err, &invalid) {
			t.Errorf("%.60q: %v", c.text, err)
			continue
		}
		said := err.Error()
		if invalid.Position != c.position || !strings.Contains(said, c.words) || len(said) > 600 {
			t.Errorf("%.60q: %d, %s", c.text, invalid.Position, said)
		}
		if invalid.SQLState() != "22P02" || invalid.Kind != c.kind.String() {
			t.Error(invalid.SQLState(), invalid.Kind)
		}
	}
}

func TestSystems(t *testing.T) {
	for _, name := range []string{"base62id", "base64uuid", "ulid"} {
		kind := base62id.System(name)
		id, err := kind.Generate()
		if err != nil {
			t.Fatal(err)
		}
		fromText, err := kind.Parse(uuidText)
		if err != nil || kind.Is(uuidText) || !kind.Is(fromText) {
			t.Error(name, fromText, err)
		}
		if !kind.Is(id) || len(id) > 26 {
			t.Error(name, id)
		}
	}
	for _, name := range []string{"baseuid", "uid11", "typeid"} {
		if _, err := base62id.System(name).Generate(); err == nil {
			t.Error(name)
		}
	}
	anyOf := base62id.System("typeid")
	for _, text := range []string{userText, "a_b_01h455vb4pex5vsknk084sn02q", "01h455vb4pex5vsknk084sn02q"} {
		id, err := anyOf.Parse(text)
		octets, _ := anyOf.Octets(text)
		again, err2 := anyOf.FromOctets(octets)
		if err != nil || err2 != nil || id != text || again != text {
			t.Error(text, id, again, err, err2)
		}
	}
	for _, text := range []string{"_01h455vb4pex5vsknk084sn02q", "User_01h455vb4pex5vsknk084sn02q", uuidText} {
		if id, err := anyOf.Parse(text); err == nil {
			t.Error(text, id)
		}
	}
}

func TestPrefixRange(t *testing.T) {
	cases := []struct {
		kind        *base62id.Kind
		text        string
		first, last string
	}{
		{userKind, "user_01h4", "01890000-0000-0000-0000-000000000000", "01893fff-ffff-ffff-ffff-ffffffffffff"},
		{userKind, "", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{userKind, "us", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{userKind, userText, uuidText, uuidText},
		{userKind, "user_8", "", ""},
		{userKind, "user_u", "", ""},
		{userKind, "order_", "", ""},
		{userKind, userText + "0", "", ""},
		{fileKind, "s3_0189", "01890000-0000-0000-0000-000000000000", "0189ffff-ffff-ffff-ffff-ffffffffffff"},
		{fileKind, "s3_01890a5d-AC", "01890a5d-ac00-0000-0000-000000000000", "01890a5d-acff-ffff-ffff-ffffffffffff"},
		{fileKind, "s3_01890a5d0", "", ""},
		{fileKind, "s3_0-", "", ""},
		{keyKind, "t_org_123_w_01890a5dac", "01890a5d-ac00-0000-0000-000000000000", "01890a5d-acff-ffff-ffff-ffffffffffff"},
		{memberKind, "member_", "", ""},
		{invoiceKind, "inv_", "", ""},
		{userKind, strings.Repeat("u", 1<<20), "", ""},
	}
	for _, c := range cases {
		first, last, ok := c.kind.PrefixRange(c.text)
		if ok != (c.first != "") {
			t.Errorf("%s %.40q: %v", c.kind, c.text, ok)
		}
		if ok && (first.String() != c.first || last.String() != c.last) {
			t.Errorf("%s %.40q: %s %s", c.kind, c.text, first, last)
		}
	}
}
