// Package obstaclefile reads the walls of a world: GeoJSON polygons, which weaken signals that
// cross them.
//
// It assumes a file of at most 64 MB. It opens no file, and guesses nothing: degrees where
// metres are wanted, or the other way round, are an error.
package obstaclefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"bellwether/internal/base/errs"
	"bellwether/internal/sim/phy"
	"bellwether/radio"

	"github.com/paulmach/orb"
)

// DefaultWallDB is the attenuation of a wall: 9 dB, which Ch. Sommer, D. Eckhoff, R.
// German, F. Dressler, "A Computationally Inexpensive Empirical Model of IEEE 802.11p
// Radio Shadowing in Urban Environments", WONS 2011, fitted to houses; it is the default
// of Veins.
const DefaultWallDB = 9

// maxObstacleBytes bounds a file of obstacles: maxWalls at some 40 bytes each.
const maxObstacleBytes = 64 << 20

// earthRadiusM is the mean radius of the earth (IUGG).
const earthRadiusM = 6_371_008.8

// Options say how to read a file of obstacles.
type Options struct {
	Name   string  // of the file, in errors
	WallDB float64 // of obstacles that do not state it; default DefaultWallDB
	// Origin is the longitude and latitude of the world's corner (0, 0). With it
	// coordinates are degrees, as in RFC 7946, and become metres east and north of it on
	// a sphere (equirectangular, true to a thousandth over 100 km outside the polar
	// regions). Nil: they are metres already.
	Origin *orb.Point
}

// Read reads the polygons of a GeoJSON feature collection (RFC 7946). A feature's property
// attenuation_db is the attenuation of each of its walls; top_m makes it a prism that ends
// there, and bottom_m beside it one that begins there (radio.Obstacle). A feature that is no polygon is
// an error, which names the file, the line and the feature. So are degrees without Origin,
// unless the file says that "coordinates_are" metres, as package geojson writes.
func Read(r io.Reader, o Options) (*phy.Obstacles, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxObstacleBytes+1))
	if err != nil {
		return nil, errs.Radio.Errorf("cannot read %s: %w", o.Name, err)
	}
	if len(data) > maxObstacleBytes {
		return nil, errs.Radio.Errorf("%s is larger than %d bytes", o.Name, maxObstacleBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	g := geojson{o: o, data: data, Decoder: json.NewDecoder(bytes.NewReader(data))}
	list, err := g.collection()
	if err == nil {
		err = g.judge(list)
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errs.Radio.Errorf("%s: has no polygons", o.Name)
	}
	out, err := phy.NewObstacles(list)
	if err != nil { // each was checked alone: together they are too many
		return nil, errs.Radio.Errorf("%s: %w", o.Name, err)
	}
	return out, nil
}

type geojson struct {
	o    Options
	data []byte
	*json.Decoder
	begins []int64 // offsets of the features
	metres bool    // the collection says that its coordinates are metres
}

// houseM, in metres: no house is smaller than this, and none is as large as a degree,
// which is 111 km.
const houseM = 1

// judge refuses degrees where metres are wanted, and metres where degrees are.
func (g *geojson) judge(list []radio.Obstacle) error {
	if len(list) == 0 || len(g.begins) == 0 {
		return nil
	}
	all, widest := list[0].Outline.Bound(), 0.0
	for _, one := range list {
		b := one.Outline.Bound()
		all, widest = all.Union(b), max(widest, b.Right()-b.Left(), b.Top()-b.Bottom())
	}
	if g.o.Origin != nil || g.metres || widest >= houseM || math.Abs(all.Min[0]) > 180 || math.Abs(all.Max[0]) > 180 || math.Abs(all.Min[1]) > 90 || math.Abs(all.Max[1]) > 90 {
		return nil
	}
	return g.at(g.begins[0], fmt.Errorf("these look like degrees, which would be metres: no outline is more than %.2g across; write obstacles_origin: [%.6f, %.6f] for the longitude and latitude of the world's corner, or, if they are metres, \"coordinates_are\": \"metres\" before the features of the file",
		widest, all.Min[0], all.Min[1]))
}

// at is an error at an offset of the file.
func (g *geojson) at(offset int64, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = g.InputOffset()
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && strings.HasPrefix(kind.Field, "properties.") {
		wants := "a number"
		if kind.Type.Kind() == reflect.String {
			wants = "a text"
		}
		err = fmt.Errorf("%s must be %s, got a %s", kind.Field, wants, kind.Value)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		offset, err = int64(len(g.data)), errors.New("ends too early")
	}
	line := 1 + bytes.Count(g.data[:min(offset, int64(len(g.data)))], []byte("\n"))
	return errs.Radio.Errorf("%s:%d: %w", g.o.Name, line, err)
}

// collection reads the features one by one, to know where each begins.
func (g *geojson) collection() (list []radio.Obstacle, err error) {
	if t, err := g.Token(); err != nil || t != json.Delim('{') {
		return nil, g.at(0, cmpErr(err, "is no GeoJSON feature collection"))
	}
	for g.More() {
		key, err := g.Token()
		if err != nil {
			return nil, g.at(g.InputOffset(), err)
		}
		if key != "features" {
			var other json.RawMessage
			if err := g.Decode(&other); err != nil {
				return nil, g.at(g.InputOffset(), err)
			}
			if key == "coordinates_are" {
				g.metres = strings.HasPrefix(string(other), `"metres`)
			}
			continue
		}
		if t, err := g.Token(); err != nil || t != json.Delim('[') {
			return nil, g.at(g.InputOffset(), cmpErr(err, "features are no list"))
		}
		for g.More() {
			begins := g.InputOffset() + int64(bytes.IndexByte(g.data[g.InputOffset():], '{'))
			var f feature
			if err := g.Decode(&f); err != nil {
				return nil, g.at(max(begins, 0), err)
			}
			if list, err = g.append(list, f); err != nil {
				return nil, g.at(max(begins, 0), err)
			}
			g.begins = append(g.begins, max(begins, 0))
		}
		if _, err := g.Token(); err != nil {
			return nil, g.at(g.InputOffset(), err)
		}
	}
	if _, err := g.Token(); err != nil {
		return nil, g.at(g.InputOffset(), err)
	}
	return list, nil
}

func cmpErr(err error, otherwise string) error {
	if err != nil {
		return err
	}
	return errors.New(otherwise)
}

// feature is the part of a GeoJSON feature that is read.
type feature struct {
	Geometry struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	} `json:"geometry"`
	Properties struct {
		AttenuationDB *float64 `json:"attenuation_db"`
		BottomM       float64  `json:"bottom_m"`
		TopM          *float64 `json:"top_m"` // nil: no end upwards
		Name          string   `json:"name"`
		attenuations
	} `json:"properties"`
}

// attenuations are properties of names that attenuation_db is mistaken for.
type attenuations struct {
	Attenuation     json.RawMessage `json:"attenuation"`
	LossDB          json.RawMessage `json:"loss_db"`
	WallDB          json.RawMessage `json:"wall_db"`
	WallAttenuation json.RawMessage `json:"wall_attenuation"`
}

// misnamed is the error of a feature that has one of them alone: its walls would have the default.
func (f *feature) misnamed() error {
	p := &f.Properties
	for _, of := range []struct {
		name  string
		value json.RawMessage
	}{{"attenuation", p.Attenuation}, {"loss_db", p.LossDB}, {"wall_db", p.WallDB}, {"wall_attenuation", p.WallAttenuation}} {
		if of.value != nil && p.AttenuationDB == nil {
			return fmt.Errorf("property %s is not read: attenuation_db is that of each wall, in dB", of.name)
		}
	}
	return nil
}

// append adds a feature's polygons. Each is checked alone.
func (g *geojson) append(list []radio.Obstacle, f feature) ([]radio.Obstacle, error) {
	var polygons [][][][]float64
	var err error
	switch f.Geometry.Type {
	case "Polygon":
		polygons = make([][][][]float64, 1)
		err = json.Unmarshal(f.Geometry.Coordinates, &polygons[0])
	case "MultiPolygon":
		err = json.Unmarshal(f.Geometry.Coordinates, &polygons)
	case "":
		return nil, fmt.Errorf("feature %q has no geometry: obstacles are Polygon or MultiPolygon", f.Properties.Name)
	default:
		return nil, fmt.Errorf("feature %q is a %s: obstacles are Polygon or MultiPolygon", f.Properties.Name, f.Geometry.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("feature %q: coordinates: %w", f.Properties.Name, err)
	}
	if err := f.misnamed(); err != nil {
		return nil, fmt.Errorf("feature %q: %w", f.Properties.Name, err)
	}
	top, err := f.top()
	if err != nil {
		return nil, fmt.Errorf("feature %q: %w", f.Properties.Name, err)
	}
	for _, p := range polygons {
		one := radio.Obstacle{WallDB: g.o.WallDB, BottomM: f.Properties.BottomM, TopM: top}
		if f.Properties.AttenuationDB != nil {
			one.WallDB = *f.Properties.AttenuationDB
		}
		for _, ring := range p {
			points := make(orb.Ring, len(ring))
			for i, c := range ring {
				if len(c) < 2 || len(c) > 3 {
					return nil, fmt.Errorf("feature %q: a position has %d numbers", f.Properties.Name, len(c))
				}
				if g.o.Origin != nil && !(math.Abs(c[0]) <= 180 && math.Abs(c[1]) <= 90) {
					return nil, fmt.Errorf("feature %q: [%g, %g] is no longitude and latitude, which obstacles_origin says they are: without it they are metres", f.Properties.Name, c[0], c[1])
				}
				points[i] = g.place(orb.Point{c[0], c[1]})
			}
			one.Outline = append(one.Outline, points)
		}
		if err := phy.CheckObstacle(one); err != nil {
			return nil, fmt.Errorf("feature %q: %w", f.Properties.Name, err)
		}
		list = append(list, one)
	}
	return list, nil
}

// top is the top of a feature, 0 if it has no end upwards: then its walls begin at the ground.
func (f *feature) top() (float64, error) {
	p := f.Properties
	switch {
	case p.TopM == nil && p.BottomM != 0:
		return 0, fmt.Errorf("has bottom_m, %g, and no top_m: give both, or neither for walls from the ground up without an end", p.BottomM)
	case p.TopM == nil:
		return 0, nil
	case *p.TopM == 0:
		return 0, errors.New("top_m must be above 0: leave it out for walls without an end upwards")
	}
	return *p.TopM, nil
}

// place converts a position to the world's plane.
func (g *geojson) place(p orb.Point) orb.Point {
	o := g.o.Origin
	if o == nil {
		return p
	}
	const radians = math.Pi / 180
	return orb.Point{
		earthRadiusM * radians * math.Cos(o[1]*radians) * (p[0] - o[0]),
		earthRadiusM * radians * (p[1] - o[1]),
	}
}
