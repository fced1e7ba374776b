// Package base62idpgx gives connections of pgx 5 the codecs of the id types of a database: ids go in
// binary, arrays too, and CopyFrom works.
//
//	config.AfterConnect = base62idpgx.Register
package base62idpgx

import (
	"context"
	"database/sql/driver"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"placeholder.invalid/base62id/clients/go/base62id"
)

// Register gives a connection the codecs of all types that its database has: id types, systems,
// domains over them, and arrays. An id is a base62id.ID or a base62id.StoredID of its kind, or a
// string; one of another kind is a [*base62id.InvalidIDError] before anything is sent. After a type
// was dropped and created again, which has another OID, a connection wants it again.
//
// A column of core's uuid has no kind: pgx sends the UUID of any StoredID to it.
func Register(ctx context.Context, conn *pgx.Conn) error {
	return register(ctx, conn, false)
}

// RegisterUUIDs does it for a program that knows UUIDs: what base62id.output = uuid writes as UUIDs
// has pgx's own codec of a uuid, so whatever a column of uuid is scanned into, copied or compared
// with does for these columns.
func RegisterUUIDs(ctx context.Context, conn *pgx.Conn) error {
	return register(ctx, conn, true)
}

const (
	systemsOf = `SELECT t.oid, t.typarray, t.typname::text, pg_catalog.quote_ident(n.nspname),
	        pg_catalog.has_schema_privilege(n.oid, 'USAGE')
	    FROM pg_catalog.pg_extension e
	    JOIN pg_catalog.pg_depend d
	        ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
	        AND d.refobjid OPERATOR(pg_catalog.=) e.oid
	        AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
	        AND d.deptype OPERATOR(pg_catalog.=) 'e'
	    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) d.objid
	    JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
	    WHERE e.extname OPERATOR(pg_catalog.=) 'base62id'
	        AND t.typname::text OPERATOR(pg_catalog.=) ANY ($1)`
	idTypesOf = `SELECT t.oid, t.typarray, t.typname::text, k.prefix, k.notation,
	        k.mask_key IS DISTINCT FROM 0, k.accept_uuid
	    FROM %s.typeid_types() k
	    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) k.type`
	domainsOf = `SELECT t.oid, t.typarray, t.typname::text, t.typbasetype
	    FROM pg_catalog.pg_type t
	    WHERE t.typtype OPERATOR(pg_catalog.=) 'd'
	        AND t.typbasetype OPERATOR(pg_catalog.=) ANY ($1)`
)

var systems = []string{"typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"}

// A registration collects the types of a connection.
type registration struct {
	types *pgtype.Map
	// Of which there may be domains.
	bases []uint32
}

func (r *registration) add(name string, oid, array uint32, codec pgtype.Codec) {
	element := &pgtype.Type{Name: name, OID: oid, Codec: codec}
	list := &pgtype.ArrayCodec{ElementType: element}
	r.types.RegisterType(element)
	r.types.RegisterType(&pgtype.Type{Name: "_" + name, OID: array, Codec: list})
	r.bases = append(r.bases, oid)
}

func register(ctx context.Context, conn *pgx.Conn, asUUID bool) error {
	r := registration{types: conn.TypeMap(), bases: []uint32{pgtype.UUIDOID}}
	schema, err := r.addSystems(ctx, conn, asUUID)
	if err == nil && schema != "" {
		err = r.addIDTypes(ctx, conn, schema, asUUID)
	}
	if err == nil {
		err = r.addDomains(ctx, conn)
	}
	return err
}

// addSystems gives the schema of the extension, where the session may use it.
func (r *registration) addSystems(ctx context.Context, conn *pgx.Conn, asUUID bool) (string, error) {
	var oid, array uint32
	var name, schema string
	var usage bool
	rows, _ := conn.Query(ctx, systemsOf, systems) // ForEachRow returns its error
	_, err := pgx.ForEachRow(rows, []any{&oid, &array, &name, &schema, &usage}, func() error {
		kind := base62id.System(name)
		if asUUID && kind.AcceptsUUID() {
			r.add(name, oid, array, pgtype.UUIDCodec{})
		} else {
			r.add(name, oid, array, codec{kind: kind, takesUUIDs: kind.AcceptsUUID()})
		}
		return nil
	})
	if !usage {
		schema = ""
	}
	return schema, err
}

func (r *registration) addIDTypes(ctx context.Context, conn *pgx.Conn, schema string, asUUID bool) error {
	var oid, array uint32
	var name, prefix, notation string
	var masked, acceptUUID bool
	rows, _ := conn.Query(ctx, fmt.Sprintf(idTypesOf, schema))
	into := []any{&oid, &array, &name, &prefix, &notation, &masked, &acceptUUID}
	_, err := pgx.ForEachRow(rows, into, func() error {
		if asUUID && acceptUUID {
			r.add(name, oid, array, pgtype.UUIDCodec{})
			return nil
		}
		own, err := codecOf(prefix, notation, masked, acceptUUID)
		if err != nil {
			return fmt.Errorf("type %s: %w", name, err)
		}
		r.add(name, oid, array, own)
		return nil
	})
	return err
}

func codecOf(prefix, notation string, masked, acceptUUID bool) (codec, error) {
	takesUUIDs := notation != "uid11"
	if prefix == "" {
		// An id type without a prefix is written as the system of its notation.
		kind := base62id.System(notation)
		return codec{kind: kind, takesUUIDs: takesUUIDs, bare: true, refusesUUIDs: !acceptUUID}, nil
	}
	options := []base62id.Option{base62id.Notation(notation)}
	if masked {
		options = append(options, base62id.Masked())
	}
	if acceptUUID {
		options = append(options, base62id.AcceptUUID())
	}
	kind, err := base62id.NewKind(prefix, options...)
	return codec{kind: kind, takesUUIDs: takesUUIDs}, err
}

// A value of a domain has its type's codec.
func (r *registration) addDomains(ctx context.Context, conn *pgx.Conn) error {
	var oid, array, base uint32
	var name string
	rows, _ := conn.Query(ctx, domainsOf, r.bases)
	_, err := pgx.ForEachRow(rows, []any{&oid, &array, &name, &base}, func() error {
		if of, ok := r.types.TypeForOID(base); ok {
			r.add(name, oid, array, of.Codec)
		}
		return nil
	})
	return err
}

// A codec is pgx's of one type.
type codec struct {
	kind *base62id.Kind
	// Whether the type makes an id of a UUID's octets.
	takesUUIDs bool
	// An id type without a type prefix, and whether it refuses UUIDs' texts, which systems read.
	bare, refusesUUIDs bool
}

// octets gives what is sent in binary for the text of an id.
func (c codec) octets(text string) ([]byte, error) {
	octets, err := c.kind.Octets(text)
	if err != nil || !c.bare {
		return octets, err
	}
	isUUID := false
	if c.refusesUUIDs {
		_, err := base62id.ParseUUID(text)
		isUUID = err == nil
	}
	if isUUID || len(octets) > 16 {
		const reason = "the type has no type prefix and reads no UUID"
		return nil, &base62id.InvalidIDError{Kind: c.kind.String(), Text: text, Reason: reason}
	}
	return octets, nil
}

func (c codec) append(buf []byte, text string, format int16) ([]byte, error) {
	octets, err := c.octets(text)
	if err != nil {
		return nil, err
	}
	if format == pgtype.BinaryFormatCode {
		return append(buf, octets...), nil
	}
	canonical, err := c.kind.Parse(text)
	return append(buf, canonical...), err
}

func (c codec) text(src []byte, format int16) (string, error) {
	if format == pgtype.TextFormatCode {
		return string(src), nil
	}
	return c.kind.FromOctets(src)
}

// FormatSupported is of pgtype.Codec.
func (codec) FormatSupported(format int16) bool {
	return format == pgtype.TextFormatCode || format == pgtype.BinaryFormatCode
}

// PreferredFormat is of pgtype.Codec.
func (codec) PreferredFormat() int16 { return pgtype.BinaryFormatCode }

var uuidType = reflect.TypeOf([16]byte{})

// An anID is a base62id.ID or a base62id.StoredID, of whichever kind.
type anID interface {
	fmt.Stringer
	IsZero() bool
	UUID() (base62id.UUID, error)
}

// PlanEncode is of pgtype.Codec. An ID is a driver.Valuer, whose text pgx comes back with.
func (c codec) PlanEncode(_ *pgtype.Map, _ uint32, format int16, value any) pgtype.EncodePlan {
	switch value.(type) {
	case string:
		return encodeString{c, format}
	case pgtype.TextValuer:
		return encodeText{c, format}
	case [16]byte, pgtype.UUIDValuer:
		return c.planUUID(format)
	case base62id.UUID:
		return c.planUUID(format)
	case driver.Valuer:
		return encodeValue{c, format}
	}
	kind := reflect.TypeOf(value)
	if kind != nil && kind.ConvertibleTo(uuidType) && kind.Kind() == reflect.Array {
		return c.planUUID(format) // google/uuid, of which pgx would take the text
	}
	return nil
}

func (c codec) planUUID(format int16) pgtype.EncodePlan {
	if c.takesUUIDs {
		return encodeUUID{c, format}
	}
	return nil
}

type encodeString struct {
	codec  codec
	format int16
}

func (p encodeString) Encode(value any, buf []byte) ([]byte, error) {
	return p.codec.append(buf, value.(string), p.format)
}

type encodeText struct {
	codec  codec
	format int16
}

func (p encodeText) Encode(value any, buf []byte) ([]byte, error) {
	text, err := value.(pgtype.TextValuer).TextValue()
	if err != nil || !text.Valid {
		return nil, err
	}
	return p.codec.append(buf, text.String, p.format)
}

type encodeValue struct {
	codec  codec
	format int16
}

func (p encodeValue) Encode(given any, buf []byte) ([]byte, error) {
	if of := reflect.ValueOf(given); of.Kind() == reflect.Pointer && of.IsNil() {
		return nil, nil
	}
	// A StoredID's value is its UUID's text, which has no kind; its own text has.
	if id, ok := given.(anID); ok && p.codec.kind.Prefix() != "" && !id.IsZero() {
		return p.codec.append(buf, id.String(), p.format)
	}
	value, err := given.(driver.Valuer).Value()
	switch text := value.(type) {
	case nil:
		return nil, err
	case string:
		// UUID types of others, and a StoredID for a system: the type makes an id of any UUID, and
		// need not accept its text.
		if uuid, err := base62id.ParseUUID(text); err == nil && p.codec.takesUUIDs {
			return encodeUUID(p).Encode([16]byte(uuid), buf)
		}
		return p.codec.append(buf, text, p.format)
	}
	return nil, fmt.Errorf("a %T is no %s", given, p.codec.kind)
}

type encodeUUID struct {
	codec  codec
	format int16
}

func (p encodeUUID) Encode(value any, buf []byte) ([]byte, error) {
	var uuid [16]byte
	if valuer, ok := value.(pgtype.UUIDValuer); ok {
		value, err := valuer.UUIDValue()
		if err != nil || !value.Valid {
			return nil, err
		}
		uuid = value.Bytes
	} else {
		uuid = reflect.ValueOf(value).Convert(uuidType).Interface().([16]byte)
	}
	if p.format == pgtype.BinaryFormatCode {
		return append(buf, uuid[:]...), nil
	}
	text, err := p.codec.kind.FromOctets(uuid[:])
	return append(buf, text...), err
}

// PlanScan is of pgtype.Codec. An ID is an sql.Scanner, which pgx gives the text.
func (c codec) PlanScan(_ *pgtype.Map, _ uint32, format int16, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *string:
		return scanString{c, format}
	case pgtype.TextScanner:
		return scanText{c, format}
	}
	return nil
}

type scanString struct {
	codec  codec
	format int16
}

func (p scanString) Scan(src []byte, target any) error {
	if src == nil {
		return fmt.Errorf("cannot scan NULL into %T", target)
	}
	text, err := p.codec.text(src, p.format)
	*target.(*string) = text
	return err
}

type scanText struct {
	codec  codec
	format int16
}

func (p scanText) Scan(src []byte, target any) error {
	into := target.(pgtype.TextScanner)
	if src == nil {
		return into.ScanText(pgtype.Text{})
	}
	text, err := p.codec.text(src, p.format)
	if err != nil {
		return err
	}
	return into.ScanText(pgtype.Text{String: text, Valid: true})
}

// DecodeDatabaseSQLValue is of pgtype.Codec.
func (c codec) DecodeDatabaseSQLValue(m *pgtype.Map, oid uint32, format int16, src []byte) (driver.Value, error) {
	return c.DecodeValue(m, oid, format, src)
}

// DecodeValue is of pgtype.Codec.
func (c codec) DecodeValue(_ *pgtype.Map, _ uint32, format int16, src []byte) (any, error) {
	if src == nil {
		return nil, nil
	}
	return c.text(src, format)
}
