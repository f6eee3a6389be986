package sweep

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// A condition on algorithm chooses rows, by label: of several each. The others are not shown, arrows and the
// verdict stay those of all rows.
func TestWhereChoosesRows(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	labels := []string{"vasudevan", "flood-max"}
	cells := func(where ...string) (shown map[string]int, verdict string, marks int) {
		var got struct {
			Cells []struct {
				Label  string
				Paired *struct{ N int }
			}
			Verdict json.RawMessage
		}
		if err := json.Unmarshal([]byte(d.table(Table{Where: where, Versus: "flood-max", Metrics: []string{"messages_per_node_s"}, Format: "json"})), &got); err != nil {
			t.Fatal(err)
		}
		shown = map[string]int{}
		for _, c := range got.Cells {
			if shown[c.Label]++; c.Paired != nil {
				marks++
			}
		}
		return shown, string(got.Verdict), marks
	}
	all, verdict, _ := cells()
	for _, label := range labels {
		if all[label] == 0 {
			t.Fatalf("the plan has the rows %v", all)
		}
		shown, same, paired := cells("algorithm=" + label)
		if len(shown) != 1 || shown[label] != all[label] || same != verdict {
			t.Errorf("algorithm=%s shows %v, with the same verdict: %v", label, shown, same == verdict)
		}
		if label != "flood-max" && paired != all[label] {
			t.Errorf("%s is compared in %d of %d cells with a row that is not shown", label, paired, all[label])
		}
	}
	if both, _, _ := cells("algorithm=vasudevan", "algorithm=flood-max"); len(both) != 2 {
		t.Errorf("two rows are asked for, and %v shown", both)
	}
	if one, _, _ := cells("algorithm=vasudevan", "nodes=6"); one["vasudevan"] != 1 {
		t.Errorf("a row at a point is asked for, and %v shown", one)
	}
	if text := d.table(Table{Where: []string{"algorithm=vasudevan"}}); strings.Contains(text, "\nflood-max") || !strings.Contains(text, "\nvasudevan") || !strings.Contains(text, "# Verdict: ") {
		t.Errorf("the table of one row is\n%s", text)
	}
	refused := Table{Dir: d.path("out"), Format: "text", Where: []string{"algorithm=flodmax"}, Stdout: io.Discard, Warn: func(string) {}}
	if err := refused.Do(context.Background()); err == nil || !strings.Contains(err.Error(), "--where algorithm=flodmax: there is no such row") || !strings.Contains(err.Error(), "flood-max") {
		t.Errorf("a row that is not there: %v", err)
	}
}
