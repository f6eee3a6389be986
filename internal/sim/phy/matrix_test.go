package phy_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

func TestInvalidMatricesAreRefused(t *testing.T) {
	for want, e := range map[string]radio.Entry{
		"no link from 1 to 4": {From: 1, To: 4},
		"no link from 2 to 2": {From: 2, To: 2},
		"no link from 0 to 2": {To: 2},
		"at least 0 dB":       {From: 1, To: 2, LossDB: math.NaN()},
		"before the run":      {From: 1, To: 2, At: -1},
	} {
		if _, err := phy.NewMatrix(3, []radio.Entry{{From: 1, To: 3}, e}); err == nil || !strings.Contains(err.Error(), "loss 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", e, err, want)
		}
	}
}

func TestAMatrixKnowsWhoMayHear(t *testing.T) {
	m, err := phy.NewMatrix(4, []radio.Entry{{From: 1, To: 4}, {From: 1, To: 2, At: 5}, {From: 3, To: 1}, {From: 1, To: 4, At: 9}})
	if err != nil {
		t.Fatal(err)
	}
	c := mustChannelAt(t, radio.ChannelOptions{Receiver: radio.DefaultReceiver()}, phy.Site{Matrix: m})
	for from, want := range map[protocol.ID][]protocol.ID{0: nil, 1: {2, 4}, 2: nil, 3: {1}, 5: nil} {
		if got, fixed := c.AppendPeers(nil, from); !fixed || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%d may be heard by %v, want %v", from, got, want)
		}
	}
	if !c.Varies() {
		t.Error("a matrix of several instants does not change")
	}
}
