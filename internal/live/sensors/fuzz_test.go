package sensors

import (
	"strings"
	"testing"

	"bellwether/protocol"
)

// FuzzParse never runs the commands that it parses.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"static=1", "static=-1", "auto", "auto=battery:0.5,load:1", "auto=,", "auto=battery:NaN", "exec=true", "exec=", "=", "static=1e400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := Parse(spec)
		if err != nil {
			if s != nil || !strings.HasPrefix(err.Error(), "") || len(err.Error()) > 1000 {
				t.Fatalf("%q: %v, %v", spec, s, err)
			}
			return
		}
		switch s := s.(type) {
		case Static:
			if s < 0 || int64(s) > protocol.MaxValue {
				t.Fatalf("%q: %d", spec, s)
			}
		case *Auto:
			if err := s.weights.Validate(); err != nil {
				t.Fatalf("%q: %v", spec, err)
			}
		case *Script:
			if "exec="+s.command != spec {
				t.Fatalf("%q runs %q", spec, s.command)
			}
		}
	})
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", " 12\n", "1e3", "0.5", "-0", "1e999", "NaN", "0x1p4", "1 2", "", ".", "+7", "1_0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := number(text)
		if err != nil {
			if n != 0 {
				t.Fatalf("%q: %d, %v", text, n, err)
			}
			return
		}
		if n < 0 || n > protocol.MaxValue || strings.ContainsAny(text, "xXnN_") {
			t.Fatalf("%q is read as %d", text, n)
		}
	})
}
