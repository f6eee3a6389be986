package trace

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// Files and users use the names: each kind and reason has one, and no two share it.
func TestNamesAreUniqueAndReadBack(t *testing.T) {
	taken := map[string]bool{}
	for k := Boot; k < kinds; k++ {
		name := k.String()
		if got, ok := parseKind(name); !ok || got != k || name == "" || name != strings.ToLower(name) || taken[name] {
			t.Errorf("kind %d is called %q, which reads as %d", k, name, got)
		}
		taken[name] = true
	}
	taken = map[string]bool{}
	for w := NoReason; w < whys; w++ {
		name := w.String()
		if got, ok := parseWhy(name); !ok || got != w || taken[name] {
			t.Errorf("reason %d is called %q, which reads as %d", w, name, got)
		}
		taken[name] = true
	}
	for _, name := range []string{"", "unknown", "Boot", "nothing"} {
		if k, ok := parseKind(name); ok {
			t.Errorf("%q reads as kind %s", name, k)
		}
	}
	if kinds.String() != "unknown" || whys.String() != "unknown" {
		t.Error("what there is not has a name")
	}
}

func TestSets(t *testing.T) {
	some := Of(Crash, End)
	for k := Boot; k < kinds; k++ {
		if !All.Has(k) {
			t.Errorf("All lacks %s", k)
		}
		if some.Has(k) != (k == Crash || k == End) {
			t.Errorf("%s in {crash, end}: %v", k, some.Has(k))
		}
		if Set(0).Has(k) {
			t.Errorf("the empty set has %s", k)
		}
	}
	if All.Has(0) || All.Has(kinds) {
		t.Error("All has what is no kind")
	}
}

// Each kind but End has at least a node, and names each of its fields once: otherwise a
// file could not be read.
func TestLayoutsAreSound(t *testing.T) {
	for k := Boot; k < kinds; k++ {
		keys, fields := map[string]bool{"at_ns": true, "record": true}, map[field]bool{}
		for _, c := range k.layout() {
			if keys[c.key] || fields[c.field] {
				t.Errorf("%s names %s twice", k, c.key)
			}
			keys[c.key], fields[c.field] = true, true
		}
		if len(fields) == 0 && k != End {
			t.Errorf("%s tells nothing", k)
		}
		if fields[fieldMessage] && !fields[fieldContent] {
			t.Errorf("%s names a message and not what it says", k)
		}
	}
	if kinds.layout() != nil {
		t.Error("what is no kind has a layout")
	}
}

// Two runs have the same records if and only if their sums are equal.
func ExampleHash() {
	run := func(winner protocol.ID) string {
		h := NewHash()
		h.Record(&Record{At: 5, Kind: Electing, Node: 1})
		h.Record(&Record{At: 9, Kind: Elected, Node: 1, Peer: winner})
		return h.Sum()
	}
	first, again, other := run(3), run(3), run(4)
	fmt.Println(first == again, first == other)
	// Output: true false
}

// A trace is written by a sink, and printed in words.
func ExampleShow() {
	var file strings.Builder
	w := NewWriter(&file, WriterOptions{Scenario: "ten-nodes", Algorithm: "vasudevan", Seed: 1})
	index := protocol.Computation{Num: 1, Source: 4}
	at := protocol.Time(2 * time.Second)
	w.Record(&Record{At: at, Kind: Fault, Node: 4, Name: "elect", Value: 1})
	w.Record(&Record{At: at, Kind: Electing, Node: 4, Computation: index})
	w.Record(&Record{At: at.Add(31 * time.Millisecond), Kind: Elected, Node: 4, Peer: 8, Computation: index})
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	if err := Show(os.Stdout, strings.NewReader(file.String()), "ten.ndjson", Filter{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ten-nodes, vasudevan, seed 1
	//      2.000s  4            FAULT 1: ELECT
	//      2.000s  4            in election ⟨1,4⟩
	//      2.031s  4            elected 8 ⟨1,4⟩
}
