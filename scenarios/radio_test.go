package scenarios

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/sim/phy"
	"bellwether/internal/sim/presets"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// channelFrom returns the channel of a scenario with its first seed.
func channelFrom(t *testing.T, s *Scenario) *phy.Channel {
	t.Helper()
	c, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		t.Fatal(err)
	}
	channel, ok := c.Medium.(*phy.Channel)
	if !ok {
		t.Fatal("the medium is no channel")
	}
	return channel
}

// The ranges follow from the numbers of ns-3, the standards and data sheets. By hand:
// (power − sensitivity − loss of the first metre) / (10·exponent) decades of metres.
func TestPresetsReachAsFarAsTheirNumbersSay(t *testing.T) {
	for text, want := range map[string]float64{
		"radio: {model: log-distance}":                                                       221.2, // (117.0206 − 46.6777)/30
		"radio: {model: log-distance, preset: wifi-2.4GHz}":                                  98.6,  // (100 − 40.185)/30
		"radio: {model: log-distance, preset: wifi-5GHz}":                                    51.23, // (98.0206 − 46.7345)/30
		"radio: {model: log-distance, preset: 802.15.4}":                                     66.9,  // (95 − 40.23)/30
		"radio: {model: log-distance, preset: 802.15.4, power: 10, exponent: 4}":             41.6,  // (105 − 40.23)/40
		"radio: {model: log-distance, preset: 802.15.4, reference_loss: 65}":                 10.0,  // (95 − 65)/30
		"radio: {model: log-distance, preset: lora-sf7}":                                     3767,  // (138.5 − 31.219)/30
		"radio: {model: friis}":                                                              3287,  // 4.6324 mm · 10^(117.0206/20)
		"radio: {model: log-distance, frequency: 2400000000, reception: {sensitivity: -91}}": 170.7, // (107.0206 − 40.052)/30
		"radio: {model: three-log-distance, reception: {sensitivity: -82}}":                  317.4, // 200 m · 10^((98.0206 − 90.3973)/38)
	} {
		s := parse(t, text)
		got := channelFrom(t, s).RangeM()
		if math.Abs(got/want-1) > 0.005 {
			t.Errorf("%s reaches %.1f m, want %.1f m", text, got, want)
		}
	}
}

func TestPresetsSetTheLinkLayerToo(t *testing.T) {
	for text, want := range map[string]time.Duration{ // of 40 bytes, with the header
		"radio: {bitrate: 1000000}":                    320 * time.Microsecond,
		"radio: {preset: wifi-2.4GHz}":                 (192 + 160) * time.Microsecond,
		"radio: {preset: wifi-5GHz}":                   (20 + 4*15) * time.Microsecond, // 342 bits in symbols of 24
		"radio: {preset: wifi-5GHz, bitrate: 1000000}": (20 + 320) * time.Microsecond,
		"radio: {preset: 802.15.4}":                    (192 + 1280) * time.Microsecond,
		"radio: {model: graph, topology: ring}":        0,
	} {
		s := parse(t, text)
		c, err := s.Config(s.Algorithms[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Link.Airtime(40); got != want {
			t.Errorf("%s: 40 bytes take %v, want %v", text, got, want)
		}
	}
	low := parse(t, "radio: {preset: 802.15.4}").Radio.LinkLayer()
	if low.HeaderBytes != 11 || low.AckBytes != 5 || low.Retries != 3 {
		t.Errorf("802.15.4's link is %+v", low)
	}
}

func TestModelsOfLossAreBuilt(t *testing.T) {
	for text, want := range map[string]string{
		"radio: {loss: {model: none}}":                               "<nil>",
		"radio: {loss: {probability: 0}}":                            "<nil>",
		"radio: {loss: {probability: 0.3}}":                          "chance.Bernoulli",
		"radio: {loss: {model: gilbert-elliott}}":                    "*radio.bursts",
		"radio: {loss: {model: distance}}":                           "*radio.rangedDraws",
		"radio: {model: log-distance, loss: {model: distance}}":      "*radio.rangedDraws",
		"radio: {model: graph, topology: ring, loss: {model: none}}": "<nil>",
	} {
		s := parse(t, text)
		c, err := s.Config(s.Algorithms[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%T", c.Loss); got != want {
			t.Errorf("the loss of %s is %s, want %s", text, got, want)
		}
		if d, ok := c.Loss.(radio.RangedLoss); ok {
			if m := reflect.ValueOf(d).Elem().FieldByName("RangeM").Float(); m != s.radio().RangeM() {
				t.Errorf("%s: the range of the loss is %v m, that of the radio %v m", text, m, s.radio().RangeM())
			}
		}
	}
}

// A scenario that is written with its files is the same when it is read again.
func TestFilesOfTheRadioAreWrittenWithTheScenario(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("links.eel", "0 nem:11 pathloss nem:12,90 nem:30,100\n20 nem:12 pathloss nem:30,95\n")
	write("field.yaml", "radio: {model: matrix, file: links.eel, powers: [16, 16, 20]}\n")
	write("house.yaml", "radio: {model: friis, obstacles: old-town.geojson, wall_attenuation: 7, fading: {model: nakagami}}\n")
	for file, want := range map[string]string{"field.yaml": "links.eel", "house.yaml": "old-town.geojson"} {
		s := load(t, filepath.Join(dir, file), Options{})
		files := s.Files()
		if len(files) != 1 || files[0].Name != want {
			t.Fatalf("%s needs %d files", file, len(files))
		}
		copied := t.TempDir()
		for _, f := range append(files, sideFile{Name: file, Data: s.YAML()}) {
			if err := os.WriteFile(filepath.Join(copied, f.Name), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		again := load(t, filepath.Join(copied, file), Options{})
		if !reflect.DeepEqual(again.Radio, s.Radio) || again.Nodes != s.Nodes {
			t.Errorf("%s is read again as %+v", file, again.Radio)
		}
	}
	field := load(t, filepath.Join(dir, "field.yaml"), Options{})
	if field.Nodes != 3 || !slices.Equal(field.NodeNames(), []string{"11", "12", "30"}) {
		t.Errorf("%d nodes, called %v", field.Nodes, field.NodeNames())
	}
}

// Groups on a road map, a jam, and a radio by power among walls can be combined. All files
// are written with the scenario; two files of one name are an error.
func TestGroupsAndJamsUnderARadioByPower(t *testing.T) {
	_, write := folder(t)
	const line = `{"type": "LineString", "coordinates": [[11.40, 47.05], [11.41, 47.05], [11.41, 47.06]]}`
	const house = `{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
		{"type": "Polygon", "coordinates": [[[10, 10], [20, 10], [20, 20], [10, 20], [10, 10]]]}}]}`
	write("road.geojson", line)
	write("house.geojson", house)
	write("walls/road.geojson", house)
	const text = `
groups:
  - {nodes: 3, mobility: {model: road-map, file: road.geojson}}
  - {nodes: 2, mobility: {model: static, positions: [[0, 0], [5, 5]]}, arrive: 2s}
radio: {model: log-distance, obstacles: OBSTACLES, loss: {model: gilbert-elliott}}
faults: [{at: 10s, jam: {x: 100, y: 100, radius: 50}, for: 10s}]
`
	s := load(t, write("a.yaml", strings.ReplaceAll(text, "OBSTACLES", "house.geojson")), Options{})
	if files := s.Files(); s.Nodes != 5 || len(files) != 2 || files[0].Name != "road.geojson" || files[1].Name != "house.geojson" {
		t.Errorf("%d nodes, %d files", s.Nodes, len(files))
	}
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Until = 30 * time.Second
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Error(err)
	}
	_, err = Load(write("b.yaml", strings.ReplaceAll(text, "OBSTACLES", "walls/road.geojson")), Options{})
	if err == nil || !strings.Contains(err.Error(), "radio.obstacles: another file is called road.geojson too") {
		t.Errorf("two files of one name: %v", err)
	}
}

// The schema has every preset and curve of the radio, and no other.
func TestTheSchemaNamesEveryPresetAndCurve(t *testing.T) {
	enum := func(of any, field string) []string {
		f, _ := reflect.TypeOf(of).FieldByName(field)
		var out []string
		for part := range strings.SplitSeq(f.Tag.Get("jsonschema"), ",") {
			if word, ok := strings.CutPrefix(part, "enum="); ok {
				out = append(out, word)
			}
		}
		return out
	}
	var names, curves []string
	for _, p := range presets.All() {
		names = append(names, p.Name)
	}
	for _, m := range phy.Modulations()[1:] {
		curves = append(curves, string(m))
	}
	if got := enum(section.Radio{}, "Preset"); !slices.Equal(got, names) {
		t.Errorf("names %v, of the radio %v", got, names)
	}
	if got := enum(section.RadioReception{}, "Modulation"); !slices.Equal(got, curves) {
		t.Errorf("curves %v, of the radio %v", got, curves)
	}
}
