package agent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Status is what an agent knows at one moment.
type Status struct {
	Self        Node          `json:"self"`
	Algorithm   string        `json:"algorithm"`
	Phase       string        `json:"phase"`
	Incarnation uint32        `json:"incarnation"`
	Uptime      time.Duration `json:"uptime_ns"`

	Leader     *Node     `json:"leader"` // nil: none is known
	Since      time.Time `json:"since"`  // since when it follows this leader, or none
	Electing   bool      `json:"electing"`
	Epoch      uint64    `json:"epoch"`
	Capability int64     `json:"capability"`
	Resigned   bool      `json:"resigned"`
	// ResignedWhy says why it has resigned by itself; "": an operator told it to.
	ResignedWhy string `json:"resigned_why,omitempty"`
	// RefusedAt is when packets and streams were last refused, by reason. The few that a restart of a member makes do not
	// count: where there were no others it is the zero Time.
	RefusedAt map[string]time.Time `json:"refused_at,omitempty"`
	// Ineligible says why this node must not lead; "": it may.
	Ineligible string `json:"ineligible,omitempty"`
	Kept       bool   `json:"kept"`    // it leads, and nobody takes over now: see Tenure
	Unheard    bool   `json:"unheard"` // it led and nobody followed: it has stepped down
	// LockedOut says who refuses this node's group key while it hears no member; "": nobody.
	LockedOut string `json:"locked_out,omitempty"`

	Majority *WordStatus `json:"majority,omitempty"` // nil: none is needed

	Members    []MemberStatus   `json:"members"` // this node included, by name
	Neighbours []Node           `json:"neighbours"`
	Quality    float64          `json:"link_quality"` // share of the neighbours' last hellos that arrived; 0: no neighbour
	State      map[string]int64 `json:"state"`        // what the machine shows

	// Leaders are the members that lead, as the gossip shows: two at once if something is wrong.
	Leaders []Node `json:"leaders,omitempty"`
	// GivesWay: members run another algorithm, and this node takes their leader for its own.
	GivesWay bool `json:"gives_way,omitempty"`

	Leaderless time.Duration `json:"leaderless_ns"` // total since the start
	// NoneEligible is the part of the time since the start in which no member that is alive could lead: no leader was right.
	NoneEligible time.Duration `json:"none_eligible_ns"`
	Counters     Counters      `json:"counters"`
	// Refused are the packets and streams that the membership refused, by reason, as the
	// metrics name it: those whose number is not 0.
	Refused map[string]int64 `json:"refused,omitempty"`
}

// MemberStatus is a member as this agent sees it.
type MemberStatus struct {
	Node
	Addr        string            `json:"addr"`
	State       string            `json:"state"` // alive, failed or left
	Since       time.Time         `json:"since"`
	Incarnation uint32            `json:"incarnation"`
	Capability  int64             `json:"capability"` // as gossiped
	RTT         time.Duration     `json:"rtt_ns"`     // of the last probes; 0: unknown
	Neighbour   bool              `json:"neighbour"`
	Quality     *float64          `json:"link_quality,omitempty"` // share of its last hellos that arrived here; nil: no neighbour
	Leader      bool              `json:"leader"`
	Ineligible  bool              `json:"ineligible,omitempty"` // it must not lead
	Silent      bool              `json:"silent,omitempty"`     // it is alive in the gossip, and nothing of it came for two intervals of the detection
	Unfit       string            `json:"unfit,omitempty"`      // why no majority could grant it leadership, so that nobody listens to its offer
	Same        bool              `json:"same_algorithm"`
	Runs        string            `json:"runs,omitempty"` // its algorithm, and the parameters that are not the algorithm's defaults; "": unknown
	Tags        map[string]string `json:"tags,omitempty"`
	Protocol    byte              `json:"protocol"`          // the newest version among members that it understands; 0: unknown
	Differs     string            `json:"differs,omitempty"` // in which settings it differs from this node
	Wire        string            `json:"wire,omitempty"`    // which versions of the handshake it speaks; "": nothing is encrypted
}

// Counters are what an agent counts, since its start.
type Counters struct {
	Sent       [256]uint64 `json:"-"` // messages, by kind
	Received   [256]uint64 `json:"-"`
	Elections  uint64      `json:"elections"`   // entered
	ClockJumps uint64      `json:"clock_jumps"` // steps of the wall clock

	Guests    uint64 `json:"guests"`    // words of members that count in no majority
	Malformed uint64 `json:"malformed"` // datagrams that are not a message
	Foreign   uint64 `json:"foreign"`   // of another algorithm or version
	Strange   uint64 `json:"strange"`   // from no member, or not for this node
	Stale     uint64 `json:"stale"`     // of a former incarnation of a member
	Oversized uint64 `json:"oversized"` // messages too long to send
	Queue     uint64 `json:"queue"`     // messages that found the queue full
	Unsent    uint64 `json:"unsent"`    // datagrams the network refused
	Masked    uint64 `json:"masked"`    // lost on the radio of the mask
}

// Dropped returns the numbers of dropped datagrams and messages, by reason.
func (c *Counters) Dropped() map[string]uint64 {
	return map[string]uint64{
		"malformed": c.Malformed, "foreign": c.Foreign, "strange": c.Strange, "stale": c.Stale,
		"oversized": c.Oversized, "queue": c.Queue, "unsent": c.Unsent, "masked": c.Masked, "guest": c.Guests,
	}
}

// Healthy reports whether the node takes part: its storage works, and no member refuses its key.
func (s *Status) Healthy() bool {
	return s.Phase != string(phaseSilent) && s.Phase != string(phaseRefused)
}

// LeaderFailed reports whether the node follows a member that the gossip shows as failed or
// left, or does not show.
func (s *Status) LeaderFailed() bool {
	if s.Leader == nil {
		return false
	}
	for _, m := range s.Members {
		if m.ID == s.Leader.ID && m.State == membership.Alive.String() {
			return false
		}
	}
	return true
}

// NobodyMay reports whether no leader is known since no member that is alive may lead, this node included.
func (s *Status) NobodyMay() bool {
	return s.Leader == nil && s.Ineligible != "" && !slices.ContainsFunc(s.Members, func(m MemberStatus) bool {
		return m.State == membership.Alive.String() && m.Same && !m.Ineligible
	})
}

// Others are the members that are alive and run another algorithm, or another version of it.
func (s *Status) Others() (others []MemberStatus) {
	for _, m := range s.Members {
		if m.State == membership.Alive.String() && !m.Same {
			others = append(others, m)
		}
	}
	return others
}

// Differing are the members that are alive, run the same algorithm, and have other settings.
func (s *Status) Differing() (differing []MemberStatus) {
	for _, m := range s.Members {
		if m.State == membership.Alive.String() && m.Same && m.Differs != "" {
			differing = append(differing, m)
		}
	}
	return differing
}

// A KindCount is the number of messages of one kind.
type KindCount struct {
	Name, Class    string
	Sent, Received uint64
}

// Kinds returns the numbers of the agent's messages, by kind.
func (a *Agent) Kinds(c *Counters) []KindCount {
	var out []KindCount
	taken := map[string]bool{}
	for _, k := range a.loop.described {
		name := k.Name
		if taken[name] { // an overlay's message may have the name of an algorithm's
			name = fmt.Sprintf("%s-%d", name, k.Kind())
		}
		taken[name] = true
		out = append(out, KindCount{name, k.Class.String(), c.Sent[k.Kind()], c.Received[k.Kind()]})
	}
	return out
}

// status is what the agent knows now.
func (l *loop) status() Status {
	s := Status{
		Self: Node{l.o.Name, l.self.ID}, Algorithm: l.o.Algorithm.Name, Phase: string(l.phase),
		Incarnation: l.self.Incarnation, Uptime: l.clock.uptime(),
		Leader: l.rec.node(l.lead.leader), Since: l.lead.since, Electing: l.lead.electing, Epoch: l.lead.epoch,
		Capability: l.offer.own().Value, Kept: l.offer.kept, Unheard: l.unheard.silent, Leaders: l.leaders(), Majority: l.majority.status(&l.lead), Resigned: l.offer.resigned,
		State: map[string]int64{}, Leaderless: l.lead.leaderless(), Counters: *l.counted,
		Refused: l.network.Counters().Refused(),
	}
	self := l.network.Self()
	if l.offer.resigned {
		s.ResignedWhy = l.offer.why
	}
	s.RefusedAt = l.refusals.look(s.Refused, time.Now())
	s.LockedOut, s.Ineligible = self.Foreign, l.offer.barred
	l.reviewEligible()
	s.NoneEligible = l.eligible.total
	s.Members = append(s.Members, MemberStatus{
		Node: s.Self, Addr: l.o.Address, State: membership.Alive.String(), Since: l.clock.started, Incarnation: s.Incarnation,
		Capability: s.Capability, Leader: l.lead.leader == l.self.ID, Same: true, Runs: string(l.o.runs()), Ineligible: l.offer.barred != "",
		Tags: self.Meta.Tags.Map(), Protocol: self.Version, Wire: membership.Handshakes(self),
	})
	s.Quality, _ = overlay.Quality(l.machine, l.clock.machine())
	// The round trips of now: the network measures them all the time, and that is no change of the
	// membership.
	rtts, heard := map[string]time.Duration{}, map[string]time.Time{}
	for _, m := range l.network.Members() {
		rtts[m.Name], heard[m.Name] = m.RTT, m.Heard
	}
	for _, m := range l.roster.members {
		if m.Meta.ID != l.self.ID {
			m.RTT, m.Heard = rtts[m.Name], heard[m.Name]
			s.Members = append(s.Members, l.memberStatus(m))
		}
	}
	slices.SortFunc(s.Members, func(a, b MemberStatus) int { return strings.Compare(a.Name, b.Name) })
	s.Neighbours = l.links.all()
	_, s.GivesWay = l.elsewhere()
	for name, value := range l.rec.shown {
		s.State[name] = value
	}
	return s
}

// memberStatus is another member as the agent sees it.
func (l *loop) memberStatus(m membership.Member) MemberStatus {
	id := m.Meta.ID
	unfit := l.unfit(id)
	if m.Meta.Incarnation == 0 {
		unfit = "" // it has told nothing yet
	}
	return MemberStatus{
		Node: Node{m.Name, id}, Addr: m.Addr, State: m.State.String(), Since: m.Since,
		Incarnation: m.Meta.Incarnation, Capability: m.Meta.Capability, RTT: m.RTT,
		Neighbour: l.links.neighbours[id], Quality: l.links.quality(l.machine, l.clock.machine(), id), Leader: id != protocol.Nobody && id == l.lead.leader,
		Ineligible: m.Meta.Barred || unfit != "", Unfit: unfit, Silent: m.State == membership.Alive && !m.Heard.IsZero() && time.Since(m.Heard) > 2*l.o.Detection.Interval, Same: m.Meta.Stack == l.stack, Runs: string(m.Meta.Runs), Differs: differences(commonOf(m), l.common()),
		Tags: m.Meta.Tags.Map(), Protocol: m.Version, Wire: membership.Handshakes(m),
	}
}
