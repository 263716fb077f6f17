import { AssayError, messageOf } from "../../base/errors.ts";
import { withoutResuming } from "../resuming.ts";

/** One part of assay, tried. */
export interface Check {
	/** What was tried, in a word or two. */
	part: string;
	ok: boolean;
	/** What was found, or what is wrong. */
	text: string;
	/** What to type or do. */
	hint?: string | undefined;
}

/** Tries a part; whatever it throws is what is wrong with it. `hint`: for errors that know none. */
export async function tried(part: string, work: () => Promise<string>, hint?: string): Promise<Check> {
	try {
		return { part, ok: true, text: await work() };
	} catch (error) {
		const own = error instanceof AssayError ? withoutResuming(error.hint) : undefined;
		return { part, ok: false, text: messageOf(error), hint: own ?? hint };
	}
}
