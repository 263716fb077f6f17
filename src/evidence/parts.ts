/**
 * The parts of the method that a run can do without, for comparisons (ablations). The key is the option's name; the text says what
 * the run then does, and is the help of its flag.
 */
export const parts = {
	variants: "search each sub-question in one wording only",
	secondHop: "follow no question that a page suggests",
	citations: "follow no reference to another work that a page names",
	recovery: "do not search a dead end again in other words, or by a second investigator",
	adversarial: "plan no sub-questions that look for counter-evidence",
	challenges: "do not search for what contradicts a finding",
	independence: "count each page as an independent source, also copies and pages with a common origin",
	needle: "with a model: keep the weights that the model gave to the readings of a looked-up question",
	redundancy: "with a model: do not send several workers after a hard question to see whether they agree",
	skeptics:
		"with a model: do not let three skeptics vote on the answer of a question that needs more than a fact check",
	survey: "with --depth survey: make one pass at depth deep instead of several",
} as const;

export type Part = keyof typeof parts;

export const partNames = Object.keys(parts) as Part[];

/**
 * Parts that are off unless they are switched on, in a run that searches folders without a model: no set that was measured shows what
 * they add there (docs/figures.md). The text is the help of the flag. In all other runs they are on: nothing is measured there.
 */
export const offUnlessChosen: { readonly [Name in Part]?: string } = {
	citations: "follow references to other works that a page names",
	recovery: "search a dead end again in other words",
	challenges: "search for what contradicts a finding",
};

/** Whether a part is used where the user chose nothing. */
export function isOnByDefault(
	part: Part,
	{ model, web, given }: { model?: unknown; web?: unknown; given?: unknown },
): boolean {
	return offUnlessChosen[part] === undefined || model !== undefined || web !== undefined || given !== undefined;
}

/** The flag that switches a part off: `--no-second-hop` for `secondHop`. */
export function partFlag(part: Part): string {
	return `--no-${part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A part in words: `second hop`. */
export function partWords(part: Part): string {
	return part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Whether a run uses a part of the method, by the options in its state. */
export function hasPart(
	{ options }: { options?: { without?: readonly Part[] | undefined } | undefined },
	part: Part,
): boolean {
	return !options?.without?.includes(part);
}
