package explorer

import (
	"context"
	"strings"
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A lively toy numbers its messages in a new term after each boot. It saves the newest term,
// unless it forgets to.
type lively struct {
	toy
	forgets bool
	term    byte
	heard   protocol.ID // of whom it heard, in the first term
}

func (m *lively) Start(env *protocol.Env, saved []byte) {
	m.toy.Start(env, saved)
	if len(saved) > 0 {
		m.term = saved[0]
	}
	if m.term++; !m.forgets {
		env.Save([]byte{m.term})
	}
}

func (m *lively) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.heard = from
	m.toy.Receive(env, from, message)
}

func (m *lively) Renumber(to optional.Renumbering) {
	to(m.self, uint32(m.term), 0)
	to(m.heard, 1, 0)
}

func (m *lively) Snapshot(b []byte) []byte {
	return protocol.AppendID(append(m.toy.Snapshot(b), m.term), m.heard)
}

func (m *lively) Copy() protocol.Machine { c := *m; return &c }

// A node that boots with its storage and gives its messages numbers of a former term is a
// fault: other nodes cannot distinguish the new messages from the old ones.
func TestTermsOfAFormerLifeAreConvicted(t *testing.T) {
	for forgets, want := range map[bool]string{false: "", true: "B boots with what it saved and gives its messages numbers of term 1, as after a former boot"} {
		a, _ := toys("")("toy")
		a.New = func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &lively{forgets: forgets} }, nil
		}
		o, err := Parse("toy", "line of 2, values ascending, start B, crashes 1, restarts 1, depth 3")
		if err != nil {
			t.Fatal(err)
		}
		r, err := Explore(context.Background(), func(string) (protocol.Algorithm, bool) { return a, true }, o, nil)
		if err != nil || (r.Verdict == Convicted) != forgets || !strings.Contains(r.Fault, want) {
			t.Errorf("forgets %t: %v, %v", forgets, r, err)
		}
	}
}
