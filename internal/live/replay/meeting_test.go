package replay_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/live/replay"
	"bellwether/scenarios"
)

// moving is the scenario lossy over the contacts meetings, without faults.
func moving(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "six.contacts")
	if err := os.WriteFile(file, []byte(meetings), 0o644); err != nil {
		t.Fatal(err)
	}
	begin, rest, _ := strings.Cut(lossy, "model: graph,")
	_, rest, _ = strings.Cut(rest, "latency:")
	before, after, _ := strings.Cut(rest, "faults:")
	_, after, _ = strings.Cut(after, "algorithms:")
	return begin + fmt.Sprintf("model: contacts, file: %q, bitrate: 0, latency:", file) + before + "energy: {profile: none}\nalgorithms:" + after
}

// Calibration tells links that come and go from links that lose frames: within the contacts
// their losses are the radio's 20 %, and not 60 to 90 %. The contacts are the world's, within two hellos.
func TestCalibrationTellsMovementFromLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("emulates a network")
	}
	dir, _, _ := emulated(t, moving(t), bySeconds)
	file := filepath.Join(t.TempDir(), "found.contacts")
	c, err := (&replay.Job{Inputs: []string{dir}, Warn: func(string) {}, Contacts: file, Out: filepath.Join(filepath.Dir(file), "found.yaml")}).Calibrate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[[2]int][][2]float64{{3, 4}: {{0, 151}, {201, 300}}, {5, 6}: {{20.5, 300}}, {1, 3}: {{40.5, 90}}, {1, 6}: {{100.5, 220}}}
	always := map[[2]int]bool{{1, 2}: true, {2, 3}: true, {4, 5}: true}
	for _, p := range c.Network.Pairs {
		pair := [2]int{p.A, p.B}
		spans, moves := want[pair]
		if p.Changes != moves || !moves && p.Linked != always[pair] || len(p.Meetings) != len(spans) {
			t.Errorf("%v: changes %v, linked %v, %v; want %v", pair, p.Changes, p.Linked, p.Meetings, spans)
			continue
		}
		for i, m := range p.Meetings {
			if math.Abs(m.From.Seconds()-spans[i][0]) > 2.5 || math.Abs(m.Until.Seconds()-spans[i][1]) > 2.5 {
				t.Errorf("%v: %v, want %v", pair, m, spans[i])
			}
		}
		for _, w := range []replay.Way{p.Forth, p.Back} {
			// Five standard deviations, and what two ends of two contacts may miss.
			if far := 5*math.Sqrt(0.16/float64(w.Sent)) + 8/float64(w.Sent); (moves || always[pair]) && math.Abs(w.Loss-0.2) > far {
				t.Errorf("%v: loss %v of %d, want 0.2 ± %v", pair, w.Loss, w.Sent, far)
			}
		}
	}
	if c.Network.Moving != len(want) || math.Abs(c.Network.Loss-0.2) > 0.03 {
		t.Errorf("%d pairs move, mean loss %v", c.Network.Moving, c.Network.Loss)
	}
	var told bytes.Buffer
	if err := c.Print(&told, "text"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A static world cannot fit: the links of 4 pairs come and go", "2 contacts, 83 % of the time"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not told:\n%s", want, &told)
		}
	}
	scenario := filepath.Join(filepath.Dir(file), "found.yaml")
	if err := os.WriteFile(scenario, c.YAML, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := scenarios.Load(scenario, scenarios.Options{})
	if err != nil || s.Radio.Model != "contacts" || s.Nodes != 6 {
		t.Fatalf("%+v, %v", s, err)
	}
}

// A constant loss, however great, is not taken for movement: in networks with 20 % and 45 % loss
// no link is said to change. Nor is a crash taken for movement.
func TestLossIsNoMovement(t *testing.T) {
	if testing.Short() {
		t.Skip("emulates two networks")
	}
	for _, loss := range []string{"0.2", "0.45"} {
		text := strings.Replace(lossy, "probability: 0.2", "probability: "+loss, 1)
		text = strings.Replace(text, "  - {at: 120.5s, partition: [[1, 2, 3], [4, 5, 6]], for: 1m}\n", "", 1)
		dir, _, _ := emulated(t, text, noSkew)
		c, err := (&replay.Job{Inputs: []string{dir}, Warn: func(string) {}}).Calibrate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i := slices.IndexFunc(c.Network.Pairs, func(p replay.Pair) bool { return p.Changes }); i >= 0 {
			t.Errorf("loss %s: %+v", loss, c.Network.Pairs[i])
		}
	}
}
