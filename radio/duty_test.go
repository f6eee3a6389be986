package radio

import (
	"testing"
	"time"
)

func TestDutyCycleIsValidated(t *testing.T) {
	for _, d := range []DutyCycle{{0, time.Hour, false}, {1.1, time.Hour, false}, {0.1, 0, false}} {
		if d.Validate() == nil {
			t.Errorf("%+v passes", d)
		}
	}
	if err := (DutyCycle{1, time.Hour, true}).Validate(); err != nil {
		t.Error(err)
	}
}
