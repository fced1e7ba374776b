// The kinds that the tests share.

package base62id_test

import (
	"placeholder.invalid/base62id/clients/go/base62id"
)

const (
	uuidText  = "01890a5d-ac96-774b-bcce-b302099a8057"
	userText  = "user_01h455vb4pex5vsknk084sn02q"
	orderText = "order_01H455VB4PEX5VSKNK084SN02Q"
)

var (
	userKind    = base62id.MustKind("user")
	orderKind   = base62id.MustKind("order", base62id.Notation("ulid"))
	teamKind    = base62id.MustKind("team", base62id.AcceptUUID())
	memberKind  = base62id.MustKind("member", base62id.Masked())
	invoiceKind = base62id.MustKind("inv", base62id.Notation("uid11"))
	ticketKind  = base62id.MustKind("ticket", base62id.Notation("uid11"), base62id.Masked())
	fileKind    = base62id.MustKind("s3", base62id.Notation("uuid"))
	keyKind     = base62id.MustKind("t_org_123_w", base62id.Notation("hex"))
)

type (
	user    struct{}
	order   struct{}
	team    struct{}
	member  struct{}
	invoice struct{}
	ticket  struct{}
	file    struct{}
	key     struct{}
)

func (user) Kind() *base62id.Kind    { return userKind }
func (order) Kind() *base62id.Kind   { return orderKind }
func (team) Kind() *base62id.Kind    { return teamKind }
func (member) Kind() *base62id.Kind  { return memberKind }
func (invoice) Kind() *base62id.Kind { return invoiceKind }
func (ticket) Kind() *base62id.Kind  { return ticketKind }
func (file) Kind() *base62id.Kind    { return fileKind }
func (key) Kind() *base62id.Kind     { return keyKind }

type (
	UserID  = base62id.ID[user]
	OrderID = base62id.ID[order]
)
