package access

import (
	"slices"
	"testing"
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/duty"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// aloha is a scheme from outside the list, in one file: N. Abramson's of 1970. Frames are
// sent at once; two that overlap at a receiver destroy each other there. It acknowledges
// nothing.
type aloha struct {
	*Layer
	arrive kernel.Event
	flying []int32
	spoilt map[int32]bool // frames that overlapped another one: here all nodes hear each other
}

func newAloha(l *Layer) (scheme, error) {
	a := &aloha{Layer: l, spoilt: map[int32]bool{}}
	a.arrive = l.On(func(k uint32) { a.onArrive(int32(k)) })
	return a, nil
}

func (a *aloha) launch(k int32) {
	f := a.pool.at(k)
	for _, other := range a.flying {
		a.spoilt[other], a.spoilt[k] = true, true
	}
	a.flying = append(a.flying, k)
	ends := a.Now() + int64(a.Airtime(f.Bytes)) + a.delay
	a.queues[a.Slot(f.From)].freeAt = ends
	a.At(ends, a.arrive, uint32(k))
}

func (a *aloha) onArrive(k int32) {
	f := *a.pool.at(k)
	a.pool.give(k)
	a.flying = slices.DeleteFunc(a.flying, func(other int32) bool { return other == k })
	sent := a.sending(&f)
	a.transmitted(sent)
	heard, _ := a.Reach.Hearers(sent.from, f.Start, sent.bytes)
	for _, j := range slices.Clone(heard) {
		if !a.spoilt[k] {
			a.deliver(j, &f)
		}
	}
	delete(a.spoilt, k)
}

func (a *aloha) halt(kernel.Slot) {}

// caller broadcasts a word when it is told to elect, and counts the words that it
// receives.
type caller struct{ heard *int }

type word struct{}

func (word) Kind() protocol.Kind { return 1 }
func (m word) Fields(w *protocol.Wire) protocol.Message {
	for range 99 {
		w.Uint8(new(uint8))
	}
	return protocol.Done(w, m)
}
func (caller) Start(*protocol.Env, []byte) {}
func (caller) Elect(env *protocol.Env)     { env.Broadcast(word{}) }
func (c caller) Receive(*protocol.Env, protocol.ID, protocol.Message) {
	*c.heard++
}
func (caller) Fire(*protocol.Env, protocol.Timer) {}
func (caller) Snapshot(b []byte) []byte           { return b }

// room is a world of callers that hear each other.
type room struct {
	*kernel.Kernel
	layer *Layer
	reach *reach.Reach
}

func (r *room) Say(i kernel.Slot, e *protocol.Effect) { r.layer.Say(i, e) }
func (r *room) Hears(kernel.Slot) []protocol.ID       { return nil }
func (r *room) Arrives(kernel.Slot)                   {}
func (r *room) Boots(i kernel.Slot)                   { r.reach.TurnOn(i) }
func (r *room) Booted(kernel.Slot)                    {}
func (r *room) Started(kernel.Slot)                   {}
func (r *room) Joined(kernel.Slot)                    {}
func (r *room) Stops(i kernel.Slot)                   { r.layer.Stop(i) }
func (r *room) Stopped(i kernel.Slot)                 { r.reach.Listen(i) }
func (r *room) Gone(kernel.Slot)                      {}

func newRoom(t *testing.T, nodes kernel.Slot, heard *int, o Options, of []maker) *room {
	t.Helper()
	k, err := kernel.New(kernel.Options{Nodes: nodes,
		Algorithm: protocol.Algorithm{Name: "caller", Kinds: []protocol.MessageKind{{Message: word{}, Name: "word", Class: protocol.ClassElection}},
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return caller{heard} }, nil
			}}})
	if err != nil {
		t.Fatal(err)
	}
	r := &room{Kernel: k}
	model, err := mobility.NewStatic(mobility.Area{Width: 50, Height: 50})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := place.NewPlan(model, 1, int(nodes))
	if err != nil {
		t.Fatal(err)
	}
	medium := radio.Disk(100)
	o.Field = place.New(k, place.Options{Plan: plan, ReachM: medium.ExactRangeM(),
		NewLeg: func(kernel.Slot, mobility.Leg) bool { return false }, Turned: func(kernel.Slot, place.Turn) {}})
	r.reach = reach.New(k, reach.Options{Air: reach.NewAir(medium, nil), Field: o.Field})
	o.Link, o.Reach, o.Duty = radio.DefaultLink(), r.reach, duty.New(k, nil)
	o.Jitter, o.Backoffs = draw.NewAddressed(1, draw.Medium), draw.NewAddressed(1, draw.Backoffs)
	if r.layer, err = newLayer(k, o, of); err != nil {
		t.Fatal(err)
	}
	k.Attach(r)
	for i := range nodes {
		k.Appear(i)
		o.Field.Begin(i)
	}
	for i := range nodes {
		k.Boot(i)
	}
	return r
}

// TestASchemeIsOneFileAndOneLine: a scheme that is added to the list is used. With it,
// three nodes that send at once are not heard, and three that send one after another are.
// With the schemes of the list all are heard in both cases.
func TestASchemeIsOneFileAndOneLine(t *testing.T) {
	access := radio.DefaultCSMA()
	for name, c := range map[string]struct {
		of    []maker
		csma  *radio.CSMA
		apart time.Duration
		heard int
	}{
		"aloha, at once":      {append([]maker{newAloha}, schemes()...), nil, 0, 0},
		"aloha, in turns":     {append([]maker{newAloha}, schemes()...), nil, time.Second, 6},
		"ideal, at once":      {schemes(), nil, 0, 6},
		"csma, one after one": {schemes(), &access, time.Second, 6},
	} {
		heard := 0
		r := newRoom(t, 3, &heard, Options{CSMA: c.csma}, c.of)
		elect := r.On(func(a uint32) { r.Elect(kernel.Slot(a)) })
		for i := range 3 {
			r.At(int64(i)*int64(c.apart), elect, uint32(i))
		}
		if err := r.Run(int64(time.Minute), func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if heard != c.heard || r.layer.Sent != 3 {
			t.Errorf("%s: %d frames sent, heard %d times, want 3 and %d", name, r.layer.Sent, heard, c.heard)
		}
		if err := r.layer.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestABroadcastAllocatesNothing: frames, flights and lists are used again.
func TestABroadcastAllocatesNothing(t *testing.T) {
	access := radio.DefaultCSMA()
	for name, numbers := range map[string]*radio.CSMA{"ideal": nil, "csma": &access} {
		heard := 0
		r := newRoom(t, 20, &heard, Options{CSMA: numbers}, schemes())
		goOn, until := func() error { return nil }, int64(0)
		speak := func() {
			r.Elect(kernel.Slot(heard % 20))
			until += int64(time.Second)
			if err := r.Run(until, goOn); err != nil {
				t.Fatal(err)
			}
		}
		for range 2000 {
			speak() // the lists grow, also in the queue's buckets
		}
		if n := testing.AllocsPerRun(200, speak); n > 0 {
			t.Errorf("%s: %v allocations a broadcast", name, n)
		}
		if heard != 19*2201 {
			t.Errorf("%s: heard %d times, want %d", name, heard, 19*2201)
		}
	}
}
