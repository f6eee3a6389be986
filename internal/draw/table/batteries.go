package table

import (
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// batteryTable returns the table of when batteries ran empty and how much energy messages
// took; false if no battery ran empty.
func batteryTable(r *measure.Report) (Table, bool) {
	first, _ := measure.FindKey("first_death_s")
	if !anyDied(r) {
		return Table{}, false
	}
	t := Table{Title: r.Scenario + ": batteries", Header: []string{"algorithm", header(&first), "median death\ns"},
		Right: []bool{false, true, true}}
	cells := said{versus: r.Versus}
	for i, text := range cells.of(r, &first) {
		a := &r.Algorithms[i]
		median := none
		if a.MedianDeathS != nil {
			median = Number(*a.MedianDeathS, first.Decimals)
		}
		t.Rows = append(t.Rows, []string{a.Label + shortOfRuns(r, a), text, median})
	}
	for c := range protocol.Classes {
		t.class(r, c)
	}
	t.Notes = []string{
		"first death: mean over runs; cut off are those in which nobody ran empty",
		"median death: when half of the nodes of all runs had run empty; " + none + " where more than half never did",
	}
	if len(t.Header) > 3 {
		t.Notes = append(t.Notes, "J/node: for the messages of a class, above what idling takes; below 0 where a radio draws less to send than to listen")
	}
	t.Notes = append(t.Notes, cells.notes()...)
	return t, true
}

// energyNotes says what an energy of traffic below zero means, if a row has one.
func energyNotes(reports []*measure.Report, columns []measure.Key) []string {
	for _, k := range columns {
		if k.Name != "energy_traffic_j_per_node" {
			continue
		}
		for _, r := range reports {
			for i := range r.Algorithms {
				if s := r.Algorithms[i].Metrics.Get(k.Name); s != nil && s.Mean < 0 {
					return []string{k.Title + ": below 0 where a radio draws less to send than to listen; a row that sends more has less of it then, so compare energy_j_per_node"}
				}
			}
		}
	}
	return nil
}

// anyDied reports whether a battery ran empty in any run.
func anyDied(r *measure.Report) bool {
	for i := range r.Algorithms {
		if s := r.Algorithms[i].Metrics.Get("first_death_s"); s != nil && s.Censored < s.N {
			return true
		}
	}
	return false
}

// class adds a column for a class of messages, if it took energy in any row.
func (t *Table) class(r *measure.Report, c protocol.Class) {
	traffic, _ := measure.FindKey("energy_traffic_j_per_node")
	said := false
	cells := make([]string, len(r.Algorithms))
	for i := range r.Algorithms {
		cells[i] = none
		if of := r.Algorithms[i].EnergyByClass; of != nil {
			cells[i] = Number(of[c], traffic.Decimals)
			said = said || of[c] != 0
		}
	}
	if !said {
		return
	}
	t.Header, t.Right = append(t.Header, c.String()+"\nJ/node"), append(t.Right, true)
	for i := range cells {
		t.Rows[i] = append(t.Rows[i], cells[i])
	}
}
