import { type Entity, entitiesIn } from "../language/entities.ts";
import { nounKinds } from "../language/wordnet.ts";
import { type Aspect, overlap } from "./aspect.ts";

/** Relations that have one value: who made a thing, where somebody was born. */
const relations: readonly { name: string; pattern: RegExp; list: boolean }[] = [
	{ name: "birthplace", pattern: /\bborn\b[^.;]{0,40}?\b(?:in|at)\s+(?=\p{Lu})/u, list: false },
	{ name: "place of death", pattern: /\bdied\b[^.;]{0,40}?\b(?:in|at)\s+(?=\p{Lu})/u, list: false },
	{ name: "place", pattern: /\b(?:located|situated|headquartered)\s+(?:in|at)\s+(?:the\s+)?(?=\p{Lu})/u, list: false },
	{
		name: "founder",
		pattern: /\b(?:founded|established|co-founded)\b[^.;,]{0,30}?\bby\s+(?:[\p{Ll}-]+\s+){0,3}(?=\p{Lu})/u,
		list: true,
	},
	{ name: "director", pattern: /\bdirected\s+by\s+(?:[\p{Ll}-]+\s+){0,3}(?=\p{Lu})/u, list: true },
	{ name: "author", pattern: /\b(?:written|authored|penned)\s+by\s+(?:[\p{Ll}-]+\s+){0,3}(?=\p{Lu})/u, list: true },
	{
		name: "inventor",
		pattern: /\b(?:invented|discovered|designed|composed|painted)\s+by\s+(?:[\p{Ll}-]+\s+){0,3}(?=\p{Lu})/u,
		list: true,
	},
	{ name: "singer", pattern: /\b(?:sung|recorded|performed)\s+by\s+(?:[\p{Ll}-]+\s+){0,4}(?=\p{Lu})/u, list: true },
];
const holder = /^(?:the\s+)?([\p{Ll} -]{3,40}?)\s+of\s+(.{2,60}?)\s+(?:is|was)\s+(?:the\s+)?(?=\p{Lu})/iu;

interface Related {
	name: string;
	values: Entity[];
}

/** Names that follow one another as one value: `Lee Hazlewood and Nancy Sinatra`, `Honolulu, Hawaii`. */
function valuesAt(text: string, from: number): Entity[] {
	const out: Entity[] = [];
	let at = from;
	for (const entity of entitiesIn(text)) {
		if (entity.start < from) continue;
		if (
			entity.start - at > (out.length === 0 ? 2 : 12) ||
			(out.length > 0 && !/^(?:,|\s+and|,\s+and|\s+&)\s+(?:[\p{Ll}-]+\s+)?$/u.test(text.slice(at, entity.start)))
		)
			break;
		out.push(entity);
		at = entity.end;
	}
	return out;
}

function relatedIn(aspect: Aspect): Related[] {
	const { text } = aspect;
	const out: Related[] = [];
	for (const { name, pattern } of relations) {
		const match = pattern.exec(text);
		if (!match) continue;
		const values = valuesAt(text, match.index + match[0].length);
		if (values.length > 0) out.push({ name, values });
	}
	return out;
}

function tokens(values: readonly Entity[]): Set<string> {
	return new Set(
		values.flatMap((value) => value.text.toLowerCase().split(/[\s.,-]+/)).filter((word) => word.length > 2),
	);
}

/** Both are known to be places of one rank, or both are written out with what they lie in. */
function sameRank(a: readonly Entity[], b: readonly Entity[]): boolean {
	if (a.length >= 2 && b.length >= 2) return true;
	const [left, right] = [a[0], b[0]];
	return (
		a.length === b.length &&
		left !== undefined &&
		right !== undefined &&
		nounKinds(left.text)[0] === "location" &&
		nounKinds(right.text)[0] === "location" &&
		!/\b(?:county|state|province|district)\b/i.test(left.text + right.text)
	);
}

/** `written by A against B`, when a relation with one value has two that share no name. */
export function valueConflict(a: Aspect, b: Aspect): string | undefined {
	if (a.negative || b.negative) return undefined;
	const right = relatedIn(b);
	for (const mine of relatedIn(a)) {
		const theirs = right.find((each) => each.name === mine.name);
		if (!theirs || overlap(tokens(mine.values), tokens(theirs.values)) > 0) continue;
		const place = /place/.test(mine.name);
		if (place ? !sameRank(mine.values, theirs.values) : mine.values[0]?.type !== theirs.values[0]?.type) continue;
		return `${mine.name} ${mine.values[0]?.text ?? ""} against ${theirs.values[0]?.text ?? ""}`;
	}
	return heldBy(a, b);
}

/** `The capital of X is A` against `… is B`. */
function heldBy(a: Aspect, b: Aspect): string | undefined {
	const [left, right] = [holder.exec(a.text), holder.exec(b.text)];
	if (
		!left ||
		!right ||
		left[1]?.toLowerCase() !== right[1]?.toLowerCase() ||
		left[2]?.toLowerCase() !== right[2]?.toLowerCase()
	)
		return undefined;
	const [mine, theirs] = [valuesAt(a.text, left[0].length), valuesAt(b.text, right[0].length)];
	if (mine.length === 0 || theirs.length === 0 || overlap(tokens(mine), tokens(theirs)) > 0) return undefined;
	return `${mine[0]?.text ?? ""} against ${theirs[0]?.text ?? ""}`;
}
