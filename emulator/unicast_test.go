package emulator

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// courier sends one token to each of a list of nodes when it is told to elect.
type courier struct {
	to    []protocol.ID
	route bool
	got   []token
	made  []*courier // of the whole world, by node
}

func (m *courier) Start(env *protocol.Env, _ []byte) { m.made[env.Self()-1] = m }
func (m *courier) Elect(env *protocol.Env) {
	for k, to := range m.to {
		if m.route {
			env.Route(to, token{uint32(k + 1)})
		} else {
			env.Send(to, token{uint32(k + 1)})
		}
	}
}
func (m *courier) Receive(_ *protocol.Env, _ protocol.ID, msg protocol.Message) {
	m.got = append(m.got, msg.(token))
}
func (m *courier) Fire(*protocol.Env, protocol.Timer) {}
func (m *courier) Snapshot(b []byte) []byte           { return b }

// scriptedLoss loses the frames of one direction by a list, in the order of their starts.
// Frames after the end of the list arrive.
type scriptedLoss struct {
	from protocol.ID
	lost []bool
	seen *int
}

func (s scriptedLoss) Lost(from, _ protocol.ID, _ protocol.Time) bool {
	if from != s.from {
		return false
	}
	*s.seen++
	return *s.seen <= len(s.lost) && s.lost[*s.seen-1]
}

func couriers(g radio.Graph, to []protocol.ID, route bool) (Config, []*courier) {
	cfg := wires(g)
	made := make([]*courier, g.Nodes())
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: to, route: route, made: made} })
	if route {
		cfg.Algorithm.Needs = protocol.NeedsRouting
	}
	return cfg, made
}

// count returns the number of records of a kind with a reason.
func (j *journal) count(kind trace.Kind, why trace.Why) int {
	n := 0
	for _, r := range j.of(kind) {
		if r.Why == why {
			n++
		}
	}
	return n
}

func TestUnicastIsRetriedUntilAcknowledged(t *testing.T) {
	tests := []struct {
		name       string
		from       protocol.ID // whose frames are lost: 1 data, 2 acknowledgements
		lost       int
		data, acks int // frames on the air
		duplicates int
		delivered  int
		givenUp    int
	}{
		{"nothing lost", 1, 0, 1, 1, 0, 1, 0},
		{"first two data frames lost", 1, 2, 3, 1, 0, 1, 0},
		{"first two acknowledgements lost", 2, 2, 3, 3, 2, 1, 0},
		{"all eight data frames lost", 1, 8, 8, 0, 0, 0, 1},
		{"all eight acknowledgements lost", 2, 8, 8, 8, 7, 1, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg, made := couriers(radio.Line(2), []protocol.ID{2}, false)
			lost := make([]bool, test.lost)
			for i := range lost {
				lost[i] = true
			}
			cfg.Loss = scriptedLoss{test.from, lost, new(int)}
			_, j := run(t, cfg)
			got := []int{j.count(trace.Transmit, trace.WhyData), j.count(trace.Transmit, trace.WhyAck),
				j.count(trace.Lost, trace.WhyDuplicate), len(made[1].got), j.count(trace.Lost, trace.WhyRetries)}
			want := []int{test.data, test.acks, test.duplicates, test.delivered, test.givenUp}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("data, acks, duplicates, delivered, given up: %v, want %v", got, want)
				}
			}
		})
	}
}

func TestFramesOfOneRadioArriveInOrderDespiteRetries(t *testing.T) {
	world := func(lost []bool) []token {
		to := make([]protocol.ID, 20)
		for i := range to {
			to[i] = 2
		}
		made := make([]*courier, 2)
		cfg := plane([][2]float64{{0, 0}, {100, 0}})
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: to, made: made} })
		cfg.Start = Start{Elect: []protocol.ID{1}}
		cfg.Loss = scriptedLoss{1, lost, new(int)}
		run(t, cfg)
		return made[1].got
	}
	got := world([]bool{true, false, true, true, false, false, true})
	if len(got) != 20 {
		t.Fatalf("%d of 20 arrived", len(got))
	}
	for k, token := range got {
		if int(token.n) != k+1 {
			t.Fatalf("out of order: %v", got)
		}
	}
}

func TestRadioSendsOneFrameAtATime(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {100, 0}})
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{2, 2, 2}, made: make([]*courier, 2)} })
	cfg.Start = Start{Elect: []protocol.ID{1}}
	_, j := run(t, cfg)
	// By hand, 1 Mbit/s: data of 5+28 bytes 264 µs, acknowledgement of 14 bytes
	// 112 µs, 834 ns of propagation each way (250 m).
	exchange := 264*time.Microsecond + 112*time.Microsecond + 2*834*time.Nanosecond
	for k, r := range j.of(trace.Receive) {
		want := protocol.Time(time.Duration(k)*exchange + 264*time.Microsecond + 834*time.Nanosecond)
		if r.At != want {
			t.Errorf("frame %d arrived at %v, want %v", k+1, r.At, want)
		}
	}
}

func TestRouteGoesHopByHopAndPaysForEach(t *testing.T) {
	cfg, made := couriers(radio.Line(5), []protocol.ID{5}, true)
	_, j := run(t, cfg)
	if got := made[4].got; len(got) != 1 {
		t.Fatalf("node 5 got %v", got)
	}
	data, relay, acks := j.count(trace.Transmit, trace.WhyData), j.count(trace.Transmit, trace.WhyRelay),
		j.count(trace.Transmit, trace.WhyAck)
	if data != 1 || relay != 3 || acks != 4 {
		t.Errorf("%d own frames, %d relayed, %d acknowledgements; want 1, 3, 4", data, relay, acks)
	}
	if n := len(j.of(trace.Send)); n != 1 {
		t.Errorf("%d logical messages, want 1", n)
	}
	if r := j.of(trace.Receive); len(r) != 1 || r[0].Peer != 1 || r[0].Node != 5 {
		t.Errorf("receptions %v, want one, at node 5 from its origin 1", r)
	}
}

func TestRouteWithoutAPathCostsOneTransmission(t *testing.T) {
	g, err := radio.Edges(4, [][2]protocol.ID{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	cfg, made := couriers(g, []protocol.ID{4}, true)
	_, j := run(t, cfg)
	if got := made[3].got; len(got) != 0 {
		t.Errorf("node 4 got %v over no path", got)
	}
	if data, lost := j.count(trace.Transmit, trace.WhyData), j.count(trace.Lost, trace.WhyNoRoute); data != 1 || lost != 1 {
		t.Errorf("%d transmissions and %d no-route losses, want 1 and 1", data, lost)
	}
}

func TestMessageToOneselfStaysOffTheAir(t *testing.T) {
	for _, route := range []bool{false, true} {
		cfg, made := couriers(radio.Line(1), []protocol.ID{1}, route)
		w, _ := run(t, cfg)
		if got := made[0].got; len(got) != 1 || w.Counters().Transmissions != 0 {
			t.Errorf("route %v: got %v with %d transmissions, want it once with none",
				route, got, w.Counters().Transmissions)
		}
	}
}
