package access

import "time"

// shortFrame bounds the frames whose airtime is worked out beforehand, in bytes: all but
// those that carry a whole view or roster. Each frame is asked for three times, and the
// division takes longer than all else that is done with the answer.
const shortFrame = 512

// airtimes are those of frames of so many bytes.
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
