import type { Role } from "../../../evidence/call.ts";
import type { SendContext } from "../model.ts";
import type { ModelKind } from "../role-settings.ts";

/** The shortest time between two progress lines: a person reads no faster. ms */
const PROGRESS_INTERVAL_MS = 500;

/** The same for the text of an answer, which is shown as it grows. ms */
const TEXT_INTERVAL_MS = 150;

export interface ActivityReporter {
	/** Sends a request with callbacks that report it while it is in flight. */
	/** `onText`: receives the text of the answer so far, now and then. */
	during<T>(
		role: Role,
		send: (context: Pick<SendContext, "onProgress" | "onWait">) => Promise<T>,
		onText?: (text: string) => void,
	): Promise<T>;
}

/** Reports what the models are doing, one short line each: which model is awaited, and how much of an answer has arrived. */
export function createActivityReporter(
	report: ((text: string) => void) | undefined,
	modelOf: (role: Role) => ModelKind,
	now: () => number = Date.now,
): ActivityReporter {
	let lastReportAt = Number.NEGATIVE_INFINITY;
	/** A wait that a provider asked for. Until it is over, each line shows it. */
	let pause: { text: string; until: number } | undefined;
	const inFlight = new Map<Role, number>();

	function reportNow(text: string): void {
		lastReportAt = now();
		report?.(text);
	}

	function statusOf(role: Role): string {
		const leftMs = pause ? pause.until - now() : 0;
		if (pause && leftMs > 0) return `${pause.text}, again in ${Math.ceil(leftMs / 1_000)} s`;
		const count = inFlight.get(role) ?? 0;
		return count > 1 ? `${role}: ${count} requests in flight` : `${role}: waiting for the ${modelOf(role)} model`;
	}

	function endRequest(role: Role): void {
		const remaining = (inFlight.get(role) ?? 1) - 1;
		if (remaining > 0) inFlight.set(role, remaining);
		else inFlight.delete(role);
		// The last line may name the ended request, so a new one names a request in flight.
		const [next] = remaining > 0 ? [role] : inFlight.keys();
		if (next) reportNow(statusOf(next));
	}

	return {
		async during(role, send, onText) {
			let lastTextAt = Number.NEGATIVE_INFINITY;
			inFlight.set(role, (inFlight.get(role) ?? 0) + 1);
			reportNow(statusOf(role));
			try {
				return await send({
					onProgress(characters, text) {
						if (onText && now() - lastTextAt >= TEXT_INTERVAL_MS) {
							lastTextAt = now();
							onText(text);
						}
						if (now() - lastReportAt < PROGRESS_INTERVAL_MS) return;
						pause = undefined;
						const isOne = inFlight.get(role) === 1;
						const count = characters.toLocaleString("en-US");
						reportNow(isOne ? `${role}: ${modelOf(role)} model is writing, ${count} characters` : statusOf(role));
					},
					onWait({ reason, ms }) {
						pause = { text: `${role}: ${modelOf(role)} model: ${reason}`, until: now() + ms };
						reportNow(statusOf(role));
					},
				});
			} finally {
				endRequest(role);
			}
		},
	};
}
