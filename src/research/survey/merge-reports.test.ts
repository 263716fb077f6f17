import fc from "fast-check";
import { expect, test } from "vitest";
import { claimOf, sourceOf, subQuestionOf, synthesisRoute } from "../../../test/support/evidence.ts";
import { contentHash, shortHash } from "../../base/hash.ts";
import type { Claim } from "../../evidence/claim.ts";
import { emptyState, foldEvent } from "../../evidence/fold.ts";
import { failedPass, type PassResult, type Slice } from "../../evidence/pass.ts";
import type { Report, Sentence } from "../../evidence/report.ts";
import type { Source } from "../../evidence/source.ts";
import { formatQuotation } from "../../text/quotations.ts";
import { verify } from "../../verification/verify.ts";
import { mergeReports } from "./merge-reports.ts";

const things = ["harbour", "lantern", "petrel", "ferry", "tunnel", "granary", "windmill", "orchard"];
/** Pages of three sentences each; every sentence names its page, so that a marker to another page is seen. */
const pages = things.map((thing, page) => ({
	thing,
	sentences: [0, 1, 2].map(
		(n) => `The ${thing} of district ${page + 10} counted ${100 * (page + 1) + n} visits in year ${1900 + n}.`,
	),
}));
const textOf = (page: number) => pages[page]?.sentences.join(" ") ?? "";

/** A page as a pass read it: under its own address, or under another one that redirects to it. */
function sourceAs(page: number, alias: number): Source {
	const url = alias === 0 ? `https://${pages[page]?.thing}.test/` : `https://copy${alias}.test/${page}`;
	const capture = {
		at: "",
		how: "fetch",
		status: 200,
		url: `https://${pages[page]?.thing}.test/`,
		mime: "",
		bytes: 1,
	} as const;
	return sourceOf(`s${shortHash(url).slice(0, 10)}`, {
		url,
		origin: url,
		hash: contentHash(textOf(page)),
		kind: "html",
		capture,
	});
}

interface Cited {
	page: number;
	alias: number;
	sentence: number;
}

function passOf(parts: readonly Cited[]): PassResult {
	const sources = new Map<string, Source>();
	const claims = new Map<string, Claim>();
	const sentences = parts.map(({ page, alias, sentence }): Sentence => {
		const source = sourceAs(page, alias);
		sources.set(source.id, source);
		const quote = pages[page]?.sentences[sentence] ?? "";
		const id = shortHash([source.hash, source.url, quote]);
		claims.set(id, claimOf(quote, { id, start: textOf(page).indexOf(quote), sourceId: source.id }));
		return { kind: "fact", text: formatQuotation(quote), claimIds: [id], opens: true };
	});
	const report: Report = {
		...{ shape: "synthesis", question: "q", sections: [{ heading: "What the sources say", sentences }], disputes: [] },
		...{
			gaps: [],
			sourceIds: [...sources.keys()],
			removed: [],
			checks: [],
			stopReason: "COVERAGE_MET",
			stopDetail: "",
		},
	};
	const found = { sources: [...sources.values()], claims: [...claims.values()], subQuestions: [subQuestionOf()] };
	return { ...failedPass("", ""), parked: [], ...found, report };
}

/** The state of a survey whose passes these are. */
function merged(passes: readonly PassResult[]) {
	const slices = passes.map((_, at): Slice => {
		return {
			id: `p${at + 1}`,
			question: `Q${at}`,
			title: `Q${at}?`,
			subQuestionIds: [`q${at + 1}`],
			maxSources: 9,
			maxSteps: 9,
		};
	});
	const subQuestions = slices.map((_, at) => subQuestionOf({ id: `q${at + 1}`, text: `Q${at}?` }));
	const place = { turn: 1, order: 0, elapsedMs: 0 };
	let state = foldEvent(emptyState, {
		type: "routed",
		route: synthesisRoute,
		plan: { dimensions: [], subQuestions },
		turn: 0,
		order: 0,
	});
	state = foldEvent(state, { type: "sliced", slices, ...place });
	passes.forEach((pass, order) => {
		const slice = slices[order];
		if (slice) state = foldEvent(state, { type: "passed", slice, pass, ...place, order });
	});
	return state;
}

const citedArbitrary = fc.record({ page: fc.nat(7), alias: fc.nat(2), sentence: fc.nat(2) });
const passesArbitrary = fc.array(fc.array(citedArbitrary, { minLength: 1, maxLength: 8 }), {
	minLength: 1,
	maxLength: 5,
});

test("every marker of a merged report leads to the page that holds its words, whichever pass read it under which address", () => {
	fc.assert(
		fc.property(passesArbitrary, (parts) => {
			const state = merged(parts.map(passOf));
			const reports = (state.passes ?? []).flatMap(({ slice, report }) => (report ? [{ slice, report }] : []));
			const draft = mergeReports(reports, []);
			const claims = new Map(state.claims.map((claim) => [claim.id, claim]));
			const sources = new Map(state.sources.map((source) => [source.id, source]));
			const sentences = draft.sections.flatMap((section) => section.sentences);
			for (const { text, claimIds } of sentences) {
				expect(claimIds.length).toBeGreaterThan(0);
				for (const id of claimIds) {
					const claim = claims.get(id);
					const hash = sources.get(claim?.sourceId ?? "")?.hash;
					const page = pages.find((_, at) => contentHash(textOf(at)) === hash);
					expect(page?.sentences).toContain(claim?.quote);
					expect(text).toContain(claim?.quote.slice(0, -1));
				}
			}
			// One page is one source, and what every pass stated is stated once.
			expect(new Set(state.sources.map(({ hash }) => hash)).size).toBe(state.sources.length);
			const wanted = new Set(parts.flat().map(({ page, sentence }) => pages[page]?.sentences[sentence]));
			expect(new Set(sentences.map(({ text }) => text)).size).toBe(wanted.size);
			const texts = new Map(state.sources.map(({ id, hash }) => [id, hash]));
			const pageText = (id: string) =>
				pages.map((_, at) => textOf(at)).find((text) => contentHash(text) === texts.get(id));
			expect(verify(draft, { claims: state.claims, sources: state.sources, pageText }).removed).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});

test("what two passes tell from the same quote in other words is told once; a number, a name or a detail of its own keeps a sentence", () => {
	const quote =
		"Better controllers carry a battery, which keeps the cache powered until the data is written after an outage.";
	const claim = claimOf(quote, { sourceId: "s1" });
	const same = claimOf(quote.slice(0, 90), { sourceId: "s1", start: 7 });
	const tell = (id: string, text: string, { id: claimId }: Claim) => ({
		slice: { id, title: id },
		report: {
			shape: "synthesis" as const,
			sections: [{ heading: id, sentences: [{ kind: "fact" as const, text, claimIds: [claimId] }] }],
		},
	});
	const first = "Better cards carry a battery that keeps the cache powered until the data is written.";
	const textsOf = (again: string) => {
		const { sections } = mergeReports([tell("p1", first, claim), tell("p2", again, same)], [claim, same]);
		return sections.flatMap(({ sentences }) => sentences);
	};
	const joined = textsOf(
		"In better controllers a battery keeps power on the cache, so that its data is still written.",
	);
	expect(joined.map(({ text }) => text)).toEqual([first]);
	expect(joined[0]?.claimIds).toEqual([claim.id, same.id]);
	for (const own of [
		"In better controllers a battery keeps power on the cache for 72 hours.",
		"In better controllers a battery of Dell keeps power on the cache.",
		"In better controllers a battery keeps power on the cache unless cache_mode=off.",
		"Outages are rare.",
	])
		expect(textsOf(own)).toHaveLength(2);
});

test("tables of two passes are joined: a lacking cell is filled, equal cells share their claims, and no differing value is dropped", () => {
	const price = (label: string, cell: { text: string; claimIds: string[] } | { missing: string }) => ({
		slice: { id: label, title: label },
		report: {
			...{ shape: "synthesis" as const, sections: [] },
			table: { columns: ["Price"], rows: [{ label: "Model X", cells: [cell] }] },
		},
	});
	const [ten, twenty] = [claimOf("Model X costs $10."), claimOf("Model X costs $20.", { sourceId: "s2" })];
	const cellOf = (...cells: ({ text: string; claimIds: string[] } | { missing: string })[]) =>
		mergeReports(
			cells.map((cell, at) => price(`p${at}`, cell)),
			[ten, twenty],
		);
	const first = { text: "$10", claimIds: [ten.id] };
	expect(cellOf({ missing: "?" }, first).table?.rows[0]?.cells).toEqual([first]);
	expect(cellOf(first, { text: "$10", claimIds: [twenty.id] }).table?.rows[0]?.cells).toEqual([
		{ text: "$10", claimIds: [ten.id, twenty.id] },
	]);
	const differing = cellOf(first, { text: "$20", claimIds: [twenty.id] });
	expect(differing.table?.rows[0]?.cells).toEqual([first]);
	expect(differing.sections[0]?.sentences).toMatchObject([{ text: "Model X: Price: $20.", claimIds: [twenty.id] }]);
});

test("a heading that two passes share stands once, over both; no section is headed by the whole question, and one without a heading goes on with the one before", () => {
	const section = (heading: string, text: string) => ({
		heading,
		sentences: [{ kind: "fact" as const, text, claimIds: [text], opens: true as const }],
	});
	const passOf = (id: string, title: string, ...sections: ReturnType<typeof section>[]) => ({
		slice: { id, title },
		report: { shape: "synthesis" as const, sections },
	});
	const passes = [
		passOf(
			"p1",
			"Why and how?",
			section("", "opening"),
			section("Locks", "locks"),
			section("", "more locks"),
			section("How firm", "firm"),
		),
		passOf("p2", "What of copies?", section("", "copies"), section("How firm", "thin"), section("Rest", "rest")),
	];
	const shown = mergeReports(passes, [], "Why and how?").sections;
	expect(shown.map(({ heading, sentences }) => [heading, sentences[0]?.text])).toEqual([
		["", "opening"],
		["Locks", "locks"],
		["", "more locks"],
		["What of copies?", "copies"],
		["How firm", "firm"],
		["", "thin"],
		["Rest", "rest"],
	]);
});

test("a page whose text changed between two passes is two sources, and each claim keeps the text that it quotes", () => {
	const url = "https://news.test/";
	const pass = (text: string): PassResult => {
		const source = sourceOf("s1", { url, hash: contentHash(text) });
		return { ...failedPass("", ""), parked: [], sources: [source], claims: [claimOf(text, { sourceId: "s1" })] };
	};
	const { sources, claims } = merged([pass("Ten boats came."), pass("Twelve boats came.")]);
	expect(sources).toHaveLength(2);
	for (const { quote, sourceId } of claims)
		expect(sources.find(({ id }) => id === sourceId)?.hash).toBe(contentHash(quote));
});
