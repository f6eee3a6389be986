package results

import "testing"

// Two hashes are of one scenario if a chain of readings leads from one to the other.
func TestReadings(t *testing.T) {
	r := Readings{{"a", "b"}, {"b", "c"}, {"x", "y"}}
	for pair, want := range map[[2]string]bool{
		{"a", "a"}: true, {"a", "b"}: true, {"c", "a"}: true, {"y", "x"}: true, {"a", "x"}: false, {"c", "y"}: false, {"z", "z"}: true,
	} {
		if r.Same(pair[0], pair[1]) != want {
			t.Errorf("%v are the same: %v", pair, !want)
		}
	}
}
