package radio

import "time"

// A Profile is the power a radio draws in each state.
type Profile struct {
	Name   string
	Source string
	TxW    float64 // transmitting
	RxW    float64 // receiving a frame
	IdleW  float64 // listening, no frame
	SleepW float64 // radio off
}

// Profiles lists them all.
func Profiles() []Profile {
	return []Profile{
		{Name: "wifi-ns3", TxW: 1.14, RxW: 0.939, IdleW: 0.819, SleepW: 0.099},
		{Name: "cc2420", TxW: 0.0522, RxW: 0.0591, IdleW: 0.0591, SleepW: 0.00006},
		{Name: "inet-80211", TxW: 2.5, RxW: 1, IdleW: 0.5, SleepW: 0.00005},
		{Name: "none"},
	}
}

// ProfileByName finds a profile.
func ProfileByName(name string) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

// TransmitJ is the energy above idle of transmitting for air.
func (p Profile) TransmitJ(air time.Duration) float64 { return (p.TxW - p.IdleW) * air.Seconds() }

// ReceiveJ is the energy above idle of receiving for air.
func (p Profile) ReceiveJ(air time.Duration) float64 { return (p.RxW - p.IdleW) * air.Seconds() }

// IdleJ is the energy of listening for d.
func (p Profile) IdleJ(d time.Duration) float64 { return p.IdleW * d.Seconds() }
