package traces_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/traces"
	"bellwether/scenarios"
)

// Files are written without altitudes, and whoever writes or looks at one is told.
func TestAltitudesThatAreLeftOutAreTold(t *testing.T) {
	const wants = "altitudes are left out: they are from 20 to 200 m"
	flown := read(t, write(t, "t.csv", "node,time,x,y,z\na,0,0,0,20\na,10,100,0,90\nb,0,50,0,200\n"))
	for _, name := range []string{"t.csv", "t.ns_movements"} {
		losses, err := traces.Write(context.Background(), flown, traces.Target{File: filepath.Join(t.TempDir(), name)})
		if err != nil || !strings.Contains(strings.Join(losses, "\n"), wants) {
			t.Errorf("%s: %v, %q", name, err, losses)
		}
	}
	losses, err := traces.Write(context.Background(), read(t, write(t, "line.csv", line)), traces.Target{File: filepath.Join(t.TempDir(), "t.csv")})
	if err != nil || strings.Contains(strings.Join(losses, "\n"), "altitude") {
		t.Errorf("of a flat trace: %v, %q", err, losses)
	}
	look := traces.Look{RangeM: 100}
	info, err := traces.Inspect(context.Background(), flown, look, nil)
	if err != nil {
		t.Fatal(err)
	}
	var said, json bytes.Buffer
	if info.Print(&said, look) != nil || !strings.Contains(said.String(), "altitude   20 to 200 m in the file") {
		t.Errorf("%s", &said)
	}
	if info.PrintJSON(&json, look) != nil || !strings.Contains(json.String(), `"altitudes_m":[20,200]`) {
		t.Errorf("%s", &json)
	}
	for name, want := range map[string]bool{"drone-survey": true, "ten-nodes": false} {
		s, err := scenarios.Load(name, scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := traces.GenerateLosses(s); (len(got) > 0) != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
