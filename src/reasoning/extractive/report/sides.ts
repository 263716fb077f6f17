import type { WriteInput } from "../../reasoner.ts";
import { countsOf } from "../../text/terms.ts";
import type { Scored } from "../blocks/score.ts";

/** Tells of a passage which of the things that are compared it names, by their places: in its words, its headings or its page's title. */
export function sidesNamed(sides: readonly string[], sources: WriteInput["sources"]): (one: Scored) => number[] {
	const stems = sides.map((side) => [...countsOf(side).keys()]);
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	return ({ counts, passage }) => {
		const words = new Set([
			...counts.keys(),
			...countsOf(`${passage.path.join(" ")} ${titles.get(passage.sourceId) ?? ""}`).keys(),
		]);
		return stems.flatMap((names, at) => (names.length > 0 && names.every((name) => words.has(name)) ? [at] : []));
	};
}
