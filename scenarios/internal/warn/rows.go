package warn

import (
	"cmp"
	"strings"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
)

// electionBytes is the length of the longest message of an election: VKT04's have 21 to 33.
const electionBytes = 64

// Rows warns about the rows of the table.
type Rows struct {
	File *keys.File
	Link radio.Link
}

// Dropped warns which rows were left out.
func (r Rows) Dropped(labels []string, nodes int) {
	if len(labels) > 0 {
		r.File.Warn("algorithms", "all leaves these out, because they do not take %d nodes: %s", nodes, strings.Join(labels, ", "))
	}
}

// ChildTimeout looks at the two parameters by which a node learns its children (VKT04 §6):
// the time-out must outlast a neighbour's delay to repeat the Election, the delay of its
// answer, and both on the air. The path is that of the row, "" if a flag named it.
func (r Rows) ChildTimeout(path string, params []protocol.Param, values protocol.Values) {
	var timeout, jitter time.Duration
	for _, p := range params {
		switch {
		case p.Name == "child_timeout" && p.Type == protocol.TypeDuration:
			timeout = values.Duration(p.Name)
		case p.Name == "rebroadcast_jitter" && p.Type == protocol.TypeDuration:
			jitter = values.Duration(p.Name)
		case p.Name == "signalling" && values.Choice(p.Name) != "broadcast":
			return
		}
	}
	air := r.Link.Airtime(r.Link.HeaderBytes + electionBytes)
	if least := 2*jitter + 2*air; timeout > 0 && timeout <= least {
		r.File.Warn(cmp.Or(path, "algorithms"), "child_timeout %v is not above two rebroadcast jitters and two airtimes, %v: children will be missed",
			timeout, least)
	}
}
