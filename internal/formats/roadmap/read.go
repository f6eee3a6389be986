package roadmap

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

const (
	// maxBytes bounds a file: the roads of a large city.
	maxBytes = 64 << 20

	// maxPlaces bounds the points of a map, so that one route is found within a
	// tenth of a second.
	maxPlaces = 1 << 18

	// maxNesting bounds collections in collections.
	maxNesting = 8

	// maxLatitude, in degrees: nearer to a pole meridians meet within a map, so
	// that a rectangle of degrees has no middle.
	maxLatitude = 85
)

// object is any GeoJSON object.
type object struct {
	Type        string          `json:"type"`
	Features    []object        `json:"features"`
	Geometry    *object         `json:"geometry"`
	Geometries  []object        `json:"geometries"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// Read reads a map. Errors begin with name.
func Read(r io.Reader, name string) (*Map, error) {
	m, err := read(r)
	if err != nil {
		return nil, errs.RoadMap.Errorf("%s: %w", name, err)
	}
	return m, nil
}

func read(r io.Reader) (*Map, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("larger than %d bytes", maxBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var top object
	if err := json.Unmarshal(data, &top); err != nil {
		return nil, located(data, err)
	}
	c := collector{}
	if err := c.take(top, "", 0); err != nil {
		return nil, err
	}
	return build(c.lines)
}

// located adds the line to an error of the JSON.
func located(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var at int64
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	default:
		return err
	}
	at = min(at, int64(len(data)))
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:at], []byte("\n")), err)
}

// collector gathers the lines of a file.
type collector struct {
	lines  []orb.LineString // degrees
	points int
}

// take gathers the lines of an object; path names the object in errors.
func (c *collector) take(o object, path string, depth int) error {
	if depth > maxNesting {
		return fmt.Errorf("%s: nested more than %d deep", path, maxNesting)
	}
	switch o.Type {
	case "FeatureCollection":
		return c.takeAll(o.Features, path+"feature", depth)
	case "GeometryCollection":
		return c.takeAll(o.Geometries, path+"geometry", depth)
	case "Feature":
		if o.Geometry == nil {
			return nil
		}
		return c.take(*o.Geometry, path, depth+1)
	case "LineString":
		var line [][]float64
		if err := json.Unmarshal(o.Coordinates, &line); err != nil {
			return fmt.Errorf("%sLineString: coordinates: %w", path, err)
		}
		return c.add(line, path+"LineString")
	case "MultiLineString":
		var lines [][][]float64
		if err := json.Unmarshal(o.Coordinates, &lines); err != nil {
			return fmt.Errorf("%sMultiLineString: coordinates: %w", path, err)
		}
		for i, line := range lines {
			if err := c.add(line, fmt.Sprintf("%sMultiLineString %d", path, i+1)); err != nil {
				return err
			}
		}
		return nil
	case "Point", "MultiPoint", "Polygon", "MultiPolygon":
		return nil // houses and bus stops
	}
	return fmt.Errorf("%stype %q is not of GeoJSON", path, o.Type)
}

func (c *collector) takeAll(objects []object, what string, depth int) error {
	for i, o := range objects {
		if err := c.take(o, fmt.Sprintf("%s %d: ", what, i+1), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) add(line [][]float64, path string) error {
	if len(line) < 2 {
		return fmt.Errorf("%s: has %d points, at least 2 needed", path, len(line))
	}
	if c.points += len(line); c.points > maxPlaces {
		return fmt.Errorf("%s: more than %d points", path, maxPlaces)
	}
	out := make(orb.LineString, len(line))
	for i, p := range line {
		switch {
		case len(p) < 2:
			return fmt.Errorf("%s: point %d: must be longitude and latitude, got %v", path, i+1, p)
		case !(p[0] >= -180 && p[0] <= 180):
			return fmt.Errorf("%s: point %d: longitude must be from -180 to 180°, got %g", path, i+1, p[0])
		case !(p[1] >= -maxLatitude && p[1] <= maxLatitude):
			return fmt.Errorf("%s: point %d: latitude must be from %d to %d°, got %g", path, i+1, -maxLatitude, maxLatitude, p[1])
		}
		out[i] = orb.Point{p[0], p[1]}
	}
	c.lines = append(c.lines, out)
	return nil
}
