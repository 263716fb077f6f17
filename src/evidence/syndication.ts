import { folded } from "../base/text.ts";
import { originsNamedBy } from "./attribution.ts";

/**
 * What a text is made of, in a line short enough for the log: the smallest hashes of its runs of words. Two texts that share
 * most of them were made from one another, even when one was shortened, reordered or given another head.
 */

/** Words of a run. Two do as well at another threshold; four and five lose copies that were worded anew (`docs/evaluation.md`). */
const runLength = 3;
/** Hashes kept of a text. 24 bits are four characters each, so a sketch takes about 520. */
const kept = 128;
const bits = 24;
/** So much of a text is sketched: no story is longer, and a page of 10 MB would take seconds. Characters. */
const sketched = 400_000;
/** Names of origins kept with it. */
const namesKept = 2;
/** With fewer shared runs than this within reach of both sketches, nothing is said. */
const leastShared = 5;
/** A quotation up to so long says whose words they are; all who report an event share it, so it is no sign of copying. Characters. */
const quotationLongest = 700;

/** A share of the shorter text this large is a copy. */
const copyFrom = 0.25;
/** Two copies of a third share this much. */
const copyThrough = 0.1;

/**
 * A text's sketch: 4 characters a hash, ascending, and after a `~` the origins that it names as its own (`originsNamedBy`),
 * set apart by `|`. The empty string for a text without words.
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

/** What the author of a text says in it: no quotations, no sentences that every site carries, no light words. */
function wordsOf(text: string): string[] {
	const own = withoutQuotations(text)
		.split(/(?<=[.!?])\s+|\n/u)
		.filter((sentence) => !isFurniture(sentence))
		.join(" ");
	return (folded(own).match(word) ?? []).filter((one) => !light.has(one));
}

/** What a text says in its own words. */
export function withoutQuotations(text: string): string {
	return text.replaceAll(quotation, " ");
}

/** A character of a script without spaces is a word. */
const word = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu;

/** What stands around texts and is the same on sites that have nothing to do with each other. */
const furniture =
	/\bcookies?\b|privacy (?:policy|settings|preferences)|terms of (?:use|service)|all rights reserved|\bnewsletter\b|\bsubscri(?:be|ption)|sign (?:up|in) |log in|personali[sz]ed (?:ads|advertising|content)|legitimate interest|\bconsent\b|our partners|your (?:device|browser|inbox|comment|email)|\bjavascript\b|user comments|creative commons|©|opinions expressed/iu;

/** Whether a sentence is one that every site carries. */
export function isFurniture(sentence: string): boolean {
	return furniture.test(sentence);
}

/** How much of the shorter text stands in the longer one, 0–1, estimated from their sketches. */
export function likeness(a: string, b: string): number {
	const [left, right] = [hashesIn(a), hashesIn(b)];
	const reach = Math.min(reachOf(left), reachOf(right));
	const [near, other] = [left.filter((hash) => hash <= reach), new Set(right.filter((hash) => hash <= reach))];
	const shared = near.filter((hash) => other.has(hash)).length;
	const fewer = Math.min(near.length, other.size);
	return shared < leastShared ? 0 : shared / fewer;
}

/** How much of a text stands in another one, 0–1, estimated from their sketches. */
export function shareIn(text: string, other: string): number {
	const [own, known] = [hashesIn(text), hashesIn(other)];
	const reach = Math.min(reachOf(own), reachOf(known));
	const near = own.filter((hash) => hash <= reach);
	const there = new Set(known);
	const shared = near.filter((hash) => there.has(hash)).length;
	return shared < leastShared ? 0 : shared / near.length;
}

/** How many different runs of words a text has, estimated from its sketch: the measure of its length. */
export function sizeOf(sketch: string): number {
	const hashes = hashesIn(sketch);
	return hashes.length < kept ? hashes.length : Math.round((kept * 2 ** bits) / ((hashes.at(-1) ?? 0) + 1));
}

/**
 * Whether two texts were made from one another, or both from one of `others`: two short versions of one release may share
 * little, but each of them much with the release. What shares next to nothing was only collected on one page.
 */
export function isCopy(a: string, b: string, others: readonly string[] = []): boolean {
	const alike = likeness(a, b);
	if (alike >= copyFrom) return true;
	return alike >= copyThrough && others.some((one) => likeness(one, a) >= copyFrom && likeness(one, b) >= copyFrom);
}

/** Up to this hash a sketch holds all of its text's. */
function reachOf(hashes: readonly number[]): number {
	return hashes.length < kept ? 2 ** bits : (hashes.at(-1) ?? 0);
}

const quotation = new RegExp(
	`[“„«]([^”“»\\n]{20,${quotationLongest}})[”“»]|(?<![\\p{L}\\p{N}])"([^"\\n]{20,${quotationLongest}})"(?![\\p{L}\\p{N}])`,
	"gu",
);

/** Words that an editor changes first and that every text has. */
const light = new Set(
	"a an and are as at be been but by for from had has have he her his in is it its of on or she that the their they this to was we were which who will with".split(
		" ",
	),
);

/** FNV-1a with a last mixing, so that the smallest hashes are a fair sample. */
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
