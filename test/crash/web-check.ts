import { setTimeout as sleep } from "node:timers/promises";
import type { ResearchEvent } from "../../src/evidence/event.ts";
import type { LoggedStep } from "../../src/store/store.ts";
import type { World } from "../world/serve.ts";
import type { Visit } from "../world/web.ts";
import type { Asked } from "./web-child.ts";
import { below, commandOf, killLife, type Life, leftOver, type Place, runOf, startLife, steady } from "./web-lives.ts";

/** Between two looks at what is recorded: each opens the store, and a step takes longer than this. ms */
const lookMs = 25;

/** When a process is killed: after so long a time, or once so many steps more are recorded. */
export type Moment = { ms: number } | { steps: number };

/** An unbroken run, which broken ones are compared with. */
export interface Calm {
	printed: string;
	code: number;
	steps: number;
	/** How long it took. ms */
	ms: number;
	/** Where redirects ended: another page may lead there again. */
	ledTo: ReadonlySet<string>;
	/** Queries that more than one turn comes to. */
	repeated: ReadonlySet<string>;
}

/** What was broken, in words, by how many kills, so many of them while a browser ran. */
export interface Survived {
	wrong: string[];
	kills: number;
	browsers: number;
}

/** With a browser: a question with a page that it has to render, and one that leads on by a script. */
export function askedOf({ hosts, port, search }: World, browser: boolean): Asked {
	const options = { search: ["searxng"], searxng: search, browser };
	const asked = { hosts, port };
	if (!browser)
		return { ...asked, options, question: "How many megawatts of rated power does the Skarrow Tidal Mill have?" };
	const urls = ["http://old.tolmouth-institute.test/petrels", "http://portboard.test/live/petrels"];
	return {
		...asked,
		options: { ...options, url: urls },
		question: "Who found the error in the petrel counts of Pellwick?",
	};
}

export async function calmRun(asked: Asked, place: Place): Promise<Calm> {
	const began = Date.now();
	const life = startLife(asked, place);
	const code = await life.ended;
	if (code !== 0 && code !== 4) throw new Error(`the unbroken run ended with ${code}: ${life.said.stderr}`);
	const log = (await runOf(place))?.log ?? [];
	const events = eventsOf(log);
	const ledTo = events.flatMap((event) =>
		event.type === "read" && event.source.capture ? [event.source.capture.url] : [],
	);
	const queries = events.flatMap((event) => (event.type === "rewritten" ? [...new Set(event.queries)] : []));
	const repeated = queries.filter((query, at) => queries.indexOf(query) !== at);
	const sets = { ledTo: new Set(ledTo), repeated: new Set(repeated) };
	return { printed: steady(life.said.stdout), code, steps: log.length, ms: Date.now() - began, ...sets };
}

/**
 * Kills the process at each moment, starts another one (which goes on with the run by its id, without a word of what was asked
 * before), and leaves the last one alone. The report must be the calm one, no recorded step may be there twice, no page and no
 * query may be asked for again once it is recorded, and nothing that a process started may outlive it.
 */
export async function survivesKills(
	asked: Asked,
	calm: Calm,
	{ place, moments, visits }: { place: Place; moments: Iterable<Moment>; visits: readonly Visit[] },
): Promise<Survived> {
	const survived: Survived = { wrong: [], kills: 0, browsers: 0 };
	const { wrong } = survived;
	const begin = async () => {
		const before = await runOf(place);
		const from = visits.length;
		const life = startLife(before === undefined ? asked : { ...asked, resume: before.id }, place);
		const check = () => wrong.push(...askedAgain(before?.log ?? [], visits.slice(from), calm));
		return { life, check, steps: before?.log.length ?? 0 };
	};
	let last: Life | undefined;
	for (const moment of moments) {
		const { life, check, steps } = await begin();
		const ended = await Promise.race([
			life.ended.then(() => true),
			reached(moment, steps, place, life).then(() => false),
		]);
		if (!ended) {
			if (below(life.child.pid ?? 0).some((pid) => commandOf(pid).includes("chrom"))) survived.browsers++;
			const left = await killLife(life, place);
			survived.kills++;
			wrong.push(...left.map((command) => `left behind: ${command.slice(0, 200)}`));
		}
		check();
		if (!ended) continue;
		last = life;
		break;
	}
	if (!last) {
		const { life, check } = await begin();
		await life.ended;
		check();
		last = life;
	}
	const code = await last.ended;
	if (code !== calm.code) wrong.push(`it ended with ${code}: ${last.said.stderr.slice(-2_000)}`);
	else if (steady(last.said.stdout) !== calm.printed)
		wrong.push(`another report: ${firstDifference(steady(last.said.stdout), calm.printed)}`);
	const names = ((await runOf(place))?.log ?? []).map(({ name }) => name);
	const twice = names.filter((name, at) => names.indexOf(name) !== at);
	if (twice.length > 0) wrong.push(`recorded twice: ${twice.join(", ")}`);
	wrong.push(...(await leftOver(place.home)).map((command) => `left behind at the end: ${command.slice(0, 200)}`));
	return survived;
}

/** Looks no longer than the process lives: a look opens the store. */
async function reached(moment: Moment, before: number, place: Place, { child }: Life): Promise<void> {
	if ("ms" in moment) return sleep(moment.ms, undefined, { ref: false });
	const isGone = () => child.exitCode !== null || child.signalCode !== null;
	while (!isGone() && ((await runOf(place))?.log.length ?? 0) < before + moment.steps)
		await sleep(lookMs, undefined, { ref: false });
	// How it ended is heard elsewhere.
	if (isGone()) await new Promise(() => undefined);
}

/** What a process asked for although an earlier one had recorded what came of it. */
function askedAgain(log: readonly LoggedStep[], visits: readonly Visit[], { ledTo, repeated }: Calm): string[] {
	const events = eventsOf(log);
	const pages = new Set(
		events.flatMap((event) =>
			event.type === "read" ? [event.source.url] : event.type === "unread" ? [event.url] : [],
		),
	);
	const searched = new Set(events.flatMap((event) => (event.type === "searched" ? [event.turn] : [])));
	const queries = new Set(
		events.flatMap((event) => (event.type === "rewritten" && searched.has(event.turn) ? event.queries : [])),
	);
	const probed = events.some(({ type }) => type === "probed");
	return visits.flatMap(({ host, path }) => {
		const url = new URL(path, `http://${host}`);
		const query = url.searchParams.get("q");
		if (host === "search.test") {
			if (query === null || query === "") return probed ? ["the search engine was probed again"] : [];
			return queries.has(query) && !repeated.has(query) ? [`searched again: ${query}`] : [];
		}
		return pages.has(url.href) && !ledTo.has(url.href) ? [`read again: ${url.href}`] : [];
	});
}

function eventsOf(log: readonly LoggedStep[]): ResearchEvent[] {
	return log.map(({ output }) => output as unknown as ResearchEvent);
}

function firstDifference(one: string, other: string): string {
	const lines = other.split("\n");
	const found = one.split("\n").flatMap((line, at) => (line === lines[at] ? [] : [`${line} / ${lines[at]}`]));
	return (found[0] ?? "shorter").slice(0, 600);
}
