import type { Json } from "../../src/base/json.ts";
import type { Decided, RunOptions } from "../../src/evidence/event.ts";
import { depths } from "../../src/evidence/plan.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import { research } from "../../src/research/loop.ts";
import { stopWithoutReads } from "../../src/research/planners/final-stop.ts";
import { withIds } from "../../src/research/planners/planner.ts";
import type { Tools } from "../../src/research/tools.ts";
import type { Corpus } from "../../src/sources/corpus/corpus.ts";
import { createCorpusSource } from "../../src/sources/corpus/source.ts";
import { memoryPages, memoryRun } from "../../test/support/memory.ts";

/** Picks the next action of a run. Undefined: the run ends here, without a report. */
export type Policy = (state: ResearchState, wave: number) => Decided | undefined;

/** The recorded steps of a run by name: the log, or a prefix of it, which is a state. */
export type Log = ReadonlyMap<string, Json>;

/** A run as far as its policy went. */
export interface Episode {
	log: Map<string, Json>;
	/** At each decision of the policy, and at the end. */
	states: ResearchState[];
}

const decision = /^decide:(\d+)$/u;

/** Ends a run at a decision. */
class Ended extends Error {}

/** Plays runs of the extractive engine on one corpus, in memory. What searches and roles return is kept: equal inputs, equal results. */
export class Player {
	readonly #tools: Tools;
	readonly #vectors: boolean;

	constructor(corpus: Corpus) {
		const { documents, passages, vectors } = corpus.stats;
		const source = createCorpusSource(corpus);
		const reasoner = createRulesReasoner();
		this.#vectors = vectors;
		this.#tools = {
			reasoner: {
				...reasoner,
				route: kept(reasoner.route),
				interpret: kept(reasoner.interpret),
				plan: kept(reasoner.plan),
				extractClaims: kept(reasoner.extractClaims),
				draft: async () => ({ sections: [] }),
			},
			source: { ...source, search: kept(source.search), titles: kept(source.titles), read: kept(source.read) },
			pages: memoryPages(),
			sourceInfo: { documents, passages, fingerprint: corpus.fingerprint },
			// The same log whatever the machine does: no deadline passes.
			now: () => 0,
		};
	}

	/**
	 * Continues from a log at its first missing decision: every later decision is the policy's. Only what the policy cannot change is not
	 * asked of it: a limit, and the end when all pages are read.
	 */
	async play(question: string, maxSources: number, policy: Policy, from: Log = new Map()): Promise<Episode> {
		const log = new Map(from);
		const states: ResearchState[] = [];
		let state: ResearchState | undefined;
		const run = memoryRun(log);
		const options = this.#optionsOf(maxSources);
		const step: typeof run.step = (name, work, more) =>
			run.step(
				name,
				async (signal) => {
					const wave = decision.exec(name)?.[1];
					const event = await work(signal);
					return wave === undefined ? event : decided(event, Number(wave));
				},
				more,
			);
		/** The event of a decision with what the policy chose. */
		function decided<Event extends Json>(event: Event, wave: number): Event {
			// Where a limit decided, nothing was offered.
			if (!state || !isRecord(event) || !Array.isArray(event.offers) || stopWithoutReads(state)) return event;
			states.push(state);
			const [chosen] = withIds(state, [policy(state, wave) ?? ended()]);
			const { action: _action, added: _added, beside: _beside, ...rest } = event as Record<string, Json>;
			return JSON.parse(JSON.stringify({ ...rest, ...chosen }));
		}
		const noteState: Tools["onEvent"] = (_event, next) => {
			state = next;
		};
		try {
			await research({ ...run, step }, question, options, { ...this.#tools, onEvent: noteState });
		} catch (error) {
			if (!(error instanceof Ended)) throw error;
		}
		if (state) states.push(state);
		return { log, states };
	}

	/** Plays a whole run of the engine, and returns its end. `more`: what is not as usual. */
	async whole(question: string, maxSources: number, more: Partial<RunOptions>): Promise<ResearchState> {
		return research(memoryRun(), question, { ...this.#optionsOf(maxSources), ...more }, this.#tools);
	}

	#optionsOf(maxSources: number): RunOptions {
		return {
			...{ corpus: [], depth: "quick", planner: "guided", vectors: this.#vectors, deadlineMs: 1_200_000 },
			...{ maxSources, maxSteps: depths.quick.steps },
		};
	}

	/** The log up to a decision, without it. */
	static before(log: Log, wave: number): Log {
		const names = [...log.keys()];
		const at = names.indexOf(`decide:${wave}`);
		return new Map([...log].slice(0, at < 0 ? undefined : at));
	}
}

function ended(): never {
	throw new Ended();
}

function isRecord(value: unknown): value is Record<string, Json> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The most results of one function that are kept; the oldest go. */
const keptMost = 20_000;

/** A function whose results are kept by its inputs; a signal or a role's context is no input. */
function kept<Input extends unknown[], Result>(work: (...input: Input) => Promise<Result>) {
	const results = new Map<string, Promise<Result>>();
	return (...input: Input): Promise<Result> => {
		const key = JSON.stringify(input.filter((one) => !(one instanceof AbortSignal)).map(inputOf));
		const known = results.get(key);
		if (known !== undefined) return known;
		const result = work(...input);
		results.set(key, result);
		const [oldest] = results.keys();
		if (results.size > keptMost && oldest !== undefined) results.delete(oldest);
		return result;
	};
}

/** Without a role's context, which has functions; a page is its hash. */
function inputOf(value: unknown): unknown {
	if (!isRecord(value)) return value;
	if (Object.values(value).some((one) => typeof one === "function")) return undefined;
	const { page, ...rest } = value;
	return isRecord(page) ? { ...rest, page: [page.url, page.hash] } : value;
}
