package text

import (
	"math"
	"strings"
)

// mapM is the greatest metre of a map on the web.
const mapM = 2.1e7

// Beyond are the units that a longitude and a latitude beyond the bounds of degrees may have, the
// likeliest first. Semicircles are those of receivers of Garmin, whose files call them positions.
func Beyond(x, y string, garmin bool) (fitting []Measure) {
	lon, _ := Number(x)
	lat, _ := Number(y)
	lon, lat = math.Abs(lon), math.Abs(lat)
	minutes := func(n float64) bool { return math.Mod(n, 100) < 60 }
	switch whole := !strings.ContainsAny(x+y, ".eE"); {
	case !whole && lat <= 9000 && lon <= 18000 && minutes(lon) && minutes(lat):
		return []Measure{minutesOf}
	case !whole || max(lon, lat) <= mapM:
		return nil
	}
	order := []Measure{"e6", "ais", "e7", "semicircles"}
	if garmin {
		order = []Measure{"semicircles", "e7", "e6", "ais"}
	}
	for _, unit := range order {
		if of := angles[unit]; lon*of[0] <= 180*of[1] && lat*of[0] <= 90*of[1] {
			fitting = append(fitting, unit)
		}
	}
	return fitting
}

// About is a unit of degrees in words.
func (u Measure) About() string {
	return map[Measure]string{minutesOf: "degrees and minutes, as of NMEA 0183", "e7": "degrees times 10⁷, as of PX4 and of Google, with heights in mm",
		"e6": "degrees times 10⁶", "ais": "parts of 10⁴ of a minute, as of AIS", "semicircles": "semicircles, as of Garmin"}[u]
}

// HasMinutes reports whether a longitude and a latitude have the width of degrees and minutes, as NMEA
// 0183 writes them: 0018.0000 and 00030.0000. Degrees have no such zeros in front.
func HasMinutes(x, y string) bool {
	return widthOf(y) == len("4722") && widthOf(x) == len("00832") && (padding(x) || padding(y))
}

// widthOf is how many digits stand before the point; 0 without one.
func widthOf(word string) int {
	whole, _, point := strings.Cut(strings.Trim(word, "NSEWnsew+- "), ".")
	if !point || strings.Trim(whole, "0123456789") != "" {
		return 0
	}
	return len(whole)
}

// padding reports whether a number begins with zeros that degrees do not have.
func padding(word string) bool { return strings.HasPrefix(strings.Trim(word, "NSEWnsew+- "), "0") }
