package export_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bellwether/internal/formats/export/shiviz"
	"bellwether/internal/formats/export/source"
	"bellwether/internal/study/export"
	"bellwether/protocol"
	"bellwether/trace"
)

// An entry is an event of a log.
type entry struct {
	host, event string
	clock       map[string]int
}

// entries reads a log as ShiViz does: by the expression of its first line.
func entries(t *testing.T, log []byte) (all []entry) {
	t.Helper()
	head, body, ok := strings.Cut(string(log), "\n\n")
	if !ok || head != shiviz.Expression {
		t.Fatalf("the log begins with %.80q", head)
	}
	expression := regexp.MustCompile(head)
	rest := body
	for rest != "" {
		found := expression.FindStringSubmatchIndex(rest)
		if found == nil || found[0] != 0 {
			t.Fatalf("no event at %.80q", rest)
		}
		part := func(name string) string {
			i := 2 * expression.SubexpIndex(name)
			return rest[found[i]:found[i+1]]
		}
		one := entry{host: part("host"), event: part("event")}
		if err := json.Unmarshal([]byte(part("clock")), &one.clock); err != nil {
			t.Fatalf("%v: %s", err, part("clock"))
		}
		all = append(all, one)
		rest = strings.TrimPrefix(rest[found[1]:], "\n")
	}
	return all
}

// happened lists the events of a trace by the definition of ShiViz's package, and the direct
// predecessors of each: the previous event of its node, and the sending of its message. It
// shares no code with the writer.
func happened(lines []trace.Line) (before [][]int) {
	events := map[string]bool{}
	for _, kind := range strings.Fields("boot crash absent send receive lost neighbour-up neighbour-down electing elected suspect trust fault held") {
		events[kind] = true
	}
	last, sent := map[protocol.ID]int{}, map[uint64]int{}
	for _, l := range lines {
		r := l.Record
		if !events[r.Kind.String()] || r.Node == protocol.Nobody {
			continue
		}
		var direct []int
		if i, ok := last[r.Node]; ok {
			direct = append(direct, i)
		}
		if i, ok := sent[r.Frame]; ok && r.Kind == trace.Receive {
			direct = append(direct, i)
		}
		number := len(before)
		before, last[r.Node] = append(before, direct), number
		if r.Kind == trace.Send {
			sent[r.Frame] = number
		}
	}
	return before
}

// closure is the transitive closure of before, as rows of bits.
func closure(before [][]int) [][]uint64 {
	rows := make([][]uint64, len(before))
	for i, direct := range before {
		rows[i] = make([]uint64, (len(before)+63)/64)
		for _, j := range direct {
			for w, bits := range rows[j] {
				rows[i][w] |= bits
			}
			rows[i][j/64] |= 1 << (j % 64)
		}
	}
	return rows
}

// follows compares two clocks: a follows b.
func follows(a, b map[string]int) bool {
	less := false
	for host, n := range b {
		if n > a[host] {
			return false
		}
		less = less || n < a[host]
	}
	return less || len(a) > len(b)
}

// One event has a greater clock than another exactly if it follows it: on its node, by a
// message, or by a chain of these. So every reception follows its sending.
func TestClocksAreTheOrderOfEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("all pairs of the events of a run")
	}
	text, _ := recorded(t)
	log := entries(t, whole(t, text, export.ShiViz))
	reached := closure(happened(records(t, text)))
	if len(log) != len(reached) || len(log) < 500 {
		t.Fatalf("%d events in the log, %d in the trace", len(log), len(reached))
	}
	messages := 0
	for i := range log {
		if strings.Contains(log[i].event, "s ← ") {
			messages++
		}
		for j := range log[:i] {
			want := reached[i][j/64]>>(j%64)&1 == 1
			if got := follows(log[i].clock, log[j].clock); got != want || follows(log[j].clock, log[i].clock) {
				t.Fatalf("event %d (%+v) follows %d (%+v): %v, want %v", i, log[i], j, log[j], got, want)
			}
		}
	}
	if messages < 100 {
		t.Errorf("only %d receptions", messages)
	}
}

// ShiViz refuses a host whose own clock does not count 1, 2, 3 …, in a window as well.
func TestClocksCountFromOne(t *testing.T) {
	text, _ := recorded(t)
	for _, w := range []source.Window{{}, {From: at(3), To: at(6)}, {From: at(3)}} {
		o := exportOf(t, text, export.Trace{Format: export.ShiViz, Window: w})
		if o.err != nil {
			t.Fatal(o.err)
		}
		count, all := map[string]int{}, entries(t, o.out)
		for _, e := range all {
			seconds, _, _ := strings.Cut(e.event, "s ")
			if x, err := strconv.ParseFloat(seconds, 64); err != nil || w.Place(at(x)) != source.Within {
				t.Fatalf("%q is not within %+v: %v", e.event, w, err)
			}
			if count[e.host]++; e.clock[e.host] != count[e.host] {
				t.Fatalf("event %d of %s has the clock %v", count[e.host], e.host, e.clock)
			}
		}
		if len(all) < 100 {
			t.Errorf("%d events in %+v", len(all), w)
		}
		for host, n := range all[len(all)-1].clock {
			if n > count[host] {
				t.Errorf("%s has %d events, and is at %d in a clock", host, count[host], n)
			}
		}
	}
}

// hostile are names that an agent may give itself.
var hostile = []string{"a b", "x\n{\"y\":1}", "\x1b[2J\u202eevil", strings.Repeat("ü", 500), "node-4", "same", "same", "", `"><script>alert(1)</script>`, "{}"}

// named is a trace in which nodes with hostile names talk.
func named(t *testing.T) []byte {
	t.Helper()
	var all []trace.Record
	for i, name := range hostile {
		all = append(all, trace.Record{Kind: trace.Boot, Node: protocol.ID(i + 1), Value: 1},
			trace.Record{Kind: trace.Named, Node: 1, Peer: protocol.ID(i + 1), Name: name})
	}
	for i := range hostile {
		id := protocol.ID(i + 1)
		all = append(all, trace.Record{At: at(1), Kind: trace.Send, Node: id, Peer: id%10 + 1, Message: 7, Frame: uint64(id)},
			trace.Record{At: at(1), Kind: trace.Transmit, Node: id, Peer: id%10 + 1, Frame: uint64(id), Why: trace.WhyData, Value: 1},
			trace.Record{At: at(1), Kind: trace.Receive, Node: id%10 + 1, Peer: id, Message: 7, Frame: uint64(id)},
			trace.Record{At: at(1), Kind: trace.Fault, Node: id, Name: "crash\n" + hostile[i]})
	}
	return written(t, all...)
}

// Names are one word each, and no two nodes share one; nothing in a name ends a line.
func TestHostileNamesInLogs(t *testing.T) {
	hosts := map[string]bool{}
	all := entries(t, whole(t, named(t), export.ShiViz))
	for _, e := range all {
		hosts[e.host] = true
		if len([]rune(e.host)) > 80 || strings.ContainsAny(e.host, " \n\x1b\u202e") {
			t.Errorf("a host is called %q", e.host)
		}
	}
	if len(hosts) != len(hostile) || len(all) != 4*len(hostile) {
		t.Errorf("%d hosts, %d events: %v", len(hosts), len(all), hosts)
	}
}
