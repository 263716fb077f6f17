import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { featuresOf } from "./features.ts";
import { settledValue } from "./settle.ts";
import { type Statement, saysTerm, shareSaid, statementOf, titlesOf } from "./statement.ts";
import { termsOf, type Wanted } from "./wanted.ts";

/** From this share on a statement holds the words that describe a thing, and gives the thing in one clause with them. */
const describedFrom = 0.8;

/**
 * The value over two statements: one gives a thing that the question only describes (`the designer of the logo`), another what is
 * asked of it. Each has to be plain by itself, so it is never of high confidence. Undefined where none is.
 */
export function bridgedValue(input: WriteInput, wanted: Wanted): Answer | undefined {
	const titles = titlesOf(input.sources);
	for (const claim of input.claims.filter((each) => each.class === "direct" && !each.cell)) {
		const statement = statementOf(claim, titles.get(claim.sourceId) ?? "");
		for (const { text, rest } of describedBy(statement, wanted)) {
			const residual = { ...wanted, names: [termsOf(text)], terms: [...termsOf(text), ...rest], relation: rest };
			// What is said of the thing bears on the question by this statement alone.
			const claims = input.claims
				.filter(
					({ id, quote, cell, class: rank }) =>
						id !== claim.id && quote !== claim.quote && !cell && rank !== "irrelevant",
				)
				.map((each) => ({ ...each, class: "direct" as const }));
			const found = settledValue({ ...input, claims }, residual);
			if (found)
				return {
					...found,
					confidence: found.confidence === "high" ? "medium" : found.confidence,
					claimIds: [claim.id, ...found.claimIds],
					why: `${text}, by the first quotation; ${found.why}`,
				};
		}
	}
	return undefined;
}

/** The names that a statement gives for a part of the question's relation, with what is left to be asked of them. */
function describedBy(statement: Statement, wanted: Wanted): { text: string; rest: Wanted["relation"] }[] {
	const isHeld = (term: Wanted["relation"][number]) => saysTerm(statement.quote, term) > 0;
	const [part, rest] = [wanted.relation.filter(isHeld), wanted.relation.filter((term) => !isHeld(term))];
	const described = wanted.names.flat();
	const all = [...statement.quote, ...statement.own, ...statement.above];
	if (part.length === 0 || rest.length === 0 || described.length === 0 || shareSaid(all, described) < 1) return [];
	return statement.names.flatMap(({ text, start, end, type: kind }) => {
		const features = featuresOf({ text, start, end, kind }, statement, [], {
			...wanted,
			type: "entity",
			head: "",
			relation: part,
		});
		const isPlain = features && features.whole > 0 && features.chain >= describedFrom;
		return isPlain ? [{ text, rest }] : [];
	});
}
