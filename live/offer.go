package live

import (
	"context"
	"fmt"

	"bellwether/internal/base/crash"
	"bellwether/internal/live/sensors"
	"bellwether/protocol"
)

// An offer is a program's Offer as a sensors.Source.
type offer struct {
	ask  func() int64
	last int64 // the last good value
	err  error // of the last call
}

// Value calls the program's Offer, and waits until ctx ends at most. A call that has not
// returned by then goes on, because nothing can end it. A panic is repeated with a message that
// names Offer.
func (o *offer) Value(ctx context.Context, _ sensors.Heard) (int64, error) {
	if o.err = ctx.Err(); o.err != nil {
		return o.last, o.err
	}
	type answer struct {
		value int64
		err   error
	}
	given := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { given <- a }()
		defer crash.Into(&a.err, "the program's own Offer")
		a.value = o.ask()
	}()
	var got answer
	select {
	case got = <-given:
	case <-ctx.Done():
		got.err = fmt.Errorf("the program's own Offer has not returned: %w", ctx.Err())
	}
	if len(crash.Find(got.err)) > 0 {
		panic(got.err)
	}
	if got.err == nil && (got.value < 0 || got.value > protocol.MaxValue) {
		got.err = fmt.Errorf("the program's own Offer returned %d: must be from 0 to %d", got.value, protocol.MaxValue)
	}
	if o.err = got.err; o.err == nil {
		o.last = got.value
	}
	return o.last, o.err
}
