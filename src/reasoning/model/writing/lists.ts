import { enumerationsOf } from "../../enumerations.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { PromptPart } from "../asker.ts";
import { truncatedLine } from "../prompt-parts.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";

/** Characters. */
const titleLongest = 120;

/** For a synthesis: each list of a single page, with the number of a shown claim for each item. */
export function listsPart(input: WriteInput, { markOf, clusters }: PromptEvidence): PromptPart[] {
	if (clusters.length === 0) return [];
	const rows = enumerationsOf(input).flatMap(({ sourceId, title, items }, index) => {
		const shown = items.flatMap(({ label, claims }) => {
			const mark = claims.map(({ id }) => markOf(id)).find((one) => one !== undefined);
			return mark === undefined ? [] : [`${truncatedLine(label, titleLongest)} (${mark})`];
		});
		const page = truncatedLine(input.sources.find(({ id }) => id === sourceId)?.title ?? "", titleLongest);
		const above = title === page ? "" : `, under “${truncatedLine(title, titleLongest)}”`;
		return shown.length === 0 ? [] : [`e${index + 1} (${shown.length} items, ‹${page}›${above}): ${shown.join("; ")}`];
	});
	if (rows.length === 0) return [];
	return [
		{ title: "Lists on single pages, with a claim of each item", text: rows.join("\n"), kind: "data", cuttable: true },
	];
}
