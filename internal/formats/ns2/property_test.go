package ns2_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// action is a line of a drawn file; its time is in milliseconds.
type action struct {
	at   int
	what string // move, put, on, off
	to   orb.Point
	v    float64
}

func (d action) lines(node int) []string {
	format := func(what string, arguments ...any) string {
		return fmt.Sprintf("$ns_ at %.3f \"$node_(%d) %s\"", float64(d.at)/1000, node, fmt.Sprintf(what, arguments...))
	}
	switch d.what {
	case "move":
		return []string{format("setdest %v %v %v", d.to[0], d.to[1], d.v)}
	case "put":
		return []string{format("set X_ %v", d.to[0]), format("set Y_ %v", d.to[1])}
	case "place":
		return []string{format("setdest %v %v 1e9", d.to[0], d.to[1])}
	case "on":
		return []string{format("switch ON")}
	}
	return []string{format("switch OFF")}
}

// history is all that one node does; its actions have different times.
type history struct {
	begin   orb.Point
	actions []action
}

func anyHistory(t *rapid.T) history {
	tenth := func(name string) float64 { return float64(rapid.IntRange(-5000, 5000).Draw(t, name)) / 10 }
	times := rapid.SliceOfNDistinct(rapid.IntRange(0, 60000), 0, 12, rapid.ID).Draw(t, "times")
	slices.Sort(times)
	l := history{begin: orb.Point{tenth("x"), tenth("y")}}
	for _, at := range times {
		l.actions = append(l.actions, action{
			at:   at,
			what: rapid.SampledFrom([]string{"move", "move", "move", "put", "place", "on", "off"}).Draw(t, "action"),
			to:   orb.Point{tenth("x"), tenth("y")},
			v:    float64(rapid.IntRange(0, 300).Draw(t, "speed")) / 10,
		})
	}
	return l
}

// at follows a history by the rules of the format, action by action, in the plainest way. It
// returns where the node is at that millisecond, and whether it is present.
func (l history) at(ms float64) (place orb.Point, present bool) {
	present = true
	for _, d := range l.actions {
		if d.what == "on" || d.what == "off" {
			present = d.what == "off"
			break
		}
	}
	from, to, v, since := l.begin, l.begin, 0.0, 0.0
	now := func(ms float64) orb.Point {
		way := math.Hypot(to[0]-from[0], to[1]-from[1])
		gone := v * (ms - since) / 1000
		if way == 0 || v == 0 {
			return from
		}
		part := math.Min(gone/way, 1)
		return orb.Point{from[0] + (to[0]-from[0])*part, from[1] + (to[1]-from[1])*part}
	}
	for _, d := range l.actions {
		if float64(d.at) > ms {
			break
		}
		switch d.what {
		case "move":
			from = now(float64(d.at))
			to, v, since = d.to, d.v, float64(d.at)
		case "put", "place":
			from, to, v, since = d.to, d.to, 0, float64(d.at)
		default:
			present = d.what == "on"
		}
	}
	return now(ms), present
}

// file writes histories as a movement file, with its lines in any order.
func file(t *rapid.T, histories []history) string {
	var lines []string
	for i, l := range histories {
		lines = append(lines,
			fmt.Sprintf("$node_(%d) set X_ %v", 10*i, l.begin[0]),
			fmt.Sprintf("$node_(%d) set Y_ %v", 10*i, l.begin[1]))
		for _, d := range l.actions {
			lines = append(lines, d.lines(10*i)...)
		}
	}
	return strings.Join(rapid.Permutation(lines).Draw(t, "order"), "\n")
}

func TestTraceFollowsTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		histories := rapid.SliceOfN(rapid.Custom(anyHistory), 1, 4).Draw(t, "histories")
		histories = append(histories, history{}) // one node is always present
		written := file(t, histories)
		tr, err := ns2.Read(strings.NewReader(written), text.File{Name: "drawn"})
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if tr.Nodes() != len(histories) {
			t.Fatalf("%d nodes, want %d", tr.Nodes(), len(histories))
		}
		for i, l := range histories {
			if law := tracetest.BrokenLaw(tr, i+1); law != "" {
				t.Fatalf("node %d: %s\n%s", i+1, law, written)
			}
			for ms := 0; ms < 70000; ms += 499 { // prime, so that few samples are at the instant of an action
				checkMoment(t, tr, moment{i + 1, ms, l}, written)
			}
			for _, d := range l.actions {
				checkMoment(t, tr, moment{i + 1, d.at, l}, written)
			}
		}
	})
}

type moment struct {
	node, ms int
	history  history
}

func checkMoment(t *rapid.T, tr *movetrace.Trace, m moment, text string) {
	want, present := m.history.at(float64(m.ms))
	leg, got := tracetest.Where(tr, m.node, time.Duration(m.ms)*time.Millisecond)
	if leg.Absent == present {
		t.Fatalf("node %d at %d ms: present is %v, want %v\n%s", m.node, m.ms, !leg.Absent, present, text)
	}
	if present && math.Hypot(got[0]-want[0], got[1]-want[1]) > 1e-4 { // a move may be a nanosecond late: at 30 m/s, 12 times
		t.Fatalf("node %d at %d ms: at %v, want %v\n%s", m.node, m.ms, got, want, text)
	}
}
