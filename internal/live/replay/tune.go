package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Tuning is timers for a network in which another leader must be found within a time.
type Tuning struct {
	Algorithm string        `json:"algorithm"`
	Takeover  time.Duration `json:"takeover_ns"` // wanted of 95 % of the takeovers
	Runs      int           `json:"runs"`        // emulated for each row, with a crash of the leader in each
	Rows      []Tuned       `json:"rows"`
	Best      *Tuned        `json:"best"` // nil: none is fast enough

	Loss   float64 `json:"loss"` // of the worst link, for which the mistakes are
	moving string
}

// A Tuned is a number of misses with the longest interval that is fast enough.
type Tuned struct {
	Interval time.Duration `json:"interval_ns"`
	Misses   int           `json:"misses"`
	Median   time.Duration `json:"takeover_median_ns"` // 0: no takeover ended
	Late     time.Duration `json:"takeover_p95_ns"`
	Open     int           `json:"open"`           // takeovers that had not ended at the end of the run
	PerHour  float64       `json:"mistakes_per_h"` // of all members together, by the formula of the package comment
	Meets    bool          `json:"meets"`
}

// Misses from minMisses to mostTuned are tried. Beyond, an interval is so short that
// signs of life cost more than false alarms do.
const mostTuned = 8

// tuneRuns are the runs of a row, each with one crash of the leader. Of so many the second
// greatest is about the 95th percentile.
const tuneRuns = 40

// tuneTries are the emulations of a row: one with an interval by rule of thumb, the others
// corrected by what the one before has taken.
const tuneTries = 5

// Tune finds timers for the network between the agents: for each number of misses the longest
// interval with which 95 % of the takeovers, emulated with crashes of the leader, end in time.
func (j *Job) Tune(ctx context.Context, takeover time.Duration) (*Tuning, error) {
	r, err := j.begin(ctx)
	if err != nil {
		return nil, err
	}
	if _, emulated := r.Algorithms.Find(r.algorithm.Name); !emulated {
		return nil, fmt.Errorf("timers are found by emulation, and the emulator does not know %s", r.algorithm.Name)
	}
	n, err := r.survey.network(r.beat())
	if err != nil {
		return nil, err
	}
	if len(n.Nodes) < 2 {
		return nil, errors.New("one agent has nobody to take over: timers need the traces of two or more")
	}
	t := &Tuning{Algorithm: r.algorithm.Name, Takeover: takeover, Runs: tuneRuns, Loss: n.Timers.Loss, moving: n.unfit()}
	for misses := minMisses; misses <= mostTuned; misses++ {
		row, err := r.tuneRow(ctx, n, takeover, misses)
		if err != nil {
			return nil, err
		}
		if row != nil {
			t.Rows = append(t.Rows, *row)
		}
	}
	t.choose()
	return t, nil
}

// choose takes the fastest enough row with the fewest mistakes; of those with few enough, that
// with the longest interval, which costs the fewest messages.
func (t *Tuning) choose() {
	worse := func(a, b *Tuned) bool {
		if few := MistakesPerHour; a.PerHour <= few && b.PerHour <= few {
			return a.Interval < b.Interval
		}
		return a.PerHour > b.PerHour
	}
	for i := range t.Rows {
		if row := &t.Rows[i]; row.Meets && (t.Best == nil || worse(t.Best, row)) {
			t.Best = row
		}
	}
}

// tuneRow emulates a number of misses until the interval fits; nil if no interval can be so
// short: a sign of life must have time to arrive.
func (r *replay) tuneRow(ctx context.Context, n *Network, takeover time.Duration, misses int) (*Tuned, error) {
	least := max(2*roundUp(n.slowest(), time.Millisecond), 10*time.Millisecond)
	var best *Tuned
	interval := takeover * 9 / 10 / time.Duration(misses)
	for range tuneTries {
		interval = max(interval.Truncate(time.Millisecond), least)
		row, err := r.emulateRow(ctx, n, takeover, Timers{Interval: interval, Misses: misses})
		if err != nil {
			return nil, err
		}
		if best == nil || row.Meets && (!best.Meets || row.Interval > best.Interval) || !best.Meets && row.Late < best.Late {
			best = row
		}
		// What a takeover takes beside the wait for the missed signs stays; a hundredth is for luck.
		election := max(row.Late-time.Duration(misses)*interval, 0)
		next := (takeover*99/100 - election) / time.Duration(misses)
		if !row.Meets {
			next = min(next, interval*97/100)
		}
		if next < least || row.Meets && next < interval*103/100 {
			break
		}
		interval = next
	}
	return best, nil
}

// emulateRow runs the network with crashes of the leader.
func (r *replay) emulateRow(ctx context.Context, n *Network, takeover time.Duration, t Timers) (*Tuned, error) {
	hello := r.timers()
	crash := (3*hello.Timeout + 4*time.Duration(t.Misses)*t.Interval + 5*time.Second).Truncate(time.Millisecond)
	yaml := r.survey.scenario(n, world{algorithm: r.algorithm.Name, hello: hello, leader: t, runs: tuneRuns,
		span: crash + 5*takeover + 10*time.Second, faults: []string{fmt.Sprintf("{at: %v, crash: leader}", scenarios.Duration(crash))}})
	s, err := scenarios.Read("tuned.yaml", yaml, r.onlyWith(r.tuned(protocol.Detection{Interval: t.Interval, Misses: t.Misses})))
	if err != nil {
		return nil, err
	}
	out, err := campaign.Run(ctx, s, campaign.Options{Jobs: max(r.Jobs, 1), NoHash: true, Own: []measure.Own{takeoverMetric()}})
	switch {
	case err != nil:
		return nil, err
	case out.Interrupted:
		return nil, campaign.ErrInterrupted
	case len(out.Failures) > 0:
		return nil, out.Failures[0]
	}
	row := &Tuned{Interval: t.Interval, Misses: t.Misses,
		PerHour: need{nodes: len(n.Nodes), loss: n.Timers.Loss, interval: t.Interval}.mistakes(t.Misses)}
	var took []time.Duration
	for _, run := range out.Runs {
		if v := run.Metrics.Get(takeoverKey().Name); v.Known {
			took = append(took, time.Duration(v.X*float64(time.Second)))
		}
	}
	row.Open = len(out.Runs) - len(took)
	if slices.Sort(took); len(took) > 0 {
		row.Median, row.Late = took[len(took)/2], took[len(took)*95/100]
	}
	row.Meets = len(took) > 0 && row.Open*20 < len(out.Runs) && row.Late <= takeover
	return row, nil
}

// slowest is the 99th percentile of the slowest way between two agents that are linked.
func (n *Network) slowest() (late time.Duration) {
	for _, p := range n.Pairs {
		if p.Linked {
			late = max(late, p.Forth.Late99, p.Back.Late99)
		}
	}
	return late
}

// Print writes the rows, and the settings to use.
func (t *Tuning) Print(w io.Writer, format string) error {
	if format == table.FormatJSON {
		return json.NewEncoder(w).Encode(t)
	}
	f, err := table.ParseFormat(format)
	if err != nil {
		return err
	}
	table := table.Table{
		Title:  fmt.Sprintf("%s: timers with which 95 %% of the takeovers end within %v, by %d emulated crashes of the leader a row", t.Algorithm, t.Takeover, t.Runs),
		Header: []string{"misses", "interval", "takeover\nmedian", "95 %", "false alarms\nan hour", ""},
		Right:  []bool{true, true, true, true, true, false},
	}
	for i := range t.Rows {
		row, mark := &t.Rows[i], ""
		switch {
		case row == t.Best:
			mark = "use these"
		case !row.Meets:
			mark = "too slow"
		}
		table.Rows = append(table.Rows, []string{fmt.Sprint(row.Misses), row.Interval.String(), row.Median.Round(time.Millisecond).String(),
			row.Late.Round(time.Millisecond).String(), fmt.Sprintf("%.2g", row.PerHour), mark})
	}
	if t.Best != nil {
		table.Notes = append(table.Notes, fmt.Sprintf("settings: --interval %v --misses %d, the same for all agents", t.Best.Interval, t.Best.Misses))
	} else {
		table.Notes = append(table.Notes, fmt.Sprintf("no timers are fast enough: the election alone, or the delays, take too long for %v", t.Takeover))
	}
	table.Notes = append(table.Notes,
		fmt.Sprintf("a false alarm is a leader that lives and is missed: of all members together, at the loss of the worst link (%.2f %%)", 100*t.Loss),
		"crashes come at any phase of the signs of life; the network is that of the traces, and the agents' load is not emulated")
	if t.moving != "" {
		table.Notes = append(table.Notes, t.moving+" Do not trust these timers.")
	}
	return table.Write(w, f)
}
