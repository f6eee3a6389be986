package phy

import (
	"math"

	"bellwether/protocol"
	"bellwether/radio"
)

// antennas are the directional gains of nodes. A link gains what the sender's antenna has
// towards the receiver, and the receiver's towards the sender, by azimuth and elevation.
type antennas struct {
	own      []radio.Antenna // of node i+1
	header   radio.Header
	greatest level // gain of any link
}

// newAntennas returns nil where no node has an antenna of its own: then nothing is computed.
func newAntennas(e radio.Emitter, f *faults) *antennas {
	if len(e.Antennas) == 0 {
		return nil
	}
	for i, a := range e.Antennas {
		if err := a.Validate(); err != nil {
			f.check(false, "node %d: %v", i+1, err)
		}
		f.check(!a.Ahead || e.Header != nil, "node %d: its antenna points ahead, and nothing states where it heads", i+1)
	}
	a := &antennas{own: e.Antennas, header: e.Header}
	a.greatest = a.most()
	return a
}

// most is the greatest gain of any link.
func (a *antennas) most() level {
	send, receive := 0.0, 0.0 // of nodes beyond the list
	for _, one := range a.own {
		if one.Use != radio.UseReceive {
			send = max(send, one.GainDB)
		}
		if one.Use != radio.UseSend {
			receive = max(receive, one.GainDB)
		}
	}
	return levelOf(send) + levelOf(receive)
}

// gain is that of a hop, both ends included.
func (a *antennas) gain(h *radio.Hop) level {
	const degrees = 180 / math.Pi
	x, y, up := h.ToM[0]-h.FromM[0], h.ToM[1]-h.FromM[1], h.ToAltitudeM-h.FromAltitudeM
	azimuth, elevation := math.Atan2(y, x)*degrees, 0.0
	if up != 0 {
		elevation = math.Atan2(up, math.Hypot(x, y)) * degrees
	}
	return a.of(h.From, h.At, sight{azimuth, elevation, radio.UseReceive}) + a.of(h.To, h.At, sight{azimuth + 180, -elevation, radio.UseSend})
}

// A sight is where a node looks, and the use of an antenna that does not serve there.
type sight struct {
	azimuthDeg, elevationDeg float64
	unless                   string
}

func (a *antennas) of(id protocol.ID, at protocol.Time, s sight) level {
	i := int(id) - 1
	if i < 0 || i >= len(a.own) || a.own[i].Use == s.unless {
		return 0
	}
	one := &a.own[i]
	bearing := one.BearingDeg
	if one.Ahead {
		bearing += a.header.HeadingDeg(id, at)
	}
	return levelOf(one.TowardsDB(radio.Direction{AzimuthDeg: s.azimuthDeg - bearing, ElevationDeg: s.elevationDeg}))
}

// towards is the gain of an emission at a node.
func (a *antennas) towards(e *Emission, r *receiver) level {
	return a.gain(&radio.Hop{From: e.From, To: r.id, FromM: e.FromM, ToM: [2]float64{r.at.XM, r.at.YM}, FromAltitudeM: e.FromAltitudeM, ToAltitudeM: r.at.AltitudeM, At: e.At})
}
