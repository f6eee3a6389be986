package scenarios

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/air"
)

const antennas = `
schema: 2
name: antennas
duration: 60s
world: {width: 800, height: 800}
radio: {model: log-distance}
groups:
  - {name: mast, nodes: 2, mobility: {model: static}, antenna: {pattern: sector, bearing: 90, use: send}}
  - {name: truck, mobility: {model: static, positions: [[1, 1]]}, antenna: {pattern: dipole}}
  - {name: cars, nodes: 3, mobility: {model: manhattan, speed: {min: 5, max: 20}, blocks: {x: 3, y: 3}}, antenna: {pattern: dipole-flat, facing: heading}}
algorithms: [vasudevan]
`

func TestGroupsHaveAntennas(t *testing.T) {
	s, err := Read("antennas.yaml", []byte(antennas), Options{})
	if err != nil {
		t.Fatal(err)
	}
	own := s.radio().Antennas()
	mast := radio.Antenna{Pattern: "sector", BearingDeg: 90, GainDB: 8, WidthDeg: 65, DepthDB: 30, Use: radio.UseSend}
	if len(own) != 6 || own[1] != mast || own[2].Pattern != "dipole" || own[2].GainDB != 2.1509 || !own[5].Ahead {
		t.Errorf("%+v", own)
	}
	turns := s.radio().Headings(own, 1).(air.Headings)
	if len(turns) != 3 || len(turns[1]) != 0 {
		t.Fatalf("%d nodes turn, want the three cars", len(turns))
	}
	for id, list := range turns {
		path := emulator.Path(mobility.ForRun(s.movement, 1), 1, int(id))
		leg := path.Next()
		for i, h := range list {
			for leg.End <= h.From {
				leg = path.Next()
			}
			was, is := leg.At(h.From), leg.At(leg.End) // where it is says where it heads
			if deg := math.Atan2(is[1]-was[1], is[0]-was[0]) * 180 / math.Pi; math.Abs(math.Remainder(deg-h.Deg, 360)) > 1e-6 {
				t.Errorf("car %v heads %v° at %v, and goes from %v to %v", id, h.Deg, h.From, was, is)
			}
			if got := turns.HeadingDeg(id, protocol.Time(h.From+time.Microsecond)); got != h.Deg {
				t.Errorf("car %v after turn %d: %v°, want %v", id, i, got, h.Deg)
			}
		}
		if len(list) < 2 || turns.HeadingDeg(id, protocol.Time(time.Hour)) != list[len(list)-1].Deg {
			t.Errorf("car %v turns %d times", id, len(list))
		}
	}
}

func TestAntennasNeedPower(t *testing.T) {
	for _, c := range [][3]string{
		{"model: log-distance", "model: unit-disk, range: 100", "does not decide by power"},
		{"bearing: 90", "bearing: 361", "bearing"},
		{"bearing: 90", "bearing: .nan", "finite"},
		{"bearing: 90", "width: 0", "width"},
		{"bearing: 90", "gain: 1e9", "gain"},
		{"pattern: dipole}", "pattern: yagi}", "yagi"},
	} {
		_, err := Read("antennas.yaml", []byte(strings.Replace(antennas, c[0], c[1], 1)), Options{})
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v, want %q", c[1], err, c[2])
		}
	}
}

// TestAClimbKeepsTheHeading: a drone that flies north, climbs on the spot and hovers heads
// north all the time. Its antenna turns over the ground only.
func TestAClimbKeepsTheHeading(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(file, []byte("node,time,x,y,z\na,0,0,0,10\na,10,0,100,10\na,20,0,100,90\na,60,0,100,90\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Read("climb.yaml", []byte(`
schema: 2
name: climb
duration: 60s
radio: {model: log-distance}
groups:
  - {name: drone, mobility: {model: trace, file: t.csv, vertical: file}, antenna: {pattern: sector, facing: heading}}
algorithms: [vasudevan]
`), Options{Files: map[string]string{"t.csv": file}})
	if err != nil {
		t.Fatal(err)
	}
	turns := s.radio().Headings(s.radio().Antennas(), 1)
	for _, at := range []time.Duration{time.Second, 15 * time.Second, 40 * time.Second} {
		if deg := turns.HeadingDeg(1, protocol.Time(at)); math.Abs(deg-90) > 1e-9 {
			t.Errorf("at %v the drone heads %v°, want 90°", at, deg)
		}
	}
}

// TestKeysWithoutEffectOnTheAirAreWarnedOf: keys that a pattern or a Doppler frequency makes void.
func TestKeysWithoutEffectOnTheAirAreWarnedOf(t *testing.T) {
	for _, c := range [][3]string{
		{"{pattern: dipole}", "{pattern: dipole, bearing: 10}", "groups[1].antenna.bearing: has no effect, since groups[1].antenna.pattern is dipole"},
		{"{pattern: dipole}", "{pattern: omni, depth: 10}", "groups[1].antenna.depth: has no effect"},
		{"{pattern: dipole}", "{pattern: dipole-flat, width: 10}", "groups[1].antenna.width: has no effect"},
		{"{pattern: dipole}", "{facing: heading}", "groups[1].antenna.facing: has no effect"},
		{"{pattern: dipole}", "{pattern: sector, bearing: 10, facing: heading, width: 9, depth: 3}", ""},
		{"{model: log-distance}", "{model: log-distance, fading: {model: rayleigh, doppler: 9, slot: 1s}}", "radio.fading.slot: has no effect, since radio.fading.doppler is 9 Hz"},
		{"{model: log-distance}", "{model: log-distance, fading: {model: rayleigh, slot: 1s}}", ""},
	} {
		s, err := Read("antennas.yaml", []byte(strings.Replace(antennas, c[0], c[1], 1)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, w := range s.Warnings() {
			said += w.String() + "\n"
		}
		if c[2] == "" && strings.Contains(said, "has no effect") || !strings.Contains(said, c[2]) {
			t.Errorf("%s: %q, want %q", c[1], said, c[2])
		}
	}
}
