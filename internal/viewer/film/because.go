package film

import (
	"strings"

	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// because is the weightiest event in words, with its instant.
func (t *teller) because() string { return instant(t.why.At) + ": " + t.event(&t.why) }

// events are faults of the whole world, in words that need no explanation.
var events = map[string]string{"partition": "the network is parted", "heal": "all partitions end"}

// event says what happened. A bare number would read as a count: nodes are called so.
func (t *teller) event(r *trace.Record) string {
	world := r.Node == protocol.Nobody
	what := causality.Tell(r)
	switch {
	case r.Kind == trace.Over && world:
		return r.Name + " is over"
	case r.Kind == trace.Over:
		return r.Name + " of node " + t.name(r.Node) + " is over"
	case (r.Kind == trace.Fault || r.Kind == trace.Strike) && world && events[r.Name] != "":
		return events[r.Name]
	case r.Kind == trace.Strike && !world:
		return "a fault strikes node " + r.Node.String() + ": " + r.Name
	case strings.HasPrefix(what, r.Node.String()+" and "):
		return "nodes " + what
	case strings.HasPrefix(what, r.Node.String()+" "):
		return "node " + what
	}
	return what
}
