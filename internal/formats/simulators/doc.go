// Package simulators reads movement and places as other simulators and emulators keep them, of
// formats that need no package of their own.
//
// It assumes one file, read as a stream. It never runs a simulator, draws nothing, and writes
// none of these formats.
//
// # CORE, sessions
//
// The XML file in which CORE keeps a session has devices that stand, each with a position in
// pixels of the canvas, and in latitude and longitude. Networks, links and services are passed
// over; movement is a script of its own (package ns2). A pixel is read as a metre, as in CORE's
// own ranges and scripts. The format is that of core/daemon/core/xml/corexml.py.
//
//	<scenario><devices>
//	  <device id="1" name="n1"><position x="496" y="464" lat="47.57" lon="-122.12"/></device>
//
// # INET, TurtleMobility
//
// Scripts as for the turtle of LOGO, from time 0 on. Numbers that are drawn (uniform(0,10)),
// parameters ($MAXX) and repeats without end are refused. A node moves at its speed, or for the
// time t. An angle of 0 leads along x, and one of 90 along y. Borders are not applied. A file
// with one <movement> has one node, by its name. The format is that of
// src/inet/mobility/single/TurtleMobility.ned.
//
//	<movements><movement id="1">
//	  <set x="100" y="200" speed="10" angle="90"/>
//	  <repeat n="4"><forward d="50"/><turn angle="90"/></repeat>
//	  <wait t="5"/> <moveto x="7" y="9"/> <moveby x="1" y="-1" t="3"/>
//
// # OTNS
//
// The YAML file of a topology of OpenThread's simulator has nodes that stand: one key in a line,
// or a node in braces, as OTNS saves them. The shift is added to each place.
//
//	network:
//	  pos-shift: [0, 0, 0]
//	nodes:
//	  - id: 1
//	    type: router
//	    pos: [412, 85, 0]
//
// # ns-3, changes of course
//
// What MobilityHelper::EnableAscii writes into .mob files: a line for each change of the course
// of a node, in order of time, with its place then and its velocity from then on. After its
// last line a node goes on until the last line of the file, and stands there: no line says when
// the simulation ended.
//
//	now=+2.5e+09ns node=3 pos=10:20:0 vel=1.5:-0.5:0
//
// Units: metres, m/s, degrees, seconds; heights are dropped. Cost: linear, in steps for a
// script whose repeats count.
package simulators
