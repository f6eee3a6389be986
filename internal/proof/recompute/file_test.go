package recompute

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"testing"
)

// A line is a record of any kind, as in the file; instants are in nanoseconds.
type line struct {
	At     int64  `json:"at_ns"`
	Record string `json:"record"`

	Node, To, Peer, Leader, Component uint32
	Why, Class, Name, Mode            string
	Bytes                             int64
	Value, Incarnation, Nodes         int64
	Computation                       struct{ Num, Source uint32 }
	Spent                             float64 `json:"spent_j"`
	AboveIdle                         float64 `json:"above_idle_j"`
	Remaining                         int64   `json:"remaining_uj"`
	Strike                            int64
	Until                             int64 `json:"until_ns"`
	FromNS                            int64 `json:"from_ns"`
	Frame, Attempt                    int64
	Shape                             string
	Group                             int64
	Abstains                          uint32
}

// A header is the part of the first line that metrics depend on.
type header struct {
	Trace    string
	Measured struct {
		Goal      string
		Warmup    int64 `json:"warmup_ns"`
		Horizon   int64 `json:"horizon_ns"`
		Margin    int64 `json:"margin_per_mille"`
		Bonus     int64 `json:"margin_bonus"`
		Tolerance struct {
			Share  int64 `json:"per_mille"`
			Margin int64 `json:"margin_per_mille"`
			Bonus  int64 `json:"margin_bonus"`
		}
		Air *struct {
			Bitrate float64 `json:"bitrate_bps"`
			Before  int64   `json:"preamble_ns"`
			Bits    int64   `json:"symbol_bits"`
			Extra   int64   `json:"symbol_extra_bits"`
			Symbol  int64   `json:"symbol_ns"`
		}
		Medium struct {
			Contended bool
			Duty      bool `json:"duty_cycle"`
		}
		Budget *struct {
			Broadcasts int
			Per        int64 `json:"per_ns"`
		}
		Rules bool
	}
}

// unasked are the kinds of records that no metric needs. They make up most of a file and are
// skipped without parsing.
var unasked = map[string]bool{"receive": true, "state": true, "timer": true, "move": true, "link-up": true, "link-down": true,
	"neighbour-up": true, "neighbour-down": true, "spent": true}

var kind = regexp.MustCompile(`^\{"at_ns":[0-9]+,"record":"([a-z-]+)"`)

// readFile reads a trace.
func readFile(t *testing.T, name string) (h header, lines []line) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 16<<20)
	for first := true; in.Scan(); first = false {
		if m := kind.FindSubmatch(in.Bytes()); m != nil && unasked[string(m[1])] {
			continue
		}
		var into any = &h
		if !first {
			lines = append(lines, line{})
			into = &lines[len(lines)-1]
		}
		if err := json.Unmarshal(in.Bytes(), into); err != nil {
			t.Fatalf("%s: %v in %s", name, err, in.Text())
		}
	}
	if in.Err() != nil || h.Trace != "bellwether" {
		t.Fatalf("%s is no trace: %v", name, in.Err())
	}
	return h, lines
}
