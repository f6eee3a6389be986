package registry_test

import (
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
)

// An own algorithm is the last, and is found by its name. Without own algorithms only the
// built-in ones are listed.
func TestOwnAlgorithmsAreLast(t *testing.T) {
	mine := baseline.Named("bully")
	mine.Name = "mine"
	r, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{mine}})
	if err != nil {
		t.Fatal(err)
	}
	var none *registry.Registry
	names := r.Names()
	if n := len(none.All()); len(names) != n+1 || names[n] != "mine" || names[0] != "vasudevan" {
		t.Errorf("got %v", names)
	}
	if a, known := r.Find("mine"); !known || a.Name != "mine" || a.About != mine.About {
		t.Errorf("found %v %q", known, a.Name)
	}
	if _, known := none.Find("mine"); known || len(none.Options().More) != 0 || len(r.Options().More) != 1 {
		t.Error("the built-in registry has an own algorithm")
	}
}

// Algorithms that a scenario would refuse are refused at once.
func TestFaultyAlgorithmsAreRefused(t *testing.T) {
	lax := baseline.Named("flood-max")
	lax.Name, lax.Kinds = "lax", nil
	endless := baseline.Named("bully")
	endless.Name, endless.SettleBound = "endless", nil
	for want, a := range map[string]protocol.Algorithm{
		"algorithm endless says not by when all agree: its SettleBound is nil": endless,
		"two algorithms are called bully":                                      baseline.Named("bully"),
		"makes no machines":                                                    {Name: "empty"},
		"lax":                                                                  lax,
	} {
		if _, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{a}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
