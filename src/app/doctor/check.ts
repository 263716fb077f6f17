import { AssayError, messageOf } from "../../base/errors.ts";
import { withoutResumeHint } from "../resume-hint.ts";

/** The result of checking one component. */
export interface DoctorCheck {
	/** What was checked, in a word or two. */
	part: string;
	ok: boolean;
	/** What was found, or what is wrong. */
	text: string;
	/** How to fix it. */
	hint?: string | undefined;
}

/** Checks a component. A thrown error becomes the text of the failure. `hint`: the fix, if the error names none. */
export async function checkPart(part: string, work: () => Promise<string>, hint?: string): Promise<DoctorCheck> {
	try {
		return { part, ok: true, text: await work() };
	} catch (error) {
		const errorHint = error instanceof AssayError ? withoutResumeHint(error.hint) : undefined;
		return { part, ok: false, text: messageOf(error), hint: errorHint ?? hint };
	}
}
