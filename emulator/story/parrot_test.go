package story

import (
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// parrot is a machine with every ability that a directive can use. When it must elect it
// sends 1 and 2 to each neighbour. It follows the last sender that it heard. It counts
// its boots in its storage.
type parrot struct{ boots byte }

// word is the message of parrots.
type word struct{ Number uint8 }

func (word) Kind() protocol.Kind { return 1 }
func (m word) Fields(w *protocol.Wire) protocol.Message {
	w.Uint8(&m.Number)
	return protocol.Done(w, m)
}

func (p *parrot) Start(env *protocol.Env, saved []byte) {
	if len(saved) > 0 {
		p.boots = saved[0]
	}
	p.boots++
	env.Save([]byte{p.boots})
}

func (p *parrot) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	env.Elected(from, protocol.Computation{Num: uint32(m.(word).Number), Source: from})
}

func (p *parrot) Fire(env *protocol.Env, t protocol.Timer) {
	if t == 1 { // set again at once, for ever
		env.SetTimer(1, 0)
	}
	env.Elected(env.Self(), protocol.Computation{})
}

func (p *parrot) Elect(env *protocol.Env) {
	env.Electing(protocol.Computation{})
	for _, id := range env.Neighbours() {
		env.Send(id, word{1})
		env.Send(id, word{2})
	}
	env.SetTimer(0, time.Second)
}

func (p *parrot) Resign(env *protocol.Env) {
	env.SetTimer(0, 0)
	env.SetTimer(0, time.Second)
	env.SetTimer(0, 0)
}

func (p *parrot) CapabilityChanged(env *protocol.Env) {
	switch env.Capability().Value {
	case 99:
		env.SetTimer(1, 0)
	case 98:
		env.Broadcast(word{8})
	default:
		for _, id := range env.Members() {
			env.Route(id, word{9})
		}
	}
}

func (p *parrot) NeighbourUp(env *protocol.Env, id protocol.ID)   { env.Driver().Meet(id) }
func (p *parrot) NeighbourDown(env *protocol.Env, id protocol.ID) { env.Driver().Part(id) }

func (p *parrot) Inspect(show func(name string, value int64)) { show("boots", int64(p.boots)) }
func (p *parrot) Snapshot(b []byte) []byte                    { return append(b, p.boots) }

func parrots() Finder {
	return Only(protocol.Algorithm{
		Name: "parrot", Timers: 2, Needs: protocol.NeedsRouting,
		Kinds: []protocol.MessageKind{{Message: word{}, Name: "word"}},
		Params: []protocol.Param{
			{Name: "volume", Type: protocol.TypeInteger, Default: "1", Min: "1", Max: "9"},
		},
		SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return 3 * time.Second },
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &parrot{} }, nil
		},
	})
}

// teller carries out directives and returns their text.
type teller struct {
	*testing.T
	story *story
}

// newTeller starts a story of three parrots in a line.
func newTeller(t *testing.T) *teller {
	f := &teller{t, New(parrots())}
	f.do("nodes parrot", "A 1", "B 2", "C 3", "line")
	return f
}

func parse(line string, input ...string) Directive {
	words := strings.Fields(line)
	return Directive{Verb: words[0], Words: words[1:], Input: input}
}

func (f *teller) do(line string, input ...string) outcome {
	f.Helper()
	out, err := f.story.Do(parse(line, input...))
	if err != nil {
		f.Fatalf("%s: %v", line, err)
	}
	return out
}

// expect carries out a directive and compares what happened, without times and spaces.
func (f *teller) expect(line string, want ...string) {
	f.Helper()
	var got []string
	for _, l := range strings.Split(strings.TrimSpace(f.do(line).Text), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			got = append(got, l)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		f.Errorf("%s:\n%s\nwant\n%s", line, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// FuzzDo checks that each directive of any script is carried out or refused.
func FuzzDo(f *testing.F) {
	begin := "nodes parrot\nA 1\nB 2\nA-B\n\n"
	f.Add(begin + "elect A\n\ndeliver next\n\nlose A-B word\n\nfire A 0\n\nstate\n\ncheck")
	f.Add(begin + "crash B\n\nrestart B forget\n\nresign A\n\noffer B 98\n\nsettle 1s quiet\n\ncut A-B\n\nlink ring")
	f.Add("nodes parrot leader=A volume=2 seed=3 interval=1s misses=1\nA 1\nstar")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read("tale", strings.NewReader(text))
		if err != nil {
			return
		}
		var first strings.Builder
		if _, err := s.Play(parrots(), &first); err != nil {
			return
		}
		if s, err = Read("tale", strings.NewReader(first.String())); err != nil {
			t.Fatalf("the output is not a script: %v\n%s", err, first.String())
		}
		if differences, err := s.Play(parrots(), new(strings.Builder)); err != nil || len(differences) > 0 {
			t.Fatalf("%v, %v in\n%s", err, differences, first.String())
		}
	})
}
