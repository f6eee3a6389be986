package scenarios

import (
	"testing"
	"time"
)

// The exchanges are reckoned by hand, in µs: DIFS, half of the window, the frame with 28 or 11
// bytes of header, SIFS, the acknowledgement of 14 or 5.
func TestTimeOutsFollowFromTheMedium(t *testing.T) {
	for _, c := range []struct {
		world, algorithm, param string
		want                    time.Duration
	}{
		// 50 + 310 + (192 + 176) + 10 + (192 + 56) = 986, 50·49/2 of them
		{"radio: {access: {model: csma}}", "bully", "t_max", 1208 * time.Millisecond},
		{"radio: {access: {model: csma}}", "raft", "t_max", 1208 * time.Millisecond},
		{"radio: {access: {model: csma}}", "simple-sync", "pulse", 260 * time.Millisecond},             // 49.3
		{"nodes: 60\nradio: {access: {model: csma}}", "chang-roberts", "t_hop", 60 * time.Millisecond}, // 59.16
		// 832 + 1120 + (192 + 864) + 192 + (192 + 160) = 3552, 50·49/2 of them
		{"radio: {model: log-distance, preset: 802.15.4, access: {model: csma}}", "bully", "t_max", 4352 * time.Millisecond},
		{"nodes: 2000\nradio: {access: {model: csma}}", "bully", "t_max", time.Minute}, // 33 min
		{"radio: {access: {model: csma}}", "bully", "t_process", 10 * time.Millisecond},
		{"nodes: 22\nradio: {access: {model: csma}}", "bully", "t_max", 250 * time.Millisecond}, // 228
		{"radio: {range: 250}", "bully", "t_max", 250 * time.Millisecond},
		{"radio: {access: {model: csma}}\nalgorithms: [{name: bully, params: {t_max: 300ms}}]", "bully", "t_max", 300 * time.Millisecond},
	} {
		s := parse(t, c.world)
		a, _ := s.Algorithm(c.algorithm)
		row := Entry{Name: c.algorithm}
		if len(s.Algorithms) == 1 {
			row = s.Algorithms[0]
		}
		setup, faults := s.setup(row, a)
		if len(faults) > 0 {
			t.Fatal(faults[0])
		}
		if got := setup.Values.Duration(c.param); got != c.want {
			t.Errorf("%s\n%s of %s is %v, want %v", c.world, c.param, c.algorithm, got, c.want)
		}
	}
}
