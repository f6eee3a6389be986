package energy_test

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
)

func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-12*math.Abs(want)
}

func profile(t *testing.T, name string) energy.Profile {
	t.Helper()
	p, ok := energy.ProfileByName(name)
	if !ok || p.Name != name {
		t.Fatalf("no profile %q", name)
	}
	return p
}

// The powers are the published currents times the published voltage.
func TestPowersAreThoseOfTheSources(t *testing.T) {
	for _, c := range []struct {
		name                        string
		voltageV                    float64
		txMA, rxMA, idleMA, sleepMA float64
	}{
		{"wifi-ns3", 3.0, 380, 313, 273, 33},
		{"cc2420", 3.0, 17.4, 19.7, 19.7, 0.020},
		{"inet-80211", 1.0, 2500, 1000, 500, 0.05},
		{"lora", 3.3, 29, 11.5, 11.5, 0.0002},
	} {
		p := profile(t, c.name)
		for _, state := range []struct{ powerW, currentMA float64 }{
			{p.TxW, c.txMA}, {p.RxW, c.rxMA}, {p.IdleW, c.idleMA}, {p.SleepW, c.sleepMA},
		} {
			if !near(state.powerW, state.currentMA/1000*c.voltageV) {
				t.Errorf("%s: %g W is not %g mA at %g V", c.name, state.powerW, state.currentMA, c.voltageV)
			}
		}
	}
}

// A frame of 100 bytes at 2 Mbit/s lasts 400 µs.
func TestEnergyOfAFrameByHand(t *testing.T) {
	for _, c := range []struct {
		name                string
		air                 time.Duration
		transmitJ, receiveJ float64
		idleJ               float64
	}{
		{"wifi-ns3", 400 * time.Microsecond, 128.4e-6, 48e-6, 327.6e-6},
		{"wifi-ns3", time.Hour, 1155.6, 432, 2948.4},
		{"cc2420", 4256 * time.Microsecond, -29.3664e-6, 0, 251.5296e-6},
		{"inet-80211", 400 * time.Microsecond, 800e-6, 200e-6, 200e-6},
		{"inet-80211", time.Second, 2, 0.5, 0.5},
		{"none", time.Hour, 0, 0, 0},
		{"wifi-ns3", 0, 0, 0, 0},
	} {
		p := profile(t, c.name)
		if got := p.TransmitJ(c.air); !near(got, c.transmitJ) {
			t.Errorf("%s: sending for %v takes %g J, want %g", c.name, c.air, got, c.transmitJ)
		}
		if got := p.ReceiveJ(c.air); !near(got, c.receiveJ) {
			t.Errorf("%s: receiving for %v takes %g J, want %g", c.name, c.air, got, c.receiveJ)
		}
		if got := p.IdleJ(c.air); !near(got, c.idleJ) {
			t.Errorf("%s: listening for %v takes %g J, want %g", c.name, c.air, got, c.idleJ)
		}
	}
}

// ns-3's battery of 10 J is known to be empty after 12.2 s of idling.
func TestIdleWiFiEmptiesTenJoulesInTwelveSeconds(t *testing.T) {
	p := profile(t, "wifi-ns3")
	if p.IdleJ(12200*time.Millisecond) >= 10 || p.IdleJ(12220*time.Millisecond) <= 10 {
		t.Errorf("12.20 s take %g J, 12.22 s %g J", p.IdleJ(12200*time.Millisecond), p.IdleJ(12220*time.Millisecond))
	}
	if got := p.SleepJ(10 * time.Second); !near(got, 0.99) {
		t.Errorf("10 s with the radio off take %g J, want 0.99", got)
	}
}

func TestProfilesHaveNamesAndSources(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range energy.Profiles() {
		if seen[p.Name] || p.Source == "" {
			t.Errorf("profile %q is listed twice or has no source", p.Name)
		}
		seen[p.Name] = true
		if found, ok := energy.ProfileByName(p.Name); !ok || found != p {
			t.Errorf("%q finds %+v", p.Name, found)
		}
		if p.SleepW > p.IdleW || p.IdleW > p.RxW {
			t.Errorf("%s: listening draws more than receiving, or less than 0 W", p.Name)
		}
		// The power above idle may be negative, but no state gives energy back.
		if p.TransmitJ(time.Second)+p.IdleJ(time.Second) < 0 {
			t.Errorf("%s: sending charges the battery", p.Name)
		}
	}
	if _, ok := energy.ProfileByName("WIFI-NS3"); ok {
		t.Error("names match in another case")
	}
	list := energy.Profiles()
	list[0].TxW = 99
	if energy.Profiles()[0].TxW == 99 {
		t.Error("changes of the list change the profiles")
	}
}
