import { AssayError, messageOf } from "../../base/errors.ts";
import { withoutResumeHint } from "../resume-hint.ts";

/** The result of a check of one part of assay. */
export interface DoctorCheck {
	/** What was checked, in a word or two. */
	part: string;
	ok: boolean;
	/** What was found, or what is wrong. */
	text: string;
	/** What to type or do. */
	hint?: string | undefined;
}

/** Checks a part. Whatever `work` throws is what is wrong with it. `hint`: for errors without one. */
export async function checkPart(part: string, work: () => Promise<string>, hint?: string): Promise<DoctorCheck> {
	try {
		return { part, ok: true, text: await work() };
	} catch (error) {
		const errorHint = error instanceof AssayError ? withoutResumeHint(error.hint) : undefined;
		return { part, ok: false, text: messageOf(error), hint: errorHint ?? hint };
	}
}
