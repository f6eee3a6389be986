package formats_test

import (
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/text"
)

// Values of a first row are no names of columns of other nodes.
func TestCountedColumnsAreNoNodes(t *testing.T) {
	f, _ := formats.ByName("csv")
	notes := &text.Notes{}
	_, err := f.Read(strings.NewReader("9,0,10.5,20.5,2.5,7.5\n9,4,10.5,20.5,2.5,7.5\n"), formats.Input{Name: "a.csv", Notes: notes, Columns: mapped("time=2,x=3,y=4")})
	if told := strings.Join(notes.Remarks, "\n"); err != nil || strings.Contains(told, "another node") {
		t.Errorf("told %q, error %v", told, err)
	}
}

// A file of a receiver that is not read says what to do, and the rows are read then.
func TestReceiversSayWhatToDo(t *testing.T) {
	const rows = "2024/05/14 09:30:00.000   55.6   12.5   30.0   1   8\n2024/05/14 09:30:04.000   55.6   12.5   30.0   1   8\n"
	for file, want := range map[string]string{
		"% program   : RTKLIB ver.2.4.2\n%  GPST                  latitude(deg) longitude(deg)  height(m)   Q  ns\n" + rows: "grep -v '^%' keeps the rows, and --from csv --columns time=1+2,lat=3,lon=4,alt=5 reads them",
		"!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*23\n":                                                                 "gpsdecode",
		"$GPRMC,093000,A,5536.0,N,01230.0,E,1.5,90,140524,,,A*00\n":                                                         "lon=6:ddmm,no=3:V reads RMC",
	} {
		if advice := formats.Foreign([]byte(file)); !strings.Contains(advice, want) {
			t.Errorf("%q: %q", file, advice)
		}
	}
	f, _ := formats.ByName("csv")
	tr, err := f.Read(strings.NewReader(rows), formats.Input{Name: "a.pos", Columns: mapped("time=1+2,lat=3,lon=4,alt=5")})
	if err != nil || tr.Duration() != 4e9 || !tr.Anchor().OnEarth {
		t.Errorf("%v", err)
	}
}

// shapeCases are files whose axes have other names, that hold several nodes in a row, or that end in
// the middle of a number.
func shapeCases() []silentCase {
	const games = "id,time,x,y,z\n"
	steady := "id,time,x,y\n" + strings.Repeat("a,0,0.00,0.00\n", 8)
	track := func(name, points string) string {
		return "<trk><name>" + name + "</name><trkseg>" + points + "</trkseg></trk>"
	}
	point := func(at, more string) string {
		return `<trkpt lat="-10" lon="-20"><time>2024-05-14T09:30:` + at + `Z</time>` + more + `</trkpt>`
	}
	return []silentCase{
		{"tracks of one name", "a.gpx", "<gpx>" + track("a", point("00", "")+point("04", "")) + track("a", point("10", "")+point("14", "")) + track("b", point("00", "")+point("14", "")) + "</gpx>", "", "2s 0 0", `1 tracks have the name of another, "a" first, and are read as nodes of their own`},
		{"a point that is no fix", "a.gpx", "<gpx>" + track("a", point("00", "<fix>none</fix>")+point("02", "<hdop>99.9</hdop>")+point("04", "<fix>3d</fix><hdop>1.2</hdop>")) + "</gpx>", "", "2s 0 0", "2 track points say that they are no fix, by <fix>none</fix> or an <hdop> above 20"},
		{"days of Matlab", "a.csv", "id,time,x,y\na,739386.39583333,0,0\na,739386.39587963,8,0\n", "time=time:d", "2s 4 0", "are read as Matlab's days, since the year 0, 2024-05-14T09:30:00Z"},
		{"days of Matlab, and nobody says so", "a.csv", "id,time,x,y\na,739386.39583333,0,0\na,739386.39587963,1,0\n", "", "0s 0 0", "--columns time=NAME:d (columns: in a scenario) says days"},
		{"seconds of numpy", "a.csv", "id,time,x,y\na,0.000000000000000000e+00,0,0\na,4.000000000000000000e+00,8,0\n", "", "2s 4 0", ""},
		{"short names of parts", "a.csv", "id,yr,mo,dy,hr,mn,sc,x,y\na,2024,5,14,9,30,0,0,0\na,2024,5,14,9,30,4,8,0\n", "", "2s 4 0", "columns yr, mo, dy, hr, mn, sc are read as parts of the time"},
		{"parts of a day", "a.csv", "id,time,x,y\na,0.39583333,0,0\na,0.39587963,8,0\n", "", "0s 0 0", "--columns time=NAME:d (columns: in a scenario) says days"},
		{"parts of a day of cars", "a.csv", "id,time,x,y\na,0.39583333,0,0\na,0.39587963,1,0\n", "", "0s 0 0", "--columns time=NAME:h (columns: in a scenario) says hours, and :d days"},
		{"frames of JuPedSim", "a.csv", "#ID FR X Y\n1 0 0 0\n1 4 8 0\n", "time=FR", "2s 4 0", "column FR is read as seconds: if it counts steps"},
		{"degrees of SUMO", "a.fcd.xml", `<fcd-export><timestep time="0"><vehicle id="a" x="12.5" y="55.6" speed="20"/></timestep><timestep time="60"><vehicle id="a" x="12.51" y="55.6" speed="20"/></timestep></fcd-export>`, "", "", "--coordinates degrees or --coordinates metres (coordinates: in a scenario) says which"},
		{"tracks of GDAL", "a.csv", "x,y,track_fid,track_seg_id,track_seg_point_id,time\n0,0,3,0,0,0\n8,0,3,0,1,4\n", "", "2s 4 0", ""},
		{"points of tracks of GDAL", "a.geojson", `{"type": "FeatureCollection", "coordinates_are": "metres", "features": [
{"type": "Feature", "properties": {"track_fid": 3, "track_seg_id": 0, "track_seg_point_id": 0, "time": "2024/05/14 09:30:00+00"}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
{"type": "Feature", "properties": {"track_fid": 3, "track_seg_id": 0, "track_seg_point_id": 1, "time": "2024/05/14 09:30:04+00"}, "geometry": {"type": "Point", "coordinates": [8, 0]}}]}`, "", "2s 4 0", ""},
		{"heights called y", "a.csv", games + "a,0,0,2,0\na,4,8,2,8\n", "", "2s 4 2", "z varies by 8 m, and y by 0 m: if that is the height, as in games, --columns x=x,y=z,alt=y says so"},
		{"heights called y, and it is said", "a.csv", games + "a,0,0,2,0\na,4,8,2,8\n", "x=x,y=z,alt=y", "2s 4 4", ""},
		{"heights called posY", "a.csv", "id,time,posX,posY,posZ\na,0,0,2,0\na,4,8,2,8\n", "x=posX,y=posY", "2s 4 2", "posZ varies by 8 m, and posY by 0 m"},
		{"heights in feet called y", "a.csv", "id,time,x [ft],y [ft],z [ft]\na,0,0,0,0\na,4,100,0,100\n", "", "0s 0 0", "z [ft] varies by 30.5 m, and y [ft] by 0 m: if that is the height, as in games, --columns x=3,y=5,alt=4 says so"},
		{"a climb", "a.csv", games + "a,0,0,0,0\na,4,80,0,8\n", "", "2s 40 0", ""},
		{"a lift", "a.csv", games + "a,0,0,0,0\na,4,0,0,80\n", "", "2s 0 0", ""},
		{"a hill", "a.csv", games + "a,0,0,0,0\na,4,8,8,8\n", "", "2s 4 4", ""},
		{"nodes side by side", "a.csv", "time,x,y,x.1,y.1\n0,0,0,5,5\n4,8,0,5,5\n", "", "2s 4 0", "columns x.1 and y.1 are perhaps places of another node, and are not read: write a row for each node and instant"},
		{"nodes side by side in degrees", "a.csv", "time,lat,lon,lat2,lon2\n0,-10,-20,5,5\n4,-10,-20,5,5\n", "", "2s 0 0", "columns lon2 and lat2 are perhaps places of another node"},
		{"two places of a named node", "a.csv", "id,time,lat,lon,lat2,lon2\na,0,-10,-20,5,5\na,4,-10,-20,5,5\n", "", "2s 0 0", ""},
		{"a number that is cut", "a.csv", steady + "a,9,0.00,0.0", "", "2s 0 0", `line 10, the last, has no end, and fewer decimals than any other, "0.0": if it was cut off, delete it`},
		{"a last line without an end", "a.csv", steady + "a,9,0.00,0.00", "", "2s 0 0", ""},
		{"a short number in a whole line", "a.csv", steady + "a,9,0.00,0.0\n", "", "2s 0 0", ""},
	}
}
