import type { DimensionKind } from "../../../evidence/plan.ts";
import type { Asked } from "../topic.ts";
import { against, asksAgainst, type Nature, natureOf } from "./against.ts";
import type { Ask } from "./asks.ts";
import type { Compared } from "./compared.ts";
import { type Draft, dimensionOf } from "./draft.ts";
import { openNouns, pairIn, type Topic } from "./subject.ts";
import { asQuestion, beForms, capitalised, isPlural, joined } from "./tokens.ts";

const core = { stance: "supporting", priority: "core" } as const;
const optional = { stance: "supporting", priority: "optional" } as const;

/** What the user asked comes first, word for word; then what speaks against it; then the background that it leaves open. */
export function forSynthesis({ asks, sides, topic }: Asked): Draft[] {
	const own = asks.flatMap((ask, at) => ownOf(ask, sides, at === 0));
	const sideways = sides ? ofSides(asks, sides) : [];
	// Who asks himself what speaks against a thing needs no other wording of it.
	const asked = own.some(({ stance }) => stance === "adversarial");
	const check: Draft = {
		text: checked(asks, topic, sides !== undefined),
		dimension: "critical",
		stance: "adversarial",
		priority: "core",
	};
	const checks = asked ? [] : [check];
	const covered = new Set([...own, ...sideways].map(({ dimension }) => dimension));
	const background =
		topic && !sides
			? backgroundOf(topic, asks).filter(
					({ dimension }) => dimension === "practical" || dimension === "contextual" || !covered.has(dimension),
				)
			: [];
	return [...own, ...sideways, ...checks, ...background];
}

/** What a lead-in says of the question holds for the check, too. */
function checked(asks: readonly Ask[], topic: Topic | undefined, comparing: boolean): string {
	const text = against(asks, topic, comparing);
	const context = asks[0]?.context;
	return context && text.endsWith("?") && !text.includes(context) ? `${text.slice(0, -1)} ${context}?` : text;
}

/** A question stands as it was asked; what only names a topic is asked what it is and how it works. */
function ownOf(ask: Ask, sides: Compared | undefined, first: boolean): Draft[] {
	const { kind, text, topic } = ask;
	if (sides && (kind === "compare" || kind === "phrase" || kind === "open"))
		return [{ ...core, dimension: "contextual", text: differenceOf(sides) }];
	if (sides && each.test(text)) return [];
	if (kind === "question" && !first && asksAgainst(text))
		return [{ dimension: "critical", stance: "adversarial", priority: "core", text }];
	if (kind === "question" || kind === "statement") return [{ ...core, dimension: dimensionOf(text), text }];
	if (!topic) return [{ ...core, dimension: dimensionOf(text), text: kind === "phrase" ? asQuestion(text) : text }];
	if (kind === "compare") return comparing(topic);
	if (topic.kind === "task")
		return [{ ...core, dimension: "practical", text: asQuestion(`how to ${text.replace(/^.*?\bhow to\s+/iu, "")}`) }];
	const pair = kind === "phrase" ? pairIn(ask.object) : undefined;
	if (pair) return [{ ...core, dimension: "mechanistic", text: asQuestion(`how are ${pair} related`) }];
	const asked = ask.object.replace(/[.?!]$/u, "").replace(/^The\s/u, "the ");
	if (asked.toLowerCase() === topic.text.toLowerCase()) return naming(topic);
	const named = openNouns.test(asked) && !/^(?:the|an?)\s/iu.test(asked) ? `the ${asked}` : asked;
	return [
		{
			...core,
			dimension: dimensionOf(asked),
			text: asQuestion(`${isPlural(asked) === true ? "what are" : "what is"} ${named}`),
		},
	];
}

/** `What is X?` and the second thing that one wants to know of its kind. */
function naming(topic: Topic): Draft[] {
	const nature = natureOf(topic.text);
	const [is, does] = topic.plural ? ["are", "do"] : ["is", "does"];
	const what: Draft = {
		...core,
		dimension: "factual",
		text: asQuestion(`${nature === "person" ? "who" : "what"} ${is} ${topic.text}`),
	};
	const how: Record<Nature, string> = {
		work: `how ${does} ${topic.text} work`,
		process: `how ${does} ${topic.text} work`,
		person: `what ${is} ${topic.text} known for`,
		happening: `what are the causes of ${topic.text}`,
		quality: `what affects ${topic.text}`,
		nature: `why ${is} ${topic.text} important`,
	};
	return [what, { ...core, dimension: "mechanistic", text: asQuestion(how[nature]) }];
}

/** A comparison of things that have no names yet: `the isolation levels of PostgreSQL`. */
function comparing({ text, plural }: Topic): Draft[] {
	if (!plural) return [{ ...core, dimension: "factual", text: asQuestion(`what is ${text}`) }];
	return [
		{ ...core, dimension: "factual", text: asQuestion(`what are ${text}`) },
		{ ...core, dimension: "contextual", text: asQuestion(`how do ${text} differ`) },
	];
}

function differenceOf({ sides, context, aspects }: Compared): string {
	const by = aspects.length > 0 ? ` in ${aspects.join(" and ")}` : "";
	return asQuestion(`what are the differences${by} between ${joined(sides)}${context === "" ? "" : ` ${context}`}`);
}

const each = /\beach of\b/iu;

/** For each side: what was asked of each of them, else what it is like. */
function ofSides(asks: readonly Ask[], { names, sides, context }: Compared): Draft[] {
	const shared = asks.find(({ text }) => each.test(text));
	return names.map((name, at): Draft => {
		const side = [sides[at] ?? name, context].filter((part) => part !== "").join(" ");
		const text = shared
			? shared.text.replace(/\beach of .+?(?=\s(?:be|is|are|was|were|do|does|work|cost|fail)\b|\?|$)/iu, side)
			: asQuestion(`what are the main characteristics of ${side}`);
		return {
			...core,
			dimension: shared ? dimensionOf(text) : "factual",
			text: capitalised(text),
			focus: [name],
			subject: name,
		};
	});
}

/** Questions that ask for no advice, and no history, are not helped by `How is X used?` and `What else is there?`. */
function backgroundOf(topic: Topic, asks: readonly Ask[]): Draft[] {
	const named = ({ kind, object }: Ask) =>
		kind !== "question" && kind !== "statement" && !openNouns.test(object) && pairIn(object) === undefined;
	if (asks.some(({ kind, object }) => kind === "phrase" && pairIn(object) !== undefined)) return [];
	const wide = asks.some(
		(ask) => named(ask) || /\b(?:pros and cons|advantages|trade-?offs|overview)\b/iu.test(ask.text),
	);
	const { plural, kind } = topic;
	const nature = natureOf(topic.text);
	const put = (dimension: DimensionKind, text: string): Draft => ({ ...optional, dimension, text: asQuestion(text) });
	if (kind === "task")
		return [
			...(topic.object
				? [put("factual", `what ${isPlural(topic.object) === true ? "are" : "is"} ${topic.object}`)]
				: []),
			put("practical", `what are the best practices for ${topic.text}`),
		];
	const [is, does, has] = plural ? ["are", "do", "have"] : ["is", "does", "has"];
	const out = [put("factual", `${nature === "person" ? "who" : "what"} ${is} ${topic.text}`)];
	const why = asks.some(
		({ clause }) =>
			clause?.wh === "why" || clause?.subject === "" || beForms.has(clause?.aux ?? "") || clause?.aux === "did",
	);
	if ((nature === "work" || nature === "process") && !why)
		out.push(put("mechanistic", `how ${does} ${topic.text} work`));
	if (!wide) return out;
	if (nature === "work")
		out.push(
			put("practical", `how ${is} ${topic.text} used in practice`),
			put("contextual", `what are the alternatives to ${topic.text}`),
			put("contextual", `how ${has} ${topic.text} changed over time`),
		);
	else if (nature === "happening") out.push(put("contextual", `what are the consequences of ${topic.text}`));
	else if (nature === "nature" && !/\sof\s/iu.test(topic.text))
		out.push(put("contextual", `how ${has} ${topic.text} changed over time`));
	return out;
}
