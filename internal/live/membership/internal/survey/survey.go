package survey

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// Bounds of questions of reach.
const (
	// ReachAgain is how long an agent repeats what it found: however often it is asked, it
	// tries each member at most so often.
	ReachAgain = 5 * time.Second
)

// A Reach is what one member answered to the question who answers it.
type Reach struct {
	From     string        `json:"from"`          // its name
	Answered bool          `json:"answered"`      // whether it answered the question
	Why      string        `json:"why,omitempty"` // why there is no answer
	To       []ReachMember `json:"to,omitempty"`  // by name, at most the first 128
}

// A ReachMember is a member that another one tried to reach by a datagram.
type ReachMember struct {
	Name    string        `json:"name"`
	Answers bool          `json:"answers"`
	RTT     time.Duration `json:"rtt_ns,omitempty"`
}

// A link sends the messages and pings of this agent while it is a member.
type surveyLink interface {
	Post(addr string, b []byte)
	Ping(name, addr string) (time.Duration, error)
	Done() <-chan struct{} // closed when this agent is no member any more
}

// Survey finds out who answers whom, and answers that question of others.
type Survey struct {
	own     *self.Agent
	view    *view.View
	report  *report.Report
	patient time.Duration // for one ping: a probe time-out

	asked chan wire.ReachFrom
	told  chan wire.ReachFrom
	mine  sync.Mutex // one question of ours at a time

	last []wire.Reached // of the goroutine that answers
	at   time.Time
}

// Options are what a survey is made of.
type Options struct {
	Own     *self.Agent
	View    *view.View
	Report  *report.Report
	Patient time.Duration // for one ping: a probe time-out
}

// New returns one that has nothing to do yet.
func New(o Options) *Survey {
	return &Survey{own: o.Own, view: o.View, report: o.Report, patient: o.Patient,
		asked: make(chan wire.ReachFrom, wire.OrderLimit), told: make(chan wire.ReachFrom, wire.ReachLimit)}
}

// Heard queues a question or an answer.
func (s *Survey) Heard(h wire.Header, b []byte) {
	f, err := wire.DecodeReach(h, b)
	if err != nil {
		s.report.Malformed()
		return
	}
	queue := s.asked
	if h.Kind == wire.KindTell {
		queue = s.told
	}
	select {
	case queue <- f:
	default: // the asker repeats it
	}
}

// Find finds out who answers whom: this agent tries every member that has not left, and asks
// those that are alive to do the same. It takes a few probe time-outs.
func (s *Survey) Find(ctx context.Context, link surveyLink) ([]Reach, error) {
	s.mine.Lock()
	defer s.mine.Unlock()
	ctx, cancel := context.WithTimeout(ctx, reachPatience*s.patient)
	defer cancel()
	token, me := rand.Uint64(), s.own.Ident()
	answers := map[protocol.ID][]wire.Reached{}
	again := time.NewTicker(s.patient)
	defer again.Stop()
	asked := s.view.List(func(m view.Member) bool { return m.State == view.Alive && m.Version >= 2 })
	select {
	case s.asked <- wire.ReachFrom{ID: me, Token: token}:
	default: // many are asking us: our own answer will be missing
	}
	s.askAll(link, token, asked, answers)
	for len(answers) < 1+len(asked) {
		select {
		case f := <-s.told:
			if f.Token == token {
				answers[f.ID] = f.All
			}
		case <-again.C:
			s.askAll(link, token, asked, answers)
		case <-link.Done():
			return nil, self.ErrLeft
		case <-ctx.Done():
			return s.reaches(answers), nil
		}
	}
	return s.reaches(answers), nil
}

// reachPatience is in probe time-outs: the members' own tries take one, and questions and
// answers may get lost.
const reachPatience = 6

func (s *Survey) askAll(link surveyLink, token uint64, asked []view.Member, answers map[protocol.ID][]wire.Reached) {
	for _, to := range asked {
		if _, done := answers[to.Meta.ID]; !done {
			link.Post(to.Addr, wire.ReachFrom{Token: token}.Append(s.own.Header(wire.KindAsk).Append(nil)))
		}
	}
}

// reaches puts names to what was found.
func (s *Survey) reaches(answers map[protocol.ID][]wire.Reached) []Reach {
	me := s.own.Ident()
	name := func(id protocol.ID) string {
		if id == me {
			return s.own.Name
		}
		return s.view.Named(id)
	}
	to := func(all []wire.Reached) (out []ReachMember) {
		for _, m := range all {
			one := ReachMember{Name: name(m.ID), Answers: m.Rtt != wire.Silent}
			if one.Answers {
				one.RTT = time.Duration(m.Rtt) * time.Microsecond
			}
			out = append(out, one)
		}
		slices.SortFunc(out, func(a, b ReachMember) int { return cmp.Compare(a.Name, b.Name) })
		return out
	}
	own, answered := answers[me]
	all := []Reach{{From: s.own.Name, Answered: answered, To: to(own)}}
	for _, m := range s.view.List(func(m view.Member) bool { return m.State != view.Left }) {
		one := Reach{From: m.Name}
		switch found, answered := answers[m.Meta.ID]; {
		case answered:
			one.Answered, one.To = true, to(found)
		case m.State == view.Failed:
			one.Why = "it has failed"
		case m.Version < 2:
			one.Why = "its version does not know the question"
		default:
			one.Why = "it did not answer"
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b Reach) int { return cmp.Compare(a.From, b.From) })
	return all
}

// Answer answers the questions of others.
func (s *Survey) Answer(link surveyLink) {
	for {
		select {
		case <-link.Done():
			return
		case f := <-s.asked:
			me := s.own.Ident()
			to, known := s.view.FindID(f.ID)
			if !known && f.ID != me {
				continue
			}
			f.All = s.tryAll(link)
			if f.ID == me {
				select {
				case s.told <- f:
				case <-link.Done():
				}
				continue
			}
			link.Post(to.Addr, f.Append(s.own.Header(wire.KindTell).Append(nil)))
		}
	}
}

// tryAll sends a ping to each member that has not left, and returns which answered. It
// returns what it found before if that is new enough.
func (s *Survey) tryAll(link surveyLink) []wire.Reached {
	if !s.at.IsZero() && time.Since(s.at) < ReachAgain {
		return s.last
	}
	members := s.view.List(func(m view.Member) bool { return m.State != view.Left })
	members = members[:min(len(members), wire.ReachLimit)]
	all := make([]wire.Reached, len(members))
	var trying sync.WaitGroup
	for i, m := range members {
		trying.Go(func() {
			all[i] = wire.Reached{ID: m.Meta.ID, Rtt: wire.Silent}
			if rtt, err := link.Ping(m.Name, m.Addr); err == nil {
				all[i].Rtt = uint32(min(rtt.Microseconds(), wire.Silent-1))
			}
		})
	}
	trying.Wait()
	s.last, s.at = all, time.Now()
	return all
}
