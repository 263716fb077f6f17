import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Claim } from "../../src/evidence/claim.ts";
import { depths } from "../../src/evidence/plan.ts";
import type { Page } from "../../src/evidence/source.ts";
import { extractClaims } from "../../src/reasoning/extractive/extract.ts";
import { plan } from "../../src/reasoning/extractive/question/plan.ts";
import { route } from "../../src/reasoning/extractive/question/route.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { readWebHtml } from "../../src/sources/read/web/page.ts";
import type { AnswerCase } from "./answer-cases.ts";
import { type Split, splitOf } from "./split.ts";

interface Row {
	id: string;
	manual: "postgresql" | "python" | "sqlite" | "handbook";
	kind: string;
	question: string;
	value: string | null;
	page?: string;
}

const folders = {
	postgresql: "/usr/share/doc/postgresql-doc-15/html",
	python: "/usr/share/doc/python3.11-doc/html",
	sqlite: "/usr/share/doc/sqlite3",
	handbook: "/usr/share/doc/debian-handbook/html/en-US",
};
/** Pages of the same manual that are read beside the one that holds the answer. */
const besides = 2;

/**
 * Questions over manuals that Debian installs, from a `.jsonl` file, each with the page that
 * answers it and two others of its manual. `answers` is empty where the manual does not hold the answer.
 */
export async function docCases(file: string, split: Split): Promise<AnswerCase[]> {
	const rows = readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Row);
	const asked = rows.filter(({ id }) => splitOf(id) === split);
	const out: AnswerCase[] = [];
	for (const row of asked) {
		const others = rows.filter(({ manual, page }) => manual === row.manual && page && page !== row.page);
		const start = rows.indexOf(row) % Math.max(1, others.length);
		const names = [row.page, ...[...others.slice(start), ...others].map(({ page }) => page)].flatMap(
			(page) => page || [],
		);
		const files = [...new Set(names)].slice(0, besides + 1).map((name) => join(folders[row.manual], name));
		const pages = await Promise.all(files.filter((each) => existsSync(each)).map(pageOf));
		const answers = row.kind === "unanswerable" ? [] : [row.value ?? ""];
		out.push({ id: row.id, set: `documentation, ${row.kind}`, answers, input: inputOf(row.question, pages) });
	}
	return out;
}

async function pageOf(file: string): Promise<Page> {
	const url = pathToFileURL(file).href;
	const { text, marks, tables, title } = await readWebHtml(readFileSync(file, "utf8"), {
		url,
		asked: url,
		today: "2026-01-01",
		rendered: false,
	});
	const page: Page = { url, title: title ?? "", kind: "html", label: file, origin: "manual", text, hash: url, marks };
	return tables === undefined ? page : { ...page, tables };
}

/** What a run knows after it has read these pages for its first sub-question. */
function inputOf(question: string, pages: readonly Page[]): WriteInput {
	const asRouted = route(question);
	const readings = [{ id: "r1", text: question, kind: "literal" as const, weight: 1 }];
	const planned = plan({ question, route: asRouted, readings, depth: depths.standard });
	const claims: Claim[] = planned.subQuestions.slice(0, 1).flatMap((subQuestion) =>
		pages.flatMap((page, at) =>
			extractClaims({ question, route: asRouted, subQuestion, page, max: 6 }).map((one, index) => ({
				...one,
				id: `c${at}-${index}`,
				sourceId: `s${at}`,
				subQuestionId: subQuestion.id,
				locator: page.marks.findLast(({ start }) => start <= one.start)?.locator ?? { kind: "line" as const, line: 1 },
			})),
		),
	);
	const sources = pages.map(({ url, title, label, origin }, at) => ({ id: `s${at}`, url, title, label, origin }));
	return { question, route: asRouted, plan: planned, claims, groups: [], conflicts: [], sources, gaps: [] };
}
