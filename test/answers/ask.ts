import type { Claim } from "../../src/evidence/claim.ts";
import { depths } from "../../src/evidence/plan.ts";
import type { Draft } from "../../src/evidence/report.ts";
import type { Page } from "../../src/evidence/source.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { plan } from "../../src/reasoning/rules/question/plan.ts";
import { route } from "../../src/reasoning/rules/question/route.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { readWebHtml } from "../../src/sources/read/web/web-html.ts";

/** A page of an invented web: what stands in its body, and the day it is dated. */
export interface Told {
	host?: string;
	title: string;
	body: string;
	date?: string;
}

/** A page of one paragraph. */
export function told(title: string, text: string, date?: string, host = "news.test"): Told {
	return { host, title, body: `<p>${text}</p>`, ...(date === undefined ? {} : { date }) };
}

/** Routes, plans, reads the pages as pages of the web, and drafts by rules, without a search. */
export async function draftOf(question: string, pages: readonly Told[]): Promise<Draft> {
	return draft({ ...(await evidenceOf(question, pages)), answer: undefined });
}

export async function evidenceOf(question: string, pages: readonly Told[]): Promise<WriteInput> {
	const asRouted = route(question);
	const depth = depths.standard;
	const readings = [{ id: "r1", text: question, kind: "literal" as const, weight: 1 }];
	const planned = plan({ question, route: asRouted, readings, depth });
	const read = await Promise.all(pages.map(pageOf));
	const found = read.flatMap((page, at) =>
		planned.subQuestions.slice(0, asRouted.shape === "lookup" ? 1 : undefined).flatMap((subQuestion) =>
			extractClaims({ question, route: asRouted, subQuestion, page, max: 6 }).map((one) => ({
				...one,
				sourceId: `s${at}`,
				subQuestionIds: [subQuestion.id],
				locator: page.marks.findLast(({ start }) => start <= one.start)?.locator ?? { kind: "line" as const, line: 1 },
			})),
		),
	);
	const claims: Claim[] = found.map((one, at) => ({ ...one, id: `c${at}` }));
	const sources = read.map((page, at) => ({ ...page, id: `s${at}` }));
	return {
		question,
		route: asRouted,
		plan: planned,
		claims,
		groups: [],
		conflicts: [],
		sources,
		gaps: [],
		pages: read,
	};
}

async function pageOf({ host = "news.test", title, body, date }: Told, at: number): Promise<Page> {
	const url = `http://${host}/${at}`;
	const dated = date === undefined ? "" : `<meta property="article:published_time" content="${date}">`;
	const { text, marks, tables, ...draft } = await readWebHtml(
		`<!DOCTYPE html><html lang="en"><head><title>${title}</title>${dated}</head><body><main><h1>${title}</h1>${body}</main></body></html>`,
		{ url, requestedUrl: url, today: "2040-01-01", rendered: false },
	);
	return {
		...{ url, title: draft.title ?? title, kind: "html", label: url, origin: host, text, hash: url, marks },
		...(tables === undefined ? {} : { tables }),
		...(draft.date === undefined ? {} : { date: draft.date }),
		...(draft.site === undefined ? {} : { site: draft.site }),
	};
}
