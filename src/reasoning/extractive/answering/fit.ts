import { withoutNumber } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import type { AnswerType } from "../../../evidence/question.ts";
import { inBase, unitOf } from "../../../evidence/units.ts";
import { negatedIn } from "../language/negation.ts";
import { isOfThose } from "../language/partitive.ts";
import type { QuestionParts } from "../language/question.ts";
import { stem } from "../language/stem.ts";
import { isWeak } from "../language/weak.ts";
import { isStopWord, stemsOf, wordsIn } from "../language/words.ts";
import { spaced } from "../reading/called.ts";
import { type Asked, identifiersIn, isAlike, namesExactly, qualityWords } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { isPhrase, labelledIn } from "./labelled.ts";

/** How a span's own statement fits what is asked. */
export interface Fit {
	/** 0–1: share of what is asked that the statement speaks of; what only its page's title or its neighbourhood holds counts less. */
	held: number;
	/** The claim is about another thing and only mentions what is asked, or the span cannot be of the kind asked for. */
	beside: boolean;
	/** The wording says that this is the value: `the default is X`, `X is the default …`, a row's cell under its label. */
	stated: boolean;
	/** 0–1: share of the statement's own content that is asked for: `… in the standard` says more than was asked. */
	precise: number;
	/** Subject and attribute both match: this statement alone may be believed. */
	clear: boolean;
	/** It holds nearly everything that is asked by itself. */
	complete: boolean;
}

/** What a demand counts for that only the page's title names, or another clause of the claim. */
const byTitle = 0.75;
const byNeighbour = 0.5;
/** From this share on a statement is about what is asked; from the second it says all of it. */
const clearFrom = 0.75;
const completeFrom = 0.9;
/** A clause of so few words has no subject of its own: it goes with the one before it (`The port it listens on; 80 by default`). */
const ellipsis = 4;

/** What holds under a condition, or is an example, is not stated: `if a directory is mode 2775, …`. */
const condition = /^\s*(?:if|when|unless|for example|for instance|e\.g\.|such as)\b/i;
/** A clause that opens a sentence and ends at its first comma. */
const opening = /^\s*(?:if|when|unless|for|with|after|before|while|although|by|in|as|since)\b[^,]{3,120},\s/i;

/** Words before a relative clause that may be what it is about. */
const antecedent = 4;

const clauseBorder =
	/[.;:!?](?=\s)|,\s+(?=(?:which|who|whose|and|but|while|whereas|although|though|so|when|if|where|unless|because|or|but not)\b)|\s+[–—]\s+/g;

function stemsIn(text: string): string[] {
	return wordsIn(text).flatMap(({ lower }) =>
		lower.includes("_") ? [lower, ...stemsOf(lower)] : isStopWord(lower) ? [] : stemsOf(lower),
	);
}

/** The clause of a text that holds a span. */
export function clauseAround(text: string, start: number, end: number): string {
	const ends = [...text.matchAll(clauseBorder)].map((match) => match.index + match[0].length);
	const openings = [0, ...ends].flatMap((from) => {
		const found = opening.exec(text.slice(from));
		return found ? [from + found[0].length] : [];
	});
	const borders = [...new Set([0, ...ends, ...openings, text.length])].toSorted((a, b) => a - b);
	const to = borders.find((border) => border >= end) ?? text.length;
	const before = borders.filter((border) => border <= start);
	// `WAL segments, which are 16MB each`: the relative clause is about the words before its comma.
	if (/^(?:which|who|whose)\b/.test(text.slice(before.at(-1) ?? 0)))
		return text.slice(wordsIn(text.slice(0, before.at(-1))).at(-antecedent)?.start ?? 0, to);
	let from = before.at(-1) ?? 0;
	if (wordsIn(text.slice(from, to)).length <= ellipsis + wordsIn(text.slice(start, end)).length - 1)
		from = before.at(-2) ?? from;
	// `Five of them stopped` is said of what the sentence before names.
	if (isOfThose(text.slice(from, to).trimStart())) from = before.at(-2) ?? from;
	return text.slice(from, to);
}

/** The term that a claim explains (`work_mem (integer): …`), when its quote does not hold it itself. */
function termOf(claim: Pick<Claim, "text" | "quote">): string {
	const at = claim.text.indexOf(": ");
	if (at <= 0 || claim.quote.includes(" | ")) return "";
	const rest = claim.text.slice(at + 2, at + 22).replace(/\s+/g, " ");
	return claim.quote.replace(/\s+/g, " ").startsWith(rest.trimEnd()) ? claim.text.slice(0, at) : "";
}

interface Row {
	label: string;
	header: string;
	/** The span stands in the label itself. */
	inLabel: boolean;
	cell: string;
}

/** A table row's label and the header over the span, when the claim is a row. */
function rowOf({ claim, start }: Candidate): Row | undefined {
	if (claim.cell) {
		const { period = "", caption = "" } = claim.cell;
		const [row, column] = [spaced(claim.cell.row), spaced(claim.cell.column)];
		// `FY2031` says 2031 of what its column names.
		const times = `${period} ${/(?:1[5-9]|20|21)\d\d/.exec(period)?.[0] ?? ""} ${withoutNumber(caption)}`;
		const isTime = isPeriod(row.replace(/\s*\([^)]*\)$/, ""));
		return {
			label: isTime ? column : row,
			header: `${isTime ? row : column} ${times}`,
			inLabel: false,
			cell: claim.cell.text,
		};
	}
	const labelled = labelledIn(claim);
	// `State: closed since 9 May` is a statement; its label says nothing of it.
	if (labelled && isPhrase(labelled.value) && start >= labelled.label.length) return undefined;
	if (labelled)
		return { label: labelled.label, header: "", inLabel: start < labelled.label.length, cell: labelled.value };
	if (!/ \| |\t/.test(claim.quote)) return undefined;
	const cells = claim.quote.split(/ \| |\t/);
	let from = 0;
	let at = 0;
	for (const [index, cell] of cells.entries()) {
		if (start >= from) at = index;
		from += cell.length + (claim.quote[from + cell.length] === "\t" ? 1 : 3);
	}
	const cell = (cells[at] ?? "").replace(/^\||\|$/g, "").trim();
	const place = cell === "" ? -1 : claim.text.indexOf(`: ${cell}`);
	const header = place < 0 ? "" : (claim.text.slice(0, place).split("; ").at(-1) ?? "");
	return { label: cells[0]?.replace(/^\|/, "").trim() ?? "", header, inLabel: at === 0, cell };
}

function holds(stems: readonly string[], demand: string): boolean {
	return stems.some((form) => isAlike(form, demand));
}

/** How a candidate's statement fits the question. `title` is its page's, `place` the words of its site. */
export function fitOf(
	candidate: Candidate,
	asked: Asked,
	parts: QuestionParts,
	type: AnswerType,
	title: string,
	place = "",
): Fit {
	const { claim, start, end } = candidate;
	const row = rowOf(candidate);
	const term = termOf(claim);
	const clause = row ? `${row.label} ${row.header} ${row.cell}` : clauseAround(claim.quote, start, end);
	const here = stemsIn(`${term} ${clause} ${candidate.quantity?.unit ?? ""}`);
	const titled = stemsIn(`${title} ${place}`);
	const told = stemsIn(claim.text);
	// What is counted or measured must be told right there: a page speaks of many sizes.
	const inTitle = type === "number" && (asked.measured || parts.wh === "how many") ? byNeighbour : byTitle;
	const sign = asked.quality && qualityWords[asked.quality];
	const worth = (demand: string) =>
		// `normally` tells a default too.
		sign?.test(demand) && sign.test(`${term} ${clause}`)
			? 1
			: holds(here, demand)
				? 1
				: holds(titled, demand)
					? inTitle
					: holds(told, demand)
						? byNeighbour
						: 0;
	const held =
		asked.demands.length === 0
			? 0
			: asked.demands.reduce((sum, demand) => sum + worth(demand), 0) / asked.demands.length;
	// `It does not use X` answers no question with X.
	const denied = negatedIn(claim.quote).has(wordsIn(claim.quote).find((word) => word.end > start)?.start ?? -1);
	const mentioned = isMention(candidate, asked, clause, term, row);
	const clash = denied || isClash(candidate, asked, parts, type);
	const quality = sign === undefined || sign.test(`${term} ${clause}`);
	const stated = isStated(candidate, asked, parts, clause, row);
	const clear =
		!mentioned &&
		(row !== undefined || !condition.test(clause)) &&
		!clash &&
		quality &&
		isNamed(asked, `${term} ${clause} ${claim.subject} ${place}`, title) &&
		held >= clearFrom &&
		(!row || isLabelled(row, asked)) &&
		isKindRight(candidate, asked, parts, type, clause, stated, row);
	const precise = precisionOf(row ? row.label : `${term} ${clause}`, candidate.text, asked, title);
	return { held, beside: mentioned || clash, stated, precise, clear, complete: clear && held >= completeFrom };
}

function precisionOf(statement: string, span: string, asked: Asked, title: string): number {
	const own = new Set([...stemsIn(span), ...stemsIn(title), ...asked.common]);
	const rest = [...new Set(stemsIn(statement))].filter((form) => !own.has(form) || holds(asked.demands, form));
	return rest.length === 0 ? 0 : rest.filter((form) => holds(asked.demands, form)).length / rest.length;
}

/** Every named thing of the question stands in the statement, or the page is its own. */
function isNamed({ names }: Asked, statement: string, title: string): boolean {
	const told = stemsIn(statement);
	return names.every(
		(name) =>
			(title !== "" && (title.startsWith(name) || name.startsWith(title))) ||
			stemsIn(name).every((form) => told.includes(form)),
	);
}

/** The claim explains another thing; what the question names to the letter is only mentioned in it. */
function isMention(candidate: Candidate, asked: Asked, clause: string, term: string, row: Row | undefined): boolean {
	const names = (text: string) => asked.identifiers.every((each) => namesExactly(text, each));
	const about = row ? row.label : term;
	if (asked.identifiers.length > 0) {
		if (names(about) || (about === "" && names(clause))) return false;
		if (names(candidate.claim.subject)) return false;
		// Another name of code is explained here.
		if (identifiersIn(about).length > 0) return true;
		return !names(`${clause} ${about}`) && !names(candidate.claim.text);
	}
	// `The default …` below another name of code is that name's default.
	const others = identifiersIn(about);
	if (others.length === 0 || asked.quality !== "default" || row) return false;
	const foreign = stemsIn(others.join(" ").replaceAll("_", " ")).filter((form) => !holds(asked.demands, form));
	return foreign.length > 0 && !asked.demands.every((demand) => holds(stemsIn(clause), demand));
}

/** The span cannot be what is asked for: a rank where a number is, a bare number where a size is, a measure where things are counted. */
function isClash({ claim, quantity, kind }: Candidate, asked: Asked, parts: QuestionParts, type: AnswerType): boolean {
	if (!quantity || kind !== "number") return false;
	if (quantity.kind === "ordinal") return true;
	if (type !== "number") return false;
	const unit = inBase(1, quantity.unit);
	// How large a sum of money or a share is, its currency or sign tells; of a cell, its table.
	if (asked.measured)
		return unit === undefined && !/^(?:money|percent)$/.test(quantity.kind) && claim.cell?.unit === undefined;
	if (parts.wh !== "how many") return false;
	const counted = unitOf(parts.head);
	// `Sick days per post | 9.6`: the column says what is counted.
	const column = claim.cell && claim.cell.unit === undefined ? stemsIn(spaced(claim.cell.column)) : [];
	if (counted) return unit?.dimension !== counted.dimension && !column.includes(stem(parts.head));
	return unit !== undefined;
}

/** `Version 3.8.0`, `Date of adoption`: what sort of label it is, not what it names. */
const sortOfLabel: ReadonlySet<string> = new Set("version release date number name".split(" ").map(stem));

/** A row's label is what is asked about, not one of its longer neighbours. */
function isLabelled({ label, inLabel }: Row, asked: Asked): boolean {
	const stems = stemsIn(label).filter((form) => !sortOfLabel.has(form) || holds(asked.demands, form));
	const own = stems.filter((form) => holds(asked.demands, form)).length;
	return inLabel || (own > 0 && own * 3 >= stems.length * 2);
}

/** Attribute: what is counted, who did what is asked, the kind of thing that is named. */
function isKindRight(
	candidate: Candidate,
	asked: Asked,
	parts: QuestionParts,
	type: AnswerType,
	clause: string,
	stated: boolean,
	row: Row | undefined,
): boolean {
	const head = stem(parts.head);
	if (isRate(candidate, asked)) return false;
	if (type === "number") {
		if (parts.wh !== "how many") return stated || asked.quality === undefined;
		return isCounted(candidate, parts, row) || (stated && isElliptic(candidate, parts));
	}
	if (type === "person")
		return asked.verb === "" ? stated || isHolder(candidate, parts) : hasDone(candidate, asked.verb, clause);
	if (type === "date") return true;
	if (type === "place" || type === "organization") return true;
	return stated || (head !== "" && isNamedAs(candidate, head));
}

/** `X served as mayor`, `the mayor, X`: the person has the role that is asked for. */
function isHolder({ claim, start, end, kind }: Candidate, parts: QuestionParts): boolean {
	// A name that no list of names holds is a person's when the office stands beside it.
	if (kind !== "person" && kind !== "other") return false;
	const head = stem(parts.head);
	const before = stemsIn(claim.quote.slice(Math.max(0, start - 40), start)).slice(-2);
	if (head !== "" && before.includes(head)) return true;
	// `said Ann Lee, the mayor`, but not her former deputy.
	const apposition = /^,\s+([^,.;:]{1,60})/.exec(claim.quote.slice(end))?.[1] ?? "";
	if (head !== "" && stemsIn(apposition).includes(head) && !/\b(?:deputy|vice|acting|assistant)\b/i.test(apposition))
		return true;
	return (
		kind === "person" &&
		/^(?:\s\([^)]*\)|,[^,]{1,40},)?\s+(?:is|was|served|serves|became|has been)\b/.test(claim.quote.slice(end))
	);
}

/** `65536 bytes per page` is no amount of bytes, unless pages are asked for too. */
function isRate({ claim, end, quantity }: Candidate, asked: Asked): boolean {
	const each = quantity && /^\s+(?:per|for each)\s+(\p{L}+)/iu.exec(claim.quote.slice(end))?.[1];
	return each ? !holds(asked.demands, stem(each.toLowerCase())) : false;
}

/** `The Hall, which holds 400, had 900 guests`: a bare number, and what it counts stands in the same sentence. */
function isElliptic({ claim, quantity, end }: Candidate, parts: QuestionParts): boolean {
	return (
		quantity?.unit === "" &&
		/^\W*(?:$|[.,;)])/.test(claim.quote.slice(end)) &&
		stemsIn(claim.quote).includes(stem(parts.head))
	);
}

/** The number counts the very noun: as its unit, right behind it, or by the row's label or header. */
function isCounted({ claim, start, end, quantity }: Candidate, parts: QuestionParts, row: Row | undefined): boolean {
	const head = stem(parts.head);
	const unit = unitOf(parts.head);
	if (unit) return inBase(1, quantity?.unit ?? "")?.dimension === unit.dimension;
	if (stem(quantity?.unit ?? "") === head) return true;
	if (row && stemsIn(`${row.label} ${row.header}`).includes(head)) return true;
	if (
		stemsIn(claim.quote.slice(end, end + 40))
			.slice(0, 2)
			.includes(head)
	)
		return true;
	// `the number of columns is 1,600`
	return new RegExp(`\\bnumber of (?:\\S+ ){0,3}?${parts.head}\\b[^.;]{0,60}$`, "i").test(claim.quote.slice(0, start));
}

/** What may stand between a doer and the verb: `Ann Lee and Bob Ray later developed it`. */
const joint =
	/^(?:\s+(?:and|&)\s[^,;()]{1,40}|,\s+who)?\s*(?:\s(?:has|had|have|then|later|first|originally|initially|also))?\s*$/;

/** `X developed it`, `developed by X`, `X, its developer`: the person stands on the doing side of the verb. */
function hasDone({ text, kind }: Candidate, verb: string, clause: string): boolean {
	if (kind === "place" || kind === "work") return false;
	const at = clause.indexOf(text);
	const words = wordsIn(clause).filter((word) => stemsOf(word.lower).some((form) => isAlike(form, verb)));
	return words.some((word) => {
		if (word.start >= at && word.end <= at + text.length) return false;
		const between = word.start < at ? clause.slice(word.end, at) : clause.slice(at + text.length, word.start);
		const doer = /(?:er|or|ist)s?$/.test(word.lower);
		if (word.start < at)
			return doer
				? /^(?:\s+of\s[^,;]{1,40})?,?\s+(?:is\s+|was\s+)?$/.test(between)
				: /^[^,;]*\bby\b[^;]*$/.test(between);
		if (doer) return /^,\s+(?:the|its?|an?|who)\b/.test(between);
		// `X, developed at a university` was done by others.
		return joint.test(between) && !/^\s+(?:by|at|in|from|for)\b/.test(clause.slice(word.end));
	});
}

/** The noun that is asked for stands right beside the span: `ACCESS EXCLUSIVE lock`, `the signal SIGHUP`; or within it. */
function isNamedAs({ claim, start, end, text }: Candidate, head: string): boolean {
	// `custom values`: that it is a value says nothing.
	if (isWeak(head) || head === "default") return false;
	const after = wordsIn(claim.quote.slice(end, end + 40))[0];
	const before = wordsIn(claim.quote.slice(Math.max(0, start - 40), start)).at(-1);
	return [...wordsIn(text), ...(after ? [after] : []), ...(before ? [before] : [])].some((word) =>
		stemsOf(word.lower).includes(head),
	);
}

const leadsIn =
	/(?:\b(?:is|are|was|were|set to|be|currently|typically|usually|normally|about|approximately|than|only|a single)|[:=])\s+(?:(?:the|an?|about|typically|usually|currently|normally|set to|either|approximately)\s+)*["“'(]?$/i;

/** Whether the wording states the span as the value of what is asked for. */
function isStated(
	{ claim, start, end, text: span, quantity }: Candidate,
	asked: Asked,
	parts: QuestionParts,
	clause: string,
	row: Row | undefined,
): boolean {
	if (row) return !row.inLabel && isLabelled(row, asked);
	const { quote } = claim;
	const before = quote.slice(Math.max(0, start - 70), start);
	const after = quote.slice(end, end + 70);
	const sign = asked.quality ? qualityWords[asked.quality] : undefined;
	const head = stem(parts.head);
	const names = (text: string) => (sign ? sign.test(text) : head !== "" && stemsIn(text).includes(head));
	if (/^["”'’]?\s+(?:is|are|was)\s+(?:the|an?)\s/.test(after) && names(after)) return true;
	if (
		asked.quality === "default" &&
		/^["”'’]?[^.;,]{0,24}(?:\bby default\b|\(the default\)|, the default\b)/i.test(after)
	)
		return true;
	if (condition.test(clause)) return false;
	// `a limit of 64`, but `the default of Lumen` names whose default it is.
	if (quantity && /\bof\s+(?:about\s+|only\s+)?$/i.test(before) && names(before)) return true;
	if (leadsIn.test(before) && names(`${before} ${span}`)) return true;
	if (
		/\b(?:defaults? to|limited (?:in \p{L}+ )?to|limit of|up to|at most|at least|more than)\s+$/iu.test(before) &&
		names(clause)
	)
		return true;
	// `X uses Y` for `Which … does X use?`
	const verb = wordsIn(before.replace(/\s+(?:the|an?)\s+$/i, " ")).at(-1);
	return asked.verb !== "" && verb !== undefined && stemsOf(verb.lower).includes(asked.verb);
}
