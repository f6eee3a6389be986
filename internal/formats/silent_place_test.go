package formats_test

import (
	"math"
	"strings"
	"testing"

	"bellwether/internal/formats"
)

// A column of units counts for heights, too.
func TestHeightsHaveTheUnitOfTheirColumn(t *testing.T) {
	f, _ := formats.ByName("csv")
	tr, err := f.Read(strings.NewReader("id,time,x,y,alt,alt_unit\na,0,0,0,1000,ft\na,4,8,0,1000,ft\n"), formats.Input{Name: "a.csv"})
	if err != nil {
		t.Fatal(err)
	}
	if up := tr.AltitudesInFile(); math.Abs(up[0]-304.8) > 1e-9 {
		t.Errorf("heights from %v to %v m", up[0], up[1])
	}
}

// placeCases are files of places of other planes and units, and of places that are wrong.
func placeCases() []silentCase {
	const utm = "id,time,zone,hemisphere,easting,northing\n"
	return []silentCase{
		{"a grid over the equator", "a.csv", utm + "a,0,32,S,500000,9999999\na,4,32,N,500000,5\n", "", "", `zone "32N" after "32S": metres of two zones have no common plane`},
		{"a grid of one hemisphere", "a.csv", utm + "a,0,32,S,500000,9999990\na,4,32,S,500008,9999990\n", "", "2s 500004 9999990", ""},
		{"bands of one zone", "a.csv", "id,time,utm_zone,easting,northing\na,0,32T,500000,5300000\na,4,32U,500008,5300000\n", "", "2s 500004 5300000", ""},
		{"bands of two zones", "a.csv", "id,time,utm_zone,easting,northing\na,0,32T,500000,5300000\na,4,33T,500008,5300000\n", "", "", `zone "33T" after "32T"`},
		{"bands of a radio", "a.csv", "id,time,zone,band,easting,northing\na,0,32,LTE,500000,5\na,4,32,NR,500008,5\n", "", "2s 500004 5", ""},
		{"degrees of three decimals", "a.csv", "id,time,lat,lon\na,0,35,139\na,11400,35,139.125\n", "", "0s 0.490529 1.784897", ""},
		{"bands over the equator", "a.csv", "id,time,zone,band,easting,northing\na,0,32,M,500000,9999999\na,4,32,N,500000,5\n", "", "", "have no common plane"},
		{"degrees and minutes near the equator", "a.csv", "id,time,lat,ns,lon,ew\na,0,0018.0000,N,00030.0000,E\n", "", "", "have zeros in front: are these degrees and minutes, as of NMEA 0183? --columns lon=lon:ddmm,lat=lat:ddmm reads them, here as latitude 0.3 and longitude 0.5; :deg reads degrees"},
		{"degrees and minutes with letters", "a.csv", "id,time,lat,lon\na,0,0018.0000N,00030.0000E\n", "", "", "are these degrees and minutes"},
		{"hemispheres with zeros in front", "a.csv", "id,time,lat,ns,lon,ew\na,0,010.0,S,020.0,W\na,9,010.0,S,020.0,W\n", "", "3s 0 0", "column 4 is read as the hemisphere of the latitude"},
		{"units of AIS", "a.csv", "mmsi,time,lat,lon\n1,0,-20316000,-42360000\n", "", "", "; :ais would put it at latitude -33.86 and longitude -70.6"},
		{"no place, far from the others", "a.csv", "id,time,lat,lon\na,0,47,8\na,5,0,0\na,9,47,8\n", "", "", "a.csv:3: latitude 0 and longitude 0 are too far from the first place, latitude 47 and longitude 8, to be on one plane"},
		{"no place, far from the others, and sorted", "a.csv", "id,time,lat,lon\na,0,47,8\na,9,0,0\na,5,47,8\n", "time=time:sort", "", "a.csv:3: latitude 0 and longitude 0 are too far"},
		{"no place, in a track", "a.gpx", gpxHead + "<trkpt lat=\"47\" lon=\"8\"><time>2026-05-01T12:00:00Z</time></trkpt>\n<trkpt lat=\"0\" lon=\"0\"><time>2026-05-01T12:00:05Z</time></trkpt>\n" + gpxTail, "", "", "latitude 0 and longitude 0 are too far"},
		{"no place, in points", "a.geojson", `{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "a", "time": 0}, "geometry": {"type": "Point", "coordinates": [8, 47]}},
{"type": "Feature", "properties": {"name": "a", "time": 4}, "geometry": {"type": "Point", "coordinates": [0, 0]}}]}`, "", "", "a.geojson:3: latitude 0 and longitude 0 are too far"},
		{"no place in metres, at 0, 0", "a.csv", "id,time,x,y\na,0,500,500\na,4,504,500\na,8,0,0\na,12,512,500\n", "", "2s 502 500", "1 fixes are at 0, 0, and are reached at 179 m/s: if that says that there is no place, delete their rows"},
		{"no place in metres, from a place that is no sum of bits", "a.csv", "id,time,x,y\na,0,803.7,707.1\na,10,881.6,689\na,20,0,0\na,30,1037.4,647.1\na,40,1110,640\n", "", "0s 803.7 707.1", "1 fixes are at 0, 0"},
		{"a way to 0, 0", "a.csv", "id,time,x,y\na,0,500,0\na,4,450,0\na,40,0,0\n", "", "2s 475 0", ""},
		{"a jump over the world", "a.csv", "id,time,x,y\na,0,0,0\na,4,4,0\na,4,2000,0\na,8,8,0\n", "", "2s 2 0", "1 of 4 fixes have their node at another place at the same instant, 1996 m away at most, and are read as jumps: is one of them wrong?"},
		{"spellings of a name of points", "a.geojson", `{"type": "FeatureCollection", "coordinates_are": "metres", "features": [
{"type": "Feature", "properties": {"name": "Bus 7", "time": 0}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
{"type": "Feature", "properties": {"name": "bus7", "time": 0}, "geometry": {"type": "Point", "coordinates": [0, 0]}}]}`, "", "0s 0 0", "\"Bus 7\" and bus7 are read as two nodes"},
		{"heights that are not read", "a.csv", "id,time,x,y,altitude_FL\na,0,0,0,13\na,4,8,0,13\n", "", "2s 4 0", "column altitude_FL is perhaps of heights, and is not read: it has a unit of its own: write metres, or feet"},
		{"heights in feet that are not read", "a.csv", "id,time,x,y,height_above_takeoff_ft\na,0,0,0,13\na,4,8,0,13\n", "", "2s 4 0", "--columns alt=height_above_takeoff_ft reads it"},
		{"two heights", "a.csv", "id,time,x,y,alt_baro,alt_geom\na,0,0,0,13,15\na,4,8,0,13,15\n", "", "2s 4 0", "column alt_baro is perhaps of heights, and is not read: --columns alt=alt_baro reads it in metres, and :ft in feet"},
		{"the height of a box", "a.csv", "id,time,x,y,width,height\na,0,0,0,13,15\na,4,8,0,13,15\n", "", "2s 4 0", ""},
		{"heights with a column of units", "a.csv", "id,time,x,y,alt,alt_unit\na,0,0,0,1378,ft\na,4,8,0,1378,ft\n", "", "2s 4 0", "heights are read in ft, as a column of units says: --columns alt=NAME:UNIT says otherwise"},
		{"heights with columns of several units", "a.csv", "id,time,x,y,alt,alt_unit\na,0,0,0,1378,ft\na,4,8,0,420,m\n", "", "", `unit "m" after "ft"`},
	}
}
