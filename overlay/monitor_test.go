package overlay_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/fd"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// desk is a Monitor with an Env around it, of node 5 with capability 50 among 1
// … 9, whose capabilities are ten times their IDs.
type desk struct {
	overlay.Monitor
	now  protocol.Time
	cap  protocol.Capability
	env  protocol.Env
	rand *rand.Rand
}

type roster struct{}

func (roster) Neighbours() []protocol.ID { return nil }
func (roster) Members() []protocol.ID    { return []protocol.ID{1, 2, 3, 4, 5, 6, 7, 8, 9} }

func capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: int64(id) * 10, ID: id}
}

func newDesk() *desk {
	d := &desk{cap: capability(5), rand: rand.New(rand.NewPCG(1, 1))}
	d.do(func(env *protocol.Env) {
		d.Start(env, overlay.MonitorOptions{Detection: smallworld.Budget, Timer: 3, Hysteresis: protocol.Margin{Share: 100}})
	})
	return d
}

// do calls f within a handler and returns its effects.
func (d *desk) do(f func(env *protocol.Env)) []protocol.Effect {
	d.env.Driver().Enter(protocol.Facts{Self: 5, Now: d.now, Capability: d.cap, View: roster{}, Rand: d.rand})
	f(&d.env)
	return slices.Clone(d.env.Driver().Effects())
}

// won is the election by which leaders are elected here.
var won = protocol.Computation{Num: 4, Source: 5}

func (d *desk) follow(c protocol.Capability) []protocol.Effect {
	return d.do(func(env *protocol.Env) { d.Follow(env, c, won) })
}

func (d *desk) tick() (v overlay.Verdict, done []protocol.Effect) {
	d.now = d.now.Add(2 * time.Second)
	done = d.do(func(env *protocol.Env) { v = d.Tick(env) })
	return v, done
}

func (d *desk) hear(from protocol.ID, m protocol.Message) (better protocol.Capability, done []protocol.Effect) {
	done = d.do(func(env *protocol.Env) {
		d.Spoke(env, from)
		better = d.Receive(env, from, m)
	})
	return better, done
}

// routed are the messages among effects, with the timer's left out.
func routed(done []protocol.Effect) (out []protocol.Effect) {
	for _, e := range done {
		if e.Op == protocol.OpRoute {
			out = append(out, e)
		}
	}
	return out
}

func TestFollowerPullsAndSuspects(t *testing.T) {
	d := newDesk()
	d.follow(capability(9))
	for tick := range 4 {
		v, done := d.tick()
		if want := []overlay.Verdict{overlay.Steady, overlay.Steady, overlay.Steady, overlay.Lost}[tick]; v != want {
			t.Fatalf("tick %d: verdict %v, want %v", tick, v, want)
		}
		if v == overlay.Lost {
			if !slices.ContainsFunc(done, func(e protocol.Effect) bool { return e.Op == protocol.OpSuspect && e.To == 9 }) {
				t.Error("no suspicion reported")
			}
			continue
		}
		asked := routed(done)
		if len(asked) != 1 || asked[0].To != 9 {
			t.Fatalf("tick %d: routed %v, want a ping to 9", tick, asked)
		}
		if ping := asked[0].Message.(fd.Ping); ping.Capability != d.cap {
			t.Errorf("the ping carries %v", ping.Capability)
		}
	}
}

// The Monitor reports a new leader to a node that follows another, or vacated its leader.
func TestNewLeadersAreReported(t *testing.T) {
	d := newDesk()
	for _, row := range []struct {
		leader protocol.ID
		vacant bool
		news   bool
	}{
		{leader: 9, news: true}, {leader: 9}, {leader: 7, news: true}, {leader: 5, news: true}, {leader: 5},
		{leader: 5, vacant: true, news: true}, {leader: 9, vacant: true, news: true}, {leader: 9},
	} {
		if row.vacant {
			d.do(func(env *protocol.Env) { d.Vacate(env) })
		}
		done := d.follow(capability(row.leader))
		if !row.news && len(done) != 0 {
			t.Errorf("%+v: did %v", row, done)
		}
		if row.news && (len(done) != 1 || done[0].Op != protocol.OpElected || done[0].To != row.leader || done[0].Computation != won) {
			t.Errorf("%+v: did %v, want that %v is elected", row, done, row.leader)
		}
	}
}

// Each suspicion is taken back once: when any message comes from the suspect, or when it is
// followed again; also if another leader has been suspected since.
func TestSuspectsThatSpeakAreTrusted(t *testing.T) {
	beliefs := func(done []protocol.Effect) (out []protocol.Effect) {
		for _, e := range done {
			if e.Op == protocol.OpSuspect || e.Op == protocol.OpTrust {
				out = append(out, protocol.Effect{Op: e.Op, To: e.To})
			}
		}
		return out
	}
	d := newDesk()
	lose := func(id protocol.ID) {
		d.follow(capability(id))
		for range 4 {
			_, done := d.tick()
			if got := beliefs(done); len(got) > 0 {
				if !slices.EqualFunc(got, []protocol.Effect{{Op: protocol.OpSuspect, To: id}}, same) {
					t.Errorf("reports %v, want that %v is suspected", got, id)
				}
				d.do(func(env *protocol.Env) { d.Vacate(env) })
			}
		}
	}
	for _, id := range []protocol.ID{9, 7, 8} {
		lose(id)
	}
	for _, row := range []struct {
		what string
		done func() []protocol.Effect
		want protocol.ID
	}{
		{"7 pulls", func() []protocol.Effect { _, done := d.hear(7, fd.Ping{Capability: capability(7)}); return done }, 7},
		{"7 pulls again", func() []protocol.Effect { _, done := d.hear(7, fd.Ping{Capability: capability(7)}); return done }, 0},
		{"6 pulls", func() []protocol.Effect { _, done := d.hear(6, fd.Ping{Capability: capability(6)}); return done }, 0},
		{"8 is followed", func() []protocol.Effect {
			return d.follow(capability(8))
		}, 8},
		{"9 reigns", func() []protocol.Effect {
			_, done := d.hear(9, overlay.LeaderAnnouncement{Capability: capability(9)})
			return done
		}, 9},
		{"9 leads on", func() []protocol.Effect {
			_, done := d.hear(9, overlay.LeaderAnnouncement{Capability: capability(9)})
			return done
		}, 0},
	} {
		var want []protocol.Effect
		if row.want != protocol.Nobody {
			want = []protocol.Effect{{Op: protocol.OpTrust, To: row.want}}
		}
		if got := beliefs(row.done()); !slices.EqualFunc(got, want, same) {
			t.Errorf("%s: reports %v, want %v", row.what, got, want)
		}
	}
}

func same(a, b protocol.Effect) bool { return a.Op == b.Op && a.To == b.To }

func TestAnsweredPullsKeepALeader(t *testing.T) {
	d := newDesk()
	d.follow(capability(9))
	for range 10 {
		v, done := d.tick()
		if v != overlay.Steady {
			t.Fatalf("verdict %v", v)
		}
		ping := routed(done)[0].Message.(fd.Ping)
		d.hear(9, fd.Pong{Seq: ping.Seq, Capability: protocol.Capability{Value: 91, ID: 9}})
	}
	if d.Leader().Value != 91 {
		t.Errorf("leader %v: it sent 91 last", d.Leader())
	}
}

// A node challenges if its capability deposes its leader, by the capability that the leader
// last sent.
func TestChallengeAgainstTheLeadersLastWord(t *testing.T) {
	d := newDesk()
	d.follow(capability(9))
	for _, row := range []struct {
		leader, own int64
		want        overlay.Verdict
	}{
		{90, 90, overlay.Steady}, {90, 99, overlay.Steady}, {90, 100, overlay.Challenge}, {45, 50, overlay.Challenge}, {46, 50, overlay.Steady},
	} {
		d.hear(9, fd.Pong{Capability: protocol.Capability{Value: row.leader, ID: 9}})
		d.cap.Value = row.own
		v, done := d.tick()
		if v != row.want {
			t.Errorf("own %d, leader %d, hysteresis a tenth: verdict %v, want %v", row.own, row.leader, v, row.want)
		}
		d.hear(9, fd.Pong{Seq: routed(done)[0].Message.(fd.Ping).Seq, Capability: capability(9)})
	}
}

// What the leader offers is what it says itself, also if that is less than before. An answer
// of another node says nothing of the leader, nor whom to follow.
func TestOnlyTheLeaderSaysWhatItOffers(t *testing.T) {
	d := newDesk()
	d.follow(capability(9))
	less := protocol.Capability{Value: 7, ID: 9}
	d.hear(8, fd.Pong{Capability: capability(8)})
	if d.Leader() != capability(9) {
		t.Errorf("by another's answer the leader is %v", d.Leader())
	}
	if better, _ := d.hear(9, overlay.LeaderAnnouncement{Capability: less}); better.ID != protocol.Nobody || d.Leader() != less {
		t.Errorf("by its announcement the leader is %v, better %v, want %v", d.Leader(), better, less)
	}
	if d.hear(9, fd.Pong{Capability: capability(9)}); d.Leader() != capability(9) {
		t.Errorf("by its answer the leader is %v", d.Leader())
	}
}

// Only a node that leads answers, and it does not announce itself to a node that it
// answers.
func TestOnlyALeaderAnswers(t *testing.T) {
	d := newDesk()
	if _, done := d.hear(1, fd.Ping{Seq: 4, Capability: capability(1)}); len(done) != 0 {
		t.Errorf("without a leader it did %v", done)
	}
	d.follow(capability(9))
	if _, done := d.hear(1, fd.Ping{Seq: 4, Capability: capability(1)}); len(done) != 0 {
		t.Errorf("a follower did %v", done)
	}
	d.follow(d.cap)
	_, done := d.hear(1, fd.Ping{Seq: 4, Capability: capability(1)})
	if len(done) != 1 || done[0].To != 1 || done[0].Message != (fd.Pong{Seq: 4, Capability: d.cap}) {
		t.Errorf("the leader did %v", done)
	}
}

// Successor is the best member that tested this node within the detection time-out, six
// seconds here.
func TestSuccessor(t *testing.T) {
	d := newDesk()
	heir := func() (id protocol.ID) {
		d.do(func(env *protocol.Env) { id = d.Successor(env).ID })
		return id
	}
	if got := heir(); got != protocol.Nobody {
		t.Errorf("of nobody heard of, %v is the best", got)
	}
	d.now = protocol.Time(10 * time.Second)
	for _, row := range []struct {
		after time.Duration
		pulls protocol.ID
		reign protocol.ID // heard of, but not a follower
		want  protocol.ID
	}{
		{0, 3, 9, 3}, {2 * time.Second, 8, 9, 8}, {time.Second, 4, 9, 8}, {4 * time.Second, 4, 9, 8},
		{2 * time.Second, 4, 9, 4}, {6 * time.Second, 0, 9, 0},
	} {
		d.now = d.now.Add(row.after)
		if row.pulls != protocol.Nobody {
			d.hear(row.pulls, fd.Ping{Capability: capability(row.pulls)})
		}
		d.hear(row.reign, overlay.LeaderAnnouncement{Capability: capability(row.reign)})
		if got := heir(); got != row.want {
			t.Errorf("%+v: the successor is %v", row, got)
		}
	}
}

// "A leader announces itself each interval to the members that do not pull it",
// after two intervals of grace.
func TestLeaderTellsThoseThatDoNotPull(t *testing.T) {
	d := newDesk()
	d.follow(d.cap)
	if _, done := d.tick(); len(routed(done)) != 0 {
		t.Errorf("announced at once: %v", done)
	}
	for _, id := range []protocol.ID{1, 2, 8} {
		d.hear(id, fd.Ping{Capability: capability(id)})
	}
	for range 2 {
		for _, id := range []protocol.ID{1, 2} {
			d.hear(id, fd.Ping{Capability: capability(id)})
		}
		_, done := d.tick()
		var told []protocol.ID
		for _, e := range routed(done) {
			if e.Message != (overlay.LeaderAnnouncement{Capability: d.cap}) {
				t.Errorf("told %v", e.Message)
			}
			told = append(told, e.To)
		}
		want := []protocol.ID{3, 4, 6, 7, 9}
		if d.now == protocol.Time(6*time.Second) {
			want = []protocol.ID{3, 4, 6, 7, 8, 9} // 8 has not pulled for two intervals
		}
		if !slices.Equal(told, want) {
			t.Errorf("at %v told %v, want %v", d.now, told, want)
		}
	}
}

func TestLeaderlessAfterTheDetectionTimeout(t *testing.T) {
	d := newDesk()
	for tick, want := range []overlay.Verdict{overlay.Steady, overlay.Steady, overlay.Leaderless} {
		if v, done := d.tick(); v != want || len(routed(done)) != 0 {
			t.Errorf("tick %d: verdict %v, %v", tick, v, done)
		}
	}
}

// The better of two leaders is followed, by the strict order; only a leader's own message
// counts.
func TestAnnouncementsOfLeaders(t *testing.T) {
	for _, row := range []struct {
		name   string
		leader protocol.ID // Nobody: none
		reign  protocol.ID
		want   protocol.ID // whom to follow now; Nobody: whom it follows
	}{
		{"better than one's own leader", 7, 8, 8},
		{"worse than one's own leader", 8, 7, protocol.Nobody},
		{"better than oneself, who leads", 5, 6, 6},
		{"worse than oneself, who leads", 5, 4, protocol.Nobody},
		{"without a leader, better than oneself", protocol.Nobody, 6, 6},
		{"without a leader, worse than oneself", protocol.Nobody, 4, protocol.Nobody},
		{"of one's own leader", 7, 7, protocol.Nobody},
	} {
		d := newDesk()
		if row.leader != protocol.Nobody {
			d.follow(capability(row.leader))
		}
		better, done := d.hear(row.reign, overlay.LeaderAnnouncement{Capability: capability(row.reign)})
		if better.ID != row.want || d.Leader().ID != row.leader || len(done) != 0 {
			t.Errorf("%s: better %v, leader %v, did %v", row.name, better, d.Leader(), done)
		}
	}
}

// A suspected leader that announces itself is trusted again.
func TestReturnOfASuspectedLeaderIsReported(t *testing.T) {
	d := newDesk()
	d.follow(capability(9))
	for range 4 {
		d.tick()
	}
	d.do(func(env *protocol.Env) { d.Vacate(env) })
	_, done := d.hear(9, overlay.LeaderAnnouncement{Capability: capability(9)})
	if len(done) != 1 || done[0].Op != protocol.OpTrust || done[0].To != 9 {
		t.Errorf("did %v, want trust in 9", done)
	}
}

func TestMonitorLeavesOtherMessagesAlone(t *testing.T) {
	d := newDesk()
	d.do(func(env *protocol.Env) {
		before := string(d.Snapshot(nil))
		better := d.Receive(env, 1, smallworld.Note{})
		if after := string(d.Snapshot(nil)); after != before || better.ID != protocol.Nobody || len(env.Driver().Effects()) != 0 {
			t.Errorf("a note changed %q to %q, better %v, did %v", before, after, better, env.Driver().Effects())
		}
	})
}
