package results

import "testing"

// Hashes are of one scenario if verified programs made the same of them, in however
// many steps.
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
