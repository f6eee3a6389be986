package source

import "bellwether/protocol"

// A Window is the part of a run that is written.
type Window struct {
	From, To protocol.Time // To is not within; 0: until the end
}

// A Place is where an instant lies.
type Place int

// The places.
const (
	Before Place = iota - 1
	Within
	After
)

// Place is where an instant lies. Agents of a live run may begin before instant 0, which is
// within a window without a beginning.
func (w Window) Place(at protocol.Time) Place {
	switch {
	case w.To > 0 && at >= w.To:
		return After
	case w.From > 0 && at < w.From:
		return Before
	}
	return Within
}
