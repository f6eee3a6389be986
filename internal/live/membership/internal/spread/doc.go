// Package spread holds what an agent gossips to all members besides memberlist's own messages:
// goodbyes first, then news.
//
// Its state is the two queues. It never reads a message. A message is sent a few times by each
// member that gets it; at most 128 news wait, and the oldest are dropped.
package spread
