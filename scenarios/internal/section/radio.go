package section

import "bellwether/protocol"

// Models of radio.
const (
	RadioDisk             = "unit-disk"
	RadioFriis            = "friis"
	RadioLogDistance      = "log-distance"
	RadioTwoRay           = "two-ray"
	RadioThreeLogDistance = "three-log-distance"
	RadioMatrix           = "matrix"
	RadioRSSI             = "rssi"
	RadioDelivery         = "delivery"
	RadioGraph            = "graph"
	RadioContacts         = "contacts"
)

// Radio decides which nodes hear which.
type Radio struct {
	// unit-disk: all nodes within the range hear; friis, log-distance, two-ray,
	// three-log-distance: by the power after the path loss, with ns-3's parameters and
	// defaults; matrix: by the path losses in a file; rssi: by the strengths that a testbed
	// measured, in a table of time, from, to, rssi; delivery: by the shares of frames that a
	// testbed's links delivered, in a table of time, from, to, ratio; graph: listed links without
	// geometry, for teaching and exact counts; contacts: links that come and go as in a
	// trace of contacts, also without geometry.
	Model string `yaml:"model" jsonschema:"default=unit-disk,enum=unit-disk,enum=friis,enum=log-distance,enum=two-ray,enum=three-log-distance,enum=matrix,enum=rssi,enum=delivery,enum=graph,enum=contacts"`
	// Range in metres, the rim included.
	Range float64 `yaml:"range" unit:"m" when:"model=unit-disk" jsonschema:"default=250,exclusiveMinimum=0,maximum=1e6" also:"reach,radius,distance,tx_range,transmission_range"`
	// A real radio: it sets the defaults of frequency, power, reception, bitrate,
	// reference loss, preamble and the link layer's frames. wifi-ns3 is the radio of
	// ns-3's own defaults.
	Preset string `yaml:"preset" when:"model=unit-disk|friis|log-distance|two-ray|three-log-distance|matrix|rssi|delivery|contacts" jsonschema:"default=wifi-ns3,enum=wifi-ns3,enum=wifi-2.4GHz,enum=wifi-5GHz,enum=802.15.4,enum=iotlab-m3,enum=lora-sf7,enum=lora-sf8,enum=lora-sf9,enum=lora-sf10,enum=lora-sf11,enum=lora-sf12,enum=glomosim-200,enum=glomosim-250,enum=glomosim-300"`
	// Frequency of the carrier, in Hz. Default: the preset's; ns-3's is 5.15e9.
	Frequency float64 `yaml:"frequency" unit:"Hz" when:"model=friis|log-distance|two-ray|three-log-distance" jsonschema:"default=5150000000,minimum=1e5,maximum=1e13"`
	// System loss in the hardware, a factor.
	SystemLoss float64 `yaml:"system_loss" when:"model=friis|two-ray" jsonschema:"default=1,minimum=1,maximum=1e6"`
	// The least path loss, in dB, at any distance.
	MinLoss float64 `yaml:"min_loss" unit:"dB" when:"model=friis" jsonschema:"default=0,minimum=0,maximum=10000"`
	// Exponent of the path loss: 2 is free space.
	Exponent float64 `yaml:"exponent" when:"model=log-distance" jsonschema:"default=3,exclusiveMinimum=0,maximum=10"`
	// Reference distance in metres; up to it the path loss is the reference loss.
	ReferenceDistance float64 `yaml:"reference_distance" unit:"m" when:"model=log-distance" jsonschema:"default=1,exclusiveMinimum=0,maximum=1e6"`
	// Reference loss in dB. Default: ns-3's 46.6777 with its own radio; with another
	// preset or frequency the loss of free space at the first distance.
	ReferenceLoss float64 `yaml:"reference_loss" unit:"dB" when:"model=log-distance|three-log-distance" jsonschema:"default=46.6777,minimum=0,maximum=10000"`
	// Where each exponent begins, in metres, three of them. Default: [1, 200, 500].
	Distances []float64 `yaml:"distances" unit:"m" when:"model=three-log-distance" jsonschema:"minItems=3,maxItems=3"`
	// Exponents of the path loss from each distance on. Default: [1.9, 3.8, 3.8].
	Exponents []float64 `yaml:"exponents" when:"model=three-log-distance" jsonschema:"minItems=3,maxItems=3"`
	// Least distance in metres; up to it there is no path loss.
	MinDistance float64 `yaml:"min_distance" unit:"m" when:"model=two-ray" jsonschema:"default=0.5,minimum=0,maximum=1e6"`
	// Height of each antenna above its node, in metres: above flat ground, or above the
	// node's altitude, as ns-3's HeightAboveZ.
	AntennaHeight float64 `yaml:"antenna_height" unit:"m" when:"model=two-ray" jsonschema:"default=1.5,exclusiveMinimum=0,maximum=10000"`
	// A file, looked for beside the scenario file. For a matrix the path losses over
	// time, an emulation event log of EMANE or CORE; links that are not in it lose
	// everything. For rssi and delivery a table with a header; a row holds until the next
	// of its link, and links that are not in it are none, in that direction. For contacts
	// which nodes met and when. The files that come with bellwether are found from
	// everywhere.
	File string `yaml:"file" when:"model=matrix|rssi|delivery|contacts"`
	// The least delivery ratio, in both directions, at which two nodes count as linked, so
	// that they are in one component. Frames are heard by their ratio in any case. Below 0.1
	// a frame and its acknowledgement get through in fewer than 8 of 100 cases with 8 tries.
	LinkRatio float64 `yaml:"link_ratio" when:"model=delivery" jsonschema:"default=0.1,exclusiveMinimum=0,maximum=1"`
	// The format of the contacts: contacts, a table of a, b, start, end, also Haggle's;
	// one-contacts, the CONN events of The ONE; auto: by the end of the file's name,
	// perhaps with .gz after it.
	Format string `yaml:"format" when:"model=contacts" jsonschema:"default=auto,enum=auto,enum=contacts,enum=one-contacts"`
	// Which columns of the file mean what: role=name, separated by commas, like
	// time=when,a=seer,b=seen. Roles are a, b, start and end (or duration), or time, of contacts;
	// time, from, to and value of a table. A number counts columns from 1 on; units and orders of
	// times are those of mobility.columns. no=column:value says which rows are no contact, or that
	// nothing is heard. Default: by their usual names.
	Columns string `yaml:"columns" when:"model=rssi|delivery|contacts"`
	// Skip bad rows of the contacts or the table, at most one in ten, with a warning that says how
	// many and which. Otherwise a bad row is an error.
	Lenient bool `yaml:"lenient" when:"model=rssi|delivery|contacts"`
	// The file's time at which a run begins: contacts that have ended by then are left
	// out. Default: 0s; where the file's times are dates, beyond 10000h, its first
	// contact.
	Begin Duration `yaml:"begin" when:"model=contacts" max:"876000h"`
	// The file's time up to which its contacts are used. Default: the last instant in it.
	End Duration `yaml:"end" when:"model=contacts" min:"1ms" max:"876000h"`
	// How long a sighting lasts if devices were seen by scans: each contact lasts so much
	// longer than the file says. Haggle's devices scanned every 120s.
	Scan Duration `yaml:"scan" when:"model=contacts" jsonschema:"default=0s" max:"24h"`
	// For sightings of a by b without b by a: union takes each sighting for a contact,
	// both only sightings by both sides.
	OneSided string `yaml:"one_sided" when:"model=contacts" jsonschema:"default=union,enum=union,enum=both"`
	// Transmission power, in dBm. Default: the preset's; ns-3's is 16.0206, 40 mW.
	Power float64 `yaml:"power" unit:"dBm" when:"model=friis|log-distance|two-ray|three-log-distance|matrix" jsonschema:"default=16.0206,minimum=-200,maximum=200" also:"tx_power,txpower,tx"`
	// Transmission powers of nodes 1, 2, …: links may then work in one direction only.
	Powers []float64 `yaml:"powers" unit:"dBm" when:"model=friis|log-distance|two-ray|three-log-distance|matrix"`
	// Width of a uniform deviation of each node's power, drawn from the seed, in dB.
	PowerSpread float64 `yaml:"power_spread" unit:"dB" when:"model=friis|log-distance|two-ray|three-log-distance|matrix" jsonschema:"default=0,minimum=0,maximum=100"`
	// Gain of each antenna, at both ends, in dB.
	AntennaGain float64 `yaml:"antenna_gain" unit:"dB" when:"model=friis|log-distance|two-ray|three-log-distance|matrix" jsonschema:"default=0,minimum=-100,maximum=100"`
	// What a radio can decode.
	Reception RadioReception `yaml:"reception" when:"model=friis|log-distance|two-ray|three-log-distance|matrix|rssi"`
	// What hills, houses and bodies add to a path and take from it.
	Shadowing Shadowing `yaml:"shadowing" when:"model=friis|log-distance|two-ray|three-log-distance|matrix|rssi"`
	// How the power of frames on one link varies.
	Fading Fading `yaml:"fading" when:"model=friis|log-distance|two-ray|three-log-distance|matrix|rssi"`
	// Buildings, the polygons of a GeoJSON file, looked for beside the scenario file;
	// coordinates are metres in the world. A wall in the line of sight, or touching
	// it, weakens the signal. A building with the property top_m ends there, and with
	// bottom_m besides begins there, in metres above the ground: then its roof and its floor
	// count as walls. Without them it has no end upwards.
	Obstacles string `yaml:"obstacles" when:"model=friis|log-distance|two-ray|three-log-distance" also:"buildings,walls"`
	// The longitude and latitude of the world's corner, if the file of obstacles is in
	// degrees.
	ObstaclesOrigin []float64 `yaml:"obstacles_origin" when:"model=friis|log-distance|two-ray|three-log-distance" jsonschema:"minItems=2,maxItems=2"`
	// What each wall takes, in dB, of buildings without the property attenuation_db.
	// 9 is what Sommer et al. fitted to houses (WONS 2011).
	WallAttenuation float64 `yaml:"wall_attenuation" unit:"dB" when:"model=friis|log-distance|two-ray|three-log-distance" jsonschema:"default=9,minimum=0,maximum=10000"`
	// The links of a graph: ring, complete, line, star (node 1 is the hub), grid (as
	// square as possible) or edges (those listed).
	Topology string `yaml:"topology" when:"model=graph" jsonschema:"enum=ring,enum=complete,enum=line,enum=star,enum=grid,enum=edges"`
	// The links of topology edges, as pairs of node ids.
	Edges [][2]protocol.ID `yaml:"edges" when:"model=graph"`
	// The time of a frame over one link of a graph, or of contacts, besides its airtime.
	Latency Duration `yaml:"latency" when:"model=graph|contacts" jsonschema:"default=1ms" min:"1ns" max:"1h"`
	// Bitrate in bit/s; 0 is infinitely fast. Default: the preset's, of wifi-ns3 2
	// Mbit/s; with model graph 0, so that a hop takes only the latency.
	Bitrate float64 `yaml:"bitrate" unit:"bit/s" jsonschema:"default=2000000,minimum=0,maximum=1e12" also:"rate,datarate,data_rate,bandwidth"`
	// Preamble before the bits of every frame. Default: the preset's; of wifi-ns3 0s,
	// with access csma 192us, the long one of 802.11 DSSS.
	Preamble Duration `yaml:"preamble" jsonschema:"default=0s" max:"10s"`
	// Further losses of frames by the channel. Default with model graph or access csma:
	// none.
	Loss Loss `yaml:"loss" also:"losses,packet_loss,error,errors"`
	// How nodes share the medium.
	Access Access `yaml:"access" when:"model=unit-disk|friis|log-distance|two-ray|three-log-distance|matrix|rssi" also:"mac,medium,contention,csma,sharing"`
	// Bound on the time that each node may be on the air.
	DutyCycle DutyCycle `yaml:"duty_cycle" when:"model=unit-disk|friis|log-distance|two-ray|three-log-distance|matrix|rssi|delivery"`
	// Greatest number of broadcasts that a node should send. More broadcasts are counted,
	// but sent all the same.
	Budget Budget `yaml:"budget"`
}

// Models of reception.
const (
	ReceptionThreshold = "threshold"
	ReceptionNoise     = "snr"
)

// RadioReception is what a radio can decode.
type RadioReception struct {
	// threshold: every frame with at least the sensitivity is received; snr: a frame is
	// received with the probability that all its bits are right, from the ratio of signal
	// to noise.
	Model string `yaml:"model" jsonschema:"default=threshold,enum=threshold,enum=snr"`
	// Sensitivity in dBm. Default: the preset's; ns-3's is -101.
	Sensitivity float64 `yaml:"sensitivity" unit:"dBm" when:"model=threshold" jsonschema:"default=-101,minimum=-300,maximum=100"`
	// Noise figure of the receiver, in dB. With threshold it counts only where
	// radio.access.overlap is bounded. Default: the preset's; ns-3's is 7.
	NoiseFigure float64 `yaml:"noise_figure" unit:"dB" when:"model=threshold|snr" jsonschema:"default=7,minimum=0,maximum=100"`
	// Bandwidth over which noise is received, in Hz. With threshold it counts only where
	// radio.access.overlap is bounded. Default: the preset's.
	Bandwidth float64 `yaml:"bandwidth" unit:"Hz" when:"model=threshold|snr" jsonschema:"default=20000000,minimum=1,maximum=1e12"`
	// The curve from signal to noise to bit errors. Default: the preset's.
	Modulation string `yaml:"modulation" when:"model=snr" jsonschema:"default=ofdm-6,enum=dbpsk,enum=dqpsk,enum=cck-5.5,enum=cck-11,enum=ofdm-6,enum=ofdm-9,enum=ofdm-12,enum=ofdm-18,enum=ofdm-24,enum=ofdm-36,enum=ofdm-48,enum=ofdm-54,enum=o-qpsk,enum=lora-sf7,enum=lora-sf8,enum=lora-sf9,enum=lora-sf10,enum=lora-sf11,enum=lora-sf12"`
}

// Shadowing is a normal deviation in decibels, for each pair its own, and the same
// in both directions.
type Shadowing struct {
	// Standard deviation, in dB; 0: no shadowing. Gudmundson measured 4.3 in a city
	// and 7.5 in suburbs (Electronics Letters 27(23), 1991).
	Sigma float64 `yaml:"sigma" unit:"dB" jsonschema:"default=0,minimum=0,maximum=100"`
	// The distance that an end must move until the correlation falls to 1/e, in metres;
	// 0: a pair keeps its deviation wherever it is. 10 is 3GPP's for urban microcells (TR
	// 36.814).
	Correlation float64 `yaml:"correlation" unit:"m" jsonschema:"default=10,minimum=0,maximum=1e6"`
	// How long the deviation lasts while both ends stand still; 0s: for ever.
	Coherence Duration `yaml:"coherence" jsonschema:"default=0s" max:"10000h"`
}

// Models of fading.
const (
	FadingRayleigh = "rayleigh"
	FadingNakagami = "nakagami"
)

// Fading is how frames of one link differ from each other.
type Fading struct {
	// rayleigh: without a line of sight; nakagami: weaker or stronger fading, by shape.
	Model string `yaml:"model" jsonschema:"default=none,enum=none,enum=rayleigh,enum=nakagami"`
	// Nakagami's m below the first distance, between both, and from the second on.
	// Default, ns-3's: [1.5, 0.75, 0.75].
	Shapes []float64 `yaml:"shapes" when:"model=nakagami" jsonschema:"minItems=3,maxItems=3"`
	// Distances in metres. Default, ns-3's: [80, 200].
	Distances []float64 `yaml:"distances" unit:"m" when:"model=nakagami" jsonschema:"minItems=2,maxItems=2"`
	// How long a fade lasts.
	Slot Duration `yaml:"slot" when:"model=rayleigh|nakagami" jsonschema:"default=1ms" min:"1us" max:"1h"`
	// Maximal Doppler frequency, in Hz: speed times frequency by the speed of light, 10 m/s at 2.4 GHz are
	// 80 Hz. Fades then change gradually, as in Clarke's model, and the slot does not count.
	// 0: fades of neighbouring slots are independent.
	Doppler float64 `yaml:"doppler" unit:"Hz" when:"model=rayleigh|nakagami" jsonschema:"default=0,minimum=0,maximum=100000"`
}

// Models of loss.
const (
	LossBernoulli = "bernoulli"
	LossBursts    = "gilbert-elliott"
	LossDistance  = "distance"
)

// Loss decides which frames the channel loses.
type Loss struct {
	// bernoulli: all frames on all links with the same probability, frames of one
	// link within one millisecond together; gilbert-elliott: in bursts, each link is good or
	// bad for a while; distance: more at a greater distance; own: as a Go program that
	// runs scenarios says. Frames that collide (access csma) are lost besides: losses that
	// stand for collisions would count twice.
	Model string `yaml:"model" jsonschema:"default=bernoulli,enum=none,enum=bernoulli,enum=gilbert-elliott,enum=distance,enum=own"`
	// The name of the program's own loss: see scenarios.Options and cli.App.
	Name string `yaml:"name" when:"model=own" jsonschema:"pattern=^[a-z][a-z0-9._-]*$"`
	// Probability of losing a frame, from 0 to 1.
	Probability float64 `yaml:"probability" when:"model=bernoulli" jsonschema:"default=0.05,minimum=0,maximum=1"`
	// How long a link is good, on average.
	Good Duration `yaml:"good" when:"model=gilbert-elliott" jsonschema:"default=950ms" min:"2ms" max:"10000h"`
	// How long it is bad, on average.
	Bad Duration `yaml:"bad" when:"model=gilbert-elliott" jsonschema:"default=50ms" min:"2ms" max:"10000h"`
	// Probability of losing a frame while the link is good.
	LossGood float64 `yaml:"loss_good" when:"model=gilbert-elliott" jsonschema:"default=0,minimum=0,maximum=1"`
	// Probability of losing a frame while the link is bad.
	LossBad float64 `yaml:"loss_bad" when:"model=gilbert-elliott" jsonschema:"default=1,minimum=0,maximum=1"`
	// Probability of losing a frame at distance 0.
	Near float64 `yaml:"near" when:"model=distance" jsonschema:"default=0,minimum=0,maximum=1"`
	// Probability of losing a frame at the range.
	Far float64 `yaml:"far" when:"model=distance" jsonschema:"default=0.5,minimum=0,maximum=1"`
	// Exponent of the distance with which the probability grows between them.
	Exponent float64 `yaml:"exponent" when:"model=distance" jsonschema:"default=4,exclusiveMinimum=0,maximum=100"`
	// When the losses end: no frame that is sent later is lost. Default: never.
	Until Duration `yaml:"until" when:"model=bernoulli|gilbert-elliott|distance|own" min:"1ms" max:"10000h"`
	// Losses that are drawn again from an instant on, all else as it was.
	Redraw Redraw `yaml:"redraw" when:"model=bernoulli|gilbert-elliott|distance|own"`
}
