package figure

import (
	"bytes"
	"testing"

	"bellwether/protocol"
)

// Letters of Western Europe are shown. Others are question marks, and not wrong letters.
func TestTextOfPDFs(t *testing.T) {
	for r, want := range map[rune]byte{'a': 'a', '~': '~', 'ü': 0xfc, 'ÿ': 0xff, '×': 0xd7, '–': 0x96, '…': 0x85, 'Ω': '?', '≥': '?', '李': '?', '\u0080': '?'} {
		if got := codePage1252(r); got != want {
			t.Errorf("%q is %#x, want %#x", r, got, want)
		}
	}
}

// A PDF has one font file: with two, the canvas would write wrong letters.
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
