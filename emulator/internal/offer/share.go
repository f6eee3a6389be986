package offer

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/offers"
	"bellwether/overlay"
	"bellwether/protocol"
)

// of computes what node i can offer now.
func (f *Offers) of(i kernel.Slot) int64 {
	o := &f.o
	switch {
	case f.resigned[i]:
		return 0
	case len(o.Values) > 0:
		return o.Values[f.k.ID(i)-1]
	}
	return offers.Value(
		offers.Asset{Weight: o.Battery, Share: o.Batteries.Share(i)},
		offers.Asset{Weight: o.Connectivity, Share: offers.Connectivity(shareOf(f.degree, i))},
		offers.Asset{Weight: o.LinkQuality, Share: f.linkQuality(i)},
		offers.Asset{Weight: o.Closeness, Share: shareOf(f.closeness, i)},
		offers.Asset{Weight: o.Uptime, Share: f.uptime(i)},
		offers.Asset{Weight: o.Mobility, Share: f.stillness(i)},
		offers.Asset{Weight: o.Static, Share: shareOf(o.Shares, kernel.Slot(f.k.ID(i))-1)},
	)
}

// shareOf is the share of one node, 0 if there is no list.
func shareOf(shares []float64, n kernel.Slot) float64 {
	if shares == nil {
		return 0
	}
	return shares[n]
}

func (f *Offers) linkQuality(i kernel.Slot) float64 {
	if f.o.LinkQuality == 0 || !f.k.Live(i) || f.k.Machine(i) == nil {
		return 0
	}
	heard, _ := overlay.Quality(f.k.Machine(i), protocol.Time(f.k.Reads(i)))
	return heard
}

func (f *Offers) uptime(i kernel.Slot) float64 {
	if f.booted == nil {
		return 0
	}
	return offers.Uptime(time.Duration(f.k.Now()-f.booted[i]), f.o.UptimeHalf)
}

func (f *Offers) stillness(i kernel.Slot) float64 {
	if f.speed == nil {
		return 0
	}
	return offers.Stillness(f.speed[i], f.o.SpeedLimit)
}
