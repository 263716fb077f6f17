/**
 * The standing peer: search, read, learnings, report, and nothing else, as the simplest deep-research programs do it. It searches the
 * same source and asks the same model in the same way (retries, repair of answers, counting) as assay, so that what differs is the
 * method. A measuring stick: no part of the product.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { distinctBy } from "../src/base/distinct.ts";
import { AssayError } from "../src/base/errors.ts";
import { contentHash } from "../src/base/hash.ts";
import type { Role } from "../src/evidence/call.ts";
import type { Page } from "../src/evidence/source.ts";
import type { Asker, PromptPart } from "../src/reasoning/model/asker.ts";
import { type Prompt, promptOf } from "../src/reasoning/model/prompts.ts";
import { PageError, type SourceProvider } from "../src/sources/provider.ts";
import type { Counts, MeasuredModel } from "./support/measured.ts";

/** Queries of the first level; each level below has half of those above it. */
const breadth = 4;
/** Levels of search. */
const depth = 2;
/** Pages read for a query, and the characters of each that the model is shown. */
const pagesPerQuery = 4;
const charactersPerPage = 25_000;
const learningsPerQuery = 3;

export interface Learning {
	text: string;
	/** Of the page that it comes from; absent when the model named none. */
	url?: string | undefined;
}

export interface BareReport extends Counts {
	/** Markdown, with the pages that were visited at its end. */
	report: string;
	/** Each text once, in plan order. */
	learnings: Learning[];
	/** The pages that were read, each once, in plan order. */
	pages: Read[];
	/** Searches that failed, and requests whose answers could not be used. */
	failed: number;
}

/** Each step borrows the role of the product that does the like: its model, and the room for its answer. */
const files: Partial<Record<Role, string>> = { plan: "queries", extractClaims: "learnings", draft: "report" };

/** What the loop's roles are told, with the product's rules on data and form. */
export function barePrompts(role: Role): Prompt {
	const task = readFileSync(new URL(`bare-prompts/${files[role]}.md`, import.meta.url), "utf8").trim();
	const { rules } = promptOf(role);
	return { task, rules, hash: contentHash([task, rules]) };
}

const queriesSchema = z.object({ queries: z.array(z.object({ query: z.string(), goal: z.string() })) });
const learningsSchema = z.object({
	learnings: z.array(z.object({ text: z.string(), page: z.string() })),
	followUps: z.array(z.string()),
});
const reportSchema = z.object({ report: z.string().min(1) });

interface Gathered {
	learnings: Learning[];
	pages: Read[];
}

type Read = Pick<Page, "url" | "title">;

/**
 * Researches a question. `model` is opened with `barePrompts`. A query whose search, pages or learnings fail brings nothing; throws
 * what the report's request throws, and what lies outside the run (a provider that is away).
 */
export async function bareLoop(question: string, model: MeasuredModel, source: SourceProvider): Promise<BareReport> {
	const { asker } = model;
	let failed = 0;
	const found = await level(question, question, [], breadth, depth);
	const learnings = distinctBy(found.learnings, ({ text }) => text);
	const pages = distinctBy(found.pages, ({ url }) => url);
	const number = new Map(pages.map(({ url }, at) => [url, at + 1]));
	const lines = learnings.map(({ text, url }) => `- ${text}${url === undefined ? "" : ` [${number.get(url)}]`}`);
	const { report } = await asker.ask({
		role: "draft",
		parts: [
			{ title: "The question", text: question, kind: "own" },
			{
				title: "Pages",
				text: pages.map(({ url, title }, at) => `[${at + 1}] ${title}, ${url}`).join("\n"),
				kind: "data",
			},
			{ title: "Learnings", text: lines.join("\n"), kind: "data", cuttable: true },
		],
		schema: reportSchema,
	});
	const list = pages.map(({ url, title }, at) => `${at + 1}. ${title} <${url}>`).join("\n");
	return { report: `${report.trim()}\n\n## Pages read\n\n${list}\n`, learnings, pages, failed, ...model.counts() };

	/** `asked`: what the queries are for; `known`: what the levels above have learned on the way here. */
	async function level(own: string, asked: string, known: Learning[], wide: number, levels: number): Promise<Gathered> {
		const queries = await usable(() => queriesFor(asker, own, asked, known, wide), []);
		const branches = await Promise.all(queries.map((query) => branch(own, query, known, wide, levels)));
		return together(branches);
	}

	async function branch(own: string, query: Query, known: Learning[], wide: number, levels: number): Promise<Gathered> {
		const half = Math.ceil(wide / 2);
		const pages = await usable(() => pagesFor(source, query.query), []);
		if (pages.length === 0) return { learnings: [], pages: [] };
		const { learnings, followUps } = await usable(() => learningsFrom(asker, own, query, pages, half), {
			learnings: [],
			followUps: [],
		});
		const here: Gathered = { learnings, pages: pages.map(({ url, title }) => ({ url, title })) };
		if (levels <= 1) return here;
		const next = [`Goal so far: ${query.goal}`, ...followUps.map((one) => `Open: ${one}`)].join("\n");
		return together([here, await level(own, next, [...known, ...learnings], half, levels - 1)]);
	}

	/** What the work gives, or `instead` when it failed within the run. */
	async function usable<T>(work: () => Promise<T>, instead: T): Promise<T> {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof AssayError) || error.keepsRun) throw error;
			failed++;
			return instead;
		}
	}
}

type Query = z.infer<typeof queriesSchema>["queries"][number];

async function queriesFor(asker: Asker, own: string, asked: string, known: Learning[], most: number): Promise<Query[]> {
	const parts: PromptPart[] = [
		{ title: "The question", text: own, kind: "own" },
		{ title: "How many", text: `At most ${most} queries.`, kind: "own" },
	];
	// The follow-up questions come from pages.
	if (asked !== own) parts.push({ title: "What to look for now", text: asked, kind: "data" });
	if (known.length > 0)
		parts.push({ title: "Learnings", text: known.map(({ text }) => `- ${text}`).join("\n"), kind: "data" });
	const { queries } = await asker.ask({ role: "plan", parts, schema: queriesSchema });
	return queries.filter(({ query }) => query.trim() !== "").slice(0, most);
}

/** The pages of the first results; one that cannot be read is left out. */
async function pagesFor(source: SourceProvider, query: string): Promise<Page[]> {
	const { hits } = await source.search(query, 2 * pagesPerQuery);
	const first = distinctBy(hits, ({ url }) => url).slice(0, pagesPerQuery);
	const pages = await Promise.all(first.map(({ url }) => source.read(url).catch(unreadable)));
	return pages.flatMap((page) => page ?? []);
}

function unreadable(error: unknown): undefined {
	if (!(error instanceof PageError) && !(error instanceof AssayError && error.code === "PAGE_UNREADABLE")) throw error;
}

async function learningsFrom(asker: Asker, own: string, { query, goal }: Query, pages: Page[], followUpsMost: number) {
	const { learnings, followUps } = await asker.ask({
		role: "extractClaims",
		parts: [
			{ title: "The question", text: own, kind: "own" },
			{ title: "The query", text: `${query}\nIts goal: ${goal}`, kind: "own" },
			{ title: "How many", text: `At most ${followUpsMost} follow-up questions.`, kind: "own" },
			...pages.map(
				({ title, text }, at): PromptPart => ({
					title: `p${at + 1}: ${title}`,
					text: text.slice(0, charactersPerPage),
					kind: "data",
					cuttable: true,
				}),
			),
		],
		schema: learningsSchema,
	});
	return {
		learnings: learnings
			.slice(0, learningsPerQuery)
			.map(({ text, page }) => ({ text: text.trim(), url: pages[Number(/\d+/.exec(page)?.[0]) - 1]?.url })),
		followUps: followUps.slice(0, followUpsMost),
	};
}

function together(parts: readonly Gathered[]): Gathered {
	return { learnings: parts.flatMap(({ learnings }) => learnings), pages: parts.flatMap(({ pages }) => pages) };
}
