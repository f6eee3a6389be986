package trace

import (
	"io"

	"bellwether/protocol"
)

// A Filter chooses what of a trace is shown. Its zero value is the whole
// conversation.
type Filter struct {
	Node protocol.ID   // only what it does and what is done to it; Nobody: all
	From protocol.Time // only from here
	To   protocol.Time // only before; 0: to the end
	// Kinds are names of kinds of records ("receive") or of messages
	// ("election"); none is what a conversation is made of.
	Kinds []string
}

// Show prints the trace file r, called name in errors, as a conversation.
func Show(w io.Writer, r io.Reader, name string, f Filter) error { return nil }
