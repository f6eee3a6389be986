package agent

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// begin reads the membership, and boots unless more members are expected.
func (l *loop) begin() {
	l.tellName(l.self.ID, l.o.Name)
	l.onMembers()
	if l.machine == nil && l.phase == phaseGathering {
		l.o.Logger.Info("waiting for members", "known", len(l.roster.ids), "expected", l.o.Expect)
	}
}

// gathered boots once enough members are known.
func (l *loop) gathered() {
	if l.phase == phaseGathering && len(l.roster.ids) >= l.o.Expect {
		l.boot()
	}
}

// boot starts the machine, for the first time or again.
func (l *loop) boot() {
	saved, err := whole(l.o.Logger, func() ([]byte, error) { return l.o.Storage.Saved(l.o.Algorithm.Name) })
	if err != nil {
		l.phase = phaseSilent
		l.o.Logger.Error("the storage cannot be read: this node is silent until it can", "error", err)
		l.tell(Event{Kind: StorageFailed, Why: err.Error()})
		l.timers.set(timerStorage, l.now().Add(storageRetry))
		return
	}
	l.machine = l.make()
	l.boots++
	l.tellMeta()
	l.phase = phaseListening
	l.note(trace.Record{Kind: trace.Boot, Node: l.self.ID, Value: int64(l.self.Incarnation)})
	l.noteCapability()
	l.timers.set(timerListened, l.now().Add(l.o.Timing.Hello.Timeout))
	l.enter()
	l.machine.Start(&l.env, saved)
	l.carryOut()
	l.tellGossiped()
}

// listened calls an election if the agent has heard of no leader since it booted.
func (l *loop) listened() {
	if l.phase != phaseListening {
		return
	}
	l.phase = phaseRunning
	if l.lead.named == protocol.Nobody {
		l.elect()
	}
}

func (l *loop) elect() bool {
	l.enter()
	holds := optional.Elect(l.machine, &l.env)
	l.carryOut()
	return holds
}

// crash stops the machine, because the disk refused what it saved.
func (l *loop) crash(err error) {
	l.halt()
	if l.phase != phaseLeaving { // a leaving agent without a machine ends now: see gone
		l.phase = phaseSilent
	}
	l.o.Logger.Error("the storage failed: this node is silent until it works again", "error", err)
	l.tell(Event{Kind: StorageFailed, Why: err.Error()})
	l.follow(protocol.Nobody)
	l.timers.set(timerStorage, l.now().Add(storageRetry))
}

// halt ends this life of the machine.
func (l *loop) halt() {
	l.machine = nil
	l.tenure = tenure{}
	l.timers.stopMachine()
	l.air.clear()
	l.neighbours = map[protocol.ID]bool{}
	l.note(trace.Record{Kind: trace.Crash, Node: l.self.ID, Why: trace.WhyFault})
}

// storageRetry is the time between two tries to write to a disk that failed.
const storageRetry = time.Second

// reboot boots again if the disk accepts a write. It writes a new incarnation, since the
// machine begins a new life.
func (l *loop) reboot() {
	incarnation, err := l.o.Storage.NextIncarnation()
	if err != nil {
		l.timers.set(timerStorage, l.now().Add(storageRetry))
		return
	}
	l.self.Incarnation = incarnation
	l.tellMeta()
	if l.phase == phaseSilent {
		l.o.Logger.Info("the storage works again")
		l.tell(Event{Kind: StorageHealed})
	}
	l.boot()
	l.reviewRefused()
}

// reviewRefused stops the machine while members that are alive refuse this node's key. They do
// not hear it, so it would lead itself beside the leader that they elect.
func (l *loop) reviewRefused() {
	why := l.network.Self().Refused
	switch {
	case why != "" && (l.phase == phaseGathering || l.machine != nil && l.phase != phaseLeaving):
		if l.machine != nil {
			l.halt()
		}
		l.phase = phaseRefused
		l.tell(Event{Kind: IdentityRefused, Why: why})
		l.follow(protocol.Nobody)
	case why == "" && l.phase == phaseRefused && l.boots == 0:
		l.phase = phaseGathering // onMembers boots
	case why == "" && l.phase == phaseRefused:
		l.reboot()
	}
}

func (l *loop) resign() {
	if l.resigned {
		return
	}
	l.resigned, l.tenure.kept = true, false
	l.offered()
	if l.machine == nil {
		return
	}
	l.enter()
	optional.Resign(l.machine, &l.env)
	l.carryOut()
}

func (l *loop) resume() {
	if l.resigned && l.phase != phaseLeaving {
		l.resigned = false
		l.changedCapability()
	}
}

// leave steps down. A node that leads, or that knows no leader, is still needed for the next
// election: it ends when another leads, or when the time of handover is over.
func (l *loop) leave() {
	if l.phase == phaseLeaving {
		return
	}
	needed := !l.followsAnother()
	l.resign()
	l.phase = phaseLeaving
	if needed {
		l.timers.set(timerGone, l.now().Add(l.o.handover()))
	}
}

// replaced lets a leaving agent end one detection interval after it follows another leader. In
// this time it sends messages that wait, and repeats lost ones: among them may be the new
// leader's announcement, for others.
func (l *loop) replaced() {
	if l.phase == phaseLeaving {
		l.timers.set(timerGone, min(l.timers[timerGone], l.now().Add(l.o.Detection.Interval)))
	}
}

// gone reports whether a leaving agent may end: no other member is alive, its machine does not
// run, or timerGone has fired or was never set.
func (l *loop) gone() bool {
	alone := len(l.roster.alive) <= 1
	return alone || l.machine == nil || l.timers[timerGone] == never
}

func (l *loop) followsAnother() bool {
	return l.lead.named != protocol.Nobody && l.lead.named != l.self.ID
}

// end writes the trace's last record.
func (l *loop) end() { l.note(trace.Record{Kind: trace.End}) }

// offers is what the node offers, without the advantage of a leader that is kept.
func (l *loop) offers() protocol.Capability {
	c := protocol.Capability{Value: l.value, ID: l.self.ID}
	if l.resigned || l.unheard.withdrawn {
		c.Value = 0
	}
	return c
}

// capability is what the algorithm is told: what the node offers, or more for a leader that is
// kept.
func (l *loop) capability() protocol.Capability {
	if l.tenure.kept && !l.resigned && !l.unheard.withdrawn {
		return favoured(l.offers())
	}
	return l.offers()
}

func (l *loop) onReading(value int64) {
	if value < 0 {
		l.o.Logger.Warn("a negative capability counts as 0", "value", value)
		value = 0
	}
	if value == l.value {
		return
	}
	l.value = value
	if !l.resigned {
		l.changedCapability()
	}
}

func (l *loop) changedCapability() {
	l.offered()
	if l.machine == nil {
		return
	}
	l.enter()
	optional.CapabilityChanged(l.machine, &l.env)
	l.carryOut()
}

// offered records and gossips the capability that the node offers now.
func (l *loop) offered() {
	l.noteCapability()
	l.tellMeta()
	l.tellGossiped()
}

// named is a node's name, or its number if the name is not known.
func (l *loop) named(id protocol.ID) string {
	if name, known := l.names[id]; known {
		return name
	}
	return fmt.Sprintf("node %d", id)
}
