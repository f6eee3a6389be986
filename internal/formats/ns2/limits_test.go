package ns2

import (
	"strings"
	"testing"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

const oneNode = "$node_(0) set X_ 0\n$node_(0) set Y_ 0\n"

func TestLimits(t *testing.T) {
	roomy := limits{size: sizeLimit, nodes: movetrace.MaxTraceNodes}
	for _, c := range []struct {
		name string
		file string
		most limits
		want string // "" if it is within its limits
	}{
		{"the last byte allowed", oneNode, limits{size: int64(len(oneNode)), nodes: 1}, ""},
		{"a byte more", oneNode + "#", limits{size: int64(len(oneNode)), nodes: 1}, "a:3: the file has more than 38 bytes"},
		{"a node more", oneNode + "$node_(8) set X_ 0\n", limits{size: sizeLimit, nodes: 1}, "a:3: more than 1 nodes"},
		{"a long comment", oneNode + "#" + strings.Repeat("-", text.LineLimit-2) + "\n", roomy, ""},
		{"a longer one", oneNode + "#" + strings.Repeat("-", text.LineLimit) + "\n", roomy, "a:3: the line has more than 65536 bytes"},
		{"one that never ends", strings.Repeat("\x00", 3*text.LineLimit), roomy, "a:1: the line has more than 65536 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(strings.NewReader(c.file), text.File{Name: "a"}, c.most)
			if c.want == "" && err != nil {
				t.Errorf("refused: %v", err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}
