package movement

import (
	"context"
	"time"

	"bellwether/emulator"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// follow runs a world in which no node sends, and records its links.
func follow(ctx context.Context, t *movetrace.Excerpt, rangeM float64) ([]contacts.Contact, error) {
	n := &notes{since: map[[2]protocol.ID]int{}}
	world, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: t.Nodes(), Until: t.Duration() + 1, // a run ends before its last instant
		Algorithm: protocol.Algorithm{Name: "silence", New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return silence{} }, nil
		}},
		Mobility: t, Medium: radio.Disk(rangeM), Link: radio.DefaultLink(),
		Sinks: []trace.Sink{n},
	})
	if err != nil {
		return nil, err
	}
	if err := world.Run(ctx); err != nil {
		return nil, err
	}
	return n.list, nil
}

// notes are the contacts so far.
type notes struct {
	list  []contacts.Contact
	since map[[2]protocol.ID]int // of links that are up: index of their contact in the list
}

func (*notes) Wants() trace.Set { return trace.Of(trace.LinkUp, trace.LinkDown) }

func (n *notes) Record(r *trace.Record) {
	pair, at := [2]protocol.ID{r.Node, r.Peer}, time.Duration(r.At)
	if r.Kind == trace.LinkUp {
		n.since[pair] = len(n.list)
		n.list = append(n.list, contacts.Contact{A: int32(r.Node), B: int32(r.Peer), From: at, Until: contacts.Forever})
		return
	}
	n.list[n.since[pair]].Until = at
	delete(n.since, pair)
}

// silence is a machine that does nothing.
type silence struct{}

func (silence) Start(*protocol.Env, []byte)                          {}
func (silence) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (silence) Fire(*protocol.Env, protocol.Timer)                   {}
func (silence) Snapshot(b []byte) []byte                             { return b }
