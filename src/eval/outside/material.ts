import type { RunRecord } from "../../app/api.ts";
import type { EvaluationAccess } from "../../app/evaluation/access.ts";
import type { Page } from "../../evidence/source.ts";
import { citedVerdict, type Statement } from "../citations.ts";
import { gradePoint, states } from "../code-grader.ts";
import type { outsideCounts } from "../forms/outside.ts";
import type { EvaluationPlan } from "../plan.ts";
import { code, type EvalQuestion, type Verdict } from "../question.ts";
import { numbersHeld, passagesFor } from "./cited-passages.ts";

/** What code finds of a report of another system: its statements with passages of the pages that it cites, and what can be counted. */
export async function outsideMaterial(
	{ criteria }: EvalQuestion,
	{ text, statements }: NonNullable<EvaluationPlan["outside"]>,
	records: readonly RunRecord[],
	access: EvaluationAccess,
): Promise<{ statements: Statement[]; verdicts: Verdict[] }> {
	const pages = new Map<string, Page>();
	for (const record of records) {
		const { log } = await access.finished(record);
		for (const { event } of log) {
			if (event.type !== "read") continue;
			const page = await access.store.pages.get(event.source.hash);
			const names = [event.asked, event.source.url, event.source.capture?.url];
			for (const name of names) if (name !== undefined && page) pages.set(addressKey(name), page);
		}
	}
	const pagesOf = (urls: readonly string[]) => urls.flatMap((url) => pages.get(addressKey(url)) ?? []);
	const graded = statements.map((one) => ({ ...one, pages: pagesOf(one.urls) }));
	const urls = new Set(statements.flatMap((one) => one.urls.map(addressKey)));
	const isRead = [...urls].filter((url) => pages.has(url)).length;
	const numbers = graded
		.filter((one) => one.pages.length > 0)
		.map((one) =>
			numbersHeld(
				one.text,
				one.pages.map(({ text: held }) => held),
			),
		);
	const sum = (at: 0 | 1) => numbers.reduce((all, pair) => all + pair[at], 0);
	const count = (criterion: keyof typeof outsideCounts, hits: number, of: number): Verdict => ({
		...{ criterion, judge: code, label: "counted", met: null, share: [hits, of], why: `${hits} of ${of}` },
	});
	const cited = graded.map(
		(one): Statement => ({
			...{ text: one.text, isCited: one.urls.length > 0 },
			passages: one.pages.flatMap((page) => passagesFor(one.text, page)),
			...(one.before === undefined ? {} : { before: one.before }),
		}),
	);
	const answers = criteria.flatMap((criterion): Verdict[] => {
		const { id, kind, accepted = [] } = criterion;
		if (criterion.required) return [gradePoint(criterion, text.split(/\n{2,}/))];
		if (kind !== "answer") return [];
		const isStated = states(text, accepted);
		return [{ criterion: id, judge: code, label: isStated ? "stated" : "absent", met: Number(isStated), why: "" }];
	});
	return {
		// What a page that could not be read says of a statement is unknown. How many could be read is counted apart.
		statements: cited.filter((_, at) => graded[at]?.urls.length === graded[at]?.pages.length),
		verdicts: [
			...answers,
			...citedVerdict(cited),
			count("pagesRead", isRead, urls.size),
			count("numbersHeld", sum(0), sum(1)),
		],
	};
}

/** An address without what does not tell pages apart: scheme, `www.`, fragment, a slash at the end. */
function addressKey(address: string): string {
	const url = URL.parse(address);
	if (!url) return address;
	return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${url.search}`;
}
