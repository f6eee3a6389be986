package reproduce

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"bellwether/election"
	"bellwether/internal/contract/optional"
	"bellwether/internal/draw/table"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/trace"
)

// A variant is the algorithm with changes, to find out which of them change results.
type variant struct {
	name  string
	merge Merge
	// set changes the scenario.
	set []setting
	// around wraps each machine; nil: machines are not changed.
	around func(*filter) protocol.Machine
}

// A filter wraps a machine: a variant changes or drops its messages.
type filter struct{ protocol.Machine }

func (f *filter) Elect(env *protocol.Env) { optional.Elect(f.Machine, env) }

func (f *filter) NeighbourUp(env *protocol.Env, id protocol.ID) {
	optional.NeighbourUp(f.Machine, env, id)
}

func (f *filter) NeighbourDown(env *protocol.Env, id protocol.ID) {
	optional.NeighbourDown(f.Machine, env, id)
}

// messages is the codec of the algorithm. Its message types are private, so that the tests
// read their bytes.
var messages = func() *protocol.Codec {
	c, err := protocol.NewCodec(election.Vasudevan().Kinds...)
	if err != nil {
		panic(err)
	}
	return c
}()

func nameOf(m protocol.Message) string { return messages.Describe(m.Kind()).Name }

// answerAt is where an answer begins in its bytes: after the kind and the computation.
const answerAt = 1 + 8

// claimedID is where an exchange has the ID of its leader: after the kind,
// the computation and the leader's value.
const claimedID = answerAt + 8

// declines reports whether an Ack offers no leader.
func declines(m protocol.Message) bool {
	offer := protocol.Marshal(nil, m)[answerAt:]
	return len(bytes.Trim(offer, "\x00")) == 0
}

// undated sets the age of every claim of a leader to 0, so that a node that adopts one waits
// for its beacons from then on.
type undated struct{ *filter }

func (u undated) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	end := 0 // the end of the claim, whose last four bytes are its age
	switch nameOf(m) {
	case "exchange":
		end = 1
	case "leader", "leader-retry":
	default:
		u.filter.Receive(env, from, m)
		return
	}
	b := protocol.Marshal(nil, m)
	clear(b[len(b)-end-4 : len(b)-end])
	fresh, err := messages.Unmarshal(b)
	if err != nil {
		panic(err)
	}
	u.filter.Receive(env, from, fresh)
}

// unmoved ignores news of its own leader: it receives only exchanges about other leaders.
type unmoved struct{ *filter }

func (u unmoved) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	if nameOf(m) == "exchange" {
		var leader int64
		optional.Inspect(u.Machine, func(name string, value int64) {
			if name == "leader" {
				leader = value
			}
		})
		if b := protocol.Marshal(nil, m); leader == int64(binary.BigEndian.Uint32(b[claimedID:])) {
			return
		}
	}
	u.filter.Receive(env, from, m)
}

// deaf is not notified when a neighbour is gone.
type deaf struct{ *filter }

func (deaf) NeighbourDown(*protocol.Env, protocol.ID) {}

// outsiders counts the nodes that stay out of an election. With optimised signalling only
// these nodes answer an Election with an Ack that offers no leader.
type outsiders struct {
	*filter
	counted *atomic.Int64
}

func (o outsiders) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	before := len(env.Driver().Effects())
	o.filter.Receive(env, from, m)
	switch nameOf(m) {
	case "election", "election-retry", "election-named", "election-named-retry":
	default:
		return
	}
	for _, e := range env.Driver().Effects()[before:] {
		if e.Message != nil && strings.HasPrefix(nameOf(e.Message), "ack") && declines(e.Message) {
			o.counted.Add(1)
		}
	}
}

const whyRuns = 4

// measure makes the runs of a variant at a point, and summarises them.
func (v variant) measure(t *testing.T, at place, more ...trace.Sink) map[Metric]value {
	t.Helper()
	at.Merge = v.merge
	results := make([]map[Metric]float64, whyRuns)
	var wait sync.WaitGroup
	for i := range results {
		r := at.set(t, uint64(i)+1, v.set...)
		r.config.Sinks = append(r.config.Sinks, more...)
		if v.around != nil {
			inner := r.config.Algorithm.New
			r.config.Algorithm.New = func(c protocol.Config) (func() protocol.Machine, error) {
				maker, err := inner(c)
				return func() protocol.Machine { return v.around(&filter{maker()}) }, err
			}
		}
		work := func() {
			metrics, err := r.run(t.Context())
			if err != nil {
				t.Error(err)
			}
			results[i] = metrics
		}
		if len(more) > 0 {
			work() // one after the other: they share a sink
		} else {
			wait.Go(work)
		}
	}
	wait.Wait()
	out := map[Metric]value{}
	for _, m := range []Metric{F, R, T} {
		var xs []float64
		for _, r := range results {
			xs = append(xs, r[m])
		}
		out[m] = valueOf(xs)
	}
	return out
}

// pointOf returns a place in a figure, with runs a quarter as long.
func pointOf(t *testing.T, number int, label string, nodes int) place {
	t.Helper()
	for _, p := range placesOf(t, Options{Figures: []int{number}, Quick: true}) {
		if p.series.Label == label {
			p.nodes = nodes
			return p
		}
	}
	t.Fatalf("Fig. %d has no series %s", number, label)
	return place{}
}

// whyHead begins results/WHY.md.
const whyHead = "# What makes the difference\n\nMeasured by \".ci/campaign 1 why\"; the package's documentation says what follows from it.\n\n"

// whyTables are the tables of results/WHY.md.
var whyTables = []struct {
	measure func(*testing.T) table.Table
	long    bool // more than a second: left to campaigns
}{
	{whyRFallsWithSpeed, true}, {whyUnicastIsQuick, true}, {whyNotTheMedium, true}, {onASlowerMedium, true},
	{whyNotTheMediumInFig8, true}, {whyTheListMatters, true}, {howSureTheOrderIs, false}, {howFarEachReadingIs, false},
	{whatFAndRSayOfT, false}, {whoStaysOut, true}, {whoElectsAmongFew, false},
}

// TestWhy measures why our figures differ from the paper's, or agree, and compares the
// results with results/WHY.md: the short tables, and in a campaign all.
func TestWhy(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of runs of an hour and more")
	}
	file := filepath.Join("results", "WHY.md")
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page, whole := bytes.NewBufferString(whyHead), sample.Whole() || *update
	for _, one := range whyTables {
		if one.long && !whole {
			continue
		}
		var text bytes.Buffer
		list := one.measure(t)
		if err := list.Write(&text, table.Markdown); err != nil {
			t.Fatal(err)
		}
		if !whole && !bytes.Contains(recorded, text.Bytes()) {
			t.Errorf("%s has no such table:\n%s", file, &text)
		}
		fmt.Fprintln(page, text.String())
	}
	if whole {
		golden(t, file, append(bytes.TrimRight(page.Bytes(), "\n"), '\n'))
	}
}

// whyRFallsWithSpeed shows that R falls because nodes get news of their leader from those
// they meet, and not because they wait longer for an adopted leader or adopt one sooner.
func whyRFallsWithSpeed(t *testing.T) table.Table {
	const nodes = 60
	asUndated := func(f *filter) protocol.Machine { return undated{f} }
	list := table.Table{
		Title:  fmt.Sprintf("R, elections per node and minute, of Fig. 8 at N = %d (4 runs of 100 min, the first 37.5 min discarded)", nodes),
		Header: []string{"merges are noticed by", "and", "Vmax 3", "Vmax 19", "R"},
		Right:  []bool{false, false, true, true},
		Notes:  []string{"published: 0.18 at Vmax 3, 0.186 at Vmax 19; at N = 120 0.105 and 0.035"},
	}
	for _, v := range []struct {
		variant
		and   string
		falls bool
	}{
		{variant{name: "beacon", merge: ByBeacon}, "", false},
		{variant{name: "beacon", merge: ByBeacon, around: asUndated}, "the wait for beacons starts again with an adopted leader", false},
		{variant{name: "exchange", merge: ByExchange}, "", true},
		{variant{name: "exchange", merge: ByExchange, around: asUndated}, "the wait for beacons starts again with an adopted leader", true},
		{variant{name: "exchange", merge: ByExchange, around: func(f *filter) protocol.Machine { return unmoved{f} }}, "news of the present leader is ignored", false},
	} {
		slow, fast := v.measure(t, pointOf(t, 8, "Vmax 3", nodes))[R], v.measure(t, pointOf(t, 8, "Vmax 19", nodes))[R]
		apart := slow.Mean-fast.Mean > slow.Half+fast.Half
		if !v.falls {
			apart = fast.Mean-slow.Mean > slow.Half+fast.Half
		}
		if !apart {
			t.Errorf("%s, %s: R is %.3f ± %.3f at Vmax 3 and %.3f ± %.3f at Vmax 19; falls: want %v, beyond both intervals",
				v.name, v.and, slow.Mean, slow.Half, fast.Mean, fast.Half, v.falls)
		}
		list.Rows = append(list.Rows, []string{v.name, v.and, cell(slow, R, true), cell(fast, R, true), map[bool]string{true: "falls", false: "rises"}[v.falls]})
	}
	return list
}

// whyUnicastIsQuick shows that elections by unicast are as frequent as by broadcast, but do
// not wait for children.
func whyUnicastIsQuick(t *testing.T) table.Table {
	const nodes = 60
	list := table.Table{
		Title:  fmt.Sprintf("Fig. 5 at N = %d (4 runs of 60 min, the first 15 min discarded)", nodes),
		Header: []string{"signalling", "and", "R /min", "T s", "F"},
		Right:  []bool{false, false, true, true, true},
		Notes:  []string{"published: F 0.195 of UDP, 0.076 of Bcast"},
	}
	var times []value
	for _, v := range []struct {
		variant
		series, and string
	}{
		{variant{merge: ByExchange}, "UDP", ""},
		{variant{merge: ByExchange, around: func(f *filter) protocol.Machine { return deaf{f} }}, "UDP", "only Probes show that a neighbour is gone"},
		{variant{merge: ByExchange}, "Bcast", ""},
		{variant{merge: ByExchange, set: []setting{{"algorithms[vasudevan].params.child_timeout", "100ms"}}}, "Bcast", "CHILD-TIMEOUT 100 ms"},
	} {
		x := v.measure(t, pointOf(t, 5, v.series, nodes))
		times = append(times, x[T])
		list.Rows = append(list.Rows, []string{v.series, v.and, cell(x[R], R, true), cell(x[T], T, true), cell(x[F], F, true)})
	}
	if udp, broadcast, hasty := times[0].Mean, times[2].Mean, times[3].Mean; broadcast < 3 || udp > 0.1*broadcast || hasty > 0.2*broadcast {
		t.Errorf("T is %.3g s by UDP, %.3g s by broadcast, %.3g s by broadcast with a short CHILD-TIMEOUT", udp, broadcast, hasty)
	}
	return list
}

// whoStaysOut shows that with exchanges hardly any node has another leader than the departed
// one, so that Election-Opt does the same as Election-Bcast.
func whoStaysOut(t *testing.T) table.Table {
	const nodes = 60
	list := table.Table{
		Title:  fmt.Sprintf("Election-Opt in Fig. 5 at N = %d (4 runs of 60 min, the first 15 min discarded)", nodes),
		Header: []string{"merges are noticed by", "F of Bcast", "F of Opt", "nodes that stay out per node that takes part"},
		Right:  []bool{false, true, true, true},
		Notes:  []string{"published: F 0.076 of Bcast, 0.018 of Opt; nodes that stay out are counted from the beginning"},
	}
	var shares []float64
	for _, m := range merges() {
		var out atomic.Int64
		at := pointOf(t, 5, "Opt", nodes)
		at.figure.Discard = 0 // outsiders are counted from the beginning
		v := variant{merge: m, around: func(f *filter) protocol.Machine { return outsiders{f, &out} }}
		part := v.measure(t, at)[R].Mean * whyRuns * nodes * at.figure.Duration.Minutes()
		share := float64(out.Load()) / part
		shares = append(shares, share)
		list.Rows = append(list.Rows, []string{string(m), cell(variant{merge: m}.measure(t, pointOf(t, 5, "Bcast", nodes))[F], F, true),
			cell(variant{merge: m}.measure(t, pointOf(t, 5, "Opt", nodes))[F], F, true), fmt.Sprintf("%.2g", share)})
	}
	if shares[0] > 0.2*shares[1] {
		t.Errorf("by %v there are %.3g outsiders for one that takes part", merges(), shares)
	}
	return list
}

// lone counts the transitions of δ to 1, and how many of them belong to nodes that believed
// that they had no neighbour.
type lone struct {
	from       protocol.Time
	neighbours map[protocol.ID]int
	electing   map[protocol.ID]bool
	all, alone int
}

func (l *lone) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.NeighbourUp, trace.NeighbourDown, trace.Electing, trace.Elected)
}

func (l *lone) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		l.neighbours[r.Node], l.electing[r.Node] = 0, false
	case trace.NeighbourUp:
		l.neighbours[r.Node]++
	case trace.NeighbourDown:
		l.neighbours[r.Node]--
	case trace.Elected:
		l.electing[r.Node] = false
	case trace.Electing:
		if l.electing[r.Node] || r.At < l.from {
			return
		}
		l.electing[r.Node] = true
		l.all++
		if l.neighbours[r.Node] == 0 {
			l.alone++
		}
	}
}

// whoElectsAmongFew shows that at N = 20 much of R is from nodes that elect themselves.
func whoElectsAmongFew(t *testing.T) table.Table {
	list := table.Table{
		Title:  "Who elects at N = 20 in Fig. 8 (4 runs of 100 min, the first 37.5 min discarded)",
		Header: []string{"Vmax m/s", "R /min", "of nodes without a neighbour"},
		Right:  []bool{true, true, true},
		Notes:  []string{"published: R = 0 at N = 20 for each speed"},
	}
	for _, label := range speeds {
		at := pointOf(t, 8, label, 20)
		l := &lone{from: protocol.Time(at.figure.Discard), neighbours: map[protocol.ID]int{}, electing: map[protocol.ID]bool{}}
		x := variant{merge: ByExchange}.measure(t, at, l)
		live := whyRuns * 20 * (at.figure.Duration - at.figure.Discard)
		if rate := float64(l.all) / live.Minutes(); rate < 0.99*x[R].Mean || rate > 1.01*x[R].Mean {
			t.Errorf("%s: %.4f elections a node and minute were counted, measured is %.4f", label, rate, x[R].Mean)
		}
		if l.alone == 0 || l.alone == l.all {
			t.Errorf("%s: %d of %d elections are of lone nodes", label, l.alone, l.all)
		}
		list.Rows = append(list.Rows, []string{strings.TrimPrefix(label, "Vmax "), cell(x[R], R, true),
			fmt.Sprintf("%.0f %%", 100*float64(l.alone)/float64(l.all))})
	}
	return list
}
