import type { Claim } from "../../../evidence/claim.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { tagsOf } from "../../text/tags.ts";
import { contentStems } from "../../text/words.ts";
import { featuresOf } from "./features.ts";
import { spansIn } from "./spans.ts";
import { shareSaid, statementOf, titlesOf } from "./statement.ts";
import { rankScore } from "./values.ts";
import { termsOf, type Wanted, wantedOf } from "./wanted.ts";

/** Forms that compare; those that ask for the smaller value; those of time, of the closed class. All others compare amounts. */
const comparative = /(?:.er|est)$|^(?:more|most|less|first|last|before)$/u;
const ofLess = /^(?:young|less|least|few|small|low|short|late|new|last|after|clos)/u;
const ofTime = /^(?:old|eld|young|earl|late|new|first|last|before|after)/u;

interface Measured {
	claim: Claim;
	text: string;
	value: number;
	score: number;
}

/** `Which is older, A or B?`: worked out from the date or amount that sources state for each. Undefined where one is missing. */
export function choiceOf(input: WriteInput, [a = "", b = ""]: readonly string[]): Answer | undefined {
	const by = tagsOf(input.question).find(
		({ pos, lower }) => /^(?:ADJ|ADV)$/u.test(pos) && comparative.test(lower),
	)?.lower;
	if (by === undefined) return undefined;
	const isTime = ofTime.test(by);
	const sides = new Set([...contentStems(a), ...contentStems(b), ...contentStems(by)]);
	const asked = wantedOf(input.question, input.route);
	const of = (name: string): Measured | undefined => {
		const relation = asked.relation.filter(({ stem }) => !sides.has(stem));
		const wanted: Wanted = {
			...asked,
			type: isTime ? "date" : "number",
			head: "",
			relation,
			names: [termsOf(name)],
			pins: [],
		};
		return measureOf(wanted, input);
	};
	const [left, right] = [of(a), of(b)];
	if (!left || !right || left.value === right.value) return undefined;
	// The older and the first have the smaller date.
	const first = left.value < right.value === (isTime === !ofLess.test(by));
	return {
		text: first ? a : b,
		claimIds: [...new Set([left.claim.id, right.claim.id])],
		confidence: "medium",
		alternatives: [],
		why: `worked out from ${a}: ${left.text}; ${b}: ${right.text}`,
	};
}

/** The best date or amount that a statement about the thing, or its own page, gives. */
function measureOf(wanted: Wanted, input: WriteInput): Measured | undefined {
	const titles = titlesOf(input.sources);
	const found = input.claims
		.filter((claim) => claim.class === "direct")
		.flatMap((claim) => {
			const statement = statementOf(claim, titles.get(claim.sourceId) ?? "");
			const about = [...statement.own, ...statement.above];
			if (shareSaid(about, wanted.names.flat()) < 1) return [];
			const spans = spansIn(claim, wanted);
			return spans.flatMap((span): Measured[] => {
				const features = featuresOf(span, statement, spans, wanted);
				const value = span.quantity?.span?.from ?? span.quantity?.value;
				return features && value !== undefined ? [{ claim, text: span.text, value, score: rankScore(features) }] : [];
			});
		});
	return found.toSorted((one, other) => other.score - one.score)[0];
}
