package raft_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/baseline/internal/raft"
	"bellwether/internal/proof/smallworld"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// lone is a machine outside any world, in a roster of n.
type lone struct {
	machine protocol.Machine
	env     protocol.Env
	facts   protocol.Facts
}

type roster []protocol.ID

func (r roster) Neighbours() []protocol.ID { return r }
func (r roster) Members() []protocol.ID    { return r }

func boot(t testing.TB, saved []byte, n int) *lone {
	t.Helper()
	return bootOf(t, raft.Algorithm(), saved, n)
}

func bootOf(t testing.TB, a protocol.Algorithm, saved []byte, n int) *lone {
	t.Helper()
	made, err := a.New(smallworld.Config(a, nil))
	if err != nil {
		t.Fatal(err)
	}
	members := make(roster, n)
	for i := range members {
		members[i] = protocol.ID(i + 1)
	}
	l := &lone{machine: made(), facts: protocol.Facts{Self: 1, View: members, Rand: rand.New(rand.NewPCG(1, 1))}}
	l.do(func(env *protocol.Env) { l.machine.Start(env, saved) })
	return l
}

// do calls a handler and returns its effects.
func (l *lone) do(call func(env *protocol.Env)) []protocol.Effect {
	l.env.Driver().Enter(l.facts)
	call(&l.env)
	return l.env.Driver().Effects()
}

func (l *lone) receive(t testing.TB, from protocol.ID, k protocol.Kind, term uint32) []protocol.Effect {
	t.Helper()
	return l.do(func(env *protocol.Env) { l.machine.Receive(env, from, message(t, k, term)) })
}

// message makes a message as the codec does.
func message(t testing.TB, k protocol.Kind, term uint32) protocol.Message {
	t.Helper()
	return messageOf(t, raft.Algorithm(), k, term)
}

// messageOf is message of one of the electorates. Where it has a priority, that is from 0 to 3,
// by the term.
func messageOf(t testing.TB, a protocol.Algorithm, k protocol.Kind, term uint32) protocol.Message {
	t.Helper()
	codec, err := protocol.NewCodec(a.Kinds...)
	if err != nil {
		t.Fatal(err)
	}
	b := []byte{byte(k), byte(term >> 24), byte(term >> 16), byte(term >> 8), byte(term)}
	m, err := codec.Unmarshal(b)
	if err != nil {
		m, err = codec.Unmarshal(append(b, 0, 0, 0, 0, 0, 0, 0, byte(term%4)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// said returns the kinds of the routed messages, and what was saved before the first.
func said(effects []protocol.Effect) (kinds []protocol.Kind, saved []byte) {
	for _, e := range effects {
		switch {
		case e.Op == protocol.OpRoute:
			kinds = append(kinds, e.Message.Kind())
		case e.Op == protocol.OpSave && len(kinds) == 0:
			saved = e.State
		}
	}
	return kinds, saved
}

// "Each server will vote for at most one candidate in a given term" (§5.2),
// durably: the vote is saved before it is sent, and kept through a crash.
func TestVoteIsSavedBeforeItIsSent(t *testing.T) {
	l := boot(t, nil, 3)
	kinds, saved := said(l.receive(t, 2, raft.KindVote, 7))
	if len(kinds) != 1 || kinds[0] != raft.KindGrant || !bytes.Equal(saved, []byte{0, 0, 0, 7, 0, 0, 0, 2}) {
		t.Fatalf("sent %v, saved % x before it", kinds, saved)
	}
	for _, row := range []struct {
		name  string
		saved []byte
		from  protocol.ID
		term  uint32
		want  protocol.Kind
	}{
		{"the same again", saved, 2, 7, raft.KindGrant},
		{"another of the term", saved, 3, 7, raft.KindRefuse},
		{"a newer term", saved, 3, 8, raft.KindGrant},
		{"storage lost", nil, 3, 7, raft.KindGrant},
		{"storage unreadable", saved[:5], 3, 7, raft.KindGrant},
	} {
		l := boot(t, row.saved, 3)
		if kinds, _ := said(l.receive(t, row.from, raft.KindVote, row.term)); len(kinds) != 1 || kinds[0] != row.want {
			t.Errorf("%s: sent %v, want %v", row.name, kinds, row.want)
		}
	}
}

// The same if the term is known and saved already: the vote alone must be saved.
func TestVoteInAKnownTermIsSaved(t *testing.T) {
	l := boot(t, nil, 3)
	if _, saved := said(l.receive(t, 2, raft.KindNewer, 7)); !bytes.Equal(saved, []byte{0, 0, 0, 7, 0, 0, 0, 0}) {
		t.Fatalf("saved % x with the newer term", saved)
	}
	kinds, saved := said(l.receive(t, 2, raft.KindVote, 7))
	if len(kinds) != 1 || kinds[0] != raft.KindGrant || !bytes.Equal(saved, []byte{0, 0, 0, 7, 0, 0, 0, 2}) {
		t.Fatalf("sent %v, saved % x before it", kinds, saved)
	}
	if kinds, _ = said(boot(t, saved, 3).receive(t, 3, raft.KindVote, 7)); len(kinds) != 1 || kinds[0] != raft.KindRefuse {
		t.Errorf("after a reboot it sends %v to another candidate of the term", kinds)
	}
}

// A candidate's own vote, too, is saved before it asks for others.
func TestCandidacyIsSavedBeforeItIsAnnounced(t *testing.T) {
	l := boot(t, nil, 3)
	asked, saved := said(l.do(l.machine.(protocol.Starter).Elect))
	if len(asked) != 2 || asked[0] != raft.KindPreVote || saved != nil {
		t.Fatalf("sent %v, saved % x: a pre-vote begins no term", asked, saved)
	}
	asked, saved = said(l.receive(t, 3, raft.KindPreGrant, 1))
	if len(asked) != 2 || asked[0] != raft.KindVote || !bytes.Equal(saved, []byte{0, 0, 0, 1, 0, 0, 0, 1}) {
		t.Fatalf("sent %v, saved % x", asked, saved)
	}
	if asked, _ = said(l.receive(t, 2, raft.KindGrant, 1)); len(asked) != 2 || asked[0] != raft.KindAnnounce {
		t.Errorf("sent %v, want two announcements", asked)
	}
}

// Lost storage makes a second leader of one term possible. A leader that hears the other
// begins another term and steps down.
func TestSecondLeaderOfATermEndsIt(t *testing.T) {
	for _, kind := range []protocol.Kind{raft.KindAnnounce, raft.KindHeartbeat} {
		l := boot(t, nil, 3)
		l.do(l.machine.(protocol.Starter).Elect)
		l.receive(t, 3, raft.KindPreGrant, 1)
		l.receive(t, 3, raft.KindGrant, 1)
		entered := 0
		for _, e := range l.receive(t, 2, kind, 1) {
			if e.Op == protocol.OpElecting {
				entered++
			}
		}
		if entered != 1 {
			t.Errorf("%d elections entered", entered)
		}
		if kinds, _ := said(l.receive(t, 2, kind, 1)); len(kinds) != 1 || kinds[0] != raft.KindNewer {
			t.Errorf("sent %v to the other, want that there is a newer term", kinds)
		}
	}
}

// A node that ceases to lead drops its entry: so a candidate with an empty log, as all logs
// are, gets its vote. (With the entry kept, only nodes that had led could get votes.)
func TestFormerLeaderVotesForOthers(t *testing.T) {
	l := boot(t, nil, 3)
	l.do(l.machine.(protocol.Starter).Elect)
	l.receive(t, 3, raft.KindPreGrant, 1)
	l.receive(t, 3, raft.KindGrant, 1)
	l.receive(t, 2, raft.KindAnnounce, 2)
	if kinds, _ := said(l.receive(t, 3, raft.KindVote, 3)); len(kinds) != 0 {
		t.Errorf("sent %v while it hears of a leader", kinds)
	}
	l.do(func(env *protocol.Env) { l.machine.Fire(env, 0) }) // no more
	if kinds, _ := said(l.receive(t, 3, raft.KindVote, 3)); len(kinds) != 1 || kinds[0] != raft.KindGrant {
		t.Errorf("sent %v to a candidate, want a grant", kinds)
	}
}

// Nodes that lose their storage one after the other still agree in the end.
func TestLostStorageHeals(t *testing.T) {
	for seed := range uint64(30) {
		w := world(5, seed)
		w.Complete().Boot()
		r := rand.New(rand.NewPCG(seed, 2))
		for range 15 {
			w.Run(time.Duration(r.IntN(3000)) * time.Millisecond)
			id := protocol.ID(1 + r.IntN(5))
			w.Crash(id)
			w.Forget(id)
			w.Restart(id)
			w.Elect(id)
		}
		agree(t, w)
	}
}

// A leader that no majority acknowledges steps down within two checks (thesis
// §6.2), and not while one does.
func TestLeaderChecksItsQuorum(t *testing.T) {
	w := settled(5)
	w.Crash(1)
	w.Crash(2)
	w.Run(time.Minute)
	if w.Leader(5) != 5 {
		t.Fatal("a leader of three of five stepped down")
	}
	w.Crash(3)
	w.Run(12*time.Second + time.Second)
	if w.Leader(5) != protocol.Nobody {
		t.Errorf("names %v with one follower of four", w.Leader(5))
	}
}

// Receive is total: whatever messages arrive, from members or others, in any order, at any
// term, the library does not panic, and the snapshot stays a function of them.
func FuzzReceive(f *testing.F) {
	f.Add([]byte{raft1, 2, 0, byte(raft.KindPreGrant), 2, 1, byte(raft.KindGrant), 3, 1, byte(raft.KindHeartbeat), 2, 1})
	f.Add([]byte{byte(raft.KindVote), 2, 255, raft1, 1, 1, byte(raft.KindNewer), 3, 254, 0, 0, 0, 200, 0, 0})
	f.Add([]byte{121, 0, 0, 121, 0, 0, 121, 0, 0, 121, 0, 0, 121, 0, 0}) // ticks while it does not lead
	f.Fuzz(func(t *testing.T, script []byte) {
		total(t, script)
	})
}

const raft1 = 100 // in a script: begin an election

// total plays a script twice with each electorate: two runs end in the same state.
func total(t testing.TB, script []byte) {
	t.Helper()
	for _, a := range []protocol.Algorithm{raft.Algorithm(), raft.Prioritised()} {
		if !bytes.Equal(play(t, a, script), play(t, a, script)) {
			t.Fatalf("%s: % x: two runs differ", a.Name, script)
		}
	}
}

func play(t testing.TB, a protocol.Algorithm, script []byte) []byte {
	l := bootOf(t, a, nil, 3)
	l.facts.Capability.Value = 2
	for ; len(script) >= 3; script = script[3:] {
		op, from, term := script[0], protocol.ID(script[1]%5), uint32(script[2])
		if term > 250 {
			term = math.MaxUint32 - (255 - term)
		}
		switch {
		case op == raft1:
			l.do(l.machine.(protocol.Starter).Elect)
		case op > raft1:
			l.do(func(env *protocol.Env) { l.machine.Fire(env, protocol.Timer(op%2)) })
		default:
			k := raft.KindPreVote + protocol.Kind(op)%raft.KindNewer
			l.do(func(env *protocol.Env) { l.machine.Receive(env, from, messageOf(t, a, k, term)) })
		}
	}
	return l.machine.Snapshot(nil)
}

// Random scripts for FuzzReceive's property: 500 in each run of the tests, and thousands in a campaign.
func TestReceiveIsTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range sample.Some(500, 5000) {
		script := make([]byte, 3*r.IntN(40))
		for i := range script {
			script[i] = byte(r.UintN(256))
			if i%3 == 2 && r.IntN(2) == 0 {
				script[i] %= 4 // terms that meet
			}
		}
		total(t, script)
	}
}
