import type { Clause } from "./clause.ts";
import { beForms, prepositions, tokensOf } from "./tokens.ts";
import { agentOf, baseOfPast, pastOf, thirdOf } from "./verbs.ts";

/** How much or how far → the noun for it. */
const measureNouns: Record<string, string> = {
	old: "age",
	tall: "height",
	high: "height",
	long: "length",
	far: "distance",
	big: "size",
	large: "size",
	deep: "depth",
	wide: "width",
	heavy: "weight",
	fast: "speed",
	quickly: "speed",
	often: "frequency",
	frequently: "frequency",
	hot: "temperature",
	cold: "temperature",
	strong: "strength",
};
/** What happened → the noun of its date or place. Participles and verbs. */
const eventNouns: Record<string, string> = {
	born: "birth",
	die: "death",
	died: "death",
	founded: "founding",
	established: "founding",
	formed: "formation",
	released: "release",
	published: "publication",
	built: "construction",
	opened: "opening",
	invented: "invention",
	discovered: "discovery",
	created: "creation",
	signed: "signing",
	introduced: "introduction",
	married: "marriage",
};
const lasting = /^(?:last|take|be|run|live|stay|wait|keep|survive)$/;

/** What a question asks for, as a noun phrase: `Who founded X` → `founder of X`; undefined when its parts give none. */
export function nominalOf(clause: Clause): string | undefined {
	const { wh, noun, measure, subject, verb, rest, aux, preposition } = clause;
	const predicate = finite(clause);
	if (measure !== "") return measured(clause);
	if (wh === "be") return subject === "" ? undefined : `whether ${subject} ${predicate}`;
	if (wh === "who" || wh === "whom") {
		const base = baseOfPast(verb.toLowerCase());
		const agent = subject === "" && base ? agentOf(base) : undefined;
		if (agent && rest !== "" && !prepositions.has(tokensOf(rest)[0]?.lower ?? "")) return `${agent} of ${rest}`;
		if (verb === "" && subject !== "") return plain(subject);
		return subject === "" ? `person who ${predicate}` : `person whom ${subject} ${predicate}`;
	}
	if (wh === "when" || wh === "where") {
		const word = wh === "when" ? "date" : "place";
		const event = rest === "" || wh === "when" ? eventNouns[verb.toLowerCase()] : undefined;
		if (subject === "") return undefined;
		if (event && rest === "") return `${word} of ${event} of ${subject}`;
		return verb === ""
			? `${wh === "when" ? "date" : "location"} of ${subject}`
			: `${word} ${wh} ${subject} ${predicate}`;
	}
	if (wh === "what" || wh === "which") {
		if (noun !== "") {
			if (preposition !== "")
				return subject === "" ? undefined : `${noun} ${preposition} which ${subject} ${predicate}`;
			if (subject !== "") return `${noun} that ${subject} ${predicate}`;
			return `${noun} that ${predicate}`;
		}
		if (wh === "which" && subject === "" && beForms.has(aux) && verb === "" && !/\bor\b/u.test(rest))
			return plain(rest);
		if (verb === "" && subject !== "") return plain(subject);
		return subject === "" ? undefined : `what ${subject} ${predicate}`;
	}
	return undefined;
}

function measured({ measure, noun, subject, verb, rest, aux }: Clause): string | undefined {
	if (measure === "many" || measure === "much") {
		const counted =
			noun === ""
				? measure === "much"
					? "amount"
					: "number"
				: `${measure === "much" ? "amount" : "number"} of ${noun}`;
		if (subject === "")
			return `${counted}${verb === "" && rest === "" ? "" : ` that ${[aux, verb, rest].filter(Boolean).join(" ")}`}`;
		if (/^have$/iu.test(verb) && rest === "") return `${counted} of ${subject}`;
		if (/^cost$/iu.test(verb)) return `cost of ${subject}`;
		if (/^there$/iu.test(subject)) return [counted, verb, rest].filter(Boolean).join(" ");
		return `${counted} that ${subject} ${finite({ aux, verb, rest, subject })}`;
	}
	const name = measureNouns[measure];
	if (!name || subject === "") return undefined;
	if (/^it$/iu.test(subject))
		return measure === "long" && verb !== "" ? `time that it ${finite({ aux, verb, rest, subject })}` : undefined;
	if (measure === "long" && lasting.test(verb.toLowerCase())) return `duration of ${subject}`;
	return `${name} of ${subject}`;
}

/** The predicate of a statement: `did … direct before 1990` → `directed before 1990`. */
function finite({ aux, verb, rest }: Pick<Clause, "aux" | "verb" | "rest" | "subject">): string {
	const base = verb.toLowerCase();
	const inflected =
		aux === "did"
			? pastOf(base)
			: aux === "does"
				? thirdOf(base)
				: aux === "do" || aux === ""
					? verb
					: `${aux} ${verb}`;
	return [inflected, rest]
		.filter((part) => part !== "")
		.join(" ")
		.trim();
}

/** The question as it stands inside another: `where X was born`; undefined when it cannot be turned. */
export function indirectOf(clause: Clause): string | undefined {
	const { asking, subject, verb, aux, wh, negative } = clause;
	if (wh === "be" || negative) return undefined;
	const opening = asking.charAt(0).toLowerCase() + asking.slice(1);
	if (subject === "")
		return [opening, verb === "" || beForms.has(aux) || aux !== "" ? aux : "", verb, clause.rest]
			.filter((part) => part !== "")
			.join(" ");
	if (verb === "") return [opening, subject, aux, clause.rest].filter((part) => part !== "").join(" ");
	return `${opening} ${subject} ${finite(clause)}`;
}

function plain(phrase: string): string {
	return phrase.replace(/^(?:the|an?)\s+/iu, "");
}
