package film

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"bellwether/internal/base/errs"
	"bellwether/protocol"
	"bellwether/trace"
)

// A camera makes a film of the lines of a trace.
type camera struct {
	film    *Film
	later   protocol.Time // of all records, than the trace says
	scene   table
	page    table
	name    string        // of the file
	size    int           // of a page
	said    uint32        // records of pages so far
	from    protocol.Time // of the first record of the page
	to      protocol.Time // of its last
	truth   truth
	clock   trace.Clock
	line    timeline
	moments moments
	teller  *teller
}

func newCamera(h *trace.Header, o Options) (*camera, error) {
	pages, err := newStore(o.Dir)
	if err != nil {
		return nil, err
	}
	m := h.Origin.Measured
	goal := cmp.Or(protocol.Goal(m.Goal), protocol.GoalBest)
	c := &camera{name: o.Name, size: cmp.Or(o.Page, pageRecords), film: &Film{pages: pages}, truth: truth{nodes: map[protocol.ID]*node{}, goal: goal}}
	if o.Zero != 0 && h.Zero != 0 {
		c.later = protocol.Time(h.Zero - o.Zero)
	}
	c.film.Head = Head{
		Scenario: h.Scenario, Algorithm: h.Algorithm, Seed: h.Seed, Build: h.Origin.Build, ZeroNs: h.Zero - int64(c.later),
		Goal: string(goal), WarmupNs: int64(m.Warmup), Names: map[int]string{}, Obstacles: h.Ground.Obstacles, Spans: h.Ground.Spans, Roads: h.Ground.Roads, Unseen: h.Ground.ObstaclesLeftOut + h.Ground.RoadsLeftOut, RangeM: rangeM(h.Origin.YAML),
		Kinds: named(trace.Kind.String), Whys: named(trace.Why.String), Classes: classes(), Messages: messages(h.Messages),
		Pages: []Page{}, Moments: []Moment{}, Words: []Sentence{}, Format: Format, Nodes: []uint32{}, Seen: make([]bool, protocol.Classes),
	}
	c.teller = newTeller(&c.truth, &c.clock, c.film.Head.Names)
	return c, nil
}

// named returns names by number, up to the highest number that has one.
func named[T ~uint8](name func(T) string) (all []string) {
	for i := T(0); name(i) != "unknown" || i == 0; i++ {
		all = append(all, name(i))
	}
	return all
}

func classes() (all []string) {
	for c := range protocol.Classes {
		all = append(all, c.String())
	}
	return all
}

func messages(of []trace.MessageName) []string {
	all := []string{}
	for _, m := range of {
		for len(all) <= int(m.Kind) {
			all = append(all, "")
		}
		all[m.Kind] = m.Name
	}
	return all
}

// take adds a line to the film.
func (c *camera) take(l *trace.Line) error {
	r := &l.Record
	if c.later != 0 {
		r = c.shifted(*r)
	}
	h := &c.film.Head
	h.Records++
	h.EndNs = max(h.EndNs, int64(r.At))
	if c.clock.Ended(r) {
		c.line.count.wrong, c.line.count.judged = c.look(c.clock.At)
	}
	c.line.advance(r.At)
	c.teller.before(r.At)
	c.follow(r)
	if trace.ClockKinds.Has(r.Kind) {
		c.clock.Changed(r)
	}
	if !said.Has(r.Kind) {
		c.stage(r)
		return nil
	}
	if c.page.count == 0 {
		c.from = r.At
	}
	if r.Kind == trace.Send || r.Kind == trace.Receive {
		h.Seen[r.Class] = true
	}
	c.to = r.At
	c.page.add(r, string(content(l.Content)), 0)
	c.said++
	if c.page.count < c.size {
		return nil
	}
	return c.turn()
}

// shifted is a record on the film's clock.
func (c *camera) shifted(r trace.Record) *trace.Record {
	r.At += c.later
	if ends.Has(r.Kind) && r.Value > 0 {
		r.Value += int64(c.later)
	}
	return &r
}

// ends are the kinds whose Value is an instant.
var ends = trace.Of(trace.Move, trace.Altitude, trace.Strike, trace.Mute)

// content returns a message's content, "" for a message without fields.
func content(raw json.RawMessage) json.RawMessage {
	if bytes.Equal(raw, []byte("null")) || bytes.Equal(raw, []byte("{}")) {
		return nil
	}
	return raw
}

// follow keeps the truth and the curves up to date.
func (c *camera) follow(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		c.line.here().sent++
	case trace.Lost:
		if r.Node != protocol.Nobody {
			c.line.here().lost++
		}
	case trace.Sample:
		if c.clock.Sampled(r) {
			wrong, judged := c.look(r.At)
			b := c.line.here()
			b.wrong, b.judged = b.wrong+wrong, b.judged+judged
		}
	case trace.Named:
		c.film.Head.Names[int(r.Peer)] = r.Name
		c.truth.of(r.Peer) // a node whose own trace is missing
	default:
		c.change(r)
	}
}

// look judges the truth of an instant: how many live nodes are without the right leader.
func (c *camera) look(at protocol.Time) (wrong, judged float64) {
	w, j := c.truth.judge()
	c.film.Head.Truth = c.truth.sampled
	c.moments.rivals(at, c.truth.rivals())
	return float64(w), float64(j)
}

// change updates the counts by a record of one node.
func (c *camera) change(r *trace.Record) {
	changed := false
	if r.Node != protocol.Nobody {
		n := c.truth.of(r.Node)
		component := n.component
		before, led := n.counts(r.Node), n.live && n.leader == r.Node
		if changed = c.truth.take(r); changed {
			c.line.count.add(n.counts(r.Node), before)
			if leads := n.live && n.leader == r.Node; leads != led {
				c.moments.rivals(r.At, c.truth.rivals())
			}
			c.moments.elections(r.At, int(c.line.count.electing))
		}
		changed = changed || n.component != component
		if r.Kind == trace.Energy && c.truth.joules > 0 {
			c.line.here().joules = c.truth.joules
		}
	}
	c.moments.take(r)
	c.teller.after(r, changed)
}

// add adds what a node adds now, in place of what it added before.
func (b *bin) add(now, before bin) {
	b.live += now.live - before.live
	b.leaderless += now.leaderless - before.leaderless
	b.electing += now.electing - before.electing
	b.leaders += now.leaders - before.leaders
}

// stage adds a record to the scene.
func (c *camera) stage(r *trace.Record) {
	h := &c.film.Head
	if r.Kind == trace.Move {
		h.Planar = true
	}
	if r.Kind == trace.Altitude {
		h.High = true
	}
	if c.scene.count >= mostScene && sampled.Has(r.Kind) && !(r.Kind == trace.Component && c.clock.Steps) {
		h.LeftOut++
		return
	}
	c.scene.add(r, r.Name, c.said)
}

// shareOfWords is the part of a film that its sentences take at most.
const shareOfWords = 10

// fit reports whether sentences take at most their share of the film, packed. A film of a
// few records may have freeWords bytes of them.
func (c *camera) fit(all []Sentence) bool {
	const freeWords = 2048
	text, err := json.Marshal(all)
	if err != nil {
		panic("film: sentences cannot be written: " + err.Error())
	}
	packed, err := pack(text)
	if err != nil {
		return false
	}
	size := len(c.film.scene)
	for _, p := range c.film.Head.Pages {
		size += p.Bytes
	}
	return len(packed) <= max(freeWords, size/shareOfWords)
}

// turn ends a page.
func (c *camera) turn() error {
	packed, err := pack(c.page.bytes())
	if err != nil {
		return err
	}
	c.film.Head.Pages = append(c.film.Head.Pages, Page{FromNs: int64(c.from), ToNs: int64(c.to), Records: c.page.count, Bytes: len(packed)})
	c.page.clear()
	return c.film.pages.add(packed)
}

// finish ends the film.
func (c *camera) finish() (*Film, error) {
	h := &c.film.Head
	end := protocol.Time(h.EndNs)
	if c.page.count > 0 {
		if err := c.turn(); err != nil {
			return nil, err
		}
	}
	h.Scene = c.scene.count
	scene, err := pack(c.scene.bytes())
	if err != nil {
		return nil, err
	}
	c.film.scene = scene
	delete(c.truth.nodes, protocol.Nobody)
	for _, id := range slices.Sorted(maps.Keys(c.truth.nodes)) {
		h.Nodes = append(h.Nodes, uint32(id))
	}
	if len(h.Nodes) == 0 {
		return nil, errs.Film.Errorf("%s has no record of a node: there is nothing to show", c.name)
	}
	h.Curves = c.line.curves()
	h.Moments = c.moments.list(end)
	h.Words = c.teller.finish(c.fit)
	return c.film, nil
}
