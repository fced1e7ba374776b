package base62id_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id"
	"placeholder.invalid/base62id/clients/go/base62id/base62idtest"
)

func Example() {
	// var userKind = base62id.MustKind("user")
	//
	// type user struct{}
	//
	// func (user) Kind() *base62id.Kind { return userKind }
	type UserID = base62id.ID[user]

	id := base62id.Generate[user]()
	again, err := base62id.Parse[user](id.String())
	fmt.Println(again == id, err)

	var given UserID
	err = json.Unmarshal([]byte(`"order_01h455vb4pex5vsknk084sn02q"`), &given)
	fmt.Println(err)
	// Output:
	// true <nil>
	// base62id: invalid user id (typeid) "order_01h455vb4pex5vsknk084sn02q": the type prefix is "order", not "user"
}

func ExampleNewKind() {
	_, err := base62id.NewKind("User")
	fmt.Println(err)
	// Output:
	// base62id: kind "User": a type prefix has 1 to 63 characters, a to z and, inside, _
}

func ExampleMustKind() {
	kind := base62id.MustKind("order", base62id.Notation("ulid"), base62id.AcceptUUID())
	fmt.Println(kind)
	// Output:
	// order id (ulid)
}

func ExampleNotation() {
	kind := base62id.MustKind("s3", base62id.Notation("uuid"))
	fmt.Println(kind.Parse("s3_01890A5D-AC96-774B-BCCE-B302099A8057"))
	// Output:
	// s3_01890a5d-ac96-774b-bcce-b302099a8057 <nil>
}

func ExampleMasked() {
	kind := base62id.MustKind("member", base62id.Masked())
	_, err := kind.Generate()
	fmt.Println(err)
	// Output:
	// base62id: the server alone generates a masked member id (typeid)
}

func ExampleAcceptUUID() {
	kind := base62id.MustKind("team", base62id.AcceptUUID())
	fmt.Println(kind.Parse("01890a5d-ac96-774b-bcce-b302099a8057"))
	// Output:
	// team_01h455vb4pex5vsknk084sn02q <nil>
}

func ExampleGenerate() {
	first, second := base62id.Generate[user](), base62id.Generate[user]()
	fmt.Println(first.Compare(second) < 0)
	// Output:
	// true
}

func ExampleGenerateAt() {
	at := time.Date(2020, 2, 2, 0, 0, 0, 0, time.UTC)
	id, err := base62id.GenerateAt[user](at, base62idtest.Seeded(1))
	fmt.Println(id, err)
	// Output:
	// user_01e01k4t00fer9t2ga8rnxqcbc <nil>
}

// The first id of a time, for a search by time.
func ExampleGenerateAt_first() {
	at := time.Date(2020, 2, 2, 0, 0, 0, 0, time.UTC)
	first, err := base62id.GenerateAt[user](at, bytes.NewReader(make([]byte, 10)))
	fmt.Println(first, err)
	uuid, err := first.UUID()
	fmt.Println(uuid, err) // that of uuid_v7_min('2020-02-02Z')
	// Output:
	// user_01e01k4t00e008000000000000 <nil>
	// 01700332-6800-7000-8000-000000000000 <nil>
}

func ExampleParse() {
	id, err := base62id.Parse[order](`"order_01h455vb4pex5vsknk084sn02q"`)
	fmt.Println(id, err)
	_, err = base62id.Parse[user]("user_01h455vb4pex5vsknk084sn02u")
	var invalid *base62id.InvalidIDError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.Position, invalid.SQLState())
	}
	// Output:
	// order_01H455VB4PEX5VSKNK084SN02Q <nil>
	// 31 22P02
}

func ExampleMustParse() {
	fmt.Println(base62id.MustParse[user]("user_01h455vb4pex5vsknk084sn02q"))
	// Output:
	// user_01h455vb4pex5vsknk084sn02q
}

func ExampleIs() {
	fmt.Println(base62id.Is[user]("user_01h455vb4pex5vsknk084sn02q"))
	fmt.Println(base62id.Is[order]("order_01h455vb4pex5vsknk084sn02q")) // a ULID in small letters
	// Output:
	// true
	// false
}

func ExampleFromUUID() {
	uuid, err := base62id.ParseUUID("01890a5d-ac96-774b-bcce-b302099a8057")
	fmt.Println(base62id.FromUUID[user](uuid), err)
	// Output:
	// user_01h455vb4pex5vsknk084sn02q <nil>
}

func ExamplePrefixRange() {
	first, last, ok := base62id.PrefixRange[user]("user_01h4")
	fmt.Println(first, last, ok)
	// Output:
	// 01890000-0000-0000-0000-000000000000 01893fff-ffff-ffff-ffff-ffffffffffff true
}

func ExampleID_UUID() {
	uuid, err := base62id.MustParse[user]("user_01h455vb4pex5vsknk084sn02q").UUID()
	fmt.Println(uuid, err)
	// Output:
	// 01890a5d-ac96-774b-bcce-b302099a8057 <nil>
}

func ExampleID_Timestamp() {
	made, known := base62id.MustParse[user]("user_01h455vb4pex5vsknk084sn02q").Timestamp()
	fmt.Println(made, known)
	// Output:
	// 2023-06-30 03:34:18.518 +0000 UTC true
}

func ExampleID_Value() {
	value, err := base62id.MustParse[user]("user_01h455vb4pex5vsknk084sn02q").Value()
	fmt.Println(value, err)
	// Output:
	// user_01h455vb4pex5vsknk084sn02q <nil>
}

func ExampleStoredID() {
	id := base62id.MustParse[user]("user_01h455vb4pex5vsknk084sn02q")
	value, err := base62id.StoredID[user](id).Value()
	fmt.Println(value, err)
	// Output:
	// 01890a5d-ac96-774b-bcce-b302099a8057 <nil>
}

func ExampleStoredID_Scan() {
	var id base62id.StoredID[user]
	if err := id.Scan("01890a5d-ac96-774b-bcce-b302099a8057"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(id)
	// Output:
	// user_01h455vb4pex5vsknk084sn02q
}

func ExampleNumbers() {
	invoices := base62id.MustNumbers[invoice](nil)
	id := invoices.Encode(42)
	number, err := invoices.Decode(id)
	fmt.Println(id, number, err)
	// Output:
	// inv_1111111111j 42 <nil>
}

func ExampleSystem() {
	fmt.Println(base62id.System("ulid").Parse("01arz3ndektsv4rrffq69g5fav"))
	// Output:
	// 01ARZ3NDEKTSV4RRFFQ69G5FAV <nil>
}

// Which id is this? More than one system may read it.
func ExampleSystems() {
	for _, text := range []string{"user_01h455vb4pex5vsknk084sn02q", "G8YOG5efuH94ezE3H5aIvQ", "none"} {
		for _, name := range base62id.Systems() {
			kind := base62id.System(name)
			id, err := kind.Parse(text)
			if err != nil {
				continue
			}
			fmt.Println(name, id)
			if made, known, _ := kind.Timestamp(id); known {
				fmt.Println("  made", made)
			}
			if uuid, err := kind.ToUUID(id); err == nil { // a BaseUid and an xid have none
				fmt.Println("  UUID", uuid)
			}
			if end := strings.LastIndexByte(id, '_'); name == "typeid" && end >= 0 {
				fmt.Println("  type prefix", id[:end])
			}
		}
	}
	// Output:
	// typeid user_01h455vb4pex5vsknk084sn02q
	//   made 2023-06-30 03:34:18.518 +0000 UTC
	//   UUID 01890a5d-ac96-774b-bcce-b302099a8057
	//   type prefix user
	// base62id G8YOG5efuH94ezE3H5aIvQ
	//   UUID 123e4567-e89b-12d3-a456-426614174000
	// base64uuid G8YOG5efuH94ezE3H5aIvQ
	//   UUID 498d9446-aabe-9228-5abf-3c4486993edb
}

func ExampleULID() {
	id := base62id.MustParse[base62id.ULID]("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	made, known := id.Timestamp()
	fmt.Println(made, known)
	// Output:
	// 2016-07-30 23:54:10.259 +0000 UTC true
}
