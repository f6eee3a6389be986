package scenarios

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// TestStrengthsOfATestbed: what a table states is what a receiver gets, and the reception
// decides by it.
func TestStrengthsOfATestbed(t *testing.T) {
	dir := field(t, map[string]string{"day.csv": "time,from,to,rssi\n0,n2,n10,-71.5\n0,n10,n2,-80\n60,n2,n10,-95\n100,n2,n10,\n120,n10,n2,-80\n"})
	s := world(t, dir, "radio: {model: rssi, file: day.csv, preset: 802.15.4, reception: {sensitivity: -90}}\n")
	if got := strings.Join(s.NodeNames(), " "); got != "n2 n10" || s.Nodes != 2 || s.Duration.Std() != 2*time.Minute || s.Radio.Loss.Model != "bernoulli" {
		t.Errorf("nodes %s for %v, loss %s", got, s.Duration, s.Radio.Loss.Model)
	}
	m, err := s.radio().Medium(1)
	if err != nil {
		t.Fatal(err)
	}
	for second, want := range map[int]struct {
		dBm   float64
		heard bool
	}{0: {-71.5, true}, 59: {-71.5, true}, 60: {math.Inf(-1), false}} {
		h := radio.Hop{From: 1, To: 2, At: protocol.Time(second) * protocol.Time(time.Second)}
		h.Ends = h.At
		if dBm := m.(*phy.Channel).MeanDBm(h); dBm != want.dBm || (m.Receive(h, 50) == radio.Heard) != want.heard || m.Bidirectional(h) != want.heard {
			t.Errorf("at %d s: %v dBm, %v", second, dBm, m.Receive(h, 50))
		}
	}
	runs(t, s)
	// A loud table with a power of the preset: the power is in the strengths already.
	if s = world(t, dir, "radio: {model: rssi, file: day.csv, preset: lora-sf7}\n"); true {
		if m, _ = s.radio().Medium(1); m.(*phy.Channel).MeanDBm(radio.Hop{From: 2, To: 1}) != -80 {
			t.Error("the preset's power counts besides what was measured")
		}
	}
}

// TestStrengthsThatAreNotEnough: the warning that nobody hears anybody names the power that a
// link takes, by the sensitivity or by a ratio of signal to noise, and none where it is reached.
func TestStrengthsThatAreNotEnough(t *testing.T) {
	dir := field(t, map[string]string{
		"weak.csv": "time,from,to,rssi\n0,a,b,-90\n0,b,a,-93\n", "loud.csv": "time,from,to,rssi\n0,a,b,-90\n0,b,a,-91\n",
		"links.eel": "0 nem:1 pathloss nem:2,106\n0 nem:2 pathloss nem:1,109\n",
	})
	const snr = ", reception: {model: snr}}\n"
	for text, want := range map[string]string{
		"radio: {model: rssi, file: weak.csv" + snr:                                 "no strengths of weak.csv in both directions are enough for the -91.45 dBm at which half of the frames of 64 bytes get through",
		"radio: {model: rssi, file: weak.csv, reception: {sensitivity: -92}}\n":     "no strengths of weak.csv in both directions are enough for a sensitivity of -92 dBm",
		"radio: {model: rssi, file: weak.csv}\n":                                    "",
		"radio: {model: rssi, file: loud.csv" + snr:                                 "",
		"radio: {model: matrix, file: links.eel, power: 16" + snr:                   "no losses of links.eel in both directions let 16 dBm through to the -91.45 dBm at which",
		"radio: {model: matrix, file: links.eel, power: 16, powers: [16, 20]" + snr: "",
		"radio: {model: matrix, file: links.eel, power: 16, powers: [10, 12]" + snr: "let 12 dBm through",
	} {
		said := ""
		for _, w := range world(t, dir, text).Warnings() {
			if strings.Contains(w.Message, "ever hear each other") {
				said += w.String()
			}
		}
		if want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
}

// TestDeliveryRatiosOfATestbed: two components while the bridge is silent, one afterwards,
// by the truth of a run; and no second loss by default.
func TestDeliveryRatiosOfATestbed(t *testing.T) {
	dir := field(t, map[string]string{"day.csv": "time,from,to,prr\n0,a,b,0.9\n0,b,a,0.8\n0,b,c,0.05\n0,c,b,0.9\n0,c,d,1\n0,d,c,1\n20,b,c,0.6\n60,a,b,0.9\n"})
	s := world(t, dir, "radio: {model: delivery, file: day.csv}\n")
	if s.Nodes != 4 || s.Duration.Std() != time.Minute || s.Radio.Loss.Model != "none" {
		t.Errorf("%d nodes for %v, loss %s", s.Nodes, s.Duration, s.Radio.Loss.Model)
	}
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, link := range []struct {
		second int
		a, b   protocol.ID
		linked bool
	}{{10, 1, 2, true}, {10, 2, 3, false}, {30, 2, 3, true}, {30, 1, 3, false}} {
		m, _ := s.radio().Medium(1)
		at := protocol.Time(link.second) * protocol.Time(time.Second)
		if m.Bidirectional(radio.Hop{From: link.a, To: link.b, At: at, Ends: at}) != link.linked {
			t.Errorf("at %d s: %d and %d linked is not %v", link.second, link.a, link.b, link.linked)
		}
	}
	again := world(t, field(t, map[string]string{"day.csv": "time,from,to,prr\n0,a,b,0.9\n0,b,a,0.8\n"}), "radio: {model: delivery, file: day.csv}\n")
	if again.Digest() == s.Digest() {
		t.Error("another table has the same digest")
	}
}

func TestTestbedsAreRefused(t *testing.T) {
	dir := field(t, map[string]string{"day.csv": "from,to,prr\na,b,0.9\nb,a,1.5\n", "ok.csv": "from,to,prr\na,b,0.04\nb,a,0.04\n"})
	for text, want := range map[string]string{
		"radio: {model: delivery, file: day.csv}":                                 "world.yaml:3:32: radio.file: day.csv:3: ratio: \"1.5\": must be from 0 to 1: is it in percent?",
		"radio: {model: rssi}":                                                    "radio: model rssi needs a file",
		"radio: {model: delivery, file: no.csv}":                                  "radio.file: cannot read no.csv: no such file",
		"radio: {model: delivery, file: ok.csv, access: {model: csma}}":           "radio.access.model: radio model delivery has no strengths",
		"radio: {model: delivery, file: ok.csv, link_ratio: 0}":                   "radio.link_ratio: must be more than 0",
		"nodes: 3\nradio: {model: delivery, file: ok.csv}":                        "nodes: the table ok.csv has 2 nodes, not 3",
		"radio: {model: delivery, file: ok.csv, loss: {model: distance, far: 1}}": "radio.loss.model: loss by distance has no range to go by with radio model delivery",
	} {
		if got := refused(t, dir, text+"\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", text, got, want)
		}
	}
	s := world(t, dir, "radio: {model: delivery, file: ok.csv}\n")
	warned := ""
	for _, w := range s.Warnings() {
		warned += w.String() + "\n"
	}
	if !strings.Contains(warned, "no two of 2 nodes are ever linked: no ratios of ok.csv in both directions are at least link_ratio, 0.1") {
		t.Errorf("warnings are %s", warned)
	}
}
