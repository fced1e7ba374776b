package base62id

// The systems are kinds without a type prefix; [ID] takes them as it takes yours, as in
// ID[base62id.ULID].
var (
	base62Kind  = newSystem(base62Format, "base62id", true)
	base64Kind  = newSystem(base64Format, "base64uuid", true)
	ulidKind    = newSystem(ulidFormat, "ulid", true)
	baseUIDKind = newSystem(baseUIDFormat, "baseuid", false)
	xidKind     = newSystem(uid11Format, "uid11", false)
	typeIDKind  = newSystem(typeIDFormat, "typeid", false)
)

func newSystem(f *format, name string, acceptUUID bool) *Kind {
	return &Kind{format: f, system: name, acceptUUID: acceptUUID}
}

// Base62ID is the system Base62id: a UUID in 22 letters and digits, the first a letter.
type Base62ID struct{}

// Kind is that of the system.
func (Base62ID) Kind() *Kind { return base62Kind }

// Base64UUID is the system Base64UUID: a UUID in 22 characters of an alphabet for URLs.
type Base64UUID struct{}

// Kind is that of the system.
func (Base64UUID) Kind() *Kind { return base64Kind }

// ULID is the system ULID: a time and 80 random bits in 26 characters.
type ULID struct{}

// Kind is that of the system.
func (ULID) Kind() *Kind { return ulidKind }

// BaseUID is the system BaseUid: a time and 72 bits in 20 characters. The server generates them.
type BaseUID struct{}

// Kind is that of the system.
func (BaseUID) Kind() *Kind { return baseUIDKind }

// XID is a uid11 of the server's xid_new(): a time and a counter in 11 characters.
type XID struct{}

// Kind is that of the system.
func (XID) Kind() *Kind { return xidKind }

// TypeID is what the type typeid takes: a TypeID of any type prefix, or of none. A new one has a
// prefix, and so a kind of its own. The prefix of an id that was read is what stands before its last
// underscore; there is none without an underscore:
//
//	prefix := id[:max(strings.LastIndexByte(id, '_'), 0)]
type TypeID struct{}

// Kind is that of the system.
func (TypeID) Kind() *Kind { return typeIDKind }

var systems = [...]*Kind{typeIDKind, base62Kind, base64Kind, ulidKind, baseUIDKind, xidKind}

// Systems gives the names that [System] knows: "typeid", "base62id", "base64uuid", "ulid",
// "baseuid" and "uid11". To ask which id a text is, let each system parse it: more than one may.
func Systems() []string {
	names := make([]string, len(systems))
	for i, k := range systems {
		names[i] = k.system
	}
	return names
}

// System is the kind of a system by the name of its type on the server, one of [Systems]; nil of any
// other name.
func System(name string) *Kind {
	for _, k := range systems {
		if k.system == name {
			return k
		}
	}
	return nil
}
