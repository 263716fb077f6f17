import { AssayError, messageOf } from "../../base/errors.ts";
import { withoutResuming } from "../resuming.ts";

/** The result of a check of one part of assay. */
export interface Check {
	/** What was checked, in a word or two. */
	part: string;
	ok: boolean;
	/** What was found, or what is wrong. */
	text: string;
	/** What to type or do. */
	hint?: string | undefined;
}

/** Checks a part. Whatever `work` throws is what is wrong with it. `hint`: for errors without one. */
export async function tried(part: string, work: () => Promise<string>, hint?: string): Promise<Check> {
	try {
		return { part, ok: true, text: await work() };
	} catch (error) {
		const own = error instanceof AssayError ? withoutResuming(error.hint) : undefined;
		return { part, ok: false, text: messageOf(error), hint: own ?? hint };
	}
}
