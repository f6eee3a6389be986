package presets_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/internal/sim/presets"
	"bellwether/radio"
)

// Times on air from the standards' own examples: an 802.11 acknowledgement of 14 bytes
// takes 248 µs at 2 Mbit/s with the long preamble and 44 µs at 6 Mbit/s; one of 5 bytes
// takes 352 µs in 802.15.4; 20 bytes of LoRa take 56.576 ms at SF 7 and 1318.912 ms at SF
// 12 by Semtech's calculator.
func TestPresetsTakeTheirTimeOnAir(t *testing.T) {
	for _, c := range []struct {
		preset string
		bytes  int
		want   time.Duration
	}{
		{"wifi-ns3", 250, time.Millisecond},
		{"wifi-2.4GHz", 14, 248 * time.Microsecond},
		{"wifi-5GHz", 14, 44 * time.Microsecond},
		{"802.15.4", 5, 352 * time.Microsecond},
		{"lora-sf7", 20, 56576 * time.Microsecond},
		{"lora-sf12", 20, 1318912 * time.Microsecond},
		{"lora-sf12", 0, 663552 * time.Microsecond}, // 12.25 and 8 symbols: 20.25·32.768 ms
	} {
		p, ok := presets.ByName(c.preset)
		if got := p.Link.Airtime(c.bytes); !ok || got != c.want {
			t.Errorf("%s: %d bytes take %v, want %v", c.preset, c.bytes, got, c.want)
		}
	}
}

// Every preset is valid and has its sources. The range by its curve corresponds to a
// sensitivity that is at most 3 dB worse than the stated one, and at most 16 dB better; the
// latter where the stated one is the standard's minimum and frames are short. GloMoSim's
// presets have a threshold that no curve explains.
func TestPresetsAreValid(t *testing.T) {
	for _, p := range presets.All() {
		if err := p.Link.Validate(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if len(p.About) < 20 || !strings.Contains(p.About, "dBm") {
			t.Errorf("%s: %q", p.Name, p.About)
		}
		plain := channelOf(t, radio.ChannelOptions{Path: radio.Friis{Carrier: p.Carrier, SystemLoss: 1}, Emitter: p.Emitter, Receiver: p.Receiver})
		receiver := p.Receiver
		receiver.Modulation = p.Curve
		curved := channelOf(t, radio.ChannelOptions{Path: radio.Friis{Carrier: p.Carrier, SystemLoss: 1}, Emitter: p.Emitter, Receiver: receiver})
		if gain := 20 * math.Log10(curved.RangeM()/plain.RangeM()); p.Name != presets.Default && p.Access.Overlap != radio.OverlapBounded && (gain < -3 || gain > 16) {
			t.Errorf("%s: by its curve the range is %.0f m, by its sensitivity %.0f m", p.Name, curved.RangeM(), plain.RangeM())
		}
	}
	if _, ok := presets.ByName("walkie-talkie"); ok {
		t.Error("an unknown preset is found")
	}
	wifi, _ := presets.ByName("wifi-2.4GHz")
	if got := wifi.ReferenceLossDB; math.Abs(got-40.185) > 0.001 { // 40.052 + 20·log10(2.437/2.4)
		t.Errorf("the loss of the first metre is %v dB", got)
	}
	// By hand, 20·log10(4π·200·2.4e9/c) − 81 dBm; and kT over 2 MHz with ten times the noise.
	old, _ := presets.ByName("glomosim-200")
	if got, noise := old.Emitter.PowerDBm, phy.NoiseDBm(old.Receiver); math.Abs(got-5.07) > 0.01 || math.Abs(noise+100.97) > 0.01 {
		t.Errorf("GloMoSim's radio for 200 m has %v dBm and a noise of %v dBm, want 5.07 and -100.97", got, noise)
	}
	low, _ := presets.ByName("802.15.4")
	// CC2420: 1 % of 20 bytes lost at −95 dBm.
	ber := phy.BitErrorRate(low.Curve, math.Pow(10, (-95-phy.NoiseDBm(low.Receiver))/10))
	if lost := 1 - math.Pow(1-ber, 160); math.Abs(lost-0.01) > 0.003 {
		t.Errorf("at the data sheet's sensitivity %v of the frames are lost, want 0.01", lost)
	}
}

func channelOf(t *testing.T, o radio.ChannelOptions) *phy.Channel {
	t.Helper()
	c, err := phy.NewChannel(o, phy.Site{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
