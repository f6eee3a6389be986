package emulator

import (
	"encoding/binary"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// rumour is the smallest machine that uses the medium: a node that is told to elect
// broadcasts a token, and every node rebroadcasts the first copy.
type rumour struct {
	newest uint32
	jitter time.Duration
	told   []protocol.ID // senders of the token
}

type token struct{ n uint32 }

func (token) Kind() protocol.Kind { return 1 }
func (t token) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&t.n)
	return protocol.Done(w, t)
}

func (m *rumour) Start(*protocol.Env, []byte) {}
func (m *rumour) Elect(env *protocol.Env) {
	m.newest++
	env.BroadcastWithin(m.jitter, token{m.newest})
}
func (m *rumour) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	m.told = append(m.told, from)
	if t := msg.(token); t.n > m.newest {
		m.newest = t.n
		env.BroadcastWithin(m.jitter, msg)
	}
}
func (m *rumour) Fire(*protocol.Env, protocol.Timer) {}
func (m *rumour) Snapshot(b []byte) []byte           { return binary.BigEndian.AppendUint32(b, m.newest) }

// algorithm returns an Algorithm of a machine for tests.
func algorithm(timers int, maker func() protocol.Machine) protocol.Algorithm {
	return protocol.Algorithm{
		Name:   "test",
		Timers: timers,
		Kinds:  []protocol.MessageKind{{Message: token{}, Name: "token", Class: protocol.ClassElection}},
		New:    func(protocol.Config) (func() protocol.Machine, error) { return maker, nil },
	}
}

// journal keeps all records, with their content.
type journal struct{ records []trace.Record }

func (*journal) Wants() trace.Set         { return trace.All }
func (j *journal) Record(r *trace.Record) { j.records = append(j.records, *r) }

// of returns the records of one kind.
func (j *journal) of(kind trace.Kind) []trace.Record {
	var out []trace.Record
	for _, r := range j.records {
		if r.Kind == kind {
			out = append(out, r)
		}
	}
	return out
}
