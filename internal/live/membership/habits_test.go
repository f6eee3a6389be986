package membership

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/survey"
	"bellwether/internal/live/membership/internal/wire"
)

func TestTagsReachAllAndAreBounded(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(3)
		f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
		if got, err := all[0].EditTags(map[string]string{"zone": "north", "role": "gateway", "at": "10.0.0.1:80"}, nil); err != nil || len(got) != 3 {
			t.Errorf("%v, %v", got, err)
		}
		if _, err := all[0].EditTags(map[string]string{"role": "relay"}, []string{"zone", "nothing"}); err != nil {
			t.Error(err)
		}
		all[0].SetMeta(Meta{Capability: 7}) // keeps them
		f.within(5*time.Second, "its tags", func() bool {
			m, _ := all[2].view.Find("n01")
			return m.Meta.Tags == "at=10.0.0.1:80,role=relay" && m.Meta.Capability == 7
		})
		for _, bad := range []map[string]string{{"": "x"}, {"a b": "x"}, {"a": "x y"}, {"a": "x,y"}, {"a": "$(id)"}, {"a": "`id`"}, {"a": "-rf"},
			{"a": "\xff"}, {"a": "\n"}, {"-a": "x"}, {"a=b": ""}, {"long": strings.Repeat("x", wire.TagsLimit)}} {
			if got, err := all[0].EditTags(bad, nil); err == nil {
				t.Errorf("%q is taken: %v", bad, got)
			}
		}
		if got := all[0].Self().Meta.Tags; got != "at=10.0.0.1:80,role=relay" {
			t.Errorf("its tags are %q", got)
		}
	})
}

// A failed member is given up everywhere, also by an agent that missed the message; and it is a
// member again when it comes back.
func TestFailedMemberIsGivenUpEverywhere(t *testing.T) {
	for _, prune := range []bool{false, true} {
		t.Run(fmt.Sprint("prune ", prune), func(t *testing.T) {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				all := f.gather(5)
				f.within(5*time.Second, "five members", everyoneSees(all, Alive, 4))
				if err := all[0].ForceLeave("n05", prune); err == nil {
					t.Error("a member that is alive was given up")
				}
				if err := all[0].ForceLeave("n99", prune); !errors.Is(err, ErrUnknown) {
					t.Errorf("nobody: %v", err)
				}
				f.cut(1, "n05")
				f.within(time.Minute, "a failed member", everyoneSees(all[:4], Failed, 1))
				f.cut(2, "n04")
				f.within(time.Minute, "two failed members", everyoneSees(all[:3], Failed, 2))
				if err := all[0].ForceLeave("n05", prune); err != nil {
					t.Fatal(err)
				}
				left := 1
				if prune {
					left = 0
				}
				f.within(5*time.Second, "it is given up", everyoneSees(all[:3], Left, left))
				f.within(time.Second, "the other is failed", everyoneSees(all[:3], Failed, 1))
				time.Sleep(time.Minute) // nobody gossips of it any more
				f.cut(0, "n04")
				f.within(2*time.Minute, "one that missed it hears of it", func() bool {
					return everyoneSees(all[:4], Left, left)() && everyoneSees(all[:4], Failed, 0)()
				})
				f.cut(0, "n05")
				f.within(5*time.Minute, "it is back", everyoneSees(all, Alive, 4))
			})
		})
	}
}

// told collects the events that came, as "clock name payload".
func told(g *Gossip) (all []string) {
	for {
		select {
		case u := <-g.UserEvents():
			all = append(all, fmt.Sprintf("%d %s %s", u.Clock, u.Name, u.Payload))
		default:
			return all
		}
	}
}

// Each event comes once to each, also where a third of all packets are lost; one that was cut
// off gets what it missed, and one that starts later gets nothing.
func TestUserEventsComeOnceToEach(t *testing.T) {
	if testing.Short() {
		t.Skip("events under loss")
	}
	inBubble(t, gossiptest.Options{Loss: 0.3, Seed: 5}, func(t *testing.T, f *flock) {
		all := f.gather(6)
		f.within(time.Minute, "six members", everyoneSees(all, Alive, 5))
		tell := func(g *Gossip, name, payload string) {
			t.Helper()
			if err := g.Tell(UserEvent{Name: name, Payload: payload}); err != nil {
				t.Error(err)
			}
		}
		f.cut(1, "n06")
		tell(all[0], "deploy", "v1")
		time.Sleep(10 * time.Second)
		tell(all[3], "deploy", "v2; `id` \"") // a payload is any text
		time.Sleep(2 * time.Minute)
		f.cut(0, "n06")
		time.Sleep(3 * time.Minute)
		want := "1 deploy v1|2 deploy v2; `id` \""
		for _, g := range all {
			if got := strings.Join(told(g), "|"); got != want {
				t.Errorf("%s got %s, want %s", g.own.Name, got, want)
			}
		}
		o := f.options("n07", 7, all[0].Self().Addr)
		late := f.start(o)
		time.Sleep(2 * time.Minute)
		if got := told(late); got != nil {
			t.Errorf("n07 got %v, which it was not there for", got)
		}
		tell(late, "deploy", "v3")
		time.Sleep(time.Minute)
		if got := told(all[2]); len(got) != 1 || got[0] != "3 deploy v3" {
			t.Errorf("an event of the new member comes as %v, want one with clock 3", got)
		}
	})
}

func TestUserEventsAreBounded(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(2)
		f.within(time.Minute, "two members", everyoneSees(all, Alive, 1))
		for _, bad := range []UserEvent{{}, {Name: "a b"}, {Name: "$(id)"}, {Name: strings.Repeat("x", wire.EventNameLimit+1)},
			{Name: "a", Payload: strings.Repeat("x", wire.PayloadLimit+1)}, {Name: "a", Payload: "\xff"}} {
			if err := all[0].Tell(bad); err == nil {
				t.Errorf("%+v is told", bad)
			}
		}
		sent := 0
		for all[0].Tell(UserEvent{Name: "a"}) == nil && sent < 1000 {
			sent++
		}
		if sent != wire.EventBurst {
			t.Errorf("%d events at once, want %d", sent, wire.EventBurst)
		}
		// Far ahead of the clock: nobody may use it up.
		callbacks{all[1]}.NotifyMsg(UserEvent{Name: "a", ID: 1, Clock: 1 << 63}.Append(nil))
		if got := all[1].Counters().Crowded; got != 1 {
			t.Errorf("%d events are refused, want 1", got)
		}
	})
}

// Everyone says whom it reaches: a member that hears one side only is shown.
func TestReachShowsWhoAnswersWhom(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		rows := func() (out []string) {
			found, err := all[0].Reach(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range found {
				row := r.From + ":"
				for _, m := range r.To {
					if m.Answers {
						row += " " + m.Name
					}
				}
				out = append(out, row+r.Why)
			}
			return out
		}
		if got := strings.Join(rows(), "|"); got != "n01: n02 n03 n04|n02: n01 n03 n04|n03: n01 n02 n04|n04: n01 n02 n03" {
			t.Errorf("got %s", got)
		}
		f.cut(1, "n04")
		f.within(time.Minute, "a failed member", everyoneSees(all[:3], Failed, 1))
		time.Sleep(survey.ReachAgain)
		if got := strings.Join(rows(), "|"); got != "n01: n02 n03|n02: n01 n03|n03: n01 n02|n04:it has failed" {
			t.Errorf("with n04 cut off: got %s", got)
		}
	})
}

// An agent that runs is told of another cluster, and both become one.
func TestJoinAtRunTime(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		one, other := f.start(f.options("n01", 1)), f.start(f.options("n02", 2))
		third := f.start(f.options("n03", 3, other.Self().Addr))
		if n, err := one.JoinNow("10.9.9.9:7946", other.Self().Addr); n != 1 || err == nil || !strings.HasPrefix(err.Error(), "10.9.9.9:7946: ") {
			t.Errorf("%d answered, %v", n, err)
		}
		if _, err := one.JoinNow(":::"); err == nil {
			t.Error("no address is joined")
		}
		f.within(5*time.Second, "one cluster", everyoneSees([]*Gossip{one, other, third}, Alive, 2))
	})
}

// An agent is told to join a cluster that has its name. That is no plain success.
func TestAJoinTellsOfAContest(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		one, other := f.start(f.options("n01", 1)), f.start(f.options("n02", 2))
		o := f.options("n02", 2)
		o.Transport = f.net.Transport("twin")
		twin, err := Start(o)
		if err != nil {
			t.Fatal(err)
		}
		defer twin.Close()
		time.Sleep(time.Minute)
		if n, err := one.JoinNow(other.Self().Addr); n != 1 || err != nil {
			t.Errorf("%d answered, %v", n, err)
		}
		if n, err := twin.JoinNow(one.Self().Addr); n != 1 || err == nil || !strings.Contains(err.Error(), `name "n02" with id 2 is claimed twice`) {
			t.Errorf("%d answered, %v", n, err)
		}
	})
}

// What members of an older version do not understand is refused, and who they are is said.
func TestOlderMembersAreNamed(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		one := f.start(f.options("n01", 1))
		o := f.options("n02", 2, one.Self().Addr)
		o.Versions.Newest = 1
		old := f.start(o)
		f.within(5*time.Second, "two members", everyoneSees([]*Gossip{one, old}, Alive, 1))
		if err := one.Tell(UserEvent{Name: "a"}); !errors.Is(err, ErrOlder) || !strings.Contains(err.Error(), "n02") {
			t.Error(err)
		}
		if got, err := one.Reach(t.Context()); err != nil || len(got) != 2 || !strings.Contains(got[1].Why, "version") {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// News have one form and are skipped if they are of an unknown kind.
func TestNewsSurviveTheWire(t *testing.T) {
	f := wire.Forgotten{Header: wire.Header{Kind: wire.KindForget, ID: 7, Incarnation: 2}, Prune: true, Name: "b"}
	e := UserEvent{Name: "a", Payload: "p", Clock: 9, Each: true, ID: 3, Incarnation: 4}
	state := wire.AppendGoodbyes(nil, []wire.Goodbye{{Header: wire.Header{Kind: wire.KindGoodbye, ID: 7, Incarnation: 2}, Name: "b", Signature: ""}})
	whole := append(append([]byte(nil), state...), wire.NewsMark...)
	for _, m := range [][]byte{f.Append(nil), append([]byte{99}, make([]byte, 20)...), e.Append(nil)} {
		whole = wire.AppendLong(whole, m)
	}
	goodbyes, news := wire.CutNews(whole)
	if string(goodbyes) != string(state) {
		t.Errorf("goodbyes %x", goodbyes)
	}
	g := bare()
	callbacks{g}.mergeNews(news, false)
	if got := <-g.UserEvents(); got != e {
		t.Errorf("got %+v", got)
	}
	if n := g.Counters().Malformed; n != 0 {
		t.Errorf("%d malformed", n)
	}
}
