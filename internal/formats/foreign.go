package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// foreign are files that are not read, by what stands in them, with what to do.
var foreign = []struct {
	says   *regexp.Regexp
	advice string
}{
	{regexp.MustCompile(`^\s*(\$|!)[A-Z]{2}[A-Z]{3},`), "these are sentences of NMEA 0183: keep those of one kind, as by grep RMC; --from csv --columns time=2:hms,lat=4:ddmm,lon=6:ddmm reads RMC, and time=2:hms,lat=3:ddmm,lon=5:ddmm GGA"},
	{regexp.MustCompile(`<TrainingCenterDatabase\b`), "this is TCX: gpsbabel -t -i gtrnctr -f FILE -o gpx -F out.gpx makes GPX of it"},
	{regexp.MustCompile(`<kml\b`), "this is KML: gpsbabel -t -i kml -f FILE -o gpx -F out.gpx makes GPX of its tracks"},
	{regexp.MustCompile(`^\s*<\?xml[^>]*>\s*<events\b`), "these are events of MATSim, which name links and no places: write rows of node, time, x and y, with the places of links in network.xml"},
	{regexp.MustCompile(`"latitudeE7"`), "these are Google's records: jq -r '.locations[] | [.timestamp // .timestampMs, .latitudeE7, .longitudeE7] | @csv' makes rows, which --from csv --columns time=1,lat=2:e7,lon=3:e7 reads"},
	{regexp.MustCompile(`"_type"\s*:\s*"location"`), "these are OwnTracks' records: cut -f3 FILE.rec | jq -r 'select(.lat) | [.tid, .tst, .lat, .lon] | @csv' makes rows, which --from csv --columns node=1,time=2,lat=3,lon=4 reads"},
	{regexp.MustCompile(`"locations"\s*:\s*\[\s*\{\s*"type"\s*:\s*"Feature"`), "this is Overland's: jq '{type: \"FeatureCollection\", features: .locations}' makes GeoJSON of it"},
	{regexp.MustCompile(`"type"\s*:\s*"MovingPoint"`), "this is OGC's moving features: bellwether reads a LineString with the property times, an instant for each place"},
	{regexp.MustCompile(`(?i)\bPOLYLINE\b.*\n.*\[\[`), "a row is a trip here: write a row for each place, which is 15 s after the one before in Porto's taxis"},
	{regexp.MustCompile(`POINT ?\(`), "places are WKT here: sed 's/POINT *(\\([^ ]*\\) \\([^)]*\\))/\\1;\\2/' parts them, and --columns counts the columns"},
	{regexp.MustCompile(`^MSG,\d,`), "these are messages of SBS-1: grep ^MSG,3 keeps those with a place, and --from csv --columns node=5,time=7+8,lat=15,lon=16,alt=12:ft reads them"},
}

// Foreign says what to do with a file of this beginning that no reader takes; "" of others.
func Foreign(head []byte) string {
	head = text.Plain(head)
	head = bytes.TrimPrefix(head[:min(len(head), foreignBytes)], []byte("\ufeff"))
	for _, of := range foreign {
		if of.says.Match(head) {
			return of.advice
		}
	}
	return ""
}

// Hinted adds to the error of a reader the format that the content seems to have, or what to do with
// one that is not read.
func Hinted(err error, format string, head []byte) error {
	if err == nil {
		return nil
	}
	if advice := Foreign(head); advice != "" {
		return fmt.Errorf("%w; %s", err, advice)
	}
	can := Recognise(head)
	if len(can) == 0 || format == "" || slices.Contains(can, format) {
		return err
	}
	return fmt.Errorf("%w; its content can be that of %s: --from %s (format: %s in a scenario)", err, strings.Join(can, " or "), can[0], can[0])
}

// foreignBytes are looked at: what is foreign begins so.
const foreignBytes = 4096
