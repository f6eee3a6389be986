package links

import (
	"cmp"
	"slices"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/internal/sim/spatial"
)

// Bounds on the interval at which links are examined if there is no equation for them: a
// pedestrian walks two metres in a second, and 20 looks a second follow a car.
const (
	surveyAtMost  = time.Second
	surveyAtLeast = 50 * time.Millisecond
)

// crossing is a predicted change of the link between two nodes; i has the lower ID.
type crossing struct {
	i, j           kernel.Slot
	turnsI, turnsJ uint32
}

// onEpoch takes a new snapshot and predicts every pair that could meet or separate before
// the next: those near the rim of the range.
func (l *Links) onEpoch() {
	if !l.exact {
		l.survey()
		return
	}
	l.epochEnd = kernel.Never
	if good := l.field.GoodFor(); good != kernel.Never {
		l.epochEnd = l.k.Now() + epochs*good
		l.k.At(l.epochEnd, l.epoch, 0)
	}
	l.trust()
	nearM := l.approachM() + rimM
	rim := spatial.Ring{LeastM: l.rangeM - nearM, MostM: l.rangeM + nearM}
	if !l.field.Flat() {
		rim.LeastM = 0 // a pair may part by climbing
	}
	l.planned = l.planned[:0]
	l.field.PairsInSnapshot(rim, func(i kernel.Slot, others []kernel.Slot) (goOn bool) {
		for _, j := range others {
			l.plan(i, j)
		}
		return !l.k.Over()
	})
	slices.SortFunc(l.planned, l.earlier) // the order in which the index has them depends on where they lie in memory
	for _, p := range l.planned {
		l.schedule(p)
	}
}

// epochs is how many times as long as a snapshot an epoch lasts. With longer epochs as many pairs
// per second are near the rim, but fewer are examined to find them: at degree 10 and 10^3 nodes 4
// saves 3 % of a run.
const epochs = 4

// rimM is more than what rounding makes of the distance of a pair.
const rimM = 1e-3

// approachM is by how much the distance of two nodes may change before the epoch ends.
func (l *Links) approachM() float64 {
	if l.epochEnd == kernel.Never {
		return 0
	}
	return 2 * l.field.SpeedMPS() * float64(l.epochEnd-l.k.Now()) / float64(time.Second)
}

// planned is a change of a link in this epoch; i has the lower ID.
type planned struct {
	at   int64
	i, j kernel.Slot
}

func (l *Links) earlier(a, b planned) int {
	if a.at != b.at {
		return cmp.Compare(a.at, b.at)
	}
	return cmp.Or(cmp.Compare(l.k.ID(a.i), l.k.ID(b.i)), cmp.Compare(l.k.ID(a.j), l.k.ID(b.j)))
}

// examined reports whether links change for which there is no equation.
func (l *Links) examined() bool {
	return l.field != nil && !l.exact && (l.field.SpeedMPS() > 0 || l.reach.Medium.Varies())
}

// surveyEvery is the time between two surveys.
func (l *Links) surveyEvery() time.Duration {
	if l.examineEvery > 0 {
		return l.examineEvery
	}
	return max(surveyAtLeast, min(surveyAtMost, time.Duration(l.field.GoodFor())))
}

// survey updates all links, and plans the next survey.
func (l *Links) survey() {
	if l.examined() {
		l.k.At(l.k.Now()+int64(l.surveyEvery()), l.epoch, 0)
	}
	for _, i := range l.k.ByID {
		if l.k.Over() {
			return
		}
		if l.k.Present(i) {
			l.Refresh(i)
		}
	}
}

// predictAll predicts node i's pairs with all nodes that it could meet in this epoch, and with
// those it is linked to.
func (l *Links) predictAll(i kernel.Slot) {
	if !l.exact {
		return // nothing to solve: see survey
	}
	near := l.field.Near(l.field.Point(i), l.rangeM+l.approachM())
	slices.SortFunc(near, func(a, b kernel.Slot) int { return cmp.Compare(l.k.ID(a), l.k.ID(b)) })
	for _, j := range near {
		if j != i && l.k.Present(j) {
			l.predict(i, j)
		}
	}
}

// predict schedules the next change of a pair in this epoch.
func (l *Links) predict(i, j kernel.Slot) {
	if p, changes := l.next(i, j); changes {
		l.schedule(p)
	}
}

// plan keeps the next change of a pair in this epoch, to be scheduled with all others. Most
// pairs near the rim stay on their side of it, which their places and speeds tell without a
// look at what is known of them.
func (l *Links) plan(i, j kernel.Slot) {
	gap := l.field.GapInSnapshot(i, j)
	if l.stays(&gap) {
		return
	}
	if p, changes := l.next(i, j); changes {
		l.planned = append(l.planned, p)
	}
}

// next is the next change of a pair in this epoch, if there is one.
func (l *Links) next(i, j kernel.Slot) (p planned, changes bool) {
	if !l.k.Live(i) || !l.k.Live(j) {
		return p, false
	}
	if l.k.ID(i) > l.k.ID(j) {
		i, j = j, i
	}
	if _, held := l.reach.Held(i, j); held {
		return p, false // until it is released
	}
	linked := l.linked(i, j)
	if !linked && l.reach.Apart(i, j) {
		return p, false
	}
	gap := l.field.Gap(i, j)
	l.mistrust(i, j, &gap)
	in := place.Crossing(gap, l.rangeM, place.SideOf(linked))
	if !(in < place.Soon) {
		return p, false
	}
	at := l.k.Now() + int64(in)
	return planned{at, i, j}, at < l.epochEnd
}

func (l *Links) schedule(p planned) {
	n := l.pool.Take()
	*l.pool.At(n) = crossing{i: p.i, j: p.j, turnsI: l.turns[p.i], turnsJ: l.turns[p.j]}
	l.k.At(p.at, l.cross, uint32(n))
}

// onCross changes the link of a pair, if neither has turned since the prediction.
func (l *Links) onCross(n int32) {
	c := *l.pool.At(n)
	l.pool.Give(n)
	if l.turns[c.i] != c.turnsI || l.turns[c.j] != c.turnsJ {
		return
	}
	l.set(c.i, c.j, !l.linked(c.i, c.j))
	l.predict(c.i, c.j)
}
