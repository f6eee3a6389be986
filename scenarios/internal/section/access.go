package section

// Models of medium access.
const (
	AccessIdeal = "ideal"
	AccessCSMA  = "csma"
	// AccessUnslotted is named as in IEEE 802.15.4.
	AccessUnslotted = "unslotted-csma-ca"
)

// Access is how nodes share the medium.
type Access struct {
	// ideal: no node waits, and frames that overlap are all received; csma: nodes listen
	// before they send and wait a random time, as in 802.11, and frames that overlap at a
	// receiver destroy each other; unslotted-csma-ca: the same, but nodes wait as in 802.15.4
	// without beacons: they listen once, at the end of a random time.
	Model string `yaml:"model" jsonschema:"default=ideal,enum=ideal,enum=csma,enum=unslotted-csma-ca"`
	// Length of a slot of the back-off. Default: the preset's; in 802.11 DSSS it is 20us.
	Slot Duration `yaml:"slot" when:"model=csma" jsonschema:"default=20us" min:"1ns" max:"10s"`
	// Time from a frame to its acknowledgement. Default: the preset's.
	SIFS Duration `yaml:"sifs" when:"model=csma" jsonschema:"default=10us" max:"10s"`
	// Idle time before a frame. Default: the preset's, SIFS and two slots.
	DIFS Duration `yaml:"difs" when:"model=csma" jsonschema:"default=50us" min:"1ns" max:"10s"`
	// Greatest back-off of a first attempt and of every broadcast, in slots; the least is
	// 0. Default: the preset's.
	WindowMin int `yaml:"cw_min" when:"model=csma" jsonschema:"default=31,minimum=0,maximum=32767"`
	// Limit of the window, which doubles after each attempt of a unicast frame without
	// acknowledgement. Default: the preset's.
	WindowMax int `yaml:"cw_max" when:"model=csma" jsonschema:"default=1023,minimum=0,maximum=32767"`
	// Time after which a frame that waits for a busy medium is dropped, from when it is
	// first in its sender's queue; 0s: never. The default is ns-3's.
	Lifetime Duration `yaml:"lifetime" when:"model=csma" jsonschema:"default=500ms" max:"10000h"`
	// How much stronger a frame must be than all others together to be received in spite
	// of them, in dB. Default: the preset's; 10 is ns-2's.
	Capture float64 `yaml:"capture" unit:"dB" when:"model=csma|unslotted-csma-ca" jsonschema:"default=10,exclusiveMinimum=0,maximum=100"`
	// The power from which the medium is busy, in dBm, where power decides who hears.
	// Default: the sensitivity, or with reception snr the power of a link; with
	// unslotted-csma-ca and a preset of 802.15.4 the -77 of its data sheet.
	CarrierSense float64 `yaml:"carrier_sense" unit:"dBm" when:"model=csma|unslotted-csma-ca" jsonschema:"default=-101,minimum=-300,maximum=100"`
	// Distance at which a sender makes the medium busy, as a multiple of the range of a
	// unit-disk. The default is ns-2's 550 m for 250 m; with unslotted-csma-ca it is 1.
	CarrierSenseRange float64 `yaml:"carrier_sense_range" when:"model=csma|unslotted-csma-ca" jsonschema:"default=2.2,exclusiveMinimum=0,maximum=100"`
	// Exponent of the path loss by which frames are compared in power over a unit-disk.
	// The default is that of two rays, as in ns-2.
	Exponent float64 `yaml:"exponent" when:"model=csma|unslotted-csma-ca" jsonschema:"default=4,minimum=1,maximum=10"`

	// What becomes of frames that overlap, where power decides. capture: a frame that is
	// stronger than all others together by the capture threshold is received; bounded: the
	// same, and noise counts as one of the others, GloMoSim's SNR-BOUNDED; sinr: a frame is
	// received with the probability that all its bits are right, by its curve, noise and
	// interference in each piece of it, as in ns-3; it needs reception snr. Default: the
	// preset's.
	Overlap string `yaml:"overlap" when:"model=csma|unslotted-csma-ca" jsonschema:"default=capture,enum=capture,enum=bounded,enum=sinr"`
	// Power below which a frame counts as nothing, not even as interference. Default: the
	// preset's; 0: weaker than all that is sensed, received, or spoils another frame by itself.
	Faintest float64 `yaml:"faintest" unit:"dBm" when:"model=csma|unslotted-csma-ca" jsonschema:"default=0,minimum=-300,maximum=100"`
	// Unicast frames of more bytes than this, header included, are sent after an RTS and a
	// CTS; 802.11's dot11RTSThreshold. The default, ns-3's, is never. Default: the preset's.
	RTSThreshold int `yaml:"rts_threshold" when:"model=csma" jsonschema:"default=65535,minimum=0,maximum=65535"`
	// How often a frame is sent again that got a CTS and no acknowledgement. The retries of
	// the preset bound RTS and all other frames. The default is dot11LongRetryLimit.
	LongRetries int `yaml:"long_retries" when:"model=csma" jsonschema:"default=4,minimum=0,maximum=255"`
	// When an RTS is answered. unreserved: if no other exchange has reserved the medium;
	// idle: if the node also senses nothing, as in GloMoSim. Default: the preset's.
	CTS string `yaml:"cts" when:"model=csma" jsonschema:"default=unreserved,enum=unreserved,enum=idle"`
	// Nodes that receive a frame for another one wait until its exchange is over. Default:
	// true if there are frames with RTS.
	NAV bool `yaml:"nav" when:"model=csma"`
	// Idle time before a frame, in place of DIFS, after a frame that a node began to receive
	// and did not get; 0s: DIFS. It is never shorter than DIFS. In 802.11 DSSS it is 364us.
	// Default: the preset's, or DIFS if that is longer.
	EIFS Duration `yaml:"eifs" when:"model=csma" jsonschema:"default=0s" max:"10s"`
	// What a frame does that finds the medium idle. backoff: it waits for a back-off, as in
	// ns-2; send: it goes at once if the medium has been idle for DIFS, as in the standard;
	// wait: it goes after DIFS, as in GloMoSim. Default: the preset's.
	Idle string `yaml:"idle" when:"model=csma" jsonschema:"default=backoff,enum=backoff,enum=send,enum=wait"`
	// Modulations of 802.11 above that of reception, for unicast data; each must be faster
	// than the one before. Everything else goes at radio.bitrate. They need overlap sinr.
	// Default: none.
	Rates []string `yaml:"rates" when:"model=csma"`
	// How a node chooses among them. fixed: the fastest; arf: for each neighbour, from
	// radio.bitrate on, up after ten acknowledgements in a row, or at an acknowledgement
	// when 15 tries or more have passed since it went up or down; down after two failures in
	// a row, or after one if nothing was acknowledged since it went up.
	RateChoice string `yaml:"rate_choice" when:"model=csma" jsonschema:"default=arf,enum=arf,enum=fixed"`

	// Length of a period of the back-off, aUnitBackoffPeriod. Default: the preset's; 20 symbols
	// at 2.4 GHz.
	BackoffPeriod Duration `yaml:"backoff_period" when:"model=unslotted-csma-ca" jsonschema:"default=320us" min:"1ns" max:"10s"`
	// How long a node listens at the end of a back-off: CCA by power, mode 1. Default: the
	// preset's; 8 symbols at 2.4 GHz.
	Assessment Duration `yaml:"cca" when:"model=unslotted-csma-ca" jsonschema:"default=128us" min:"1ns" max:"10s"`
	// Time from there to the frame, in which its sender is deaf and other nodes do not notice
	// it, and from a frame to its acknowledgement; aTurnaroundTime. Default: the preset's; 12
	// symbols at 2.4 GHz.
	Turnaround Duration `yaml:"turnaround" when:"model=unslotted-csma-ca" jsonschema:"default=192us" max:"10s"`
	// Exponent of the first back-off of each attempt, which is from 0 to 2^min_be - 1 periods;
	// macMinBE. At most max_be.
	MinBE int `yaml:"min_be" when:"model=unslotted-csma-ca" jsonschema:"default=3,minimum=0,maximum=8"`
	// Limit of the exponent, to which each busy assessment adds one; macMaxBE.
	MaxBE int `yaml:"max_be" when:"model=unslotted-csma-ca" jsonschema:"default=5,minimum=3,maximum=8"`
	// How many back-offs may follow the first before a frame is given up, a channel access
	// failure; macMaxCSMABackoffs.
	MaxBackoffs int `yaml:"max_backoffs" when:"model=unslotted-csma-ca" jsonschema:"default=4,minimum=0,maximum=5"`
	// How long a sender rests after a frame of at most 18 bytes, or its acknowledgement;
	// macMinSIFSPeriod. Default: the preset's; 12 symbols at 2.4 GHz.
	ShortSpace Duration `yaml:"short_space" when:"model=unslotted-csma-ca" jsonschema:"default=192us" max:"10s"`
	// The same after a longer one; macMinLIFSPeriod. Default: the preset's; 40 symbols at 2.4
	// GHz.
	LongSpace Duration `yaml:"long_space" when:"model=unslotted-csma-ca" jsonschema:"default=640us" max:"10s"`
}

// NoRTS is the threshold at which no frame is announced: no frame is longer.
const NoRTS = 65535

// Words of what frames that overlap do, and of rates.
const (
	OverlapCapture = "capture"
	ChoiceARF      = "arf"
)
