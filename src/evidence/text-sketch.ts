import { comparisonForm } from "../base/text.ts";
import { originsNamedIn } from "./attribution.ts";

/**
 * The sketch of a text: the smallest hashes of its runs of words, in a line short enough for the log. If two texts share most hashes,
 * one was made from the other, even if it was shortened, reordered or given another head.
 */

/** Words of a run. Two work as well with another threshold; four and five lose reworded copies (`docs/figures.md`). */
const runLength = 3;
/** Maximum number of hashes in a sketch. 24 bits are four characters, so a sketch takes about 520 characters. */
const maxHashes = 128;
const bits = 24;
/** The values of a statement are hashed to 12 bits, two characters. */
const valueShift = bits - 12;
/** Only the beginning of a text is sketched: no story is longer, and a page of 10 MB would take seconds. Characters. */
const sketchedLength = 400_000;
/** Maximum number of origins in a sketch. */
const maxOrigins = 2;
/** Maximum number of statements with values in a sketch. Each takes six characters. */
const maxStatements = 16;
/** A statement with fewer words besides its values may stand in any text. */
const minFrameWords = 3;
/** Two texts fill in one form if they share so many statements apart from the values, and more than half of these have other values. */
const minFormStatements = 3;
/** The shared statements are at least this share of the statements of one text. */
const minFormShare = 0.75;
/** A line of more words is a paragraph, whatever it ends with. A shorter one that ends no sentence is a heading or a menu's entry. */
const maxLabelWords = 8;
/** With fewer shared runs in the range that both sketches cover, the similarity is 0. */
const minSharedRuns = 5;
/** Quotations up to this length are ignored: all reports of an event share them, so they are no sign of copying. Characters. */
const maxQuotationLength = 700;

/** Two texts are copies if they share at least this part of the shorter one. */
const minCopyShare = 0.25;
/** Two copies of a third text share at least this part. */
const minIndirectShare = 0.1;

/**
 * The sketch of a text: 4 characters for each hash, ascending; after a `~` the origins that the text names as its own
 * (`originsNamedIn`), separated by `|`; after another `~` six characters for each statement with values (`statementsOf`). The empty
 * string for a text without words.
 */
export function sketchOf(text: string): string {
	const sentences = authorSentences(text.slice(0, sketchedLength));
	const words = (comparisonForm(sentences.join(" ")).match(wordPattern) ?? []).filter((one) => !stopWords.has(one));
	const hashes = new Set<number>();
	for (let at = 0; at + runLength <= words.length; at++) hashes.add(hashOf(words.slice(at, at + runLength).join(" ")));
	const smallest = [...hashes].toSorted((a, b) => a - b).slice(0, maxHashes);
	const names = originsNamedIn(text).slice(0, maxOrigins);
	const parts = [smallest.map((hash) => encodeHash(hash)).join(""), names.join("|"), statementsOf(sentences)];
	return parts.join("~").replace(/~+$/u, "");
}

/** The origins that a sketched text names as its own. */
export function originsInSketch(sketch: string): string[] {
	return (
		sketch
			.split("~")[1]
			?.split("|")
			.filter((name) => name !== "") ?? []
	);
}

/** The sentences of a text's author: without quotations, boilerplate, menus and headings, if anything is left then. */
function authorSentences(text: string): string[] {
	const lines = withoutQuotations(text).split("\n");
	const prose = lines.filter(
		(line) => /[.!?。！？]["'’”)\]]*\s*$/u.test(line) || line.split(/\s+/u).length > maxLabelWords,
	);
	return (prose.length > 0 ? prose : lines)
		.flatMap((line) => line.split(/(?<=[.!?])\s+/u))
		.filter((sentence) => !isBoilerplate(sentence));
}

/**
 * The statements with values: for each, the hash of its words without numbers and names, and the hash of these. Pages made from one
 * template share the first and differ in the second.
 */
function statementsOf(sentences: readonly string[]): string {
	const statements = new Map<number, number>();
	for (const sentence of sentences) {
		const words = sentence.match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
		const isValue = (word: string, at: number) => /\p{N}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word));
		const frame = words.filter((word, at) => !isValue(word, at));
		const values = words.filter(isValue);
		if (values.length === 0 || frame.length < minFrameWords) continue;
		const key = hashOf(comparisonForm(frame.join(" ")));
		if (!statements.has(key)) statements.set(key, hashOf(comparisonForm(values.join(" "))) >>> valueShift);
	}
	return [...statements]
		.toSorted(([a], [b]) => a - b)
		.slice(0, maxStatements)
		.map(([frame, value]) => encodeHash(frame) + encodeHash(value).slice(2))
		.join("");
}

/** Whether two texts fill in one form with values of their own: most statements that both make have other numbers or names. */
function areOneForm(a: string, b: string): boolean {
	const [left, right] = [statementsIn(a), statementsIn(b)];
	const shared = [...left].filter(([frame]) => right.has(frame));
	const different = shared.filter(([frame, value]) => right.get(frame) !== value);
	// Of a text that was worded anew, few statements keep their words.
	const isForm = shared.length >= Math.max(minFormStatements, Math.min(left.size, right.size) * minFormShare);
	return isForm && different.length * 2 > shared.length;
}

/** By the hash of its frame, the hash of each statement's values. */
function statementsIn(sketch: string): Map<string, string> {
	const written = sketch.split("~")[2] ?? "";
	return new Map((written.match(/.{6}/gu) ?? []).map((one) => [one.slice(0, 4), one.slice(4)]));
}

/** A text without its quotations. */
export function withoutQuotations(text: string): string {
	return text.replaceAll(quotation, " ");
}

/** A word; in scripts without spaces, each character. */
const wordPattern = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu;

/** Boilerplate around texts that is the same on unrelated sites. */
const boilerplate =
	/\bcookies?\b|privacy (?:policy|settings|preferences)|terms of (?:use|service)|all rights reserved|\bnewsletter\b|\bsubscri(?:be|ption)|sign (?:up|in) |log in|personali[sz]ed (?:ads|advertising|content)|legitimate interest|\bconsent\b|our partners|your (?:device|browser|inbox|comment|email)|\bjavascript\b|user comments|creative commons|©|opinions expressed/iu;

/** Whether a sentence is boilerplate that many sites carry. */
export function isBoilerplate(sentence: string): boolean {
	return boilerplate.test(sentence);
}

/** The share of the shorter text that the longer one holds, 0–1, estimated from their sketches. */
export function sketchSimilarity(a: string, b: string): number {
	const [left, right] = [decodeHashes(a), decodeHashes(b)];
	const reach = Math.min(coveredUpTo(left), coveredUpTo(right));
	const [near, other] = [left.filter((hash) => hash <= reach), new Set(right.filter((hash) => hash <= reach))];
	const shared = near.filter((hash) => other.has(hash)).length;
	const fewer = Math.min(near.length, other.size);
	return shared < minSharedRuns || areOneForm(a, b) ? 0 : shared / fewer;
}

/** The share of a text that another one holds, 0–1, estimated from their sketches. */
export function copiedShare(text: string, other: string): number {
	const [textHashes, otherHashes] = [decodeHashes(text), decodeHashes(other)];
	const reach = Math.min(coveredUpTo(textHashes), coveredUpTo(otherHashes));
	const near = textHashes.filter((hash) => hash <= reach);
	const otherSet = new Set(otherHashes);
	const shared = near.filter((hash) => otherSet.has(hash)).length;
	return shared < minSharedRuns || areOneForm(text, other) ? 0 : shared / near.length;
}

/** The number of distinct runs of words in a text, estimated from its sketch. It measures the text's length. */
export function sketchSize(sketch: string): number {
	const hashes = decodeHashes(sketch);
	return hashes.length < maxHashes ? hashes.length : Math.round((maxHashes * 2 ** bits) / ((hashes.at(-1) ?? 0) + 1));
}

/**
 * Whether one text was made from the other, or both from one of `others`: two short versions of one press release may share little
 * with each other, but much with the release. Texts that share almost nothing were only collected on one page.
 */
export function isCopy(a: string, b: string, others: readonly string[] = []): boolean {
	const alike = sketchSimilarity(a, b);
	if (alike >= minCopyShare) return true;
	return (
		alike >= minIndirectShare &&
		others.some((one) => sketchSimilarity(one, a) >= minCopyShare && sketchSimilarity(one, b) >= minCopyShare)
	);
}

/** The largest hash up to which a sketch holds all hashes of its text. */
function coveredUpTo(hashes: readonly number[]): number {
	return hashes.length < maxHashes ? 2 ** bits : (hashes.at(-1) ?? 0);
}

const quotation = new RegExp(
	`[“„«]([^”“»\\n]{20,${maxQuotationLength}})[”“»]|(?<![\\p{L}\\p{N}])"([^"\\n]{20,${maxQuotationLength}})"(?![\\p{L}\\p{N}])`,
	"gu",
);

/** Stop words: every text has them, and editors change them first. */
const stopWords = new Set(
	"a an and are as at be been but by for from had has have he her his in is it its of on or she that the their they this to was we were which who will with".split(
		" ",
	),
);

/** FNV-1a with a final mixing step, so that the smallest hashes are a fair sample. */
function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> (32 - bits);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function encodeHash(hash: number): string {
	return [18, 12, 6, 0].map((shift) => alphabet[(hash >>> shift) & 63]).join("");
}

function decodeHashes(sketch: string): number[] {
	const out: number[] = [];
	const end = sketch.includes("~") ? sketch.indexOf("~") : sketch.length;
	for (let at = 0; at + 4 <= end; at += 4)
		out.push([...sketch.slice(at, at + 4)].reduce((sum, digit) => sum * 64 + Math.max(0, alphabet.indexOf(digit)), 0));
	return out;
}
