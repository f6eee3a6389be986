/* Elections for bellwether in C99: one file, no dependencies.

   Declare struct node, what one node remembers, and include this file; then write the handlers below. bellwether
   starts the program once for each run, and it calls them for all nodes. All times are nanoseconds. Draw by
   random_below only, and look at no clock: then the same seed gives the same run. */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLISECOND INT64_C(1000000)

/* What happens to a node: yours. At boot *me is zero. saved is what was saved, as JSON: "null" at first. */
static const char *describes; /* the declaration, as JSON with ' for " */
static void start(struct node *me, const char *saved);
static void receive(struct node *me, uint32_t sender, const char *message);
static void fire(struct node *me, const char *timer); /* is(timer, "claim") */
static void elect(struct node *me);

/* Known in each of them. */
static uint32_t id;
static int64_t now, capability, interval, misses;
static char run[1 << 16]; /* the call that began the run: field(run, "params"), field(run, "hysteresis") */

/* Lines are not longer: a program's are at most 1 MiB. */
static char line[2 << 20], reply[2 << 20], out[1 << 20];
static size_t done, used; /* of out: effects of the nodes before this one, and with those of this one */

static void fail(const char *why) { fprintf(stderr, "%s\n", why); exit(1); }

/* The end of a JSON value. */
static const char *skip(const char *v) {
	int depth = 0;
	do {
		if (*v == '"') {
			for (v++; *v != '"'; v++) if (*v == '\\') v++;
		} else if (!*v) {
			fail("a line ends too early");
		} else {
			depth += (*v == '{' || *v == '[') - (*v == '}' || *v == ']');
		}
		v++;
	} while (depth > 0 || !strchr(",}]\n", *v));
	return v;
}

/* A field of a JSON object, NULL if it has none of this name. */
static const char *field(const char *object, const char *name) {
	size_t n = strlen(name);
	for (const char *at = object; at && (*at == '{' || *at == ','); ) {
		const char *key = at + 2, *value = strchr(key, ':') + 1;
		if (!strncmp(key, name, n) && key[n] == '"') return value;
		at = skip(value);
	}
	return NULL;
}
static int64_t number(const char *object, const char *name) {
	const char *v = field(object, name);
	return v ? strtoll(v, NULL, 10) : 0;
}

/* Whether a JSON text is this one. */
static int is(const char *value, const char *text) {
	size_t n = strlen(text);
	return value && value[0] == '"' && !strncmp(value + 1, text, n) && value[n + 1] == '"';
}

/* Writes to out, with " for '. */
static void put(const char *format, va_list of) {
	int n = vsnprintf(out + used, sizeof out - used, format, of);
	if (n < 0 || used + n + 64 > sizeof out) fail("an answer is too long");
	for (size_t end = used + n; used < end; used++) if (out[used] == '\'') out[used] = '"';
}
static void add(const char *format, ...) { va_list of; va_start(of, format); put(format, of); va_end(of); }

/* Do something: act("'op':'elected','leader':%" PRIu32, leader). docs/languages.md lists what there is. */
static void act(const char *format, ...) {
	va_list of; va_start(of, format);
	add(out[used - 1] == '[' ? "{" : ",{"), put(format, of), add("}");
	va_end(of);
}
static void set_timer(const char *timer, int64_t after) { act("'op':'set_timer','timer':'%s','after_ns':%" PRId64, timer, after); }
static void stop_timer(const char *timer) { act("'op':'stop_timer','timer':'%s'", timer); }

/* Ask something, and get the answer. The nodes before this one are done: what they did goes along. */
static const char *ask(const char *question) {
	if (done) printf("{%s,\"each\":[%.*s]}\n", question, (int)done - 1, out);
	else printf("{%s}\n", question);
	fflush(stdout);
	memmove(out, out + done, used - done), used -= done, done = 0;
	if (!fgets(reply, sizeof reply, stdin)) exit(0);
	return reply;
}
static int64_t random_below(int64_t n) {
	char question[80];
	snprintf(question, sizeof question, "\"ask\":\"random\",\"below\":%" PRId64, n);
	return number(ask(question), "random");
}
static int neighbours(uint32_t *into, int most) {
	int n = 0;
	for (const char *v = field(ask("\"ask\":\"neighbours\""), "neighbours") + 1; n < most && *v != ']'; v += *v == ',')
		into[n++] = (uint32_t)strtoul(v, (char **)&v, 10);
	return n;
}

#ifdef HEARS /* Define it before, and hear: what the declaration hears. snapshot adds items of a list, which restore gets as state. */
static void hear(struct node *me, const char *call);
#else
#define hear(me, call) (void)0
#endif
static void handle(struct node *me, const char *call) {
	if (is(call, "start")) memset(me, 0, sizeof *me), start(me, field(line, "saved"));
	else if (is(call, "receive")) receive(me, (uint32_t)number(line, "from"), field(line, "message"));
	else if (is(call, "fire")) fire(me, field(line, "timer"));
	else if (is(call, "elect")) elect(me);
	else hear(me, call);
}

int main(void) {
	struct node *all = NULL;
	size_t nodes = 0;
	(void)stop_timer, (void)random_below, (void)neighbours; /* not all programs use them */
	while (fgets(line, sizeof line, stdin)) {
		const char *call = field(line, "call"), *ids = field(line, "nodes"), *offers = field(line, "capabilities");
		done = used = 0;
		if (is(call, "describe")) {
			add("%s", describes), printf("%.*s\n", (int)used, out);
		} else if (is(call, "run")) {
			snprintf(run, sizeof run, "%.*s", (int)sizeof run - 1, line);
			interval = number(field(run, "detection"), "interval_ns"), misses = number(field(run, "detection"), "misses");
			puts("{\"do\":[]}");
		} else {
			now = number(line, "now_ns"), capability = number(line, "capability"), id = (uint32_t)number(line, "node");
			do { /* for each that receives a broadcast, or for the one node */
				if (ids) id = (uint32_t)strtoul(ids + 1, (char **)&ids, 10), capability = strtoll(offers + 1, (char **)&offers, 10);
				if (id >= nodes) {
					if (!(all = realloc(all, (id + 1) * sizeof *all))) fail("no memory");
					memset(all + nodes, 0, (id + 1 - nodes) * sizeof *all), nodes = id + 1;
				}
				add("[");
				handle(&all[id], call);
				add(ids && *ids == ',' ? "]," : "]"), done = used;
			} while (ids && *ids == ',');
			printf(ids ? "{\"each\":[%.*s]}\n" : is(call, "snapshot") ? "{\"state\":%.*s}\n" : "{\"do\":%.*s}\n", (int)used, out);
		}
		fflush(stdout);
	}
}
