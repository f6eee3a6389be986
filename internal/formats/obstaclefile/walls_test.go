package obstaclefile_test

import (
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/obstaclefile"
	"bellwether/internal/sim/phy"
)

const town = `{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"name": "mill"},
  "geometry": {"type": "Polygon", "coordinates": [[[10, 10], [20, 10], [20, 20], [10, 20], [10, 10]]]}},
 {"type": "Feature", "properties": {"attenuation_db": 20, "levels": [1, 2]},
  "geometry": {"type": "MultiPolygon", "coordinates": [[[[30, 10, 4], [40, 10, 4], [40, 20, 4], [30, 10, 4]]]]}}
 ], "crs": {"a": [1, {}]}}`

func readTown(text string) (*phy.Obstacles, error) {
	return obstaclefile.Read(strings.NewReader(text), obstaclefile.Options{Name: "town.geojson", WallDB: obstaclefile.DefaultWallDB})
}

func TestObstaclesAreReadFromGeoJSON(t *testing.T) {
	o, err := readTown(town)
	if err != nil {
		t.Fatal(err)
	}
	if o.Walls() != 7 {
		t.Errorf("%d walls, want 7", o.Walls())
	}
	closeTo(t, "through the mill", o.Attenuation(orb.Point{0, 15}, orb.Point{25, 15}), 18, 1e-9)
	closeTo(t, "through the other", o.Attenuation(orb.Point{25, 12}, orb.Point{45, 12}), 40, 1e-9)

	// A degree of latitude is 111.195 km on a sphere of 6371.0088 km, and one of
	// longitude half as long at 60°.
	degrees := `{"type":"FeatureCollection","features":[{"geometry":{"type":"Polygon","coordinates":[[[10.001,60],[10.002,60],[10.002,60.01],[10.001,60]]]}}]}`
	o, err = obstaclefile.Read(strings.NewReader(degrees), obstaclefile.Options{Name: "x", WallDB: 1, Origin: &orb.Point{10, 60}})
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float64]float64{55.58: 0, 55.61: 2, 111.18: 2, 111.21: 0} {
		closeTo(t, "walls met on a line to the north", o.Attenuation(orb.Point{x, -1}, orb.Point{x, 2000}), want, 1e-9)
	}
}

func TestGeoJSONErrorsHaveTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "town.geojson:1: ends too early",
		"[]":                        "town.geojson:1: is no GeoJSON",
		"{\n\"features\": {}}":      "town.geojson:2: features are no list",
		"{\n\"features\": [\n\n{},": "town.geojson:4: feature \"\" has no geometry",
		"{\"features\": []}":        "has no polygons",
		strings.Replace(town, `"Polygon"`, `"LineString"`, 1):                         `town.geojson:2: feature "mill" is a LineString`,
		strings.Replace(town, `, [10, 10]]]`, `]]`, 1):                                `town.geojson:2: feature "mill": ring 1 does not close`,
		strings.Replace(town, `[20, 10], [20, 20]`, `[20], [20, 20]`, 1):              "a position has 1 numbers",
		strings.Replace(town, `[20, 10], [20, 20]`, `["x"], [20, 20]`, 1):             `feature "mill": coordinates`,
		strings.Replace(town, `"attenuation_db": 20`, `"attenuation_db": -1`, 1):      "town.geojson:4: feature",
		strings.Replace(town, `"attenuation_db": 20`, `"attenuation_db": "thick"`, 1): "town.geojson:4: properties.attenuation_db must be a number, got a string",
		strings.Replace(town, `"attenuation_db": 20`, `"top_m": "3 m"`, 1):            "town.geojson:4: properties.top_m must be a number, got a string",
		strings.Replace(town, `"attenuation_db": 20`, `"top_m": 3, "bottom_m": 5`, 1): "town.geojson:4: feature \"\": the bottom must be from 0 m to below the top, 3 m, got 5",
		strings.Replace(town, `"attenuation_db": 20`, `"bottom_m": 5`, 1):             "town.geojson:4: feature \"\": has bottom_m, 5, and no top_m: give both, or neither",
		strings.Replace(town, `"attenuation_db": 20`, `"top_m": 0`, 1):                "town.geojson:4: feature \"\": top_m must be above 0: leave it out",
		strings.Replace(town, `"attenuation_db": 20`, `"top_m": -3`, 1):               "town.geojson:4: feature \"\": the top must be above 0 m and at most 100000 m, got -3",
		strings.Replace(town, `[20, 10]`, `[2e300, 10]`, 1):                           "beyond 1e+07 m",
		town[:len(town)-60]:                         "ends too early",
		strings.Replace(town, "]}},\n", "]}}\n", 1): "town.geojson:",
	} {
		if _, err := readTown(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q…: %v, want %q", text, err, want)
		}
	}
}

func FuzzObstacles(f *testing.F) {
	f.Add(town)
	f.Add(`{"features":[{"geometry":{"type":"Polygon","coordinates":[]}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := readTown(text)
		if (o == nil) == (err == nil) {
			t.Fatalf("%v and %v", o, err)
		}
		if err == nil && o.Attenuation(orb.Point{0, 0}, orb.Point{1, 1}) < 0 {
			t.Fatal("a wall with a negative attenuation")
		}
	})
}

func closeTo(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v within %v", what, got, want, within)
	}
}
