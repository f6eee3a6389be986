package scenarios

import (
	"errors"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
)

// FuzzLoad reads any bytes as a scenario. It must never panic. A fault has a place. A
// valid scenario can be written, read again to the same, and run.
func FuzzLoad(f *testing.F) {
	for _, name := range Builtin() {
		source, _ := Source(name)
		f.Add(source)
	}
	for _, seed := range []string{
		"a: &a [*a]", "a: &a {b: &b [*b, *b]}\nc: [*a, *a]", "? {x: [}", "{{{{{{{", "- - - - -", "nodes: &n 5\nruns: *n",
		"radio: {range: 1e309}", "\ufeffnodes: 3", "name: \"\\u0000\"", "nodes: 3\r\nruns: 2\r\n", "? nodes\n: 3", "<<: {nodes: 3}",
		"faults: [{at: 0s, partition: [[1], [2]]}]", "capability: {values: [1, 2, 3]}", "mobility: {model: static, positions: [[0, 0]]}",
		"mobility: {model: trace, file: ../schema.json}", "mobility: {model: road-map, file: valley.geojson}",
		"radio: {model: contacts, file: conference.contacts, scan: 1m, begin: 2h, one_sided: both}\nnodes: 7", "radio: {model: contacts, file: traces/../x.contacts}", "mobility: {model: levy-walk, flight: {max: 1e6}}",
		"groups: [{nodes: 3, headway: 2s, mobility: {model: gauss-markov}}, {arrive: {min: 1s, max: 2s}, depart: 3m, area: {x: 1, y: 2}, mobility: {model: reference-point-group}}]", "duration: 9999999h", "measure: {every: 1ms}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read("fuzz.yaml", data, Options{})
		if err != nil {
			var faults *strictyaml.Error
			if !errors.As(err, &faults) || len(faults.Faults) == 0 {
				t.Fatalf("no place: %v", err)
			}
			for _, fault := range faults.Faults {
				if fault.File == "" || fault.Message == "" {
					t.Fatalf("the fault has no place or message: %+v", fault)
				}
			}
			return
		}
		again, err := Read("fuzz.yaml", s.YAML(), Options{})
		if err != nil {
			t.Fatalf("written and read again, it is refused: %v\n%s", err, s.YAML())
		}
		if string(again.YAML()) != string(s.YAML()) {
			t.Fatalf("written twice, it differs:\n%s\n%s", s.YAML(), again.YAML())
		}
		if s.Nodes > 1000 {
			return // such a world takes too long to build for a fuzz test
		}
		for _, e := range s.Algorithms {
			config, err := s.Config(e, s.Seed)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := emulator.New(config); err != nil {
				t.Fatalf("valid, but the emulator refuses it: %v\n%s", err, data)
			}
		}
	})
}

// FuzzSet sets any value at any path of a scenario, like --set. It must never panic, and a
// fault names the flag or a place in the file.
func FuzzSet(f *testing.F) {
	for _, seed := range [][2]string{
		{"nodes", "60"}, {"radio.range", ".nan"}, {"algorithms[vasudevan].params.child_timeout", "5ms"}, {"faults[0].crash", "[1, 2]"},
		{"faults.1", "{at: 1m, heal: all}"}, {"", "x"}, {"[[]]..", "{"}, {"a.b[0].c", "*x"}, {"nodes", "3\nruns: 4"}, {"world", "~"},
	} {
		f.Add(seed[0], seed[1])
	}
	source, _ := Source("campus-walk")
	f.Fuzz(func(t *testing.T, path, value string) {
		_, err := Read("fuzz.yaml", source, Options{Set: []Override{Assign(path, value)}})
		var faults *strictyaml.Error
		if err != nil && (!errors.As(err, &faults) || faults.Faults[0].File == "") {
			t.Fatalf("no place: %v", err)
		}
	})
}
