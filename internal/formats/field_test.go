package formats_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
)

// written are the formats that are written.
func written() []formats.Format {
	return slices.DeleteFunc(formats.List(), func(f formats.Format) bool { return !f.Writes() })
}

// fieldSamples are files of the shapes that other programs and data sets have.
var fieldSamples = []sample{
	{
		name: "CORE, a setdest of speed 0 jumps", file: "a.core.scen",
		text:  "$node_(1) set X_ 208.1\n$node_(1) set Y_ 211\n$ns_ at 1.0 \"$node_(1) setdest 190.1 225 0.00\"\n$ns_ at 2.0 \"$node_(1) setdest 190.1 235 5\"\n",
		names: "1", duration: 4 * time.Second, probes: []string{"0.5s 208.1 211", "1.5s 190.1 225", "3s 190.1 230"},
	},
	{
		name: "CORE, the places of a session", file: "a.core.xml",
		text: `<?xml version='1.0' encoding='UTF-8'?>
<scenario name="/tmp/x.xml">
  <networks><network id="5" name="wlan" type="WIRELESS_LAN"><position x="62" y="157" lat="47.5" lon="8.1"/></network></networks>
  <devices>
    <device id="1" name="n1" type="mdr"><position x="496" y="464" lat="47" lon="8.2" alt="2.0"/><services/></device>
    <device id="2" name="n2"><position x="643.5" y="439" lat="47" lon="8.2"/></device>
  </devices>
</scenario>`,
		names: "n1 n2", probes: []string{"0s 496 464", "node 2: 1h 643.5 439"},
	},
	{
		name: "INET's TurtleMobility", file: "a.turtle.xml",
		text: `<movements>
  <movement id="1"><!-- a square -->
    <set speed="10" x="100" y="200"/>
    <repeat n="4"><forward d="50"/><turn angle="90"/></repeat>
  </movement>
  <movement id="2"><set x="0" y="0" speed="2"/><wait t="1"/><moveto x="4" y="0"/><moveby y="3" t="3"/></movement>
</movements>`,
		names: "1 2", duration: 20 * time.Second,
		probes: []string{"0s 100 200", "5s 150 200", "7.5s 150 225", "15s 100 250", "20s 100 200", "node 2: 1s 0 0", "node 2: 2s 2 0", "node 2: 6s 4 3"},
	},
	{
		name: "OTNS", file: "a.otns.yaml",
		text:  "# saved\nnetwork:\n    pos-shift: [10, 0, 0]\nnodes:\n    - id: 1\n      type: router\n      pos: [412, 85, 0]\n    - {id: 2, type: fed, pos: [446, 85, 3]}\n",
		names: "1 2", probes: []string{"0s 422 85", "node 2: 0s 456 85"},
	},
	{
		name: "ns-3's course changes", file: "a.mob",
		text:  "now=+0ns node=0 pos=0:0:0 vel=1:0:0\nnow=+0ns node=1 pos=5:5:0 vel=0:-1:0\nnow=+2e+09ns node=0 pos=2:0:0 vel=0:2:0\nnow=+4000000000.0ns node=0 pos=2:4:0 vel=0:0:0\n",
		names: "0 1", duration: 4 * time.Second, probes: []string{"1s 1 0", "3s 2 2", "node 2: 3s 5 2"},
	},
	{
		name: "Geolife", file: "20081023.plt", onEarth: true,
		text: "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n" +
			"47,8.2,0,492,39744.1,2026-05-01,12:00:00\n47,8.2,0,-777,39744.2,2026-05-01,12:00:05\n# 2026-05-01T12:00:00Z\n",
		names: "20081023", duration: 5 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "T-Drive", file: "9.csv", onEarth: true,
		text:  "# 2026-05-01T12:00:00Z\n9,2026-05-01 12:00:00,8.2,47.0\n9,2026-05-01 12:00:10,8.2,47.0\n",
		names: "9", duration: 10 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "Cabspotting, the latest first", file: "new_ab.csv", onEarth: true,
		text:  "47.0 8.2 0 1777636810\n47.0 8.2 1 1777636805\n47.0 8.2 1 1777636800\n# 2026-05-01T12:00:00Z\n",
		names: "new_ab", duration: 10 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "AIS, MarineCadastre's", file: "ais.csv", onEarth: true,
		text:  "MMSI,BaseDateTime,LAT,LON,SOG,VesselName\n# 2026-05-01T12:00:00Z\n367000001,2026-05-01T12:00:00,47.0,8.2,0.1,A\n367000001,2026-05-01T12:01:00,47.0,8.2,0.1,A\n",
		names: "367000001", duration: time.Minute, probes: []string{"3s 0 0"},
	},
	{
		name: "AIS, its header in a comment, days first", file: "dk.csv", onEarth: true,
		text:  "# Timestamp,Type of mobile,MMSI,Latitude,Longitude\n13/05/2026 12:00:00,Class A,219,47.0,8.2\n13/05/2026 12:00:09,Class A,219,47.0,8.2\n",
		names: "219", duration: 9 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "Flightradar24, latitude and longitude in one field", file: "flight.csv", onEarth: true,
		text:  "Timestamp,UTC,Callsign,Position,Altitude\n1777636800,2026-05-01T12:00:00Z,ABC,\"47.0,8.2\",0\n1777636809,2026-05-01T12:00:09Z,ABC,\"47.0, 8.2\",0\n",
		names: "ABC", duration: 9 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "the first day says the order of all", file: "dk.csv",
		text:  "time,node,x,y\n31/05/2026 23:59:59,a,1,2\n01/06/2026 00:00:01,a,1,4\n",
		names: "a", duration: 2 * time.Second, probes: []string{"1s 1 3"},
	},
	{
		name: "milliseconds since 1970", file: "a.csv",
		text:  "node,time,x,y\n# 2026-05-01T12:00:00Z\n1,1777636800000,3,4\n1,1777636800500,3,5\n",
		names: "1", duration: 500 * time.Millisecond, probes: []string{"0.25s 3 4.5"},
	},
	{
		name: "zones of hours, and columns by a mapping", file: "a.csv", onEarth: true, in: formats.Input{Columns: mapped("time=when,node=who,lon=east,lat=north")},
		text:  "who,when,north,east,id\nu7,2026-05-01 14:00:00+02,47.0,8.2,1\nu7,2026-05-01 14:00:04+02,47.0,8.2,2\n# 2026-05-01T12:00:00Z\n",
		names: "u7", duration: 4 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "columns that are counted", file: "a.csv", in: formats.Input{Columns: mapped("node=4,time=3:ms,x=1,y=2")},
		text:  "1 2 0 a\n3 2 2000 a\n",
		names: "a", duration: 2 * time.Second, probes: []string{"1s 2 2"},
	},
	{
		name: "columns that are counted, where cells of the first row are such numbers", file: "a.csv", in: formats.Input{Columns: mapped("node=1,time=2,x=3,y=4")},
		text:  "a,0,1,2\na,10,3,4\n",
		names: "a", duration: 10 * time.Second, probes: []string{"5s 2 3"},
	},
	{
		name: "one device, named by its file", file: "dir/drone.csv", onEarth: true,
		text:  "time,lat,lon\n0,47.0,8.2\n10,47.0,8.2\n",
		names: "drone", duration: 10 * time.Second, probes: []string{"3s 0 0"},
	},
	{
		name: "a node whose rows have no place", file: "a.csv",
		text:  "id,time,x,y\n1,0,,\n2,0,3,4\n2,10,3,6\n",
		names: "2", duration: 10 * time.Second, probes: []string{"5s 3 5"},
	},
	{
		name: "GeoJSON, points of one device", file: "a.geojson", onEarth: true,
		text: `{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"id": 0, "User": 7, "timestamp": "2026-05-01T12:00:00Z"}, "geometry": {"type": "Point", "coordinates": [8.2, 47]}},
{"type": "Feature", "properties": {"id": 1, "User": 7, "timestamp": "2026-05-01T12:01:00Z"}, "geometry": {"type": "Point", "coordinates": [8.2, 47]}}]}`,
		names: "7", duration: time.Minute, probes: []string{"30s 0 0"},
	},
	{
		name: "SUMO, a vehicle and a person of one name", file: "a.fcd.xml",
		text: `<fcd-export><timestep time="0"><person id="1" x="5" y="5"/><vehicle id="1" x="0" y="0"/></timestep>
<timestep time="2"><person id="1" x="5" y="7"/><vehicle id="1" x="4" y="0"/></timestep></fcd-export>`,
		names: "1 1 (vehicle)", duration: 2 * time.Second, probes: []string{"1s 5 6", "node 2: 1s 2 0"},
	},
	{
		name: "ns-2's instance of God", file: "a.tcl",
		text:  "set god_ [God instance]\n$node_(0) set X_ 1\n$node_(0) set Y_ 1\n$ns_ at 1 \"$node_(0) setdest 11 1 1\"\n",
		names: "0", duration: 11 * time.Second, probes: []string{"6s 6 1"},
	},
	{
		name: "ETCE's events before all others", file: "a.eel", onEarth: true,
		text:  "-Inf nem:1-2,4 allinformedpathloss 90\n-Inf nem:1 location gps 47.0,8.2,3.0\n4 nem:1 antennaprofile 3,195,45\n9 nem:1 location gps 47.0,8.2,3.0\n",
		names: "1", duration: 9 * time.Second, probes: []string{"3s 0 0"},
	},
}

func mapped(word string) text.Mapping {
	m, err := text.ParseMapping(word)
	if err != nil {
		panic(err)
	}
	return m
}

func allSamples() []sample { return slices.Concat(samples, fieldSamples) }

// Ships cross the date line: the plane touches the Earth there, and the way is short.
func TestTheDateLineIsCrossed(t *testing.T) {
	tr, err := readSample(sample{file: "a.csv", in: formats.Input{Coordinates: geo.Degrees}}, strings.NewReader("x,0,179.9,0\nx,100,-179.9,0\nx,200,179.9,0\n"))
	if err != nil {
		t.Fatal(err)
	}
	// 0.2° of the equator, 6378137 m · π/900.
	if b := tr.Bounds(); b.Max[0]-b.Min[0] < 22263 || b.Max[0]-b.Min[0] > 22265 {
		t.Errorf("the way is %.1f m long", b.Max[0]-b.Min[0])
	}
	back, err := geo.Back(tr.Anchor())
	if err != nil {
		t.Fatal(err)
	}
	for at, lon := range map[time.Duration]float64{0: 179.9, 100 * time.Second: -179.9, 200 * time.Second: 179.9} {
		_, p := tracetest.Where(tr, 1, at)
		if d, err := back(p); err != nil || d[0] < lon-1e-9 || d[0] > lon+1e-9 {
			t.Errorf("at %v it is at %v, want %g: %v", at, d, lon, err)
		}
	}
}
