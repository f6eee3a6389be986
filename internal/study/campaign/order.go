package campaign

import "sync"

// order hands out the runs that are to be made: in their order, but the last ones longest first,
// as far as their times are known. Otherwise a long run may begin last, and all other processors
// wait for it.
type order struct {
	mutex    sync.Mutex
	todo     []int // numbers of tasks
	last     int   // how many are the last ones
	work     func(i int) Work
	forecast *Forecast
}

// newOrder returns an order of the tasks that are to be done. The last ones are a run of each row
// for each run at a time.
func newOrder(tasks []task, todo []int, forecast *Forecast) *order {
	o := &order{todo: todo, work: func(i int) Work { return Work{Row: tasks[i].entry.Label} }, forecast: forecast}
	if jobs := forecast.jobs; jobs > 1 {
		rows := map[string]bool{}
		for _, i := range todo {
			rows[tasks[i].entry.Label] = true
		}
		o.last = jobs * len(rows)
	}
	return o
}

// next returns the number of the task that is to begin.
func (o *order) next() int {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	first := 0
	if len(o.todo) <= o.last {
		longest := o.forecast.takes(o.work(o.todo[0]))
		for n, i := range o.todo {
			if takes := o.forecast.takes(o.work(i)); takes > longest {
				first, longest = n, takes
			}
		}
	}
	i := o.todo[first]
	o.todo = append(o.todo[:first:first], o.todo[first+1:]...)
	return i
}
