#!/bin/bash
# A sweep over a Slurm array, in as many rounds as it needs:
#
#   docs/batch/rounds.sh density.yaml density 40
#
# submits an array of 40 shards, and a job that begins once all of them have ended, in whatever
# way (afterany), and puts them together. If runs are missing then, that job submits the next
# round. This command returns at once; squeue shows what waits. All shards must see one directory
# by the same path.
set -eu
from=$1 OUT=$2 SHARDS=$3
# A job's script is a copy elsewhere, so it is told where its neighbours are.
ROUNDS=${ROUNDS:-$(cd "$(dirname "$0")" && pwd)}

array=$(sbatch --parsable --array="1-$SHARDS" \
	--export="ALL,FROM=$from,OUT=$OUT,SHARDS=$SHARDS" "$ROUNDS/sweep.slurm")
sbatch --parsable --dependency="afterany:${array%%;*}" \
	--export="ALL,OUT=$OUT,SHARDS=$SHARDS,ROUNDS=$ROUNDS" "$ROUNDS/merge.slurm"
