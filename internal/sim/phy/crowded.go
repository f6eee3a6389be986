package phy

// Crowded is the share of the time, taken by frames, from which on a medium is crowded: where
// nodes flood the pings of every pair, frames take 30 to 60 % of it, and so many collide that
// time-outs pass for the living.
const Crowded = 0.25
