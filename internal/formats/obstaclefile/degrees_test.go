package obstaclefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/obstaclefile"
)

// Degrees are not taken for metres without a warning or an error, nor metres for degrees.
func TestObstaclesInDegreesNeedAnOrigin(t *testing.T) {
	const house = `{"type":"FeatureCollection",%s"features":[
{"type":"Feature","properties":{"name":"mill"},"geometry":{"type":"Polygon","coordinates":[[[%[2]g,47.37],[%[3]g,47.37],[%[3]g,47.3705],[%[2]g,47.37]]]}}]}`
	for name, c := range map[string]struct {
		head        string
		left, right float64
		origin      *orb.Point
		want        string
	}{
		"degrees":                               {"", 8.54, 8.541, nil, "town.geojson:2: these look like degrees, which would be metres: no outline is more than 0.001 across; write obstacles_origin: [8.540000, 47.370000]"},
		"degrees, and it is said":               {"", 8.54, 8.541, &orb.Point{8.54, 47.37}, ""},
		"metres":                                {"", 8, 38, nil, ""},
		"a box of half a metre, and it is said": {`"coordinates_are": "metres east and north",`, 8, 8.5, nil, ""},
		"metres, said to be degrees":            {"", 700, 730, &orb.Point{8.54, 47.37}, `town.geojson:2: feature "mill": [700, 47.37] is no longitude and latitude`},
	} {
		_, err := obstaclefile.Read(strings.NewReader(fmt.Sprintf(house, c.head, c.left, c.right)), obstaclefile.Options{Name: "town.geojson", Origin: c.origin})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// An attenuation of another name is refused: its walls would have the default.
func TestAttenuationsOfOtherNamesAreRefused(t *testing.T) {
	for properties, want := range map[string]string{
		`"wall_db": 30`:                      "property wall_db is not read: attenuation_db is that of each wall",
		`"attenuation": "30"`:                "property attenuation is not read",
		`"loss_db": 30, "attenuation_db": 3`: "",
		`"height": 12`:                       "",
	} {
		_, err := obstaclefile.Read(strings.NewReader(`{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {`+properties+`}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}}]}`), obstaclefile.Options{Name: "town.geojson"})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", properties, err, want)
		}
	}
}
