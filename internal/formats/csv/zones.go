package csv

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// zones are the columns that say in which plane metres of a grid are, counted from 1; 0: none.
type zones struct {
	zone, half int
	first      string // zone and hemisphere, of the first row
	band       string
}

// Names of such columns, without what parts their words.
var (
	zoneNames = []string{"zone", "utmzone", "utmzonenumber", "zonenumber", "gridzone"}
	halfNames = []string{"hemisphere", "hemi", "utmhemisphere", "band", "zoneletter", "utmletter", "utmzoneletter", "utmband", "latband"}
)

func findZones(header []string, c *columns) (z zones) {
	for at, field := range header {
		switch name := text.PlainName(field); {
		case c.degrees || c.reads(at):
		case slices.Contains(zoneNames, name):
			z.zone = at + 1
		case slices.Contains(halfNames, name):
			z.half = at + 1
		}
	}
	return z
}

// row refuses a row of another plane than the first row's.
func (z *zones) row(fields []string) error {
	number, letter := parted(text.Field(fields, z.zone-1))
	if half := strings.ToUpper(text.Field(fields, z.half-1)); len(half) == 1 || half == "NORTH" || half == "SOUTH" || half == "NORTHERN" || half == "SOUTHERN" {
		letter = half[:1]
	}
	switch zone := number + letter; {
	case zone == "":
	case z.first == "":
		z.first, z.band = strings.Clone(number), strings.Clone(letter)
	case number != z.first || !samePlane(z.band, letter):
		return text.Whole(fmt.Errorf("zone %s after %s: metres of two zones have no common plane: write longitude and latitude", text.Quote(zone), text.Quote(z.first+z.band)))
	}
	return nil
}

// parted is the number of a zone and its letter.
func parted(zone string) (number, letter string) {
	number = strings.TrimRight(zone, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ")
	return strings.TrimLeft(number, "0"), strings.ToUpper(strings.TrimSpace(zone[len(number):]))
}

// samePlane reports whether letters of one zone are of one hemisphere: bands from N to X are of the
// northern one. N and S alone are the hemispheres themselves.
func samePlane(a, b string) bool {
	switch {
	case a == b:
		return true
	case len(a) != 1 || len(b) != 1 || a+b == "NS" || a+b == "SN":
		return false
	}
	return (a >= "N") == (b >= "N")
}
