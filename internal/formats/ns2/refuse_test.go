package ns2_test

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
)

const placed = "$node_(0) set X_ 0\n$node_(0) set Y_ 0\n" // two lines

var refusals = []struct {
	name string
	file string
	line int
	want string
}{
	{"an empty file", "", 1, "no nodes"},
	{"comments only", "# nothing\n\n", 3, "no nodes"},
	{"the god alone", "$god_ set-dist 0 1 2", 1, "no nodes"},
	{"nobody ever there", placed + `$ns_ at 0 "$node_(0) switch OFF"`, 3, "no node was ever in the world"},

	{"not a number", placed + `$ns_ at 1 "$node_(0) setdest 1 x 1"`, 3, `coordinate: "x": not a number`},
	{"NaN", "$node_(0) set X_ NaN", 1, `"NaN": not a number`},
	{"infinity", placed + `$ns_ at 1 "$node_(0) setdest 1 1 +Inf"`, 3, `speed: "+Inf": not a number`},
	{"infinity by exponent", "$node_(0) set Y_ 1e999", 1, `"1e999": too large`},
	{"hexadecimal", "$node_(0) set Y_ 0x10", 1, `"0x10": not a number`},
	{"two signs", "$node_(0) set Y_ --1", 1, `"--1": not a number`},
	{"negative time", placed + `$ns_ at -1 "$node_(0) setdest 1 1 1"`, 3, "time: \"-1\": must not be negative"},
	{"time beyond its limit", placed + `$ns_ at 1e10 "$node_(0) setdest 1 1 1"`, 3, "time: \"1e10\": must be seconds, at most"},
	{"negative speed", placed + `$ns_ at 1 "$node_(0) setdest 1 1 -0.5"`, 3, "speed: \"-0.5\": must not be negative"},
	{"a coordinate off the Earth", "$node_(0) set X_ 2e8", 1, "within ±1e+08 m"},
	{"a height that is no number", "$node_(0) set Z_ high", 1, `"high": not a number`},
	{"a status that is no number", placed + `$ns_ at 1 "$node_(0) setdest 1 1 1 ok"`, 3, `status after the speed: "ok"`},

	{"cut after the time", placed + "$ns_ at 1", 3, `end of line: want "…"`},
	{"cut before the time", placed + "$ns_ at", 3, "time: the line ends"},
	{"cut in the command", placed + `$ns_ at 1 "$node_(0) setdest 1 1`, 3, `before the closing "`},
	{"cut in the arguments", placed + `$ns_ at 1 "$node_(0) setdest 1 1"`, 3, "speed: the line ends"},
	{"cut after the axis", "$node_(0) set X_", 1, "the line ends where a number should be"},
	{"cut after set", "$node_(0) set", 1, "end of line: want X_, Y_ or Z_"},
	{"cut after the node", "$node_(0)", 1, "end of line: want set, setdest or switch"},
	{"cut in the node", "$node_(", 1, "want $node_(number)"},
	{"no time", "$ns_ 1 \"$node_(0) switch ON\"", 1, "want at after $ns_"},

	{"an untimed setdest", placed + "$node_(0) setdest 1 1 1", 3, "need a time"},
	{"an untimed switch", placed + "$node_(0) switch ON", 3, "need a time"},
	{"an unknown switch", placed + `$ns_ at 1 "$node_(0) switch MAYBE"`, 3, `"MAYBE": want ON or OFF`},
	{"an unknown verb", placed + `$ns_ at 1 "$node_(0) reset"`, 3, `"reset": want set`},
	{"an unknown axis", "$node_(0) set W_ 3", 1, `"W_": want X_`},
	{"an unknown command", placed + "set val(nn) 50", 3, `"set": unknown command`},
	{"an unknown command in time", placed + `$ns_ at 9 "$ns_ halt"`, 3, `"$ns_": unknown command`},
	{"a long unknown word", placed + strings.Repeat("x", 1000), 3, strings.Repeat("x", 40) + `"…: unknown`},
	{"a node that is no number", "$node_(car7) set X_ 1", 1, "want $node_(number)"},
	{"a negative node", "$node_(-1) set X_ 1", 1, "want $node_(number)"},
	{"words left over", "$node_(0) set X_ 1 2", 1, `"2": left over`},
	{"words left over in time", placed + `$ns_ at 1 "$node_(0) setdest 1 1 1 0 0"`, 3, `"0": left over`},
	{"words after the command", placed + `$ns_ at 1 "$node_(0) setdest 1 1 1" teleport`, 3, `"teleport": left over`},
	{"words after a semicolon", placed + `$ns_ at 1 "$node_(0) setdest 1 1 1"; teleport`, 3, `"teleport": left over`},

	{"two files joined", placed + placed, 3, "a second initial X_ of node 0"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			_, err := ns2.Read(strings.NewReader(c.file), text.File{Name: "dir/a.tcl"})
			if err == nil {
				t.Fatal("accepted")
			}
			if prefix := fmt.Sprintf("mobility: dir/a.tcl:%d: ", c.line); !strings.HasPrefix(err.Error(), prefix) {
				t.Errorf("error %q, want it to begin with %q", err, prefix)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q lacks %q", err, c.want)
			}
		})
	}
}
