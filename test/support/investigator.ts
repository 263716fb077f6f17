import { AssayError } from "../../src/base/errors.ts";
import type { Json } from "../../src/base/json.ts";
import type { Findings } from "../../src/evidence/findings.ts";
import type { Hit, Page } from "../../src/evidence/source.ts";
import type { NextActionInput } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import type { Assignment } from "../../src/research/investigator/assignment.ts";
import { runInvestigator } from "../../src/research/investigator/investigator.ts";
import type { Tools } from "../../src/research/tools.ts";
import type { SearchResponse } from "../../src/sources/provider.ts";
import { hitOf, lookupRoute, pageOf, subQuestionOf } from "./evidence.ts";
import { memoryPages, memoryRun } from "./memory.ts";
import { type Mind, says } from "./scripted.ts";

const long = Array.from({ length: 900 }, (_, n) => `Row ${n + 1} of the long manual tells of part ${n * 7}.`).join(
	"\n",
);
export const texts: Record<string, string> = {
	port: "The default port of the Larkdb server is 7171. It listens on the loopback address only.",
	costs: "While a segment is merged, its disk space is needed twice.",
	manual: `${long}\nThe garbage interval is 40 seconds.\n${long}`,
	gone: "",
};

const found = (hits: Hit[]): SearchResponse => ({ hits, faults: [], sent: [] });

function pageNamed(name: string): Page {
	return pageOf(texts[name] ?? "", {
		url: `file:///secret/home/${name}.md`,
		title: `The ${name}`,
		label: `${name}.md`,
	});
}

function hitNamed(name: string): Hit {
	const { url, title, label, text } = pageNamed(name);
	return hitOf(url, title, text.slice(0, 90), { label });
}

export const counts = { searches: 0, reads: 0 };
/** What the source was asked for, in order. */
export const sent: ("search" | "read")[] = [];

/** Every search finds all pages, in the order above. */
export const tools: Tools = {
	reasoner: createRulesReasoner(),
	pages: memoryPages(),
	sourceInfo: { documents: 4, passages: 4, fingerprint: "f" },
	source: {
		name: "four",
		search: async (query) => {
			counts.searches++;
			sent.push("search");
			if (query === "broken") throw new AssayError("SEARCH_FAILED", "the index in /secret is away");
			return found(query === "nothing" ? [] : Object.keys(texts).map(hitNamed));
		},
		titles: async () => found([]),
		read: async (url) => {
			counts.reads++;
			sent.push("read");
			const name = /([a-z]+)\.md$/.exec(url)?.[1] ?? "";
			if (name === "gone") throw new AssayError("PAGE_UNREADABLE", `${url} cannot be read: no such file`);
			return pageNamed(name);
		},
		close: async () => {},
	},
};

export const assignment: Assignment = {
	question: "What is the default port of the Larkdb server?",
	route: { ...lookupRoute, values: [], subjects: [] },
	subQuestion: subQuestionOf({ text: "What is the default port?", focus: [], threads: [] }),
	known: [],
	read: [],
	reads: 3,
	messages: 8,
};

/** Time for research: more than any machine needs for what is asked here. ms */
export const researchMs = 600_000;

/** The findings, and the results that each message's calls gave. */
export async function investigate(mind: Mind, more: Partial<Assignment> = {}, elapsedMs = 0) {
	const asked: NextActionInput[] = [];
	const fallbacks: string[] = [];
	const findings: Findings = await runInvestigator(memoryRun(), { ...assignment, ...more }, tools, {
		nextAction: async (input) => {
			asked.push(structuredClone(input));
			return mind(input);
		},
		elapsedMs: () => elapsedMs,
		researchMs,
		onFallback: ({ code }) => fallbacks.push(code),
	});
	return { findings, asked, fallbacks };
}

/** Says the given messages in turn, then reports nothing. */
export function script(...messages: [string, Json][][]): Mind {
	return ({ transcript }) => says(...(messages[transcript.length] ?? [["report", reportOf([])]]));
}

export function reportOf(quotes: [id: string, quote: string][], gaps: string[] = []): Json {
	return {
		summary: "What was found.",
		claims: quotes.map(([source_id, quote]) => ({
			claim: quote,
			quote,
			source_id,
			confidence: "high",
			stance: "supporting",
		})),
		gaps,
	};
}

export const search = (query = "port"): [string, Json] => ["search", { query }];
export const read = (id: string, from?: number): [string, Json] => ["read", from === undefined ? { id } : { id, from }];
export const report = (...quotes: [string, string][]): [string, Json] => ["report", reportOf(quotes)];
export const portQuote: [string, string] = ["r1", "The default port of the Larkdb server is 7171."];

/** The results of the n-th message (from 0), as the next one was shown them. */
export function results(asked: NextActionInput[], n: number): string[] {
	return asked.at(n + 1)?.transcript[n]?.results.map(({ text }) => text) ?? [];
}
