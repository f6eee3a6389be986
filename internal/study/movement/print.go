package movement

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"bellwether/internal/draw/table"
	"bellwether/internal/formats/movetrace"
)

// Print writes the description, for people.
func (i *Info) Print(w io.Writer, look Look) error {
	b := i.Bounds
	fmt.Fprintf(w, "nodes      %d, on average %.4g %% of the time in the world; %d arrive later, %d leave\n", i.Nodes, 100*i.Present, i.Arrivals, i.Leaves)
	fmt.Fprintf(w, "duration   %v, %d straight legs, %d jumps\n", i.Duration, i.Legs, i.Jumps)
	if i.Lost > 0 {
		stand := ""
		if i.Standing > 0 {
			stand = fmt.Sprintf("below %d of them stand there; ", i.Standing)
		}
		fmt.Fprintf(w, "last fix   before the end for %d of %d nodes: %sin a run they leave, or as mobility.after says\n", i.Lost, i.Nodes, stand)
	}
	fmt.Fprintf(w, "world      x %.6g to %.6g m, y %.6g to %.6g m\n", metres(b.Min[0]), metres(b.Max[0]), metres(b.Min[1]), metres(b.Max[1]))
	if a := i.Altitudes; a != nil {
		fmt.Fprintf(w, "altitude   %.6g to %.6g m in the file; all that follows is in the plane, as in a run without mobility.vertical\n", metres(a[0]), metres(a[1]))
	}
	if i.Unread != nil {
		fmt.Fprintf(w, "altitude   not all can be read: %v\n", i.Unread)
	}
	if a := i.Anchor; a.OnEarth {
		fmt.Fprintf(w, "on Earth   about longitude %.6f, latitude %.6f\n", a.Centre[0], a.Centre[1])
	}
	if begins := i.begins(); begins != "" {
		fmt.Fprintf(w, "begins     %s, ends %s\n", begins, i.Anchor.Start.Add(i.Duration).Format(time.RFC3339))
	}
	fmt.Fprintf(w, "speed      %.4g m/s on average, %.4g %% of the time on the move, at most %.4g m/s\n", i.MeanSpeed, 100*i.Moving, i.MaxSpeed)
	fmt.Fprintf(w, "\nwithin %g m\n", look.RangeM)
	return printMoments(w, i.Moments)
}

// begins is the date of time 0, "" if it has none.
func (i *Info) begins() string {
	if i.Anchor.Start.IsZero() {
		return ""
	}
	return i.Anchor.Start.Format(time.RFC3339)
}

func printMoments(w io.Writer, moments []Moment) error {
	out := table.Table{Header: []string{"time", "nodes", "mean degree", "components", "largest"},
		Right: []bool{true, true, true, true, true}}
	for _, m := range moments {
		out.Rows = append(out.Rows, []string{movetrace.Stamp(m.At), strconv.Itoa(m.Present),
			strconv.FormatFloat(m.MeanDegree, 'f', 2, 64), strconv.Itoa(m.Components), strconv.Itoa(m.Largest)})
	}
	return out.Write(w, table.Text)
}

// momentLine is a moment, for programs.
type momentLine struct {
	AtS        float64 `json:"at_s"`
	Present    int     `json:"present"`
	MeanDegree float64 `json:"mean_degree"`
	Components int     `json:"components"`
	Largest    int     `json:"largest"`
}

func momentLines(of []Moment) []momentLine {
	lines := []momentLine{}
	for _, m := range of {
		lines = append(lines, momentLine{m.At.Seconds(), m.Present, m.MeanDegree, m.Components, m.Largest})
	}
	return lines
}

// metres rounds to the micrometre, and leaves no negative zero.
func metres(m float64) float64 { return math.Round(m*1e6)/1e6 + 0 }

// PrintJSON writes the description for programs: one object, in seconds, metres and m/s.
func (i *Info) PrintJSON(w io.Writer, look Look) error {
	b := i.Bounds
	return json.NewEncoder(w).Encode(struct {
		Nodes     int          `json:"nodes"`
		DurationS float64      `json:"duration_s"`
		Legs      int          `json:"legs"`
		Min       [2]float64   `json:"min_m"`
		Max       [2]float64   `json:"max_m"`
		Altitudes *[2]float64  `json:"altitudes_m,omitempty"` // of the file; speeds and ranges are in the plane
		OnEarth   bool         `json:"on_earth"`
		Centre    [2]float64   `json:"centre_degrees"`
		MaxSpeed  float64      `json:"max_speed"`
		MeanSpeed float64      `json:"mean_speed"`
		Moving    float64      `json:"moving_fraction"`
		Present   float64      `json:"present_fraction"`
		Arrivals  int          `json:"arrivals"`
		Leaves    int          `json:"leaves"`
		Jumps     int          `json:"jumps"`
		Lost      int          `json:"lost"`
		RangeM    float64      `json:"range_m"`
		Moments   []momentLine `json:"moments"`
		Begins    string       `json:"begins,omitempty"` // the date of second 0, if it has one
	}{i.Nodes, i.Duration.Seconds(), i.Legs, b.Min, b.Max, i.Altitudes, i.Anchor.OnEarth, i.Anchor.Centre,
		i.MaxSpeed, i.MeanSpeed, i.Moving, i.Present, i.Arrivals, i.Leaves, i.Jumps, i.Lost, look.RangeM, momentLines(i.Moments), i.begins()})
}
