package keyring

import (
	"crypto/ed25519"
	"strings"
	"testing"
)

// An admission counts for the name, the key and the cluster that it was signed for, and while its operator
// is one.
//
// It tests "Who counts" of docs/security.md.
func TestAnAdmissionIsForOneMember(t *testing.T) {
	r := operated(t, make([]byte, 16))
	member := [32]byte(thief.Public().(ed25519.PublicKey))
	admitted := Admit("flock", "alpha", member[:], operator)
	other := member
	other[0]++
	for name, c := range map[string]struct {
		name string
		key  [32]byte
		a    Admission
		want bool
	}{
		"as signed":         {"alpha", member, admitted, true},
		"another name":      {"beta", member, admitted, false},
		"another key":       {"alpha", other, admitted, false},
		"another cluster":   {"alpha", member, Admit("herd", "alpha", member[:], operator), false},
		"no operator's":     {"alpha", member, Admit("flock", "alpha", member[:], thief), false},
		"none":              {"alpha", member, Admission{}, false},
		"of order's prefix": {"alpha", member, Admission(Order{Step: Step{Install, []byte("alpha")}}.Signed("flock", operator).Signature), false},
	} {
		for range 2 { // checked, and remembered
			if got := r.Admits(c.name, c.key, c.a); got != c.want {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
	r.Operated(Operators{"flock", []ed25519.PublicKey{thief.Public().(ed25519.PublicKey)}})
	if r.Admits("alpha", member, admitted) {
		t.Error("the operator is gone, and its admission counts")
	}
}

func TestAdmissionsAreLines(t *testing.T) {
	a := Admit("", "alpha", make([]byte, 32), operator)
	line := a.Line("alpha ed25519 KEY")
	for text, want := range map[string]struct {
		a   Admission
		err string
	}{
		"":                         {},
		"# none\n\n":               {},
		"# of ada\n" + line + "\n": {a: a},
		line + " 7":                {err: "NAME ed25519 KEY admitted SIGNATURE"},
		line + "\n" + line:         {err: "NAME ed25519 KEY admitted SIGNATURE"},
		line[:len(line)-5]:         {err: "damaged"},
		"alpha ed25519 KEY":        {err: "NAME ed25519 KEY admitted SIGNATURE"},
	} {
		got, err := ParseAdmission([]byte(text))
		if got != want.a || (err == nil) != (want.err == "") || err != nil && !strings.Contains(err.Error(), want.err) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
