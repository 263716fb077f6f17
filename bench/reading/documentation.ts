import type { ExtractedClaim } from "../../src/evidence/claim.ts";
import type { Page } from "../../src/evidence/source.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { route } from "../../src/reasoning/rules/question/route.ts";
import { excerptOf } from "../../src/research/excerpt.ts";
import { rankPassages } from "../../src/sources/web/rank-passages.ts";
import { documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { Table } from "../support/table.ts";
import { subQuestionOf } from "./common.ts";

/** Claims of a page, at most, as in a run; and the pages of one search in which what no page answers is looked for. */
const claimsMax = 8;
const pagesMax = 5;

async function claimsOf(question: string, page: Page): Promise<ExtractedClaim[]> {
	const passages = await rankPassages(page, question, undefined);
	const part = excerptOf(page, passages);
	return extractClaims({
		question,
		route: route(question),
		subQuestion: subQuestionOf(question),
		page: part.page,
		passages: part.rangesInExcerpt(passages),
		max: claimsMax,
	});
}

/**
 * Questions over manuals: whether a claim of the page that answers holds all words that the answer needs, and whether a direct one
 * does; for what no page answers, whether the first pages of one search give a direct claim.
 */
export async function documentation(file: string, misses: boolean): Promise<void> {
	const manuals = new Manuals(false);
	const table = new Table<string>();
	const questions = documentationQuestions(file);
	try {
		for (const { id, manual, kind, question, page: name, required } of questions) {
			const corpus = await manuals.corpus(manual);
			const found = name === "" ? await corpus.search(question, 4 * pagesMax) : [];
			const urls = [...new Set(found.map(({ url }) => url))].slice(0, pagesMax);
			const pages =
				name === "" ? await Promise.all(urls.map((url) => corpus.read(url))) : [await manuals.page(manual, name)];
			const claims = (await Promise.all(pages.map((page) => claimsOf(question, page)))).flat();
			const direct = claims.filter((one) => one.class === "direct");
			if (required.length === 0) {
				table.score("all", "unanswerable: no direct claim", direct.length === 0 ? 1 : 0);
				if (misses && direct.length > 0) console.log(`${id} “${question}”: ${direct[0]?.text}`);
				continue;
			}
			const holds = (some: readonly ExtractedClaim[]) =>
				some.some(({ quote }) => holdsAnswer(quote, required)) ? 1 : 0;
			const together = holdsAnswer(claims.map(({ quote }) => quote).join("\n"), required) ? 1 : 0;
			for (const column of ["all", kind]) {
				table.score(column, "a claim holds it", holds(claims));
				table.score(column, "claims together", together);
				table.score(column, "the first claim", holds(claims.slice(0, 1)));
				table.score(column, "a direct claim holds it", holds(direct));
				table.score(column, "some direct claim", direct.length > 0 ? 1 : 0);
			}
			if (misses && holds(claims) === 0)
				console.log(`${id} ${kind} “${question}” ${name} [${required.join(" + ")}]${together ? " (together)" : ""}`);
			if (misses && direct.length === 0) console.log(`${id} “${question}”: nothing direct`);
		}
	} finally {
		await manuals.close();
	}
	table.print(`${questions.length} questions over manuals`);
}
