// Package base62id makes, reads and checks the ids of the PostgreSQL extension base62id, without
// the server and without any other module.
//
// A kind says what an id identifies. A type of the program names it, so that the ids of two kinds
// are of two types and the compiler tells them apart:
//
//	var userKind = base62id.MustKind("user")
//
//	type user struct{}
//
//	func (user) Kind() *base62id.Kind { return userKind }
//
//	type UserID = base62id.ID[user]
//
//	id := base62id.Generate[user]()             // user_01h455vb4pex5vsknk084sn02q
//	id, err := base62id.Parse[user](text)       // an id, or an *InvalidIDError
//
// An [ID] goes into and comes out of a column of the id type by database/sql, pgx and GORM; a
// [StoredID] does it over a column of core's uuid. JSON, query strings and keys of maps have the
// text.
//
// A test gets ids of its own clock and random octets by the package base62idtest; [GenerateAt] makes
// an id of a time.
//
// The systems are kinds without a type prefix: [Base62ID], [Base64UUID], [ULID], and, which the
// server alone generates, [BaseUID], [XID] and [TypeID].
package base62id
