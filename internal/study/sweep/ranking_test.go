package sweep

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
)

// crossed has two axes, two rows that elect the best and one that does not.
const crossed = `
name: crossed
scenario: campus-walk
set: {duration: 12s, warmup: 2s, nodes: 6, faults: [{at: 5s, crash: best}]}
axes:
  capability.hysteresis: [0, 0.1]
  radio.range: [150, 250]
algorithms: [vasudevan, flood-max, link-reversal]
runs: 3
`

// A ranking has for each metric what decides the order, of the rows that it may rank; the shares are
// those of JSON in the form of text and CSV; --where fixes axes and rows; and what cannot be divided is told.
func TestRankingOfASweep(t *testing.T) {
	d := newDesk(t, crossed)
	d.do(d.job("out"))
	var got struct {
		Metrics []struct {
			Metric string
			Rows   []string
			Seeds  int
			Order  *struct {
				Row  struct{ Value float64 }
				Axes []struct {
					Axis  string
					Alone struct{ Value float64 }
				}
				Several struct{ Value float64 }
			}
			Lacks string
		}
		Turns []table.Turn
	}
	ask := Table{Shown: Ranking, Format: "json", Metrics: []string{"badly_led_fraction", "bytes_per_node_s", "election_time_s"}}
	if err := json.Unmarshal([]byte(d.table(ask)), &got); err != nil {
		t.Fatal(err)
	}
	best, bytes, time := got.Metrics[0], got.Metrics[1], got.Metrics[2]
	if strings.Join(best.Rows, " ") != "vasudevan flood-max" || best.Seeds != 3 {
		t.Errorf("of badly led %v are ranked, %d seeds: link-reversal does not try to elect the best", best.Rows, best.Seeds)
	}
	if len(bytes.Rows) != 3 || bytes.Order == nil || len(bytes.Order.Axes) != 2 {
		t.Fatalf("bytes: %+v", bytes)
	}
	sum := bytes.Order.Row.Value + bytes.Order.Several.Value
	for _, a := range bytes.Order.Axes {
		sum += a.Alone.Value
	}
	if sum < 0.999999 || sum > 1.000001 {
		t.Errorf("the parts of bytes add up to %v: %+v", sum, bytes.Order)
	}
	if time.Order != nil || !strings.Contains(time.Lacks, "time") {
		t.Errorf("a time: %+v", time)
	}
	text := d.table(Table{Shown: Ranking, Metrics: []string{"bytes_per_node_s"}})
	for _, want := range []string{"crossed: what decides the order of rows", "algorithm × radio.range", "several axes together", "bytes: 3 seeds, vasudevan, flood-max, link-reversal", "no two rows are shown to change their order"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(d.table(Table{Shown: Ranking, Format: "csv"}))).ReadAll()
	if err != nil || len(rows) < 20 || rows[0][4] != "share" {
		t.Errorf("%d rows of CSV, %v", len(rows), err)
	}
	fixed := d.table(Table{Shown: Ranking, Where: []string{"radio.range=150", "algorithm=vasudevan", "algorithm=link-reversal"}, Metrics: []string{"bytes_per_node_s"}})
	if strings.Contains(fixed, "× radio.range") || !strings.Contains(fixed, "3 seeds, vasudevan, link-reversal") {
		t.Errorf("with a fixed axis:\n%s", fixed)
	}
	one := Table{Dir: d.path("out"), Shown: Ranking, Format: "text", Stdout: new(strings.Builder), Warn: func(string) {},
		Where: []string{"radio.range=150", "capability.hysteresis=0"}}
	if err := one.Do(context.Background()); err == nil || !strings.Contains(err.Error(), "one point only") {
		t.Errorf("of one point: %v", err)
	}
}

// One row has no order: that is told.
func TestRankingOfOneRow(t *testing.T) {
	d := newDesk(t, strings.Replace(crossed, ", flood-max, link-reversal", "", 1))
	d.do(d.job("out"))
	one := Table{Dir: d.path("out"), Shown: Ranking, Format: "text", Stdout: new(strings.Builder), Warn: func(string) {}}
	if err := one.Do(context.Background()); err == nil || !strings.Contains(err.Error(), "no point has two rows") {
		t.Errorf("got %v", err)
	}
}

// Of the turns the greatest come first, by the lesser of both differences, each two rows once on an axis.
func TestGreatestTurns(t *testing.T) {
	turn := func(axis, better, worse string, ahead, behind float64) table.Turn {
		return table.Turn{Axis: axis, Better: better, Worse: worse, Ahead: ahead, Behind: behind}
	}
	got := greatest([]table.Turn{
		turn("medium", "a", "b", 0.5, -0.01), turn("medium", "b", "a", 0.03, -0.02), turn("margin", "a", "b", 0.1, -0.2), turn("medium", "a", "c", 0.04, -0.9),
	})
	var names []string
	for _, one := range got {
		names = append(names, one.Axis+one.Better+one.Worse)
	}
	if strings.Join(names, " ") != "marginab mediumac mediumba" {
		t.Errorf("%v", names)
	}
}
