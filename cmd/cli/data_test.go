package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dataFiles are made files of the shapes that the data sets of docs/data.md have.
var dataFiles = map[string]string{
	// seer, seen, first, last, how often, time since the last
	"contacts.Exp6.dat": "1\t2\t121\t121\t1\t0\n2\t1\t240\t480\t1\t0\n1\t21\t600\t720\t1\t0\n21\t1\t960\t960\t2\t240\n",
	"tij_InVS.dat":      "28820 492 938\n28840 492 938\n28860 267 492\n",
	"new_abboip.txt":    "37.75134 -122.39488 0 1213084687\n37.75136 -122.39527 0 1213084659\n37.75199 -122.3946 1 1213084540\n",
	"new_ubzasci.txt":   "37.79151 -122.43061 1 1213084699\n37.79129 -122.42963 1 1213084599\n",
	"1.txt":             "1,2008-02-02 15:36:08,116.51172,39.92123\n1,2008-02-02 15:46:08,116.51135,39.93883\n",
	"20081023025304.plt": "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n" +
		"39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04\n39.984683,116.31845,0,492,39744.1202546296,2008-10-23,02:53:10\n",
	"ais.csv": "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo,TransceiverClass\n" +
		"367000001,2024-01-01T00:00:00,38.1,-82.5,0.1,235.0,511.0,A B,,WDE1,31,0,20,6,,32,A\n367000002,2024-01-01T00:00:03,38.2,-82.6,0.0,360.0,511.0,,,,,,,,,,B\n" +
		"367000001,2024-01-01T00:01:10,38.1001,-82.5,0.1,235.0,511.0,A B,,WDE1,31,0,20,6,,32,A\n",
	"ais-2025.csv": "mmsi,base_date_time,longitude,latitude,sog,cog,heading,vessel_name,imo,call_sign,vessel_type,status,length,width,draft,cargo,transceiver\n" +
		"367000001,2025-01-01 00:00:00,-82.5,38.1,0.1,235,511,A,,,31,0,20,6,,32,A\n367000001,2025-01-01 00:00:30,181,91,0.1,235,511,A,,,31,0,20,6,,32,A\n367000001,2025-01-01 00:01:00,-82.5,38.1001,0.1,235,511,A,,,31,0,20,6,,32,A\n",
	"aisdk.csv": "# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading\n" +
		"01/09/2025 00:00:00,Class A,219000001,56.7,11.5,Under way using engine,0.0,9.1,22.0,23\n01/09/2025 00:00:02,Base Station,2190067,91.000000,0.000000,Unknown value,,,,\n" +
		"01/09/2025 00:00:10,Class A,219000001,56.7004,11.5,Under way using engine,0.0,9.1,22.0,23\n",
	"gps.log":      "1777636800,47.3769,8.5417,408\n1777636830,47.3771,8.5417,408\n",
	"part1.csv":    "tag,ms,x,y\na,0,1,1\na,4000,5,1\n",
	"part2.csv":    "tag,ms,x,y\na,8000,9,1\na,12000,13,1\n",
	"flocklab.csv": "hour,tx,rx,prr\n0,1,2,0.93\n0,2,1,0.88\n1,1,2,0.4\n2,2,1,1\n",
}

// dataSays is what each file has: nodes and seconds.
var dataSays = map[string][2]float64{
	"contacts.Exp6.dat": {3, 959}, "tij_InVS.dat": {3, 60}, "new_abboip.txt": {1, 147}, "1.txt": {1, 600}, "20081023025304.plt": {1, 6},
	"ais.csv": {2, 70}, "ais-2025.csv": {1, 60}, "aisdk.csv": {1, 10}, "gps.log": {1, 30},
}

// The commands and the sections of scenarios of docs/data.md read files of the shapes that the data
// sets have.
func TestDataSetsAreRead(t *testing.T) {
	page, err := os.ReadFile("../../docs/data.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range dataFiles {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	infos, sections := 0, 0
	for line := range strings.Lines(string(page)) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		words := strings.Fields(strings.ReplaceAll(line, `"`, ""))
		switch {
		case strings.HasPrefix(line, "bellwether mobility info "):
			infos++
			dataInfo(t, words[1:])
			if words[3] == "ais.csv" {
				dataInfo(t, []string{"mobility", "info", "ais-2025.csv"})
			}
		case strings.HasPrefix(line, "radio: {") || strings.HasPrefix(line, "mobility: {"):
			sections++
			dataSection(t, line)
		}
	}
	if infos < 8 || sections < 4 {
		t.Errorf("the page has %d commands and %d sections", infos, sections)
	}
}

func dataInfo(t *testing.T, args []string) {
	var out, said bytes.Buffer
	if code := run(append(args, "--format", "json"), &out, &said); code != 0 {
		t.Errorf("%s: %s", strings.Join(args, " "), said.String())
		return
	}
	var info map[string]any
	if err := json.Unmarshal(out.Bytes(), &info); err != nil {
		t.Fatal(err)
	}
	lasts, _ := info["duration_s"].(float64)
	if first, has := info["first_s"].(float64); has {
		last, _ := info["last_s"].(float64)
		lasts = last - first
	}
	nodes, _ := info["nodes"].(float64)
	if got, want := [2]float64{nodes, lasts}, dataSays[args[2]]; got != want {
		t.Errorf("%s: %v nodes and seconds, want %v: %s", strings.Join(args, " "), got, want, out.String())
	}
}

func dataSection(t *testing.T, line string) {
	scenario := "schema: 2\n" + line + "\nalgorithms: [tanist]\n"
	file := filepath.Join(".", "s.yaml")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(scenario, "end: 1h", "end: 100s")), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	if code := run([]string{"run", file, "--runs", "1"}, &out, &said); code != 0 {
		t.Errorf("%s\n%s", scenario, said.String())
	}
	if n := strings.Count(said.String(), "Cabspotting"); n > 1 {
		t.Errorf("%s: told %d times what Cabspotting's rows are:\n%s", line, n, said.String())
	}
}
