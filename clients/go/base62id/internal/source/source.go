// Package source is where tests put another clock and other random octets.
package source

import (
	"io"
	"sync/atomic"
	"time"
)

// A Source makes the ids of the process while it is installed. What is nil is the system's.
type Source struct {
	Now    func() time.Time
	Random io.Reader
	// State is the generator's own.
	State any
}

var current atomic.Pointer[Source]

// Current is the installed source, or nil.
func Current() *Source { return current.Load() }

// Install installs a source and gives the one that it replaces.
func Install(s *Source) *Source { return current.Swap(s) }
