package scenarios

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/scenarios/internal/warn"
	"bellwether/trace"
)

// partings counts lost neighbours.
type partings int

func (*partings) Wants() trace.Set       { return trace.Of(trace.NeighbourDown) }
func (p *partings) Record(*trace.Record) { *p++ }

// TestFalseDropsAreAsOftenAsTheWarningSays runs ten nodes that all hear each other, and
// counts lost neighbours.
func TestFalseDropsAreAsOftenAsTheWarningSays(t *testing.T) {
	for _, c := range []struct {
		loss, timeout string
	}{{"0.19", "3s"}, {"0.3", "3s"}, {"0.3", "3500ms"}, {"0.2", "2s"}} {
		s := parse(t, "nodes: 10\nworld: {width: 100, height: 100}\nmobility: {model: static}\nduration: 2000s\nenergy: {profile: none}\n"+
			"capability: {battery: 0, connectivity: 0}\nstart: {elect: none}\nmeasure: {every: 1m}\n"+
			"radio: {loss: {probability: "+c.loss+"}}\nneighbours: {timeout: "+c.timeout+"}\nalgorithms: [flood-max]")
		count := new(partings)
		config, err := s.Config(s.Algorithms[0], 1, count)
		if err != nil {
			t.Fatal(err)
		}
		w, err := emulator.New(config)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		measured := 2000 * 90 / float64(*count) // s, for each of 90 directed links
		want := warn.FalseDrop(s.Radio.Loss.Probability, s.Neighbours).Seconds()
		if math.Abs(measured/want-1) > 0.07 { // about 3 σ of a count of 3000
			t.Errorf("at a loss of %s and a time-out of %s a link is lost every %.1f s, by the warning every %.1f s", c.loss, c.timeout, measured, want)
		}
	}
}

// TestWarningOfALogWithoutLinks: in an event log the power decides who is linked.
func TestWarningOfALogWithoutLinks(t *testing.T) {
	dir := t.TempDir()
	eel := "0 nem:1 pathloss nem:2,90 nem:3,200\n0 nem:3 pathloss nem:2,200\n0 nem:2 pathloss nem:1,90\n"
	if err := os.WriteFile(filepath.Join(dir, "links.eel"), []byte(eel), 0o644); err != nil {
		t.Fatal(err)
	}
	for sensitivity, odd := range map[int]bool{-74: false, -73: true} { // 16 dBm minus 90 dB
		text := fmt.Sprintf("radio: {model: matrix, file: links.eel, power: 16, reception: {sensitivity: %d}}\nduration: 20m\n", sensitivity)
		file := filepath.Join(dir, "field.yaml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s := load(t, file, Options{})
		found := false
		for _, w := range s.Warnings() {
			found = found || strings.Contains(w.Message, fmt.Sprintf("no two of 3 nodes ever hear each other: no losses of links.eel in both directions let 16 dBm through to a sensitivity of %d dBm", sensitivity))
		}
		if found != odd {
			t.Errorf("sensitivity %d dBm: warned %v, want %v: %v", sensitivity, found, odd, s.Warnings())
		}
	}
}

// TestEventLogsSetTheTimes: an event log gives the duration and the warm-up, like a trace.
// There is one of a minute, and one of an instant.
func TestEventLogsSetTheTimes(t *testing.T) {
	for text, want := range map[string]string{
		"duration: 59s":                          "59s, warm-up 5.9s: []",
		"":                                       "59s, warm-up 5.9s: []",
		"duration: 10m":                          "10m, warm-up 5.9s: [duration: the event log says no more after 59s: for 91.1 % of the measured time links stay as they are then]",
		"duration: 30s":                          "30s, warm-up 3s: [radio.file: a part of the event log is run: 0s to 30s of its 59s]",
		"radio: {file: still.eel}":               "10m, warm-up 1m: []",
		"radio: {file: late.eel}":                "2m30s, warm-up 15s: [radio.file: the event log says nothing before 1m40s: for 63 % of the measured time there are no links]",
		"radio: {file: once.eel}":                "10m, warm-up 1m: [radio.file: the event log says nothing before 1m40s: for 7.41 % of the measured time there are no links]",
		"radio: {file: late.eel}\nduration: 70s": "1m10s, warm-up 7s: [radio.file: a part of the event log is run: 0s to 1m10s of its 2m30s radio.file: the event log says nothing before 1m40s: for 100 % of the measured time there are no links]",
		"radio: {file: late.eel}\nnodes: 1":      "2m30s, warm-up 15s: [radio.file: a part of the event log is run: the first 1 of its 2 nodes radio.file: the event log says nothing before 1m40s: for 63 % of the measured time there are no links]",
		"radio: {file: still.eel}\nduration: 1m": "1m, warm-up 6s: []",
		"radio: {file: links.eel}\nmobility: {model: trace, file: two.csv}\nduration: 118s": "1m58s, warm-up 11.8s: [duration: the event log says no more after 59s: for 55.6 % of the measured time links stay as they are then]",
	} {
		if !strings.Contains(text, "radio") {
			text += "\nradio: {file: links.eel}"
		}
		s, err := stored(t, map[string]string{
			"links.eel": "0 nem:1 pathloss nem:2,60\n0 nem:2 pathloss nem:1,60\n59 nem:1 pathloss nem:2,70\n", "still.eel": "0 nem:1 pathloss nem:2,60\n",
			"late.eel": "100 nem:1 pathloss nem:2,60\n150 nem:1 pathloss nem:2,70\n", "once.eel": "100 nem:1 pathloss nem:2,60\n", "two.csv": "1,0,0,0\n2,0,9,9\n1,118,5,5\n2,118,7,7\n",
			"s.yaml": "schema: 2\n" + strings.Replace(text, "{file", "{model: matrix, power: 16, file", 1) + "\nalgorithms: [vasudevan]",
		}, "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, w := range s.Warnings() {
			if w.Path == "duration" || w.Path == "radio.file" {
				got = append(got, w.Path+": "+w.Message)
			}
		}
		if got := fmt.Sprintf("%v, warm-up %v: %v", s.Duration, s.Warmup, got); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	_, err := stored(t, map[string]string{"links.eel": "0 nem:1 pathloss nem:2,60\n59 nem:1 pathloss nem:2,70\n",
		"s.yaml": "warmup: 1m\nradio: {model: matrix, power: 16, file: links.eel}"}, "s.yaml")
	if err == nil || !strings.Contains(err.Error(), "warmup: 1m leaves out all of links.eel, which lasts 59s: a tenth is 5.9s") {
		t.Error(err)
	}
}

// TestEnergyOfAnotherRadio: the default profile is of 802.11, which a preset may not be.
func TestEnergyOfAnotherRadio(t *testing.T) {
	for text, want := range map[string]string{
		"radio: {preset: 802.15.4}\nenergy: {battery: {min: 300}}":                    "profile: cc2420 fits",
		"radio: {preset: iotlab-m3}\nenergy: {battery: {min: 300}}":                   "profile: cc2420 fits",
		"radio: {preset: lora-sf7}\nenergy: {battery: {min: 300}}":                    "profile: lora fits",
		"radio: {preset: 802.15.4}\nenergy: {profile: cc2420, battery: {min: 300}}":   "",
		"radio: {preset: 802.15.4}\nenergy: {profile: wifi-ns3, battery: {min: 300}}": "",
		"radio: {preset: 802.15.4}":                                                   "",
		"radio: {preset: wifi-2.4GHz}\nenergy: {battery: {min: 300}}":                 "",
	} {
		found := ""
		for _, w := range parse(t, "schema: 2\n"+text).Warnings() {
			if _, fits, is := strings.Cut(w.Message, "is another radio: "); is {
				found = fits
			}
		}
		if !strings.HasPrefix(found, want) || (found == "") != (want == "") {
			t.Errorf("%s: warned %q, want %q", text, found, want)
		}
	}
}
