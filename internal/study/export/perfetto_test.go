package export_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"bellwether/internal/formats/export/source"
	"bellwether/internal/study/export"
	"bellwether/trace"
)

// A timeline is what Perfetto makes of a trace: spans and instants of tracks by their names.
type timeline struct {
	names    map[uint64]string // of tracks, with those above: run/node-3/messages
	spans    map[string][]span
	instants map[string][]instant
	counters map[string][]sample
}

type span struct {
	from, to uint64
	name     string
}

type instant struct {
	at          uint64
	name        string
	flows, ends []uint64
	frame       int64
}

type sample struct {
	at uint64
	x  float64
}

func get(m protoreflect.Message, name string) protoreflect.Value {
	return m.Get(m.Descriptor().Fields().ByName(protoreflect.Name(name)))
}

func has(m protoreflect.Message, name string) bool {
	return m.Has(m.Descriptor().Fields().ByName(protoreflect.Name(name)))
}

func numbers(m protoreflect.Message, name string) (all []uint64) {
	list := get(m, name).List()
	for i := range list.Len() {
		all = append(all, list.Get(i).Uint())
	}
	return all
}

// read makes the timeline as Perfetto does: events are sorted by time, and events of one
// instant stay in their order; spans of a track are begun and ended in turn.
func read(t *testing.T, b []byte) timeline {
	t.Helper()
	l := timeline{map[uint64]string{}, map[string][]span{}, map[string][]instant{}, map[string][]sample{}}
	packets := decoded(t, b)
	for _, p := range packets {
		if !has(p, "track_descriptor") {
			continue
		}
		d := get(p, "track_descriptor").Message()
		name, parent, id := get(d, "name").String(), get(d, "parent_uuid").Uint(), get(d, "uuid").Uint()
		if parent != 0 && l.names[parent] == "" || l.names[id] != "" || id == 0 {
			t.Errorf("track %d (%s) below %d", id, name, parent)
		}
		l.names[id] = strings.TrimPrefix(l.names[parent]+"/"+name, "/")
	}
	slices.SortStableFunc(packets, func(a, b protoreflect.Message) int {
		x, y := get(a, "timestamp").Uint(), get(b, "timestamp").Uint()
		return int(min(max(int64(x)-int64(y), -1), 1))
	})
	for i, p := range packets {
		if get(p, "trusted_packet_sequence_id").Uint() != 1 {
			t.Fatalf("packet %d is of no sequence", i)
		}
		if has(p, "track_event") {
			l.take(t, p)
		}
	}
	for track, spans := range l.spans {
		if last := spans[len(spans)-1]; last.to == math.MaxUint64 {
			t.Errorf("a span of %s has no end: %+v", track, last)
		}
	}
	return l
}

func (l *timeline) take(t *testing.T, p protoreflect.Message) {
	at, e := get(p, "timestamp").Uint(), get(p, "track_event").Message()
	track, known := l.names[get(e, "track_uuid").Uint()]
	if !known {
		t.Fatalf("an event is on track %d, which is not described", get(e, "track_uuid").Uint())
	}
	spans := l.spans[track]
	open := len(spans) > 0 && spans[len(spans)-1].to == math.MaxUint64
	switch get(e, "type").Int() {
	case 1:
		if open {
			t.Fatalf("%s: a span begins within another", track)
		}
		l.spans[track] = append(spans, span{at, math.MaxUint64, get(e, "name").String()})
	case 2:
		if !open {
			t.Fatalf("%s: no span ends", track)
		}
		spans[len(spans)-1].to = at
	case 3:
		one := instant{at: at, name: get(e, "name").String(), flows: numbers(e, "flow_ids"), ends: numbers(e, "terminating_flow_ids")}
		if list := get(e, "debug_annotations").List(); list.Len() > 0 && has(list.Get(0).Message(), "int_value") {
			one.frame = get(list.Get(0).Message(), "int_value").Int()
		}
		l.instants[track] = append(l.instants[track], one)
	case 4:
		x := get(e, "double_counter_value").Float()
		if has(e, "counter_value") {
			x = float64(get(e, "counter_value").Int())
		}
		l.counters[track] = append(l.counters[track], sample{at, x})
	default:
		t.Fatalf("an event of type %v", get(e, "type"))
	}
}

const root = "walk, vasudevan, seed 1"

// Every message and every reception of the trace is an instant. Each reception has exactly one
// flow, which comes from its message.
func TestFlowsLeadFromMessagesToReceptions(t *testing.T) {
	text, _ := recorded(t)
	l := read(t, whole(t, text, export.Perfetto))
	type message struct {
		at    uint64
		track string
		frame int64
	}
	from, ends := map[uint64]message{}, 0
	for track, all := range l.instants {
		for _, one := range all {
			for _, flow := range one.flows {
				if _, twice := from[flow]; twice {
					t.Fatalf("flow %d has two origins", flow)
				}
				from[flow] = message{one.at, track, one.frame}
			}
		}
	}
	origin := map[uint64]trace.Record{}
	count := map[string]int{}
	for _, line := range records(t, text) {
		r := line.Record
		if r.Kind == trace.Send {
			origin[r.Frame] = r
		}
		count[r.Kind.String()]++
	}
	seen := map[string]int{}
	for _, all := range l.instants {
		for _, one := range all {
			sign, _, _ := strings.Cut(one.name, " ")
			seen[sign]++
			if sign != "←" {
				continue
			}
			if len(one.ends) != 1 {
				t.Fatalf("a reception has the flows %v", one.ends)
			}
			ends++
			m := from[one.ends[0]]
			want := origin[uint64(one.frame)]
			if m.frame != one.frame || m.track != root+"/"+unnamed(want.Node)+"/messages" || m.at != uint64(want.At) || m.at > one.at {
				t.Fatalf("the flow of %+v comes from %+v, want %+v", one, m, want)
			}
		}
	}
	if seen["→"] != count["send"] || seen["←"] != count["receive"] || seen["✗"]+seen["gives"] != count["lost"] || ends != len(from) || ends < 100 {
		t.Errorf("instants %v, records %v, %d of %d flows end", seen, count, ends, len(from))
	}
}

// The spans of the nodes agree with the metric: the share of their running time without a
// leader or in an election is leaderless_fraction. From its first record on a node is in
// exactly one span at a time.
func TestSpansAddUpToTheMetric(t *testing.T) {
	text, m := recorded(t)
	l := read(t, whole(t, text, export.Perfetto))
	life, without := 0.0, 0.0
	names := map[string]bool{}
	for node := 1; node <= 8; node++ {
		spans := l.spans[fmt.Sprintf("%s/node-%d", root, node)]
		for i, s := range spans {
			if i > 0 && spans[i-1].to != s.from {
				t.Errorf("node %d is nothing from %d to %d", node, spans[i-1].to, s.from)
			}
			kind, _, _ := strings.Cut(s.name, " ")
			names[kind] = true
			if kind != "down" {
				life += float64(s.to - s.from)
			}
			if kind == "no" || kind == "election" {
				without += float64(s.to - s.from)
			}
		}
	}
	if got, want := without/life, m.Get("leaderless_fraction").X; math.Abs(got-want) > 1e-9 {
		t.Errorf("the spans are %v without a leader, leaderless_fraction is %v", got, want)
	}
	if want := []string{"down", "election", "follows", "leads", "no"}; !slices.Equal(slices.Sorted(maps.Keys(names)), want) {
		t.Errorf("spans of %v, want %v", names, want)
	}
	counted := 0.0
	curve := l.counters[root+"/without a leader"]
	for i, s := range curve {
		if to := uint64(12e9); s.at < to {
			if i+1 < len(curve) {
				to = curve[i+1].at
			}
			counted += s.x * float64(to-s.at)
		}
	}
	if math.Abs(counted-without) > 1 {
		t.Errorf("the counter adds up to %v, the spans to %v", counted, without)
	}
}

// Batteries and faults are in the trace, with what the records say.
func TestBatteriesAndFaults(t *testing.T) {
	text, _ := recorded(t)
	l := read(t, whole(t, text, export.Perfetto))
	energy, faults := 0, 0
	for _, line := range records(t, text) {
		r := line.Record
		switch r.Kind {
		case trace.Energy:
			energy++
			if got := l.counters[root+"/"+unnamed(r.Node)+"/battery (J)"]; !slices.Contains(got, sample{uint64(r.At), float64(r.Value) / 1e6}) {
				t.Fatalf("%+v is no sample", r)
			}
		case trace.Fault:
			faults++
		}
	}
	if energy < 50 || faults < 3 || len(l.instants[root+"/faults"]) != faults {
		t.Errorf("%d samples, %d of %d faults", energy, len(l.instants[root+"/faults"]), faults)
	}
	got := []string{}
	for track, spans := range l.spans {
		if rest, below := strings.CutPrefix(track, root+"/faults/"); below {
			got = append(got, fmt.Sprintf("%s %g-%g", rest, float64(spans[0].from)/1e9, float64(spans[0].to)/1e9))
		}
	}
	slices.Sort(got)
	if want := []string{"crash at node-5 2-5", "jam at the world 7-9", "partition at the world 4-6"}; !slices.Equal(got, want) {
		t.Errorf("strikes %q, want %q", got, want)
	}
}

// In a window a node's first span begins with the window, and shows the state from before it.
func TestWindowOfSpans(t *testing.T) {
	text, _ := recorded(t)
	o := exportOf(t, text, export.Trace{Format: export.Perfetto, Window: source.Window{From: at(4.5), To: at(6)}})
	if o.err != nil {
		t.Fatal(o.err)
	}
	all, part := read(t, whole(t, text, export.Perfetto)), read(t, o.out)
	if got := part.spans[root+"/faults/partition at the world"]; len(got) != 1 || got[0].from < 4.5e9 || got[0].from > 4.6e9 || got[0].to < 5.9e9 {
		t.Errorf("the partition from 4 s to 6 s is %+v", got)
	}
	if got := part.spans[root+"/faults/crash at node-5"]; len(got) != 1 || got[0].to != 5e9 {
		t.Errorf("the crash from 2 s to 5 s is %+v", got)
	}
	for node := 1; node <= 8; node++ {
		track := fmt.Sprintf("%s/node-%d", root, node)
		first := part.spans[track][0]
		for _, s := range all.spans[track] {
			if s.from <= first.from && first.from < s.to && s.name != first.name {
				t.Errorf("node %d is %q at %d, and was %q", node, first.name, first.from, s.name)
			}
		}
		if first.from < 4.5e9 || first.from > 4.6e9 {
			t.Errorf("node %d: the window begins at %d", node, first.from)
		}
	}
}

func TestHostileNamesInSpans(t *testing.T) {
	l := read(t, whole(t, named(t), export.Perfetto))
	tracks := map[string]bool{}
	for _, name := range l.names {
		tracks[name] = true
	}
	if want := 6 + 2*len(hostile); len(tracks) != want {
		t.Errorf("%d tracks, want %d: %v", len(tracks), want, l.names)
	}
}
