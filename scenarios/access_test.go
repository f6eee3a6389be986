package scenarios

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"bellwether/radio"
)

func TestMediumOfThePresets(t *testing.T) {
	for _, c := range []struct {
		radio    string
		preamble time.Duration
		want     radio.CSMA
	}{
		// IEEE Std 802.11: DSSS and OFDM; ns-2's capture and range; the sensitivities of
		// the presets.
		{"{access: {model: csma}}", 192 * time.Microsecond, radio.CSMA{Slot: 20e3, SIFS: 10e3, DIFS: 50e3, WindowMin: 31, WindowMax: 1023,
			Lifetime: 500e6, CaptureDB: 10, SenseDBm: -101, SenseRange: 2.2, Exponent: 4}},
		{"{model: log-distance, preset: wifi-5GHz, access: {model: csma}}", 20 * time.Microsecond,
			radio.CSMA{Slot: 9e3, SIFS: 16e3, DIFS: 34e3, WindowMin: 15, WindowMax: 1023,
				Lifetime: 500e6, CaptureDB: 10, SenseDBm: -82, SenseRange: 2.2, Exponent: 4}},
		// 2^10 chips at 125 kHz last 8.192 ms.
		{"{model: log-distance, preset: lora-sf10, access: {model: csma, capture: 7}}", 8192 * 20250 * time.Nanosecond,
			radio.CSMA{Slot: 16384e3, SIFS: 8192e3, DIFS: 40960e3, WindowMin: 31, WindowMax: 1023,
				Lifetime: time.Minute, CaptureDB: 7, SenseDBm: -132, SenseRange: 2.2, Exponent: 4}},
		// GloMoSim, as its source has it; RTS for every unicast frame.
		{"{model: friis, preset: glomosim-250, access: {model: csma}}", 192 * time.Microsecond,
			radio.CSMA{Slot: 20e3, SIFS: 10e3, DIFS: 50e3, WindowMin: 30, WindowMax: 1022, Lifetime: 500e6, CaptureDB: 10, SenseDBm: -91,
				SenseRange: 3.162, Exponent: 2, Overlap: radio.OverlapBounded, FaintestDBm: -111,
				DCF: radio.DCF{NAV: true, EIFS: 412e3, ReserveBytes: 1, LongRetries: 4, Answer: radio.AnswerIdle, Idle: radio.IdleWait}}},
		{"{model: log-distance, preset: wifi-2.4GHz, bitrate: 1000000, reception: {model: snr, modulation: dbpsk}, " +
			"access: {model: csma, carrier_sense: -90, overlap: sinr, rts_threshold: 500, eifs: 364us, idle: send, rates: [cck-11]}}", 192 * time.Microsecond,
			radio.CSMA{Slot: 20e3, SIFS: 10e3, DIFS: 50e3, WindowMin: 31, WindowMax: 1023, Lifetime: 500e6, CaptureDB: 10, SenseDBm: -90,
				SenseRange: 2.2, Exponent: 4, Overlap: radio.OverlapSINR,
				DCF:   radio.DCF{NAV: true, EIFS: 364e3, ReserveBytes: 501, LongRetries: 4, Idle: radio.IdleSend},
				Rates: radio.DefaultRates(radio.Rate{Modulation: "cck-11", BitrateBps: 11e6})}},
		// IEEE Std 802.15.4-2006; the threshold of the AT86RF231 and the CC2420.
		{"{preset: iotlab-m3, access: {model: unslotted-csma-ca}}", 192 * time.Microsecond,
			radio.CSMA{CaptureDB: 3, SenseDBm: -101, SenseRange: 1, Exponent: 4, Unslotted: radio.DefaultUnslotted()}},
		{"{model: log-distance, preset: 802.15.4, access: {model: unslotted-csma-ca, min_be: 0, max_be: 3, max_backoffs: 0, backoff_period: 1ms, cca: 2ms, turnaround: 3ms, short_space: 4ms, long_space: 5ms}}", 192 * time.Microsecond,
			radio.CSMA{CaptureDB: 3, SenseDBm: -77, SenseRange: 1, Exponent: 4, Unslotted: radio.Unslotted{Period: 1e6, Assessment: 2e6, Turnaround: 3e6, MaxBE: 3,
				ShortSpace: 4e6, LongSpace: 5e6, ShortBytes: 18}}},
		{"{access: {model: csma, slot: 1ms, sifs: 2ms}}", 192 * time.Microsecond,
			radio.CSMA{Slot: 1e6, SIFS: 2e6, DIFS: 4e6, WindowMin: 31, WindowMax: 1023,
				Lifetime: 500e6, CaptureDB: 10, SenseDBm: -101, SenseRange: 2.2, Exponent: 4}},
	} {
		s := parse(t, "radio: "+c.radio)
		config, err := s.Config(s.Algorithms[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if config.Access == nil || !reflect.DeepEqual(*config.Access, c.want) {
			t.Errorf("%s: medium %+v, want %+v", c.radio, config.Access, c.want)
		}
		if config.Link.Preamble != c.preamble || config.Loss != nil {
			t.Errorf("%s: preamble %v, loss %v, want %v and none", c.radio, config.Link.Preamble, config.Loss, c.preamble)
		}
	}
}

func TestMediumIsIdealByDefault(t *testing.T) {
	s := parse(t, "name: test")
	config, err := s.Config(s.Algorithms[0], 1)
	if err != nil || config.Access != nil || config.Link.Preamble != 0 {
		t.Errorf("medium %v, preamble %v: %v", config.Access, config.Link.Preamble, err)
	}
}

func TestMediumFaultsAndWarnings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"radio: {model: graph, topology: ring, access: {model: csma}}", "has no places"},
		{"radio: {access: {model: csma, difs: 10us}}", "DIFS must be above the SIFS of 10µs"},
		{"radio: {access: {model: csma, cw_min: 63, cw_max: 31}}", "contention windows must rise"},
		{"radio: {access: {model: csma, capture: 0}}", "capture"},
		{"radio: {access: {model: aloha}}", "ideal, csma, unslotted-csma-ca"},
		{"radio: {access: {model: unslotted-csma-ca, min_be: 6}}", "my.yaml:1:52: radio.access.min_be: must be at most max_be, 5, got 6"},
		{"radio: {access: {model: unslotted-csma-ca, max_be: 3, min_be: 4}}", "my.yaml:1:63: radio.access.min_be: must be at most max_be, 3, got 4"},
		{"radio: {access: {model: unslotted-csma-ca, short_space: 1ms}}", "my.yaml:1:57: radio.access.short_space: must be at most long_space, 640µs, got 1ms"},
		{"radio: {access: {model: unslotted-csma-ca, max_be: 2}}", "radio.access.max_be"},
		{"radio: {access: {model: unslotted-csma-ca, max_be: 9}}", "radio.access.max_be"},
		{"radio: {access: {model: unslotted-csma-ca, max_backoffs: 6}}", "radio.access.max_backoffs"},
		{"radio: {access: {model: unslotted-csma-ca, long_space: 1us}}", "radio.access.long_space: must be at least short_space, 192µs, got 1µs"},
		{"radio: {access: {model: unslotted-csma-ca, cca: 0s}}", "radio.access.cca"},
		{"radio: {model: graph, topology: ring, access: {model: unslotted-csma-ca}}", "has no places"},
		{"radio: {access: {model: csma, overlap: bounded}}", "bounded needs noise, and radio model unit-disk has no power"},
		{"radio: {model: friis, access: {model: csma, overlap: sinr}}", "needs a receiver with a curve"},
		{"radio: {model: friis, access: {model: csma, rates: [cck-11]}}", "faster rates need overlap"},
		{"radio: {model: friis, access: {model: csma, overlap: sinr, rates: [dbpsk]}, reception: {model: snr}}", "no modulation of 802.11 that is faster"},
		{"radio: {model: friis, access: {model: csma, overlap: sinr, rates: [chirp]}, reception: {model: snr}}", "no modulation of 802.11 that is faster"},
		{"radio: {model: friis, bitrate: 1e6, access: {model: csma, overlap: sinr, rates: [cck-11, dqpsk]}, reception: {model: snr}}",
			`my.yaml:1:81: radio.access.rates: "dqpsk" is not faster than "cck-11" before it: list them from slow to fast, each once`},
		{"radio: {model: friis, bitrate: 1e6, access: {model: csma, overlap: sinr, rates: [dqpsk, dqpsk]}, reception: {model: snr}}",
			`"dqpsk" is not faster than "dqpsk" before it`},
		{"radio: {access: {model: csma, eifs: 5us}}", "my.yaml:1:37: radio.access.eifs: must be 0s or at least as long as difs, 50µs, got 5µs"},
		{"radio: {access: {model: csma, eifs: 300us, difs: 1ms}}", "radio.access.eifs: must be 0s or at least as long as difs, 1ms, got 300µs"},
	} {
		_, err := Read("my.yaml", []byte(c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"radio: {access: {model: csma, lifetime: 100us}}", "drops its own"},
		{"radio: {access: {model: csma, carrier_sense_range: 0.5}}", "at 125 m nodes do not notice"},
		{"radio: {access: {model: csma, carrier_sense: -80}}", "a unit-disk knows no power"},
		{"radio: {model: log-distance, access: {model: csma, carrier_sense: -80}}", "above the -101 dBm of the weakest link"},
		{"radio: {model: log-distance, access: {model: csma, exponent: 2}}", "power decides"},
		{"radio: {access: {slot: 10us}}", "has no effect, since radio.access.model is ideal"},
		{"radio: {access: {model: unslotted-csma-ca, slot: 10us}}", "has no effect, since radio.access.model is unslotted-csma-ca"},
		{"radio: {access: {model: csma, min_be: 1}}", "has no effect, since radio.access.model is csma"},
		{"radio: {access: {model: unslotted-csma-ca}}", "preset wifi-ns3 is another radio: take 802.15.4 or iotlab-m3"},
		{"radio: {model: log-distance, preset: 802.15.4, access: {model: unslotted-csma-ca, carrier_sense: -70}}", "-70 dBm is above the -95 dBm of the weakest link"},
	} {
		wantWarning(t, c.text, c.want)
	}
	// What has no effect has one warning.
	s := parse(t, "radio: {model: friis, preset: 802.15.4, access: {model: unslotted-csma-ca, rts_threshold: 9, nav: false, rates: [cck-11]}}")
	for _, w := range s.Warnings() {
		if strings.HasPrefix(w.Path, "radio.access") && !strings.Contains(w.String(), "has no effect") {
			t.Errorf("warned of %v", w)
		}
	}
}

// A medium that is written and read again is the same.
func TestMediumIsWrittenWhole(t *testing.T) {
	for _, text := range []string{
		"radio: {access: {model: csma}}",
		"radio: {model: log-distance, preset: lora-sf9, access: {model: csma, cw_min: 7}, duty_cycle: {limit: 0.01, excess: drop}, budget: {broadcasts: 3, per: 10s}}",
		"radio: {model: log-distance, reception: {model: snr}, preamble: 96us, access: {model: csma}}",
		"radio: {model: friis, preset: glomosim-200, access: {model: csma}}",
		"radio: {model: log-distance, preset: 802.15.4, access: {model: unslotted-csma-ca, min_be: 2, long_space: 1ms}}",
		"radio: {model: friis, preset: glomosim-200, access: {model: csma, difs: 1ms}}",
		"radio: {model: friis, preset: wifi-2.4GHz, bitrate: 1000000, reception: {model: snr, modulation: dbpsk}, access: {model: csma, overlap: sinr, rates: [dqpsk, cck-11], rts_threshold: 300}}",
	} {
		first := parse(t, text)
		second, err := Read("again.yaml", first.YAML(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(first.Radio.Access, second.Radio.Access) || first.Radio.DutyCycle != second.Radio.DutyCycle ||
			first.Radio.Budget != second.Radio.Budget || first.Radio.LinkLayer() != second.Radio.LinkLayer() || first.Radio.Loss.Model != second.Radio.Loss.Model {
			t.Errorf("%s: first\n%+v\nread again\n%+v", text, first.Radio, second.Radio)
		}
	}
}

// wantWarning reads a valid scenario, which must have a warning.
func wantWarning(t *testing.T, text, want string) {
	t.Helper()
	s, err := Read("my.yaml", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, w := range s.Warnings() {
		all.WriteString(w.String() + "\n")
	}
	if !strings.Contains(all.String(), want) {
		t.Errorf("%s: warnings\n%swant %q", text, all.String(), want)
	}
}
