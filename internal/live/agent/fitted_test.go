package agent_test

import (
	"testing"
	"time"

	"bellwether/election/tanist"
	"bellwether/internal/live/agent"
	"bellwether/protocol"
)

// A leader of whom members miss fewer signs in a row than are set goes on; one that has gone is
// replaced soon after the time that is set; whatever the algorithm.
func TestALeaderIsMissedAfterTheTimeThatIsSet(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		d := agent.Local().Detection
		clustered(t, agent.Options{Algorithm: a}, func(c *cluster) {
			leader := c.agreed()
			epoch := c.status("b").Epoch
			for i := range 40 {
				c.network.Cut(func(from, to string) bool { return from == leader })
				time.Sleep(time.Duration(d.Misses-2)*d.Interval + 20*time.Millisecond) // misses - 2 signs are lost, or one more
				c.network.Cut(func(string, string) bool { return false })
				time.Sleep(3*time.Second/2 + time.Duration(i)*6*time.Millisecond) // at another point of an interval
			}
			if now := c.status("b").Epoch; now != epoch {
				t.Errorf("b has seen %d changes of a leader that was silent for less", now-epoch)
			}
			c.network.Cut(func(from, to string) bool { return from == leader || to == leader })
			time.Sleep(d.Timeout() + d.Interval)
			if got := c.status("b").Leader; got == nil || got.Name == leader {
				t.Errorf("b follows %v, though %s has gone", got, leader)
			}
		})
	})
}

// A node that is better by less than the margin does not take over, however long it is; one that is
// better by more does.
func TestTheMarginAloneDecides(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		clustered(t, agent.Options{Algorithm: a, Margin: protocol.Margin{Share: 100}}, func(c *cluster) {
			epoch := c.status("d").Epoch
			c.readings["c"] <- 325 // d offers 300
			time.Sleep(10 * time.Minute)
			c.still("d", epoch, "ten minutes of a lead of 8 %")
			c.readings["c"] <- 340
			if took := c.within("c"); took > 5*time.Second {
				t.Errorf("c leads %v after its lead became 13 %%", took)
			}
		})
	})
}

// Of every timing, the times after which tanist asks, and for which it waits for an answer, end with
// the time after which a leader is missed, within 2 % and not before it by more.
func TestTanistAsksInTime(t *testing.T) {
	for _, timing := range agent.Timings() {
		params := agent.Effective(agent.Options{Algorithm: agent.Algorithm{Algorithm: tanist.Algorithm()}, Timing: timing})
		v, wrong := protocol.Resolve(tanist.Algorithm().Params, params, timing.Detection)
		if len(wrong) > 0 || params["patience"] != "24h" {
			t.Fatalf("%s: %v, %v", timing.Name, params, wrong)
		}
		ask := min(timing.Detection.Interval/8, 250*time.Millisecond) + 2*v.Duration("jitter")
		lost := time.Duration(v.Fraction("late")*float64(timing.Detection.Interval)) + time.Duration(v.Int("pulls"))*ask
		if want := timing.Detection.Timeout(); lost < want*98/100 || lost > want*102/100 {
			t.Errorf("%s: a leader is lost after %v, want %v", timing.Name, lost, want)
		}
	}
}
