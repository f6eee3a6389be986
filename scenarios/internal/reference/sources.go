package reference

import (
	"maps"
	"slices"

	"bellwether/scenarios/internal/section"
)

// Source is the paper of the model that a word of a key chooses; "" if there is no paper.
func Source(key, word string) string { return sources[key+"="+word] }

// Sourced lists the models that have a paper, each as key=word.
func Sourced() []string { return slices.Sorted(maps.Keys(sources)) }

// sources are the papers of models, by key and word. The packages that hold the
// models say more, and where they deviate.
var sources = map[string]string{
	"mobility.model=" + section.MobilityWaypoint: `W. Navidi and T. Camp, "Stationary Distributions for the Random Waypoint Mobility Model", IEEE Transactions on Mobile Computing 3(1), 2004`,
	"mobility.model=" + section.MobilityWalk:     `T. Camp, J. Boleng and V. Davies, "A Survey of Mobility Models for Ad Hoc Network Research", Wireless Communications and Mobile Computing 2(5), 2002, §2.1; ns-3's RandomWalk2d`,
	"mobility.model=" + section.MobilityDirection: `E. M. Royer, P. M. Melliar-Smith and L. E. Moser, "An Analysis of the Optimum Node Density for Ad Hoc Mobile Networks", ICC 2001, and ns-3's RandomDirection2d; ` +
		`with travel P. Nain, D. Towsley, B. Liu and Z. Liu, "Properties of Random Direction Models", INFOCOM 2005`,
	"mobility.model=" + section.MobilityGaussMarkov: `B. Liang and Z. J. Haas, "Predictive Distance-Based Mobility Management for PCS Networks", INFOCOM 1999, in the form of Camp, Boleng and Davies 2002, §2.5`,
	"mobility.model=" + section.MobilityLevy:        `I. Rhee, M. Shin, S. Hong, K. Lee, S. J. Kim and S. Chong, "On the Levy-Walk Nature of Human Mobility", IEEE/ACM Transactions on Networking 19(3), 2011`,
	"mobility.model=" + section.MobilityManhattan: `F. Bai, N. Sadagopan and A. Helmy, "IMPORTANT: A Framework to Systematically Analyze the Impact of Mobility on Performance of Routing Protocols for Adhoc Networks", INFOCOM 2003; ` +
		`3GPP TR 36.885, annex A`,
	"mobility.model=" + section.MobilityRoadMap:        `A. Keränen, J. Ott and T. Kärkkäinen, "The ONE Simulator for DTN Protocol Evaluation", SIMUTools 2009`,
	"mobility.model=" + section.MobilityReferenceGroup: `X. Hong, M. Gerla, G. Pei and C.-C. Chiang, "A Group Mobility Model for Ad Hoc Wireless Networks", MSWiM 1999`,
	"mobility.model=" + section.MobilityWaypoint3D:     `W. Navidi and T. Camp, "Stationary Distributions for the Random Waypoint Mobility Model", IEEE Transactions on Mobile Computing 3(1), 2004, in a box; ns-3's RandomWaypoint with a RandomBoxPositionAllocator`,
	"mobility.model=" + section.MobilityCoverage: `H. Choset, "Coverage for Robotics – A Survey of Recent Results", Annals of Mathematics and Artificial Intelligence 31, 2001; ` +
		`W. H. Huang, "Optimal Line-Sweep-Based Decompositions for Coverage Algorithms", ICRA 2001`,
	"mobility.model=" + section.MobilityHover:               `the positioning error of the data sheet of a DJI Phantom 4 Pro, as places that are independent and uniform in a ball`,
	"mobility.propulsion.model=" + section.PropulsionRotary: `Y. Zeng, J. Xu and R. Zhang, "Energy Minimization for Wireless Communication with Rotary-Wing UAV", IEEE Transactions on Wireless Communications 18(4), 2019, eq. (12) and table I; a climb takes the weight times its rate besides`,
	"radio.model=" + section.RadioFriis:                     `H. T. Friis, "A Note on a Simple Transmission Formula", Proceedings of the IRE 34(5), 1946; ns-3's FriisPropagationLossModel`,
	"radio.model=" + section.RadioLogDistance:               `T. S. Rappaport, "Wireless Communications: Principles and Practice", 2nd edition, 2002, §4.9.1; ns-3's LogDistancePropagationLossModel`,
	"radio.model=" + section.RadioTwoRay:                    `T. S. Rappaport, "Wireless Communications: Principles and Practice", 2nd edition, 2002, §4.6; ns-3's TwoRayGroundPropagationLossModel`,
	"radio.model=" + section.RadioThreeLogDistance:          `ns-3's ThreeLogDistancePropagationLossModel; of each stretch Rappaport 2002, §4.9.1`,
	"radio.model=" + section.RadioMatrix:                    `ns-3's MatrixPropagationLossModel; the file is an emulation event log of EMANE`,
	"radio.model=" + section.RadioRSSI:                      `the tables of package internal/formats/testbed; reception as with the other models that go by power: by the sensitivity, or by a curve from the ratio of signal to noise`,
	"radio.model=" + section.RadioDelivery:                  `the tables of package internal/formats/testbed; the link as D. S. J. De Couto, D. Aguayo, J. Bicket and R. Morris, "A High-Throughput Path Metric for Multi-Hop Wireless Routing", MobiCom 2003, measure it: a share of frames in each direction`,
	"radio.model=" + section.RadioContacts: `A. Chaintreau, P. Hui, J. Crowcroft, C. Diot, R. Gass and J. Scott, "Impact of Human Mobility on Opportunistic Forwarding Algorithms", IEEE Transactions on Mobile Computing 6(6), 2007; ` +
		`events of The ONE, A. Keränen, J. Ott and T. Kärkkäinen, SIMUTools 2009`,
	"radio.fading.model=" + section.FadingRayleigh:     `M. Nakagami, "The m-distribution: A General Formula of Intensity Distribution of Rapid Fading", Statistical Methods in Radio Wave Propagation, 1960, with m = 1`,
	"radio.fading.model=" + section.FadingNakagami:     `M. Nakagami, "The m-distribution: A General Formula of Intensity Distribution of Rapid Fading", Statistical Methods in Radio Wave Propagation, 1960; ns-3's NakagamiPropagationLossModel`,
	"energy.battery.model=" + section.BatteryPeukert:   `W. Peukert, "Über die Abhängigkeit der Kapazität von der Entladestromstärke bei Bleiakkumulatoren", Elektrotechnische Zeitschrift 18, 1897`,
	"energy.battery.model=" + section.BatteryDiffusion: `D. Rakhmatov and S. Vrudhula, "An Analytical High-Level Battery Model for Use in Energy Management of Portable Electronic Systems", ICCAD 2001`,
	"radio.access.model=" + section.AccessCSMA: `IEEE Std 802.11-2020, clause 10.3, basic access; G. Bianchi, "Performance Analysis of the IEEE 802.11 Distributed Coordination Function", IEEE Journal on Selected Areas in Communications 18(3), 2000; ` +
		`carrier-sense range, capture threshold and exponent are ns-2's, the times those of the preset; ` +
		`overlap bounded is the SNR-BOUNDED of X. Zeng, R. Bagrodia and M. Gerla, "GloMoSim: A Library for Parallel Simulation of Large-Scale Wireless Networks", PADS 1998, ` +
		`sinr ns-3's InterferenceHelper and NistErrorRateModel, G. Pei and T. Henderson, "Validation of OFDM Error Rate Model in ns-3", 2010; ` +
		`rate_choice arf A. Kamerman and L. Monteban, "WaveLAN-II: A High-Performance Wireless LAN for the Unlicensed Band", Bell Labs Technical Journal 2(3), 1997`,
	"radio.access.model=" + section.AccessUnslotted: `IEEE Std 802.15.4-2006, clause 7.5.1.4 (CSMA-CA), 6.9.9 (CCA), 7.5.1.3 (spaces between frames), 7.5.6.4 (acknowledgements and retransmissions), tables 22, 85 and 86 (constants); ` +
		`macAckWaitDuration is the turnaround, the acknowledgement and a back-off period; deviations: a node hears again as soon as its frame ends, not a turnaround later, and who awaits an acknowledgement still receives frames of others`,
	"routing.service=" + section.ServiceOLSR: `T. Clausen and P. Jacquet, "Optimized Link State Routing Protocol (OLSR)", RFC 3626, 2003`,
	"routing.service=" + section.ServiceAODV: `C. Perkins, E. Belding-Royer and S. Das, "Ad hoc On-Demand Distance Vector (AODV) Routing", RFC 3561, 2003; ` +
		`with draft 3 the AODV of GloMoSim 2 (network/aodv.h, network/aodv.pc)`,
	"radio.loss.model=" + section.LossBursts: `E. N. Gilbert, "Capacity of a Burst-Noise Channel", Bell System Technical Journal 39, 1960; ` +
		`E. O. Elliott, "Estimates of Error Rates for Codes on Burst-Noise Channels", Bell System Technical Journal 42, 1963`,
	"radio.loss.model=" + section.LossDistance: `D. Kotz, C. Newport, R. S. Gray, J. Liu, Y. Yuan and C. Elliott, "Experimental Evaluation of Wireless Simulation Assumptions", MSWiM 2004, whose measurements it follows in its simplest form`,
}
