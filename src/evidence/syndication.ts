import { folded } from "../base/text.ts";
import { originsNamedBy } from "./attribution.ts";

/**
 * The sketch of a text: the smallest hashes of its runs of words, in a line short enough for the log. If two texts share most hashes,
 * one was made from the other, even if it was shortened, reordered or given another head.
 */

/** Words of a run. Two work as well with another threshold; four and five lose reworded copies (`docs/evaluation.md`). */
const runLength = 3;
/** Maximum number of hashes in a sketch. 24 bits are four characters, so a sketch takes about 520 characters. */
const kept = 128;
const bits = 24;
/** Only the beginning of a text is sketched: no story is longer, and a page of 10 MB would take seconds. Characters. */
const sketched = 400_000;
/** Maximum number of origins in a sketch. */
const namesKept = 2;
/** With fewer shared runs in the range that both sketches cover, the similarity is 0. */
const leastShared = 5;
/** Quotations up to this length are ignored: all reports of an event share them, so they are no sign of copying. Characters. */
const quotationLongest = 700;

/** Two texts are copies if they share at least this part of the shorter one. */
const copyFrom = 0.25;
/** Two copies of a third text share at least this part. */
const copyThrough = 0.1;

/**
 * The sketch of a text: 4 characters for each hash, ascending; after a `~` the origins that the text names as its own
 * (`originsNamedIn`), separated by `|`. The empty string for a text without words.
 */
export function sketchOf(text: string): string {
	const words = wordsOf(text.slice(0, sketched));
	const hashes = new Set<number>();
	for (let at = 0; at + runLength <= words.length; at++) hashes.add(hashOf(words.slice(at, at + runLength).join(" ")));
	const smallest = [...hashes].toSorted((a, b) => a - b).slice(0, kept);
	const names = originsNamedBy(text).slice(0, namesKept);
	return [smallest.map(written).join(""), ...(names.length > 0 ? [names.join("|")] : [])].join("~");
}

/** The origins that a sketched text names as its own. */
export function namedIn(sketch: string): string[] {
	return sketch.split("~")[1]?.split("|") ?? [];
}

/** The words of a text's author: without quotations, boilerplate sentences and stop words. */
function wordsOf(text: string): string[] {
	const own = withoutQuotations(text)
		.split(/(?<=[.!?])\s+|\n/u)
		.filter((sentence) => !isFurniture(sentence))
		.join(" ");
	return (folded(own).match(word) ?? []).filter((one) => !light.has(one));
}

/** A text without its quotations. */
export function withoutQuotations(text: string): string {
	return text.replaceAll(quotation, " ");
}

/** A word; in scripts without spaces, each character. */
const word = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu;

/** Boilerplate around texts that is the same on unrelated sites. */
const furniture =
	/\bcookies?\b|privacy (?:policy|settings|preferences)|terms of (?:use|service)|all rights reserved|\bnewsletter\b|\bsubscri(?:be|ption)|sign (?:up|in) |log in|personali[sz]ed (?:ads|advertising|content)|legitimate interest|\bconsent\b|our partners|your (?:device|browser|inbox|comment|email)|\bjavascript\b|user comments|creative commons|©|opinions expressed/iu;

/** Whether a sentence is boilerplate that many sites carry. */
export function isFurniture(sentence: string): boolean {
	return furniture.test(sentence);
}

/** The share of the shorter text that the longer one holds, 0–1, estimated from their sketches. */
export function likeness(a: string, b: string): number {
	const [left, right] = [hashesIn(a), hashesIn(b)];
	const reach = Math.min(reachOf(left), reachOf(right));
	const [near, other] = [left.filter((hash) => hash <= reach), new Set(right.filter((hash) => hash <= reach))];
	const shared = near.filter((hash) => other.has(hash)).length;
	const fewer = Math.min(near.length, other.size);
	return shared < leastShared ? 0 : shared / fewer;
}

/** The share of a text that another one holds, 0–1, estimated from their sketches. */
export function shareIn(text: string, other: string): number {
	const [own, known] = [hashesIn(text), hashesIn(other)];
	const reach = Math.min(reachOf(own), reachOf(known));
	const near = own.filter((hash) => hash <= reach);
	const there = new Set(known);
	const shared = near.filter((hash) => there.has(hash)).length;
	return shared < leastShared ? 0 : shared / near.length;
}

/** The number of distinct runs of words in a text, estimated from its sketch. It measures the text's length. */
export function sizeOf(sketch: string): number {
	const hashes = hashesIn(sketch);
	return hashes.length < kept ? hashes.length : Math.round((kept * 2 ** bits) / ((hashes.at(-1) ?? 0) + 1));
}

/**
 * Whether one text was made from the other, or both from one of `others`: two short versions of one press release may share little
 * with each other, but much with the release. Texts that share almost nothing were only collected on one page.
 */
export function isCopy(a: string, b: string, others: readonly string[] = []): boolean {
	const alike = likeness(a, b);
	if (alike >= copyFrom) return true;
	return alike >= copyThrough && others.some((one) => likeness(one, a) >= copyFrom && likeness(one, b) >= copyFrom);
}

/** The largest hash up to which a sketch holds all hashes of its text. */
function reachOf(hashes: readonly number[]): number {
	return hashes.length < kept ? 2 ** bits : (hashes.at(-1) ?? 0);
}

const quotation = new RegExp(
	`[“„«]([^”“»\\n]{20,${quotationLongest}})[”“»]|(?<![\\p{L}\\p{N}])"([^"\\n]{20,${quotationLongest}})"(?![\\p{L}\\p{N}])`,
	"gu",
);

/** Stop words: every text has them, and editors change them first. */
const light = new Set(
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

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function written(hash: number): string {
	return [18, 12, 6, 0].map((shift) => digits[(hash >>> shift) & 63]).join("");
}

function hashesIn(sketch: string): number[] {
	const out: number[] = [];
	const end = sketch.includes("~") ? sketch.indexOf("~") : sketch.length;
	for (let at = 0; at + 4 <= end; at += 4)
		out.push([...sketch.slice(at, at + 4)].reduce((sum, digit) => sum * 64 + Math.max(0, digits.indexOf(digit)), 0));
	return out;
}
