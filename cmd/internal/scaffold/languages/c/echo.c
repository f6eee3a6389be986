/* The echo elects the best: a wave goes out to all, its echo brings the best of them back, and the source says so.

   cc -O2 -o NAME NAME.c */

#include <stdint.h>

#define MOST 4096 /* IDs that are remembered */

typedef struct { int64_t value; uint32_t id; } offer; /* what a node offers */
typedef struct { uint32_t num, source; } wave_id;

struct node {
	int electing, leads_on; /* leads_on: it has a leader */
	uint32_t number; /* of its claims: greater than before a crash */
	uint32_t newest[MOST]; /* number of the newest claim of each leader */
	wave_id wave; /* the newest that it knows */
	uint32_t parent, waiting[MOST]; /* neighbours that have not answered it */
	int awaited;
	offer best, leader;
};

#include "bellwether.h"

static const char *describes =
	"{'bellwether':1,'about':'A wave spreads along a tree, echoes bring the best node back, and the claims of the leader are flooded.',"
	"'goal':'best','needs':'neighbours','settles':'90s','timers':['claim','silence','lost'],'together':true,'messages':["
	"{'name':'wave','class':'election','fields':[{'name':'wave','type':'computation'}]},"
	"{'name':'echo','class':'election','fields':[{'name':'wave','type':'computation'},{'name':'best','type':'capability'}]},"
	"{'name':'leader','class':'announcement','fields':[{'name':'wave','type':'computation'},{'name':'best','type':'capability'}]},"
	"{'name':'claim','class':'beacon','fields':[{'name':'best','type':'capability'},{'name':'number','type':'uint32'}]}]}";

#define WAVE "'wave':{'num':%" PRIu32 ",'source':%" PRIu32 "}"
#define BEST "'best':{'value':%" PRId64 ",'id':%" PRIu32 "}"

static int compare(offer a, offer b) { return a.value != b.value ? (a.value > b.value ? 1 : -1) : (a.id > b.id) - (a.id < b.id); }
static int leads(struct node *me) { return me->leads_on && me->leader.id == id; }
static void patience(void) { set_timer("silence", interval * misses + random_below(1000) * MILLISECOND); }

static void flood_claim(offer best, uint32_t number) {
	act("'op':'broadcast','message':{'kind':'claim'," BEST ",'number':%" PRIu32 "},'within_ns':%" PRId64, best.value, best.id, number,
		20 * MILLISECOND);
}

static void follow(struct node *me, offer leader) {
	me->leader = leader, me->leads_on = 1, me->electing = 0;
	act("'op':'elected','leader':%" PRIu32 ",'computation':{'num':%" PRIu32 ",'source':%" PRIu32 "}", leader.id, me->wave.num, me->wave.source);
	patience();
	if (leader.id == id) fire(me, "\"claim\"");
}

/* Once all have answered the best goes to the parent. The source has no parent: it has heard of all. */
static void echo(struct node *me) {
	if (me->awaited > 0 || !me->electing) return;
	stop_timer("lost");
	patience();
	if (me->parent) {
		act("'op':'send','to':%" PRIu32 ",'message':{'kind':'echo'," WAVE "," BEST "}", me->parent, me->wave.num, me->wave.source, me->best.value, me->best.id);
		return;
	}
	act("'op':'broadcast','message':{'kind':'leader'," WAVE "," BEST "}", me->wave.num, me->wave.source, me->best.value, me->best.id);
	follow(me, me->best);
}

/* Who tells it of a wave first is its parent. It tells all others, and waits for their answers. */
static void join(struct node *me, wave_id wave, uint32_t parent) {
	int n, kept = 0;
	me->wave = wave, me->parent = parent, me->electing = 1, me->leads_on = 0;
	me->best.value = capability, me->best.id = id;
	act("'op':'electing','computation':{'num':%" PRIu32 ",'source':%" PRIu32 "}", wave.num, wave.source);
	n = neighbours(me->waiting, MOST);
	for (int i = 0; i < n; i++) if (me->waiting[i] != parent) me->waiting[kept++] = me->waiting[i];
	me->awaited = kept;
	for (int i = 0; i < kept; i++)
		act("'op':'send','to':%" PRIu32 ",'message':{'kind':'wave'," WAVE "}", me->waiting[i], wave.num, wave.source);
	set_timer("lost", interval);
	echo(me);
}

static void elect(struct node *me) { join(me, (wave_id){me->wave.num + 1, id}, 0); }

static void start(struct node *me, const char *saved) {
	long boots = strtol(saved, NULL, 10) + 1; /* of null: 0 */
	act("'op':'save','state':%ld", boots);
	me->number = me->wave.num = (uint32_t)boots << 16;
	patience();
}

static void fire(struct node *me, const char *timer) {
	if (is(timer, "lost")) { /* whoever has not answered by now is gone */
		me->awaited = 0;
		echo(me);
	} else if (is(timer, "silence") && !leads(me)) {
		elect(me);
	} else if (is(timer, "claim") && leads(me)) {
		me->leader.value = capability;
		flood_claim(me->leader, ++me->number);
		set_timer("claim", interval);
	}
}

static void on_claim(struct node *me, offer leader, uint32_t n) {
	const char *margin = field(run, "hysteresis");
	int another = !me->leads_on || leader.id != me->leader.id;
	if (leader.id >= MOST || leader.id == id || me->electing || n <= me->newest[leader.id]) return;
	me->newest[leader.id] = n;
	if (me->leads_on && another && compare(leader, me->leader) < 0) return; /* a worse leader */
	if (another) follow(me, leader);
	me->leader = leader;
	patience();
	flood_claim(leader, n);
	if (capability > leader.value + leader.value * number(margin, "per_mille") / 1000 + number(margin, "bonus")) elect(me);
}

static void receive(struct node *me, uint32_t sender, const char *message) {
	const char *kind = field(message, "kind"), *of = field(message, "wave"), *best = field(message, "best");
	offer offered = {best ? number(best, "value") : 0, best ? (uint32_t)number(best, "id") : 0};
	wave_id wave = {of ? (uint32_t)number(of, "num") : 0, of ? (uint32_t)number(of, "source") : 0};
	int newer = wave.num != me->wave.num ? wave.num > me->wave.num : wave.source > me->wave.source;
	if (is(kind, "claim")) {
		on_claim(me, offered, (uint32_t)number(message, "number"));
	} else if (is(kind, "wave") && newer) {
		join(me, wave, sender);
	} else if (wave.num != me->wave.num || wave.source != me->wave.source || !me->electing) {
		return; /* of an older wave */
	} else if (is(kind, "leader")) {
		follow(me, offered);
		act("'op':'broadcast','message':{'kind':'leader'," WAVE "," BEST "},'within_ns':%" PRId64, wave.num, wave.source, offered.value, offered.id,
			20 * MILLISECOND);
	} else { /* an echo, or the wave by another way, which is an answer, too */
		int kept = 0;
		if (is(kind, "echo") && compare(offered, me->best) > 0) me->best = offered;
		for (int i = 0; i < me->awaited; i++) if (me->waiting[i] != sender) me->waiting[kept++] = me->waiting[i];
		me->awaited = kept;
		echo(me);
	}
}
