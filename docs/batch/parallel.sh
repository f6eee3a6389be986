#!/bin/bash
# A sweep with GNU parallel, on this machine, or over ssh on those of a file that parallel reads:
#
#   docs/batch/parallel.sh density.yaml density 40
#   docs/batch/parallel.sh density.yaml density 40 --sshloginfile machines --workdir .
#
# Each machine needs the program, and this directory by the same path. Shards are more than
# machines, so that a slow machine makes fewer. A plan with stop goes on in rounds. What was cut
# is made by the next call.
set -u
plan=$1 out=$2 shards=$3
shift 3
runs() { if [ -f "$out/results.ndjson" ]; then wc -l <"$out/results.ndjson"; else echo 0; fi; }

from=$plan
if [ -f "$out/index.json" ]; then from=$out; fi # an earlier call has merged
while true; do
	before=$(runs)
	seq "$shards" | parallel --jobs 1 "$@" \
		bellwether sweep "$from" --shard "{}/$shards" --out "$out.part-{}" --quiet
	bellwether sweep merge "$out".part-* --out "$out"
	code=$?
	if [ $code -ne 3 ]; then exit $code; fi
	if [ "$(runs)" -eq "$before" ]; then
		echo "a round has made no run: see what the shards said" >&2
		exit 1
	fi
	from=$out
done
