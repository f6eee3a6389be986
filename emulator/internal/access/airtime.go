package access

import "time"

// shortFrame bounds, in bytes, the frames whose airtime is computed in advance: all
// except those that carry a whole view or roster. The airtime of each frame is needed
// three times, and its division takes longer than everything else that is done with it.
const shortFrame = 512

// airtimes are the airtimes of frames, by their bytes.
type airtimes [shortFrame]time.Duration

func (l *Layer) fillAirtimes() {
	for bytes := range l.airtimes {
		l.airtimes[bytes] = l.Link.Airtime(bytes)
	}
}

// lasts is how long a frame of so many bytes, header included, is on the air.
func (l *Layer) lasts(bytes int) time.Duration {
	if uint(bytes) < shortFrame {
		return l.airtimes[bytes]
	}
	return l.Link.Airtime(bytes)
}

// lastsAt is lasts at a rate: 0 is the link's, the next are the rates of radio.Rates.
func (l *Layer) lastsAt(rate uint8, bytes int) time.Duration {
	if rate == 0 {
		return l.lasts(bytes)
	}
	faster, link := &l.CSMA.Rates.Faster[rate-1], l.Link
	link.BitrateBps, link.Symbol = faster.BitrateBps, faster.Symbol
	return link.Airtime(bytes)
}
