import { z } from "zod";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { ModelError } from "../error.ts";
import { optionalList, optionalText, truncatedLine } from "../prompt-parts.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";

/** A sentence or cell as the model wrote it, with the reason for which code would remove it. */
export interface FaultyText<T extends object = object> {
	given: T;
	/** For a cell: its row and column. */
	label?: string | undefined;
	text: string;
	reason: string;
	/** Claims to repair it from: those that its paragraph, section or table cites. */
	claimIds: string[];
}

/** New words for a faulty sentence or cell; an empty text removes it. */
export interface RepairedText {
	text: string;
	claims: string[];
}

const schema = z.object({
	mended: z.array(z.object({ number: z.number(), text: optionalText, claims: optionalList })),
});

/** Faults in one request, at most; the others are removed. */
const repairsMax = 20;
const textLongest = 800;
/** Tokens. */
const outputMax = 3_000;

/**
 * Asks once for a repair of what code would remove. The model is shown only the faulty texts, the reasons and the claims around them,
 * so the request costs little and cannot change what is sound. What it does not repair stays as it was and is removed later.
 */
export async function repairFaults(
	asker: Asker,
	{ role, faults, evidence }: { role: "draft" | "revise"; faults: readonly FaultyText[]; evidence: PromptEvidence },
	context?: RoleContext,
): Promise<Map<object, RepairedText>> {
	const shown = faults.slice(0, repairsMax);
	if (shown.length === 0) return new Map();
	try {
		const answer = await asker.ask(
			{ role, parts: repairParts(shown, evidence), schema, maxOutput: outputMax },
			context,
		);
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

function repairParts(faults: readonly FaultyText[], evidence: PromptEvidence): PromptPart[] {
	const rows = faults.map(({ label, text, reason }, index) => {
		const cellLabel = label === undefined ? "" : `cell ${truncatedLine(label, 120)}: `;
		return `${index + 1}. ${cellLabel}${truncatedLine(text, textLongest)}\n   taken out because: ${reason}`;
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
		evidence.partOf(faults.flatMap(({ claimIds }) => claimIds)),
		{ title: "To be mended", text: rows.join("\n"), kind: "data" },
	];
}
