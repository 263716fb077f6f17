import { quantitiesIn } from "../../../evidence/numbers.ts";
import { inBase } from "../../../evidence/units.ts";

/** What tells one of several alike things from the others: a version, a model, a year, a dose, a numbered part. */
export interface Pin {
	/** Pins of one kind tell things apart from each other: `version`, `year`, `model x`, `dose mg`, `article`. */
	kind: string;
	/** In lower case. */
	name: string;
	/** Place in the text. */
	start: number;
	end: number;
}

/** How a statement stands to a pin of the question: it holds it, speaks of another of its kind, or of none. */
export type Standing = "held" | "other" | "open";

const version = /(?<![\p{L}\d.])v?(\d+(?:\.\d+){2,}(?:[-+]?(?:rc|alpha|beta|pre|b|p)\.?\d*)?)(?![\d\p{L}]|\.\d)/giu;
/** `Lumen 4.2`, `version 4.2`, but not `about 4.2 km`. */
const shortVersion =
	/(?:\b(?:version|release|v)\s?|\b\p{Lu}[\p{L}\d]*\s)(\d+\.\d+)(?![\d\p{L}%]|\.\d|\s?(?:%|\p{Ll}))/gu;
const model = /(?<![\p{L}\d.-])(\p{L}{1,12}-?)(\d{1,5}\p{L}{0,3})(?![\p{L}\d]|\.\d)/gu;
const year = /(?<![\d.,\p{L}£$€-])(?:FY\s?)?((?:1[5-9]|20|21)\d\d)(?![\d\p{L}]|[.,]\d|\s?(?:%|m\b|km\b))/gu;
const numbered =
	/\b(version|article|chapter|section|paragraph|phase|stage|step|type|class|grade|level|season|episode|volume|part|round|tier|model|mark|generation|note|rule|annex|schedule)\s(\d+(?:\.\d+)*[a-z]?|[IVX]+)\b/giu;
/** A quarter, half or financial year is a time; `h2` and `mp3` are names. */
const noModel = /^(?:q[1-4]|h[12]|fy\d+)$/i;

/** The pins of a text, in order. */
export function pinsIn(text: string): Pin[] {
	const out: Pin[] = [];
	const add = (kind: string, name: string, start: number, end: number) => {
		if (!out.some((other) => start < other.end && other.start < end))
			out.push({ kind, name: name.toLowerCase(), start, end });
	};
	for (const { 0: all, 1: name = "", index } of text.matchAll(version)) add("version", name, index, index + all.length);
	for (const { 0: all, 1: name = "", index } of text.matchAll(shortVersion))
		add("version", name, index + all.length - name.length, index + all.length);
	for (const { 0: all, 1: what = "", 2: name = "", index } of text.matchAll(numbered))
		add(what.toLowerCase() === "version" ? "version" : what.toLowerCase(), name, index, index + all.length);
	for (const { unit, text: own, value, start, end } of quantitiesIn(text))
		if (/^(?:[mµ]?g|mcg|ml)$/i.test(unit) && inBase(1, unit))
			add(`dose ${unit.toLowerCase()}`, String(value), start, end - (own.length - own.trimEnd().length));
	for (const { 0: all, 1: letters = "", 2: digits = "", index } of text.matchAll(model))
		if (!noModel.test(all)) add(`model ${letters.toLowerCase()}`, digits, index, index + all.length);
	for (const { 0: all, 1: name = "", index } of text.matchAll(year)) add("year", name, index, index + all.length);
	return out.toSorted((a, b) => a.start - b.start);
}

/** What a question names of one kind: `2030` and `2031`, versions `4.2` and `4.3`. */
export interface PinnedKind {
	kind: string;
	names: ReadonlySet<string>;
}

/** The pins of a question by kind. */
export function pinnedBy(question: string): PinnedKind[] {
	return [...Map.groupBy(pinsIn(question), ({ kind }) => kind)].map(([kind, pins]) => ({
		kind,
		names: new Set(pins.map(({ name }) => name)),
	}));
}

/** How a text stands to pins at a span of it: by the nearest one of the kind, the span's own left out. */
export function standingAt({ kind, names }: PinnedKind, text: string, start: number, end: number): Standing {
	const far = (one: Pin) => (one.end <= start ? start - one.end : one.start - end);
	const [nearest] = pinsIn(text)
		.filter((one) => one.kind === kind && (one.end <= start || one.start >= end))
		.toSorted((a, b) => far(a) - far(b));
	if (!nearest) return "open";
	return names.has(nearest.name) ? "held" : "other";
}

/** How a text as a whole, such as a heading, stands to pins. */
export function standingOf({ kind, names }: PinnedKind, text: string): Standing {
	const alike = pinsIn(text).filter((one) => one.kind === kind);
	if (alike.length === 0) return "open";
	return alike.some(({ name }) => names.has(name)) ? "held" : "other";
}
