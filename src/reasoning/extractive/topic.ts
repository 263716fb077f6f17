import type { Form } from "./form.ts";

/** What an open question is about, as a noun phrase, and whether verbs after it take the plural. */
export interface Topic {
	text: string;
	plural: boolean;
}

const noun = "((?:(?!\\b(?:is|are|was|were|does|do|when|if|and|to|should|can)\\b)[^,;])+?)";

/** How open questions are worded → the part that names their topic. First match wins. */
const wordings: readonly RegExp[] = [
	/^(?:please\s+)?(?:can you\s+)?(?:explain|describe|discuss|summari[sz]e|compare|outline|tell me (?:more )?about|write (?:a report )?(?:about|on)|give (?:me )?an overview of|an? overview of|overview of|introduction to|research)\s+(?:(?:how|why|what)\s+)?(.+?)(?:\s+(?:works?|is|are|does|do)(?:\s.*)?)?$/iu,
	new RegExp(`^how (?:do|does|did) ${noun} (?:work|function|operate|differ|compare|behave)\\b`, "iu"),
	/^how (?:is|are|was|were) (.+?) (?:implemented|used|configured|stored|handled|computed|calculated|made|done|organi[sz]ed|chosen|defined|enforced|maintained|structured|managed)\b/iu,
	/^(?:what|which) (?:is|are|was|were) (?:the )?(?:main |key |most important )?(?:pros and cons|advantages(?: and disadvantages)?|disadvantages|benefits|drawbacks|costs|trade-?offs|implications|consequences|causes|effects|impacts?|challenges|limitations|limits|risks|uses|purpose|role|history|best practices|differences?|trade-?offs) (?:of|for|in|with|between) (.+)$/iu,
	/^what (?:is|are|was|were) (?:an? |the )?(.+)$/iu,
	/^(?:the )?(?:pros and cons|advantages|disadvantages|benefits|history|role|impact|effects?|causes|state of the art) (?:of|in|on|for) (.+)$/iu,
	/^(?:how|in what way) (?:do|does|can|could|should|would) (?:i|we|you|one) (?:best )?(.+)$/iu,
	/^how to (.+)$/iu,
];

/** The topic of an open question; undefined when no wording gives one, as with `Why did X fail`. */
export function topicOf(form: Form): Topic | undefined {
	const ask = form.asks[0] ?? form.core;
	for (const [index, wording] of wordings.entries()) {
		const text = wording.exec(ask)?.[1]?.replace(/^(?:the|an?)\s+/iu, "").trim();
		if (!text) continue;
		return index >= wordings.length - 2 ? doing(text) : { text, plural: isPlural(text) };
	}
	const words = ask.split(" ");
	const question = /^(?:why|how|what|which|who|when|where|is|are|do|does|did|should|can|will)\b/iu.test(ask);
	return !question && words.length <= 10 ? { text: ask, plural: isPlural(ask) } : undefined;
}

/** `configure replication` → `configuring replication`: a task becomes a noun phrase. Irregular doublings are left as a phrase. */
function doing(task: string): Topic {
	const [verb = "", ...rest] = task.split(" ");
	const stem = /(?:[^aeiou]e|ue)$/iu.test(verb) ? verb.slice(0, -1) : verb;
	const doubled = /^(?:set|get|put|run|cut|stop|drop|plan|shut|split|swap|map|log|trim|tag|begin|let)$/iu.test(verb)
		? stem + stem.slice(-1)
		: stem;
	return { text: [`${doubled}ing`, ...rest].join(" "), plural: false };
}

function isPlural(phrase: string): boolean {
	if (/\s(?:and|versus|vs\.?)\s/iu.test(phrase)) return true;
	const head = phrase.split(/\s(?:of|in|for|on|with|between|to|at|by|from|under)\s/iu)[0] ?? phrase;
	return /[^su'’i]s$/u.test(head) && !/\p{Lu}$/u.test(head) && !/^\p{Lu}\S*$/u.test(head);
}
