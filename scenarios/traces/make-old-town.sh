#!/bin/sh
# Makes old-town.geojson: houses in five rows of seven along crooked lanes about a
# market square, 360 m by 260 m. Drawn by a fixed rule; coordinates are metres in
# the world of the scenario old-town.
awk 'BEGIN {
	print "{\"type\": \"FeatureCollection\","
	print " \"coordinates_are\": \"metres east and north of the corner of the scenario old-town, not degrees\","
	print " \"features\": ["
	seed = 7
	for (row = 0; row < 5; row++) for (column = 0; column < 7; column++) {
		if (row == 2 && (column == 3 || column == 2)) continue # the market
		x = 8 + column * 51 + draw(6); y = 8 + row * 51 + draw(6)
		w = 30 + draw(9); h = 30 + draw(9); skew = draw(9) - 4
		name = "house " (row + 1) "-" (column + 1); stone = ""
		if (row == 1 && column == 4) { name = "church"; stone = ", \"attenuation_db\": 15" }
		line = sprintf("  {\"type\": \"Feature\", \"properties\": {\"name\": \"%s\"%s}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\":\n   [[[%d, %d], [%d, %d], [%d, %d], [%d, %d], [%d, %d]]]}}",
			name, stone, x, y, x + w, y + skew, x + w - skew, y + h + skew, x, y + h, x, y)
		printf "%s%s", (n++ ? ",\n" : ""), line
	}
	print "\n ]}"
}
# Park and Miller 1988, their minimal generator: exact in the doubles of awk.
function draw(most) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * most) }' 
