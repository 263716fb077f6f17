import { z } from "zod";
import type { Support } from "../../../evidence/report.ts";
import { findMisquotation, quotationContent, splitQuotations } from "../../../text/quotations.ts";
import type { SurroundingText } from "../../../text/surrounding-text.ts";
import { capitalizedWords, contentStems } from "../../../text/words.ts";
import type { RoleContext, SupportItem } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { optionalText, truncatedLine } from "../prompt-parts.ts";
import { verdictsSoFar } from "../writing/partial-answer.ts";

const schema = z.object({
	verdicts: z.array(
		z.object({
			number: z.number(),
			reason: optionalText,
			mended: optionalText,
			verdict: z.enum(["supported", "partial", "unsupported", "contradicted", "follows", "goes_beyond"]),
		}),
	),
});
type JudgeAnswer = z.infer<typeof schema>;

/** Sentences in one request, at most; a longer list is judged less carefully. The model's window may hold fewer. */
const batchMax = 40;
/** The sentences' share of the room. The rest is for the fence and for letters of several bytes. */
const itemsShare = 0.8;
/** Tokens of an answer: for each verdict with its reason, and for all around them. */
const verdictOutput = 90;
const outputLeast = 800;
const reasonLongest = 300;
/** The length of a repaired sentence, at most: this share of the original, plus characters. */
const mendedLongest = { share: 1.2, beside: 60 };
/** A page's title with publisher and date. Characters. */
const titleLongest = 200;
/** The text around a title in the list of pages. Characters. */
const pageMark = 6;
const columnsLongest = 400;
const contextLongest = 200;

/**
 * METHOD §10, support check: whether the quotes support each sentence. One verdict for each item, in order. A sentence that is verbatim
 * in a quote is not sent to the model.
 */
export async function judgeSupport(
	asker: Asker,
	items: readonly SupportItem[],
	context?: RoleContext,
): Promise<Support[]> {
	const verdicts = items.map(verdictWithoutModel);
	const open = items.flatMap((item, index) => (verdicts[index] ? [] : [{ item, index }]));
	const batches = makeBatches(open, asker.room("judgeSupport") * itemsShare);
	const settled = await Promise.allSettled(
		batches.map((batch) =>
			judgeBatch(
				asker,
				batch.map(({ item }) => item),
				context,
			),
		),
	);
	settled.forEach((batch, at) => {
		if (batch.status === "rejected") throw batch.reason;
		batch.value.forEach((verdict, place) => {
			const index = batches[at]?.[place]?.index;
			if (index !== undefined) verdicts[index] = verdict;
		});
	});
	return verdicts.map((verdict) => verdict ?? noVerdict);
}

/** As few batches as the limits allow, of similar size. `room`: characters. */
function makeBatches<T extends { item: SupportItem }>(open: readonly T[], room: number): T[][] {
	const batchSize = Math.ceil(open.length / Math.max(1, Math.ceil(open.length / batchMax)));
	const batches: T[][] = [];
	let roomLeft = 0;
	for (const one of open) {
		const last = batches.at(-1);
		const listed = new Set(pageTitles(last?.map(({ item }) => item) ?? []));
		const pages = pageTitles([one.item]).filter((title) => !listed.has(title));
		const length = itemText(one.item, open.length, []).length + 2 + pages.join("").length + pageMark * pages.length;
		if (!last || last.length === batchSize || length > roomLeft) {
			batches.push([one]);
			roomLeft = room - length;
		} else {
			last.push(one);
			roomLeft -= length;
		}
	}
	return batches;
}

const noVerdict: Support = { verdict: "unsupported", reason: "no verdict was given" };

async function judgeBatch(asker: Asker, items: readonly SupportItem[], context?: RoleContext): Promise<Support[]> {
	const pages = pageTitles(items);
	const listed = pages.map((title, at) => `p${at + 1}: ${truncatedLine(title, titleLongest)}`).join("\n");
	const shown = items.map((item, at) => itemText(item, at, pages)).join("\n\n");
	const { verdicts } = await asker.ask(
		{
			role: "judgeSupport",
			parts: [
				...(listed === "" ? [] : [{ title: "The pages of the quotes", text: listed, kind: "data" as const }]),
				{ title: "Sentences with their quotes", text: shown, kind: "data" },
			],
			schema,
			maxOutput: outputLeast + verdictOutput * items.length,
			fault: verdictCountFault(items.length),
			onText: context?.onVerdict && ((json) => reportVerdicts(json, items, context)),
		},
		context,
	);
	return items.map(({ sentence }, index) => {
		const found = verdicts.find(({ number }) => number === index + 1);
		if (!found) return noVerdict;
		const verdict = storedVerdicts[found.verdict];
		const mended = collapseWhitespace(found.mended).replace(/^\(inference\) /u, "");
		const isMended =
			verdict !== "supported" &&
			mended !== "" &&
			mended !== collapseWhitespace(sentence) &&
			mended.length <= sentence.length * mendedLongest.share + mendedLongest.beside;
		return { verdict, reason: truncatedLine(found.reason, reasonLongest), ...(isMended ? { mended } : {}) };
	});
}

/** Reports the verdicts of an answer that is still being written. */
function reportVerdicts(json: string, items: readonly SupportItem[], context: RoleContext): void {
	for (const { number, verdict } of verdictsSoFar(json)) {
		const item = items[number - 1];
		if (item && Object.hasOwn(storedVerdicts, verdict))
			context.onVerdict?.(item.sentence, storedVerdicts[verdict as keyof typeof storedVerdicts]);
	}
}

/** How a verdict is stored. An inference follows from its quotes (supported) or goes beyond them (unsupported). */
const storedVerdicts: Record<JudgeAnswer["verdicts"][number]["verdict"], Support["verdict"]> = {
	supported: "supported",
	partial: "partial",
	unsupported: "unsupported",
	contradicted: "contradicted",
	follows: "supported",
	goes_beyond: "unsupported",
};

/** Checks that each sentence has one verdict. A model that miscounts twice cannot be relied on. */
function verdictCountFault(count: number): (given: JudgeAnswer) => string | undefined {
	return ({ verdicts }) => {
		const numbers = new Set(verdicts.map(({ number }) => number));
		const missing = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !numbers.has(number));
		if (missing.length > 0) return `"verdicts" has none for: ${missing.join(", ")}`;
		return verdicts.length === count ? undefined : `"verdicts" has ${verdicts.length} entries for ${count} sentences`;
	};
}

/** The titles of all quotes' pages, each once. A quote names its page by number. */
function pageTitles(items: readonly SupportItem[]): string[] {
	return [...new Set(items.flatMap(({ about = [] }) => about.flatMap(({ title }) => title || [])))];
}

function itemText(
	{ sentence, before, kind, quotes, about }: SupportItem,
	index: number,
	pages: readonly string[],
): string {
	const contexts = quotes.map((_quote, at) => about?.[at] ?? { title: "" });
	const shown = quotes.map((quote, at) => {
		const { title, holder, asOf, columns, around, reading = "" } = contexts[at] ?? {};
		const origin = [
			...(title ? [`p${pages.indexOf(title) + 1}`] : []),
			...(holder ? [`said by ${truncatedLine(holder, titleLongest)}`] : []),
			...(asOf ? [`as of ${asOf}`] : []),
		];
		const headerLine =
			columns === undefined ? "" : `\n   its table's header: ${truncatedLine(columns, columnsLongest)}`;
		const begins = around?.before ? `\n   its sentence begins: ${collapseWhitespace(around.before)}` : "";
		const goesOn = around?.after ? `\n   goes on: ${collapseWhitespace(around.after)}` : "";
		const inContext = addsToQuote(reading, quote, around) ? `\n   in context: ${collapseWhitespace(reading)}` : "";
		return `   quote${origin.length > 0 ? ` (${origin.join("; ")})` : ""}: ${collapseWhitespace(quote)}${headerLine}${begins}${goesOn}${inContext}`;
	});
	const context = before === undefined ? [] : [`   before it: ${truncatedLine(before, contextLongest)}`];
	return [`${index + 1}. ${kind ? `(${kind}) ` : ""}${collapseWhitespace(sentence)}`, ...context, ...shown].join("\n");
}

/** Content words of a claim's text that neither its quote nor the text around it has, at least: fewer are other words for the same. */
const addedStemsLeast = 2;

/** Whether a claim's text says what its quote leaves open, as its writer was shown: whom it speaks of, when, or of which study. */
function addsToQuote(reading: string, quote: string, around: SurroundingText | undefined): boolean {
	if (reading === "") return false;
	if ((around?.before ?? "") + (around?.after ?? "") === "") return true;
	const shown = [around?.before, quote, around?.after].join(" ");
	const shownStems = new Set(contentStems(shown));
	const added = new Set(contentStems(reading).filter((stem) => !shownStems.has(stem)));
	return added.size >= addedStemsLeast || capitalizedWords(reading).some((name) => !shown.includes(name));
}

/** The verdict that needs no model: without a quote, or for a verbatim quotation with or without a lead-in that names the page. */
function verdictWithoutModel({ sentence, quotes }: SupportItem): Support | undefined {
	if (quotes.length === 0) return { verdict: "unsupported", reason: "no quote is cited" };
	const parts = splitQuotations(sentence.trim());
	const ownText = parts.map(({ kind, text }) => (kind === "own" ? text : " ")).join(" ");
	const isQuotation = parts.some(({ kind }) => kind === "quotation") && leadIn.test(ownText);
	const isVerbatim = quotes.some(
		(quote) => findMisquotation(quotationContent(sentence.trim().replace(/\.$/, "")), quote, () => false) === undefined,
	);
	return isQuotation || isVerbatim ? { verdict: "supported", reason: "it is quoted word for word" } : undefined;
}

/** A lead-in to a quotation that states nothing: `From ‹…›:`, `The page ‹…› adds:`. */
const leadIn = /^[\s.:,]*(?:and\s+)?(?:(?:from|in)\s*|the page\s+adds\s*)?[\s.:,]*$/i;

function collapseWhitespace(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
