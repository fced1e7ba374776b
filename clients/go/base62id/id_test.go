// What an id is to Go: a value, a string of JSON, a column of an id type or of uuid, a UUID, a number.

package base62id_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"placeholder.invalid/base62id/clients/go/base62id"
)

var (
	_ sql.Scanner   = (*UserID)(nil)
	_ driver.Valuer = UserID{}
	_ sql.Scanner   = (*base62id.StoredID[user])(nil)
	_ driver.Valuer = base62id.StoredID[user]{}
	_ sql.Scanner   = (*base62id.UUID)(nil)
	_ driver.Valuer = base62id.UUID{}
)

func TestAnIDIsAValueThatIsComparedAndPrinted(t *testing.T) {
	id, same := base62id.MustParse[order](orderText), base62id.MustParse[order](strings.ToLower(orderText))
	if id != same || id.Compare(same) != 0 || map[OrderID]int{id: 1}[same] != 1 {
		t.Error(id, same)
	}
	var ids []UserID
	for i := 0; i < 100; i++ {
		ids = append(ids, base62id.Generate[user]())
	}
	if !sort.SliceIsSorted(ids, func(i, j int) bool { return ids[i].Compare(ids[j]) < 0 }) {
		t.Error("new ids do not ascend")
	}
	if fmt.Sprint(id) != orderText || fmt.Sprintf("%s %v", id, &id) != orderText+" "+orderText {
		t.Error(id)
	}
}

func TestAnIDIsAStringInJSONAndXML(t *testing.T) {
	type row struct {
		ID     UserID                      `json:"id"`
		Order  *OrderID                    `json:"order"`
		None   UserID                      `json:"none"`
		Stored base62id.StoredID[team]     `json:"stored"`
		ByID   map[UserID]int              `json:"by_id"`
		Empty  base62id.StoredID[team]     `json:"empty"`
		Many   []base62id.ID[base62id.XID] `json:"many"`
	}
	id := base62id.Generate[user]()
	one := row{
		ID:     id,
		Stored: base62id.StoredID[team](base62id.Generate[team]()),
		ByID:   map[UserID]int{id: 1},
		Many:   []base62id.ID[base62id.XID]{base62id.MustParse[base62id.XID]("jpXCZedGfVQ")},
	}
	text, err := json.Marshal(one)
	wanted := fmt.Sprintf(`{"id":"%s","order":null,"none":null,"stored":"%s","by_id":{"%[1]s":1},"empty":null,"many":["jpXCZedGfVQ"]}`, id, one.Stored)
	if err != nil || string(text) != wanted {
		t.Error(string(text), err)
	}
	var again row
	if err := json.Unmarshal(text, &again); err != nil || fmt.Sprint(again) != fmt.Sprint(one) {
		t.Error(again, err)
	}
	for _, wrong := range []string{`{"id":""}`, `{"id":"` + orderText + `"}`, `{"id":5}`, `{"id":{}}`, `{"stored":"` + userText + `"}`, `{"by_id":{"x":1}}`} {
		before := again
		if err := json.Unmarshal([]byte(wrong), &again); err == nil || again.ID != before.ID {
			t.Error(wrong, err)
		}
	}
	out, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"user"`
		ID      UserID   `xml:"id,attr"`
	}{ID: id})
	if err != nil || string(out) != `<user id="`+id.String()+`"></user>` {
		t.Error(string(out), err)
	}
}

func TestColumnsOfTheIDType(t *testing.T) {
	id := base62id.MustParse[user](userText)
	if value, err := id.Value(); value != userText || err != nil {
		t.Error(value, err)
	}
	if value, err := (UserID{}).Value(); value != nil || err != nil {
		t.Error(value, err)
	}
	for _, given := range []any{userText, []byte(userText)} {
		var read UserID
		if err := read.Scan(given); err != nil || read != id {
			t.Error(given, err)
		}
	}
	for _, given := range []any{nil, 5, uuidText, orderText, "", []byte{}, [16]byte{}, make([]byte, 16)} {
		read := id
		var invalid *base62id.InvalidIDError
		if err := read.Scan(given); !errors.As(err, &invalid) || read != id {
			t.Error(given, err)
		}
	}
}

func TestColumnsOfUUID(t *testing.T) {
	type StoredID = base62id.StoredID[user]
	uuid, _ := base62id.ParseUUID(uuidText)
	id := StoredID(base62id.FromUUID[user](uuid))
	if value, err := id.Value(); value != uuidText || err != nil {
		t.Error(value, err)
	}
	if value, err := (StoredID{}).Value(); value != nil || err != nil {
		t.Error(value, err)
	}
	for _, given := range []any{uuidText, []byte(uuidText), [16]byte(uuid), uuid[:], uuid, userText, []byte(userText)} {
		var read StoredID
		if err := read.Scan(given); err != nil || read != id || read.String() != userText {
			t.Error(given, read, err)
		}
	}
	for _, given := range []any{nil, 5, orderText, "", []byte{}, "{" + uuidText + "}"} {
		read := id
		var invalid *base62id.InvalidIDError
		if err := read.Scan(given); !errors.As(err, &invalid) || read != id {
			t.Error(given, err)
		}
	}
	// Of masked ids and of numbers a column of uuid has none.
	var masked base62id.StoredID[member]
	if err := masked.Scan(uuidText); err == nil {
		t.Error("a column of uuid has a masked id", masked)
	}
	number := base62id.StoredID[invoice](base62id.MustParse[invoice]("inv_1111111111j"))
	if value, err := number.Value(); err == nil {
		t.Error("a column of uuid has a number", value)
	}
}

func TestIDsOfUUIDsHaveOneAndOthersHaveNone(t *testing.T) {
	uuid, err := base62id.MustParse[user](userText).UUID()
	if err != nil || uuid.String() != uuidText {
		t.Error(uuid, err)
	}
	if base62id.FromUUID[user](uuid).String() != userText {
		t.Error(base62id.FromUUID[user](uuid))
	}
	if _, err := (UserID{}).UUID(); err == nil {
		t.Error("there is no id, and it has a UUID")
	}
	if _, err := base62id.MustParse[invoice]("inv_1111111111j").UUID(); err == nil {
		t.Error("the UUID of a number")
	}
	panics(t, "masked", func() { base62id.FromUUID[member](uuid) })
	panics(t, "no UUID", func() { base62id.FromUUID[invoice](uuid) })
	panics(t, "no UUID", func() { base62id.FromUUID[base62id.BaseUID](uuid) })
	value, err := uuid.Value()
	text, err2 := json.Marshal(uuid)
	var again base62id.UUID
	if err3 := json.Unmarshal(text, &again); value != uuidText || again != uuid || err != nil || err2 != nil || err3 != nil {
		t.Error(value, again, err, err2, err3)
	}
	for _, wrong := range []string{"", uuidText[1:], strings.ReplaceAll(uuidText, "-", ""), "{" + uuidText + "}", "g" + uuidText[1:]} {
		if _, err := base62id.ParseUUID(wrong); err == nil {
			t.Error(wrong)
		}
	}
}

func TestAUUIDIsReadFromAColumn(t *testing.T) {
	uuid, _ := base62id.ParseUUID(uuidText)
	for _, given := range []any{uuidText, []byte(uuidText), uuid[:], [16]byte(uuid)} {
		var read base62id.UUID
		if err := read.Scan(given); err != nil || read != uuid {
			t.Error(given, read, err)
		}
	}
	for _, given := range []any{nil, 5, "", []byte{}, userText, uuidText[1:], uuid[1:], "{" + uuidText + "}"} {
		read := uuid
		var invalid *base62id.InvalidIDError
		if err := read.Scan(given); !errors.As(err, &invalid) || read != uuid {
			t.Error(given, read, err)
		}
	}
}

func TestIsTakesTheCanonicalTextAlone(t *testing.T) {
	for text, wanted := range map[string]bool{
		userText: true, `"` + userText + `"`: false, uuidText: false, "": false, orderText: false, userText + "\n": false,
	} {
		if base62id.Is[user](text) != wanted {
			t.Error(text)
		}
	}
	if base62id.Is[order](strings.ToLower(orderText)) || base62id.Is[team](uuidText) {
		t.Error("not canonical")
	}
	if id, err := base62id.Parse[team](uuidText); err != nil || id.String() != "team"+userText[4:] {
		t.Error(id, err)
	}
	panics(t, "invalid user id", func() { base62id.MustParse[user]("x") })
}

func TestNumbersComeBackAndNothingShowsTheKey(t *testing.T) {
	invoices := base62id.MustNumbers[invoice](nil)
	mask := []byte("secretsecretsecr")
	tickets := base62id.MustNumbers[ticket](mask)
	for _, number := range []int64{0, 1, 42, -1, 1 << 62, -1 << 63} {
		id, masked := invoices.Encode(number), tickets.Encode(number)
		back, err := invoices.Decode(id)
		back2, err2 := tickets.Decode(masked)
		if back != number || back2 != number || err != nil || err2 != nil {
			t.Error(number, id, masked, err, err2)
		}
	}
	if invoices.Encode(42).String() != "inv_1111111111j" {
		t.Error(invoices.Encode(42))
	}
	if _, err := invoices.Decode(base62id.ID[invoice]{}); err == nil {
		t.Error("there is no id, and it has a number")
	}
	other := base62id.MustNumbers[ticket]([]byte("otherotherothero"))
	if number, _ := other.Decode(tickets.Encode(42)); number == 42 {
		t.Error("another key")
	}
	for _, said := range []string{fmt.Sprintf("%v %+v %#v %s", tickets, tickets, tickets, tickets), fmt.Sprintf("%+v", struct{ N any }{tickets})} {
		if strings.Contains(said, "secret") || len(said) > 200 {
			t.Error(said)
		}
	}
	wrong := []func() error{
		func() error { _, err := base62id.NewNumbers[ticket](nil); return err },
		func() error { _, err := base62id.NewNumbers[ticket](mask[1:]); return err },
		func() error { _, err := base62id.NewNumbers[invoice](mask); return err },
		func() error { _, err := base62id.NewNumbers[user](nil); return err },
		func() error { _, err := base62id.NewNumbers[base62id.XID](nil); return err },
	}
	for i, wrong := range wrong {
		if err := wrong(); err == nil || strings.Contains(err.Error(), "secret") {
			t.Error(i, err)
		}
	}
	panics(t, "mask key", func() { base62id.MustNumbers[ticket](nil) })
}
