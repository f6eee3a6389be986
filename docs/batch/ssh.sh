#!/bin/bash
# A sweep over some machines with nothing but ssh. Each is one shard, and needs only the program:
# the plan goes there, the results come back.
#
#   docs/batch/ssh.sh density.yaml density node-1 node-2 node-3
#
# For a plan without stop, whose scenario is built in or copied beside the plan with all it names:
# its directory is sent. What was cut goes on by the same command, with the same machines in the
# same order.
set -u
plan=$1 out=$2
shift 2
there=bellwether-$(basename "$out")
i=0 n=$# parts=() waiting=()
for machine in "$@"; do
	i=$((i + 1))
	parts+=("$out.part-$i")
	(
		set -e
		rsync -a "$(dirname "$plan")/" "$machine:$there/"
		code=0
		# shellcheck disable=SC2029 # the words are to be expanded here
		ssh "$machine" "cd $there && exec bellwether sweep $(basename "$plan") --shard $i/$n --out part-$i --quiet" || code=$?
		rsync -a "$machine:$there/part-$i/" "$out.part-$i/" # also what a cut shard has
		exit $code
	) &
	waiting+=($!)
done
for one in "${waiting[@]}"; do wait "$one" || echo "a shard did not end: the same command goes on" >&2; done
exec bellwether sweep merge "${parts[@]}" --out "$out"
