package membership

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"bellwether/protocol"
)

// Bounds of questions of reach.
const (
	reachLimit = 128 // members that an agent tries: their list is in one datagram
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

// reached is one member of an answer.
type reached struct {
	id  protocol.ID
	rtt uint32 // µs; silent: no answer
}

const silent = math.MaxUint32

// survey holds the questions that came and the answers to ours.
type survey struct {
	asked chan reachFrom
	told  chan reachFrom
	mine  sync.Mutex // one question of ours at a time

	last []reached // of the goroutine that answers
	at   time.Time
}

// A reachFrom is a question or an answer as it came in.
type reachFrom struct {
	id    protocol.ID
	token uint64
	all   []reached
}

func newSurvey() survey {
	return survey{asked: make(chan reachFrom, orderLimit), told: make(chan reachFrom, reachLimit)}
}

// append writes the token and the members.
func (f reachFrom) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, f.token)
	for _, m := range f.all {
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(m.id)), m.rtt)
	}
	return b
}

// decodeReach accepts any bytes: it returns what follows the header of a question or answer,
// or an error.
func decodeReach(h header, b []byte) (reachFrom, error) {
	if len(b) < 8 || len(b)%8 != 0 || len(b) > 8+8*reachLimit || h.kind == kindAsk && len(b) > 8 {
		return reachFrom{}, fmt.Errorf("%w: reach of %d bytes", errMessage, len(b))
	}
	f := reachFrom{id: h.id, token: binary.BigEndian.Uint64(b)}
	for b = b[8:]; len(b) > 0; b = b[8:] {
		f.all = append(f.all, reached{protocol.ID(binary.BigEndian.Uint32(b)), binary.BigEndian.Uint32(b[4:])})
	}
	return f, nil
}

// onReach queues a question or an answer.
func (c callbacks) onReach(h header, b []byte) {
	f, err := decodeReach(h, b)
	if err != nil {
		c.tally.count(malformed)
		return
	}
	queue := c.survey.asked
	if h.kind == kindTell {
		queue = c.survey.told
	}
	select {
	case queue <- f:
	default: // the asker repeats it
	}
}

// Reach finds out who answers whom: this agent tries every member that has not left, and asks
// those that are alive to do the same. It takes a few probe time-outs.
func (g *Gossip) Reach(ctx context.Context) ([]Reach, error) {
	r := g.run.Load()
	if r == nil {
		return nil, ErrLeft
	}
	g.survey.mine.Lock()
	defer g.survey.mine.Unlock()
	ctx, cancel := context.WithTimeout(ctx, reachPatience*g.options.Timing.ProbeTimeout)
	defer cancel()
	token, me := rand.Uint64(), g.ownMeta().ID
	answers := map[protocol.ID][]reached{}
	again := time.NewTicker(g.options.Timing.ProbeTimeout)
	defer again.Stop()
	asked := g.view.list(func(m Member) bool { return m.State == Alive && m.Version >= 2 })
	select {
	case g.survey.asked <- reachFrom{id: me, token: token}:
	default: // many are asking us: our own answer will be missing
	}
	g.askAll(r, token, asked, answers)
	for len(answers) < 1+len(asked) {
		select {
		case f := <-g.survey.told:
			if f.token == token {
				answers[f.id] = f.all
			}
		case <-again.C:
			g.askAll(r, token, asked, answers)
		case <-r.ctx.Done():
			return nil, ErrLeft
		case <-ctx.Done():
			return g.reaches(answers), nil
		}
	}
	return g.reaches(answers), nil
}

// reachPatience is in probe time-outs: the members' own tries take one, and questions and
// answers may get lost.
const reachPatience = 6

func (g *Gossip) askAll(r *instance, token uint64, asked []Member, answers map[protocol.ID][]reached) {
	m := g.ownMeta()
	for _, to := range asked {
		if _, done := answers[to.Meta.ID]; !done {
			g.post(r, to.Addr, reachFrom{token: token}.append(header{kindAsk, m.ID, m.Incarnation}.append(nil)))
		}
	}
}

// reaches puts names to what was found.
func (g *Gossip) reaches(answers map[protocol.ID][]reached) []Reach {
	me := g.ownMeta().ID
	name := func(id protocol.ID) string {
		if id == me {
			return g.name
		}
		return g.view.named(id)
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
	all := []Reach{{From: g.name, Answered: answered, To: to(own)}}
	for _, m := range g.view.list(func(m Member) bool { return m.State != Left }) {
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

// answerReach answers the questions of others.
func (g *Gossip) answerReach(r *instance) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case f := <-g.survey.asked:
			m := g.ownMeta()
			to, known := g.view.findID(f.id)
			if !known && f.id != m.ID {
				continue
			}
			f.all = g.tryAll(r)
			if f.id == m.ID {
				select {
				case g.survey.told <- f:
				case <-r.ctx.Done():
				}
				continue
			}
			g.post(r, to.Addr, f.append(header{kindTell, m.ID, m.Incarnation}.append(nil)))
		}
	}
}

// tryAll sends a ping to each member that has not left, and returns which answered. It
// returns what it found before if that is new enough.
func (g *Gossip) tryAll(r *instance) []reached {
	if !g.survey.at.IsZero() && time.Since(g.survey.at) < reachAgain {
		return g.survey.last
	}
	members := g.view.list(func(m Member) bool { return m.State != Left })
	members = members[:min(len(members), reachLimit)]
	all := make([]reached, len(members))
	var trying sync.WaitGroup
	for i, m := range members {
		trying.Go(func() {
			all[i] = reached{m.Meta.ID, silent}
			at, err := netip.ParseAddrPort(m.Addr)
			if err != nil {
				return
			}
			if rtt, err := r.list.Ping(m.Name, net.UDPAddrFromAddrPort(at)); err == nil {
				all[i].rtt = uint32(min(rtt.Microseconds(), silent-1))
			}
		})
	}
	trying.Wait()
	g.survey.last, g.survey.at = all, time.Now()
	return all
}
