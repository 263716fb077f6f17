import { askedText, bare, type Form } from "./form.ts";
import { namesIn } from "./names.ts";
import { membersOf } from "./planning/compared.ts";

const comparisons: readonly RegExp[] = [
	/\b(?:differences?|trade-?offs?|comparison|relationship|connection) (?:between|of)\s+(.+?)(?:\s+in\s+.+)?$/iu,
	/^(?:how|in what way) (?:does|do|is|are|did)\s+(.+?)\s+(?:differ|compare|different)\b/iu,
	/(?:,|:|\bbetween\b|\bfirst\b|\bout of\b)\s+([^,:]+?\s+or\s+[^,]+)$/iu,
	/^((?:\S+\s+){1,5}?(?:versus|vs\.?)\s+\S+(?:\s+\S+){0,4})$/iu,
];

/** Words that open a request or a statement: capitalised, but no names. */
const openers =
	/^(?:list|compare|explain|describe|discuss|outline|summari[sz]e|review|write|name|find|give|show|tell|born|according|both|besides|during|after|before|in|which|what|who|how)$/iu;

/** The things a lookup asks about, as they are written: those it chooses from, or the first that it names. At most six. */
export function subjectsOf(form: Form): string[] {
	const asked = bare(askedText(form));
	for (const pattern of comparisons) {
		const list = pattern.exec(asked)?.[1];
		const found = list === undefined ? [] : membersOf(list.replace(/\s+(?:to|with|from)\s+/iu, " and "));
		if (found.length > 1 && found.every((one) => one.split(" ").length <= 8)) return found.slice(0, 6);
	}
	const both = /^(?:are|were|is|was|do|did|does|have|has|had)\s+(?:both\s+)?(.+)$/iu.exec(asked)?.[1];
	const names = namesIn(form.english ? asked : asked.replace(/^\S+\s/u, "")).filter((name) => !openers.test(name));
	if (both && names.length >= 2 && /\b(?:both|same|also|each)\b/iu.test(asked)) return names.slice(0, 6);
	return names.slice(0, 1);
}
