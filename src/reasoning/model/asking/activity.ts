import type { Role } from "../../../evidence/call.ts";
import type { SendContext } from "../model.ts";

/** A line is enough for a person this often. ms */
const EVERY_MS = 500;

export interface Activity {
	/** What a request tells while it is under way. */
	of(role: Role): Pick<SendContext, "onProgress" | "onWait">;
}

/** Signs of life of the models, a short line each, not more often than a person reads. */
export function createActivity(
	tell: ((text: string) => void) | undefined,
	modelOf: (role: Role) => "lead" | "utility",
	now: () => number = Date.now,
): Activity {
	let last = Number.NEGATIVE_INFINITY;
	return {
		of(role) {
			if (!tell) return {};
			const who = `${role}: ${modelOf(role)} model`;
			return {
				onProgress(characters) {
					const at = now();
					if (at - last < EVERY_MS) return;
					last = at;
					tell(`${who} is writing, ${characters.toLocaleString("en-US")} characters`);
				},
				onWait({ reason, ms }) {
					last = now();
					tell(`${who}: ${reason}, again in ${Math.ceil(ms / 1_000)} s`);
				},
			};
		},
	};
}
