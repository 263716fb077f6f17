import { folded } from "../../../base/text.ts";
import { isAddressedToReader } from "../../../evidence/addressed.ts";
import type { ExtractedClaim } from "../../../evidence/claim.ts";
import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { AnswerType } from "../../../evidence/question.ts";
import type { Page } from "../../../evidence/source.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { isAlike } from "../answering/asked.ts";
import { isPhrase, labelledText } from "../answering/labelled.ts";
import { type PinnedKind, pinnedBy, pinsIn, standingOf } from "../answering/pins.ts";
import { entitiesIn } from "../language/entities.ts";
import { placeWords } from "../language/place.ts";
import { questionParts } from "../language/question.ts";
import { isWeak } from "../language/weak.ts";
import { contentStems } from "../language/words.ts";
import { withoutTimes } from "./cell-times.ts";
import { valuesIn } from "./values.ts";

/** A label with the value that stands beside or below it: a term and its definition, `Price: 389 euros`, a date under a heading. */
interface Pair {
	label: string;
	value: string;
	/** Where the quote, label and value, stands in the page's text. */
	start: number;
	end: number;
	/** The label is a heading: it says what the value is of, and need not say what it is. */
	heading: boolean;
}

/** A label is no longer than this, a value than that. Characters. */
const labelMax = 70;
const valueMax = 120;
/** Of what is asked, so much must be said by label, heading above and title. */
const saidFrom = 0.6;
/** What the heading above, or the page's title and address, say counts less than what the label says. */
const aboveWorth = 0.85;
const titleWorth = 0.75;
const pairsMax = 3;

/** The labelled values of a page that answer a sub-question, best first, as claims: the quote is the label with its value. */
export function pairClaims({ page, question, route, subQuestion }: ExtractInput): ExtractedClaim[] {
	if (route.shape === "synthesis") return [];
	const parts = questionParts(subQuestion.text);
	const type = parts.wh === "none" ? route.answerType : parts.answerType;
	if (!/^(?:number|date|person|place|organization|entity)$/.test(type)) return [];
	const pins = pinnedBy(question).filter(({ kind }) => kind !== "year");
	const asked = contentStems(withoutTimes(withoutPins(subQuestion.text))).filter((stem) => !isWeak(stem));
	const title = contentStems(`${page.title} ${placeWords(page)}`);
	return pairsOf(page)
		.flatMap((pair) => {
			const score = scoreOf(pair, { asked: [...new Set(asked)], pins, title, type, page });
			return score === undefined ? [] : [{ pair, score }];
		})
		.toSorted((a, b) => b.score - a.score || a.pair.start - b.pair.start)
		.slice(0, pairsMax)
		.map(({ pair, score }) => claimOf(pair, score, page, subQuestion.stance));
}

interface AskedOf {
	asked: readonly string[];
	pins: readonly PinnedKind[];
	title: readonly string[];
	type: AnswerType;
	page: Page;
}

/** 0–1, or undefined where the pair does not answer. */
function scoreOf(pair: Pair, { asked, pins, title, type, page }: AskedOf): number | undefined {
	if (!isOfType(pair.value, type)) return undefined;
	const above = pair.heading ? "" : headingAt(page, pair.start);
	const held = pins.map(
		(pin) =>
			[pair.label, above, page.title].map((text) => standingOf(pin, text)).find((one) => one !== "open") ?? "open",
	);
	if (held.some((one, at) => one === "other" || (one === "open" && pins[at]?.kind === "version"))) return undefined;
	// `State: closed since 9 May` says it in the value.
	const says = type === "date" && isPhrase(pair.value) ? ` ${pair.value}` : "";
	const label = contentStems(`${pair.label}${says}`);
	const over = contentStems(above);
	const worth = (stem: string) =>
		label.some((one) => isAlike(one, stem))
			? 1
			: over.includes(stem)
				? aboveWorth
				: title.includes(stem) || title.some((one) => isAlike(one, stem))
					? titleWorth
					: 0;
	const ownPins = pins.filter((pin) => standingOf(pin, pair.label) === "held").length;
	const own = asked.filter((stem) => label.some((one) => isAlike(one, stem))).length + ownPins;
	// A heading without a word of the question says not what its value is.
	if (own === 0) return undefined;
	const dated = pair.heading && type === "date" && ownPins > 0;
	const wanted = dated
		? asked.filter((stem) => worth(stem) > 0 || !/^(?:releas|publish|issu|appear|launch|ship)/.test(stem))
		: asked;
	const said = wanted.reduce((sum, stem) => sum + worth(stem), ownPins) / Math.max(1, wanted.length + pins.length);
	return said < saidFrom ? undefined : Math.min(1, 0.5 + 0.5 * said);
}

function isOfType(value: string, type: AnswerType): boolean {
	const quantities = quantitiesIn(value);
	if (type === "date") return quantities.some(({ kind }) => kind === "date");
	if (type === "number") return quantities.some(({ kind }) => kind !== "date" && kind !== "ordinal");
	return entitiesIn(value).length > 0;
}

function claimOf(pair: Pair, score: number, page: Page, stance: ExtractedClaim["stance"]): ExtractedClaim {
	const asOf = page.date;
	return {
		text: labelledText(pair.label, pair.value),
		quote: page.text.slice(pair.start, pair.end).trimEnd(),
		start: pair.start,
		class: "direct",
		stance: stance === "adversarial" ? "supporting" : stance,
		relevance: Math.round(score * 1000) / 1000,
		confidence: "medium",
		values: valuesIn(pair.value),
		// Its page says what it is of.
		subject: folded(`${page.title}, ${pair.label}`),
		...(asOf === undefined ? {} : { asOf }),
	};
}

/** A page's labelled values, in order. */
function pairsOf(page: Page): Pair[] {
	const out: Pair[] = [];
	const headings = new Set(page.marks.filter(({ locator }) => locator.kind === "section").map(({ start }) => start));
	const inTable = (at: number) => page.tables?.some(({ start, end }) => start <= at && at < end) ?? false;
	const add = (label: string, value: string, start: number, end: number, heading: boolean) => {
		const [name, said] = [label.trim().replace(/:$/, ""), value.trim()];
		const fits = name !== "" && name.length <= labelMax && said !== "" && said.length <= valueMax;
		if (fits && !isAddressedToReader(`${name} ${said}`) && !/https?:/i.test(said))
			out.push({ label: name, value: said, start, end, heading });
	};
	const blocks = [...page.text.matchAll(/[^\n]+(?:\n(?!\n)[^\n]+)*/g)];
	for (const [at, { 0: block, index }] of blocks.entries()) {
		if (inTable(index)) continue;
		const lines = block.split("\n");
		const [first = ""] = lines;
		const next = blocks[at + 1];
		if (headings.has(index)) {
			// `3.8.0 (12 October 2030)`, and a date or an amount alone below a heading.
			const date = quantitiesIn(first).find(({ kind }) => kind === "date");
			if (date && pinsIn(first).some(({ kind }) => kind === "version"))
				add(first.slice(0, date.start).replace(/[\s([–—:,-]+$/, ""), date.text, index, index + date.end, true);
			else if (next && isBare(next[0])) add(first, next[0], index, next.index + next[0].length, true);
			continue;
		}
		let from = index;
		const isRun = lines.length % 2 === 0 && lines.every((line, order) => order % 2 === 1 || isLabel(line));
		for (const [order, line] of lines.entries()) {
			const [, mark = "", label = "", gap = "", value = ""] =
				/^((?:[-*•]\s)?)(\p{L}[^:\n.!?]{1,68})(:\s+)(\S.*)$/u.exec(line) ?? [];
			if (label !== "" && !/[.!?]\s+\p{Lu}/u.test(value))
				add(label, value, from + mark.length, from + mark.length + label.length + gap.length + value.length, false);
			// A term with its definition below it, one or a run of them.
			const below = lines[order + 1];
			if (below !== undefined && isLabel(line) && (isRun ? order % 2 === 0 : isBare(below)) && !below.startsWith("- "))
				add(line, below, from, from + line.length + 1 + below.length, false);
			from += line.length + 1;
		}
	}
	return out;
}

/** Short, and no sentence. */
function isLabel(text: string): boolean {
	return text.length <= labelMax && !/[.!?;,]$/.test(text) && !text.startsWith("- ") && !text.includes(" | ");
}

/** A date or an amount, and nothing else worth a word: `May 9, 2025`, `Released on 9 May 2025`. */
function isBare(text: string): boolean {
	const found = quantitiesIn(text)[0];
	if (!found || text.length > valueMax || text.includes("\n")) return false;
	const rest = text.slice(0, found.start) + text.slice(found.end);
	return /^\W*(?:(?:released?|published|date|on|dated|posted|updated|adopted|issued)\W*)*$/iu.test(rest);
}

function headingAt({ marks }: Page, start: number): string {
	const locator = marks.findLast((mark) => mark.start <= start)?.locator;
	return locator?.kind === "section" ? locator.section : "";
}

function withoutPins(text: string): string {
	return pinsIn(text)
		.filter(({ kind }) => kind !== "year")
		.toReversed()
		.reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}
