package membership

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"bellwether/protocol"
)

// Bounds of questions of reach.
const (
	// reachAgain is how long an agent repeats what it found: however often it is asked, it
	// tries each member at most so often.
	reachAgain = 5 * time.Second
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
	post(addr string, b []byte)
	ping(name, addr string) (time.Duration, error)
	done() <-chan struct{} // closed when this agent is no member any more
}

// survey finds out who answers whom, and answers that question of others.
type survey struct {
	own     *own
	view    *view
	report  *report
	patient time.Duration // for one ping: a probe time-out

	asked chan reachFrom
	told  chan reachFrom
	mine  sync.Mutex // one question of ours at a time

	last []reached // of the goroutine that answers
	at   time.Time
}

// surveyOptions are what a survey is made of.
type surveyOptions struct {
	Own     *own
	View    *view
	Report  *report
	Patient time.Duration // for one ping: a probe time-out
}

func newSurvey(o surveyOptions) *survey {
	return &survey{own: o.Own, view: o.View, report: o.Report, patient: o.Patient,
		asked: make(chan reachFrom, orderLimit), told: make(chan reachFrom, reachLimit)}
}

// heard queues a question or an answer.
func (s *survey) heard(h header, b []byte) {
	f, err := decodeReach(h, b)
	if err != nil {
		s.report.malformed()
		return
	}
	queue := s.asked
	if h.kind == kindTell {
		queue = s.told
	}
	select {
	case queue <- f:
	default: // the asker repeats it
	}
}

// find finds out who answers whom: this agent tries every member that has not left, and asks
// those that are alive to do the same. It takes a few probe time-outs.
func (s *survey) find(ctx context.Context, link surveyLink) ([]Reach, error) {
	s.mine.Lock()
	defer s.mine.Unlock()
	ctx, cancel := context.WithTimeout(ctx, reachPatience*s.patient)
	defer cancel()
	token, me := rand.Uint64(), s.own.ident()
	answers := map[protocol.ID][]reached{}
	again := time.NewTicker(s.patient)
	defer again.Stop()
	asked := s.view.list(func(m Member) bool { return m.State == Alive && m.Version >= 2 })
	select {
	case s.asked <- reachFrom{id: me, token: token}:
	default: // many are asking us: our own answer will be missing
	}
	s.askAll(link, token, asked, answers)
	for len(answers) < 1+len(asked) {
		select {
		case f := <-s.told:
			if f.token == token {
				answers[f.id] = f.all
			}
		case <-again.C:
			s.askAll(link, token, asked, answers)
		case <-link.done():
			return nil, ErrLeft
		case <-ctx.Done():
			return s.reaches(answers), nil
		}
	}
	return s.reaches(answers), nil
}

// reachPatience is in probe time-outs: the members' own tries take one, and questions and
// answers may get lost.
const reachPatience = 6

func (s *survey) askAll(link surveyLink, token uint64, asked []Member, answers map[protocol.ID][]reached) {
	for _, to := range asked {
		if _, done := answers[to.Meta.ID]; !done {
			link.post(to.Addr, reachFrom{token: token}.append(s.own.header(kindAsk).append(nil)))
		}
	}
}

// reaches puts names to what was found.
func (s *survey) reaches(answers map[protocol.ID][]reached) []Reach {
	me := s.own.ident()
	name := func(id protocol.ID) string {
		if id == me {
			return s.own.name
		}
		return s.view.named(id)
	}
	to := func(all []reached) (out []ReachMember) {
		for _, m := range all {
			one := ReachMember{Name: name(m.id), Answers: m.rtt != silent}
			if one.Answers {
				one.RTT = time.Duration(m.rtt) * time.Microsecond
			}
			out = append(out, one)
		}
		slices.SortFunc(out, func(a, b ReachMember) int { return cmp.Compare(a.Name, b.Name) })
		return out
	}
	own, answered := answers[me]
	all := []Reach{{From: s.own.name, Answered: answered, To: to(own)}}
	for _, m := range s.view.list(func(m Member) bool { return m.State != Left }) {
		one := Reach{From: m.Name}
		switch found, answered := answers[m.Meta.ID]; {
		case answered:
			one.Answered, one.To = true, to(found)
		case m.State == Failed:
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

// answer answers the questions of others.
func (s *survey) answer(link surveyLink) {
	for {
		select {
		case <-link.done():
			return
		case f := <-s.asked:
			me := s.own.ident()
			to, known := s.view.findID(f.id)
			if !known && f.id != me {
				continue
			}
			f.all = s.tryAll(link)
			if f.id == me {
				select {
				case s.told <- f:
				case <-link.done():
				}
				continue
			}
			link.post(to.Addr, f.append(s.own.header(kindTell).append(nil)))
		}
	}
}

// tryAll sends a ping to each member that has not left, and returns which answered. It
// returns what it found before if that is new enough.
func (s *survey) tryAll(link surveyLink) []reached {
	if !s.at.IsZero() && time.Since(s.at) < reachAgain {
		return s.last
	}
	members := s.view.list(func(m Member) bool { return m.State != Left })
	members = members[:min(len(members), reachLimit)]
	all := make([]reached, len(members))
	var trying sync.WaitGroup
	for i, m := range members {
		trying.Go(func() {
			all[i] = reached{m.Meta.ID, silent}
			if rtt, err := link.ping(m.Name, m.Addr); err == nil {
				all[i].rtt = uint32(min(rtt.Microseconds(), silent-1))
			}
		})
	}
	trying.Wait()
	s.last, s.at = all, time.Now()
	return all
}
