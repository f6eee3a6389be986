package offer

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/capability"
	"bellwether/overlay"
	"bellwether/protocol"
)

// of computes what node i claims to offer now.
func (f *Offers) of(i kernel.Slot) int64 { return f.claim(i, f.offers(i)) }

// offers computes what node i can offer now.
func (f *Offers) offers(i kernel.Slot) int64 {
	o := &f.o
	switch {
	case f.resigned[i]:
		return 0
	case len(o.Values) > 0:
		return o.Values[f.k.ID(i)-1]
	}
	return capability.Value(
		capability.Asset{Weight: o.Battery, Share: o.Batteries.Share(i)},
		capability.Asset{Weight: o.Connectivity, Share: capability.Connectivity(shareOf(f.degree, i))},
		capability.Asset{Weight: o.LinkQuality, Share: f.linkQuality(i)},
		capability.Asset{Weight: o.Closeness, Share: shareOf(f.closeness, i)},
		capability.Asset{Weight: o.Uptime, Share: f.uptime(i)},
		capability.Asset{Weight: o.Mobility, Share: f.stillness(i)},
		capability.Asset{Weight: o.Static, Share: shareOf(o.Shares, kernel.Slot(f.k.ID(i))-1)},
	)
}

// shareOf is the share of one node, 0 without a list.
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
	return capability.Uptime(time.Duration(f.k.Now()-f.booted[i]), f.o.UptimeHalf)
}

func (f *Offers) stillness(i kernel.Slot) float64 {
	if f.speed == nil {
		return 0
	}
	return capability.Stillness(f.speed[i], f.o.SpeedLimit)
}
