package draw

import (
	"bytes"
	"testing"

	"bellwether/protocol"
)

// Names of Western Europe are shown; of others there is a mark that something
// stood there, and no garbled bytes.
func TestTextOfPDFs(t *testing.T) {
	for r, want := range map[rune]byte{'a': 'a', '~': '~', 'ü': 0xfc, 'ÿ': 0xff, '×': 0xd7, '–': 0x96, '…': 0x85, 'Ω': '?', '≥': '?', '李': '?', '\u0080': '?'} {
		if got := codePage1252(r); got != want {
			t.Errorf("%q is %#x, want %#x", r, got, want)
		}
	}
}

// One font file stands in a PDF: of two, the canvas would mix up the letters.
func TestPDFHasOneFont(t *testing.T) {
	l := &Timeline{Title: "bold", To: 1, Rows: []Row{{Node: 1, Spans: []Span{{To: 1, Condition: Following, Leader: 1}}}},
		Names: map[protocol.ID]string{1: "Zürich"}}
	var b bytes.Buffer
	if err := WriteFigure(&b, PDF, l, Double); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b.Bytes(), []byte("/FontFile2")); n != 1 {
		t.Errorf("%d fonts", n)
	}
}
