#!/bin/sh
# Makes the figures of paper.tex in this directory, and prints what their captions should say.
set -e
bellwether sweep plan.yaml --out density
bellwether plot density --kind lines --metric messages_per_node_s --labels vasudevan=VKT04,bully=Bully,flood-max=Flooding --width column --font serif --without title,notes --out messages.pdf
bellwether run two-islands --algorithms vasudevan --runs 1 --until 3m --trace islands.ndjson
bellwether plot islands.ndjson --kind timeline --from 1m55s --to 2m25s --width page --font serif --letters paths --without title,notes --out islands.pdf
