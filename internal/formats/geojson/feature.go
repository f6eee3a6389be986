package geojson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
)

// feature is the part of a feature that is read.
type feature struct {
	Type       string          `json:"type"`
	ID         json.RawMessage `json:"id"`
	Geometry   geometry        `json:"geometry"`
	Properties properties      `json:"properties"`
}

type geometry struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// properties are by their names in small letters, and by their names if those have others.
type properties map[string]json.RawMessage

// UnmarshalJSON lowers the names.
func (p *properties) UnmarshalJSON(raw []byte) error {
	var as map[string]json.RawMessage
	if err := json.Unmarshal(raw, &as); err != nil {
		return err
	}
	*p = make(properties, len(as))
	var capital []string
	for name, value := range as {
		if (*p)[name] = value; strings.ToLower(name) != name {
			capital = append(capital, name)
		}
	}
	slices.Sort(capital) // of two that differ in capitals alone, the same one each time
	for _, name := range capital {
		if lower := strings.ToLower(name); missing((*p)[lower]) {
			(*p)[lower] = as[name]
		}
	}
	return nil
}

// The usual names of properties, a device before a number of a row.
var (
	nodeNames = []string{"node", "node_id", "track_id", "track_fid", "device_id", "deviceid", "device", "user_id", "userid", "user", "uid", "mmsi", "vehicle_id", "vehicle", "name", "id"}
	lineNames = []string{"times", "coordtimes"}
)

// find returns the first property that has a value, and another that has one too; "" without.
func (p properties) find(names []string) (found, also string) {
	for _, name := range names {
		switch {
		case missing(p[name]):
		case found == "":
			found = name
		default:
			return found, name
		}
	}
	return found, ""
}

// name is the name of the feature's node, and tells if it chose.
func (f *file) name(of *feature) (string, error) {
	raw := of.ID
	if given, ok := f.in.Columns.Of(text.RoleNode); ok {
		if raw = of.Properties[strings.ToLower(given)]; missing(raw) {
			return "", fmt.Errorf("a feature without the property %s, as --columns (columns: in a scenario) says", text.Quote(given))
		}
	} else if found, also := of.Properties.find(nodeNames); found != "" {
		raw = of.Properties[found]
		if also != "" && !f.chose {
			f.chose = true
			f.in.Remark("property %s is read as the node, and not %s: --columns node=%s says otherwise", found, also, also)
		}
	}
	if missing(raw) {
		return strconv.Itoa(f.features), nil
	}
	if word, is := word(raw); is {
		return text.Name(word)
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return "", fmt.Errorf("the node's name %s is no text", text.Quote(string(raw)))
	}
	return text.Name(n.String())
}

// word reads a string. One without an escape, as names and dates are, needs no decoder.
func word(raw json.RawMessage) (word string, is bool) {
	if n := len(raw); n > 1 && raw[0] == '"' && !bytes.ContainsRune(raw, '\\') && utf8.Valid(raw) {
		return string(raw[1 : n-1]), true
	}
	err := json.Unmarshal(raw, &word)
	return word, err == nil
}

func missing(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// times returns the times of the places of all lines.
func (p properties) times() json.RawMessage {
	if found, _ := p.find(lineNames); found != "" {
		return p[found]
	}
	var within struct {
		Times json.RawMessage `json:"times"`
	}
	if raw := p["coordinateproperties"]; missing(raw) || json.Unmarshal(raw, &within) != nil || missing(within.Times) {
		return nil
	}
	return within.Times
}

var errNoTimes = errors.New("a line without times: give the property times, one for each place")

// line is one stay in the world.
type line struct {
	places []orb.Point
	times  []time.Duration
}

// lines are the stays of a line string or a multi line string.
func (f *feature) lines(unit geo.Coordinates, c *clock) ([]line, error) {
	coordinates, times := f.Geometry.Coordinates, f.Properties.times()
	if times == nil {
		return nil, errNoTimes
	}
	places, stamps := []json.RawMessage{coordinates}, []json.RawMessage{times}
	if f.Geometry.Type == "MultiLineString" {
		if err := json.Unmarshal(coordinates, &places); err != nil {
			return nil, errors.New("coordinates: want a list of lines")
		}
		if err := json.Unmarshal(times, &stamps); err != nil || len(stamps) != len(places) {
			return nil, fmt.Errorf("times: want a list for each of %d lines", len(places))
		}
	}
	lines := make([]line, len(places))
	for i := range places {
		var numbers [][]float64
		if err := json.Unmarshal(places[i], &numbers); err != nil {
			return nil, errors.New("coordinates: want a list of places")
		}
		var words []json.RawMessage
		if err := json.Unmarshal(stamps[i], &words); err != nil {
			return nil, errors.New("times: want a list")
		}
		if len(words) != len(numbers) || len(words) == 0 {
			return nil, fmt.Errorf("%d times for %d places", len(words), len(numbers))
		}
		for k := range numbers {
			p, err := place(numbers[k], unit)
			if err != nil {
				return nil, err
			}
			at, err := c.read(words[k])
			if err != nil {
				return nil, err
			}
			lines[i].places, lines[i].times = append(lines[i].places, p), append(lines[i].times, at)
		}
	}
	return lines, nil
}

// place checks the two numbers of a place; a third is a height.
func place(numbers []float64, unit geo.Coordinates) (orb.Point, error) {
	if len(numbers) < 2 {
		return orb.Point{}, fmt.Errorf("coordinates: a place of %d numbers", len(numbers))
	}
	most, name := orb.Point{180, 90}, "degrees"
	if unit == geo.Metres {
		most, name = orb.Point{1e8, 1e8}, "m"
	}
	for axis := range most {
		if !(math.Abs(numbers[axis]) <= most[axis]) {
			return orb.Point{}, fmt.Errorf("coordinate: %g: must be within ±%g %s%s", numbers[axis], most[axis], name, beyond(numbers, unit))
		}
	}
	return orb.Point{numbers[0], numbers[1]}, nil
}

// beyond says what numbers beyond the bounds of degrees perhaps are.
func beyond(numbers []float64, unit geo.Coordinates) string {
	switch {
	case unit == geo.Metres:
	case math.Abs(numbers[0]) <= 90 && math.Abs(numbers[1]) <= 180:
		return ": are latitude and longitude exchanged? GeoJSON has the longitude first"
	case math.Abs(numbers[0]) > 360 || math.Abs(numbers[1]) > 360:
		return ": --coordinates metres (coordinates: metres in a scenario) reads metres of a map"
	}
	return ""
}
