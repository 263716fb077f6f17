import type { Claim } from "../../../evidence/claim.ts";
import { saidBy } from "../../../evidence/said-by.ts";
import { isWeb, type Page } from "../../../evidence/source.ts";
import type { GapsInput } from "../../reasoner.ts";
import type { Asker, Part } from "../asker.ts";
import { claimLongest, lines, oneLine, questionPart, routePart } from "./parts.ts";
import { mostTelling } from "./telling.ts";

/** Claims shown of one sub-question, the best. What is not shown is taken to be missing, so nearly all are, each in a line. */
const claimsEach = { lookup: 10, other: 40 };
const claimLine = 180;
/** Page texts that a lookup's gap analysis sees, in all and of one page: a bridging name is mostly near the top. Characters. */
const textsLongest = 10_000;
const textEach = 1_500;
const triedShown = 30;
const missedShown = 30;
const leadsShown = 8;
const titleLongest = 150;

/** What is known, as a gap analysis sees it: question and plan, then pages, then what was found for each sub-question. */
export function evidenceParts(input: GapsInput, asker: Asker): Part[] {
	const { question, route, plan, claims, pages, tried, max } = input;
	const titles = pages.map((page, at) => {
		const place = [
			oneLine(page.label, 120),
			...(isWeb(page) ? [...saidBy(page).filter((by) => !page.label.startsWith(by)), page.date ?? ""] : []),
		];
		const untaken = isWeb(page) && !claims.some((claim) => stands(claim, page)) ? ", nothing taken from it yet" : "";
		return `p${at + 1} ${oneLine(page.title, titleLongest)} (${place.filter(Boolean).join(", ")})${untaken}`;
	});
	const parts: Part[] = [
		questionPart(question),
		routePart(route),
		{ title: "Pages read", text: titles.join("\n"), kind: "data", cuttable: true },
		{
			title: "Sub-questions, and what was found for each",
			text: plan.subQuestions.map((one) => foundFor(one, claims, pages, input)).join("\n"),
			kind: "data",
			cuttable: true,
		},
		{
			title: "Queries already sent",
			text: lines(tried.slice(-triedShown), triedShown, 200).join("\n") || "none",
			kind: "data",
			cuttable: true,
		},
		...missedPart(input),
		...leadsPart(input),
		{ title: "Room", text: `At most ${max} follow-ups.`, kind: "own" },
	];
	if (route.shape !== "lookup") return parts;
	const taken = parts.reduce((sum, { text }) => sum + text.length, 0);
	const texts = textsOf(pages, Math.min(textsLongest, asker.room("findGaps") - taken));
	return texts === "" ? parts : [...parts, { title: "How the pages begin", text: texts, kind: "data", cuttable: true }];
}

/** Each investigator saw only what it found itself. */
function missedPart({ missed = [] }: GapsInput): Part[] {
	const rows = lines(
		missed.map(({ id, text }) => `${id}: ${text}`),
		missedShown,
		200,
	);
	if (rows.length === 0) return [];
	return [
		{
			title: "What single investigators did not find (others may have found it since)",
			text: rows.join("\n"),
			kind: "data",
			cuttable: true,
		},
	];
}

/** Without them, each analysis would suggest what the one before it did. */
function leadsPart({ leads = [] }: GapsInput): Part[] {
	if (leads.length === 0) return [];
	const text = lines(leads, leadsShown, claimLongest).join("\n");
	return [{ title: "Follow-ups noted before, still to be searched", text, kind: "data", cuttable: true }];
}

function foundFor(
	{ id, text, priority, stance }: GapsInput["plan"]["subQuestions"][number],
	claims: readonly Claim[],
	pages: readonly Page[],
	{ route, waiting = [] }: GapsInput,
): string {
	const lookup = route.shape === "lookup";
	const found = claims.filter((claim) => claim.subQuestionIds.includes(id) && (lookup || claim.class === "direct"));
	const best = [...new Map(found.map((claim) => [claim.text, claim])).values()].toSorted((a, b) => worth(b) - worth(a));
	const own = (pages.some(isWeb) ? mostTelling(best) : best).slice(0, lookup ? claimsEach.lookup : claimsEach.other);
	const head = `${id} (${priority}, ${stance}) ${oneLine(text, claimLongest)}`;
	if (own.length === 0)
		return `${head}\n  ${waiting.includes(id) ? "not searched yet" : "searched, and nothing found"}`;
	const rows = own.map((claim) => {
		const page = pages.findIndex((one) => stands(claim, one));
		// A lookup goes on from the names in the quotes, also of what is only near; elsewhere what a claim says is enough.
		const said = lookup ? claim.quote : claim.text;
		return `  - ${oneLine(said, lookup ? claimLongest : claimLine)}${page < 0 ? "" : ` [p${page + 1}]`}`;
	});
	return [head, ...rows].join("\n");
}

function stands({ quote, start }: Claim, { text }: Page): boolean {
	return text.startsWith(quote, start);
}

function worth({ class: kind, relevance }: Claim): number {
	return (kind === "direct" ? 1 : 0) + relevance;
}

/** The beginnings of the pages read last, as far as there is room, in reading order. */
function textsOf(pages: readonly Page[], room: number): string {
	const out: string[] = [];
	let left = room;
	for (let at = pages.length - 1; at >= 0; at--) {
		const page = pages[at];
		if (!page) continue;
		const text = `p${at + 1} ${oneLine(page.title, titleLongest)}\n${oneLine(page.text.slice(0, textEach), textEach)}`;
		if (text.length > left) break;
		out.unshift(text);
		left -= text.length;
	}
	return out.join("\n\n");
}
