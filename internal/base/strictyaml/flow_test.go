package strictyaml

import "testing"

// A value that is written on one line and set at another place is the same value.
func TestFlowIsReadBack(t *testing.T) {
	const text = "a: [1, 2.50, true, 'true', '10', \"x\\ny\", plain words, 10m, {b: [], 'c d': {}}, -0.5]"
	d, err := Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	flow := d.root.Get("a").Flow()
	if want := `[1, 2.50, true, "true", "10", "x\ny", plain words, 10m, {b: [], c d: {}}, -0.5]`; flow != want {
		t.Errorf("got  %s\nwant %s", flow, want)
	}
	d.Set("z", flow, "--set")
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	if again := d.root.Get("z"); again.Flow() != flow || again.Items[3].Kind != Quoted || again.Items[2].Kind != Plain {
		t.Errorf("read back as %s", again.Flow())
	}
}

// Inline writes values like Encode, but on one line.
func TestInline(t *testing.T) {
	if got := Inline([]inner{{1, 2}, {3, 4}}); got != "[{depth: 1, width: 2}, {depth: 3, width: 4}]" {
		t.Errorf("got %s", got)
	}
	if got := Text("a: b"); got != `"a: b"` {
		t.Errorf("got %s", got)
	}
}
