import { z } from "zod";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { ModelError } from "../error.ts";
import { listOrNone, oneLine, textOrNone } from "../roles/parts.ts";
import type { ShownEvidence } from "./evidence.ts";

/** A sentence or cell as the model wrote it, with the reason for which code would remove it. */
export interface Faulty<T extends object = object> {
	given: T;
	/** For a cell: its row and column. */
	label?: string | undefined;
	text: string;
	reason: string;
	/** Claims to repair it from: those that its paragraph, section or table cites. */
	claimIds: string[];
}

/** New words for a faulty sentence or cell; an empty text removes it. */
export interface Mended {
	text: string;
	claims: string[];
}

const schema = z.object({
	mended: z.array(z.object({ number: z.number(), text: textOrNone, claims: listOrNone })),
});

/** Faults in one request, at most; the others are removed. */
const mendedMax = 20;
const textLongest = 800;
/** Tokens. */
const outputMax = 3_000;

/**
 * Asks once for a repair of what code would remove. The model is shown only the faulty texts, the reasons and the claims around them,
 * so the request costs little and cannot change what is sound. What it does not repair stays as it was and is removed later.
 */
export async function mended(
	asker: Asker,
	{ role, faults, evidence }: { role: "draft" | "revise"; faults: readonly Faulty[]; evidence: ShownEvidence },
	context?: RoleContext,
): Promise<Map<object, Mended>> {
	const shown = faults.slice(0, mendedMax);
	if (shown.length === 0) return new Map();
	try {
		const answer = await asker.ask({ role, parts: partsOf(shown, evidence), schema, maxOutput: outputMax }, context);
		return new Map(
			answer.mended.flatMap(({ number, text, claims }) => {
				const faulty = shown[number - 1];
				return faulty ? [[faulty.given, { text, claims }] as const] : [];
			}),
		);
	} catch (error) {
		// A draft without these sentences is still a draft.
		if (error instanceof ModelError && !error.keepsRun) return new Map();
		throw error;
	}
}

function partsOf(faults: readonly Faulty[], evidence: ShownEvidence): PromptPart[] {
	const rows = faults.map(({ label, text, reason }, index) => {
		const named = label === undefined ? "" : `cell ${oneLine(label, 120)}: `;
		return `${index + 1}. ${named}${oneLine(text, textLongest)}\n   taken out because: ${reason}`;
	});
	return [
		{
			title: "Mend these only",
			text:
				"The report is written. Code would take the sentences and cells below out of it, for the reason that stands under each. " +
				'Give each again under its number in "mended", with words and claims that pass, saying what it was there to say as far as the ' +
				'claims hold it; or with an empty "text" to leave it out. Write nothing else.',
			kind: "own",
		},
		evidence.some(faults.flatMap(({ claimIds }) => claimIds)),
		{ title: "To be mended", text: rows.join("\n"), kind: "data" },
	];
}
