package replay

import (
	"encoding/json"
	"time"

	"bellwether/internal/live/merge"
	"bellwether/trace/measure"
)

// A document is the JSON of a replay: the JSON of a campaign with one more key.
type document struct {
	measure.Report
	Replay findings `json:"replay"`
}

type findings struct {
	BeginUnixNS int64         `json:"begin_unix_ns"` // of the first record
	DurationS   float64       `json:"duration_s"`
	WarmupS     float64       `json:"warmup_s"`
	Truth       truthJSON     `json:"truth"`
	Agents      []lifeJSON    `json:"agents"`
	Verdicts    []Verdict     `json:"verdicts"`
	Prediction  *forecastJSON `json:"prediction"`
	Unforeseen  *string       `json:"no_prediction"` // the reason; null if there is a prediction, or none was asked for
}

type truthJSON struct {
	Kind          string   `json:"kind"` // exact or estimated
	Scenario      *string  `json:"scenario"`
	HelloTimeoutS *float64 `json:"hello_timeout_s"`
}

type lifeJSON struct {
	Name        string      `json:"name"`
	Node        uint32      `json:"node"`
	Incarnation int64       `json:"incarnation"`
	File        string      `json:"file"`
	Records     uint64      `json:"records"`
	Clean       bool        `json:"clean"`
	Clock       merge.Basis `json:"clock"`
	AheadS      float64     `json:"ahead_s"`
	DriftPPM    float64     `json:"drift_ppm"`
	ErrorS      *float64    `json:"error_s"` // null: unknown
}

type forecastJSON struct {
	Scenario   string         `json:"scenario"`
	Calibrated bool           `json:"calibrated"`
	Runs       int            `json:"runs"`
	Coverage   float64        `json:"coverage"` // of low … high
	Assumed    []string       `json:"assumed"`
	Metrics    comparedJSON   `json:"metrics"`
	Takeover   Comparison     `json:"takeover_s"`
	Parts      []string       `json:"parts"`
	Report     measure.Report `json:"report"`
}

func (r *Result) document() document {
	f := findings{
		BeginUnixNS: r.Merge.Header.Zero + int64(r.Merge.Begin),
		DurationS:   r.Merge.End.Sub(r.Merge.Begin).Seconds(),
		WarmupS:     r.Warmup.Seconds(), Verdicts: r.Verdicts,
		Truth: truthJSON{Kind: "exact", Scenario: &r.Truth.Scenario},
	}
	if !r.Truth.Exact {
		timeout := r.Truth.HelloTimeout.Seconds()
		f.Truth = truthJSON{Kind: "estimated", HelloTimeoutS: &timeout}
	}
	for _, l := range r.Merge.Lives {
		one := lifeJSON{Name: l.Name, Node: uint32(l.Node), Incarnation: l.Incarnation, File: l.File, Records: l.Records,
			Clean: l.Clean, Clock: l.Clock.Basis, AheadS: l.Clock.Offset.Seconds(), DriftPPM: 1e6 * l.Clock.Drift}
		if l.Clock.Basis != merge.ByWallClock {
			wrong := l.Clock.Error.Seconds()
			one.ErrorS = &wrong
		}
		f.Agents = append(f.Agents, one)
	}
	if p := r.Prediction; p != nil {
		f.Prediction = &forecastJSON{Scenario: p.Scenario, Calibrated: p.Calibrated, Runs: p.Runs, Coverage: Coverage(p.Runs),
			Assumed: p.Assumed, Metrics: p.Compared, Takeover: p.Takeover, Parts: p.Parts(), Report: p.Report}
	} else if r.Unforeseen != "" {
		f.Unforeseen = &r.Unforeseen
	}
	return document{r.Report, f}
}

// comparedJSON is an object with every key of measure, in their order.
type comparedJSON []Comparison

// MarshalJSON writes the comparisons as an object, in their order.
func (c comparedJSON) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, one := range c {
		if i > 0 {
			b = append(b, ',')
		}
		key, _ := json.Marshal(one.Key) // a string can always be marshalled
		value, err := json.Marshal(one)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// networkJSON is what Calibrate prints as JSON.
type networkJSON struct {
	Nodes    []Member    `json:"nodes"`
	LossMean float64     `json:"loss_mean"`
	DelayS   float64     `json:"delay_s"`
	Linked   int         `json:"linked_pairs"`
	Moving   []movingOut `json:"changing_pairs"`
	Ways     []wayOut    `json:"ways"`
	Timers   timerOut    `json:"timers"`
}

// movingOut is a pair whose link changes.
type movingOut struct {
	A        int          `json:"a"`
	B        int          `json:"b"`
	Up       float64      `json:"up_fraction"`
	Contacts [][2]float64 `json:"contacts_s"`
}

type wayOut struct {
	From     int     `json:"from"`
	To       int     `json:"to"`
	Sent     uint64  `json:"sent"`
	Received uint64  `json:"received"`
	Loss     float64 `json:"loss"`
	LeastS   float64 `json:"delay_least_s"`
	MedianS  float64 `json:"delay_median_s"`
	Late99S  float64 `json:"delay_p99_s"`
	RTTS     float64 `json:"round_trip_median_s"`
	RTTMinS  float64 `json:"round_trip_least_s"`
}

type timerOut struct {
	IntervalS       float64 `json:"interval_s"`
	Misses          int     `json:"misses"`
	HelloTimeoutS   float64 `json:"hello_timeout_s"`
	Loss            float64 `json:"loss"`
	MistakesPerHour float64 `json:"mistakes_per_h"`
}

func (n *Network) document() networkJSON {
	out := networkJSON{Nodes: n.Nodes, LossMean: n.Loss, DelayS: n.Delay.Seconds(), Linked: n.Linked,
		Timers: timerOut{n.Timers.Interval.Seconds(), n.Timers.Misses, n.Timers.Timeout.Seconds(), n.Timers.Loss, n.Timers.PerHour}}
	out.Moving = []movingOut{}
	for _, p := range n.Pairs {
		if p.Changes {
			one := movingOut{A: p.A, B: p.B, Up: p.Up}
			for _, m := range p.Meetings {
				one.Contacts = append(one.Contacts, [2]float64{seconds(m.From), seconds(m.Until)})
			}
			out.Moving = append(out.Moving, one)
		}
		for _, d := range []struct {
			from, to int
			w        Way
		}{{p.A, p.B, p.Forth}, {p.B, p.A, p.Back}} {
			out.Ways = append(out.Ways, wayOut{d.from, d.to, d.w.Sent, d.w.Received, d.w.Loss, seconds(d.w.Least),
				seconds(d.w.Median), seconds(d.w.Late99), seconds(p.RTT), seconds(p.RTTMin)})
		}
	}
	return out
}

func seconds(d time.Duration) float64 { return d.Seconds() }
