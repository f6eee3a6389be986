package campaign

import (
	"slices"
	"testing"
	"time"

	"bellwether/scenarios"
)

// The last runs begin longest first, so that no long one is left alone; those before them, and all
// if there is one at a time, go round by round.
func TestLastRunsBeginLongestFirst(t *testing.T) {
	rows := []string{"short", "long", "middle"}
	takes := map[string]time.Duration{"short": time.Second, "long": time.Minute, "middle": 2 * time.Second}
	for jobs, want := range map[int]string{
		1: "short long middle short long middle short long middle",
		2: "short long middle long long middle middle short short",
	} {
		var tasks []task
		for range 3 {
			for _, row := range rows {
				tasks = append(tasks, task{entry: scenarios.Entry{Label: row}})
			}
		}
		f, at := clocked(jobs)
		todo := make([]int, len(tasks))
		for i := range tasks {
			todo[i] = i
			f.Add(Work{Row: tasks[i].entry.Label})
		}
		o, got, begun := newOrder(tasks, todo, f), "", []int(nil)
		for range tasks {
			i := o.next()
			begun = append(begun, i)
			got += " " + tasks[i].entry.Label
			f.made(at, Work{Row: tasks[i].entry.Label}, takes[tasks[i].entry.Label])
		}
		if got[1:] != want {
			t.Errorf("%d at a time begin as%s, want %s", jobs, got, want)
		}
		if slices.Sort(begun); !slices.Equal(begun, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}) {
			t.Errorf("%d at a time: tasks %v", jobs, begun)
		}
	}
}
