#!/usr/bin/env bash
# Makes warden-1.gpx to warden-4.gpx: four wardens on foot, each recorded by a satellite
# receiver of its own. Each walks round a block, at 1.1 to 1.5 m/s, with a fix every ten
# seconds; warden 3 switches the receiver off for a minute, so that its file has two tracks.
# Needs awk alone. It writes into the directory of this script.
set -euo pipefail
cd "$(dirname "$0")"
for warden in 1 2 3 4; do
	awk -v warden=$warden '
	# The place after a way of s metres round a rectangle of w by h metres.
	function corner(s) {
		s = s % (2 * (w + h))
		if (s < w) { x = s; y = 0 }
		else if (s < w + h) { x = w; y = s - w }
		else if (s < 2 * w + h) { x = 2 * w + h - s; y = h }
		else { x = 0; y = 2 * (w + h) - s }
	}
	BEGIN {
		# Metres of a degree at 48.1 degrees north (WGS84).
		east = 74468; north = 111204
		w = 90 + 20 * warden; h = 150 - 20 * warden
		left = (warden % 2) * 220 + 60; low = int(warden / 3) * 200 + 40
		speed = 1 + 0.1 * warden
		print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
		print "<gpx version=\"1.1\" creator=\"make-wardens.sh\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
		open = 0
		for (t = 10 * warden; t <= 300; t += 10) {
			off = warden == 3 && t > 130 && t < 190
			if (open && off) { print "</trkseg></trk>"; open = 0 }
			if (off) continue
			if (!open) { printf "<trk><name>warden %d</name><trkseg>\n", warden; open = 1 }
			corner(speed * t + 70 * warden)
			printf "<trkpt lat=\"%.7f\" lon=\"%.7f\"><time>2026-05-01T09:%02d:%02dZ</time></trkpt>\n", 48.1 + (low + y) / north, 11.6 + (left + x) / east, 30 + int(t / 60), t % 60
		}
		print "</trkseg></trk>"
		print "</gpx>"
	}' > warden-$warden.gpx
done
