package agent

import (
	"log/slog"

	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
)

// offer is what this node offers as a leader. It asks nobody: it is told the readings, and what
// the parts that yield and keep decide.
type offer struct {
	id        protocol.ID
	value     int64  // newest reading
	resigned  bool   // an operator told the node to resign: it offers nothing
	why       string // the reason, if it was none of an operator
	withdrawn bool   // nobody heard this leader: it offers nothing for a while, see unheard
	kept      bool   // it leads and is kept, see tenure
	barred    string // why it must not lead; "": it may
}

// own is what the node offers, without the advantage of a leader that is kept.
func (o *offer) own() protocol.Capability {
	c := protocol.Capability{Value: o.value, ID: o.id}
	if o.resigned || o.withdrawn || o.barred != "" {
		c.Value = 0
	}
	return c
}

// claimed is what the algorithm is told: what the node offers, or more for a leader that is
// kept, or less than any other for a node that must not lead.
func (o *offer) claimed() protocol.Capability {
	if c := o.own(); o.barred != "" {
		c.Value = eligibility.Claimed(c.Value)
		return c
	}
	if o.kept && !o.resigned && !o.withdrawn {
		return favoured(o.own())
	}
	return o.own()
}

// read takes a reading, and reports whether the node offers something else now.
func (o *offer) read(value int64, log *slog.Logger) (changed bool) {
	if value < 0 {
		log.Warn("a negative capability counts as 0", "value", value)
		value = 0
	}
	if value == o.value {
		return false
	}
	o.value = value
	return !o.resigned
}
