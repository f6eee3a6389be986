#!/bin/sh
# Makes city-cars.ns_movements: cars that come and go in a small city of our own.
# Needs Debian's packages sumo and sumo-tools (the file in the repository was
# made with SUMO 1.15.0 of Debian 12) and any awk. The same SUMO gives the same
# bytes. Usage: ./make-city-cars.sh > city-cars.ns_movements
set -eu

seed=1
begin=200 # s; cars are let in from 0 on, so that the city is busy when the trace begins
end=500   # s; the trace is the 300 s between

here=$(cd "$(dirname "$0")" && pwd)
SUMO_HOME=${SUMO_HOME:-/usr/share/sumo}
export SUMO_HOME
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The city: 8 × 6 crossings 250 m apart with traffic lights, one lane each way,
# and a road of 125 m out of it at every end: 2000 m × 1500 m in all.
netgenerate --grid --grid.x-number 8 --grid.y-number 6 --grid.length 250 \
	--grid.attach-length 125 --default-junction-type traffic_light \
	--default.speed 13.89 --seed $seed --output-file city.net.xml >/dev/null

# The cars: one every 8 s, most from or to the edge of the city, 600 m or more.
"${PYTHON:-/usr/bin/python3}" "$SUMO_HOME/tools/randomTrips.py" \
	--net-file city.net.xml --output-trip-file cars.trips.xml \
	--begin 0 --end $end --period 8 --fringe-factor 4 --min-distance 600 \
	--seed $seed >/dev/null

# Their positions each second.
sumo --net-file city.net.xml --route-files cars.trips.xml --begin 0 --end $((end + 1)) \
	--step-length 1 --seed $seed --device.rerouting.probability 0 \
	--device.fcd.begin $begin --fcd-output cars.fcd.xml \
	--no-step-log --no-warnings >/dev/null

LC_ALL=C awk -v begin=$begin -v end=$end -f "$here/fcd-to-ns2.awk" cars.fcd.xml
