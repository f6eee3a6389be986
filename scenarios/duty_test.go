package scenarios

import (
	"testing"
	"time"

	"bellwether/radio"
	"bellwether/trace/measure"
)

func TestDutyCycleAndBudgetOfAScenario(t *testing.T) {
	s := parse(t, "radio: {model: log-distance, preset: lora-sf7, duty_cycle: {limit: 0.01}, budget: {broadcasts: 5}}")
	config, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := (radio.DutyCycle{Limit: 0.01, Window: time.Hour}); config.Duty == nil || *config.Duty != want {
		t.Errorf("duty cycle %+v, want %+v", config.Duty, want)
	}
	m := s.Medium()
	if want := (measure.Budget{Broadcasts: 5, Per: time.Minute}); m.Budget != want || !m.Capped || m.Contended {
		t.Errorf("measured against %+v", m)
	}
	// By hand, SX1276 data sheet: 8 bytes at SF 7, coding rate 4/5: 20.25 symbols and
	// 5·⌈(64 − 28 + 44)/28⌉ = 15, of 1.024 ms.
	if got := m.Airtime(8); got != 36096*time.Microsecond {
		t.Errorf("8 bytes are %v on the air, want 36.096 ms", got)
	}
	if config, _ := parse(t, "name: test").Config(s.Algorithms[0], 1); config.Duty != nil {
		t.Errorf("duty cycle %+v, want none by default", config.Duty)
	}
}

func TestDutyCycleWarnings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// 40.25 symbols and 5·⌈(8·72 − 48 + 44)/40⌉ = 75 of 32.768 ms are 3.1 s.
		{"radio: {preset: lora-sf12, duty_cycle: {limit: 0.0005}}", "keeps messages from ever being sent"},
		{"radio: {preset: lora-sf7, duty_cycle: {limit: 0.01}}", "too short for the duty cycle"},
		{"radio: {budget: {broadcasts: 30}}", "exceeded by hellos alone: 60 of them in 1m"},
		{"radio: {model: graph, topology: ring, duty_cycle: {limit: 0.1}}", "radio.duty_cycle: has no effect"},
	} {
		wantWarning(t, c.text, c.want)
	}
	for _, text := range []string{"radio: {duty_cycle: {limit: 1.5}}", "radio: {duty_cycle: {limit: 0.1, excess: forget}}", "radio: {budget: {broadcasts: -1}}"} {
		if _, err := Read("my.yaml", []byte(text), Options{}); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}
