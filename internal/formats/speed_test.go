package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/testbed"
	"bellwether/internal/formats/text"
)

// benchLines is the size of the files below: 10⁵ lines should take less than a second each.
const benchLines = 100_000

// lines makes a file of lines that a format string makes of the number of the line.
func lines(head string, each func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range benchLines {
		b.WriteString(each(i))
	}
	return b.String()
}

// Each reader of the field, 10⁵ lines: go test -bench Field ./internal/formats
func BenchmarkField(b *testing.B) {
	stamp := func(i int) string {
		return fmt.Sprintf("2026-05-%02d %02d:%02d:%02d", 1+i/86400, i/3600%24, i/60%60, i%60)
	}
	for _, c := range []struct{ name, file, text string }{
		{"core", "a.core", lines("", func(i int) string { return fmt.Sprintf("$ns_ at %d \"$node_(%d) setdest %d 7 0\"\n", i, i%50, i%900) })},
		{"core-xml", "a.core.xml", lines("<scenario><devices>\n", func(i int) string {
			return fmt.Sprintf("<device id=\"%d\" name=\"n%d\"><position x=\"%d\" y=\"5\"/></device>\n", i, i, i)
		}) + "</devices></scenario>"},
		{"turtle", "a.turtle.xml", lines("<movement>\n<set speed=\"3\"/>\n", func(i int) string { return fmt.Sprintf("<forward d=\"%d\"/><turn angle=\"90\"/>\n", 1+i%9) }) + "</movement>"},
		{"otns", "a.otns.yaml", lines("nodes:\n", func(i int) string { return fmt.Sprintf("  - {id: %d, type: router, pos: [%d, 85, 0]}\n", i, i) })},
		{"mob", "a.mob", lines("", func(i int) string {
			return fmt.Sprintf("now=+%d.0ns node=%d pos=%d:5:0 vel=1:0:0\n", i*1000000, i%50, i%77)
		})},
		{"plt", "a.plt", lines("Geolife trajectory\n2\n3\n4\n5\n6\n", func(i int) string {
			return fmt.Sprintf("39.9%d,116.3,0,492,39744.1,%s\n", i%977, strings.Replace(stamp(i), " ", ",", 1))
		})},
		{"T-Drive", "a.csv", lines("", func(i int) string { return fmt.Sprintf("1,%s,116.%d,39.9\n", stamp(i), 300+i%97) })},
		{"Cabspotting", "a.csv", lines("", func(i int) string { return fmt.Sprintf("37.7%d -122.39 0 %d\n", i%97, 1211000000-i) })},
		{"AIS", "a.csv", lines("MMSI,BaseDateTime,LAT,LON,SOG\n", func(i int) string { return fmt.Sprintf("%d,%s,38.%d,-82.5,0.1\n", i%50, stamp(i), i%977) })},
		{"points", "a.geojson", lines("{\"type\": \"FeatureCollection\", \"features\": [\n", func(i int) string {
			return fmt.Sprintf("{\"type\":\"Feature\",\"properties\":{\"user\":7,\"timestamp\":\"%s\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.%d,47.3]}},\n", stamp(i), i%977)
		}) + "{\"type\":\"Feature\",\"properties\":{\"user\":8},\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,47]}}]}"},
	} {
		b.Run(c.name, func(b *testing.B) {
			f, err := formats.ByFile(c.file)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	instants := lines("", func(i int) string { return fmt.Sprintf("%d\t%d\t%d\n", i*20, i%90, 90+i%7) })
	b.Run("contacts", func(b *testing.B) {
		f, _ := contacts.FormatByName("contacts")
		for b.Loop() {
			if _, err := f.Read(strings.NewReader(instants), "a", contacts.Rules{Scan: 20e9}); err != nil {
				b.Fatal(err)
			}
		}
	})
	links := lines("", func(i int) string { return fmt.Sprintf("%d %d %d -71\n", i, i%9, 9+i%9) })
	b.Run("links", func(b *testing.B) {
		for b.Loop() {
			if _, err := testbed.Read(strings.NewReader(links), text.File{Name: "a"}, testbed.RSSI); err != nil {
				b.Fatal(err)
			}
		}
	})
}
