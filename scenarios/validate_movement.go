package scenarios

import (
	"bellwether/internal/base/errs"
	"bellwether/radio"
)

// checkBitrate refuses what no radio does, and what would make a frame last for years.
func (r *reader) checkBitrate() {
	link := radio.DefaultLink()
	link.BitrateBps = r.s.Radio.Bitrate
	if err := link.Validate(); err != nil && r.Sound("radio.bitrate") {
		r.Fault("radio.bitrate", "%s", errs.Why(err))
	}
}
