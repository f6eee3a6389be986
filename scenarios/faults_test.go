package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"bellwether/internal/base/strictyaml"
)

// TestFaults compares the errors of invalid scenarios with testdata. Each story begins
// with the flags, if any: set=(path=value …) until=5m.
func TestFaults(t *testing.T) {
	datadriven.Walk(t, "testdata/faults", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var o Options
			if d.Cmd == "warn" && !d.HasArg("old") {
				o.Set = append(o.Set, Assign("schema", fmt.Sprint(Form)))
			}
			for _, arg := range d.CmdArgs {
				if arg.Key == "old" {
					continue
				}
				for _, v := range arg.Vals {
					switch arg.Key {
					case "set":
						path, value, _ := strings.Cut(v, ":")
						o.Set = append(o.Set, Assign(path, value))
					case "until":
						if err := o.Until.UnmarshalText([]byte(v)); err != nil {
							d.Fatalf(t, "%v", err)
						}
					case "algorithms":
						o.Algorithms = append(o.Algorithms, v)
					default:
						d.Fatalf(t, "unknown argument %s", arg.Key)
					}
				}
			}
			s, err := Read("my.yaml", []byte(d.Input), o)
			switch d.Cmd {
			case "load":
				if err == nil {
					return "sound\n"
				}
				if _, ok := err.(*strictyaml.Error); !ok {
					t.Errorf("error is a %T", err)
				}
				return err.Error() + "\n"
			case "warn":
				if err != nil {
					return err.Error() + "\n"
				}
				var b strings.Builder
				for _, w := range s.Warnings() {
					fmt.Fprintln(&b, w)
				}
				return b.String()
			}
			d.Fatalf(t, "unknown command %s", d.Cmd)
			return ""
		})
	})
}
