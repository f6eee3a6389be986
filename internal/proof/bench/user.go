package bench

import (
	"fmt"
	"strings"
	"time"

	"bellwether/internal/study/campaign"
	"bellwether/scenarios"
)

// batteryJ is enough for the longest row: 1000 s of idling at 0.82 W (radio: wifi-ns3),
// and as much again.
const batteryJ = 2000

// scenario is the load as a user's file: the same world, with batteries. Capabilities are
// fixed, so that charges decide nothing and the same frames are sent as without
// batteries.
func (l load) scenario() (*scenarios.Scenario, error) {
	service := "oracle"
	if l.hello {
		service = "hello"
	}
	offers := strings.Repeat("0, ", int(l.start.Leader)-1) + "1" + strings.Repeat(", 0", l.nodes-int(l.start.Leader))
	text := fmt.Sprintf(`
schema: 2
name: workload
duration: %v
seed: 1
runs: 1
nodes: %d
world: {width: %v, height: %[3]v}
mobility: {model: random-waypoint, speed: {min: %v, max: %v}, pause: {min: 0s, max: 0s}}
radio: {model: unit-disk, range: %v, bitrate: %v, loss: {model: bernoulli, probability: %v}}
energy: {profile: wifi-ns3, battery: {min: %v, max: %[9]v}}
capability: {values: [%s]}
neighbours: {service: %s, interval: 1s, timeout: 3s}
detection: {interval: %v, misses: 100}
start: {leader: %d}
measure: {every: 1s}
algorithms: [vasudevan]
`, seconds(l.until), l.nodes, side(l.nodes), speedMin, speedMax, rangeM, int(bitrateBps), lossPercent/100.0, batteryJ, offers, service, seconds(beaconEach), l.start.Leader)
	s, err := scenarios.Read("workload.yaml", []byte(text), scenarios.Options{})
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	return s, nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%gs", d.Seconds()) }

// prepared is the load as `bellwether run` makes it.
func (l load) prepared() (*campaign.Prepared, error) {
	s, err := l.scenario()
	if err != nil {
		return nil, err
	}
	if l.hashed {
		return campaign.PrepareHashed(s, s.Algorithms[0], s.Seed)
	}
	return campaign.Prepare(s, s.Algorithms[0], s.Seed)
}
