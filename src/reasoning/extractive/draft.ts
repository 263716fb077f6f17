import type { Draft } from "../../evidence/report.ts";
import { withCorrections } from "./draft-corrections.ts";
import { lookup } from "./draft-lookup.ts";
import type { DraftInput } from "./draft-select.ts";
import { synthesis } from "./draft-synthesis.ts";
import { extraction } from "./draft-table.ts";

/**
 * METHOD §9 without a model: what the sources say, chosen and ordered. Every factual sentence is a quotation of claims, with a
 * lead-in that names the source; nothing is paraphrased. Deterministic.
 */
export function draft(input: DraftInput): Draft {
	return withCorrections(input, byShape(input));
}

function byShape(input: DraftInput): Draft {
	switch (input.route.shape) {
		case "lookup":
			return lookup(input);
		case "extraction":
			return extraction(input);
		case "synthesis":
			return synthesis(input);
	}
}
