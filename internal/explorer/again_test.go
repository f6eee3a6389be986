package explorer

import (
	"context"
	"strings"
	"testing"

	"bellwether/internal/ability"
	"bellwether/protocol"
)

// A lively toy counts what it says in a term of each life, of which it saves the last, or
// forgets to.
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

func (m *lively) Renumber(to ability.Renumbering) {
	to(m.self, uint32(m.term), 0)
	to(m.heard, 1, 0)
}

func (m *lively) Snapshot(b []byte) []byte {
	return protocol.AppendID(append(m.toy.Snapshot(b), m.term), m.heard)
}

func (m *lively) Copy() protocol.Machine { c := *m; return &c }

// Numbers without end begin anew in a term of their own at each boot with storage: a search
// counts them anew, and would see as one what others cannot tell apart.
func TestTermsOfAFormerLifeAreConvicted(t *testing.T) {
	for forgets, want := range map[bool]string{false: "", true: "B boots with what it saved and numbers what it says in term 1, as in a life before"} {
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
