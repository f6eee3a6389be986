package hunt

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"bellwether/scenarios"
)

func TestProbe(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("PROBE"))
	only := os.Getenv("PROBE_ALG")
	first, _ := strconv.Atoi(os.Getenv("PROBE_FIRST"))
	j := &judge{}
	for _, a := range scenarios.Algorithms() {
		if only != "" && a.Name != only {
			continue
		}
		began := time.Now()
		count := map[string]int{}
		asked := [3]int{}
		late := 0
		var slow time.Duration
		slowest := 0
		for k := first; k < first+n; k++ {
			w := draw(1, uint64(k), &a)
			b := time.Now()
			r, err := j.world(t.Context(), w)
			if d := time.Since(b); d > slow {
				slow, slowest = d, w.Nodes
			}
			if err != nil {
				t.Fatalf("%s %d: %v\n%s", a.Name, k, err, w.YAML())
			}
			asked[r.Asked]++
			if r.Late {
				late++
			}
			if r.Breach != nil {
				key := string(r.Breach.Law) + " " + r.Breach.Of
				if count[key]++; count[key] <= 3 {
					fmt.Printf("  %s world %d (%d nodes, params %v): %v\n", a.Name, k, w.Nodes, w.Params, r.Breach)
				}
			}
		}
		fmt.Printf("%s: %d worlds in %v, asked %v late %d, slowest %v of %d nodes: %v\n", a.Name, n, time.Since(began).Round(time.Millisecond), asked, late, slow, slowest, count)
	}
}
