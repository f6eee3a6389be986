package story

import (
	"strings"
	"testing"

	"bellwether/protocol"
)

func TestLinksAreFirstInFirstOut(t *testing.T) {
	f := newTeller(t)
	f.expect("elect B", "0s  B enters an election",
		"0s  B → A  word number 1", "0s  B → A  word number 2",
		"0s  B → C  word number 1", "0s  B → C  word number 2")
	f.expect("deliver B-C", "0s  C ← B  word number 1", "0s  C follows B ⟨1,B⟩")
	f.expect("deliver next", "0s  A ← B  word number 1", "0s  A follows B ⟨1,B⟩")
	f.expect("deliver B-C", "0s  C ← B  word number 2", "0s  C follows B ⟨2,B⟩")
	f.expect("deliver all quiet", "0s  A follows B ⟨2,B⟩")
}

func TestLoseTakesTheOldest(t *testing.T) {
	f := newTeller(t)
	f.do("elect B")
	f.expect("lose B-A word", "0s  B ✗ A  word number 1: lost")
	f.expect("deliver B-A", "0s  A ← B  word number 2", "0s  A follows B ⟨2,B⟩")
	f.expect("lose B-C", "0s  B ✗ C  word number 1: lost")
	f.expect("deliver 1", "0s  C ← B  word number 2", "0s  C follows B ⟨2,B⟩")
}

func TestBroadcastIsOneMessageForEachNeighbour(t *testing.T) {
	f := newTeller(t)
	f.expect("offer B 98", "0s  B ⇒  word number 8")
	f.expect("lose B-A", "0s  B ✗ A  word number 8: lost")
	f.expect("deliver all", "0s  C ← B  word number 8", "0s  C follows B ⟨8,B⟩")
}

func TestCutLosesMessagesAndInformsBothEnds(t *testing.T) {
	f := newTeller(t)
	f.do("elect B")
	f.expect("cut A-B", "0s  B ✗ A  word number 1: no link", "0s  B ✗ A  word number 2: no link",
		"0s  A parts from B", "0s  B parts from A")
	f.expect("cut A-B") // there is no such link: nobody is informed
	f.expect("link B-A", "0s  B meets A", "0s  A meets B")
}

func TestRoutesLeadOverLiveNodesOnly(t *testing.T) {
	f := newTeller(t)
	f.expect("offer A 5", "0s  A → A  word number 9", "0s  A → B  word number 9", "0s  A → C  word number 9")
	f.expect("crash B", "0s  B crashes",
		"0s  A ✗ B  word number 9: B is down", "0s  A ✗ C  word number 9: no route",
		"0s  A parts from B", "0s  C parts from B")
	f.expect("deliver all", "0s  A ← A  word number 9", "0s  A follows A ⟨9,A⟩")
	f.expect("offer A 6 quiet")
	f.expect("state", "A (6): follows A boots=1", "B (2): down", "C (3): knows no leader boots=1",
		"A … A  word number 9")
}

// TestMessagesOfACrashedNodeArrive: a crash does not lose the frames that the node has
// sent.
func TestMessagesOfACrashedNodeArrive(t *testing.T) {
	f := newTeller(t)
	f.do("elect A")
	f.do("crash A")
	f.expect("deliver next", "0s  B ← A  word number 1", "0s  B follows A ⟨1,A⟩")
}

func TestRestartKeepsOrForgets(t *testing.T) {
	f := newTeller(t)
	f.do("crash C")
	f.expect("restart C", "0s  C restarts", "0s  C meets B", "0s  B meets C", "0s  C enters an election",
		"0s  C → B  word number 1", "0s  C → B  word number 2")
	f.expect("state C", "C (3): is electing boots=2 timer 0 at 1s")
	f.do("crash C")
	f.do("restart C forget quiet")
	f.expect("state C", "C (3): is electing boots=1 timer 0 at 1s")
}

// TestTimersOfNoDelayFireAtOnce: they fire when their handler has ended, unless it has
// set them again.
func TestTimersOfNoDelayFireAtOnce(t *testing.T) {
	f := newTeller(t)
	f.expect("resign A", "0s  A resigns", "0s  A: timer 0", "0s  A follows A")
	f.expect("state A", "A (0): follows A boots=1")
}

func TestTimersFireInAnyOrder(t *testing.T) {
	f := newTeller(t)
	f.do("elect A")
	f.do("settle 400ms")
	f.do("elect C")
	f.expect("fire C 0", "1.4s  C: timer 0", "1.4s  C follows C")
	f.expect("fire A", "1.4s  A: timer 0", "1.4s  A follows A")
}

func TestSettleLetsTimePass(t *testing.T) {
	f := newTeller(t)
	f.do("elect B")
	f.expect("settle 300ms quiet", "0s  A follows B ⟨1,B⟩", "0s  A follows B ⟨2,B⟩",
		"0s  C follows B ⟨1,B⟩", "0s  C follows B ⟨2,B⟩")
	f.expect("settle", "1s  B: timer 0", "1s  B follows B") // and not until the bound
	f.expect("check", "{A B C}: B leads")
}

func TestWhatDoesNotHoldFails(t *testing.T) {
	f := newTeller(t)
	if out := f.do("settle"); !out.Failed || !strings.Contains(out.Text, "3s  NOT SETTLED within 3s") {
		t.Errorf("a world that never agrees settles: %+v", out)
	}
	f.do("cut B-C")
	f.do("elect B C")
	f.do("settle 2s")
	if out := f.do("check"); out.Failed || out.Text != "{A B}: B leads\n{C}: C leads\n" {
		t.Errorf("two components with a leader each: %+v", out)
	}
	if out := f.do("check B C"); out.Failed {
		t.Errorf("named leaders: %+v", out)
	}
	if out := f.do("check A"); !out.Failed || out.Text != "{A B}: FAILED: B leads, not A\n" {
		t.Errorf("another leader than named: %+v", out)
	}
	f.do("link B-C")
	if out := f.do("check"); !out.Failed || out.Text != "{A B C}: FAILED: A follows B, B follows B, C follows C\n" {
		t.Errorf("two leaders: %+v", out)
	}
	f.do("crash B")
	if out := f.do("check"); !out.Failed || out.Text != "{A}: FAILED: A follows B\n{C}: C leads\n" {
		t.Errorf("a dead leader: %+v", out)
	}
}

// detector is a machine that holds no elections.
type detector struct{ parrot }

func (*detector) Elect() {} // its signature differs from protocol.Starter's

func TestOnlyStartersElect(t *testing.T) {
	f := newTeller(t)
	if !f.story.world.Machines.Starts() {
		t.Error("parrots elect")
	}
	mute, _ := parrots()("parrot")
	mute.New = func(protocol.Config) (func() protocol.Machine, error) {
		return func() protocol.Machine { return &detector{} }, nil
	}
	s := New(Only(mute))
	if _, err := s.Do(parse("nodes parrot", "A 1")); err != nil || s.world.Machines.Starts() {
		t.Errorf("detectors elect: %v", err)
	}
	if _, err := s.Do(parse("elect A")); err == nil || !strings.Contains(err.Error(), "starts no elections") {
		t.Errorf("got %v", err)
	}
}

func TestShapes(t *testing.T) {
	for shape, want := range map[string]string{
		"line": "1-2 2-3 3-4", "ring": "1-2 1-4 2-3 3-4", "star": "1-2 1-3 1-4",
		"complete": "1-2 1-3 1-4 2-3 2-4 3-4",
	} {
		s := New(parrots())
		if _, err := s.Do(parse("nodes parrot", "A 1", "B 2", "C 3", "D 4", shape)); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range s.world.Members() {
			for _, b := range s.world.Members() {
				if a < b && s.world.Topology.Linked(a, b) && s.world.Topology.Linked(b, a) {
					got = append(got, a.String()+"-"+b.String())
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s links %v, want %s", shape, got, want)
		}
	}
}

// TestInvalidDirectives checks the errors of invalid directives, in a world of three parrots;
// C is down.
func TestInvalidDirectives(t *testing.T) {
	for line, want := range map[string]string{
		"dance":                         `unknown verb "dance"; there are nodes, link, cut`,
		"nodes":                         "needs the name of an algorithm",
		"nodes crow":                    `unknown algorithm "crow"`,
		"nodes parrot loud":             `key=value after the algorithm, not "loud"`,
		"nodes parrot pitch=3":          "pitch: no such parameter; there are volume",
		"nodes parrot volume=10":        "volume: must be at most 9, got 10",
		"nodes parrot interval=2":       `a time is like 250ms, at most 24h0m0s, not "2"`,
		"nodes parrot misses=0":         "misses must be a number from 1 to 100",
		"nodes parrot seed=-1":          "seed must be a whole number",
		"nodes parrot leader=D|A 1":     `there is no node "D"`,
		"nodes parrot":                  `needs lines like "A 3"`,
		"nodes parrot|A -1":             "A offers a whole number from 0",
		"nodes parrot|A 1|A 2":          "two nodes A",
		"nodes parrot|A 1|A-B":          `no node "B"; there are A`,
		"nodes parrot|A 1|A-A":          "a link has two ends",
		"link":                          "link needs links like A-B",
		"link A":                        `a link is like A-B, not "A"`,
		"cut A-D":                       `no node "D"`,
		"crash":                         "crash needs the name of a node",
		"crash C":                       "crash: C is down",
		"crash A|B 1":                   `takes no lines of its own, got "B 1"`,
		"restart A":                     "restart: A is up",
		"restart C now":                 "restart takes one node, and perhaps forget",
		"deliver":                       "deliver needs all, next, a number, or links",
		"deliver next":                  "no message is on its way",
		"deliver 0":                     "a number from 1",
		"deliver A-B":                   "no message is on that link",
		"lose":                          "lose takes a link like A-B",
		"lose A-B":                      "no such message is on its way from A to B",
		"lose A-B song":                 `parrot has no message "song"`,
		"fire":                          "fire takes one node",
		"fire A":                        "A has no such timer set",
		"fire A 2":                      `parrot has timers 0 to 1, not "2"`,
		"settle 1s 2s":                  "settle takes at most one time",
		"settle 25h":                    "a time is like 250ms",
		"elect C":                       "elect: C is down",
		"resign":                        "resign needs the name",
		"offer A":                       "offer takes a node and what it offers",
		"offer A x":                     "A offers a whole number",
		"state D":                       `no node "D"`,
		"check C":                       "check: C is down",
		"nodes parrot|" + many(65):      "at most 64 nodes",
		"nodes parrot leader=A|A 1|B-C": `no node "B"`,
	} {
		f := newTeller(t)
		f.do("crash C")
		parts := strings.Split(line, "|")
		_, err := f.story.Do(parse(parts[0], parts[1:]...))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", line, err, want)
		}
	}
	f := newTeller(t)
	if o, err := f.story.Do(parse("offer A 99")); err != nil || !o.Failed || !strings.HasSuffix(o.Text, "FAILED: more than 200000 handlers ran: the machines do not come to rest\n") {
		t.Errorf("machines that do not come to rest: %v, %v", o, err)
	}
	if _, err := New(parrots()).Do(parse("crash A")); err == nil || !strings.Contains(err.Error(), "the first directive of a story is nodes") {
		t.Errorf("a crash of nobody: %v", err)
	}
}

// many returns the lines of n nodes.
func many(n int) string {
	var lines []string
	for i := range n {
		lines = append(lines, "N"+strings.Repeat("x", i%8)+strings.Repeat("y", i/8)+" 1")
	}
	return strings.Join(lines, "|")
}
