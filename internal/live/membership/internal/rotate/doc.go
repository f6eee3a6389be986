// Package rotate changes the key of a running cluster, one step at a time: it sends each step as an
// order to every member until it replies, and obeys the orders of others.
//
// Its state is the orders and replies that wait, and who gave the last order. It assumes that the
// key ring stores a step before it confirms it (package keyring), and that the bytes of orders come
// from holders of a key. It never chooses a key or the next step: an operator does.
package rotate
