package formats_test

import (
	"math"
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/text"
)

// besideCases are files of which one number stands in several columns, whose columns say the unit of
// others, or whose clock is not what it seems.
func besideCases() []silentCase {
	return []silentCase{
		{"hemispheres beside minutes", "a.csv", "node,time,lat_deg,lat_min,lon_deg,lon_min\na,0,-9,60e0,-20,0\n", "", "", "want whole degrees, and minutes and seconds from 0 to 60"},
		{"hemispheres, degrees and minutes apart", "a.csv", "node,time,lat_deg,lat_min,lon_deg,lon_min\na,0,-9,59.9999999999999,-20,0\na,9,-10,0,-20,0\n", "", "0s 0 0", "columns lat_min and lon_min, and seconds if there are any, are read as parts of the degrees: --columns lon=lon_deg:deg,lat=lat_deg:deg reads degrees alone"},
		{"hemispheres, degrees, minutes and seconds apart", "a.csv", "id,time,Latitude Degrees,Latitude Minutes,Latitude Seconds,lat_dir,Longitude Degrees,Longitude Minutes,Longitude Seconds,lon_dir\na,0,9,59,60,S,20,0,0,W\n", "", "", "from 0 to 60"},
		{"hemispheres of seconds", "a.csv", "id,time,latdeg,latmin,latsec,ns,londeg,lonmin,lonsec,ew\na,0,10,0,0,S,20,0,0,W\na,9,10,0,0,S,20,0,0,W\n", "", "3s 0 0", "are read as parts of the degrees"},
		{"minutes of one axis", "a.csv", "node,time,lat,lat_min,lon\na,0,-10,0.0,-20\n", "", "", "only one of longitude and latitude"},
		{"hemispheres, and a box", "a.csv", "node,time,lat,lon,lat_min,lat_max,lon_min,lon_max\na,0,-10,-20,-11,-9,-21,-19\na,9,-10,-20,-11,-9,-21,-19\n", "", "3s 0 0", ""},
		{"hemispheres of degrees alone", "a.csv", "node,time,lat,latmin,lon,lonmin\na,0,-10,7,-20,8\na,9,-10,7,-20,8\n", "lon=lon:deg,lat=lat:deg", "3s 0 0", ""},
		{"nanoseconds beside the time", "a.csv", "id,timestamp,nanoseconds,x,y\na,1777636800,500000000,0,0\na,1777636804,0,7,0\n", "", "2s 4 0", "column nanoseconds is read as the fraction of the seconds of timestamp: --columns time=timestamp:s reads whole seconds"},
		{"microseconds beside the time", "a.csv", "id,timestamp,usec,x,y\na,5,500000,0,0\na,9,0,7,0\n", "", "2s 4 0", "column usec is read as the fraction"},
		{"seconds and nanoseconds of ROS", "a.csv", "id,header.stamp.secs,header.stamp.nsecs,x,y\na,5,500000000,0,0\na,9,0,7,0\n", "", "2s 4 0", "column header.stamp.nsecs is read as the fraction"},
		{"sec and nanosec", "a.csv", "id,sec,nanosec,x,y\na,5,500000000,0,0\na,9,0,7,0\n", "", "2s 4 0", "column nanosec is read as the fraction"},
		{"milliseconds beside times of a day", "a.csv", "id,time,ms,x,y\na,12:00:00,500,0,0\na,12:00:04,000,7,0\n", "", "2s 4 0", "column ms is read as the fraction"},
		{"a number that is no fraction", "a.csv", "id,time,ms,x,y\na,0,0,0,0\na,4,4000,8,0\n", "", "", "--columns time=time:s reads the time alone"},
		{"and it is said", "a.csv", "id,time,ms,x,y\na,0,0,0,0\na,4,4000,8,0\n", "time=time:s", "2s 4 0", ""},
		{"two times, one of them whole", "a.csv", "id,timestamp,ms,x,y\na,5,5000,0,0\na,9,9000,8,0\n", "", "2s 4 0", "column timestamp is read as the time, and not ms"},
		{"a column of feet", "a.csv", "id,time,x,y,units\na,0,0,0,ft\na,4,1000,0,ft\n", "", "2s 152.4 0", "places are read in ft, as a column of units says"},
		{"a column of metres", "a.csv", "id,time,x,y,unit\na,0,0,0,m\na,4,8,0,m\n", "", "2s 4 0", "places are read in m"},
		{"a column of several units", "a.csv", "id,time,x,y,unit\na,0,0,0,m\na,4,8,0,ft\n", "", "", `unit "ft" after "m"`},
		{"a column of units of a speed", "a.csv", "id,time,x,y,unit\na,0,0,0,m/s\na,4,8,0,m/s\n", "", "2s 4 0", ""},
		{"a column of pixels", "a.csv", "id,time,x,y,unit\na,0,0,0,px\na,4,8,0,px\n", "", "", "--columns x=NAME:UNIT,y=NAME:UNIT"},
		{"a column of units of the time", "a.csv", "id,time,time_unit,x,y\na,0,ms,0,0\na,4000,ms,8,0\n", "", "2s 4 0", ""},
		{"metres and centimetres apart", "a.csv", "id,time,x_m,x_cm,y_m,y_cm\na,0,1,50,0,0\n", "", "", `columns "x_m" and "x_cm" are both x: if they are parts of one number, write their sum; --columns x=x_m,y=y_m reads these alone`},
		{"no place in metres", "a.csv", "id,time,x,y\na,0,5000,6000\na,4,-999,-999\na,8,5008,6000\n", "", "2s 2000.5 2500.5", "1 fixes are at -999, -999: if that says that there is no place, delete their rows"},
		{"no place in pixels", "a.csv", "id,time,x,y\na,0,0,0\na,4,8,0\na,8,-1,-1\n", "", "2s 4 0", "1 fixes are at -1, -1"},
		{"a place at -1, -1", "a.csv", "id,time,x,y\na,0,0,-3\na,4,8,-3\na,8,-1,-1\n", "", "2s 4 -3", ""},
		{"names with blanks in quotes", "a.csv", "id,time,x,y\n\"a\",0,0,0\n\"a \",4,8,0\n", "", "2s 4 0", ""},
		{"no place in degrees", "a.csv", "id,time,lat,lon\na,0,10,20\na,4,-999,-999\n", "", "", "rows above have degrees: if it says that there is no place, leave both empty"},
		{"degrees and minutes in whole numbers", "a.csv", "id,time,lat,lon\na,0,1000.0000,02000.0000\n", "", "", "are these degrees and minutes, as of NMEA 0183? --columns lon=lon:ddmm,lat=lat:ddmm reads them"},
		{"degrees times a million", "a.csv", "id,time,lat,lon\na,0,55600000,12500000\n", "", "", "are these degrees times 10⁶? --columns lon=lon:e6,lat=lat:e6 reads them, here as latitude 55.6 and longitude 12.5; :e7 would put it at latitude 5.56 and longitude 1.25"},
		{"semicircles of Garmin", "a.csv", "timestamp,position_lat,position_long\n5,663333838,149130809\n", "", "", "are these semicircles, as of Garmin? --columns lon=position_long:semicircles,lat=position_lat:semicircles reads them, here as latitude 55.6 and longitude 12.5; :e7"},
		{"summer time ends", "a.csv", "id,time,x,y\na,2024-10-27 02:50:00,0,0\na,2024-10-27 02:10:00,8,0\n", "", "", "was the clock set back here"},
		{"a clock of 12 hours", "a.csv", "id,time,x,y\na,12:58:00,0,0\na,1:13:00,8,0\n", "", "", "is this a clock of 12 hours without AM and PM?"},
		{"points as summer time ends", "a.geojson", `{"type": "FeatureCollection", "coordinates_are": "metres", "features": [
{"type": "Feature", "properties": {"name": "a", "time": "2024-10-27 02:50:00"}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
{"type": "Feature", "properties": {"name": "a", "time": "2024-10-27 02:10:00"}, "geometry": {"type": "Point", "coordinates": [8, 0]}}]}`, "", "", "was the clock set back here"},
		{"a column of zones", "a.csv", "id,time,utc_offset,x,y\na,2024-05-14 13:58:00,+02:00,0,0\na,2024-05-14 12:58:04,+01:00,8,0\n", "", "2s 4 0", "column utc_offset is read as the zone of the dates"},
		{"compact dates", "a.csv", "id,time,x,y\na,20240514T115800Z,0,0\na,20240514T115804Z,8,0\n", "", "2s 4 0", ""},
		{"the end of a day", "a.csv", "id,time,x,y\na,2024-05-14 23:59:58Z,0,0\na,2024-05-14 24:00:02Z,8,0\n", "", "", "want one like"},
		{"the last instant of a day", "a.csv", "id,time,x,y\na,2024-05-14 23:59:56Z,0,0\na,2024-05-14 24:00:00Z,8,0\n", "", "2s 4 0", ""},
		{"halves of a day with points", "a.csv", "id,time,x,y\na,11:59:58 a.m.,0,0\na,12:00:02 p.m.,8,0\n", "", "2s 4 0", "as of one day"},
		{"minutes and seconds", "a.csv", "id,time,x,y\na,00:00,0,0\na,00:04,8,0\n", "", "120s 4 0", "read as hours and minutes of one day: --columns time=time:mmss reads minutes and seconds"},
		{"minutes and seconds, and it is said", "a.csv", "id,time,x,y\na,75:58,0,0\na,76:02,8,0\n", "time=time:mmss", "2s 4 0", ""},
		{"times of a day that have no unit", "a.csv", "id,time,x,y\na,00:00,0,0\na,00:04,8,0\n", "time=time:ms", "", "has no unit ms: mmss reads minutes and seconds"},
		{"FILETIME", "a.csv", "id,time,x,y\na,133601614800000000,0,0\na,133601614840000000,8,0\n", "", "2s 4 0", "read as FILETIME, in 100 ns since 1601, 2024-05-14T11:58:00Z: --columns time=time:ns says otherwise"},
		{"ticks", "a.csv", "id,time,x,y\na,638512846800000000,0,0\na,638512846840000000,8,0\n", "", "2s 4 0", "read as ticks of .NET, in 100 ns since the year 1, 2024-05-14T11:58:00Z"},
		{"WebKit", "a.csv", "id,time,x,y\na,13360161480000000,0,0\na,13360161484000000,8,0\n", "", "2s 4 0", "read as WebKit's times, in µs since 1601, 2024-05-14T11:58:00Z"},
		{"days node after node", "a.csv", "id,time,x,y\na,23:59:58,0,0\na,00:00:02,8,0\nb,23:59:58,0,0\nb,00:00:02,8,0\n", "", "2s 4 0", "each node's rows begin on the first day"},
		{"days node after node that are not", "a.csv", "id,time,x,y\na,23:59:58,0,0\na,00:00:02,8,0\nb,00:00:03,0,0\na,00:00:04,8,0\n", "", "", "write dates"},
		{"SUMO's persons beside its vehicles", "a.csv", "timestep_time;person_id;person_x;person_y;vehicle_id;vehicle_x;vehicle_y\n0;;;;a;0;0\n0;a;9;9;;;\n4;;;;a;8;0\n", "", "2s 4 0", ""},
		{"a line for Excel", "a.csv", "sep=;\nid;time;x;y\na;0;0;0\na;4;8;0\n", "", "2s 4 0", ""},
	}
}

// Degrees, minutes and seconds in columns of their own are the place that degrees alone say.
func TestPartsOfDegrees(t *testing.T) {
	for header, row := range map[string]string{
		"lat_deg,lat_min,lon_deg,lon_min":                                         "55,36.3,-12,30.6",
		"LatDeg,LatMin,LatSec,LonDeg,LonMin,LonSec":                               "55,36,18,-12,30,36",
		"lat,latmin,latsec,lon,lonmin,lonsec":                                     "55,36,18,-12,30,36",
		"lat_deg,lat_min,lat_dir,lon_deg,lon_min,lon_dir":                         "55,36.3,N,12,30.6,W",
		"Latitude Degrees,Latitude Minutes,Longitude Degrees,Longitude Minutes":   "55,36.3,-12,30.6",
		"lat_degrees,lat_minutes,lat_seconds,lon_degrees,lon_minutes,lon_seconds": "55,36,18,-12,30,36",
	} {
		f, _ := formats.ByName("csv")
		notes := &text.Notes{}
		tr, err := f.Read(strings.NewReader("id,time,"+header+"\na,0,"+row+"\n"), formats.Input{Name: "a.csv", Notes: notes})
		if err != nil {
			t.Errorf("%s: %v", header, err)
			continue
		}
		if c := tr.Anchor().Centre; math.Hypot(c[0]+12.51, c[1]-55.605) > 1e-12 || !strings.Contains(strings.Join(notes.Remarks, ""), "read as parts of the degrees") || strings.Contains(strings.Join(notes.Remarks, ""), "read as the time") {
			t.Errorf("%s: %v, told %v", header, c, notes.Remarks)
		}
	}
}
