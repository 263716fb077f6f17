import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../../src/base/limits.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import type { DepthName } from "../../src/evidence/plan.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { data } from "../../test/support/data.ts";
import { forms, type Task } from "../deepscholar.ts";
import { questions } from "../multihop.ts";
import { recordOf } from "./research.ts";
import { reworded } from "./reworded.ts";
import { rowsOf } from "./rows.ts";

const seed = 20_260_101;
const cache = join(import.meta.dirname, "../../node_modules/.cache/assay-bench/parts");

/** A share `hits / of`, of one question. A plain number has `of` 1. */
export type Share = readonly [hits: number, of: number];

export interface GoldQuestion {
	id: string;
	text: string;
	/** Ids of the records that are to be read. */
	gold: string[];
}

export interface PartSet {
	/** The path of a `.jsonl` corpus. Written first where it is made by rule. */
	corpus: () => string;
	depth: DepthName;
	/** Maximum pages of a run, where it is not that of the depth. */
	reads?: number;
	questions: () => GoldQuestion[];
	/** What is measured beside the gold documents. */
	more?: (state: ResearchState, question: GoldQuestion) => Record<string, Share>;
}

/** The sets by name. What a set is for stands beside it. */
export const partSets: Record<string, PartSet> = {
	multihop: {
		corpus: () => join(data, "multihop/corpus.jsonl"),
		depth: "quick",
		questions: () => questions(undefined),
	},
	deepscholar: {
		corpus: () => join(data, "deepscholar/corpus.jsonl"),
		depth: "standard",
		questions: () => papers().map((task) => ({ id: task.id, text: forms.title(task), gold: task.gold })),
	},
	/** Recovery: questions whose words are not those of the pages. Names and figures stay, so that a question keeps one answer. */
	"multihop-reworded": {
		corpus: () => join(data, "multihop/corpus.jsonl"),
		depth: "quick",
		questions: () => questions(undefined).map((one, at) => ({ ...one, text: reworded(one.text, 1, seed + at) })),
	},
	/** Recovery: as above, with few names. A claim is asked for its evidence. */
	"scifact-reworded": {
		corpus: () => join(data, "scifact/corpus.jsonl"),
		depth: "quick",
		questions: () =>
			scifact().map((one, at) => ({
				...one,
				text: `What is known about this: ${reworded(one.text, 1, seed + at)}`,
			})),
	},
	/** Citations: each paper stands in the corpus with its abstract and its list of references, beside the works that all papers cite. */
	papers: {
		corpus: () => written("papers", [...rowsOf<Row>("deepscholar/corpus.jsonl"), ...papers().map(withReferences)]),
		depth: "standard",
		questions: () => papers().map((task) => ({ id: task.id, text: forms.title(task), gold: task.gold })),
	},
	/** Challenges: several right answers, planted wrong ones, noise. A run reads fewer pages than bear on a question (5.5). */
	dissent: {
		corpus: () => written("ramdocs", passages(0)),
		depth: "quick",
		reads: 5,
		questions: conflicting,
		more: trust,
	},
	/** Independence: as above; one passage of each question, drawn by seed, has two copies with a tenth of their words changed. */
	copies: {
		corpus: () => written("ramdocs-copies", passages(2)),
		depth: "quick",
		questions: conflicting,
		more: trust,
	},
};

interface Row {
	id: string;
	title?: string;
	text: string;
}

interface Conflicting {
	question: string;
	documents: { text: string; type: "correct" | "misinfo" | "noise"; answer: string }[];
}

function papers(): Task[] {
	const tasks = rowsOf<Task>("deepscholar/tasks.jsonl");
	return tasks.filter((task) => forms.title(task).length <= limits.questionCharacters);
}

/** A paper as a page: its abstract, then the works that it cites. The data hold no years; a list of references has them. */
function withReferences({ id, title, abstract, gold }: Task): Row {
	const works = new Map(rowsOf<Row>("deepscholar/corpus.jsonl").map((work) => [work.id, work.title ?? ""]));
	const entries = gold.map((work, at) => `[${at + 1}] ${works.get(work)}. 2024.`);
	return { id: `paper-${id}`, title, text: `${abstract}\n\nReferences\n${entries.join("\n")}` };
}

function scifact(): GoldQuestion[] {
	const [, ...judged] = rowsOfTable("scifact/qrels-test.tsv");
	const byQuery = Map.groupBy(judged, ([query = ""]) => query);
	const claims = rowsOf<{ _id: string; text: string }>("scifact/queries.jsonl");
	return claims.flatMap(({ _id: id, text }) => {
		const gold = (byQuery.get(id) ?? []).map(([, record = ""]) => record);
		return gold.length > 0 ? [{ id, text, gold }] : [];
	});
}

const rowsOfConflicts = (): Conflicting[] => rowsOf("ramdocs/ramdocs.jsonl");

function conflicting(): GoldQuestion[] {
	const all = rowsOfConflicts().map(({ question, documents }, at) => ({
		id: `q${at}`,
		text: question,
		gold: documents.flatMap(({ type }, which) => (type === "noise" ? [] : [`q${at}.d${which}`])),
	}));
	return all.filter(({ gold }) => gold.length > 0);
}

/** All passages, and `count` changed copies of one of each question: whether it is right, wrong or noise is left to chance. */
function passages(count: number): Row[] {
	const random = seededRandom(seed);
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const rows = rowsOfConflicts();
	const vocabulary = rows.flatMap(({ documents }) => documents.flatMap(({ text }) => text.match(/\p{Ll}{4,}/gu) ?? []));
	const changed = (text: string) =>
		text.replace(/\b\p{Ll}{4,}\b/gu, (word) => (random() < 0.1 ? pick(vocabulary) : word));
	return rows.flatMap(({ documents }, at) => {
		const all = documents.map(({ text }, which) => ({ id: `q${at}.d${which}`, text }));
		const copied = pick(all);
		const copies = Array.from({ length: count }, (_, n) => ({ id: `${copied.id}.c${n}`, text: changed(copied.text) }));
		return [...all, ...copies];
	});
}

/**
 * What the evidence is trusted for. A fact of high confidence should rest on two passages by different hands (a copy is by the same
 * hand), and on no wrong one; a question should be disputed where its passages give different answers, and not where they give one.
 */
function trust({ groups, claims, sources, turns }: ResearchState, { id }: GoldQuestion): Record<string, Share> {
	const rows = conflictsById();
	const records = new Map(sources.map((source) => [source.id, recordOf(source.url)]));
	const recordsOf = (claimIds: readonly string[]) => [
		...new Set(
			claims.flatMap((claim) =>
				claimIds.includes(claim.id) ? (records.get(claim.sourceId) ?? "").split(".").slice(0, 2).join(".") : [],
			),
		),
	];
	const high = groups.filter(({ confidence }) => confidence === "high").map(({ claimIds }) => recordsOf(claimIds));
	const documents = rows.get(id)?.documents ?? [];
	const right = high.filter((all) => all.every((record) => typeOf(rows, record) === "correct"));
	const answers = new Set(documents.flatMap(({ type, answer }) => (type === "noise" ? [] : [answer])));
	const disputed = groups.some((group) => group.disputed) ? 1 : 0;
	return {
		"facts of high confidence": [high.length, 1],
		"high: by two hands": [high.filter((all) => all.length > 1).length, high.length],
		"high: no wrong passage": [right.length, high.length],
		"several answers: disputed": answers.size > 1 ? [disputed, 1] : [0, 0],
		"one answer: disputed": answers.size === 1 ? [disputed, 1] : [0, 0],
		challenges: [turns.filter(({ action }) => action.kind === "challenge").length, 1],
	};
}

function conflictsById(): Map<string, Conflicting> {
	return new Map(rowsOfConflicts().map((row, at) => [`q${at}`, row]));
}

function typeOf(rows: ReadonlyMap<string, Conflicting>, record: string): string | undefined {
	const [id = "", which = ""] = record.split(".");
	return rows.get(id)?.documents[Number(which.slice(1))]?.type;
}

function rowsOfTable(file: string): string[][] {
	return readFileSync(join(data, file), "utf8")
		.trim()
		.split("\n")
		.map((line) => line.split("\t"));
}

/** Writes a corpus that is made by rule, and returns its path. */
function written(name: string, rows: readonly Row[]): string {
	const path = join(cache, `${name}.jsonl`);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
	return path;
}
