// An application that knows UUIDs: what its operations give, printed for the table.
package main

import (
	"fmt"
	"os"
	"regexp"

	"github.com/google/uuid"
)

var (
	ada   = uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	grace = uuid.MustParse("11111111-2222-4333-8444-555555555555")
	told  = os.Getenv("FORM") == "told"
)

// What an operation has for its cell.
type says string

func (s says) Error() string { return string(s) }

type operation struct {
	name string
	run  func() error
}

var state = regexp.MustCompile(`SQLSTATE (\w+)`)

func run(operations []operation) {
	for _, o := range operations {
		how := "✓"
		if err := o.run(); err != nil {
			if _, ok := err.(says); !ok && os.Getenv("FORM") != "id" {
				fmt.Fprintln(os.Stderr, o.name, err)
			}
			how = "an error"
			if found := state.FindStringSubmatch(err.Error()); found != nil {
				how = "`" + found[1] + "`"
			}
			if said, ok := err.(says); ok {
				how = string(said)
			}
		}
		fmt.Printf("cell\t%s\t%s\n", o.name, how)
	}
}

func same(got []uuid.UUID, wanted ...uuid.UUID) error {
	if fmt.Sprint(got) != fmt.Sprint(wanted) {
		return fmt.Errorf("%v, not %v", got, wanted)
	}
	return nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
