package scenarios

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/internal/formats"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/testkit/sample"
)

// writeRecording writes a trace of two nodes, which move a metre each second and have
// fixes at these seconds, in a format. It returns the name of the file.
func writeRecording(t *testing.T, dir string, f formats.Format, seconds ...int) string {
	t.Helper()
	r := movetrace.NewRecorder(movetrace.RecorderOptions{})
	for i := range 2 {
		node, err := r.Node(fmt.Sprint(i))
		for _, s := range seconds {
			err = r.Fix(node, time.Duration(s)*time.Second, orb.Point{float64(10 * i), float64(s)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	trace, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	if f.Degrees {
		trace = trace.Anchored(movetrace.Anchor{OnEarth: true, Centre: orb.Point{8.54, 47.38}})
	}
	var file, second bytes.Buffer
	o := formats.WriteOptions{}
	if f.Name == "geojson" {
		o.Coordinates = "metres"
	}
	if err := f.Write(&file, trace, o); err != nil {
		t.Fatal(err)
	}
	name := "walk" + f.Extensions[0]
	write := func(name string, b *bytes.Buffer) {
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(name, &file)
	if f.Companion != "" {
		if err := f.WriteCompanion(&second, trace); err != nil {
			t.Fatal(err)
		}
		write(f.CompanionOf(name), &second)
	}
	return name
}

// TestTracesSetTheTimes: a trace gives the duration, the warm-up and when nodes leave.
// There are traces of a minute, of two fixes, of one fix, and of two hours, in every
// format.
func TestTracesSetTheTimes(t *testing.T) {
	every := func(step, last int) (all []int) {
		for s := 0; s <= last; s += step {
			all = append(all, s)
		}
		return all
	}
	for name, c := range map[string]struct {
		seconds          []int
		more             string // of the scenario
		duration, warmup time.Duration
		after            string
		warned           string // the only warnings about movement
	}{
		"short":     {every(1, 59), "", 59 * time.Second, 5900 * time.Millisecond, "leave", ""},
		"two fixes": {[]int{0, 59}, "", 59 * time.Second, 5900 * time.Millisecond, "leave", ""},
		"long":      {every(60, 7200), "", 2 * time.Hour, time.Minute, "leave", ""},
		"one fix": {[]int{0}, "", 10 * time.Minute, time.Minute, "stay",
			"mobility.after: stay: 100 % of the measured node-time is after the last fix of its node: there nodes stand still, and the trace, which ends at 0s of the run, does not say where they are"},
		"beyond its end": {every(1, 59), "duration: 10m\n", 10 * time.Minute, 5900 * time.Millisecond, "leave",
			"duration: no node is in the world from 59s on: 91.1 % of the measured time; the trace ends at 59s of the run, which lasts 10m"},
		"beyond its end, staying": {every(1, 59), "duration: 10m\nset: stay\n", 10 * time.Minute, 5900 * time.Millisecond, "stay",
			"mobility.after: stay: 91.1 % of the measured node-time is after the last fix of its node: there nodes stand still, and the trace, which ends at 59s of the run, does not say where they are"},
		"a part": {every(1, 59), "set: begin: 10s, end: 40s\n", 30 * time.Second, 3 * time.Second, "leave",
			"mobility.file: a part of the trace is run: 10s to 40s of its 59s (50.8 %)"},
		"its beginning": {every(1, 59), "duration: 30s\nwarmup: 2s\n", 30 * time.Second, 2 * time.Second, "leave",
			"mobility.file: a part of the trace is run: 0s to 30s of its 59s (50.8 %)"},
		"one node": {every(1, 59), "nodes: 1\n", 59 * time.Second, 5900 * time.Millisecond, "leave",
			"mobility.file: a part of the trace is run: the first 1 of its 2 nodes"},
	} {
		for i, f := range formats.List() {
			if !f.Writes() || !sample.Takes(i, 3) {
				continue // each format has tests of its own
			}
			dir := t.TempDir()
			keys := fmt.Sprintf("model: trace, file: %s", writeRecording(t, dir, f, c.seconds...))
			rest, set, found := strings.Cut(c.more, "set: ")
			if set = strings.TrimSpace(set); set == "stay" {
				set = "after: stay"
			}
			if found {
				keys += ", " + set
			}
			file := filepath.Join(dir, "s.yaml")
			text := "schema: 2\n" + rest + "mobility: {" + keys + "}\nradio: {range: 9}\nenergy: {profile: none}\nalgorithms: [vasudevan]\n"
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			s := load(t, file, Options{})
			if (s.Duration.Std()-c.duration).Abs() > 10*time.Nanosecond || // an ns-2 node stops when its speed gives
				s.Warmup.Std() != c.warmup || s.Mobility.After != c.after {
				t.Errorf("%s, %s: %v with a warm-up of %v, %s; want %v, %v, %s", name, f.Name, s.Duration, s.Warmup, s.Mobility.After, c.duration, c.warmup, c.after)
			}
			if got := ofMovement(s); got != c.warned {
				t.Errorf("%s, %s: warned of %q, want %q", name, f.Name, got, c.warned)
			}
			again := string(s.YAML())
			if err := os.WriteFile(file, []byte(again), 0o600); err != nil {
				t.Fatal(err)
			}
			if twice := load(t, file, Options{}); string(twice.YAML()) != again || ofMovement(twice) != c.warned {
				t.Errorf("%s, %s: written and read again it differs:\n%s\nwant\n%s", name, f.Name, twice.YAML(), again)
			}
		}
	}
}

// ofMovement returns the warnings about movement and its duration.
func ofMovement(s *Scenario) string {
	var warned []string
	for _, w := range s.Warnings() {
		if w.Path == "duration" || strings.HasPrefix(w.Path, "mobility") {
			warned = append(warned, w.Path+": "+w.Message)
		}
	}
	return strings.Join(warned, "\n")
}

// TestNodesLeaveWithTheirLastFix runs a trace: one node has fixes to 20 s, the other to 40
// s.
func TestNodesLeaveWithTheirLastFix(t *testing.T) {
	for after, want := range map[string]string{"leave": "map[1:40s 2:20s]", "stay": "map[]"} {
		s, err := stored(t, map[string]string{"walk.csv": "a,0,0,0\nb,0,9,9\nb,20,29,9\na,40,5,5\n",
			"s.yaml": "duration: 1m\nmobility: {model: trace, file: walk.csv, after: " + after + "}\nalgorithms: [flood-max]"}, "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		v := visits{map[uint32]time.Duration{}, map[uint32]time.Duration{}}
		c, err := s.Config(s.Algorithms[0], 1, &v)
		if err != nil {
			t.Fatal(err)
		}
		w, err := emulator.New(c)
		if err == nil {
			err = w.Run(t.Context())
		}
		if got := fmt.Sprint(v.absent); err != nil || got != want {
			t.Errorf("%s: nodes leave %s, want %s; %v", after, got, want, err)
		}
	}
}

// TestContactsSetTheTimes: contacts give the duration and the warm-up, like traces.
func TestContactsSetTheTimes(t *testing.T) {
	for text, want := range map[string]string{
		"file: a.contacts":                                        "0s, 1m10s, warm-up 7s",
		"file: a.conn":                                            "0s, 1m10s, warm-up 7s",
		"file: a.contacts, begin: 20s":                            "20s, 50s, warm-up 5s",
		"file: a.contacts, end: 50s":                              "0s, 50s, warm-up 5s",
		"file: a.contacts, begin: 1m, end: 1m1s":                  "1m, 1s, warm-up 100ms",
		"file: for-good.contacts":                                 "0s, 10m, warm-up 1m",
		"file: dates.contacts":                                    "488000h, 1m, warm-up 6s",
		"file: a.contacts}\nduration: 1h\nenergy: {profile: none": "0s, 1h, warm-up 7s",
	} {
		s, err := stored(t, map[string]string{
			"a.contacts": "1,2,5,9\n3,1,60,70\n", "a.conn": "5 CONN 1 2 up\n9 CONN 1 2 down\n60 CONN 1 3 up\n70 CONN 1 3 down\n",
			"for-good.contacts": "1,2,0,\n3,1,0,\n", "dates.contacts": "1,2,1756800000,1756800030\n2,3,1756800010,1756800060\n",
			"s.yaml": "radio: {model: contacts, " + text + "}",
		}, "s.yaml")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := fmt.Sprintf("%v, %v, warm-up %v", s.Radio.Begin, s.Duration, s.Warmup); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"begin: 70s":           "radio.begin: 1m10s is not before the end of a.contacts, at 1m10s",
		"begin: 20s, end: 20s": "radio.end: 20s is not after the beginning, at 20s",
		"scan: 1s}\nwarmup: 2m\nenergy: {profile: none": "warmup: 2m leaves out all of a.contacts, which lasts 1m11s: a tenth is 7.1s",
	} {
		_, err := stored(t, map[string]string{"a.contacts": "1,2,5,9\n3,1,60,70\n", "s.yaml": "radio: {model: contacts, file: a.contacts, " + text + "}"}, "s.yaml")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestFormerTimesHaveWarnings: in form 1, times that a file left out had other defaults.
// Each difference has a warning.
func TestFormerTimesHaveWarnings(t *testing.T) {
	const (
		lasts  = "duration: 1m20s, as long as walk.csv; a file without schema was run for 10m: write duration, or schema: 2"
		warms  = "warmup: 8s, a tenth of the part of walk.csv that is run, or 1m; in files without schema it was 1m: write warmup, or schema: 2"
		leaves = "mobility.after: leave: nodes leave the world after their last fix; in files without schema they stayed there, for 41.7 % of the measured node-time: write after, or schema: 2"
	)
	for text, want := range map[string]string{
		"":                               lasts + "; " + warms + "; " + leaves, // one node leaves at 20 s: 60 s of 2 · 72 s
		"duration: 80s":                  leaves,
		"duration: 80s, after: leave":    "",
		"duration: 20s":                  "", // no node leaves within the run
		"warmup: 8s":                     lasts + "; " + leaves,
		"schema: 2":                      "",
		"duration: 10m, after: leave":    warms,
		"schema: 1, duration: 80s":       leaves,
		"duration: 1m20s, warmup: 8s":    leaves,
		"duration: 80s, file: still.csv": "", // a trace of one instant: nodes stay, as before
	} {
		keys, file, after := []string{}, "walk.csv", ""
		for _, key := range strings.Split(text, ", ") {
			name, value, _ := strings.Cut(key, ": ")
			switch name {
			case "file":
				file = value
			case "after":
				after = ", after: " + value
			default:
				keys = append(keys, key)
			}
		}
		s, err := stored(t, map[string]string{
			"walk.csv":  "a,0,0,0\nb,0,9,9\nb,20,29,9\na,80,5,5\n",
			"still.csv": "a,0,0,0\nb,0,9,9\n",
			"s.yaml":    strings.Join(keys, "\n") + "\nmobility: {model: trace, file: " + file + after + "}\nenergy: {profile: none}\nalgorithms: [flood-max]",
		}, "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range s.Warnings() {
			if strings.Contains(w.Message, "without schema") {
				got = append(got, w.Path+": "+w.Message)
			}
		}
		if told := strings.Join(got, "; "); told != want {
			t.Errorf("%q: warned %q, want %q", text, told, want)
		}
	}
}

// TestNodesOutsideThePartAreWarnedOf: begin and end may leave nodes without any time.
func TestNodesOutsideThePartAreWarnedOf(t *testing.T) {
	for keys, want := range map[string]string{
		"":                       "mobility.after: leave: 1 of 3 nodes are never in the world, since the trace has one fix of them only, such as of node 3, c",
		"begin: 4s":              "mobility.begin: 2 of 3 nodes are never in the world, since the trace has them for no time of the part that is run, such as node 1, a",
		"end: 8s":                "mobility.after: leave: 1 of 3 nodes are never in the world, since the part of the trace that is run has one fix of them only, such as of node 3, c",
		"begin: 3s, end: 8s":     "mobility.begin: 1 of 3 nodes are never in the world, since the trace has them for no time of the part that is run, such as node 3, c",
		"begin: 4s, after: stay": "",
	} {
		s, err := stored(t, map[string]string{
			"st.csv": "node,time,x,y\na,0,0,0\na,4,100,0\nb,0,0,50\nb,10,10,50\nc,0,0,0\n",
			"s.yaml": "schema: 2\nradio: {range: 100}\nmobility: {model: trace, file: st.csv, " + keys + "}\nalgorithms: [flood-max]",
		}, "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range s.Warnings() {
			if strings.Contains(w.Message, "never in the world") {
				got = append(got, w.Path+": "+w.Message)
			}
		}
		if told := strings.Join(got, "; "); told != want {
			t.Errorf("%q: warned %q, want %q", keys, told, want)
		}
	}
}
