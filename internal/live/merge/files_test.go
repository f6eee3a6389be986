package merge

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// streamed returns the merged trace, with a line of words for each record.
func streamed(t testing.TB, m *Merge) []string {
	t.Helper()
	var out []string
	if err := m.Stream(func(l *trace.Line) error {
		r := &l.Record
		out = append(out, fmt.Sprintf("%v %v %v %v %d", r.At, r.Kind, r.Node, r.Peer, r.Value))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// life returns the text of a file: a header and records, with instants in microseconds.
func life(algorithm string, zeroUS int64, records ...trace.Record) string {
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Algorithm: algorithm, Zero: someday + zeroUS*1000})
	for _, r := range records {
		r.At *= 1000
		w.Record(&r)
	}
	w.Close()
	return b.String()
}

func bootAt(us protocol.Time, node protocol.ID, incarnation int64) trace.Record {
	return trace.Record{At: us, Kind: trace.Boot, Node: node, Value: incarnation}
}

func endAt(us protocol.Time) trace.Record { return trace.Record{At: us, Kind: trace.End} }

// Node 1 boots at 0, ends at 50. Node 2 boots at 10 and is killed while it writes
// a record at 30; its second life, which by its clock began at 25, is placed after the
// first. At one instant the lower node comes first.
func TestLivesEndAndFollowEachOther(t *testing.T) {
	killed := life("v", 10, bootAt(0, 2, 1), trace.Record{At: 20, Kind: trace.Capability, Node: 2, Value: 7}) + `{"at_ns":20500,"rec`
	m, err := Read([]Source{
		memory("2.2", life("v", 25, bootAt(0, 2, 2), trace.Record{At: 15, Kind: trace.Capability, Node: 2, Value: 9}, endAt(35))),
		memory("1.1", life("v", 0, bootAt(0, 1, 1), trace.Record{At: 30, Kind: trace.Capability, Node: 1, Value: 5}, endAt(50))),
		memory("2.1", killed),
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"0s boot 1 - 1",
		"10µs boot 2 - 1",
		"30µs capability 1 - 5",
		"30µs capability 2 - 7",
		"30µs crash 2 - 0",
		"30µs boot 2 - 2",
		"40µs capability 2 - 9",
		"50µs absent 1 - 0",
		"60µs absent 2 - 0",
		"60µs end - - 0",
	}
	if got := streamed(t, m); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	warnings := strings.Join(m.Warnings, "\n")
	for _, w := range []string{"2.1: the last line is cut off", "2.1: node 2 was killed", "2.2 begins 5µs before 2.1 ends",
		"no frames in both directions show the error of the clock of node 1"} {
		if !strings.Contains(warnings, w) {
			t.Errorf("no warning has %q: %s", w, warnings)
		}
	}
}

// Under a mask time 0 is the epoch, by the reference's wall clock.
func TestTheEpochIsTimeZero(t *testing.T) {
	one := memory("1", life("v", 0, bootAt(5, 1, 1), endAt(10)))
	m, err := Read([]Source{one}, Options{Epoch: time.Unix(0, someday-2000)})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"7µs boot 1 - 1", "12µs absent 1 - 0", "12µs end - - 0"}
	if got := streamed(t, m); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A life that ended before any other began is placed by its wall clock if its node has
// another life.
func TestAnEarlierLifeIsPlacedByItsWallClock(t *testing.T) {
	m, err := Read([]Source{
		memory("1.1", life("v", 0, bootAt(0, 1, 1), endAt(10))),
		memory("1.2", life("v", 1000, bootAt(0, 1, 2), endAt(10))),
		memory("2.1", life("v", 1001, bootAt(0, 2, 1), endAt(10))),
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0s boot 1 - 1", "10µs absent 1 - 0", "1ms boot 1 - 2", "1.001ms boot 2 - 1",
		"1.01ms absent 1 - 0", "1.011ms absent 2 - 0", "1.011ms end - - 0"}
	if got := streamed(t, m); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestInvalidMergesAreRefused(t *testing.T) {
	one := life("v", 0, bootAt(0, 1, 1), endAt(10))
	two := life("v", 0, bootAt(0, 2, 1), endAt(10))
	emulated := strings.Replace(one, fmt.Sprintf(`"zero_unix_ns":%d,`, int64(someday)), "", 1)
	renamed := func(node protocol.ID, name string, us int64, incarnation int64) string {
		return life("v", us, trace.Record{Kind: trace.Named, Node: node, Peer: node, Name: name}, bootAt(1, node, incarnation), endAt(2))
	}
	for want, texts := range map[string][]string{
		"there is no trace of an agent":                {""},
		"are of different runs":                        {one, life("w", 0, bootAt(0, 2, 1), endAt(10))},
		"are the same life of node 1":                  {one, two, one},
		"no common time: no frame connects f1 with f0": {one, life("v", 1_000_000, bootAt(0, 2, 1), endAt(10))},
		"is not of a live run":                         {emulated},
		"it holds records of nodes 1 and 2: not the":   {life("v", 0, bootAt(0, 1, 1), bootAt(1, 2, 1))},
		"are both node 1, called a and b":              {renamed(1, "a", 0, 1), renamed(1, "b", 1, 2)},
		"f0: the gzip file is cut off":                 {"\x1f\x8b\x08\x00"},
		"f0:2: not a JSON object":                      {strings.Replace(one, `{"at_ns":0`, `"at_ns":0`, 1)},
		"an instant is out of bounds":                  {life("v", 0, bootAt(0, 1, 1), endAt(1<<52))},
	} {
		var sources []Source
		for i, text := range texts {
			sources = append(sources, memory(fmt.Sprintf("f%d", i), text))
		}
		if _, err := Read(sources, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestFilesWithoutRecordsAreLeftOut(t *testing.T) {
	one := life("v", 0, bootAt(0, 1, 1), endAt(10))
	header, _, _ := strings.Cut(one, "\n")
	m, err := Read([]Source{memory("one", one), memory("empty", ""), memory("header", header+"\n"), memory("cut", header[:20])}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Lives) != 1 || len(m.Warnings) != 3 {
		t.Errorf("%d lives, warnings %q", len(m.Lives), m.Warnings)
	}
}

// Nothing is lost, and each node's records keep their order, whatever the clocks.
func TestStreamKeepsEveryRecord(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var sources []Source
	written := map[protocol.ID][]int64{}
	for node := range protocol.ID(5) {
		h := &host{node: node + 1, ahead: time.Duration(r.Int64N(int64(time.Second))), drift: 1e-4 * r.Float64()}
		boot(h, 0)
		for k := range int64(200) {
			h.note(time.Duration(r.Int64N(int64(10*time.Second))), trace.Record{Kind: trace.Capability, Node: h.node, Value: k})
		}
		end(h, 10*time.Second)
		sources = append(sources, h.source())
		for _, p := range h.pending {
			if p.Kind == trace.Capability {
				written[h.node] = append(written[h.node], p.Value)
			}
		}
	}
	m, err := Read(sources, Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := protocol.Time(0)
	read := map[protocol.ID][]int64{}
	if err := m.Stream(func(l *trace.Line) error {
		if l.Record.At < now {
			t.Errorf("time runs backwards, from %v to %v", now, l.Record.At)
		}
		now = l.Record.At
		if l.Record.Kind == trace.Capability {
			read[l.Record.Node] = append(read[l.Record.Node], l.Record.Value)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for node, want := range written {
		if !slices.Equal(read[node], want) {
			t.Errorf("node %v: %d records of %d, or in another order", node, len(read[node]), len(want))
		}
	}
}

// With a tenth of the frames the line is the same.
func TestFewerFramesGiveTheSameClocks(t *testing.T) {
	f := newFrames(100)
	for k := range uint64(1000) {
		f.leave(0, &trace.Record{Kind: trace.Send, Node: 1, Frame: k, At: protocol.Time(k)})
	}
	if len(f.sent) > 100 || len(f.sent) < 10 {
		t.Fatalf("%d frames are kept of 1000, at most 100 may be", len(f.sent))
	}
	d := delays{}
	for k := range uint64(1000) {
		f.arrive(d, 1, &trace.Record{Kind: trace.Receive, Node: 2, Peer: 1, Frame: k, At: protocol.Time(k) + 7})
	}
	if h := *d[way{0, 1}]; len(h) != 2 || h[0].apparent != 7 || h[1].apparent != 7 {
		t.Errorf("equal delays have the corners %v", h)
	}
}

// A frame is timed from when it was on the air, after its jitter.
func TestAFrameLeavesWhenItIsTransmitted(t *testing.T) {
	f := newFrames(10)
	f.leave(0, &trace.Record{Kind: trace.Send, Node: 1, Frame: 1, At: 10})
	f.leave(0, &trace.Record{Kind: trace.Transmit, Node: 1, Frame: 1, At: 14, Peer: 2})
	f.leave(0, &trace.Record{Kind: trace.Transmit, Node: 1, Frame: 1, At: 15, Peer: 3})
	d := delays{}
	f.arrive(d, 1, &trace.Record{Kind: trace.Receive, Node: 2, Peer: 1, Frame: 1, At: 20})
	if h := *d[way{0, 1}]; len(h) != 1 || h[0].apparent != 6 {
		t.Errorf("delays %v, want 6 ns", h)
	}
	f.leave(2, &trace.Record{Kind: trace.Send, Node: 1, Frame: 1, At: 99}) // of another life
	f.arrive(d, 1, &trace.Record{Kind: trace.Receive, Node: 2, Peer: 1, Frame: 1, At: 21})
	if h := *d[way{0, 1}]; len(h) != 1 {
		t.Errorf("a frame number of two lives has a delay: %v", h)
	}
}

// FuzzMerge checks that any files give a merge or an error, and that a merge runs to an
// End without time running backwards.
func FuzzMerge(f *testing.F) {
	one := life("v", 0, bootAt(0, 1, 1), trace.Record{At: 3, Kind: trace.Receive, Node: 1, Peer: 2, Frame: 1}, endAt(10))
	two := life("v", 4, bootAt(0, 2, 1), trace.Record{At: 1, Kind: trace.Send, Node: 2, Frame: 1},
		trace.Record{At: 2, Kind: trace.Transmit, Node: 2, Frame: 1}, endAt(10))
	f.Add(one, two)
	f.Add(one[:len(one)-5], two)
	f.Add(one, "")
	f.Add(one, one)
	f.Fuzz(func(t *testing.T, a, b string) {
		m, err := Read([]Source{memory("a", a), memory("b", b)}, Options{})
		if err != nil {
			return
		}
		now, ended := protocol.Time(0), false
		if err := m.Stream(func(l *trace.Line) error {
			if l.Record.At < now || ended {
				t.Errorf("%v at %v after %v, ended %v", l.Record.Kind, l.Record.At, now, ended)
			}
			now, ended = l.Record.At, l.Record.Kind == trace.End
			return nil
		}); err != nil || !ended {
			t.Errorf("ended %v, error %v", ended, err)
		}
	})
}
