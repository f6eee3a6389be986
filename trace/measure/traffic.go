package measure

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// traffic counts the messages and frames of nodes within the measured window.
type traffic struct {
	said       [protocol.Classes]int64
	broadcasts int64 // of class election or announcement
	unicasts   int64
	frames     int64
	begun      int64 // messages that their origin put on the air
	bytes      int64
}

// sent handles a Send: one logical message, however many hops and tries it needs.
func (t *traffic) sent(rec *trace.Record) {
	if rec.Class >= protocol.Classes {
		return
	}
	t.said[rec.Class]++
	if rec.Class != protocol.ClassElection && rec.Class != protocol.ClassAnnouncement {
		return
	}
	if rec.Peer == protocol.Nobody {
		t.broadcasts++
	} else {
		t.unicasts++
	}
}

// transmitted handles a Transmit: one frame on the air.
func (t *traffic) transmitted(rec *trace.Record) {
	t.frames++
	if rec.Why == trace.WhyData && rec.Value == 1 {
		t.begun++
	}
	t.bytes += int64(rec.Bytes)
}

// into writes the metrics of traffic, given the live node-seconds and the number
// of elections.
func (t *traffic) into(m *Metrics, nodeSeconds, elections float64) {
	m.values[messagesPerElection] = ratio(float64(t.broadcasts+t.unicasts), elections)
	m.values[messagesPerElectionBroadcast] = ratio(float64(t.broadcasts), elections)
	m.values[messagesPerElectionUnicast] = ratio(float64(t.unicasts), elections)
	all := int64(0)
	for class, count := range t.said {
		all += count
		m.values[electionMessagesPerNode+class] = ratio(float64(count), nodeSeconds)
	}
	m.values[messagesPerNode] = ratio(float64(all), nodeSeconds)
	m.values[transmissionsPerNode] = ratio(float64(t.frames), nodeSeconds)
	m.values[bytesPerNode] = ratio(float64(t.bytes), nodeSeconds)
}
