import type { Claim } from "../evidence/claim.ts";
import { citedIn, type Draft } from "../evidence/report.ts";
import { contentStems } from "../text/words.ts";
import { factsIn, placeOf } from "./outline.ts";

/** A point of whose words one sentence holds so many is stated, whatever it cites. Share of its content words. */
const statedFrom = 0.6;
/** Points that one revision can take in. */
const pointsMost = 30;

/** The main points of pages that no sentence of a draft cites or states, each fact once, the most relevant first. Gives ids of claims. */
export function missingPoints(claims: readonly Claim[], draft: Draft): string[] {
	const ids = new Set(citedIn({ ...draft, disputes: [] }));
	const cited = new Set(claims.filter(({ id }) => ids.has(id)).map(placeOf));
	const said = [...(draft.bottomLine ?? []), ...draft.sections.flatMap(({ sentences }) => sentences)].map(
		({ text }) => new Set(contentStems(text)),
	);
	const isStated = ({ text }: Claim) => {
		const stems = [...new Set(contentStems(text))];
		return said.some((known) => stems.filter((stem) => known.has(stem)).length >= stems.length * statedFrom);
	};
	return factsIn(claims)
		.map(({ claim, also }) => [claim, ...also])
		.filter((fact) => fact.some(({ main }) => main) && !fact.some((one) => cited.has(placeOf(one)) || isStated(one)))
		.flatMap((fact) => fact.find(({ main }) => main) ?? [])
		.toSorted((a, b) => b.relevance - a.relevance)
		.slice(0, pointsMost)
		.map(({ id }) => id);
}
