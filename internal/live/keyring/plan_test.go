package keyring

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// members are rings in memory that all began with key 1.
func members(t *testing.T, n int) (all []*Ring) {
	for range n {
		all = append(all, open(t, "", k(1)))
	}
	return all
}

func holdings(all []*Ring) (h []Holding) {
	for i, r := range all {
		h = append(h, Holding{Member: fmt.Sprint("n", i+1), Answers: true, Keys: r.Keys()})
	}
	return h
}

// take takes steps on all members, until the order after the last of most.
func take(t *testing.T, all []*Ring, steps []Step, most int) {
	t.Helper()
	for _, s := range steps {
		n := all[0].Next()
		for _, r := range all {
			n = max(n, r.Next())
		}
		for _, r := range all {
			if most--; most < 0 {
				return
			}
			if err := r.Obey(Order{Number: n, Step: s}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// apart reports whether two members cannot talk: neither understands the key that the other
// uses.
func apart(all []*Ring) bool {
	for _, a := range all {
		for _, b := range all {
			x, y := Holding{Keys: a.Keys()}, Holding{Keys: b.Keys()}
			if x.find(y.Keys[0].Key) < 0 && y.find(x.Keys[0].Key) < 0 {
				return true
			}
		}
	}
	return false
}

// A change stops after any number of orders, and is resumed or taken back: at no moment are
// two members apart, and at the end all have one key, which is the new or the former one.
func TestAChangeThatStopsAnywhereEnds(t *testing.T) {
	for _, after := range []func([]Holding) ([]Step, error){Resume, Undo} {
		for stop := range 10 {
			all := members(t, 3)
			steps, err := Change(holdings(all), k(2))
			if err != nil {
				t.Fatal(err)
			}
			for i := range stop {
				take(t, all, steps, i)
				if apart(all) {
					t.Errorf("apart after %d orders", i)
				}
			}
			if Begun(holdings(all)) {
				if _, err := Change(holdings(all), k(3)); err == nil {
					t.Error("a second change began within the first")
				}
				steps, err = after(holdings(all))
				if err != nil && strings.Contains(err.Error(), "removed the former key: ") {
					steps, err = Resume(holdings(all))
				}
				if err != nil {
					t.Fatalf("after %d orders: %v", stop, err)
				}
				take(t, all, steps, 99)
			}
			h := holdings(all)
			if Begun(h) || len(h[0].Keys) != 1 {
				t.Errorf("after %d orders: %v", stop, h)
			}
		}
	}
}

// Members stop and go on with other members' steps in any order, and then resume.
func TestAnyMixtureOfStepsCanBeResumed(t *testing.T) {
	for seed := range uint64(200) {
		draw := rand.New(rand.NewPCG(1, seed))
		all := members(t, 4)
		for fresh := range 4 {
			steps, err := Change(holdings(all), k(2+fresh))
			if err != nil {
				t.Fatal(err)
			}
			take(t, all, steps, draw.IntN(13))
			if h := holdings(all); Begun(h) {
				rejoined := all[draw.IntN(4)] // who is asked goes first
				i := slices.Index(all, rejoined)
				all[0], all[i] = all[i], all[0]
				if steps, err = Resume(holdings(all)); err != nil {
					t.Fatal(err)
				}
				take(t, all, steps, 99)
			}
			for i, r := range all {
				if got := listing(r); got != listing(all[0]) || strings.Contains(got, " ") {
					t.Fatalf("seed %d, change %d: member %d has %s", seed, fresh, i, got)
				}
			}
		}
	}
}

func TestPlansSayWhyTheyCannot(t *testing.T) {
	all := members(t, 2)
	for _, plan := range []func([]Holding) ([]Step, error){Resume, Undo} {
		if _, err := plan(holdings(all)); err == nil || !strings.Contains(err.Error(), "no change of the key was begun") {
			t.Errorf("got %v", err)
		}
	}
	take(t, all, []Step{{Install, k(2)}, {Use, k(2)}}, 99)
	take(t, all, []Step{{Remove, k(1)}}, 1)
	if _, err := Undo(holdings(all)); err == nil || !strings.Contains(err.Error(), "n1 removed the former key") {
		t.Errorf("got %v", err)
	}
	one, other := open(t, "", k(1), k(2)), open(t, "", k(2), k(1))
	differ := holdings([]*Ring{one, other})
	if _, err := Undo(differ); err == nil || !strings.Contains(err.Error(), "different key files") {
		t.Errorf("got %v", err)
	}
	if steps, err := Resume(differ); err != nil || !slices.Equal(steps[0].Key, k(1)) {
		t.Errorf("%v, %v", steps, err)
	}
	same := holdings([]*Ring{one, open(t, "", k(1), k(2))})
	if Begun(same) {
		t.Error("two keys of a key file are a change")
	}
	silent := append(same, Holding{Member: "n9"})
	if Begun(silent) || !slices.Equal(Silent(silent), []string{"n9"}) {
		t.Error("a member that does not answer")
	}
}

// Where operators are known nobody is told to sign a key of which the agent that is asked knows no operator's order,
// and a change that was begun there is ended all the same.
func TestNobodySignsAKeyThatAMemberMadeUp(t *testing.T) {
	all := members(t, 3)
	take(t, all[2:], []Step{{Install, k(9)}, {Use, k(9)}}, 99)
	h := holdings(all)
	h[0].Operated = true
	fresh := func(h []Holding) ([]Step, error) { return Change(h, k(2)) }
	for _, plan := range []func([]Holding) ([]Step, error){fresh, Resume, Undo} {
		if _, err := plan(h); err == nil || !strings.Contains(err.Error(), "rotate --without n3") {
			t.Errorf("got %v", err)
		}
	}
	if steps, err := fresh(h[:2]); err != nil || len(steps) != 3 {
		t.Errorf("without it: %v, %v", steps, err)
	}
	take(t, all[:1], []Step{{Install, k(2)}}, 99)
	take(t, all[2:], []Step{{Install, k(8)}}, 99) // later
	h = holdings(all)
	h[0].Operated = true
	for i, plan := range []func([]Holding) ([]Step, error){Resume, Undo} {
		steps, err := plan(h)
		if want := k(2 - i); i == 0 && (err != nil || !slices.Equal(steps[0].Key, want)) || i == 1 && err != nil && !strings.Contains(err.Error(), "n3") {
			t.Errorf("%v, %v", steps, err)
		}
	}
	h[2].Guest = true
	if steps, err := Undo(h); err != nil || !slices.Equal(steps[0].Key, k(1)) || !Begun(h) || Begun(h[1:]) {
		t.Errorf("a guest: %v, %v", steps, err)
	}
}
