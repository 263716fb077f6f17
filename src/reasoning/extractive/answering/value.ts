import type { Claim } from "../../../evidence/claim.ts";
import type { Fit } from "./fit.ts";

/** One value with all the spans that state it. */
export interface Value {
	text: string;
	claims: Claim[];
	score: number;
	origins: number;
	/** Independent origins whose statement of it is about what is asked. */
	clearOrigins: number;
	/** One statement of it says nearly all that is asked. */
	complete: boolean;
	/** Nobody gives it but lists, shops and their kind. */
	doubtful: boolean;
	/** The best span's statement. */
	fit: Fit;
}
