package trace

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/contract/provenance"
)

// The origin of a trace is read as it was written, and is part of no hash.
func TestHeaderBringsTheOriginAlong(t *testing.T) {
	o := options(t)
	o.Origin = provenance.Origin{
		Build: "v1 <dirty> & new", Row: provenance.Row{Label: "fast", Name: "bully", Params: map[string]string{"b": "1", "a": "2s"}},
		Measured: provenance.Measured{Goal: "best", Warmup: time.Second, Horizon: time.Minute, Every: 1, Air: &provenance.Air{BitrateBps: 1e6, SymbolBits: 4, SymbolExtra: -2, SymbolLasts: 7},
			Frames: &provenance.Sharing{Contended: true}, Budget: &provenance.Budget{Broadcasts: 3, Per: time.Minute}},
		YAML:  "name: x\n# ünïcode \"quoted\"\n",
		Files: []provenance.File{provenance.NewFile("a.txt", []byte("one\x00two")), provenance.NewFile("empty", nil)},
	}
	text := written(t, o, everything()...)
	header, lines := read(t, text)
	if diff := cmp.Diff(o.Origin, header.Origin); diff != "" {
		t.Error(diff)
	}
	var b bytes.Buffer
	w := NewCopy(&b, header)
	for i := range lines {
		w.Copy(&lines[i])
	}
	if err := w.Close(); err != nil || b.String() != text {
		t.Errorf("a copy differs: %v\n%s", err, cmp.Diff(text, b.String()))
	}
	for _, f := range header.Origin.Files {
		if !f.Holds(f.Data) || f.Holds(append([]byte("x"), f.Data...)) {
			t.Errorf("%s does not know its content", f.Name)
		}
	}
}

// A file that does not fit is named by its hash, and the longest header can be read.
func TestHeaderHasRoomForSomeFiles(t *testing.T) {
	large, small := make([]byte, provenance.MaxInlined-10), []byte("small")
	o := options(t)
	o.Origin.YAML = strings.Repeat("\"\n", 1<<19)
	o.Origin.Files = []provenance.File{provenance.NewFile("large", large), provenance.NewFile("larger", large), provenance.NewFile("small", small)}
	header, _ := read(t, written(t, o, everything()[:1]...))
	files := header.Origin.Files
	if len(files[0].Data) != len(large) || files[1].Data != nil || !files[1].Holds(large) || string(files[2].Data) != "small" {
		t.Errorf("of three files %d, %d and %d bytes are there", len(files[0].Data), len(files[1].Data), len(files[2].Data))
	}
}

func TestHeaderRefusesAnOriginItDoesNotKnow(t *testing.T) {
	for text, want := range map[string]string{
		`"row":{"label":"a","nam":"b"}`:   `"row" in the header`,
		`"measured":{"warmup_ns":"soon"}`: `"measured" in the header`,
		`"files":7`:                       `"files" in the header`,
	} {
		_, err := NewReader(strings.NewReader(`{"trace":"bellwether","version":1,`+text+`,"kinds":{}}`), "t.ndjson")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "trace: t.ndjson:1: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
