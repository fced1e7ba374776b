// As app.py, for pgx 5; "drivers": as drivers.py.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"placeholder.invalid/base62id/clients/go/base62id"
	"placeholder.invalid/base62id/clients/go/base62idpgx"
)

var (
	userKind  = base62id.MustKind("user")
	orderKind = base62id.MustKind("order")
)

type user struct{}
type order struct{}

func (user) Kind() *base62id.Kind  { return userKind }
func (order) Kind() *base62id.Kind { return orderKind }

// An id, stored or not.
type anyID interface {
	comparable
	fmt.Stringer
}

var (
	ctx                     = context.Background()
	begun                   sync.WaitGroup
	lock                    sync.Mutex
	requests, again, others int
	longest                 time.Duration
	failed                  []string
)

func client[U, O anyID](ended <-chan struct{}) {
	type known struct {
		user  U
		order O
	}
	var all []known
	var conn *pgx.Conn
	any := func() known { return all[len(all)-1-rand.Intn(min(len(all), 50))] }
	works := map[string]func() error{
		"sign up": func() error {
			var made known
			err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
				if err := tx.QueryRow(ctx, "INSERT INTO users (name) VALUES ($1) RETURNING id", "Ada").Scan(&made.user); err != nil {
					return err
				}
				return tx.QueryRow(ctx, "INSERT INTO orders (user_id, total) VALUES ($1, 1) RETURNING id", made.user).Scan(&made.order)
			})
			if err == nil && (!strings.HasPrefix(made.user.String(), "user_") || !strings.HasPrefix(made.order.String(), "order_")) {
				return fmt.Errorf("made %v", made)
			}
			if err == nil {
				all = append(all, made)
			}
			return err
		},
		"look": func() error {
			one := any()
			var found known
			var buyer U
			err := conn.QueryRow(ctx, "SELECT u.id, o.user_id, o.id FROM users AS u JOIN orders AS o ON o.user_id = u.id WHERE u.id = $1", one.user).Scan(&found.user, &buyer, &found.order)
			if err == nil && (found != one || buyer != one.user) {
				return fmt.Errorf("found %v, not %v", found, one)
			}
			return err
		},
		"list": func() error {
			rows, err := conn.Query(ctx, "SELECT id FROM users WHERE id = ANY ($1)", []U{all[0].user, all[len(all)-1].user})
			if err != nil {
				return err
			}
			found, err := pgx.CollectRows(rows, pgx.RowTo[U])
			if err == nil && len(found) != min(len(all), 2) {
				return fmt.Errorf("found %v", found)
			}
			return err
		},
		"pay": func() error {
			one := any()
			var paid O
			err := conn.QueryRow(ctx, "UPDATE orders SET total = total + 1 WHERE id = $1 RETURNING id", one.order).Scan(&paid)
			if err == nil && paid != one.order {
				return fmt.Errorf("paid %v", paid)
			}
			return err
		},
	}
	// The pool: what fails for the connection's sake is tried again on a new one.
	request := func(name string) {
		began, states := time.Now(), map[string]int{}
		var err error
		for tried := 0; tried < 3; tried++ {
			if conn == nil {
				if conn, err = pgx.Connect(ctx, ""); err == nil {
					err = base62idpgx.Register(ctx, conn)
				}
			}
			if err == nil {
				err = works[name]()
			}
			var told *pgconn.PgError
			if err == nil || !errors.As(err, &told) || told.Code != "0A000" && told.Code != "40P01" {
				break
			}
			states[told.Code]++
			conn.Close(ctx)
			conn = nil
			if tried < 2 {
				err = nil
			}
		}
		lock.Lock()
		defer lock.Unlock()
		if err != nil {
			failed = append(failed, name+": "+err.Error())
		}
		requests, again, others, longest = requests+1, again+states["0A000"], others+states["40P01"], max(longest, time.Since(began))
	}
	request("sign up")
	for i := 0; ; i++ {
		if i == 5 {
			begun.Done()
		}
		select {
		case <-ended:
			begun.Done()
			return
		default:
			request([]string{"sign up", "look", "look", "list", "pay"}[rand.Intn(5)])
		}
	}
}

// What a connection sees whose statements were prepared before a column moved, five times at each line.
func drivers() {
	conn, err := pgx.Connect(ctx, "")
	if err != nil {
		panic(err)
	}
	get := func(on interface {
		QueryRow(context.Context, string, ...any) pgx.Row
	}) error {
		var id string
		return on.QueryRow(ctx, "SELECT id FROM users WHERE name = $1", "Ada").Scan(&id)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		outcomes := make([]string, 5)
		for i := range outcomes {
			if lines.Text() == "transactions" {
				err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return get(tx) })
			} else {
				err = get(conn)
			}
			var told *pgconn.PgError
			if outcomes[i] = "ok"; errors.As(err, &told) {
				outcomes[i] = told.Code
			} else if err != nil {
				outcomes[i] = err.Error()
			}
		}
		fmt.Println(strings.Join(outcomes, " "))
	}
}

func main() {
	if os.Args[1] == "drivers" {
		drivers()
		return
	}
	ended, term := make(chan struct{}), make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	for _, release := range os.Args[1:] {
		begun.Add(1)
		if release == "word" {
			go client[base62id.StoredID[user], base62id.StoredID[order]](ended)
		} else {
			go client[base62id.ID[user], base62id.ID[order]](ended)
		}
	}
	begun.Wait()
	lock.Lock()
	fmt.Println("ready", requests)
	lock.Unlock()
	begun.Add(len(os.Args) - 1)
	<-term
	close(ended)
	begun.Wait()
	fmt.Println(requests, len(failed), again, others, longest.Milliseconds(), failed)
}
