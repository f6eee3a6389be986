# Turns SUMO's floating car data (--fcd-output) into ns-2 movements with arrivals
# and departures; with the last sample all depart. Usage: awk -v begin=S -v end=S -f fcd-to-ns2.awk cars.fcd.xml
#
# A car's way from one sample to the next is one setdest at the speed that takes
# it there in time. SUMO's own traceExporter.py sends a car, at each sample, to
# where it already is, so that it drives one sample late, and writes no switch.
# A car that stands gets no line. Nodes are numbered in order of appearance.

function attribute(name,    s) {
	if (!match($0, " " name "=\"[^\"]*\"")) return ""
	s = substr($0, RSTART, RLENGTH)
	gsub(/^[^"]*"|"$/, "", s)
	return s
}

function event(at, node, what) {
	body[++lines] = sprintf("$ns_ at %.1f \"$node_(%d) %s\"", at, node, what)
}

# drive sends a car from where it is, x and y, to the sample px, py. Its speed is
# cut to 3 decimals: a car that is a hair slow never waits for its next line,
# which would cost a leg. It is a millimetre behind at most, and makes up for it
# with the next line.
function drive(node, px, py,    dx, dy, metres, seconds, speed) {
	dx = px - x[node]; dy = py - y[node]
	metres = sqrt(dx * dx + dy * dy); seconds = now - last[node]
	speed = int(metres / seconds * 1000) / 1000
	event(last[node], node, sprintf("setdest %s %s %.3f", px, py, speed))
	x[node] += dx * speed * seconds / metres
	y[node] += dy * speed * seconds / metres
}

# change switches off the cars of the former sample that are not in this one,
# and then on those that are new: so events stand in order of time.
function change(    i) {
	for (i = 0; i < count; i++)
		if (there[i] && last[i] < now) {
			event(last[i], i, "switch OFF")
			there[i] = 0
		}
	for (; switched < count; switched++)
		if (now > 0) event(now, switched, "switch ON")
}

BEGIN { count = lines = switched = 0 }

/<timestep / {
	now = attribute("time") - begin
	inside = now >= 0 && now <= end - begin
}

/<vehicle / && inside {
	id = attribute("id"); px = attribute("x"); py = attribute("y")
	if (!(id in number)) {
		number[id] = node = count++
		x[node] = startX[node] = px; y[node] = startY[node] = py
	} else {
		node = number[id]
		if (px == goalX[node] && py == goalY[node]) {
			x[node] = px; y[node] = py
		} else
			drive(node, px, py)
	}
	there[node] = 1; last[node] = now; goalX[node] = px; goalY[node] = py
}

/<\/timestep>/ { if (inside) change() }

END {
	now = end - begin + 1
	change()
	print "# city-cars: " count " cars in a city of 2000 m x 1500 m, " end - begin " s."
	print "# Our own work, Apache-2.0; made by make-city-cars.sh, see README.md."
	for (i = 0; i < count; i++)
		printf "$node_(%d) set X_ %s\n$node_(%d) set Y_ %s\n$node_(%d) set Z_ 0\n", i, startX[i], i, startY[i], i
	for (i = 1; i <= lines; i++) print body[i]
}
