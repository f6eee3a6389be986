package foreign

import (
	"strconv"

	"bellwether/protocol"
)

// given is what belongs to a call.
type given struct {
	id         protocol.ID // of the sender, or of a neighbour
	message    message
	timer      string
	state      []byte // JSON; nil: null
	capability protocol.Capability
}

// A datum is what a call has beside its name, the node, the time and the capability: a key, what its value is,
// and how that is written. The schema is made from these.
type datum struct {
	key, is string // is: see keyword
	append  func(b []byte, g *given) []byte
}

// calls are the calls of handlers, by name.
var calls = map[string][]datum{
	"start":              {{"saved", "state", appendState}},
	"receive":            {{"from", "id", appendID}, {"message", "message", func(b []byte, g *given) []byte { return appendMessage(b, g.message) }}},
	"fire":               {{"timer", "timer", func(b []byte, g *given) []byte { return append(append(append(b, '"'), g.timer...), '"') }}},
	"elect":              nil,
	"resign":             nil,
	"settle":             {{"leader", "capability", func(b []byte, g *given) []byte { return appendValue(b, "capability", &value{capability: g.capability}) }}},
	"neighbour_up":       {{"neighbour", "id", appendID}},
	"neighbour_down":     {{"neighbour", "id", appendID}},
	"capability_changed": nil,
}

func appendID(b []byte, g *given) []byte { return strconv.AppendUint(b, uint64(g.id), 10) }

func appendState(b []byte, g *given) []byte {
	if g.state == nil {
		return append(b, "null"...)
	}
	return append(b, g.state...)
}

// appendCall appends a call of one node.
func appendCall(b []byte, name string, env *protocol.Env, g *given) []byte {
	b = append(append(append(b, `{"call":"`...), name...), `","node":`...)
	b = strconv.AppendUint(b, uint64(env.Self()), 10)
	b = strconv.AppendInt(append(b, `,"capability":`...), env.Capability().Value, 10)
	return appendRest(b, name, env.Now(), g)
}

// appendCalls appends a call of several nodes that offer so much.
func appendCalls(b []byte, name string, to []protocol.Capability, now protocol.Time, g *given) []byte {
	b = append(append(append(b, `{"call":"`...), name...), `","nodes":[`...)
	for i, c := range to {
		b = strconv.AppendUint(comma(b, i), uint64(c.ID), 10)
	}
	b = append(b, `],"capabilities":[`...)
	for i, c := range to {
		b = strconv.AppendInt(comma(b, i), c.Value, 10)
	}
	return appendRest(append(b, ']'), name, now, g)
}

func appendRest(b []byte, name string, now protocol.Time, g *given) []byte {
	b = strconv.AppendInt(append(b, `,"now_ns":`...), int64(now), 10)
	for _, d := range calls[name] {
		b = d.append(append(append(append(b, `,"`...), d.key...), `":`...), g)
	}
	return append(b, "}\n"...)
}

// comma appends one before all items of a list but the first.
func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// runCall is the call that begins a run.
type runCall struct {
	Bellwether int             `json:"bellwether"`
	Call       string          `json:"call"`
	Row        string          `json:"row"`
	Detection  detection       `json:"detection"`
	Hysteresis protocol.Margin `json:"hysteresis"`
	Params     map[string]any  `json:"params"` // durations are called NAME_ns
}

type detection struct {
	Interval int64 `json:"interval_ns"`
	Misses   int   `json:"misses"`
}
