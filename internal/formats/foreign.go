package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
)

// foreign are files that are not read, by what stands in them, with what to do.
var foreign = []struct {
	says   *regexp.Regexp
	advice string
}{
	{regexp.MustCompile(`^\s*!(AI|AB|BS|SA)VD[MO],`), "these are sentences of AIS, whose places are packed: gpsd's gpsdecode unpacks them; write rows of mmsi, time, lat and lon"},
	{regexp.MustCompile(`^%[^\n]*\n(%[^\n]*\n)*%\s+\S+\s+latitude\(deg\)\s+longitude\(deg\)[^\n]*\n\d{4}/`), "these are positions of RTKLIB: grep -v '^%' keeps the rows, and --from csv --columns time=1+2,lat=3,lon=4,alt=5 reads them"},
	{regexp.MustCompile(`^\s*(\$|!)[A-Z]{2}[A-Z]{3},`), "these are sentences of NMEA 0183: keep those of one kind, as by grep RMC; --from csv --columns time=2:hms,lat=4:ddmm,lon=6:ddmm,no=3:V reads RMC, and time=2:hms,lat=3:ddmm,lon=5:ddmm,no=7:0 GGA"},
	{regexp.MustCompile(`<TrainingCenterDatabase\b`), "this is TCX: gpsbabel -t -i gtrnctr -f FILE -o gpx -F out.gpx makes GPX of it"},
	{regexp.MustCompile(`<kml\b`), "this is KML: gpsbabel -t -i kml -f FILE -o gpx -F out.gpx makes GPX of its tracks"},
	{regexp.MustCompile(`^\s*<\?xml[^>]*>\s*<events\b`), "these are events of MATSim, which name links and no places: write rows of node, time, x and y, with the places of links in network.xml"},
	{regexp.MustCompile(`"latitudeE7"`), "these are Google's records: jq -r '.locations[] | [.timestamp // .timestampMs, .latitudeE7, .longitudeE7] | @csv' makes rows, which --from csv --columns time=1,lat=2:e7,lon=3:e7 reads"},
	{regexp.MustCompile(`^\s*\[\s*\{[^\n]*"_type"\s*:\s*"location"`), "these are OwnTracks' records: jq -r '.[] | select(.lat) | [.tid, .tst, .lat, .lon] | @csv' FILE makes rows, which --from csv --columns node=1,time=2,lat=3,lon=4 reads"},
	{regexp.MustCompile(`"_type"\s*:\s*"location"`), "these are OwnTracks' records: cut -f3 FILE.rec | jq -r 'select(.lat) | [.tid, .tst, .lat, .lon] | @csv' makes rows, which --from csv --columns node=1,time=2,lat=3,lon=4 reads"},
	{regexp.MustCompile(`"locations"\s*:\s*\[\s*\{\s*"type"\s*:\s*"Feature"`), "this is Overland's: jq '{type: \"FeatureCollection\", features: .locations}' makes GeoJSON of it"},
	{regexp.MustCompile(`"type"\s*:\s*"MovingPoint"`), "this is OGC's moving features: bellwether reads a LineString with the property times, an instant for each place"},
	{regexp.MustCompile(`(?i)\bPOLYLINE\b.*\n.*\[\[`), "a row is a trip here: write a row for each place, which is 15 s after the one before in Porto's taxis"},
	{regexp.MustCompile(`^\s*(?:\d+\s+){3}\d{13}(?:\s+-?[\d.]+){14}\s*\n`), "these are trajectories of NGSIM, in feet and milliseconds: --from csv --columns node=1,time=4:ms,x=5:ft,y=6:ft reads them"},
	{regexp.MustCompile(`^SQLite format 3\x00`), "this is a database of SQLite: sqlite3 -header -csv FILE 'select * from TABLE' writes a table"},
	{regexp.MustCompile(`^(?:[^\n]*\n){0,2}[+|-]*-[+|][-+|]*\r?\n`), "this table is drawn for people: psql --csv, or mysql --batch, writes one of columns"},
	{regexp.MustCompile(`(?i)^\s*(?:INSERT INTO|COPY|CREATE TABLE) `), "these are statements of SQL: load them into a database, and write the table as CSV, as by psql --csv"},
	{regexp.MustCompile(`^PAR1`), "this is Parquet: write it as CSV, as by duckdb -c \"copy 'FILE' to 'out.csv'\""},
	{regexp.MustCompile(`(?i)^\s*<(!doctype html|html)\b`), "this is a page of HTML: perhaps an error of the server that it was fetched from"},
	{regexp.MustCompile(`^[^\n]*\r[^\n]*\r[^\n]*$`), "its lines end with CR alone: tr '\\r' '\\n' < FILE mends that"},
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
	return wellKnownText(head)
}

// wellKnown is a place of WKT.
var wellKnown = regexp.MustCompile(`"?POINT ?\(`)

// wellKnownText says what to do with a table of places as WKT.
func wellKnownText(head []byte) string {
	for number, line := range strings.Split(string(head), "\n") {
		at := wellKnown.FindStringIndex(line)
		if at == nil || number > 1 {
			continue
		}
		var c text.Columns
		c.Detect(line[:at[0]])
		if c.Blank() {
			return ""
		}
		delimiter, begin := string(c.Delimiter()), ""
		if number > 0 {
			begin = "1d; " // the header has one column less than the rows then
		}
		lon := strings.Count(line[:at[0]], delimiter) + 1
		return fmt.Sprintf("places are WKT here: sed -E '%ss/\"?POINT ?\\(([^ ]+) ([^ )]+)[^)]*\\)\"?/\\1%s\\2/' FILE parts them, and --columns node=N,time=N,lon=%d,lat=%d counts the columns",
			begin, strings.ReplaceAll(delimiter, "\t", `\t`), lon, lon+1)
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
	if _, met := contacts.FormatByName(format); met { // its rows are those of other formats, too
		can = slices.DeleteFunc(can, func(name string) bool { return !says(name, head) })
	}
	if len(can) == 0 || format == "" || slices.Contains(can, format) {
		return err
	}
	return fmt.Errorf("%w; its content can be that of %s: --from %s (format: %s in a scenario)", err, strings.Join(can, " or "), can[0], can[0])
}

// foreignBytes are looked at: what is foreign begins so.
const foreignBytes = 4096
