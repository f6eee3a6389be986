package movement

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
)

// namesShown bounds the nodes whose names are printed for people.
const namesShown = 50

// Print writes the description, for people.
func (i *ContactInfo) Print(w io.Writer) error {
	n := len(i.Names)
	fmt.Fprintf(w, "nodes      %d; %d of %d pairs ever meet\n", n, i.Pairs, n*(n-1)/2)
	if !i.numbered() {
		i.printNames(w)
	}
	fmt.Fprintf(w, "time       %s to %s in the file%s\n", movetrace.Stamp(i.First), movetrace.Stamp(i.Last), unix(i.First, i.Last))
	fmt.Fprintf(w, "contacts   %d of %d sightings: %d without length left out, %d pairs seen by one side only, %d contacts never end\n",
		i.Contacts, i.Rows, i.Empty, i.OneSided, i.Open)
	i.Lasts.print(w, "contact  ")
	i.Apart.print(w, "between  ")
	fmt.Fprintf(w, "degree     %.4g on average over that time\n", i.MeanDegree)
	fmt.Fprintf(w, "grain      all instants are whole multiples of %v apart\n\n", i.Grain)
	return printMoments(w, i.Moments)
}

// unix returns how long a file of seconds since 1970 lasts.
func unix(first, last time.Duration) string {
	if !movetrace.IsUnix(last) {
		return ""
	}
	return fmt.Sprintf(", whose times are seconds since 1970: %v", last-first)
}

func (t Times) print(w io.Writer, what string) {
	if t.Count == 0 {
		fmt.Fprintf(w, "%s  none\n", what)
		return
	}
	fmt.Fprintf(w, "%s  median %v, 95 %% within %v, of %d\n", what, t.Median.Round(time.Millisecond), t.P95.Round(time.Millisecond), t.Count)
}

// printNames lists the names of nodes by id.
func (i *ContactInfo) printNames(w io.Writer) {
	var pairs []string
	for k, name := range i.Names[:min(len(i.Names), namesShown)] {
		pairs = append(pairs, strconv.Itoa(k+1)+"="+name)
	}
	if more := len(i.Names) - namesShown; more > 0 {
		pairs = append(pairs, fmt.Sprintf("and %d more: --format json", more))
	}
	fmt.Fprintf(w, "ids        %s\n", strings.Join(pairs, " "))
}

// PrintJSON writes the description for programs: one object, times in seconds. The k-th
// name is that of node k.
func (i *ContactInfo) PrintJSON(w io.Writer) error {
	type times struct {
		Count   int     `json:"count"`
		MedianS float64 `json:"median_s"`
		P95S    float64 `json:"p95_s"`
	}
	of := func(t Times) times { return times{t.Count, t.Median.Seconds(), t.P95.Seconds()} }
	return json.NewEncoder(w).Encode(struct {
		Nodes      int          `json:"nodes"`
		Names      []string     `json:"names"`
		FirstS     float64      `json:"first_s"`
		LastS      float64      `json:"last_s"`
		Sightings  int          `json:"sightings"`
		Empty      int          `json:"empty"`
		OneSided   int          `json:"one_sided_pairs"`
		Contacts   int          `json:"contacts"`
		Pairs      int          `json:"pairs"`
		Open       int          `json:"open"`
		GrainS     float64      `json:"grain_s"`
		Lasts      times        `json:"contact_times"`
		Apart      times        `json:"inter_contact_times"`
		MeanDegree float64      `json:"mean_degree"`
		Moments    []momentLine `json:"moments"`
	}{len(i.Names), i.Names, i.First.Seconds(), i.Last.Seconds(), i.Rows, i.Empty, i.OneSided, i.Contacts, i.Pairs, i.Open,
		i.Grain.Seconds(), of(i.Lasts), of(i.Apart), i.MeanDegree, momentLines(i.Moments)})
}
