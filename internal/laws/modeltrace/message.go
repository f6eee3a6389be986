package modeltrace

import (
	"encoding/json"
	"strings"

	"bellwether/protocol"
)

// A said is the content of a message, of any kind: what a kind lacks is zero.
type said struct {
	Kind  string `json:"-"`
	Retry bool

	Index  index
	Best   candidate
	Claim  claim      // Leader and Exchange
	Leader capability // Beacon
	Stamp  stamp      // Beacon
	Awaits int        // Probe: 0 an Ack, 1 the Leader
	Part   int        // Reply: 0 in no such computation
}

type index struct {
	Num    uint32
	Source protocol.ID
}

func (a index) newer(b index) bool {
	return a.Num > b.Num || a.Num == b.Num && a.Source > b.Source
}

type capability struct {
	ID    protocol.ID
	Value int64
}

// better is the order of capabilities: anybody is better than nobody.
func (a capability) better(b capability) bool {
	if a.ID == protocol.Nobody || b.ID == protocol.Nobody {
		return a.ID != protocol.Nobody
	}
	return a.Value > b.Value || a.Value == b.Value && a.ID > b.ID
}

type stamp struct{ Term, Beacon uint32 }

type candidate struct {
	Capability capability
	Stamp      stamp
}

type claim struct {
	Leader capability
	Stamp  stamp
}

// claims returns the leader that the message names; its ID is Nobody if it names none.
func (m said) claims() claim {
	if m.Kind == "beacon" {
		return claim{m.Leader, m.Stamp}
	}
	return m.Claim
}

// kinds are the kinds of messages of unicast signalling.
const kinds = " election ack leader probe reply beacon exchange "

// read reads a message by the name of its kind. A message said again is of its kind, and
// one of another layer is not ours.
func read(name string, content json.RawMessage) (m said, ours bool, err error) {
	kind := strings.TrimSuffix(name, "-retry")
	if !strings.Contains(kinds, " "+kind+" ") {
		return m, false, nil
	}
	var envelope struct{ Inner json.RawMessage } // of a message that a link repeats until it is acknowledged
	if err = json.Unmarshal(content, &envelope); err == nil && envelope.Inner != nil {
		content = envelope.Inner
	}
	if err == nil {
		err = json.Unmarshal(content, &m)
	}
	m.Kind, m.Retry = kind, m.Retry || kind != name
	return m, true, err
}
