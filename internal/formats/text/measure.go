package text

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Measure is the unit of a coordinate or a height; "" is metres or degrees.
type Measure string

// Units of degrees that are no multiples of them, and of a plane.
const (
	minutesOf = "ddmm"     // 4722.5 is 47° 22.5', as NMEA 0183 has it
	mercator  = "mercator" // metres of the spherical projection of maps on the web, EPSG:3857
)

// lengths and angles are the units of metres and of degrees: one of them is a value over a divisor.
var (
	lengths = map[Measure][2]float64{"m": {1, 1}, "mm": {1, 1e3}, "cm": {1, 100}, "dm": {1, 10}, "km": {1e3, 1},
		"in": {0.0254, 1}, "ft": {0.3048, 1}, "yd": {0.9144, 1}, "mi": {1609.344, 1}, "nmi": {1852, 1}}
	angles = map[Measure][2]float64{"deg": {1, 1}, "rad": {180, math.Pi}, "e7": {1, 1e7}, "e6": {1, 1e6}, "ais": {1, 6e5}, "semicircles": {180, 1 << 31}}
)

// Unknown is the unit of a name that may be one of several, or has no metres.
const Unknown Measure = "?"

// lengthWords and angleWords are units that a name may end in: x_cm, alt (ft), latitudeE7.
var (
	lengthWords = map[string]string{
		"m": "m", "meter": "m", "meters": "m", "metre": "m", "metres": "m", "mtr": "m", "mm": "mm", "millimeter": "mm", "millimeters": "mm", "millimetres": "mm",
		"cm": "cm", "centimeter": "cm", "centimeters": "cm", "centimetres": "cm", "dm": "dm", "km": "km", "kilometer": "km", "kilometers": "km", "kilometres": "km",
		"inch": "in", "inches": "in", "ft": "ft", "foot": "ft", "feet": "ft", "yd": "yd", "yard": "yd", "yards": "yd", "mi": "mi", "mile": "mi", "miles": "mi", "nmi": "nmi",
		"px": "?", "pix": "?", "pixel": "?", "pixels": "?", "nm": "?", "in": "?", "cell": "?", "cells": "?", "grid": "?", "unit": "?", "units": "?", "norm": "?", "normalized": "?",
	}
	angleWords = map[string]string{
		"deg": "deg", "degs": "deg", "degree": "deg", "degrees": "deg", "dd": "deg", "wgs84": "deg", "4326": "deg", "rad": "rad", "rads": "rad", "radian": "rad", "radians": "rad",
		"e7": "e7", "1e7": "e7", "dege7": "e7", "e6": "e6", "1e6": "e6", "semicircle": "semicircles", "semicircles": "semicircles", "ddmm": minutesOf, "nmea": minutesOf,
	}
)

// isMeasure reports whether a mapping may give a coordinate this unit.
func isMeasure(role, word string) bool {
	_, length := lengths[Measure(word)]
	_, angle := angles[Measure(word)]
	switch role {
	case RoleX, RoleY:
		return length || word == mercator
	case RoleAltitude:
		return length
	case RoleLon, RoleLat:
		return angle || word == minutesOf
	case RoleValue:
		return slices.Contains([]Measure{Ratio, Percent, Losses, LossPercent, Decibels}, Measure(word))
	}
	return false
}

// Units of what a link does.
const (
	Ratio       Measure = "ratio"
	Percent     Measure = "percent"
	Losses      Measure = "loss"
	LossPercent Measure = "losspercent"
	Decibels    Measure = "dbm"
)

// Measure is the unit that the mapping gives a role; "" if it gives none.
func (m Mapping) Measure(role string) Measure { return Measure(m.measures[role]) }

// Place finds the column of a coordinate or a height, whose name may end in a unit, and its unit;
// [Unknown] if nobody gave one and the name's is no length.
func (f File) Place(header []string, role string, names []string) (column int, of Measure, err error) {
	known := lengthWords
	if role == RoleLon || role == RoleLat {
		known = angleWords
	}
	unit := ""
	if _, given := f.Columns.Of(role); given {
		if column, err = f.Column(header, role, nil); err != nil {
			return column, "", err
		}
		if of = Measure(f.Columns.measures[role]); of != "" {
			return column, of, nil
		}
		if _, unit = unitOfName(header[column], known); Measure(unit) == Unknown {
			unit = ""
		}
		return column, Measure(unit), nil
	}
	if column, err = f.Column(header, role, names); column >= 0 || err != nil {
		return column, "", err
	}
	column, unit = inUnits(header, names, known)
	return column, Measure(unit), nil
}

// IsPlace reports whether a column has one of these names, perhaps with a unit.
func (f File) IsPlace(field, role string, names []string) bool {
	known := lengthWords
	if role == RoleLon || role == RoleLat {
		known = angleWords
	}
	at, _ := inUnits([]string{field}, names, known)
	return at >= 0 || slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(field, name) })
}

// inUnits finds the first column whose name is one of these and a unit.
func inUnits(header []string, names []string, known map[string]string) (column int, unit string) {
	for i, field := range header {
		rest, unit := unitOfName(field, known)
		if unit != "" && slices.ContainsFunc(names, func(name string) bool { return sameColumn(rest, name) }) {
			return i, unit
		}
	}
	return -1, ""
}

// convert is a number of the unit in metres or degrees.
func (u Measure) convert(n float64) float64 {
	switch of, length := lengths[u]; {
	case length:
		return n * of[0] / of[1]
	case u == minutesOf:
		whole := math.Trunc(n / 100)
		return whole + (n-100*whole)/60
	}
	if of, angle := angles[u]; angle {
		return n * of[0] / of[1]
	}
	return n
}

// Coordinate reads a coordinate in metres.
func (u Measure) Coordinate(word string) (float64, error) {
	m, err := Number(word)
	if err != nil {
		return 0, fmt.Errorf("coordinate: %w", err)
	}
	if m = u.convert(m); math.Abs(m) > coordinateLimit {
		return 0, fmt.Errorf("coordinate: %s: must be within ±%g m", Quote(word), coordinateLimit)
	}
	return m, nil
}

// Degrees reads a longitude (most 180) or a latitude (most 90).
func (u Measure) Degrees(word string, most float64) (float64, error) {
	d, err := Number(word)
	if err != nil {
		d, err = angle(word, most)
	}
	if err != nil {
		return 0, fmt.Errorf("coordinate: %w", err)
	}
	if d = u.convert(d); math.Abs(d) > most {
		return 0, fmt.Errorf("coordinate: %s: must be within ±%g degrees", Quote(word), most)
	}
	return d, nil
}

// angle reads a longitude or a latitude with a letter of its hemisphere, or with signs of degrees,
// minutes and seconds: 33.86S, 33°51'36"S.
func angle(word string, most float64) (float64, error) {
	letters := "NS"
	if most > 90 {
		letters = "EW"
	}
	plain, sign := strings.ToUpper(strings.TrimSpace(word)), 0.0
	for letter, of := range [2]float64{1, -1} {
		rest, cut := strings.CutSuffix(plain, string(letters[letter]))
		if !cut {
			rest, cut = strings.CutPrefix(plain, string(letters[letter]))
		}
		if cut && sign == 0 {
			plain, sign = strings.TrimSpace(rest), of
		}
	}
	if rest, cut := strings.CutPrefix(plain, "-"); cut && sign == 0 {
		plain, sign = rest, -1
	}
	parts := strings.FieldsFunc(plain, func(c rune) bool { return strings.ContainsRune("°º'′’\"″” ", c) })
	if len(parts) == 0 || len(parts) > 3 || len(plain) == len(word) && !strings.ContainsAny(plain, "°º") {
		_, err := Number(word)
		return 0, err
	}
	sum, part := 0.0, 1.0
	for i, one := range parts {
		n, err := Number(one)
		if err != nil || n < 0 || i > 0 && n >= 60 {
			return 0, fmt.Errorf("%s: not a number: want degrees, or degrees, minutes and seconds, with a sign or a letter", Quote(word))
		}
		sum, part = sum+n/part, part*60
	}
	if sign < 0 {
		sum = -sum
	}
	return sum, nil
}

// Mercator is the longitude and latitude of a place of the projection, in degrees.
func Mercator(x, y float64) (lon, lat float64) {
	const radius = 6378137 // metres, of the sphere of EPSG:3857
	return x / radius * 180 / math.Pi, math.Atan(math.Sinh(y/radius)) * 180 / math.Pi
}

// IsMercator reports whether the unit is of that projection.
func (u Measure) IsMercator() bool { return u == mercator }

// LengthOf is the unit of lengths that a word names; "" of other words.
func LengthOf(word string) Measure { return Measure(lengthWords[strings.ToLower(word)]) }

// LengthIn is the unit of lengths that a name ends in; "" if it ends in none.
func LengthIn(name string) Measure {
	_, unit := unitOfName(name, lengthWords)
	return Measure(unit)
}

// UnitWord is the unit of times that a word names; "" of other words.
func UnitWord(word string) string { return unitWords[strings.ToLower(word)] }
