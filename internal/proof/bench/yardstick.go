package bench

import "time"

// yardstick is the speed of the bare loop on this machine in this hour. It is measured
// before and after each figure, since other work on the machine slows both.
type yardstick struct {
	deliveries uint64
	took       time.Duration // of processor time
}

// yardstickDeliveries is how many a measurement takes: a tenth of a second.
const yardstickDeliveries = 2_000_000

// measure runs the bare loop of n nodes once more. Its first second, the first touch of
// its memory, does not count.
func (y *yardstick) measure(n int) {
	loop := newBare(n)
	loop.run(time.Second)
	warm := loop.received
	until := time.Second * time.Duration(max(yardstickDeliveries/warm, 1))
	began := processorTime()
	loop.run(until)
	y.took += processorTime() - began
	y.deliveries += loop.received - warm
}

// rate is in deliveries a second.
func (y *yardstick) rate() float64 { return float64(y.deliveries) / y.took.Seconds() }
