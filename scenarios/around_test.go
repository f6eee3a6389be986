package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"bellwether/emulator"
)

// indoors counts the nodes that are in a house at any tenth second of the first minutes.
func indoors(s *Scenario, minutes int) (count int) {
	var houses []orb.Ring
	for _, corners := range s.Ground().Obstacles {
		var ring orb.Ring
		for _, c := range corners {
			ring = append(ring, c)
		}
		houses = append(houses, ring)
	}
	for node := 1; node <= s.Nodes; node++ {
		path := emulator.Path(s.Movement(), 1, node)
		leg, in := path.Next(), false
		for at := time.Duration(0); at < time.Duration(minutes)*time.Minute && !in; at += 500 * time.Millisecond {
			for at >= leg.End {
				leg = path.Next()
			}
			for _, house := range houses {
				in = in || planar.RingContains(house, leg.At(at))
			}
		}
		if in {
			count++
		}
	}
	return count
}

// People of old-town walk through houses, and around them if asked to.
func TestNodesAvoidObstaclesIfAsked(t *testing.T) {
	if n := indoors(load(t, "old-town", Options{}), 2); n < 30 {
		t.Errorf("%d of 60 are in a house: the test shows nothing", n)
	}
	s := load(t, "old-town", Options{Set: []Override{{Path: "mobility.obstacles", Value: "avoid"}}})
	if n := indoors(s, 2); n > 0 {
		t.Errorf("%d of 60 are in a house", n)
	}
	for _, w := range s.Warnings() {
		t.Errorf("warning: %v", w)
	}
}

// walled loads a world of two groups with a wall from border to border, of which the file says
// more.
func walled(t *testing.T, wall, text string) (*Scenario, error) {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string]string{
		"wall.geojson": `{"type": "FeatureCollection", "coordinates_are": "metres", "features": [
{"type": "Feature", "properties": {` + wall + `}, "geometry": {"type": "Polygon", "coordinates": [[[49, -1], [51, -1], [51, 51], [49, 51], [49, -1]]]}}]}`,
		"w.yaml": "schema: 2\nalgorithms: [vasudevan]\nworld: {width: 100, height: 50}\n" + text,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Load(filepath.Join(dir, "w.yaml"), Options{})
}

const walls = "radio: {model: log-distance, obstacles: wall.geojson}\n"

// Groups avoid obstacles in their own areas; what is cut off is told; an obstacle above
// the nodes is not in their way.
func TestGroupsAvoidObstacles(t *testing.T) {
	groups := "groups:\n" +
		"  - {name: west, nodes: 9, area: {width: 45}, mobility: {model: random-waypoint, obstacles: avoid}}\n" +
		"  - {name: all, nodes: 9, mobility: {model: random-waypoint, altitude: 1.5, obstacles: avoid}}\n"
	cutOff := "groups[1].mobility.obstacles: no way leads to 50 % of what obstacles leave open"
	for wall, inTheWay := range map[string]bool{``: true, `"bottom_m": 1, "top_m": 4`: true, `"bottom_m": 2, "top_m": 4`: false} {
		s, err := walled(t, wall, walls+groups)
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, w := range s.Warnings() {
			if strings.Contains(w.String(), cutOff) {
				said++
			}
			if strings.Contains(w.String(), "groups[0].mobility.obstacles") {
				t.Errorf("%q: nothing is cut off from the first group: %v", wall, w)
			}
		}
		if n := indoors(s, 5); inTheWay != (said == 1) || inTheWay != (n == 0) {
			t.Errorf("%q: warned %d times; %d nodes are in the wall", wall, said, n)
		}
	}
}

// A file of obstacles that all stand beside the world has no effect, which is told.
func TestObstaclesBesideTheWorldAreWarnedOf(t *testing.T) {
	for origin, want := range map[string]bool{"": false, ", obstacles_origin: [8, 47]": true} {
		s, err := walled(t, "", strings.Replace(walls, "}", origin+"}", 1))
		if err != nil {
			t.Fatal(err)
		}
		if told := fmt.Sprint(s.Warnings()); strings.Contains(told, "radio.obstacles: no obstacle stands in the world: they lie from (") != want {
			t.Errorf("%q: %s", origin, told)
		}
	}
}

func TestAvoidingObstaclesIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ wall, text, want string }{
		"no obstacles":    {"", "mobility: {obstacles: avoid}\nradio: {model: log-distance}\n", "mobility.obstacles: there are no obstacles: write radio: {obstacles: town.geojson}"},
		"a disk":          {"", "mobility: {obstacles: avoid}\n", "mobility.obstacles: radio model unit-disk has no obstacles"},
		"no places":       {"", "mobility: {obstacles: avoid}\nradio: {model: graph, topology: ring}\n", "nodes have no places with radio model graph"},
		"another model":   {"", walls + "mobility: {model: levy-walk, obstacles: avoid}\n", "mobility.obstacles: only random-waypoint goes around obstacles, and the model is levy-walk"},
		"another group's": {"", walls + "groups: [{nodes: 3, mobility: {model: static, obstacles: avoid}}]\n", "groups[0].mobility.obstacles: only random-waypoint"},
		"all of an area":  {"", walls + "groups: [{nodes: 3, area: {x: 49, width: 2}, mobility: {obstacles: avoid}}]\n", "groups[0].mobility: obstacles: they leave 0 % of the world"},
	} {
		if _, err := walled(t, c.wall, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
