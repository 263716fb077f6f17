import type { Form } from "./form.ts";
import { namesIn } from "./names.ts";

/** `A or B`, `A and B`, `A, B and C`, split where names or short noun phrases stand on both sides. */
function members(list: string): string[] {
	return list
		.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|versus|vs\.?)\s+/iu)
		.map((one) => one.replace(/^(?:the|both|either|between|an?)\s+/iu, "").trim())
		.filter((one) => one !== "");
}

const comparisons: readonly RegExp[] = [
	/^compare\s+(.+?)(?:\s+(?:by|on|in terms of|with (?:regard|respect) to|regarding|for)\s+.+)?$/iu,
	/\b(?:differences?|trade-?offs?|comparison|relationship|connection) (?:between|of)\s+(.+?)(?:\s+in\s+.+)?$/iu,
	/^(?:how|in what way) (?:does|do|is|are|did)\s+(.+?)\s+(?:differ|compare|different)\b/iu,
	/(?:,|:|\bbetween\b|\bfirst\b|\bout of\b)\s+([^,:]+?\s+or\s+[^,]+)$/iu,
	/^((?:\S+\s+){1,5}?(?:versus|vs\.?)\s+\S+(?:\s+\S+){0,4})$/iu,
];

/** The things a question asks about, as they are written: those compared, or those named. At most six. */
export function subjectsOf(form: Form): string[] {
	for (const pattern of comparisons) {
		const list = pattern.exec(form.core)?.[1];
		const found = list === undefined ? [] : members(list.replace(/\s+(?:to|with|from)\s+/iu, " and "));
		if (found.length > 1 && found.every((one) => one.split(" ").length <= 8)) return found.slice(0, 6);
	}
	const both = /^(?:are|were|is|was|do|did|does|have|has|had)\s+(?:both\s+)?(.+)$/iu.exec(form.core)?.[1];
	const names = namesIn(form.core);
	if (both && names.length >= 2 && /\b(?:both|same|also|each)\b/iu.test(form.core)) return names.slice(0, 6);
	return names.slice(0, 1);
}

/** The aspects by which things are compared or listed: `compare A and B by price and licence`, `list X and what they conflict with`. */
export function aspectsOf(form: Form): string[] {
	const named = /\s(?:by|in terms of|on|with (?:regard|respect) to|regarding)\s+(?:their\s+|its\s+)?(.+)$/iu;
	const compared = /^compare\b/iu.test(form.core) ? named.exec(form.core)?.[1] : undefined;
	if (compared) return members(compared.replace(/\b(?:their|its)\s+/giu, ""));
	const listed = /^(?:list|enumerate|name|give(?: me)?|show)\s+(?:(?:all|every|each|the|of)\s+)*(.+?),?\s+(?:and|with|along with|together with)\s+(?:their\s+|its\s+)?((?:what|which|how|when|where|who)\b.+|[\p{L} ]+)$/iu.exec(
		form.core,
	);
	return listed?.[1] && listed[2] ? [listed[1].trim(), listed[2].trim()] : [];
}
