import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { AnswerType } from "../../../evidence/question.ts";
import { inBase } from "../../../evidence/units.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { QuestionParts } from "../language/question.ts";
import { agesFirst } from "./age.ts";
import type { Candidate } from "./candidates.ts";
import { asksForChange } from "./change.ts";
import { happening } from "./happened.ts";
import { asksForHolder, holding } from "./holders.ts";
import { type PinnedKind, pinnedBy, type Standing, standingAt, standingOf } from "./pins.ts";
import { asItStands } from "./risen.ts";
import type { Ranked } from "./spans.ts";

/**
 * The spans that may answer at all: of the version, model, year or dose that the question names and of no other, an amount of what is
 * asked for in its kind of unit, no number of the question itself, and of those in office where one who is so is asked for.
 */
export function admitted(
	ranked: readonly Ranked[],
	input: WriteInput,
	parts: QuestionParts,
	type: AnswerType,
): Ranked[] {
	const pins = pinnedBy(input.question);
	const own = new Set(quantitiesIn(input.question).map(({ kind, normal, unit }) => `${kind} ${normal} ${unit}`));
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const measure = type === "number" ? measureOf(input.question) : undefined;
	const able = ranked.flatMap((one): Ranked[] => {
		const { candidate } = one;
		const { quantity } = candidate;
		if (quantity && own.has(`${quantity.kind} ${quantity.normal} ${quantity.unit}`)) return [];
		if (type === "date" && isPartOfName(candidate)) return [];
		const kind = measure === undefined ? "right" : measure(candidate);
		if (kind === "wrong") return [];
		const standings = pins
			// How far something changed from one year to another may be told in a third.
			.filter(({ kind: pinned }) => pinned !== "year" || (type !== "date" && !asksForChange(input.question)))
			.map((pin) => ({ pin, standing: standingIn(pin, candidate, titles.get(candidate.claim.sourceId) ?? "") }));
		if (standings.some(({ pin, standing }) => standing === "other" || (standing === "open" && pin.kind === "version")))
			return [];
		const isSure = kind === "right" && standings.every(({ standing }) => standing === "held");
		return [isSure ? one : { ...one, fit: { ...one.fit, clear: false, complete: false } }];
	});
	if (type === "number") return restatedFirst(asItStands(agesFirst(verbFirst(able, parts), input.question), input));
	if (type === "date") return happening(able, input);
	return type === "person" && asksForHolder(input.question, parts) ? holding(able, input, parts) : able;
}

/** Of the numbers of one sentence the one right behind the asked verb: `drew 900 guests at the Hall, which holds 400`. */
function verbFirst(ranked: readonly Ranked[], { wh }: QuestionParts): Ranked[] {
	if (wh !== "how many") return [...ranked];
	const told = new Set(ranked.filter(({ fit }) => fit.stated && fit.clear).map(({ candidate }) => candidate.claim));
	const bestOf = new Map<object, number>();
	for (const { candidate, score } of ranked)
		bestOf.set(candidate.claim, Math.max(score, bestOf.get(candidate.claim) ?? 0));
	return ranked
		.map((one): Ranked => {
			if (!told.has(one.candidate.claim)) return one;
			if (one.fit.stated && one.fit.clear) return { ...one, score: bestOf.get(one.candidate.claim) ?? one.score };
			return { ...one, score: one.score * beforeWorth, fit: { ...one.fit, clear: false, complete: false } };
		})
		.toSorted((a, b) => b.score - a.score);
}

/** `restated its revenue for 2031 to £3 million`, `2031 (restated)`: it takes the place of what was told before, whatever that was. */
const restated =
	/\b(?:restat|revis|correct|adjust|recalculat)(?:ed|es|ing)\b[^.;]{0,80}\bto\s+(?:about |around |only )?$/i;
const restatedLabel = /[([](?:restated|revised|corrected)[)\]]/i;
/** What an older word keeps of its score beside a restated one. */
const beforeWorth = 0.5;

function restatedFirst(ranked: readonly Ranked[]): Ranked[] {
	const isRestated = ({ candidate: { claim, start } }: Ranked) =>
		claim.cell
			? restatedLabel.test(`${claim.cell.row} ${claim.cell.column}`)
			: restated.test(claim.quote.slice(0, start));
	const firm = ranked.filter((one) => one.fit.clear && isRestated(one));
	if (firm.length === 0) return [...ranked];
	const values = new Set(firm.map(({ candidate }) => candidate.quantity?.value));
	return ranked
		.map((one) =>
			values.has(one.candidate.quantity?.value)
				? one
				: { ...one, score: one.score * beforeWorth, fit: { ...one.fit, clear: false, complete: false } },
		)
		.toSorted((a, b) => b.score - a.score);
}

/** How a statement stands to a pin: its own words, else the row it is of, its heading, its page's title. */
function standingIn(pin: PinnedKind, { claim, start, end }: Candidate, title: string): Standing {
	const { cell, locator, quote, text } = claim;
	if (cell) {
		const around = [cell.row, cell.column, cell.period ?? "", cell.caption ?? "", title];
		return around.map((words) => standingOf(pin, words)).find((one) => one !== "open") ?? "open";
	}
	const here = standingAt(pin, quote, start, end);
	if (here !== "open") return here;
	const above = locator.kind === "section" ? locator.section : "";
	return [text, above, title].map((words) => standingOf(pin, words)).find((one) => one !== "open") ?? "open";
}

/** The year of a law's name (`the Kiln Safety Act of 2020`) says not when something happened. */
function isPartOfName({ claim, start, text }: Candidate): boolean {
	return (
		/^\d{4}$/.test(text) &&
		/\b(?:Act|Order|Law|Bill|Regulations?|Directive|Treaty|Convention|Code|Decree|Ordinance|Statute|Census|Budget|Plan|Strategy|Report)\s(?:of\s|\()?$/u.test(
			claim.quote.slice(0, start),
		)
	);
}

type Measure = (candidate: Candidate) => "right" | "unsure" | "wrong";

const moneyAsked =
	/\b(?:revenues?|turnover|(?:net |gross |operating |pre-?tax |annual )?(?:profits?|earnings|incomes?|loss(?:es)?)|prices?|costs?|salar(?:y|ies)|wages?|fees?|budgets?|debts?|deficit|surplus|dividends?|expenditure|spending|valuation|funding|fine|rent|gdp)\b/i;
const powerAsked =
	/\b(?:rated|installed|maximum|electric(?:al)?|output|peak|nominal) (?:power|output|capacity)\b|\bpower (?:output|rating|consumption)\b/i;
/** A share or a rank of money is no amount of it. */
const ofMoney =
	/\b(?:share|percent(?:age)?|margin|growth|rate|ratio|rank|how many|per cent)\b|\bby how much\b|\b(?:rise|fall|grow|increase|decrease|decline|change|drop|cut)\b/i;

/** Which unit an amount must have by what is asked for; undefined where any will do. */
function measureOf(question: string): Measure | undefined {
	if (moneyAsked.test(question) && !ofMoney.test(question)) return isMoney;
	if (powerAsked.test(question)) return isPower;
	return undefined;
}

function isMoney({ claim, quantity, text }: Candidate): ReturnType<Measure> {
	if (quantity?.kind === "money") return "right";
	const unit = `${claim.cell?.unit ?? ""} ${quantity?.unit ?? ""} ${text}`;
	if (
		/[$€£¥₹]|\b[A-Z]{3}\b|\b(?:crowns?|euros?|dollars?|pounds?|francs?|yen|pence|cents?|krona|kroner|rupees?|pesos?)\b/u.test(
			unit,
		)
	)
		return "right";
	// A table that tells no unit may say it elsewhere; a sentence would say it.
	const { cell } = claim;
	return cell && cell.unit === undefined && moneyAsked.test(`${cell.column} ${cell.row}`) ? "unsure" : "wrong";
}

function isPower({ claim, quantity, text }: Candidate): ReturnType<Measure> {
	const unit = claim.cell?.unit ?? quantity?.unit ?? "";
	if (/\b(?:[kmgt]?w|watts?|(?:kilo|mega|giga)watts?|hp|horsepower|kva|mva)\b/i.test(`${unit} ${text}`)) return "right";
	return unit !== "" && inBase(1, unit) === undefined && claim.cell === undefined
		? "wrong"
		: unit === ""
			? "unsure"
			: "wrong";
}
