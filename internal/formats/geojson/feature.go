package geojson

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

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

type properties struct {
	Node                 json.RawMessage `json:"node"`
	Name                 json.RawMessage `json:"name"`
	ID                   json.RawMessage `json:"id"`
	Time                 json.RawMessage `json:"time"`
	Times                json.RawMessage `json:"times"`
	CoordTimes           json.RawMessage `json:"coordTimes"`
	CoordinateProperties struct {
		Times json.RawMessage `json:"times"`
	} `json:"coordinateProperties"`
}

// name is the name of the feature's node; number is the feature's number in the file.
func (f *feature) name(number int) (string, error) {
	for _, raw := range []json.RawMessage{f.Properties.Node, f.Properties.Name, f.Properties.ID, f.ID} {
		if missing(raw) {
			continue
		}
		var word string
		if json.Unmarshal(raw, &word) == nil {
			return text.Name(word)
		}
		var n json.Number
		if err := json.Unmarshal(raw, &n); err != nil {
			return "", fmt.Errorf("the node's name %s is no text", text.Quote(string(raw)))
		}
		return text.Name(n.String())
	}
	return strconv.Itoa(number), nil
}

func missing(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// times returns the times of the places of all lines.
func (p *properties) times() json.RawMessage {
	for _, raw := range []json.RawMessage{p.Times, p.CoordTimes, p.CoordinateProperties.Times} {
		if !missing(raw) {
			return raw
		}
	}
	return nil
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
			return orb.Point{}, fmt.Errorf("coordinate: %g: must be within ±%g %s", numbers[axis], most[axis], name)
		}
	}
	return orb.Point{numbers[0], numbers[1]}, nil
}

// clock reads times, all of one kind.
type clock struct{ dates, seconds bool }

func (c *clock) read(raw json.RawMessage) (time.Duration, error) {
	var word string
	isDate := json.Unmarshal(raw, &word) == nil
	c.dates, c.seconds = c.dates || isDate, c.seconds || !isDate
	if c.dates && c.seconds {
		return 0, errors.New("times: some are dates and some are seconds")
	}
	if isDate {
		return text.Date(word)
	}
	return text.Time(string(raw))
}
