package agent

import (
	"errors"
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// begin reads the membership, and boots unless more members are expected.
func (l *loop) begin() {
	l.rec.name(l.self.ID, l.o.Name)
	l.onMembers()
	if l.machine == nil && l.phase == phaseGathering {
		l.o.Logger.Info("waiting for members", "known", len(l.roster.ids), "expected", l.o.Expect)
		l.timers.set(timerListened, l.clock.now().Add(l.o.Detection.Timeout()+l.o.Timing.Hello.Timeout))
	}
}

// gathered boots once enough members are known.
func (l *loop) gathered() {
	if l.phase == phaseGathering && l.enough() {
		l.boot()
	}
}

// enough reports whether so many members are known that this node takes part: as many as are expected or, where a
// majority grants a leader, a majority, after it has waited for the rest. They may be off: an agent that started beside
// one that was stopped in order would wait for that one, and the others have no majority without it.
func (l *loop) enough() bool {
	if len(l.roster.ids) >= l.o.Expect {
		return true
	}
	if !l.waited || l.o.Quorum < 2 || l.o.Algorithm.Goal == protocol.GoalQuorum { // which counts its members itself
		return false
	}
	alive := 0
	for _, id := range l.roster.alive {
		if l.roster.counts(id) {
			alive++
		}
	}
	return 2*alive > l.o.Quorum
}

// boot starts the machine, for the first time or again.
func (l *loop) boot() {
	saved, err := whole(l.o.Logger, func() ([]byte, error) { return l.o.Storage.Saved(l.o.Algorithm.Name) })
	if err != nil {
		l.phase = phaseSilent
		l.o.Logger.Error("the storage cannot be read: this node is silent until it can", "error", err)
		l.tell(Event{Kind: StorageFailed, Why: err.Error()})
		l.timers.set(timerStorage, l.clock.now().Add(storageRetry))
		return
	}
	l.machine = l.make()
	l.boots++
	l.announceMeta()
	l.phase = phaseListening
	l.rec.note(trace.Record{Kind: trace.Boot, Node: l.self.ID, Value: int64(l.self.Incarnation)})
	l.rec.note(trace.Record{Kind: trace.Capability, Node: l.self.ID, Value: l.offer.own().Value})
	l.timers.set(timerListened, l.clock.now().Add(l.o.Timing.Hello.Timeout))
	l.enter()
	l.machine.Start(&l.env, saved)
	l.carryOut()
	l.readGossiped()
}

// listened calls an election if the agent has heard of no leader since it booted; before that, it ends the wait for all
// expected members.
func (l *loop) listened() {
	if l.phase == phaseGathering {
		l.waited = true
		l.gathered()
		return
	}
	if l.phase != phaseListening {
		return
	}
	l.phase = phaseRunning
	if l.lead.named == protocol.Nobody {
		l.elect()
	}
}

// elect calls an election, and reports whether the algorithm holds any.
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
	l.timers.set(timerStorage, l.clock.now().Add(storageRetry))
}

// halt stops the machine.
func (l *loop) halt() {
	l.machine = nil
	l.tenure.clear()
	l.timers.stopMachine()
	l.outbox.clear()
	l.links.clear()
	l.rec.note(trace.Record{Kind: trace.Crash, Node: l.self.ID, Why: trace.WhyFault})
}

// storageRetry is the time between two tries to write to a disk that failed.
const storageRetry = time.Second

// reboot boots again if the disk accepts a write. It writes a new incarnation, since the
// machine starts again.
func (l *loop) reboot() {
	if !l.renew() {
		l.timers.set(timerStorage, l.clock.now().Add(storageRetry))
		return
	}
	if l.phase == phaseSilent {
		l.o.Logger.Info("the storage works again")
		l.tell(Event{Kind: StorageHealed})
	}
	l.boot()
	l.reviewRefused()
	l.reviewRestored()
}

// reviewRestored goes on above an incarnation of this node that the others know and its storage does not:
// the storage was restored from a copy. What the node sends would not count until then, and its epochs
// and the numbers of its claims would fall.
func (l *loop) reviewRestored() {
	newer, was := l.network.Self().Newer, l.self.Incarnation
	if newer < was || l.phase == phaseLeaving || l.machine == nil && l.phase != phaseGathering {
		return
	}
	if err := errors.Join(l.o.doubtFence(), l.o.Storage.RaiseIncarnation(newer)); err != nil {
		l.o.Logger.Error("the storage was restored from a copy, and the newer incarnation cannot be stored", "incarnation", newer, "error", err)
		return // the next change of the membership tries again
	}
	l.tell(Event{Kind: StateRestored, Why: fmt.Sprintf("this node started as incarnation %d, and others know incarnation %d of it, by another start: "+
		"its state directory is an older copy, so it goes on as incarnation %d", was, newer, newer+1)})
	if l.machine == nil {
		l.renew()
		return
	}
	l.halt()
	l.follow(protocol.Nobody)
	l.reboot()
}

// renew begins the next incarnation, and reports whether the disk took it.
func (l *loop) renew() bool {
	incarnation, err := l.o.Storage.NextIncarnation()
	if err != nil {
		return false
	}
	if epoch := firstEpoch(Identity{Incarnation: incarnation}); incarnation > l.self.Incarnation+1 {
		l.lead.epoch = max(l.lead.epoch, epoch)
	}
	l.self.Incarnation = incarnation
	l.network.Raise(incarnation)
	l.majority.start(l.o, l.stack)
	l.announceMeta()
	return true
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

// end writes the trace's last record.
func (l *loop) end() { l.rec.note(trace.Record{Kind: trace.End}) }

// changedCapability tells the machine that the node offers something else.
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
	l.rec.note(trace.Record{Kind: trace.Capability, Node: l.self.ID, Value: l.offer.own().Value})
	l.announceMeta()
	l.readGossiped()
}
