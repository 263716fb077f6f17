import { tagsOf } from "../../text/tags.ts";
import { agentOf, attributeOf, nounKinds } from "../../text/wordnet.ts";
import { type Clause, whWord } from "./clause.ts";
import { plain, pointer } from "./words.ts";

const anyone = /^(?:i|we|you|one|people|someone|anyone|users?|there|it|they|this|that)$/iu;

/** What a clause is about, as a noun phrase; undefined when it names nothing. */
export function topicOf({ subject, rest, noun, verb, wh }: Clause): string | undefined {
	if (subject !== "" && !anyone.test(subject)) {
		// `the default port of PostgreSQL` → `PostgreSQL`: a value belongs to what is named behind `of`.
		const owner = /^(?:the\s+)?\P{Lu}+?\s(?:of|for)\s((?:the\s)?["“\p{Lu}].*)$/u.exec(subject)?.[1];
		return uptoClause((/^(?:what|which|who)$/u.test(wh) && verb === "" && owner) || subject);
	}
	if (rest !== "") return uptoClause(rest.replace(/^(?:by|in|of|on|at|for|from|with|to)\s/iu, ""));
	return noun === "" ? undefined : plain(noun);
}

/** The words before a relative or other clause. */
function uptoClause(phrase: string): string | undefined {
	const tags = tagsOf(phrase);
	const cut = tags.findIndex(
		({ lower, pos }, at) =>
			at > 0 && (/^(?:AUX|SCONJ)$/u.test(pos) || whWord.test(lower) || /^(?:that|if|while|because)$/u.test(lower)),
	);
	const text = (cut < 0 ? phrase : phrase.slice(0, tags[cut - 1]?.end))
		.replace(/\s+(?:in|of|by|on|at|for|from|with|to)$/iu, "")
		.replace(/[\s,]+$/u, "");
	// Alone, a noun that is also a verb is taken for the verb.
	const own = tags.slice(0, cut < 0 ? undefined : cut);
	const isNamed = own.some(
		({ pos, lower }, at) => /^(?:NOUN|PROPN|NUM)$/u.test(pos) || (at === 0 && nounKinds(lower).length > 0),
	);
	return isNamed && !pointer.test(phrase) ? text : undefined;
}

/** What a clause's value is called, without the thing that has it: `developer`, `date first released`, `number of moons`. */
export function valueName({ wh, noun, measure, subject, verb, rest }: Clause): string {
	const said = [verb, rest].filter(Boolean).join(" ");
	if (measure === "many" || measure === "much")
		return `${measure === "many" ? "number" : "amount"} ${noun === "" ? said : `of ${noun}`}`.trim();
	if (measure !== "") return `${attributeOf(measure) ?? measure} ${said}`.trim();
	if (noun !== "") return plain(noun);
	if (verb === "" && wh !== "when" && wh !== "where") return plain(subject);
	if (wh === "when" || wh === "where") return `${wh === "when" ? "date" : "place"} ${said}`.trim();
	if (!/^who/u.test(wh)) return said;
	return (subject === "" ? agentOf(verb.toLowerCase()) : undefined) ?? `person ${said}`;
}
