package figures

import (
	"fmt"
	"slices"
	"testing"

	"bellwether/internal/draw/figure"
)

var knownRows = []string{"vasudevan", "bully", "a=b", "raft"}

func TestRowsHaveOrderAndNames(t *testing.T) {
	rows, err := RowsOf([]string{"raft", "vasudevan=VKT04", "a=b", "bully=x=y"}, knownRows)
	want := Rows{{"raft", "raft"}, {"vasudevan", "VKT04"}, {"a=b", "a=b"}, {"bully", "x=y"}}
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("%v, %v", rows, err)
	}
	if rows.Name("vasudevan") != "VKT04" || rows.Name("omega") != "omega" {
		t.Errorf("names %s and %s", rows.Name("vasudevan"), rows.Name("omega"))
	}
	for want, list := range map[string][]string{
		`no row is called "buly"; did you mean bully?`: {"buly=B"},
		"the row bully is named twice":                 {"bully", "bully=B"},
		"the row bully has an empty name":              {"bully="},
		"the rows bully and raft have one name: bully": {"bully", "raft=bully"},
	} {
		if _, err := RowsOf(list, knownRows); fmt.Sprint(err) != want {
			t.Errorf("%v: %v, want %s", list, err, want)
		}
	}
}

// Rows that are not named are not drawn; parts of a row keep their order, their values and the colour of
// the row.
func TestRowsAreArranged(t *testing.T) {
	rows := Rows{{"raft", "Raft"}, {"bully", "bully"}}
	lines := &figure.Lines{Series: []figure.Series{
		{Label: "bully, nodes 10", Row: "bully", Points: []figure.Point{{X: 1}}}, {Label: "omega"},
		{Label: "bully, nodes 20", Row: "bully", Points: []figure.Point{{X: 2}}}, {Label: "raft", Points: []figure.Point{{X: 3}}},
	}}
	boxes := &figure.Boxes{Rows: []figure.Box{{Label: "bully"}, {Label: "omega"}, {Label: "raft"}}}
	curves := []figure.Sample{{Label: "bully"}, {Label: "omega"}, {Label: "raft"}}
	ecdf, survival := &figure.ECDF{Series: slices.Clone(curves)}, &figure.Survival{Series: slices.Clone(curves)}
	bars := &figure.Bars{Panels: []figure.BarPanel{{Rows: []figure.Bar{{Label: "bully"}, {Label: "omega"}, {Label: "raft"}}}}}
	for _, f := range []figure.Figure{lines, boxes, ecdf, survival, bars} {
		if err := rows.Arrange(f); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, s := range lines.Series {
		got = append(got, fmt.Sprintf("%s|%s|%v", s.Label, s.Row, s.Points[0].X))
	}
	if want := []string{"Raft|raft|3", "bully, nodes 10|bully|1", "bully, nodes 20|bully|2"}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	for what, labels := range map[string][]string{
		"boxes":    {boxes.Rows[0].Label, boxes.Rows[0].Row, boxes.Rows[1].Label},
		"ecdf":     {ecdf.Series[0].Label, ecdf.Series[0].Row, ecdf.Series[1].Label},
		"survival": {survival.Series[0].Label, survival.Series[0].Row, survival.Series[1].Label},
		"bars":     {bars.Panels[0].Rows[0].Label, "raft", bars.Panels[0].Rows[1].Label},
	} {
		if want := []string{"Raft", "raft", "bully"}; !slices.Equal(labels, want) {
			t.Errorf("%s have %v, want %v", what, labels, want)
		}
	}
	if len(boxes.Rows) != 2 || len(ecdf.Series) != 2 || len(survival.Series) != 2 || len(bars.Panels[0].Rows) != 2 {
		t.Error("a row is drawn that was not named")
	}
	if err := rows.Arrange(&figure.Timeline{}); err == nil {
		t.Error("a timeline has rows of results")
	}
}
