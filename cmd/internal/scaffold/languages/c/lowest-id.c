/* The node with the lowest ID leads: it says so again and again, and a node that hears nobody lower leads itself.

   cc -O2 -o NAME NAME.c */

#include <stdint.h>

#define MOST 4096 /* IDs that are remembered */

struct node {
	uint32_t leader, number;
	uint32_t newest[MOST]; /* number of the newest claim of each leader */
};

#define HEARS
#include "bellwether.h"

static const char *describes =
	"{'bellwether':1,'about':'The lowest ID in reach leads; its claims are flooded, and a node that misses them leads itself.',"
	"'goal':'smallest-id','needs':'neighbours','settles':'30s','timers':['claim','silence'],'together':true,'hears':['snapshot'],"
	"'messages':[{'name':'claim','class':'beacon','fields':[{'name':'leader','type':'id'},{'name':'number','type':'uint32'}]}]}";

static void claim(uint32_t leader, uint32_t number) {
	act("'op':'broadcast','message':{'kind':'claim','leader':%" PRIu32 ",'number':%" PRIu32 "},'within_ns':%" PRId64,
		leader, number, 20 * MILLISECOND);
}

static void lead(struct node *me) {
	me->leader = id;
	memset(me->newest, 0, sizeof me->newest); /* one that lost its storage counts from 1 */
	act("'op':'elected','leader':%" PRIu32, id);
	fire(me, "\"claim\"");
}

static void start(struct node *me, const char *saved) {
	long boots = strtol(saved, NULL, 10) + 1; /* of null: 0 */
	act("'op':'save','state':%ld", boots);
	me->number = (uint32_t)boots << 16; /* greater than before a crash */
	lead(me);
}

static void fire(struct node *me, const char *timer) {
	if (is(timer, "silence")) {
		lead(me);
	} else if (me->leader == id) {
		claim(id, ++me->number);
		set_timer("claim", interval);
	}
}

static void receive(struct node *me, uint32_t sender, const char *message) {
	uint32_t leader = (uint32_t)number(message, "leader"), n = (uint32_t)number(message, "number");
	(void)sender;
	if (leader >= MOST || leader > me->leader || leader == id || n <= me->newest[leader])
		return; /* a worse leader, or a claim that came before */
	me->newest[leader] = n;
	if (leader != me->leader) {
		me->leader = leader;
		act("'op':'elected','leader':%" PRIu32, leader);
	}
	set_timer("silence", interval * misses);
	claim(leader, n);
}

static void elect(struct node *me) { (void)me; }

/* For bellwether explore and story: leader, number, and the newest number of each leader. */
static void hear(struct node *me, const char *call) {
	if (is(call, "snapshot")) {
		add("%" PRIu32 ",%" PRIu32, me->leader, me->number);
		for (uint32_t i = 0; i < MOST; i++)
			if (me->newest[i]) add(",%" PRIu32 ",%" PRIu32, i, me->newest[i]);
	} else if (is(call, "restore")) {
		const char *v = field(line, "state");
		memset(me, 0, sizeof *me);
		me->leader = (uint32_t)strtoul(v + 1, (char **)&v, 10);
		me->number = (uint32_t)strtoul(v + 1, (char **)&v, 10);
		while (*v == ',') {
			uint32_t leader = (uint32_t)strtoul(v + 1, (char **)&v, 10);
			me->newest[leader % MOST] = (uint32_t)strtoul(v + 1, (char **)&v, 10);
		}
	}
}
